import { isDeepStrictEqual } from 'node:util';
import { labelFieldsOf } from '../../../db/label-fields.ts';
import { currentLabel, findByClientKey, newestOf, type StoredLabel } from '../../../db/labels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ConflictReason, MergeConflict } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { type AnswerRows, changedCriteria } from '../../studies/ratings/ratings.ts';
import { type HandedSubject, placeOfRef, rowsOf, saidOf } from './handed-subject.ts';
import type { ReturnedBatch, ReturnedEntry } from './returned-batch.ts';

/** An answer of the file that the project does not hold yet, checked. */
interface FreshEntry {
  readonly entry: ReturnedEntry;
  /** In which it was asked: of a ranking one of its pairs. */
  readonly studyId: number;
  readonly rows: Required<AnswerRows>;
}

/** What becomes of one item of a returned file. */
export interface PlannedItem {
  readonly fate: 'added' | 'changed' | 'known' | 'conflict';
  /** What is stored if the file's answers are taken, in the order in which they were given. */
  readonly fresh: readonly FreshEntry[];
  readonly conflict?: Omit<MergeConflict, 'take'>;
}

interface MergeTask {
  readonly subject: HandedSubject;
  readonly returned: ReturnedBatch;
  /** Who gets the labels; 0 for somebody new. */
  readonly annotatorId: number;
  readonly handedOutAt: string;
  readonly now: string;
  /** Whether files of this copy came before, and were signed by another key than this one. */
  readonly isOtherSigner: boolean;
}

/** Clocks of two machines differ; what is dated further off than this is not taken for a clock. */
const clockToleranceMs = 10 * 60_000;

export const isAhead = (at: string, now: string): boolean =>
  Date.parse(at) > Date.parse(now) + clockToleranceMs;

/**
 * What merging a returned file does to each of its items. Without a conflict it adds what this person had not said, takes a
 * correction that follows in the same copy, and leaves what is there already. Whatever else would change a label of theirs,
 * or is dated when it cannot have been given, is a conflict, so that no order of merging decides it.
 *
 * @throws AppError CONFLICT when the answers stand under another name; INVALID_INPUT for what the study does not ask
 */
export function planMerge(context: CoreContext, task: MergeTask): PlannedItem[] {
  const byRef = Map.groupBy(task.returned.entries, ({ ref }) => ref);
  const hashes = new Set(task.returned.entries.map(({ hash }) => shortHash(hash)));
  return [...byRef.values()].map((entries) => planItem(context, task, hashes, entries));
}

const shortHash = (hash: string): string => hash.slice(0, 40);

const keyPrefix = ({ copyId }: ReturnedBatch): string => `handed-${copyId}-`;

/** The client key under which an answer is stored, the same whenever its file is merged. */
export const clientKeyOf = (returned: ReturnedBatch, { hash }: ReturnedEntry): string =>
  `${keyPrefix(returned)}${shortHash(hash)}`;

function planItem(
  context: CoreContext,
  task: MergeTask,
  hashes: ReadonlySet<string>,
  entries: readonly ReturnedEntry[],
): PlannedItem {
  const db = dbOf(context);
  const { subject, returned, annotatorId } = task;
  const { ref } = entries[0]!;
  const place = placeOfRef(db, subject, ref);
  const { study } = place;
  const lastKnown = entries.findLastIndex((entry) => isStored(db, returned, entry, annotatorId));
  const fresh = entries.slice(lastKnown + 1).map((entry) => ({
    entry,
    studyId: study.id,
    rows: rowsOf(context, subject, place, entry.answer),
  }));
  const last = fresh.at(-1);
  if (!last) return { fate: 'known', fresh: [] };
  // Of a page that is rated in parts what each reply has in the end.
  const ofReplies = new Map(fresh.flatMap(({ rows }) => rows.measure.map((row) => [row.key.systemId, row])));
  const rows = { ...last.rows, measure: [...ofReplies.values()] };
  if (saysTheSame(db, rows, annotatorId)) return { fate: 'known', fresh: [] };
  const replaced = replacedBy(db, rows, annotatorId);
  const ofChange = replaced.flatMap((label) => changeReasons(task, hashes, label, last.entry));
  const isOfOther = fresh.some(({ rows }) => changesOther(db, rows, { annotatorId, studyId: study.id }));
  const ofOther: ConflictReason[] = isOfOther ? ['other-study'] : [];
  const reasons = [...new Set([...timeReasons(task, fresh), ...ofChange, ...ofOther])];
  const newest = replaced.toSorted((a, b) => a.id - b.id).at(-1);
  if (reasons.length === 0) return { fate: newest ? 'changed' : 'added', fresh };
  const { answer, at } = last.entry;
  const project = newest
    ? { answer: saidOf(context, subject, place, annotatorId), at: newest.createdAt }
    : null;
  const draw = place.generation === study.generation ? place.order + 1 : null;
  return { fate: 'conflict', fresh, conflict: { ref, draw, reasons, project, file: { answer, at } } };
}

/** @throws AppError CONFLICT when it is stored as somebody else's */
function isStored(
  db: ReadableDb,
  returned: ReturnedBatch,
  entry: ReturnedEntry,
  annotatorId: number,
): boolean {
  const label = findByClientKey(db, clientKeyOf(returned, entry));
  if (label && label.annotatorId !== annotatorId) {
    throw new AppError(
      'CONFLICT',
      'Answers of this file were merged before under another name. Nothing was merged.',
      {
        field: 'as',
        remedy: 'Merge it under the same name as before: labels stay with whom they were given to.',
      },
    );
  }
  return label !== undefined;
}

/** Whether storing an answer would change nothing of what a person says now. */
function saysTheSame(
  db: ReadableDb,
  { measure, criteria, fields }: Required<AnswerRows>,
  annotatorId: number,
): boolean {
  const [first] = measure;
  const label = first && currentLabel(db, first.key, annotatorId);
  if (!label || !isDeepStrictEqual(new Map(labelFieldsOf(db, label.id)), new Map(fields))) return false;
  return [...measure, ...criteria].every(({ key, content }) =>
    isDeepStrictEqual(currentLabel(db, key, annotatorId)?.content ?? { kind: 'clear' }, content),
  );
}

/**
 * The newest labels of a person that an answer would change, those taken back among them: of a page those of each reply that it rates
 * otherwise. Where the answer differs beside the measure alone they are all of them.
 */
function replacedBy(db: ReadableDb, { measure }: Required<AnswerRows>, annotatorId: number): StoredLabel[] {
  const present = measure.flatMap(({ key, content }) => {
    const label = newestOf(db, key, annotatorId);
    return label ? [{ label, isSame: isDeepStrictEqual(label.content, content) }] : [];
  });
  const isBeside = present.length === measure.length && present.every(({ isSame }) => isSame);
  return present.filter(({ isSame }) => isBeside || !isSame).map(({ label }) => label);
}

/** Whether an answer changes what a person says of a further question in another study. */
function changesOther(
  db: ReadableDb,
  rows: Required<AnswerRows>,
  { annotatorId, studyId }: { annotatorId: number; studyId: number },
): boolean {
  return changedCriteria(db, rows, { annotatorId, studyId, source: 'import' }).some(({ key, content }) => {
    const present = currentLabel(db, key, annotatorId);
    return present && present.studyId !== studyId && !isDeepStrictEqual(present.content, content);
  });
}

function timeReasons({ now, handedOutAt }: MergeTask, fresh: readonly FreshEntry[]): ConflictReason[] {
  const earliest = Date.parse(handedOutAt) - clockToleranceMs;
  return [
    ...(fresh.some(({ entry }) => isAhead(entry.at, now)) ? (['future'] as const) : []),
    ...(fresh.some(({ entry }) => Date.parse(entry.at) < earliest) ? (['before-hand-out'] as const) : []),
  ];
}

/** Why an answer may not take the place of the present one; nothing when it follows on it in the same copy. */
function changeReasons(
  { returned, isOtherSigner }: MergeTask,
  hashes: ReadonlySet<string>,
  present: StoredLabel,
  { at }: ReturnedEntry,
): ConflictReason[] {
  const prefix = keyPrefix(returned);
  const isFollowed =
    present.clientKey.startsWith(prefix) && hashes.has(shortHash(present.clientKey.slice(prefix.length)));
  if (isFollowed) return isOtherSigner ? ['other-signer'] : [];
  const isOfCopy = present.clientKey.startsWith('handed-');
  const same = Date.parse(present.createdAt) === Date.parse(at);
  return [isOfCopy ? 'other-copy' : 'given-here', ...(same ? (['same-instant'] as const) : [])];
}
