import { labelFieldsOf } from '../../../db/label-fields.ts';
import { currentLabels } from '../../../db/labels.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { mean, metricById, toUnit } from '../../../stats/index.ts';
import { isPerTurn, labelKeyFor } from '../study/label-key.ts';

/** The turns of one conversation: how many, and their mean value in [0, 1]; null when it was skipped. */
interface TurnValue {
  readonly turns: number;
  readonly y: number | null;
}

/** Turns that count and their mean value, over annotators: a turn that the metric leaves out counts for nobody. */
export function turnValueOf(db: ReadableDb, study: StudyRow, itemId: number): TurnValue {
  const responses = responsesOf(db, itemId, study.systemId);
  if (isPerTurn(study.form)) return ratedTurns(db, study, itemId, responses.length);
  const metric = study.measure.kind === 'metric' ? metricById(study.measure.metric) : undefined;
  const scored = currentLabels(db, labelKeyFor(study, itemId)).flatMap(({ content }) => {
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
