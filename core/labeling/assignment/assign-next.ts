import { addAssignment, assignedPosition, dropAssignment } from '../../../db/assignments.ts';
import { findBatchItem, iterateBatch, listOpenItems } from '../../../db/batches.ts';
import { leaseMinutesOf, leaseUntil, listDrawsToDeal, listLeases, putLease } from '../../../db/dealing.ts';
import { firstDrawOf, listDraws } from '../../../db/draws.ts';
import { keptMaps } from '../../../db/kept-maps.ts';
import { currentLabels, findLabel, newestLabelId, type StoredLabel } from '../../../db/labels.ts';
import { listPageRatings, type PageRating } from '../../../db/page-labels.ts';
import { othersVersion } from '../../../db/since-write.ts';
import { isMember, listMembers } from '../../../db/study-members.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import { asksThirdVote, votesWanted } from '../../estimate/third-vote.ts';
import { labelKeysFor } from '../../studies/label-key.ts';
import { type Batch, wasDealt } from './batch-key.ts';
import { pageLayout } from './page-layout.ts';

/** How long an item waits for whom it was dealt to, in minutes, unless somebody says otherwise. */
export const usualLeaseMinutes = 20;

/** Whether the items of a batch are dealt one by one; undefined where they are shared out, and in practice. */
export const leaseOfBatch = (db: ReadableDb, { study, key }: Batch): number | undefined =>
  study.practiceRound === undefined && key.isAssigned ? leaseMinutesOf(db, study.id) : undefined;

const after = (now: string, minutes: number): string =>
  new Date(Date.parse(now) + minutes * 60_000).toISOString();

/**
 * Sees to it that an annotator of a dealt study has an item to work on: one that waits for them, else the first of the draw that
 * lacks a word, so that the finished prefix grows as fast as the team labels. An item lacks one while those who have spoken and
 * those for whom it waits are fewer than the overlap, or than one more where a third vote is asked for. Members alone are dealt to. Call it inside a transaction.
 *
 * @param asked batches of one annotator: of a ranking those of the pairs that matter
 * @param options.together batches in which an item is answered at once: of pages those of all pairs
 * @param options.open items that may be open for the annotator, where somebody knows; else all of theirs are looked at
 * @param options.holds as many items are to wait for the annotator once one does, so that they go on without a connection; where
 *   nothing else is left, those beyond the first go to who has none
 * @param options.rates by study, how likely labels are to decide its pair: of the highest the item comes, and among equals the one
 *   that is earliest in its draw
 */
export function assignNext(
  db: WritableDb,
  asked: readonly Batch[],
  now: string,
  {
    together = [],
    open,
    holds = 1,
    rates,
    standIns,
  }: {
    together?: readonly Batch[];
    open?: readonly number[] | undefined;
    holds?: number | undefined;
    rates?: ReadonlyMap<number, number> | undefined;
    standIns?: StandIns | undefined;
  } = {},
): void {
  const dealt = asked.filter((batch) => leaseOfBatch(db, batch) !== undefined);
  const kept = dealt.map((batch) => keptOpenItems(db, batch, now, open));
  const held = standIns?.waiting(db).filter((one) => keepsPlace(db, one, now)) ?? [];
  const ownItems = together.length > 0 ? [...new Set(kept.flat())] : kept.flat();
  const waiting = ownItems.length + held.length;
  const find = () => nextToAssign(db, dealt, now, { together, rates });
  for (let lacking = (waiting === 0 ? 1 : holds) - waiting; lacking > 0; lacking -= 1) {
    const next = find() ?? (waiting === 0 && freeOneAhead(db, dealt, together, now) ? find() : undefined);
    if (!next) return;
    deal(db, next, { together, standIns, now });
  }
}

/** Batches of which an answer to an item of one is an answer. */
const answeredAtOnce = (batch: Batch, together: readonly Batch[]): readonly Batch[] =>
  together.length > 0 ? together : [batch];

/** Has an item that was found wait for its annotator, or what takes its place. */
function deal(
  db: WritableDb,
  next: { batch: Batch; itemId: number },
  { together, standIns, now }: { together: readonly Batch[]; standIns: StandIns | undefined; now: string },
): void {
  const { itemId } = next;
  const isTaken = standIns?.take(db, next) ?? false;
  for (const batch of answeredAtOnce(next.batch, together)) {
    const order = firstDrawOf(db, batch.study, itemId);
    if (order === undefined) continue;
    // An item whose place is taken waits as it would have, and is dealt after that.
    if (isTaken) leaseItem(db, batch, itemId, now);
    else holdDealt(db, batch, { itemId, order }, now);
  }
}

/**
 * Takes one item from somebody for whom it waits beyond the one that they are at, as the annotator who asks has none: the last one of
 * who has most. An answer that comes late is kept. Call it inside a transaction.
 *
 * @returns whether one is free now that the annotator can be dealt
 */
function freeOneAhead(
  db: WritableDb,
  asked: readonly Batch[],
  together: readonly Batch[],
  now: string,
): boolean {
  const members = new Set(asked.flatMap(({ study }) => listMembers(db, study.id)));
  const [first] = together;
  const pages = first && pageLayout(db, first.study.rankingId!, together);
  const placeOf = pages && new Map(pages.map(({ itemId }, place) => [itemId, place]));
  const lists = [...members].map((annotatorId) => {
    const own = waitingFor(db, asked, { annotatorId, now, placeOf });
    // A page that somebody is at waits in several pairs.
    const isAtHand = (one: (typeof own)[number]) =>
      one === own[0] || (together.length > 0 && one.itemId === own[0]?.itemId);
    return { annotatorId, ahead: own.filter((one) => !isAtHand(one)).reverse() };
  });
  for (const { annotatorId, ahead } of lists.sort((a, b) => b.ahead.length - a.ahead.length)) {
    for (const { batch, itemId } of ahead) {
      const dealt = { studyId: batch.study.id, annotatorId, itemId };
      const until = leaseUntil(db, dealt)!;
      putLease(db, dealt, now);
      if (!lacksRating(db, batch, itemId, now)) {
        putLease(db, dealt, until);
        continue;
      }
      for (const { study } of answeredAtOnce(batch, together)) {
        const inPair = { ...dealt, studyId: study.id };
        if (leaseUntil(db, inPair) !== undefined) putLease(db, inPair, now);
        dropAssignment(db, study.id, annotatorId, itemId);
      }
      return true;
    }
  }
  return false;
}

/**
 * What waits for somebody in several batches, in the order in which they meet it: the first of each, then the second.
 *
 * @param of.placeOf of pages, where each stands
 */
function waitingFor(
  db: ReadableDb,
  asked: readonly Batch[],
  of: { annotatorId: number; now: string; placeOf: ReadonlyMap<number, number> | undefined },
): { batch: Batch; itemId: number }[] {
  const { annotatorId, now, placeOf } = of;
  const found = asked.flatMap((batch) => {
    const { id: studyId } = batch.study;
    const isLive = (itemId: number) => (leaseUntil(db, { studyId, annotatorId, itemId }) ?? '') > now;
    const items = [...iterateBatch(db, { ...batch.key, annotatorId })];
    return items.flatMap(({ itemId, labelKind, laterRank }, turn) =>
      labelKind === null && laterRank === null && isLive(itemId)
        ? [{ batch, itemId, place: placeOf?.get(itemId) ?? turn }]
        : [],
    );
  });
  return found.sort((a, b) => a.place - b.place);
}

/** The item that an annotator with nothing open would be dealt; undefined where there is none. The options are those of `assignNext`. */
export function nextToAssign(
  db: ReadableDb,
  asked: readonly Batch[],
  now: string,
  { together, rates }: { together: readonly Batch[]; rates: ReadonlyMap<number, number> | undefined },
): { batch: Batch; itemId: number; order: number } | undefined {
  const words: WordsOnPages | undefined = together.length > 0 ? new Map() : undefined;
  const heads = asked.flatMap((batch) => {
    if (leaseOfBatch(db, batch) === undefined) return [];
    if (!isMember(db, batch.study.id, batch.key.annotatorId)) return [];
    const head = firstLacking(db, batch, now, words);
    return head ? [{ batch, ...head }] : [];
  });
  const rateOf = ({ batch }: { batch: Batch }) => rates?.get(batch.study.id) ?? 0;
  return heads.sort((a, b) => rateOf(b) - rateOf(a) || a.order - b.order)[0];
}

/** What may stand in the place of an item that is to be dealt. Both are asked inside a transaction. */
export interface StandIns {
  /** Those that an annotator has not answered yet. */
  waiting(db: WritableDb): readonly WaitingStandIn[];
  /** Whether one takes the place of the item that would be dealt next; the item comes after it. */
  take(db: WritableDb, next: { readonly batch: Batch; readonly itemId: number }): boolean;
}

interface WaitingStandIn {
  /** The item whose place it took, in the batch of its study. */
  readonly batch: Batch;
  readonly itemId: number;
  readonly isSnoozed: boolean;
  /** Takes it off the annotator's list. */
  drop(): void;
}

/** Whether one waits for the annotator: as long as the item would whose place it took. */
function keepsPlace(
  db: WritableDb,
  { batch, itemId, isSnoozed, drop }: WaitingStandIn,
  now: string,
): boolean {
  const { study, key } = batch;
  const { annotatorId } = key;
  const isListed = isMember(db, study.id, annotatorId);
  const isLive = isListed && (leaseUntil(db, { studyId: study.id, annotatorId, itemId }) ?? '') > now;
  if (!isLive && !(isListed && lacksRating(db, batch, itemId, now))) {
    drop();
    return false;
  }
  if (!isLive) leaseItem(db, batch, itemId, now);
  return !isSnoozed;
}

/** Has an item wait for an annotator without showing it. Call it inside a transaction. */
export function leaseItem(db: WritableDb, batch: Batch, itemId: number, now: string): void {
  const minutes = leaseOfBatch(db, batch);
  if (minutes === undefined) return;
  const { annotatorId } = batch.key;
  putLease(db, { studyId: batch.study.id, annotatorId, itemId }, after(now, minutes));
}

/**
 * Holds a dealt item for the annotator who is at work on it, also one that was given to somebody else meanwhile: a late answer is
 * kept. Call it inside a transaction.
 */
export function holdDealt(
  db: WritableDb,
  batch: Batch,
  place: { itemId: number; order: number },
  now: string,
): void {
  const minutes = leaseOfBatch(db, batch);
  const { annotatorId } = batch.key;
  const { itemId, order } = place;
  // Where items are shared out, what somebody left when they dropped out is theirs again once they answer it.
  if (minutes === undefined && !(batch.key.isAssigned && wasDealt(db, batch, itemId))) return;
  addAssignment(db, batch.study.id, { annotatorId, itemId, position: order });
  if (minutes === undefined) return;
  putLease(db, { studyId: batch.study.id, annotatorId, itemId }, after(now, minutes));
}

/** Holds an item of the annotator's own whose label was taken back or restored. Call it inside a transaction. */
export function holdAgain(db: WritableDb, batch: Batch, itemId: number, now: string): void {
  if (!batch.key.isAssigned) return;
  const { annotatorId } = batch.key;
  const order = assignedPosition(db, { studyId: batch.study.id, annotatorId, itemId });
  if (order !== undefined) holdDealt(db, batch, { itemId, order }, now);
}

/**
 * Open items that wait for the annotator, those that they put off aside. One whose time is over waits on while nobody else has taken it; else it is theirs no
 * longer.
 */
function keptOpenItems(db: WritableDb, batch: Batch, now: string, open?: readonly number[]): number[] {
  const { study, key } = batch;
  const minutes = leaseOfBatch(db, batch)!;
  const known = open?.flatMap((id) => findBatchItem(db, key, id) ?? []);
  const items = known?.filter(({ labelKind }) => labelKind === null) ?? listOpenItems(db, key);
  const { annotatorId } = key;
  const kept: number[] = [];
  for (const { itemId, laterRank } of items) {
    const dealt = { studyId: study.id, annotatorId, itemId };
    const isLive = (leaseUntil(db, dealt) ?? '') > now;
    if (!isLive && !lacksRating(db, batch, itemId, now)) {
      dropAssignment(db, study.id, annotatorId, itemId);
      continue;
    }
    if (!isLive) putLease(db, dealt, after(now, minutes));
    if (laterRank === null) kept.push(itemId);
  }
  return kept;
}

/** Whether fewer others have spoken of an item, or hold it, than the overlap asks for. */
function lacksRating(
  db: ReadableDb,
  { study, key }: Batch,
  itemId: number,
  now: string,
  words?: WordsOnPages,
): boolean {
  const spoken = spokenOf(db, study, itemId, words);
  // Who has answered the same in another study is not asked again.
  if (spoken === 'whole' || spoken.has(key.annotatorId)) return false;
  const others = new Set(spoken);
  for (const { annotatorId, until } of listLeases(db, study.id, itemId)) {
    if (until > now) others.add(annotatorId);
  }
  others.delete(key.annotatorId);
  return others.size < votesWanted(db, study, itemId, spoken.size);
}

/** Who has spoken of the replies to an item, read once for all pairs that have it on their page. */
type WordsOnPages = Map<number, readonly PageRating[]>;

function wordsOfKeys(db: ReadableDb, study: Batch['study'], itemId: number, words?: WordsOnPages) {
  const keys = labelKeysFor(study, itemId);
  if (!words || study.pageInstrument === null) return keys.map((key) => currentLabels(db, key));
  const [{ criterionId, instrument }] = keys as [(typeof keys)[number]];
  const said = words.get(itemId) ?? listPageRatings(db, { itemId, criterionId, instrument });
  words.set(itemId, said);
  return keys.map(({ systemId }) => said.filter((one) => one.systemId === systemId));
}

/** Who has answered all that a study asks of an item; or that a whole evaluation came with the data. */
function spokenOf(
  db: ReadableDb,
  study: Batch['study'],
  itemId: number,
  words?: WordsOnPages,
): ReadonlySet<number> | 'whole' {
  const [first, ...others] = wordsOfKeys(db, study, itemId, words);
  if (first!.some(({ source }) => source === 'gold' || source === 'simulated')) return 'whole';
  const isIn = (labels: readonly { annotatorId: number }[], id: number) =>
    labels.some((one) => one.annotatorId === id);
  const ids = first!.map(({ annotatorId }) => annotatorId);
  return new Set(ids.filter((id) => others.every((labels) => isIn(labels, id))));
}

const window = 64;
/** Draws that may lack a word are looked at so many at a time: mostly the first one does. */
const mostToLookAt = 8;

/** The first item of the draw that lacks a word and is not among those of the annotator. */
function firstLacking(
  db: ReadableDb,
  batch: Batch,
  now: string,
  words?: WordsOnPages,
): { itemId: number; order: number } | undefined {
  const { study, key } = batch;
  const { id: studyId, generation, overlap } = study;
  // An item that waits for so many others lacks nobody, whatever was said of it.
  const enough = overlap + (asksThirdVote(db, study) ? 1 : 0);
  const limit = mostToLookAt;
  for (let from = finishedDraws(db, batch, words); ; ) {
    const asked = { studyId, generation, annotatorId: key.annotatorId, now, enough, from, limit };
    const draws = listDrawsToDeal(db, asked);
    const found = draws.find(({ itemId }) => lacksRating(db, batch, itemId, now, words));
    if (found || draws.length < limit) return found;
    from = draws.at(-1)!.order + 1;
  }
}

interface Front {
  readonly generation: number;
  readonly version: number;
  /** The newest label of the project when it was looked at last. */
  newest: StoredLabel | undefined;
  done: number;
  looks: number;
}

/**
 * Where the search began last, by study: draws before it are answered. It begins anew where a label was taken back, corrected or stopped
 * counting here, where one could not be stored after all, where the rule or a decision is another, where another program wrote, and now
 * and then.
 */
const frontsOf = keptMaps<number, Front>();
const looksBeforeAnew = 2_000;

/**
 * Has the search begin at the first draw again in every study, after something that may have an answered item lack a word: another
 * study may ask for the same label.
 */
export const lookAnew = (db: ReadableDb): void => frontsOf(db).clear();

function finishedDraws(db: ReadableDb, { study }: Batch, words?: WordsOnPages): number {
  const known = frontsOf(db);
  const { id, generation } = study;
  const last = known.get(id);
  const version = othersVersion(db);
  const isUsable =
    last?.generation === generation &&
    last.version === version &&
    last.looks < looksBeforeAnew &&
    findLabel(db, last.newest?.id ?? null)?.clientKey === last.newest?.clientKey;
  const front = isUsable ? last : { generation, version, newest: undefined, done: 0, looks: 0 };
  front.looks += 1;
  front.newest = findLabel(db, newestLabelId(db));
  known.set(id, front);
  for (;;) {
    const draws = listDraws(db, id, generation, { offset: front.done, limit: window });
    const open = draws.findIndex(({ itemId }) => !isAnswered(db, study, itemId, words));
    front.done += open < 0 ? draws.length : open;
    if (open >= 0 || draws.length < window) return front.done;
  }
}

function isAnswered(db: ReadableDb, study: Batch['study'], itemId: number, words?: WordsOnPages): boolean {
  const spoken = spokenOf(db, study, itemId, words);
  return spoken === 'whole' || spoken.size >= votesWanted(db, study, itemId, spoken.size);
}
