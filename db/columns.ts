import type { AppError } from '../shared/errors.ts';
import { damagedError } from './errors.ts';

/** What a shape says of a value: the value as the shape has it, or what does not fit. A zod schema is a shape. */
export interface Shape<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

/** What a column holds, and what a reader makes of it. */
export interface Column<T> {
  readonly stored: 'integer' | 'real' | 'text' | 'blob' | 'any';
  readonly nullable: boolean;
  /** Makes the value of what is stored, where that is not the value itself. @throws Unfit */
  readonly read?: (stored: unknown) => T;
  /** The expression that gives it; without one the column that is called like the property. */
  readonly sql?: string;
  /** What a JSON column holds. */
  readonly shape?: Shape<unknown>;
  /** Never there: it carries the type. */
  readonly value?: T;
}

/** A stored value that Assay cannot have written. */
export class Unfit extends Error {}

export const integer: Column<number> = { stored: 'integer', nullable: false };
export const real: Column<number> = { stored: 'real', nullable: false };
export const text: Column<string> = { stored: 'text', nullable: false };
export const blob: Column<Uint8Array> = { stored: 'blob', nullable: false };

/** 0 or 1. */
export const flag: Column<boolean> = {
  stored: 'integer',
  nullable: false,
  read: (stored) => stored === 1,
};

/** A text out of a closed list. */
export const oneOf = <const T extends string>(words: readonly T[]): Column<T> => ({
  stored: 'text',
  nullable: false,
  read(stored) {
    const found = words.find((one) => one === stored);
    if (found === undefined) throw new Unfit();
    return found;
  },
});

/** A text that is JSON. */
export const json = <T>(shape: Shape<T>): Column<T> => ({
  stored: 'text',
  nullable: false,
  read: (stored) => parseStored(shape, String(stored)),
  shape,
});

export const orNull = <T>({ read, ...column }: Column<T>): Column<T | null> => ({
  ...column,
  nullable: true,
  ...(read ? { read: (stored: unknown) => (stored === null ? null : read(stored)) } : {}),
});

/** The same, of another column or an expression. */
export const at = <T>(sql: string, kind: Column<T>): Column<T> => ({ ...kind, sql });

/** A text of some form. */
export const matching = (pattern: RegExp): Column<string> => ({
  stored: 'text',
  nullable: false,
  read(stored) {
    if (!pattern.test(String(stored))) throw new Unfit();
    return String(stored);
  },
});

/** @throws Unfit */
export function parseStored<T>(shape: Shape<T>, stored: string): T {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    throw new Unfit();
  }
  const parsed = shape.safeParse(value);
  if (!parsed.success) throw new Unfit();
  return parsed.data;
}

/** Of JSON that is read apart from its row. `where` is table, column and row. @throws AppError PROJECT_DAMAGED */
export function readJson<T>(shape: Shape<T>, stored: string, where: string): T {
  try {
    return parseStored(shape, stored);
  } catch (error) {
    throw error instanceof Unfit ? unfitError(where) : error;
  }
}

export const unfitError = (where: string, file?: string): AppError =>
  damagedError(`${where} holds a value that Assay cannot have written`, file);

/** The number of a rule of which there are two. */
export const firstOrSecond: Column<1 | 2> = {
  stored: 'integer',
  nullable: false,
  read(stored) {
    if (stored !== 1 && stored !== 2) throw new Unfit();
    return stored;
  },
};
