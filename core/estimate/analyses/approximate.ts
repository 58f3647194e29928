import type { StudyRow } from '../../../db/studies.ts';
import type { Scale } from '../../../shared/contract/index.ts';
import { type ApproximateEstimate, fromUnit, intervalFromUnit } from '../../../stats/index.ts';

/** The state of its own that a missing number is. */
export const notEstimable = (reason: string) => ({
  value: null,
  lower: null,
  upper: null,
  estimable: false,
  reason: `not estimable: ${reason}`,
});

/** An estimate on the measure's own scale, or why there is none. */
export const estimated = (unit: ApproximateEstimate | undefined, scale: Scale) =>
  unit === undefined
    ? notEstimable('one item or group has nearly all of the weight')
    : { value: fromUnit(unit.value, scale), ...intervalFromUnit(unit, scale), estimable: true, reason: null };

/** Why a claim that takes the mean over annotators cannot be made of a study; undefined where that is its rule. */
export const withoutMean = ({ finalRule }: Pick<StudyRow, 'finalRule'>) =>
  finalRule === 'mean'
    ? undefined
    : notEstimable('takes the mean over annotators, and the study has another rule for the final value');
