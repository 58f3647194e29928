import { leaseMinutesOf } from '../../../db/dealing.ts';
import { findQualityPlan } from '../../../db/quality.ts';
import { getStudy } from '../../../db/studies.ts';
import { countUnread } from '../../../db/team-messages.ts';
import type { LabelBatch, LabelRef, VisitBatch } from '../../../shared/contract/index.ts';
import { guidelinesVersion } from '../../model/study/guidelines-version.ts';
import { dbOf } from '../../platform/context.ts';
import { describeBatch, describeSitting, openBatch } from '../label/open-batch.ts';
import { type DealtCheck, dealtChecks } from '../quality/hidden-checks.ts';
import { qualificationBatch } from '../quality/qualification-batch.ts';
import { type Stage, stageOf } from '../quality/stage.ts';
import { type DoorContext, visitorIn } from './door-base.ts';
import { mustRead } from './guidelines.ts';
import { isEnough } from './own-progress.ts';
import { workOf } from './own-sitting.ts';
import { nextOwn } from './own-validation.ts';

/** The batch of the one who asks: what is asked of them first, the round of practice before it, or their items with checks among them. */
export async function openOwn(context: DoorContext): Promise<VisitBatch> {
  const { annotatorId, studyId } = visitorIn(context);
  const db = dbOf(context.core);
  const study = getStudy(db, studyId);
  const stage = stageOf(db, study, annotatorId);
  const { title: _, annotator, ...batch } = await batchAt(context, stage);
  const isWork = stage.kind === 'work' && batch.practiceRound === null;
  const checks = isWork ? dealtChecks(context.core, study, annotatorId) : [];
  const items = withChecks(batch.items, checks);
  const done = items.filter(({ state }) => state === 'labeled' || state === 'skipped').length;
  const isDealt = isWork && leaseMinutesOf(db, studyId) !== undefined;
  const { name, initials, color } = annotator;
  const next =
    isWork && !isEnough(context, () => done) ? (pendingCheck(checks, batch.next) ?? batch.next) : null;
  return {
    ...batch,
    items: shownOf(items),
    done,
    total: isDealt ? null : items.length - checks.length,
    next: isWork ? next : stage.kind === 'work' || stage.kind === 'qualification' ? batch.next : null,
    practiceRound: stage.kind === 'work' ? batch.practiceRound : null,
    annotator: { name, initials, color },
    guidelinesVersion: guidelinesVersion(study),
    mustRead: mustRead(db, study, annotatorId),
    ...wordsOfStage(stage),
    completion: completionOf(context, { stage, done, isOver: isWork && next === null }),
    toValidate: stage.kind === 'work' ? nextOwn(context).open : 0,
    unread: countUnread(db, studyId, annotatorId),
  };
}

async function batchAt({ core, ...context }: DoorContext, stage: Stage): Promise<LabelBatch> {
  const { annotatorId, studyId, rankingId } = visitorIn({ core, ...context });
  // Whoever has done enough is dealt nothing more.
  if (stage.kind === 'work' && isEnough({ core, ...context })) {
    return describeSitting(core, workOf({ core, ...context }));
  }
  if (stage.kind === 'work') {
    return openBatch(core, rankingId === null ? { studyId, annotatorId } : { rankingId, annotatorId });
  }
  if (stage.kind === 'qualification') {
    return describeBatch(core, qualificationBatch(core, { studyId, annotatorId, attempt: stage.attempt }));
  }
  const batch = describeSitting(core, workOf({ core, ...context }));
  return { ...batch, items: [], next: null };
}

/** Whoever is excluded is told that nothing is left, and not why. */
function wordsOfStage(stage: Stage): Pick<VisitBatch, 'stage' | 'consent' | 'attempt'> {
  return {
    stage: stage.kind === 'excluded' ? 'ended' : stage.kind,
    consent: stage.kind === 'consent' ? { text: stage.text, version: stage.version } : null,
    attempt: stage.kind === 'qualification' ? stage.attempt : null,
  };
}

function completionOf(
  context: DoorContext,
  { stage, done, isOver }: { stage: Stage; done: number; isOver: boolean },
): VisitBatch['completion'] {
  const { studyId } = visitorIn(context);
  const completion = findQualityPlan(dbOf(context.core), studyId)?.plan.completion;
  if (!completion || stage.kind === 'failed' || stage.kind === 'consent') return null;
  const isDue = isEnough(context, () => done) || (completion.items === null && isOver && done > 0);
  return isDue ? { code: completion.code, url: completion.url } : null;
}

/** The items of an annotator with the hidden checks where they were given: nothing tells one from the other. */
function withChecks(items: readonly LabelRef[], checks: readonly DealtCheck[]): LabelRef[] {
  const out = [...items];
  for (const [i, { check, afterItems, state, flagged, hasNote }] of checks.entries()) {
    out.splice(Math.min(out.length, afterItems + i), 0, { ref: check.ref, state, flagged, hasNote });
  }
  return out;
}

/** The check that comes next: one that is open; one that was put off when nothing else is left. */
export function pendingCheck(checks: readonly DealtCheck[], next: string | null): string | null {
  const open = checks.find(({ state }) => state === 'open');
  const later = next === null ? checks.find(({ state }) => state === 'later') : undefined;
  return (open ?? later)?.check.ref ?? null;
}

const mostItems = 100;

/** Where a page begins: at the item before the first open one, however long the batch is. */
function shownOf(items: VisitBatch['items']): VisitBatch['items'] {
  const open = items.findIndex(({ state }) => state === 'open' || state === 'later');
  const end = open < 0 ? items.length : Math.min(items.length, open + mostItems / 2);
  return items.slice(Math.max(0, end - mostItems), end);
}
