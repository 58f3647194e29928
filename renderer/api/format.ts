/** Scores, counts and shares are written the same on a screen and in a file. */
export {
  digitsOf,
  formatCount,
  formatFixed,
  formatHalfWidth,
  formatInterval,
  formatPercent,
  formatScore,
  isExact,
  plural,
  scaleEnd,
  scaleEnds,
  writtenEstimate,
} from '../../shared/number-text.ts';

export function formatDuration(ms: number | null | undefined): string {
  if (ms === null || ms === undefined || !Number.isFinite(ms)) return 'unknown';
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds === 0 && ms > 0) return 'under 1 s';
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 10 && seconds % 60 !== 0) return `${minutes} min ${seconds % 60} s`;
  if (minutes < 60) return `${Math.round(seconds / 60)} min`;
  const rest = Math.round(seconds / 60) % 60;
  const hours = Math.floor(Math.round(seconds / 60) / 60);
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export function formatBytes(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 ? value : Number(value.toPrecision(3))} ${units[unit]}`;
}

/** A day and time as this person writes them. */
export function formatInstant(instant: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime())
    ? instant
    : date.toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' });
}
