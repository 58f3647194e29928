import { findDataset } from '../../../db/datasets.ts';
import { runFiles } from '../../../db/llm-run-files.ts';
import {
  findItemRun,
  type ItemRunRow,
  insertItemRun,
  listItemRuns,
  type NewItemRun,
} from '../../../db/llm-runs.ts';
import { findCall } from '../../../db/replies.ts';
import { systemName } from '../../../db/system-names.ts';
import type { ReadableDb, WritableDb } from '../../../db/types.ts';
import { countFailedBecause, countScores, countUnusableReplies, listVerdicts } from '../../../db/verdicts.ts';
import type { EndpointSettings, Run, RunScores } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { lackingReasonBegins } from '../../../shared/outcome-words.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { requireEndpoint } from '../llm/endpoints.ts';
import { readReply } from '../llm/read-reply.ts';
import { assertUsable, type BatchFileWork } from './batch-files.ts';
import {
  cancelRun,
  jobOfRun,
  launchRun,
  type NewLimits,
  pauseRun,
  resumeRun,
  stateOfRun,
} from './start-run.ts';

/** @throws AppError NOT_FOUND */
function requireItemRun(db: ReadableDb, runId: number): ItemRunRow {
  const run = findItemRun(db, runId);
  if (!run) throw new AppError('NOT_FOUND', `There is no run ${runId} in this project.`);
  return run;
}

/** The runs of judges and generations. */
export const itemRuns = (context: CoreContext): Run[] =>
  listItemRuns(dbOf(context)).map((run) => describeItemRun(context, run));

/** @throws AppError NOT_FOUND */
export const itemRun = (context: CoreContext, runId: number): Run =>
  describeItemRun(context, requireItemRun(dbOf(context), runId));

function describeItemRun(context: CoreContext, run: ItemRunRow): Run {
  const db = dbOf(context);
  const { systemId, againstId, settings, progress, ...facts } = run;
  const endpoint = requireEndpoint(db, run.endpointId);
  return {
    ...facts,
    state: stateOfRun(context, run),
    endpoint: endpoint.name,
    askable: askableAgain(db, run, endpoint),
    dataset: findDataset(db, run.datasetId)?.name ?? '',
    system: systemId === null ? null : systemName(db, systemId),
    against: againstId === null ? null : systemName(db, againstId),
    viaBatchApi: settings.viaBatchApi === true,
    files: runFiles(db, run.id),
    jobId: jobOfRun(context, run) ?? null,
    ...progress,
  };
}

/**
 * Makes a run and starts its job.
 *
 * @param asked.writeBatch a file to write its requests to, in place of asking
 * @throws AppError CONFLICT when the key is not at hand or the endpoint is busy, FILE_EXISTS
 */
export async function startItemRun(
  context: CoreContext,
  run: NewItemRun,
  { writeBatch }: Pick<Resuming, 'writeBatch'>,
): Promise<Run> {
  const batchFiles = batchFilesOf({ writeBatch });
  const assertFree = () => batchFiles ?? assertEndpointFree(context, run.endpointId);
  assertFree();
  const make = (db: WritableDb) => {
    assertFree();
    return requireItemRun(db, insertItemRun(db, run));
  };
  const { spendingLimit, callLimit } = run;
  const limits = { spendingLimit, callLimit, batchFiles };
  return itemRun(context, await launchRun(context, [run.endpointId], limits, make));
}

interface Resuming extends Omit<NewLimits, 'batchFiles'> {
  readonly runId: number;
  readonly writeBatch?: string | undefined;
  readonly readBatch?: readonly string[] | undefined;
}

/** Goes on with a run. @throws AppError CONFLICT when it is at work, or its endpoint is busy; what files are refused for */
export async function resumeItemRun(context: CoreContext, asked: Resuming): Promise<Run> {
  const { runId, spendingLimit, callLimit } = asked;
  const run = requireItemRun(dbOf(context), runId);
  const batchFiles = batchFilesOf(asked);
  if (jobOfRun(context, run) === undefined && !batchFiles) assertEndpointFree(context, run.endpointId);
  await resumeRun(context, run, [run.endpointId], { spendingLimit, callLimit, batchFiles });
  return itemRun(context, runId);
}

/** What is to be done with files; undefined where none are named. @throws AppError INVALID_INPUT; when they cannot be used */
function batchFilesOf({
  writeBatch,
  readBatch,
}: Pick<Resuming, 'writeBatch' | 'readBatch'>): BatchFileWork | undefined {
  if (writeBatch !== undefined && readBatch !== undefined) {
    throw new AppError('INVALID_INPUT', 'Answers are read first, then what is left is written.', {
      field: 'writeBatch',
    });
  }
  const work =
    writeBatch !== undefined
      ? { write: writeBatch }
      : readBatch !== undefined
        ? { read: readBatch }
        : undefined;
  if (work) assertUsable(work);
  return work;
}

/** Lets what is under way come in, then stops. @throws AppError NOT_FOUND, CONFLICT when it is not at work */
export function pauseItemRun(context: CoreContext, runId: number): Run {
  pauseRun(context, requireItemRun(dbOf(context), runId));
  return itemRun(context, runId);
}

/** Stops at once. @throws AppError NOT_FOUND, CONFLICT when it is not at work */
export function cancelItemRun(context: CoreContext, runId: number): Run {
  cancelRun(context, requireItemRun(dbOf(context), runId));
  return itemRun(context, runId);
}

/**
 * How many scores of a run had no reply to read, so that going on with it asks for them again. Other replies stay as they are. Of
 * recordings, which no endpoint takes, the run does not say that they are not pictures.
 */
function askableAgain(
  db: ReadableDb,
  { id, kind, progress: { outcomes } }: ItemRunRow,
  { pictures }: Pick<EndpointSettings, 'pictures'>,
): number {
  const { failed = 0, empty = 0, cut = 0, picture = 0, 'tool-call': calls = 0 } = outcomes;
  const lacking = kind === 'judge' && failed > 0 ? countFailedBecause(db, id, lackingReasonBegins) : 0;
  return failed - lacking + empty + cut + calls + (pictures ? picture : 0);
}

type VerdictWindow = Parameters<typeof listVerdicts>[2] & Parameters<typeof listVerdicts>[3];

/** A page of what a run found of its items. @throws AppError NOT_FOUND */
export function verdictsOfRun(
  context: CoreContext,
  { runId, itemId, outcome, flagged, ...window }: VerdictWindow & { runId: number },
) {
  const db = dbOf(context);
  return listVerdicts(db, requireItemRun(db, runId).id, { itemId, outcome, flagged }, window);
}

/** What the scores of a run come to: how many, their mean and their histogram. @throws AppError NOT_FOUND */
export function summaryOfScores(context: CoreContext, runId: number): RunScores {
  const db = dbOf(context);
  requireItemRun(db, runId);
  const criteria = Map.groupBy(countScores(db, runId), ([criterion]) => criterion);
  return {
    criteria: [...criteria].map(([name, rows]) => {
      const counts = rows.map(([, value, count]) => ({ value, count }));
      const scores = counts.reduce((sum, { count }) => sum + count, 0);
      const mean = counts.reduce((sum, { value, count }) => sum + value * count, 0) / scores;
      return { name, scores, mean, bins: binsOf(counts) };
    }),
    unusableReplies: countUnusableReplies(db, runId),
  };
}

/** A bar for each value, while there are few; else twenty of one width. */
const mostValues = 12;
const manyBins = 20;

function binsOf(counts: readonly { value: number; count: number }[]): RunScores['criteria'][number]['bins'] {
  const values = counts.map(({ value }) => value);
  const [lowest, highest] = [values[0]!, values.at(-1)!];
  if (values.length <= mostValues) {
    const gaps = values.slice(1).map((value, i) => value - values[i]!);
    const half = Math.min(1, ...gaps) / 2;
    return counts.map(({ value, count }) => ({ from: value - half, to: value + half, count }));
  }
  const width = (highest - lowest) / manyBins;
  const bins = Array.from({ length: manyBins }, (_, i) => ({
    from: lowest + i * width,
    to: lowest + (i + 1) * width,
    count: 0,
  }));
  for (const { value, count } of counts) {
    bins[Math.min(manyBins - 1, Math.floor((value - lowest) / width))]!.count += count;
  }
  return bins;
}

/** A request and its stored reply. @throws AppError NOT_FOUND */
export function storedCall(context: CoreContext, requestHash: string) {
  const call = findCall(dbOf(context), requestHash);
  if (!call) throw new AppError('NOT_FOUND', 'There is no stored reply to that request.');
  const { hash, request, reply, inputTokens, outputTokens, milliseconds, createdAt } = call;
  const said = readReply(jsonOf(reply));
  const parts = { answer: said?.text ?? null, reasoning: said?.reasoning ?? null };
  const facts = { inputTokens, outputTokens, milliseconds, createdAt };
  return { hash, request: JSON.parse(request), reply, ...parts, ...facts };
}

/** Undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Two runs at once would not know of each other's requests, and so might pay twice for the same one. */
function assertEndpointFree(context: CoreContext, endpointId: number): void {
  const other = context.runs
    .values()
    .find(({ kind, endpointIds }) => kind !== 'protocol' && endpointIds.includes(endpointId));
  if (!other) return;
  throw new AppError('CONFLICT', `${other.title} is using this endpoint.`, {
    remedy: 'Wait until it ends, or pause it.',
  });
}
