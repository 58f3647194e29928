import { z } from 'zod';
import { readJson } from '../../../db/columns.ts';

/**
 * Which ratings of the replies on a page are the right ones, by system. A page may have some that are known beside others that
 * are not.
 */
export type KnownRatings = ReadonlyMap<number, number>;

const KnownSchema = z.array(z.tuple([z.number().int(), z.number()]));

/** Known ratings as a project keeps them. */
export const knownText = (known: KnownRatings): string => JSON.stringify([...known]);

export const knownRatings = (expected: string): KnownRatings =>
  new Map(readJson(KnownSchema, expected, 'check_item.expected'));
