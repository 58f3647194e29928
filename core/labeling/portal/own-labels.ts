import { keptMaps } from '../../../db/kept-maps.ts';
import { type CheckRow, findCheck } from '../../../db/quality.ts';
import { hasKnownAnswers, hiddenRound, roundOfTry } from '../../../db/rounds.ts';
import { getStudy } from '../../../db/studies.ts';
import type { Crowd, LabelChange, LabelItem } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { picturesIn } from '../../../shared/picture-words.ts';
import { pictureOf } from '../../data/pictures.ts';
import { linkedStudies } from '../../estimate/ranking.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { knownRatings } from '../../studies/checks/known-ratings.ts';
import { placeOf } from '../assignment/batch-key.ts';
import { applyRule, showExclusion } from '../rounds/checks/exclude.ts';
import { renewCheck } from '../rounds/checks/hidden-checks.ts';
import { hiddenBatch } from '../rounds/checks/qualification-batch.ts';
import { stageOf } from '../rounds/checks/stage.ts';
import { assignOneMore, dealerOf } from '../session/dealing.ts';
import {
  type LabelingSession,
  labelingSessionByRef,
  labelingSessionOf,
  queueOf,
  sealedLabelingSessionRef,
} from '../session/labeling-session.ts';
import { flagItem, keepDraft, noteItem, snooze } from '../session/mark-item.ts';
import { labelingSessionItem, nextIn, openItems, shownItem } from '../session/open-batch.ts';
import { pageReplies } from '../session/page-replies.ts';
import { type Submission, submitLabel } from '../session/submit-label.ts';
import { redoLabel, undoLabel } from '../session/undo-label.ts';
import { stepsOf } from '../session/undo-stacks.ts';
import { secondsPerItem } from '../team/team-state.ts';
import { assertHasRead } from './guidelines.ts';
import { doneOf, holdsOf, isEnough, release, workProgress } from './own-progress.ts';
import { isPractice, labelingSessionOfItem, ownLabelingSession, withOwnItem, workOf } from './own-session.ts';
import { settleVisitors } from './own-wait.ts';
import { type PortalContext, visitorIn } from './portal-base.ts';
import { enter, leave } from './visitor.ts';

const sentAt = keptMaps<string, number>();
const answeredAt = keptMaps<number, number>();
const mostKept = 50_000;

const nameOf = (context: PortalContext, ref: string) => `${visitorIn(context).annotatorId} ${ref}`;

/** Keeps when an item was first sent to the visitor. It is forgotten when the project is closed. */
function noteSent(context: PortalContext, ref: string): void {
  const sent = sentAt(dbOf(context.core));
  const name = nameOf(context, ref);
  if (sent.has(name)) return;
  if (sent.size >= mostKept) sent.clear();
  sent.set(name, performance.now());
}

/**
 * When the visitor gave an answer that arrives now, and how long they can have worked on it, by the clock of this machine in
 * milliseconds: since its item was sent, or since they gave the answer before it, whichever was later. Items fetched ahead gain no time,
 * and answers that waited for the connection share what passed since the one before them. Null where neither is known.
 */
function portalTimeOf(
  context: PortalContext,
  { ref, waitedMs }: { ref: string; waitedMs: number },
): { givenAt: number; doorMs: number | null } {
  const db = dbOf(context.core);
  const since = [
    sentAt(db).get(nameOf(context, ref)),
    answeredAt(db).get(visitorIn(context).annotatorId),
  ].filter((at) => at !== undefined);
  const now = performance.now();
  if (since.length === 0) return { givenAt: now, doorMs: null };
  const from = Math.max(...since);
  const givenAt = Math.max(from, now - waitedMs);
  return { givenAt, doorMs: Math.round(givenAt - from) };
}

/** Keeps when the visitor answered last. */
function noteAnswered(context: PortalContext, givenAt: number): void {
  answeredAt(dbOf(context.core)).set(visitorIn(context).annotatorId, givenAt);
}

interface OfBatch {
  batch: string;
}
type At = OfBatch & { ref: string };

/**
 * A labeling session of the visitor's own that they are at work on.
 *
 * @throws AppError NOT_FOUND; CONFLICT where something else is asked of them first, or nothing any more
 */
function ownWork(context: PortalContext, sealed: string): LabelingSession {
  const { annotatorId, studyId } = visitorIn(context);
  const labelingSession = ownLabelingSession(context, sealed);
  const db = dbOf(context.core);
  const stage = stageOf(db, getStudy(db, studyId), annotatorId);
  const { practiceRound } = labelingSession.batches[0].study;
  const isFit =
    stage.kind === 'qualification'
      ? practiceRound === roundOfTry(stage.attempt)
      : stage.kind === 'work' && !hasKnownAnswers(practiceRound);
  if (isFit) return labelingSession;
  throw new AppError('CONFLICT', 'Something else comes first, or nothing is left.', {
    field: 'stage',
    remedy: 'Open the page again.',
  });
}

/** An act on an item of the visitor's own. Where it is a check, the next item is dealt of the labeling session that it stands in. */
const own =
  <I extends At, O>(act: (core: CoreContext, input: I, queue?: LabelingSession) => O | Promise<O>) =>
  (context: PortalContext, input: I): Promise<O> =>
    withOwnItem(async () => {
      const work = ownWork(context, input.batch);
      const labelingSession = labelingSessionOfItem(context, work, input.ref);
      const batch = sealedLabelingSessionRef(context.core, labelingSession);
      return act(context.core, { ...input, batch }, isPractice(work) ? undefined : workAhead(context));
    });

/** What the visitor labels, of which as many items wait as their page fetches ahead. */
const workAhead = (context: PortalContext): LabelingSession => ({
  ...workOf(context),
  holds: holdsOf(context),
});

/** One that changes something: what comes next is told anew, with checks among the items. */
const change = <I extends At>(
  act: (core: CoreContext, input: I, queue?: LabelingSession) => Promise<LabelChange>,
) => {
  const changeOwn = own(act);
  return async (context: PortalContext, input: I): Promise<LabelChange> => {
    await renewIfCheck(context, input);
    return withNext(context, input.batch, await changeOwn(context, input));
  };
};

/** An annotator who answers a check late has it back. */
async function renewIfCheck(context: PortalContext, { batch, ref }: At): Promise<void> {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const work = ownWork(context, batch);
  const labelingSession = labelingSessionOfItem(context, work, ref);
  if (labelingSession === work) return;
  const { itemId } = placeOf(dbOf(core), labelingSession.batches[0], ref);
  await renewCheck(core, getStudy(dbOf(core), studyId), { annotatorId, itemId });
}

export const flagOwn = change(flagItem);
export const noteOwn = change(noteItem);
export const snoozeOwn = change(snooze);
const keepOwnDraft = own(keepDraft);
export async function draftOwn(context: PortalContext, input: At & { draft: string }) {
  await renewIfCheck(context, input);
  return keepOwnDraft(context, input);
}
const ownSubmission = change(submitLabel);
const plainItem = own((core, { batch, ref }: At) => labelingSessionItem(core, batch, ref));

/** A picture of an item that the visitor may see; one that no text of it names is as unknown as one that there is not. */
export const ownPicture = own((core, { batch, ref, sha256 }: At & { sha256: string }) => {
  const item = shownItem(core, labelingSessionByRef(core, batch), ref);
  const isNamed = picturesIn(JSON.stringify(item)).includes(sha256);
  return pictureOf(core, { sha256: isNamed ? sha256 : '' });
});

/** An item, at its place among the visitor's own and the checks between them. */
export async function ownItem(context: PortalContext, at: At): Promise<LabelItem> {
  const item = await plainItem(context, at);
  noteSent(context, at.ref);
  if (isPractice(labelingSessionByRef(context.core, at.batch))) return item;
  return placed(context, item);
}

/** An item at its place among the visitor's own; of a ranking, whose pairs are dealt in another order than its queue, what is open comes next. */
function placed(context: PortalContext, item: LabelItem, ahead = 0): LabelItem {
  const work = workOf(context);
  if (item.current === null && work.ranking !== null) {
    return withInstruction(context, { ...item, position: doneOf(context) + 1 + ahead });
  }
  if (!work.among) return item;
  const place = [...queueOf(context.core, work)].findIndex(({ ref }) => ref === item.ref);
  return withInstruction(context, { ...item, position: place < 0 ? item.position : place + 1 });
}

/** So much is sent ahead in one answer, unless a single item is longer. */
const mostCharacters = 500_000;

/** What the visitor is asked next, without what their page has already; where items are dealt, as many wait for them. */
export async function itemsAhead(
  context: PortalContext,
  { batch, have }: OfBatch & { have: readonly string[] },
): Promise<LabelItem[]> {
  const { core } = context;
  const own = ownWork(context, batch);
  const isOfWork = !isPractice(own);
  if (isOfWork && isEnough(context)) return [];
  const work = isOfWork ? workAhead(context) : own;
  const most = holdsOf(context);
  const find = () => openItems(core, work, most);
  let open = find();
  if (isOfWork && open.length < most && dealerOf(core, work)) {
    await assignOneMore(core, work);
    open = find();
  }
  const known = new Set(have);
  const found: LabelItem[] = [];
  let characters = 0;
  for (const [at, { ref }] of open.entries()) {
    if (known.has(ref)) continue;
    const item = await plainItem(context, { batch, ref });
    characters += JSON.stringify(item).length;
    if (found.length > 0 && characters > mostCharacters) break;
    noteSent(context, ref);
    found.push(isOfWork ? placed(context, item, at) : item);
  }
  return found;
}

/** At which places of a page the replies stand whose ratings are known. */
function placesOf(context: PortalContext, { itemId, expected }: CheckRow): ReadonlySet<number> {
  const { pages } = workOf(context);
  if (!pages) return new Set();
  const known = knownRatings(expected);
  const replies = pageReplies(dbOf(context.core), pages, itemId);
  return new Set(replies.keys().filter((place) => replies[place]!.systemIds.some((id) => known.has(id))));
}

/** A check of attention stands under the text that it belongs to: of a comparison on both sides, of a page under each reply whose rating is known. */
function withInstruction(context: PortalContext, item: LabelItem): LabelItem {
  const check = findCheck(dbOf(context.core), visitorIn(context).studyId, item.ref);
  if (!check || check.instruction === '') return item;
  const { instruction } = check;
  const places = placesOf(context, check);
  const { replies, rightReplies, page, conversation } = item;
  const added = (text: string) => `${text}\n\n${instruction}`;
  const withLast = (list: LabelItem['replies']) =>
    list.map((one, i) => (i < list.length - 1 ? one : { ...one, text: added(one.text) }));
  if (page) {
    const under = (one: (typeof page)[number]) =>
      places.has(one.place) ? { ...one, replies: withLast(one.replies) } : one;
    return { ...item, page: page.map(under) };
  }
  if (replies.length > 0) {
    return { ...item, replies: withLast(replies), rightReplies: rightReplies && withLast(rightReplies) };
  }
  const turns = conversation.map((turn, i) =>
    i < conversation.length - 1 ? turn : { ...turn, content: added(turn.content) },
  );
  return { ...item, conversation: turns };
}

/** What comes next for the visitor, and what can be taken back, with checks among their items. */
function withNext(context: PortalContext, sealed: string, said: LabelChange): LabelChange {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const db = dbOf(core);
  if (isPractice(labelingSessionByRef(core, sealed))) return said;
  const stage = stageOf(db, getStudy(db, studyId), annotatorId);
  if (stage.kind !== 'work' || isEnough(context)) return { ...said, next: null };
  const work = workOf(context);
  return work.among ? { ...said, ...nextIn(core, work) } : said;
}

/** The newest of what can be taken back, or restored, is in the batch or among the checks between. */
async function step(context: PortalContext, { batch }: OfBatch, what: 'undo' | 'redo'): Promise<LabelChange> {
  const { core } = context;
  const main = ownWork(context, batch);
  const among = isPractice(main) ? undefined : workOf(context).among;
  const newest = among && stepsOf(core, { ...main, among })[what];
  const of = newest?.practiceRound === hiddenRound ? labelingSessionOf(core, among!.batch) : main;
  const act = what === 'undo' ? undoLabel : redoLabel;
  return withNext(context, batch, await act(core, sealedLabelingSessionRef(core, of)));
}

export const undoOwn = (context: PortalContext, input: OfBatch) => step(context, input, 'undo');
export const redoOwn = (context: PortalContext, input: OfBatch) => step(context, input, 'redo');

/**
 * Stores an answer; then the rule of exclusion is looked at. The key that tells a repeated answer from a new
 * one counts for this annotator alone: nobody else's is in its way.
 */
export async function submitOwn(
  context: PortalContext,
  { waitedMs = 0, ...input }: Omit<Submission, 'estimateVisible' | 'doorMs'> & { waitedMs?: number },
) {
  assertHasRead(context);
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const clientKey = `${annotatorId}-${input.clientKey}`;
  const { givenAt, doorMs } = portalTimeOf(context, { ref: input.ref, waitedMs });
  const said = await ownSubmission(context, { ...input, clientKey, doorMs, estimateVisible: false });
  noteAnswered(context, givenAt);
  const db = dbOf(core);
  const isOfWork = !isPractice(labelingSessionByRef(core, input.batch));
  // The item that was dealt for after this one would wait for nobody.
  if (isOfWork && isEnough(context)) await release(context);
  const study = getStudy(db, studyId);
  if (stageOf(db, study, annotatorId).kind === 'failed') await settleVisitors(context);
  if (!isOfWork || !hiddenBatch(core, { studyId, annotatorId })) return said;
  await applyRule(core, study, annotatorId);
  const isOver = withNext(context, input.batch, said).next === null;
  await showExclusion(core, study, { annotatorId, answers: () => doneOf(context), isOver });
  // A check may be what the visitor answers last.
  if (isOver) core.events.publish({ type: 'study.changed', studyId });
  return withNext(context, input.batch, said);
}

/** How far the visitor is. */
export function ownProgress(context: PortalContext) {
  const { annotatorId, studyId } = visitorIn(context);
  const { labeled, skipped, assigned } = workProgress(context);
  const db = dbOf(context.core);
  const studies = linkedStudies(db, studyId);
  const pace = secondsPerItem(db, studies, annotatorId, { asTold: true });
  return { labeled, skipped, items: assigned, secondsPerItem: pace };
}

/** Lets this browser in by a link. */
export async function enterPortal(
  { core, setCookie, watch }: PortalContext,
  link: {
    token: string;
    clientKey?: string | undefined;
    name?: string | undefined;
    crowd?: Crowd | undefined;
  },
) {
  setCookie(await enter(core, { ...link, watch }));
  return {};
}

export async function leavePortal(context: PortalContext) {
  await leave(context.core, visitorIn(context));
  context.setCookie(null);
  return {};
}
