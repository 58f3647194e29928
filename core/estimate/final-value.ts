import { currentLabels, type StoredLabel } from '../../db/labels.ts';
import { responsesOf } from '../../db/pools.ts';
import type { StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import { mean, metricById, pairedValue, scoreTurns, toUnit } from '../../stats/index.ts';
import { labelKeysFor } from '../label/label-key.ts';

/** What people finally say of one item, in [0, 1] with 1 best; or that it could not be labeled, and why. */
export type FinalValue = { kind: 'value'; y: number } | { kind: 'skipped'; reasons: readonly string[] };

export const leftOutReason = 'left out by the rule of the metric';

/** What one annotator said of an item: the label of each of the study's keys. */
type Said = readonly StoredLabel[];

/**
 * The final value of an item: the mean over annotators who labeled it; skipped when all who saw it skipped it;
 * undefined while nobody has said anything. In a comparison it is the paired value (yA - yB + 1)/2, of annotators who
 * judged both systems.
 */
export function finalValueOf(db: ReadableDb, study: StudyRow, itemId: number): FinalValue | undefined {
  const said = saidOf(db, study, itemId);
  if (said.length === 0) return undefined;
  const skips = said.map(reasonOf);
  const scored = said.filter((_, i) => skips[i] === undefined);
  if (scored.length === 0) return { kind: 'skipped', reasons: skips.flatMap((reason) => reason ?? []) };
  const values = scored.flatMap((labels) => unitValue(db, study, itemId, labels) ?? []);
  return values.length === 0
    ? { kind: 'skipped', reasons: [leftOutReason] }
    : { kind: 'value', y: mean(values) };
}

/** Every annotator's labels of an item; those who have not answered all of the study's keys are left out. */
function saidOf(db: ReadableDb, study: StudyRow, itemId: number): Said[] {
  const [first, ...rest] = labelKeysFor(study, itemId).map((key) => currentLabels(db, key));
  return first!.flatMap((label) => {
    const others = rest.flatMap(
      (labels) => labels.find((one) => one.annotatorId === label.annotatorId) ?? [],
    );
    return others.length === rest.length ? [[label, ...others]] : [];
  });
}

/** Why an annotator skipped an item; undefined when it was labeled. A skip of either system is one of the item. */
function reasonOf(said: Said): string | undefined {
  for (const { content } of said) if (content.kind === 'skip') return content.reason;
  return undefined;
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
