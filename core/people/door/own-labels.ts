import { type CheckRow, findCheck, listDealtChecks } from '../../../db/quality.ts';
import { getStudy } from '../../../db/studies.ts';
import type { LabelChange, LabelItem } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { knownRatings } from '../label/known-ratings.ts';
import { flagItem, keepDraft, noteItem, putOff } from '../label/mark-item.ts';
import { describeSitting, sittingItem } from '../label/open-batch.ts';
import { pageReplies } from '../label/page-replies.ts';
import { type Sitting, sealedSittingRef, sittingByRef, sittingOf } from '../label/sitting.ts';
import { type Submission, submitLabel } from '../label/submit-label.ts';
import { redoLabel, undoLabel } from '../label/undo-label.ts';
import { stepsOf } from '../label/undo-stacks.ts';
import { hiddenRound, roundOfTry } from '../quality/check-results.ts';
import { applyRule } from '../quality/exclude.ts';
import { dealCheck, dealtChecks } from '../quality/hidden-checks.ts';
import { hiddenBatch } from '../quality/qualification-batch.ts';
import { stageOf } from '../quality/stage.ts';
import { type DoorContext, visitorIn } from './door-base.ts';
import { assertHasRead } from './guidelines.ts';
import { pendingCheck } from './own-batch.ts';
import { doneOf, isEnough, letGo, workProgress } from './own-progress.ts';
import { ownSitting, workOf } from './own-sitting.ts';
import { enter, leave } from './visitor.ts';

interface OfBatch {
  batch: string;
}
type At = OfBatch & { ref: string };

/**
 * A sitting of the visitor's own that they are at work on.
 *
 * @throws AppError NOT_FOUND; CONFLICT where something else is asked of them first, or nothing any more
 */
function ownWork(context: DoorContext, sealed: string): Sitting {
  const { annotatorId, studyId } = visitorIn(context);
  const sitting = ownSitting(context, sealed);
  const db = dbOf(context.core);
  const stage = stageOf(db, getStudy(db, studyId), annotatorId);
  const { practiceRound = 1 } = sitting.batches[0].study;
  const isFit =
    stage.kind === 'qualification'
      ? practiceRound === roundOfTry(stage.attempt)
      : stage.kind === 'work' && practiceRound > 0;
  if (isFit) return sitting;
  throw new AppError('CONFLICT', 'Something else comes first, or nothing is left.', {
    field: 'stage',
    mend: 'Open the page again.',
  });
}

const isPractice = ({ batches: [{ study }] }: Sitting): boolean => study.practiceRound !== undefined;

/** The sitting in which a reference is asked: that of the hidden checks for one that this visitor was given. */
function sittingOfItem(context: DoorContext, sitting: Sitting, ref: string): Sitting {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const db = dbOf(core);
  const check = isPractice(sitting) ? undefined : findCheck(db, studyId, ref);
  const isGiven = listDealtChecks(db, studyId, annotatorId).some(({ itemId }) => itemId === check?.itemId);
  const hidden =
    isGiven && check?.round === hiddenRound ? hiddenBatch(core, { studyId, annotatorId }) : undefined;
  return hidden ? sittingOf(core, hidden) : sitting;
}

/** An act on an item of the visitor's own. */
const own =
  <I extends At, O>(act: (core: CoreContext, input: I) => O) =>
  (context: DoorContext, input: I): O => {
    const sitting = sittingOfItem(context, ownWork(context, input.batch), input.ref);
    return act(context.core, { ...input, batch: sealedSittingRef(context.core, sitting) });
  };

/** One that changes something: what comes next is told anew, with checks among the items. */
const change =
  <I extends At>(act: (core: CoreContext, input: I) => Promise<LabelChange>) =>
  async (context: DoorContext, input: I): Promise<LabelChange> =>
    withNext(context, input.batch, await own(act)(context, input));

export const flagOwn = change(flagItem);
export const noteOwn = change(noteItem);
export const putOffOwn = change(putOff);
export const draftOwn = own(keepDraft);
const ownSubmission = change(submitLabel);
const plainItem = own((core, { batch, ref }: At) => sittingItem(core, batch, ref));

/** An item, at its place among the visitor's own and the checks between them. */
export function ownItem(context: DoorContext, at: At): LabelItem {
  const item = plainItem(context, at);
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  const sitting = sittingByRef(context.core, at.batch);
  if (isPractice(sitting)) return item;
  const checks = dealtChecks(context.core, getStudy(db, studyId), annotatorId);
  const place = checks.findIndex(({ check }) => check.ref === at.ref);
  if (place < 0) {
    // The pairs of a ranking are dealt in another order than that of its queue: what is open comes next.
    if (item.current === null && sitting.ranking !== null) return { ...item, position: doneOf(context) + 1 };
    const before = checks.filter(({ afterItems }) => afterItems < item.position).length;
    return { ...item, position: item.position + before };
  }
  const { check, afterItems } = checks[place]!;
  return { ...withInstruction(item, check, placesOf(context, check)), position: afterItems + place + 1 };
}

/** At which places of a page the replies stand whose ratings are known. */
function placesOf(context: DoorContext, { itemId, expected }: CheckRow): ReadonlySet<number> {
  const { pages } = workOf(context);
  if (!pages) return new Set();
  const known = knownRatings(expected);
  const replies = pageReplies(dbOf(context.core), pages, itemId);
  return new Set(replies.keys().filter((place) => replies[place]!.systemIds.some((id) => known.has(id))));
}

/** A check of attention stands under the text that it belongs to: of a comparison on both sides, of a page under each reply whose rating is known. */
function withInstruction(item: LabelItem, { instruction }: CheckRow, places: ReadonlySet<number>): LabelItem {
  if (instruction === '') return item;
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
function withNext(context: DoorContext, sealed: string, said: LabelChange): LabelChange {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const db = dbOf(core);
  const main = sittingByRef(core, sealed);
  if (isPractice(main)) return said;
  const study = getStudy(db, studyId);
  const hidden = hiddenBatch(core, { studyId, annotatorId });
  const stage = stageOf(db, study, annotatorId);
  if (stage.kind !== 'work' || isEnough(context)) return { ...said, next: null };
  if (!hidden) return said;
  const checks = dealtChecks(core, study, annotatorId);
  const { next, undoable, redoable } = describeSitting(core, main);
  const steps = stepsOf(core, sittingOf(core, hidden));
  return {
    ...said,
    next: pendingCheck(checks, next) ?? next,
    undoable: undoable || steps.undo !== null,
    redoable: redoable || steps.redo !== null,
  };
}

/** The newest of what can be taken back, or restored, is in the batch or among the checks between. */
async function step(context: DoorContext, { batch }: OfBatch, what: 'undo' | 'redo'): Promise<LabelChange> {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const main = ownWork(context, batch);
  const checks = isPractice(main) ? undefined : hiddenBatch(core, { studyId, annotatorId });
  const hidden = checks && sittingOf(core, checks);
  const newest = (sitting: Sitting) => stepsOf(core, sitting)[what]?.id ?? 0;
  const of = hidden && newest(hidden) > newest(main) ? hidden : main;
  const act = what === 'undo' ? undoLabel : redoLabel;
  return withNext(context, batch, await act(core, sealedSittingRef(core, of)));
}

export const undoOwn = (context: DoorContext, input: OfBatch) => step(context, input, 'undo');
export const redoOwn = (context: DoorContext, input: OfBatch) => step(context, input, 'redo');

/**
 * Stores an answer; then a check may follow, and the rule of exclusion is looked at. The key that tells a repeated answer from a new
 * one counts for this annotator alone: nobody else's is in its way.
 */
export async function submitOwn(context: DoorContext, input: Omit<Submission, 'estimateVisible'>) {
  assertHasRead(context);
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const clientKey = `${annotatorId}-${input.clientKey}`;
  const said = await ownSubmission(context, { ...input, clientKey, estimateVisible: false });
  const db = dbOf(core);
  const isOfWork = !isPractice(sittingByRef(core, input.batch));
  // The item that was dealt for after this one would wait for nobody.
  if (isOfWork && isEnough(context)) await letGo(context);
  const hidden = hiddenBatch(core, { studyId, annotatorId });
  const study = getStudy(db, studyId);
  if (!hidden || !isOfWork) return said;
  const isCheck = findCheck(db, studyId, input.ref) !== undefined;
  if (!isCheck) {
    const { labeled, skipped } = workProgress(context);
    await whenWritable(() =>
      db.transaction(() => dealCheck(db, study, annotatorId, labeled + skipped)).immediate(),
    );
  }
  await applyRule(core, study, annotatorId);
  return withNext(context, input.batch, said);
}

/** How far the visitor is. */
export function ownProgress(context: DoorContext) {
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  const study = getStudy(db, studyId);
  const { labeled, skipped, assigned, secondsPerItem } = workProgress(context);
  const checks = dealtChecks(context.core, study, annotatorId);
  const counted = (state: string) => checks.filter((one) => one.state === state).length;
  return {
    labeled: labeled + counted('labeled'),
    skipped: skipped + counted('skipped'),
    items: assigned + checks.length,
    secondsPerItem,
  };
}

/** Lets this browser in by a link. */
export async function enterDoor(
  { core, setCookie, onKnown }: DoorContext,
  link: { token: string; name?: string | undefined },
) {
  setCookie(await enter(core, { ...link, onKnown }));
  return {};
}

export async function leaveDoor(context: DoorContext) {
  await leave(context.core, visitorIn(context));
  context.setCookie(null);
  return {};
}
