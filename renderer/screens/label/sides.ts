import type { LabelBatch } from '../../../shared/contract/index.ts';

/** Of two replies side by side: 0 left, 1 right. */
export type Side = 0 | 1;
export const sideNames = ['Left', 'Right'] as const;

/** Whether each of two replies gets a value of its own. A written answer is one for both. */
export const ratesSides = (batch: Pick<LabelBatch, 'sideBySide' | 'form'> | null): boolean =>
  batch?.sideBySide === true && batch.form.kind !== 'answer';

/** The two values once both fields hold a number; null before. */
export function pairOf(fields: readonly string[]): [number, number] | null {
  const [left, right] = fields.map((field) => (field.trim() === '' ? Number.NaN : Number(field)));
  return left === undefined || right === undefined || Number.isNaN(left) || Number.isNaN(right)
    ? null
    : [left, right];
}
