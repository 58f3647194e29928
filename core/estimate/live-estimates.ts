import { setImmediate as nextTurn } from 'node:timers/promises';
import { keepNewest } from '../../db/kept-maps.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { EstimateReport } from '../../shared/contract/index.ts';
import { type CoreContext, openProjectOf } from '../platform/context.ts';
import { fullEvaluationOf, judgeMeans } from './full-evaluation.ts';
import { keptOf, keptOfProject } from './kept-estimates.ts';
import { LiveEstimate } from './live-estimate.ts';
import { passThreadOf } from './pass-thread.ts';
import { storedSequenceOf } from './stored-sequence.ts';
import { sequenceInTurns, sequenceOf } from './study-sequence.ts';

/** What stands beside an estimate and depends on imported data alone. */
type Comparison = Pick<EstimateReport, 'fullEvaluation' | 'judges'>;

/** The live estimate of a study, made from the stored labels when it is not in memory. */
export function liveEstimateOf(context: CoreContext, studyId: number): LiveEstimate {
  const { db } = openProjectOf(context);
  const ofStudy = keptOf(context, studyId);
  ofStudy.live ??= newLiveEstimate(context, db, getStudy(db, studyId));
  return ofStudy.live;
}

/** Items of a pool that are read faster than anybody would notice. */
const readAtOnce = 100_000;

function newLiveEstimate(
  { dataDir, version }: CoreContext,
  db: ReadableDb,
  study: StudyRow,
  alpha = study.alpha,
): LiveEstimate {
  const inTurns = study.populationSize > readAtOnce ? () => sequenceInTurns(db, study, alpha) : undefined;
  const stored = storedSequenceOf(db, study, { dataDir, version, alpha });
  return new LiveEstimate(db, study, () => sequenceOf(db, study, alpha), inTurns, stored);
}

/** A ranking asks for a pair at the level of all pairs, and at that of what is to be found. */
const mostLevels = 2;

/** The same at an error level of the caller's; the last such levels of a study stay in memory. */
export function liveEstimateAt(context: CoreContext, study: StudyRow, alpha: number): LiveEstimate {
  if (alpha === study.alpha) return liveEstimateOf(context, study.id);
  const { db } = openProjectOf(context);
  const { atLevels } = keptOf(context, study.id);
  const live = atLevels.get(alpha) ?? newLiveEstimate(context, db, study, alpha);
  keepNewest(atLevels, alpha, live, mostLevels);
  return live;
}

/**
 * Looks at a study's estimate when all labels are taken in. On a large pool that may take a while, in which labels are
 * stored and other calls are answered; the look itself sees every label that was stored before it.
 *
 * @throws AppError CANCELED when the project is closed meanwhile
 */
export async function whenSettled<T, Given extends unknown[]>(
  context: CoreContext,
  studyId: number,
  look: (context: CoreContext, studyId: number, ...given: Given) => T,
  ...given: Given
): Promise<T> {
  const live = () => [liveEstimateOf(context, studyId)];
  return whenAllSettled(context, live, () => look(context, studyId, ...given));
}

/** The same where the estimate of every look is asked for: those that nobody has asked for yet are made in turns, too. */
export async function whenLookedBack<T>(
  context: CoreContext,
  studyId: number,
  look: (context: CoreContext, studyId: number) => T,
): Promise<T> {
  for (;;) {
    const found = await whenSettled(context, studyId, (_, id) =>
      liveEstimateOf(context, id).lookBack() ? { seen: look(context, id) } : undefined,
    );
    if (found) return found.seen;
    await nextTurn();
  }
}

/** The same for what rests on several estimates. @param livesOf asked anew after every wait, as data may have changed */
export async function whenAllSettled<T>(
  context: CoreContext,
  livesOf: () => readonly LiveEstimate[],
  look: () => T,
): Promise<T> {
  const thread = passThreadOf(openProjectOf(context));
  for (;;) {
    const lives = livesOf();
    const settling = lives.map((live) => live.settle((request) => thread.make(request)));
    if (lives.every(({ isSettled }) => isSettled)) return look();
    await Promise.all(settling);
  }
}

/** Takes a changed label into every study in memory, and tells the pages of the studies that it was given for. */
export function labelChanged(context: CoreContext, itemId: number, ...studyIds: readonly number[]): void {
  const project = openProjectOf(context);
  for (const { live, atLevels } of keptOfProject(project).values()) {
    live?.refresh(project.db, itemId);
    for (const other of atLevels.values()) other.refresh(project.db, itemId);
  }
  for (const studyId of studyIds) context.events.publish({ type: 'estimate.changed', studyId });
}

/** Something of a study that rests on its pool and on imported data alone: made once under its name, and kept. */
export function whileDataLast<T>(context: CoreContext, studyId: number, name: string, make: () => T): T {
  const { derived } = keptOf(context, studyId);
  const found = derived.has(name) ? (derived.get(name) as T) : make();
  derived.set(name, found);
  return found;
}

/** Full evaluation and judges of a study: means over the whole pool, computed once and kept until data change. */
export const comparisonOf = (context: CoreContext, studyId: number): Comparison =>
  whileDataLast(context, studyId, 'full evaluation and judges', () => {
    const { db } = openProjectOf(context);
    const study = getStudy(db, studyId);
    return { fullEvaluation: fullEvaluationOf(db, study), judges: judgeMeans(db, study) };
  });
