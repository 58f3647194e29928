import type { OpenProject } from '../../../db/open.ts';
import type { EstimateReport } from '../../../shared/contract/index.ts';
import { type CoreContext, openProjectOf } from '../../platform/context.ts';
import type { LiveEstimate } from './live-estimate.ts';

/** What stands beside an estimate and depends on imported data alone. */
export type Comparison = Pick<EstimateReport, 'fullEvaluation' | 'judges'>;

interface Kept {
  readonly live: Map<number, LiveEstimate>;
  readonly comparisons: Map<number, Comparison>;
  readonly derived: Map<number, Map<string, unknown>>;
}

const kept = new WeakMap<OpenProject, Kept>();

/** What is in memory of a project's studies. */
export function keptOf(project: OpenProject): Kept {
  const found = kept.get(project) ?? { live: new Map(), comparisons: new Map(), derived: new Map() };
  kept.set(project, found);
  return found;
}

/** Forgets what is in memory of one study, or of all, after its draws or many labels changed. */
export function forgetLiveEstimates(context: CoreContext, studyId?: number): void {
  const { live, comparisons, derived } = keptOf(openProjectOf(context));
  if (studyId === undefined) {
    live.clear();
    comparisons.clear();
    derived.clear();
  } else {
    live.delete(studyId);
    comparisons.delete(studyId);
    derived.delete(studyId);
  }
}

/** Forgets what is in memory of labels, after many of them changed; what rests on imported data stays. */
export const forgetLabels = (context: CoreContext): void => keptOf(openProjectOf(context)).live.clear();
