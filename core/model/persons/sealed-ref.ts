import { createHmac, timingSafeEqual } from 'node:crypto';
import { damagedError } from '../../../db/errors.ts';
import { getProjectValue } from '../../../db/project.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';

/** Something that a person opened on a page. */
export interface Opened {
  /** What it is: letters, digits, `-` and `_`. */
  readonly what: string;
  readonly annotatorId: number;
}

/**
 * The reference of what a person opened. Whatever comes back with it is that person's, whoever chose a name since: it
 * is sealed with a key of the project, so that nobody makes one up for somebody else, and needs no memory, so that a
 * page goes on after the engine was started anew.
 */
export function sealedRef(db: ReadableDb, { what, annotatorId }: Opened): string {
  const said = `${what}.${annotatorId}`;
  return `${said}.${sealOf(db, said)}`;
}

/** What a reference stands for; undefined unless this project sealed it. */
export function openedBy(db: ReadableDb, ref: string): Opened | undefined {
  const [, what, id] = /^([\w-]+)\.(\d{1,15})\.[\w-]+$/.exec(ref) ?? [];
  if (what === undefined) return undefined;
  const opened = { what, annotatorId: Number(id) };
  const [expected, given] = [sealedRef(db, opened), ref].map((text) => Buffer.from(text));
  return expected!.length === given!.length && timingSafeEqual(expected!, given!) ? opened : undefined;
}

/** Who opened something. @throws AppError NOT_FOUND when the reference is of something else, or of nothing */
export function whoOpened(db: ReadableDb, what: string, ref: string): number {
  const opened = openedBy(db, ref);
  if (opened?.what === what) return opened.annotatorId;
  throw new AppError('NOT_FOUND', 'This page was not opened here under a name.', {
    field: 'as',
    mend: 'Open the screen again.',
  });
}

function sealOf(db: ReadableDb, said: string): string {
  const key = getProjectValue(db, 'seal_key');
  if (key === undefined) throw damagedError('the key of its references is missing');
  return createHmac('sha256', key).update(said).digest('base64url').slice(0, 22);
}
