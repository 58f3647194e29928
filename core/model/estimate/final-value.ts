import { currentAdjudication } from '../../../db/adjudications.ts';
import type { LabelContent } from '../../../db/label-content.ts';
import { currentLabels, type LabelKey, type StoredLabel } from '../../../db/labels.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Measure } from '../../../shared/contract/index.ts';
import {
  metricById,
  normalizeAnswer,
  normalizeLabel,
  pairedValue,
  scoreTurns,
  toUnit,
} from '../../../stats/index.ts';
import { labelKeysFor } from '../study/label-key.ts';
import { type Spoken, type Standing, standingOf, type Word } from './final-rule.ts';

/** What one person said of an item: a content for each of the study's keys. */
type Said = readonly { readonly content: LabelContent }[];

/** Where an item stands under the study's rule and overlap, by what is stored of it. */
export const itemStanding = (db: ReadableDb, study: StudyRow, itemId: number): Standing =>
  standingOf(study.finalRule, study.overlap, spokenOf(db, study, itemId));

/** Everything that was said of an item and counts for a study. */
function spokenOf(db: ReadableDb, study: StudyRow, itemId: number): Spoken {
  const keys = labelKeysFor(study, itemId);
  const said = saidOf(db, keys);
  // The mean reads no decision.
  const decided = study.finalRule === 'mean' ? [] : keys.flatMap((key) => currentAdjudication(db, key) ?? []);
  return {
    words: said.map((labels) => wordOf(db, study, itemId, labels)),
    isWhole: said.some(([{ source }]) => source === 'gold' || source === 'simulated'),
    adjudicated: decided.length === keys.length ? wordOf(db, study, itemId, decided) : undefined,
  };
}

/** Who has spoken of an item, in order of annotator. */
export const spokenBy = (db: ReadableDb, study: StudyRow, itemId: number): number[] =>
  saidOf(db, labelKeysFor(study, itemId)).map(([{ annotatorId }]) => annotatorId);

/** Every annotator's labels of an item; those who have not answered all of the study's keys are left out. */
function saidOf(db: ReadableDb, keys: readonly LabelKey[]): [StoredLabel, ...StoredLabel[]][] {
  const [first, ...rest] = keys.map((key) => currentLabels(db, key));
  return first!.flatMap((label) => {
    const others = rest.flatMap(
      (labels) => labels.find((one) => one.annotatorId === label.annotatorId) ?? [],
    );
    return others.length === rest.length
      ? [[label, ...others] satisfies [StoredLabel, ...StoredLabel[]]]
      : [];
  });
}

/** What one person said as a rule reads it. A skip of either system is one of the item. */
function wordOf(db: ReadableDb, study: StudyRow, itemId: number, said: Said): Word {
  for (const { content } of said) if (content.kind === 'skip') return content;
  return { kind: 'value', y: unitValue(db, study, itemId, said), said: saidText(study.measure, said) };
}

/** Equal for two who said the same: ratings by their number or difference, answers by the metric's normalized text. */
export function saidText(measure: Measure, said: Said): string {
  const [first, second] = said.map(({ content }) => content);
  if (first?.kind === 'answer') {
    const isLabel = measure.kind === 'metric' && measure.metric === 'accuracy';
    const normalized = isLabel ? normalizeLabel : normalizeAnswer;
    return JSON.stringify(first.answers.map((accepted) => accepted.map(normalized)));
  }
  const value = first?.kind === 'score' ? first.value : 0;
  return String(second?.kind === 'score' ? value - second.value : value);
}

/** One annotator's labels in [0, 1]; undefined when the metric leaves the answer out. */
function unitValue(db: ReadableDb, study: StudyRow, itemId: number, said: Said): number | undefined {
  const values = systemValues(db, study, itemId, said);
  const [first, second] = values;
  if (first === undefined) return undefined;
  if (!study.against) return first;
  return second === undefined ? undefined : pairedValue(first, second);
}

/** The value in [0, 1] of each system of a study by one annotator: the study's own, then the one it is compared with. */
export function systemValues(
  db: ReadableDb,
  { scale, measure, systemId, against }: StudyRow,
  itemId: number,
  said: Said,
): (number | undefined)[] {
  const [first] = said;
  if (first?.content.kind === 'answer') {
    const metric = measure.kind === 'metric' ? metricById(measure.metric) : undefined;
    const { answers } = first.content;
    return [systemId, ...(against ? [against.systemId] : [])].map((id) => {
      const responses = responsesOf(db, itemId, id);
      return metric && responses.length === answers.length
        ? scoreTurns(metric, responses, answers)
        : undefined;
    });
  }
  return said.map(({ content }) => (content.kind === 'score' ? toUnit(content.value, scale) : undefined));
}
