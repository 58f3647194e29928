import path from 'node:path';
import { markInterruptedJobs } from '../../db/jobs.ts';
import { markInterruptedRuns } from '../../db/llm-runs.ts';
import type { OpenProject } from '../../db/open.ts';
import { readProjectFacts } from '../../db/project.ts';
import { markInterruptedProtocolRuns } from '../../db/protocol-runs.ts';
import type { ProjectInfo } from '../../shared/contract/index.ts';
import type { CoreContext } from '../context.ts';
import { handedFacts, handedStudyId } from '../exchange/handed-facts.ts';
import { stopCheck } from '../integrity/running-checks.ts';

/** Makes `project` the engine's open project, closing the one before. `silent` leaves it to the caller to tell. */
export async function adoptProject(
  context: CoreContext,
  project: OpenProject,
  { silent = false } = {},
): Promise<ProjectInfo> {
  const interrupted = markInterruptedJobs(project.db, context.now());
  markInterruptedRuns(project.db);
  markInterruptedProtocolRuns(project.db);
  await closeCurrent(context, { silent: true });
  context.session.project = project;
  const info = describeProject(project, interrupted);
  context.settings.remember({ path: project.path, name: info.name, openedAt: context.now() });
  if (!silent) context.events.publish({ type: 'project.changed', open: true });
  return info;
}

/** Stops the jobs of the open project and closes its file. */
export async function closeCurrent(context: CoreContext, { silent = false } = {}): Promise<void> {
  const { project } = context.session;
  if (!project) return;
  await context.jobs.stopAll();
  await stopCheck(project);
  context.session.project = null;
  project.close();
  if (!silent) context.events.publish({ type: 'project.changed', open: false });
}

export function describeProject(project: OpenProject, interruptedJobs = 0): ProjectInfo {
  const facts = readProjectFacts(project.db);
  return {
    ...facts,
    handedStudyId: handedFacts(project.db) ? handedStudyId : null,
    path: project.path,
    name: facts.name || path.parse(project.path).name,
    recoveryNotice: project.recovered ? recoveryNotice(facts.labelCount, interruptedJobs) : null,
    backupPath: project.backupPath,
  };
}

function recoveryNotice(labels: number, interruptedJobs: number): string {
  const kept = `Assay did not close this project properly last time. All ${labels} stored labels are here.`;
  return interruptedJobs > 0
    ? `${kept} Work that was running then was undone; start it again if you need it.`
    : kept;
}
