import { keptMaps } from '../../db/kept-maps.ts';
import type { OpenProject } from '../../db/open.ts';
import { type CoreContext, openProjectOf } from '../platform/context.ts';
import type { LiveEstimate } from './live-estimate.ts';

// The engine forgets on every change of data, and starts without the statistics that live estimates load.

/** What is in memory of one study. */
interface KeptOfStudy {
  /** Until labels change that it was not told of. */
  live?: LiveEstimate | undefined;
  /** The same labels at other error levels than the study's own, by level: those asked for last, as a ranking asks. */
  readonly atLevels: Map<number, LiveEstimate>;
  /** What rests on its pool and on imported data alone, by name. */
  readonly derived: Map<string, unknown>;
}

export const keptOfProject: (project: OpenProject) => Map<number, KeptOfStudy> = keptMaps();

export function keptOf(context: CoreContext, studyId: number): KeptOfStudy {
  const ofProject = keptOfProject(openProjectOf(context));
  const found = ofProject.get(studyId) ?? { atLevels: new Map(), derived: new Map() };
  ofProject.set(studyId, found);
  return found;
}

/** Forgets what is in memory of one study, or of all, after its draws or many labels changed. */
export function forgetLiveEstimates(context: CoreContext, studyId?: number): void {
  const ofProject = keptOfProject(openProjectOf(context));
  if (studyId === undefined) ofProject.clear();
  else ofProject.delete(studyId);
}

/** Stores what the sequences of a project have come to, for its next opening. */
export function storeSequences(project: OpenProject): void {
  for (const { live, atLevels } of keptOfProject(project).values()) {
    live?.store();
    for (const other of atLevels.values()) other.store();
  }
}

/** Forgets what is in memory of labels, after many of them changed; what rests on imported data stays. */
export function forgetLabels(context: CoreContext): void {
  for (const ofStudy of keptOfProject(openProjectOf(context)).values()) {
    ofStudy.live = undefined;
    ofStudy.atLevels.clear();
  }
}
