import { findCheck, listDealtChecks } from '../../../db/quality.ts';
import { getStudy } from '../../../db/studies.ts';
import { listMembers } from '../../../db/study-members.ts';
import type { LabelChange, LabelItem } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { type Batch, batchByRef, sealedBatchRef } from '../batch/batch-key.ts';
import { flagItem, keepDraft, noteItem, putOff } from '../label/mark-item.ts';
import { describeBatch, sittingItem } from '../label/open-batch.ts';
import { type Submission, submitLabel } from '../label/submit-label.ts';
import { redoLabel, undoLabel } from '../label/undo-label.ts';
import { undoStacks } from '../label/undo-stacks.ts';
import { checkResults, hiddenRound, roundOfTry } from '../quality/check-results.ts';
import { applyRule } from '../quality/exclude.ts';
import { dealCheck, dealtChecks } from '../quality/hidden-checks.ts';
import { hiddenBatch } from '../quality/qualification-batch.ts';
import { stageOf } from '../quality/stage.ts';
import { progressOf } from '../team/team-state.ts';
import { type DoorContext, visitorIn } from './door-base.ts';
import { assertHasRead } from './guidelines.ts';
import { itemsOfEach, pendingCheck } from './own-batch.ts';
import { enter, leave } from './visitor.ts';

interface OfBatch {
  batch: string;
}
type At = OfBatch & { ref: string };

/**
 * A batch that is the visitor's own: of their study, and opened under their name; and at work is who is. Another's reference is as
 * unknown as one that nobody made.
 *
 * @throws AppError NOT_FOUND; CONFLICT where something else is asked of them first, or nothing any more
 */
function ownBatch(context: DoorContext, sealed: string): Batch {
  const { annotatorId, studyId } = visitorIn(context);
  const batch = batchByRef(context.core, sealed);
  const { key, study } = batch;
  if (key.annotatorId !== annotatorId || key.studyId !== studyId) {
    throw new AppError('NOT_FOUND', 'There is no such batch.', {
      field: 'batch',
      mend: 'Open the page again.',
    });
  }
  const stage = stageOf(dbOf(context.core), study, annotatorId);
  const { practiceRound = 1 } = study;
  const isFit =
    stage.kind === 'qualification'
      ? practiceRound === roundOfTry(stage.attempt)
      : stage.kind === 'work' && practiceRound > 0;
  if (isFit) return batch;
  throw new AppError('CONFLICT', 'Something else comes first, or nothing is left.', {
    field: 'stage',
    mend: 'Open the page again.',
  });
}

/** The batch in which a reference is asked: that of the hidden checks for one that this visitor was given. */
function batchOf(context: DoorContext, batch: Batch, ref: string): Batch {
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  const check = batch.study.practiceRound === undefined ? findCheck(db, studyId, ref) : undefined;
  const isGiven = listDealtChecks(db, studyId, annotatorId).some(({ itemId }) => itemId === check?.itemId);
  return (
    (isGiven && check?.round === hiddenRound && hiddenBatch(context.core, { studyId, annotatorId })) || batch
  );
}

/** An act on an item of the visitor's own. */
const own =
  <I extends At, O>(act: (core: CoreContext, input: I) => O) =>
  (context: DoorContext, input: I): O => {
    const batch = batchOf(context, ownBatch(context, input.batch), input.ref);
    return act(context.core, { ...input, batch: sealedBatchRef(context.core, batch) });
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
  const { annotatorId } = visitorIn(context);
  const { study } = batchByRef(context.core, at.batch);
  if (study.practiceRound !== undefined) return item;
  const checks = dealtChecks(dbOf(context.core), study, annotatorId);
  const place = checks.findIndex(({ check }) => check.ref === at.ref);
  if (place < 0) {
    const before = checks.filter(({ afterItems }) => afterItems < item.position).length;
    return { ...item, position: item.position + before };
  }
  const { check, afterItems } = checks[place]!;
  return { ...withInstruction(item, check.instruction), position: afterItems + place + 1 };
}

/** A check of attention stands under the text that it belongs to. */
function withInstruction(item: LabelItem, instruction: string): LabelItem {
  if (instruction === '') return item;
  const { replies, conversation } = item;
  const added = (text: string) => `${text}\n\n${instruction}`;
  if (replies.length > 0) {
    return {
      ...item,
      replies: replies.map((one, i) => (i < replies.length - 1 ? one : { ...one, text: added(one.text) })),
    };
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
  const main = batchByRef(core, sealed);
  if (main.study.practiceRound !== undefined) return said;
  const hidden = hiddenBatch(core, { studyId, annotatorId });
  const stage = stageOf(db, main.study, annotatorId);
  if (!hidden && stage.kind === 'work' && !isEnoughDone(context, main)) return said;
  if (stage.kind !== 'work' || isEnoughDone(context, main)) return { ...said, next: null };
  const checks = dealtChecks(db, main.study, annotatorId);
  const { next, undoable, redoable } = describeBatch(core, main);
  const stacks = undoStacks(db, [hidden!.key]);
  return {
    ...said,
    next: pendingCheck(checks, next) ?? next,
    undoable: undoable || stacks.undo.length > 0,
    redoable: redoable || stacks.redo.length > 0,
  };
}

function isEnoughDone(context: DoorContext, { study, key }: Batch): boolean {
  const most = itemsOfEach(context);
  return most !== null && doneOf(context, study.id, key.annotatorId) >= most;
}

/** How many items an annotator has answered, checks among them. */
function doneOf({ core }: DoorContext, studyId: number, annotatorId: number): number {
  const db = dbOf(core);
  const study = getStudy(db, studyId);
  const { labeled, skipped } = progressOf(core, study, annotatorId, listMembers(db, studyId).length > 0);
  return labeled + skipped + checkResults(db, study, { annotatorId, round: hiddenRound }).length;
}

/** The newest of what can be taken back, or restored, is in the batch or among the checks between. */
async function step(context: DoorContext, { batch }: OfBatch, what: 'undo' | 'redo'): Promise<LabelChange> {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  const main = ownBatch(context, batch);
  const hidden =
    main.study.practiceRound === undefined ? hiddenBatch(core, { studyId, annotatorId }) : undefined;
  const newest = ({ key }: Batch) => undoStacks(dbOf(core), [key])[what].at(-1)?.id ?? 0;
  const of = hidden && newest(hidden) > newest(main) ? hidden : main;
  const act = what === 'undo' ? undoLabel : redoLabel;
  return withNext(context, batch, await act(core, sealedBatchRef(core, of)));
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
  const hidden = hiddenBatch(core, { studyId, annotatorId });
  const { study } = batchByRef(core, input.batch);
  if (!hidden || study.practiceRound !== undefined) return said;
  const isCheck = findCheck(db, studyId, input.ref) !== undefined;
  if (!isCheck) {
    const { labeled, skipped } = progressOf(core, study, annotatorId, listMembers(db, studyId).length > 0);
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
  const isAssigned = listMembers(db, studyId).length > 0;
  const { labeled, skipped, assigned, secondsPerItem } = progressOf(
    context.core,
    study,
    annotatorId,
    isAssigned,
  );
  const checks = dealtChecks(db, study, annotatorId);
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
