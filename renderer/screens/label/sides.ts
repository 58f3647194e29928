import type { LabelBatch } from '../../../shared/contract/index.ts';

export const sideNames = ['Left', 'Right'] as const;

/** Whether each of two replies gets a value of its own. A written answer is one for both. */
export const ratesSides = (batch: Pick<LabelBatch, 'sideBySide' | 'form'> | null): boolean =>
  batch?.sideBySide === true && batch.form.kind !== 'answer';
