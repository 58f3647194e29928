import { findSystem } from '../../../db/datasets.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import { noProgress, saveCallsSent } from '../../../db/runs.ts';
import type { AgentSpec } from '../../../shared/contract/index.ts';
import { CANNOT_ANSWER } from '../../../stats/index.ts';
import { requireEndpoint } from '../../models/llm/endpoints.ts';
import { ReplyStore } from '../../models/llm/reply-store.ts';
import { RunEndpoints } from '../../models/run/run-endpoints.ts';
import { RunTally } from '../../models/run/run-tally.ts';
import { type CoreContext, dbOf, openProjectOf } from '../../platform/context.ts';
import { WriteQueue } from '../../platform/write-queue.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import type { KeptReplies } from '../model/command-model.ts';
import type { ModelUnderTest } from '../model/model-under-test.ts';
import { recordedModel } from '../model/recorded-model.ts';
import { RunModels } from '../model/run-models.ts';
import { endpointsOf } from './models-of-run.ts';
import { readOptionsOf } from './plan-conversations.ts';

/** Opens the model of a run for one use outside a job, and closes it after. */
export async function withModelOf<T>(
  context: CoreContext,
  run: ProtocolRunRow,
  use: (model: ModelUnderTest) => Promise<T>,
): Promise<T> {
  const db = dbOf(context);
  const { model } = run;
  if (model.kind === 'recorded') {
    const conversations = readConversations(db, run.datasetId, readOptionsOf(run.settings));
    const turnsOf = (itemId: number) =>
      conversations.find(({ itemIds }) => itemIds.includes(itemId))?.turns ?? [];
    return use(recordedModel(db, findSystem(db, model.system)!.id, turnsOf, CANNOT_ANSWER));
  }
  return withModels(context, { run, endpointIds: endpointsOf([model]) }, async (models) =>
    use(await models.model(model)),
  );
}

/** Opens models for one use that belongs to no run; replies of servers are stored as those of runs are. */
export function withAgentsAlone<T>(
  context: CoreContext,
  specs: readonly AgentSpec[],
  use: (models: RunModels) => Promise<T>,
): Promise<T> {
  const run = { ...noRun, createdAt: context.now(), progress: noProgress };
  return withModels(context, { run, endpointIds: endpointsOf(specs), kept: inMemory() }, use);
}

/** Stands in for a run where there is none: nothing of it is stored. */
const noRun = {
  kind: 'protocol',
  id: 0,
  title: '',
  state: 'running',
  datasetId: 0,
  spendingLimit: null,
  callLimit: null,
  callsSent: 0,
  message: '',
  finishedAt: null,
} as const;

function inMemory(): KeptReplies {
  const replies = new Map<string, string>();
  return {
    find: (hash) => replies.get(hash),
    isOfJob: (hash) => replies.has(hash),
    async keep(hash, reply) {
      replies.set(hash, reply);
    },
    counted() {},
  };
}

type RunFacts = ConstructorParameters<typeof RunEndpoints>[0]['run'];

interface Opening {
  readonly run: RunFacts;
  readonly endpointIds: readonly number[];
  readonly kept?: KeptReplies;
}

async function withModels<T>(
  context: CoreContext,
  { run, endpointIds, kept }: Opening,
  use: (models: RunModels) => Promise<T>,
): Promise<T> {
  const db = dbOf(context);
  const ending = new AbortController();
  const { signal } = ending;
  const keys = Object.fromEntries(
    endpointIds.map((id) => [id, context.keys.require(requireEndpoint(db, id))]),
  );
  const { path } = openProjectOf(context);
  const access = { keys, paceMemories: context.paces.join(path, [...endpointIds]) };
  const writes = new WriteQueue(db);
  const replies = new ReplyStore(db, writes);
  const scope = { db, now: context.now, progress() {} };
  const tally = new RunTally(scope, run, run.progress);
  const endpoints = new RunEndpoints({
    ...{ scope, run, access, replies, tally, halt: signal, stop: signal },
    countsOn: true,
    keepSent: (sent) => writes.write(() => saveCallsSent(db, run, sent)),
  });
  try {
    return await use(new RunModels({ run, replies, tally, endpoints, stop: signal }, kept));
  } finally {
    ending.abort();
    context.paces.leave(path, [...endpointIds]);
    await writes.stored();
  }
}
