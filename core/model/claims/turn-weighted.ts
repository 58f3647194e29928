import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Claim } from '../../../shared/contract/index.ts';
import { bracketSkips, FEWEST_LABELED_ITEMS, weightedRatio } from '../../../stats/index.ts';
import { isPerTurn } from '../study/label-key.ts';
import { estimated, notEstimable, withoutMean } from './approximate.ts';
import type { DesignLabel } from './design-labels.ts';
import { turnValueOf } from './turn-values.ts';

const facts = {
  claim: 'turn-weighted',
  name: 'Mean over turns',
  interval: "approximate: Student's t by linearization, at one look",
  assumptions:
    'Every turn counts the same, so long conversations count more; the estimate above counts every conversation the same (Eq. 1 of HumCoE). Ratio estimator under the design weights.',
} as const;

/** The mean over all turns, where the drawn conversations have several; undefined where none has. */
export function turnWeighted(
  db: ReadableDb,
  study: StudyRow,
  labels: readonly DesignLabel[],
): Claim | undefined {
  const turns = labels.map(({ itemId }) => turnValueOf(db, study, itemId));
  if (turns.every((one) => one.turns === 1)) return undefined;
  const total = turns.reduce((sum, one) => sum + one.turns, 0);
  const evidence = `${Math.round(total)} turns in ${labels.length} conversations`;
  if (study.measure.kind !== 'metric' && !isPerTurn(study.form)) {
    return { ...facts, evidence, ...notEstimable('ratings are of whole conversations, not of turns') };
  }
  const otherRule = withoutMean(study);
  if (otherRule) return { ...facts, evidence, ...otherRule };
  const skipped = turns.filter(({ y }) => y === null).length;
  if (labels.length - skipped < FEWEST_LABELED_ITEMS) {
    return { ...facts, evidence, ...notEstimable(`needs ${FEWEST_LABELED_ITEMS} labeled items`) };
  }
  const isWhole = labels.length === study.populationSize;
  const estimate = bracketSkips(skipped, (skippedValue) =>
    weightedRatio({
      values: turns.map(({ y }) => y ?? skippedValue),
      weights: turns.map((one, i) => (isWhole ? 1 : labels[i]!.weight) * one.turns),
      populationSize: study.populationSize,
      alpha: study.alpha,
    }),
  );
  return { ...facts, evidence, ...estimated(estimate, study.scale) };
}
