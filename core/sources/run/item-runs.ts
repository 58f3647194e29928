import { findDataset } from '../../../db/datasets.ts';
import { findItemRun, type ItemRunRow, insertItemRun, type NewItemRun } from '../../../db/llm-runs.ts';
import { systemName } from '../../../db/system-names.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Run } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { requireEndpoint } from '../llm/endpoint-handlers.ts';
import { jobOfRun, launchRun, resumeRun, stateOfRun } from './start-run.ts';

/** @throws AppError NOT_FOUND */
export function requireItemRun(db: ReadableDb, runId: number): ItemRunRow {
  const run = findItemRun(db, runId);
  if (!run) throw new AppError('NOT_FOUND', `There is no run ${runId} in this project.`);
  return run;
}

export function describeItemRun(context: CoreContext, run: ItemRunRow): Run {
  const db = dbOf(context);
  const { systemId, againstId, settings, progress, ...facts } = run;
  const asked = settings as { viaBatchApi?: boolean };
  return {
    ...facts,
    state: stateOfRun(context, run),
    endpoint: requireEndpoint(db, run.endpointId).name,
    dataset: findDataset(db, run.datasetId)?.name ?? '',
    system: systemId === null ? null : systemName(db, systemId),
    against: againstId === null ? null : systemName(db, againstId),
    viaBatchApi: asked.viaBatchApi === true,
    jobId: jobOfRun(context, run) ?? null,
    ...progress,
  };
}

/** Makes a run and starts its job. @throws AppError CONFLICT when the key is not at hand or the endpoint is busy */
export async function startItemRun(context: CoreContext, run: NewItemRun): Promise<Run> {
  assertFree(context, run.endpointId);
  const runId = await launchRun(context, [run.endpointId], (db) => {
    assertFree(context, run.endpointId);
    return requireItemRun(db, insertItemRun(db, run));
  });
  return describeItemRun(context, requireItemRun(dbOf(context), runId));
}

/** Goes on with a run. @throws AppError CONFLICT when it is at work, or its endpoint is busy */
export async function resumeItemRun(
  context: CoreContext,
  run: ItemRunRow,
  spendingLimit: number | null | undefined,
): Promise<Run> {
  if (jobOfRun(context, run) === undefined) assertFree(context, run.endpointId);
  await resumeRun(context, run, [run.endpointId], spendingLimit);
  return describeItemRun(context, requireItemRun(dbOf(context), run.id));
}

/** Two runs at once would not know of each other's requests, and so might pay twice for the same one. */
function assertFree(context: CoreContext, endpointId: number): void {
  const other = context.runs
    .values()
    .find(({ kind, endpointIds }) => kind !== 'protocol' && endpointIds.includes(endpointId));
  if (!other) return;
  throw new AppError('CONFLICT', `${other.title} is using this endpoint.`, {
    mend: 'Wait until it ends, or pause it.',
  });
}
