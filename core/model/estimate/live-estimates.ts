import { getStudy } from '../../../db/studies.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { type CoreContext, openProjectOf } from '../../platform/context.ts';
import { fullEvaluationOf, judgeMeans } from './full-evaluation.ts';
import { keptOf, keptOfProject } from './kept-estimates.ts';
import { LiveEstimate } from './live-estimate.ts';

/** What stands beside an estimate and depends on imported data alone. */
type Comparison = Pick<EstimateReport, 'fullEvaluation' | 'judges'>;

/** The live estimate of a study, made from the stored labels when it is not in memory. */
export function liveEstimateOf(context: CoreContext, studyId: number): LiveEstimate {
  const { db } = openProjectOf(context);
  const ofStudy = keptOf(context, studyId);
  ofStudy.live ??= new LiveEstimate(db, getStudy(db, studyId));
  return ofStudy.live;
}

/** Takes a changed label into every study in memory, and tells the pages. */
export function labelChanged(context: CoreContext, itemId: number, studyId: number): void {
  const project = openProjectOf(context);
  for (const { live } of keptOfProject(project).values()) live?.refresh(project.db, itemId);
  context.events.publish({ type: 'estimate.changed', studyId });
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
