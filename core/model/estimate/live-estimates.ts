import { getStudy } from '../../../db/studies.ts';
import { type CoreContext, openProjectOf } from '../../platform/context.ts';
import { fullEvaluationOf, judgeMeans } from './full-evaluation.ts';
import { type Comparison, keptOf } from './kept-estimates.ts';
import { LiveEstimate } from './live-estimate.ts';

/** The live estimate of a study, made from the stored labels when it is not in memory. */
export function liveEstimateOf(context: CoreContext, studyId: number): LiveEstimate {
  const project = openProjectOf(context);
  const { live } = keptOf(project);
  const found = live.get(studyId) ?? new LiveEstimate(project.db, getStudy(project.db, studyId));
  live.set(studyId, found);
  return found;
}

/** Takes a changed label into every study in memory, and tells the pages. */
export function labelChanged(context: CoreContext, itemId: number, studyId: number): void {
  const project = openProjectOf(context);
  for (const estimate of keptOf(project).live.values()) estimate.refresh(project.db, itemId);
  context.events.publish({ type: 'estimate.changed', studyId });
}

/** Something of a study that rests on its pool and on imported data alone: made once under its name, and kept. */
export function whileDataLast<T>(context: CoreContext, studyId: number, name: string, make: () => T): T {
  const { derived } = keptOf(openProjectOf(context));
  const ofStudy = derived.get(studyId) ?? new Map<string, unknown>();
  derived.set(studyId, ofStudy);
  const found = ofStudy.has(name) ? (ofStudy.get(name) as T) : make();
  ofStudy.set(name, found);
  return found;
}

/** Full evaluation and judges of a study: means over the whole pool, computed once and kept until data change. */
export function comparisonOf(context: CoreContext, studyId: number): Comparison {
  const project = openProjectOf(context);
  const { comparisons } = keptOf(project);
  const known = comparisons.get(studyId);
  if (known) return known;
  const study = getStudy(project.db, studyId);
  const found = {
    fullEvaluation: fullEvaluationOf(project.db, study),
    judges: judgeMeans(project.db, study),
  };
  comparisons.set(studyId, found);
  return found;
}
