import { labelFieldsOf } from '../../../db/label-fields.ts';
import { currentLabels } from '../../../db/labels.ts';
import { hasDrawnTurns, responsesOf } from '../../../db/pools.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Claim } from '../../../shared/contract/index.ts';
import {
  bracketSkips,
  FEWEST_LABELED_ITEMS,
  mean,
  metricById,
  toUnit,
  weightedRatio,
} from '../../../stats/index.ts';
import { isPerTurn, labelKeyFor } from '../../studies/label-key.ts';
import { estimated, notEstimable, withoutMean } from './approximate.ts';
import type { DesignLabel } from './design-labels.ts';

const facts = {
  claim: 'turn-weighted',
  name: 'Mean over turns',
  interval:
    "approximate: Student's t by linearization and exact binomial at the effective number, at one look",
  assumptions:
    'Every turn counts the same, so long conversations count more. The estimate above counts every conversation the same (Eq. 1 of HumCoE). Ratio estimator under the design weights.',
} as const;

/** The mean over all turns, where the drawn conversations have several; undefined where none has. */
export function turnWeighted(
  db: ReadableDb,
  study: StudyRow,
  labels: readonly DesignLabel[],
): Claim | undefined {
  if (!hasDrawnTurns(db, study)) return undefined;
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
      weights: labels.map(({ weight }) => (isWhole ? 1 : weight)),
      sizes: turns.map((one) => one.turns),
      populationSize: study.populationSize,
      alpha: study.alpha,
    }),
  );
  return { ...facts, evidence, ...estimated(estimate, study.scale) };
}

/** The turns of one conversation: how many, and their mean value in [0, 1]; null when it was skipped. */
interface TurnValue {
  readonly turns: number;
  readonly y: number | null;
}

/** Turns that count and their mean value, over annotators: a turn that the metric leaves out counts for nobody. */
function turnValueOf(db: ReadableDb, study: StudyRow, itemId: number): TurnValue {
  const responses = responsesOf(db, itemId, study.systemId);
  if (isPerTurn(study.form)) return ratedTurns(db, study, itemId, responses.length);
  const metric = study.measure.kind === 'metric' ? metricById(study.measure.metric) : undefined;
  // Ratings of whole conversations say nothing of turns: their labels need not be read.
  const given = metric ? currentLabels(db, labelKeyFor(study, itemId)) : [];
  const scored = given.flatMap(({ content }) => {
    if (!metric || content.kind !== 'answer' || content.answers.length !== responses.length) return [];
    const values = responses.flatMap((text, turn) => metric.score(text, content.answers[turn]!) ?? []);
    return values.length === 0 ? [] : [values];
  });
  if (scored.length === 0) return { turns: Math.max(1, responses.length), y: null };
  const turns = mean(scored.map(({ length }) => length));
  return { turns, y: mean(scored.map((values) => mean(values) * values.length)) / turns };
}

/** Ratings of single turns, over annotators; null where nobody rated the turns one by one. */
function ratedTurns(db: ReadableDb, study: StudyRow, itemId: number, turns: number): TurnValue {
  const rated = currentLabels(db, labelKeyFor(study, itemId)).flatMap(({ id }) => {
    const values = labelFieldsOf(db, id).get('turns') as number[] | undefined;
    return values ? [mean(values.map((value) => toUnit(value, study.scale)))] : [];
  });
  return { turns: Math.max(1, turns), y: rated.length === 0 ? null : mean(rated) };
}
