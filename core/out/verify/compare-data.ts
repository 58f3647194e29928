import { type Check, checkNumber } from './checks.ts';

/**
 * Every value of `stated` beside what it has to be: numbers up to the tolerance of verification, all else exactly. What
 * stands on one side only differs.
 */
export function compareData(what: string, stated: unknown, expected: unknown): Check[] {
  if (isNumberOrNull(stated) && isNumberOrNull(expected)) return [checkNumber(what, stated, expected)];
  if (isObject(stated) && isObject(expected) && Array.isArray(stated) === Array.isArray(expected)) {
    const keys = new Set([...Object.keys(expected), ...Object.keys(stated)]);
    return [...keys].flatMap((key) => compareData(nameIn(what, key), stated[key], expected[key]));
  }
  return [{ what, stated: shown(stated), recomputed: shown(expected), agrees: stated === expected }];
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isNumberOrNull = (value: unknown): value is number | null =>
  value === null || typeof value === 'number';

const nameIn = (what: string, key: string): string => (what === '' ? key : `${what}.${key}`);

const mostShown = 80;

function shown(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > mostShown ? `${text.slice(0, mostShown)}…` : text;
}
