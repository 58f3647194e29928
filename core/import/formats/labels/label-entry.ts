import { findItemByExternalId } from '../../../../db/items.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { unguarded } from '../../../platform/files/csv-cell.ts';
import { isMachineRater } from '../../evidence/scores/who-scored.ts';
import { isJsonObject, type JsonObject } from '../../readers/json/json-lines.ts';
import { type FilePlace, optionalText, readId, wrongKind } from '../../readers/record-fields.ts';
import { cellJson } from '../../readers/tables/cell-values.ts';

type EntryContent =
  | { kind: 'score'; value: number }
  | { kind: 'answer'; answers: readonly unknown[] }
  | { kind: 'skip'; reason: string };

/** One person's word on one item, as a label file says it. */
export interface LabelEntry {
  readonly line: number;
  readonly item: string;
  readonly content: EntryContent;
  readonly annotator: string | null;
  readonly system: string | null;
  readonly criterion: string | null;
  /** Of a file of several studies: the name of the one. */
  readonly study?: string | null;
  readonly durationMs: number;
}

/** The item that a label names: as it stands, else without the apostrophe that a table for spreadsheets has before it. */
export const itemOfLabel = (db: ReadableDb, datasetId: number, item: string): number | undefined =>
  findItemByExternalId(db, datasetId, item) ?? findItemByExternalId(db, datasetId, unguarded(item));

const remedy = 'Give each line one of "value" (a number), "answer" (a text) or "skip" (a reason).';

/**
 * Checks one line of labels: none, with a problem, when it says nothing usable. A mean that Inspect reads has in its metadata what
 * each person gave; a line for MLflow says the same by names of its own.
 */
export function readLabelEntries(given: JsonObject, at: FilePlace): LabelEntry[] {
  const record = ofFeedback(given);
  const { ratings, ...about } = detailsOf(record);
  const each = Array.isArray(ratings) ? (ratings as unknown[]).filter(isJsonObject) : [];
  const { value: _, metadata: __, ...rest } = record;
  const all = each.length === 0 ? [record] : each.map((one) => ({ ...rest, ...about, ...one }));
  return all.flatMap((one) => readLabelEntry(one, at) ?? []);
}

/** Whether a line is feedback as `mlflow.log_feedback` takes it. */
export const isFeedback = ({ trace_id: trace, name, source }: JsonObject): boolean =>
  typeof trace === 'string' && typeof name === 'string' && isJsonObject(source) && 'source_type' in source;

/** A line of feedback by the names that labels have; the values of its metadata are texts. */
function ofFeedback(record: JsonObject): JsonObject {
  if (!isFeedback(record)) return record;
  const { source_type: type, source_id: annotator } = record.source as JsonObject;
  // What a judge or a program said is nobody's label.
  if (type !== 'HUMAN') return { ...record, source: 'adjudication' };
  const { system, duration_ms: duration, answer } = detailsOf(record);
  const { trace_id: id, name: criterion, value } = record;
  return {
    ...{ id, criterion, value, annotator, system },
    ...(typeof duration === 'string' && { duration_ms: Number(duration) }),
    ...(typeof answer === 'string' && { answer: cellJson(answer) ?? answer }),
  };
}

/** One label; null where it is none, as a decision between labels. */
function readLabelEntry(record: JsonObject, at: FilePlace): LabelEntry | null {
  if (record.source === 'adjudication') return null;
  const item = readId(record.item ?? record.id ?? record.external_id, at);
  const about = { ...detailsOf(record), ...record };
  const content = readContent(about, at);
  if (item === null || content === null || isOfMachine(about, at)) return null;
  return {
    line: at.line,
    item,
    content,
    annotator: named(about.annotator, 'annotator', at),
    system: named(about.system, 'system', at),
    criterion: named(about.criterion, 'criterion', at),
    study: typeof about.study === 'string' ? about.study : null,
    durationMs: readDuration(about.duration_ms, at),
  };
}

/** Whether a judge gave a label, or a model in a person's place, by who is named beside it: it is refused, as a label is a person's word. */
function isOfMachine({ annotator, judge, judge_model: model }: JsonObject, at: FilePlace): boolean {
  const machine =
    [judge, model].find((name) => typeof name === 'string' && name.trim() !== '') ??
    (typeof annotator === 'string' && isMachineRater(annotator) ? annotator : undefined);
  if (machine === undefined) return false;
  at.problems.add(
    at.line,
    annotator === machine ? 'annotator' : 'judge',
    `This was given by ${String(machine).slice(0, longestNamed)}, and a label is a person’s.`,
    'Add a judge’s scores to the data set that they are of (--append-to). Call the column "annotator" if it names people.',
  );
  return true;
}
const longestNamed = 80;

/** Score records of Inspect say in "metadata" who gave them. */
const detailsOf = ({ metadata }: JsonObject): JsonObject => (isJsonObject(metadata) ? metadata : {});

const named = (value: unknown, field: string, at: FilePlace): string | null =>
  optionalText(typeof value === 'number' ? String(value) : value, field, at)?.trim() || null;

/** What a rating by a person is called in files of labels alone. */
export const ownValueColumns = ['value', 'label', 'rating', 'score', 'human'];
/** What it is called in files of labels, and in others. */
export const valueColumns = [
  ...ownValueColumns,
  ...['human_rating', 'human_score', 'human_label', 'grade', 'stars'],
];

function readContent(record: JsonObject, at: FilePlace): EntryContent | null {
  const { kind } = record;
  const value =
    record.value ?? valueColumns.map((name) => record[name]).find((one) => typeof one === 'number');
  const skip = record.skip ?? (kind === 'skip' ? (record.reason ?? true) : undefined);
  if (skip !== undefined && skip !== null && skip !== false) {
    const reason = typeof skip === 'string' && skip !== '' ? skip : record.reason;
    return { kind: 'skip', reason: typeof reason === 'string' && reason !== '' ? reason : 'no reason given' };
  }
  const answer = record.answer ?? record.answers;
  if (answer !== undefined && answer !== null) return readAnswer(answer, at);
  if (typeof value === 'number' && Number.isFinite(value)) return { kind: 'score', value };
  if (typeof value === 'string') {
    const message = `The value is the text ${JSON.stringify(value.slice(0, 40))}, not a number.`;
    at.problems.add(
      at.line,
      'value',
      message,
      'Write the number without quotes, or use "answer" for a text.',
    );
  } else if (typeof value === 'boolean') {
    wrongKind(at, 'value', 'a number', value, 'Write 1 for true and 0 for false.');
  } else at.problems.add(at.line, 'value', 'The line has no value, answer or skip.', remedy);
  return null;
}

function readAnswer(answer: unknown, at: FilePlace): EntryContent | null {
  if (typeof answer === 'string') return { kind: 'answer', answers: [answer] };
  const isText = (part: unknown) => typeof part === 'string';
  const isList = (part: unknown) => Array.isArray(part) && part.length > 0 && part.every(isText);
  if (Array.isArray(answer) && answer.length > 0 && (answer.every(isText) || answer.every(isList))) {
    return { kind: 'answer', answers: answer };
  }
  wrongKind(at, 'answer', 'a text, or a list of texts with one per turn', answer, remedy);
  return null;
}

function readDuration(value: unknown, at: FilePlace): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'number' && value >= 0 && value <= Number.MAX_SAFE_INTEGER) return Math.round(value);
  wrongKind(at, 'duration_ms', 'a number of milliseconds', value, 'Write a number, or leave it out.');
  return 0;
}
