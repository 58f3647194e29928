import type { Scale } from '../shared/contract/base.ts';
import { at, oneOf, orNull, real, text } from './columns.ts';
import type { RowOf } from './query.ts';

/** The range of a criterion, a machine score or a study, as each of their tables has it. */
export const scaleColumns = {
  min: at('scale_min', real),
  max: at('scale_max', real),
  direction: oneOf(['higher', 'lower']),
};

/** The range, apart from the rest of a row. */
export function withScale<R extends RowOf<typeof scaleColumns>>({
  min,
  max,
  direction,
  ...row
}: R): Omit<R, keyof typeof scaleColumns> & { scale: Scale } {
  return { ...row, scale: { min, max, direction } };
}

export const signalKind = oneOf(['judge', 'auto']);
export const criterionKind = oneOf(['rating', 'binary']);

/** Of a machine score: the criterion of people that it scores, its own or one that a person said is the same. */
export const measuredCriterion = at(
  `COALESCE((SELECT same.criterion FROM same_criterion AS same
     WHERE same.dataset_id = signal.dataset_id AND same.judged = signal.criterion AND signal.kind = 'judge'),
   NULLIF(signal.criterion, ''))`,
  orNull(text),
);
