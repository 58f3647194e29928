import { leaseMinutesOf } from '../../../db/dealing.ts';
import { offeredRuns } from '../../../db/portal-validations.ts';
import { findQualityPlan } from '../../../db/quality.ts';
import { getStudy } from '../../../db/studies.ts';
import { countUnread } from '../../../db/team-messages.ts';
import type { LabelBatch, VisitBatch } from '../../../shared/contract/index.ts';
import { dbOf } from '../../platform/context.ts';
import { labelFailures } from '../../studies/failures/coding.ts';
import { guidelinesVersion } from '../../studies/guidelines-version.ts';
import { layChecks } from '../rounds/checks/hidden-checks.ts';
import { qualificationBatch } from '../rounds/checks/qualification-batch.ts';
import { passedTry, type Stage, stageOf } from '../rounds/checks/stage.ts';
import { assignOneMore } from '../session/dealing.ts';
import { describeBatch, describeLabelingSession } from '../session/open-batch.ts';
import { mustRead } from './guidelines.ts';
import { doneBefore, isEnough, itemsOfEach, noteCutShort } from './own-progress.ts';
import { isPractice, opensFor, workOf } from './own-session.ts';
import { settleVisitors, waitOf } from './own-wait.ts';
import { type PortalContext, visitorIn } from './portal-base.ts';

/** The batch of the one who asks: what is asked of them first, the round of practice before it, or their items. */
export async function openOwn(context: PortalContext): Promise<VisitBatch> {
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  const study = getStudy(db, studyId);
  const stage = stageOf(db, study, annotatorId);
  await settleVisitors(context);
  const { title: _, annotator, ...batch } = await batchAt(context, stage);
  const { items } = batch;
  const isWork = stage.kind === 'work' && batch.practiceRound === null;
  const before = isWork ? doneBefore(context) : 0;
  const done = before + items.filter(({ state }) => state === 'labeled' || state === 'skipped').length;
  const isDealt = isWork && leaseMinutesOf(db, studyId) !== undefined;
  const { name, initials, color } = annotator;
  const isOver = isWork && isEnough(context, () => done);
  const next = (stage.kind === 'work' || stage.kind === 'qualification') && !isOver ? batch.next : null;
  const waits = stage.kind === 'work' && next === null && !isOver ? waitOf(context) : null;
  const failures = labelFailures(db, studyId);
  return {
    ...batch,
    ...(failures && { failures }),
    items: shownOf(items),
    done,
    total: isDealt ? itemsOfEach(context) : before + items.length,
    next,
    practiceRound: stage.kind === 'work' ? batch.practiceRound : null,
    annotator: { name, initials, color },
    guidelinesVersion: guidelinesVersion(study),
    mustRead: mustRead(db, study, annotatorId),
    ...wordsOfStage(stage),
    qualified: stage.kind === 'work' ? passedTry(db, study, annotatorId) : null,
    waits,
    completion: await completionOf(context, { stage, isWork, isOver, done, next, waits }),
    toValidate: stage.kind === 'work' ? await openToValidate(context) : 0,
    unread: countUnread(db, studyId, annotatorId),
  };
}

/** Answers that the visitor may still validate; the protocols are loaded where a run is offered. */
async function openToValidate(context: PortalContext): Promise<number> {
  const { studyId } = visitorIn(context);
  if (offeredRuns(dbOf(context.core), studyId).length === 0) return 0;
  const { nextOwn } = await import('./own-validation.ts');
  return nextOwn(context).open;
}

async function batchAt(context: PortalContext, stage: Stage): Promise<LabelBatch> {
  const { annotatorId, studyId } = visitorIn(context);
  const { core } = context;
  if (stage.kind === 'qualification') {
    return describeBatch(core, qualificationBatch(core, { studyId, annotatorId, attempt: stage.attempt }));
  }
  if (stage.kind !== 'work') {
    const batch = describeLabelingSession(core, workOf(context));
    return { ...batch, items: [], next: null };
  }
  const opened = opensFor(context);
  if (isPractice(opened)) return describeLabelingSession(core, opened);
  // An annotator who has done enough is dealt nothing more.
  if (!isEnough(context)) {
    await layChecks(core, opened, getStudy(dbOf(core), studyId));
    await assignOneMore(core, workOf(context));
  }
  return describeLabelingSession(core, workOf(context));
}

/** Whoever is excluded is told that nothing is left, and not why. */
function wordsOfStage(stage: Stage): Pick<VisitBatch, 'stage' | 'consent' | 'attempt'> {
  return {
    stage: stage.kind === 'excluded' ? 'ended' : stage.kind,
    consent: stage.kind === 'consent' ? { text: stage.text, version: stage.version } : null,
    attempt: stage.kind === 'qualification' ? stage.attempt : null,
  };
}

/** What a visitor hands in to be paid; null as long as nothing is due, as in practice. */
async function completionOf(
  context: PortalContext,
  { stage, isWork, isOver, done, next, waits }: Pick<VisitBatch, 'done' | 'next' | 'waits'> & Standing,
): Promise<VisitBatch['completion']> {
  const { studyId } = visitorIn(context);
  const completion = findQualityPlan(dbOf(context.core), studyId)?.plan.completion;
  if (!completion) return null;
  if (stage.kind === 'failed') return completion.screenedOut;
  const { code, url, items } = completion;
  if (stage.kind === 'excluded') return completion.attentionFailed ?? { code, url };
  if (!isWork) return null;
  if (isOver) return { code, url };
  if (next !== null || done === 0) return null;
  if (items === null) return { code, url };
  if (waits !== null) return null;
  // Nobody can reach their number once everything is labeled.
  await noteCutShort(context);
  return { code, url };
}

interface Standing {
  readonly stage: Stage;
  /** Whether what they answer are items of the study, and no practice. */
  readonly isWork: boolean;
  /** Whether they have done as many as are asked of each. */
  readonly isOver: boolean;
}

const mostItems = 100;

/** Where a page begins: at the item before the first open one, however long the batch is. */
function shownOf(items: VisitBatch['items']): VisitBatch['items'] {
  const open = items.findIndex(({ state }) => state === 'open' || state === 'later');
  const end = open < 0 ? items.length : Math.min(items.length, open + mostItems / 2);
  return items.slice(Math.max(0, end - mostItems), end);
}
