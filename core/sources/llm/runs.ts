import { findDataset } from '../../../db/datasets.ts';
import { findRun, insertRun, type NewRun, type RunRow, setRunState } from '../../../db/llm-runs.ts';
import { systemName } from '../../../db/system-names.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Run } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf, openProjectOf } from '../../platform/context.ts';
import { requireEndpoint } from './endpoint-handlers.ts';

/** @throws AppError NOT_FOUND */
export function requireRun(db: ReadableDb, runId: number): RunRow {
  const run = findRun(db, runId);
  if (!run) throw new AppError('NOT_FOUND', `There is no run ${runId} in this project.`);
  return run;
}

export function describeRun(context: CoreContext, run: RunRow): Run {
  const db = dbOf(context);
  const { systemId, againstId, settings, progress } = run;
  const wish = settings as { viaBatchApi?: boolean };
  return {
    id: run.id,
    kind: run.kind,
    title: run.title,
    // Its state could not be written: the disk was full, or the job died.
    state: run.state === 'running' && !context.runs.has(run.id) ? 'interrupted' : run.state,
    judgeId: run.judgeId,
    endpointId: run.endpointId,
    endpoint: requireEndpoint(db, run.endpointId).name,
    model: run.model,
    datasetId: run.datasetId,
    dataset: findDataset(db, run.datasetId)?.name ?? '',
    system: systemId === null ? null : systemName(db, systemId),
    against: againstId === null ? null : systemName(db, againstId),
    viaBatchApi: wish.viaBatchApi === true,
    jobId: context.runs.get(run.id) ?? null,
    ...progress,
    spendingLimit: run.spendingLimit,
    message: run.message,
    createdAt: run.createdAt,
    finishedAt: run.finishedAt,
  };
}

/** Makes a run and starts its job. @throws AppError CONFLICT when the key is not at hand or the endpoint is busy */
export function startRun(context: CoreContext, run: NewRun): Run {
  const db = dbOf(context);
  assertFree(context, run.endpointId);
  context.keys.require(requireEndpoint(db, run.endpointId));
  const runId = insertRun(db, run);
  return launch(context, runId);
}

/** Goes on with a run. @throws AppError CONFLICT when it is at work, done, or its endpoint is busy */
export function resumeRun(context: CoreContext, runId: number): Run {
  const db = dbOf(context);
  const run = requireRun(db, runId);
  if (context.runs.has(runId)) throw new AppError('CONFLICT', 'This run is at work already.');
  assertFree(context, run.endpointId);
  context.keys.require(requireEndpoint(db, run.endpointId));
  setRunState(db, runId, { state: 'running', message: '', finishedAt: null });
  return launch(context, runId);
}

function launch(context: CoreContext, runId: number): Run {
  const project = openProjectOf(context);
  const run = requireRun(project.db, runId);
  const key = context.keys.require(requireEndpoint(project.db, run.endpointId));
  const kind = run.kind === 'judge' ? 'judge' : 'generate';
  const endpointIds = [run.endpointId];
  const paceMemory = context.paces.join(project.path, endpointIds)[run.endpointId]!;
  const { jobId, finished } = context.jobs.start(project, kind, run.title, { runId, key, paceMemory });
  context.runs.set(runId, jobId);
  const tell = () => {
    context.paces.leave(project.path, endpointIds);
    context.runs.delete(runId);
    if (context.session.project !== project) return;
    context.events.publish({ type: 'run.changed', runId });
    context.events.publish({ type: 'data.changed' });
  };
  finished.then(tell, tell);
  context.events.publish({ type: 'run.changed', runId });
  return describeRun(context, requireRun(project.db, runId));
}

/** Two runs at once would not know of each other's requests, and so might pay twice for the same one. */
function assertFree(context: CoreContext, endpointId: number): void {
  const db = dbOf(context);
  const other = [...context.runs.keys()]
    .map((id) => requireRun(db, id))
    .find((run) => run.endpointId === endpointId);
  if (!other) return;
  throw new AppError('CONFLICT', `${other.title} is using this endpoint.`, {
    mend: 'Wait until it ends, or pause it.',
  });
}
