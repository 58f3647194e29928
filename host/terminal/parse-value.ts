import { InvalidArgumentError } from 'commander';
import { parseJson } from '../../core/platform/files/parse-json.ts';
import { ColumnMappingSchema } from '../../shared/contract/column-mapping.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';

/** A parser for a whole number in a range. @throws InvalidArgumentError */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= min && value <= max)) {
      const upTo = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
      throw new InvalidArgumentError(`It must be a whole number ${upTo}.`);
    }
    return value;
  };

export const positiveNumber = wholeNumber(1, Number.MAX_SAFE_INTEGER);
/** Positive whole numbers with commas between. @throws InvalidArgumentError */
export const positiveNumbers = (text: string): number[] =>
  text.split(',').map((part) => positiveNumber(part.trim()));

export const seedNumber = wholeNumber(0, 0xffff_ffff);
export const portNumber = wholeNumber(0, 65_535);

/** Any number. @throws InvalidArgumentError */
export function anyNumber(text: string): number {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) throw new InvalidArgumentError('It must be a number.');
  return value;
}

/** A number, or a part of a hundred such as `5%`. @throws InvalidArgumentError */
export function numberOrPercent(text: string): number | { readonly percent: number } {
  const written = text.trim();
  return written.endsWith('%') ? { percent: anyNumber(written.slice(0, -1)) } : anyNumber(written);
}

/** @throws InvalidArgumentError */
export function numberAboveZero(text: string): number {
  const value = anyNumber(text);
  if (!(value > 0)) throw new InvalidArgumentError('It must be above 0.');
  return value;
}

/** @throws InvalidArgumentError */
export function numberFromZero(text: string): number {
  const value = anyNumber(text);
  if (!(value >= 0)) throw new InvalidArgumentError('It must be at least 0.');
  return value;
}

/** A number strictly between 0 and 1. @throws InvalidArgumentError */
export function openUnit(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value < 1)) {
    throw new InvalidArgumentError('It must lie between 0 and 1.');
  }
  return value;
}

/** A share above 0, and at most 1. @throws InvalidArgumentError */
export function shareAboveZero(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 1)) {
    throw new InvalidArgumentError('It must lie above 0, and not above 1.');
  }
  return value;
}

/** A column mapping written as JSON. @throws InvalidArgumentError */
export function columnMapping(text: string): ColumnMapping {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    throw new InvalidArgumentError(`It must be JSON: ${(error as Error).message}.`);
  }
  const { success, data, error } = ColumnMappingSchema.safeParse(json);
  if (success) {
    const unread = firstUnread(json, data);
    if (unread === undefined) return data;
    throw new InvalidArgumentError(`${unread}: There is no such part of a mapping.`);
  }
  const [issue] = error.issues;
  throw new InvalidArgumentError(`${issue?.path.join('.')}: ${issue?.message}`);
}

/** The path of the first part of a document that its reader has passed over; undefined where there is none. */
function firstUnread(given: unknown, read: unknown, at = ''): string | undefined {
  if (typeof given !== 'object' || given === null || typeof read !== 'object' || read === null)
    return undefined;
  for (const [name, part] of Object.entries(given)) {
    const path = at === '' ? name : `${at}.${name}`;
    if (!Object.hasOwn(read, name)) return path;
    const unread = firstUnread(part, (read as Record<string, unknown>)[name], path);
    if (unread !== undefined) return unread;
  }
  return undefined;
}

/** Adds up an option that may be given several times. */
export const collected = (value: string, before: readonly string[] = []): string[] => [...before, value];
