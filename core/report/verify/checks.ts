/** One number that was computed again. */
export interface Check {
  readonly what: string;
  readonly stated: number | string | null;
  readonly recomputed: number | string | null;
  readonly agrees: boolean;
}

/** What of a file was computed again or compared, and what cannot be. */
export interface Checked {
  readonly checks: readonly Check[];
  /** In sentences. */
  readonly unchecked: readonly string[];
}

/** Numbers agree when they differ by no more than this, absolutely or in proportion. */
const TOLERANCE = 1e-9;

export function compareNumber(
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

export const compareText = (what: string, stated: string | null, recomputed: string): Check => ({
  what,
  stated,
  recomputed,
  agrees: stated === recomputed,
});

/**
 * Every value of `stated` beside what it has to be: numbers up to the tolerance of verification, all else exactly. What
 * stands on one side only differs.
 */
export function compareData(what: string, stated: unknown, expected: unknown): Check[] {
  if (isNumberOrNull(stated) && isNumberOrNull(expected)) return [compareNumber(what, stated, expected)];
  if (isObject(stated) && isObject(expected) && Array.isArray(stated) === Array.isArray(expected)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(stated)]);
    return [...keys].flatMap((key) => compareData(nameIn(what, key), stated[key], expected[key]));
  }
  return [{ what, stated: inShort(stated), recomputed: inShort(expected), agrees: stated === expected }];
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isNumberOrNull = (value: unknown): value is number | null =>
  value === null || typeof value === 'number';

const nameIn = (what: string, key: string): string => (what === '' ? key : `${what}.${key}`);

const mostShown = 80;

function inShort(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
