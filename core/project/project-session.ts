import path from 'node:path';
import { toAppError } from '../../db/errors.ts';
import { markInterruptedJobs } from '../../db/jobs.ts';
import type { OpenProject } from '../../db/open.ts';
import { readProjectFacts } from '../../db/project.ts';
import { markInterruptedRuns } from '../../db/runs.ts';
import type { ProjectInfo } from '../../shared/contract/index.ts';
import { storeSequences } from '../estimate/kept-estimates.ts';
import { stopPasses } from '../estimate/pass-thread.ts';
import type { CoreContext } from '../platform/context.ts';
import { forgetTexts } from '../platform/files/kept-texts.ts';
import { versionOf } from '../platform/record-version.ts';
import { stopCheck } from '../report/integrity/running-checks.ts';
import { handedAnnotator, handedFacts, handedStudyId } from '../studies/annotators/handed-facts.ts';
import { describePlace, keepHeadNow, keepIfDeleted, watchPlace } from './watch-place.ts';

/** Makes `project` the engine's open project, closing the one before. `silent` leaves it to the caller to tell. */
export async function adoptProject(
  context: CoreContext,
  project: OpenProject,
  { silent = false } = {},
): Promise<ProjectInfo> {
  let info: ProjectInfo;
  try {
    const interrupted = markInterruptedJobs(project.db, context.now());
    markInterruptedRuns(project.db);
    info = describeProject(project, interrupted);
  } catch (error) {
    project.close();
    throw toAppError(error, project.path);
  }
  await closeCurrent(context, { silent: true });
  context.session.project = project;
  watchPlace(context, project);
  keepHeadNow(context, project);
  if (!project.isSnapshot) {
    context.settings.remember({ path: project.path, name: info.name, openedAt: context.now() });
  }
  if (!silent) context.events.publish({ type: 'project.changed', open: true });
  return info;
}

/** Stops the jobs of the open project and closes its file. */
export async function closeCurrent(context: CoreContext, { silent = false } = {}): Promise<void> {
  const { project } = context.session;
  if (!project) return;
  await context.jobs.stopAll();
  await stopCheck(project);
  await stopPasses(project);
  storeSequences(project);
  keepIfDeleted(context, project);
  keepHeadNow(context, project);
  context.session.project = null;
  project.close();
  forgetTexts();
  if (!silent) context.events.publish({ type: 'project.changed', open: false });
}

export function describeProject(project: OpenProject, interruptedJobs = 0): ProjectInfo {
  const { isHanded, handedTo, writtenCount: _, ...facts } = factsOf(project);
  const name = facts.name || path.parse(project.path).name;
  return {
    ...facts,
    handedStudyId: isHanded ? handedStudyId : null,
    handedTo,
    path: project.path,
    name,
    version: versionOf({ name }),
    recoveryNotice: recoveryNotice(project, labelsFound(project, facts.labelCount), interruptedJobs),
    backupPath: project.backupPath,
    misplaced: describePlace(project),
  };
}

const firstCounts = new WeakMap<OpenProject, number>();

/** How many labels a project had when it was opened: what came since was not there to be lost. */
function labelsFound(project: OpenProject, now: number): number {
  const found = firstCounts.get(project) ?? now;
  firstCounts.set(project, found);
  return found;
}

const lastFacts = new WeakMap<OpenProject, ReturnType<typeof readFacts>>();
const readFacts = ({ db }: OpenProject) => ({
  ...readProjectFacts(db),
  isHanded: handedFacts(db) !== undefined,
  handedTo: handedAnnotator(db),
});

/** What was last read of a project while it could be. */
export const knownFacts = (project: OpenProject) => lastFacts.get(project);

/** Of a project that was written over, nothing of it can be read: what was known before must do. */
function factsOf(project: OpenProject) {
  const last = lastFacts.get(project);
  if (project.place.misplaced === 'overwritten' && last) return last;
  try {
    const facts = readFacts(project);
    lastFacts.set(project, facts);
    return facts;
  } catch (error) {
    if (project.place.misplaced === null || last === undefined) throw error;
    return last;
  }
}

function recoveryNotice(
  { recovered, strangeChanges }: OpenProject,
  labels: number,
  interruptedJobs: number,
): string | null {
  const said = [
    ...(recovered
      ? [`Assay did not close this project properly last time. All ${labels} stored labels are here.`]
      : []),
    ...(recovered && interruptedJobs > 0
      ? ['Work that was running then was undone; start it again if you need it.']
      : []),
    ...(strangeChanges !== null
      ? [
          `Changes beside the file belong to another file of this name, which was moved or replaced while open. They were not applied, and are kept as ${strangeChanges}.`,
        ]
      : []),
  ];
  return said.length === 0 ? null : said.join(' ');
}
