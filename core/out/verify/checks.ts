/** One number that was computed again. */
export interface Check {
  readonly what: string;
  readonly stated: number | string | null;
  readonly recomputed: number | string | null;
  readonly agrees: boolean;
}

/** Numbers agree when they differ by no more than this, absolutely or in proportion. */
const TOLERANCE = 1e-9;

export function checkNumber(
  what: string,
  stated: number | null | undefined,
  recomputed: number | null,
): Check {
  const given = stated ?? null;
  return { what, stated: given, recomputed, agrees: isClose(given, recomputed) };
}

function isClose(a: number | null, b: number | null): boolean {
  if (a === null || b === null) return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
}

export const checkText = (what: string, stated: string | null, recomputed: string): Check => ({
  what,
  stated,
  recomputed,
  agrees: stated === recomputed,
});
