import { currentAdjudication } from '../../../db/adjudications.ts';
import { currentLabels, type PresentLabel } from '../../../db/labels.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { metricById, scoreTurns } from '../../../stats/index.ts';
import { type LabeledStudy, labelKeysFor } from '../study/label-key.ts';
import { type Answers, systemLabels, type Word, wordOf } from './word.ts';

/** What one annotator says of an item at present under a study's question. */
export interface ItemWord {
  readonly annotatorId: number;
  /** One for each of the study's keys. */
  readonly labels: readonly [PresentLabel, ...PresentLabel[]];
  readonly word: Word;
}

/**
 * Everybody's word on an item, in order of annotator. Who has judged one of two replies only has not spoken yet.
 *
 * @param isScored whether words have their value in [0, 1]: what a metric makes of written answers takes time
 */
export function itemWords(
  db: ReadableDb,
  study: LabeledStudy,
  itemId: number,
  { isScored = true } = {},
): ItemWord[] {
  const valuesOf = isScored ? metricValues(db, study, itemId) : () => [];
  const [first, ...rest] = labelKeysFor(study, itemId).map((key) => currentLabels(db, key));
  return first!.flatMap((label) => {
    const { annotatorId } = label;
    const others = rest.flatMap((labels) => labels.find((one) => one.annotatorId === annotatorId) ?? []);
    if (others.length < rest.length) return [];
    const labels: ItemWord['labels'] = [label, ...others];
    const ofSystems = labels.flatMap(({ content }, i) => systemLabels(study, content, i, valuesOf));
    return [{ annotatorId, labels, word: wordOf(ofSystems, isScored ? study.scale : undefined) }];
  });
}

/** What was decided of an item; undefined while nothing, or not of both replies. */
export function decidedWord(db: ReadableDb, study: LabeledStudy, itemId: number): Word | undefined {
  const decided = labelKeysFor(study, itemId).map((key) => currentAdjudication(db, key));
  const valuesOf = metricValues(db, study, itemId);
  const ofSystems = decided.flatMap((one, i) => (one ? systemLabels(study, one.content, i, valuesOf) : []));
  return decided.includes(undefined) ? undefined : wordOf(ofSystems, study.scale);
}

/** Reads what the metric makes of written answers to an item: a value in [0, 1] for each system of a study. */
export function metricValues(
  db: ReadableDb,
  { measure, systemId, against }: LabeledStudy,
  itemId: number,
): (answers: Answers) => (number | undefined)[] {
  const metric = measure.kind === 'metric' ? metricById(measure.metric) : undefined;
  return (answers) =>
    [systemId, ...(against ? [against.systemId] : [])].map((id) => {
      const responses = responsesOf(db, itemId, id);
      const isWhole = responses.length === answers.length;
      return metric && isWhole ? scoreTurns(metric, responses, answers) : undefined;
    });
}
