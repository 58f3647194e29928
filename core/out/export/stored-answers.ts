import type { LabelRow } from './label-rows.ts';

/** The written answers of a label row: for each turn the texts that are acceptable. */
export const answersOf = ({ answer }: LabelRow): string[][] =>
  answer === null ? [] : (JSON.parse(answer) as string[][]);
