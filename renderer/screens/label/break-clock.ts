/**
 * Whether it is time for a break: the active time since the last one has reached what was asked for.
 *
 * @param workedMs active time of this sitting, idle time left out
 * @param sinceMs the active time at which the last reminder was put away, 0 at first
 * @param afterMinutes null where nobody wants to be reminded
 */
export function isBreakDue(workedMs: number, sinceMs: number, afterMinutes: number | null): boolean {
  return afterMinutes !== null && workedMs - sinceMs >= afterMinutes * 60_000;
}
