import type { Scale } from './contract/index.ts';

/** Ranges that ratings usually have: ratings that reach both ends of one are taken to have it. */
export const usualRanges = [
  [0, 1],
  [0, 2],
  [1, 3],
  [1, 5],
  [1, 7],
  [1, 10],
  [0, 10],
  [0, 100],
] as const;

/** Whether the range that grades of a file reach may be a part of what they can be: nobody gave the highest or the lowest of a usual one. */
export const isPartOfRange = ({ min, max }: Pick<Scale, 'min' | 'max'>): boolean =>
  Number.isInteger(min) &&
  Number.isInteger(max) &&
  !usualRanges.some(([least, most]) => least === min && most === max);
