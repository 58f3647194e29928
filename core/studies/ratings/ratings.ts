import { currentAdjudication, insertAdjudication, type NewAdjudication } from '../../../db/adjudications.ts';
import { insertLabelFields, type LabelFields } from '../../../db/label-fields.ts';
import {
  currentLabel,
  currentLabels,
  findByClientKey,
  insertLabel,
  type LabelContent,
  type LabelKey,
  type NewLabel,
  type PresentLabel,
  scoresByInstrument,
} from '../../../db/labels.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import { mean, metricById, scoreTurns } from '../../../stats/index.ts';
import { type AskedStudy, decisionKeysFor, isOrdered, labelKeysFor } from '../label-key.ts';
import { type Answers, preferenceOf, type Rating, ratingOf, systemLabels } from './rating.ts';

/** What one annotator says of an item at present under a study's question. */
export interface ItemRating {
  readonly annotatorId: number;
  /** One for each of the study's keys. */
  readonly labels: readonly [PresentLabel, ...PresentLabel[]];
  readonly word: Rating;
}

/**
 * Everybody's word on an item, in order of annotator. Who has judged one of two replies only has not spoken yet.
 *
 * @param isScored whether words have their value in [0, 1]: what a metric makes of written answers takes time
 */
export function itemRatings(
  db: ReadableDb,
  study: AskedStudy,
  itemId: number,
  { isScored = true } = {},
): ItemRating[] {
  const valuesOf = isScored ? metricValues(db, study, itemId) : () => [];
  const [first, ...rest] = labelsByKey(db, study, itemId, { ofAll: study.countsExcluded ?? false });
  return first!.flatMap((label) => {
    const { annotatorId } = label;
    const others = rest.flatMap((labels) => labels.find((one) => one.annotatorId === annotatorId) ?? []);
    if (others.length < rest.length) return [];
    const labels: ItemRating['labels'] = [label, ...others];
    const ofSystems = labels.flatMap(({ content }, i) => systemLabels(study, content, i, valuesOf));
    return [{ annotatorId, labels, word: ratingOf(ofSystems, isScored ? study.scale : undefined) }];
  });
}

/**
 * Everybody's labels of each of a study's keys, in order of annotator. Of replies that are put in order on a page it has who placed
 * both, and their places as the preference that the pair reads from them.
 *
 * @param of whether labels of annotators who were excluded are among them
 */
export function labelsByKey(
  db: ReadableDb,
  study: AskedStudy,
  itemId: number,
  of: { ofAll?: boolean } = {},
): PresentLabel[][] {
  const byKey = labelKeysFor(study, itemId).map((key) => currentLabels(db, key, of));
  const [own, other = []] = byKey;
  if (!isOrdered(study)) return byKey;
  const both = own!.flatMap((label) => {
    const beside = other.find(({ annotatorId }) => annotatorId === label.annotatorId);
    return beside ? [[label, beside] as const] : [];
  });
  const contents = both.map((labels) => preferenceOf(labels.map(({ content }) => content)));
  return [0, 1].map((k) => both.map((labels, i) => ({ ...labels[k]!, content: contents[i]![k]! })));
}

/** What was decided of an item; undefined while nothing, or not of both replies. */
export function decidedRating(db: ReadableDb, study: AskedStudy, itemId: number): Rating | undefined {
  const decided = decisionKeysFor(study, itemId).map((key) => currentAdjudication(db, key));
  const valuesOf = metricValues(db, study, itemId);
  const ofSystems = decided.flatMap((one, i) => (one ? systemLabels(study, one.content, i, valuesOf) : []));
  return decided.includes(undefined) ? undefined : ratingOf(ofSystems, study.scale);
}

/**
 * What people say at present by one instrument on one criterion, practice and simulations aside: by system and item the mean
 * over those who gave a score, on the criterion's own scale.
 *
 * @param otherSeed labels of studies that were ever drawn by this seed are left out; null leaves out none
 */
export function spokenMeans(
  db: ReadableDb,
  criterionId: number,
  instrument: string,
  otherSeed: number | null,
): Map<number, Map<number, number>> {
  const scores = scoresByInstrument(db, criterionId, instrument, otherSeed);
  const bySystem = Map.groupBy(scores, ([systemId]) => systemId);
  const meansOf = (rows: [number, number, number][]) => {
    const byItem = Map.groupBy(rows, ([, itemId]) => itemId);
    return new Map([...byItem].map(([itemId, said]) => [itemId, mean(said.map(([, , value]) => value))]));
  };
  return new Map([...bySystem].map(([systemId, rows]) => [systemId, meansOf(rows)]));
}

/** Reads what the metric makes of written answers to an item: a value in [0, 1] for each system of a study. */
export function metricValues(
  db: ReadableDb,
  { measure, systemId, against }: AskedStudy,
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

/** A label that an answer comes to. */
export interface AnswerRow {
  readonly key: LabelKey;
  readonly content: LabelContent;
  /** The row that it takes back or restores. */
  readonly refersTo?: number;
}

/** An answer as it is stored: the rows of the measure, those of further criteria, and what is no number. */
export interface AnswerRows {
  readonly measure: readonly AnswerRow[];
  readonly criteria?: readonly AnswerRow[];
  /** Kept with the first row of the measure. */
  readonly fields?: LabelFields;
}

type Given = Omit<NewLabel, keyof LabelKey | 'content' | 'refersTo'>;

/**
 * Stores an answer, all of it or, when its client key is known, nothing: every label of a project is written here. Call it
 * inside a transaction.
 *
 * @returns whether it was new
 */
export function insertRating(
  db: WritableDb,
  { measure, criteria = [], fields = new Map() }: AnswerRows,
  given: Given,
): boolean {
  if (findByClientKey(db, given.clientKey)) return false;
  const insert = ({ key, content, refersTo }: AnswerRow, clientKey: string) =>
    insertLabel(db, { ...key, ...given, clientKey, content, refersTo: refersTo ?? null });
  const changed = changedCriteria(db, { measure, criteria }, given);
  const [first] = measure.map((row, i) => insert(row, measureKey(given.clientKey, i)));
  for (const row of changed) insert(row, `${given.clientKey}/criterion-${row.key.criterionId}`);
  if (fields.size > 0) insertLabelFields(db, first!.id, fields);
  return true;
}

/**
 * The further answers of a submission that are stored. What another study asked as well and has an answer to is taken back only by
 * somebody who saw that answer: beside their own to the measure. What was never answered needs no clearing.
 */
export function changedCriteria(
  db: ReadableDb,
  { measure, criteria = [] }: AnswerRows,
  { annotatorId, studyId, source }: Pick<Given, 'annotatorId' | 'studyId' | 'source'>,
): readonly AnswerRow[] {
  if (criteria.length === 0) return [];
  const said = measure.map(({ key }) => currentLabel(db, key, annotatorId)?.content.kind);
  const isSeen = source === 'screen' && said.some((kind) => kind !== undefined && kind !== 'skip');
  return criteria.filter(({ key, content: { kind } }) => {
    const present = currentLabel(db, key, annotatorId);
    if (!present) return kind !== 'clear';
    return kind === 'score' || isSeen || present.studyId === studyId;
  });
}

/** Stores what was decided of each of a study's keys. Call it inside a transaction. */
export function insertDecision(
  db: WritableDb,
  rows: readonly AnswerRow[],
  given: Omit<NewAdjudication, keyof LabelKey | 'content'>,
): void {
  for (const [i, { key, content }] of rows.entries()) {
    insertAdjudication(db, { ...key, ...given, clientKey: measureKey(given.clientKey, i), content });
  }
}

/** Rows that were given together have client keys of their own: the column submission says which belong together. */
const measureKey = (clientKey: string, index: number): string =>
  index === 0 ? clientKey : index === 1 ? `${clientKey}/against` : `${clientKey}/reply-${index}`;
