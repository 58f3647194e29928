/** How many of the latest answers the pace is taken from. */
const PACE_WINDOW = 10;

export interface Pace {
  itemsPerHour: number;
  secondsLeft: number;
}

/** The pace over the latest answers and what is left at that pace; null before there are three answers. */
export function paceOf(durationsMs: readonly number[], itemsLeft: number): Pace | null {
  const latest = durationsMs.slice(-PACE_WINDOW);
  if (latest.length < 3) return null;
  const perItemMs = latest.reduce((sum, ms) => sum + ms, 0) / latest.length;
  if (perItemMs <= 0) return null;
  return { itemsPerHour: 3_600_000 / perItemMs, secondsLeft: (itemsLeft * perItemMs) / 1000 };
}
