import { findSystem } from '../../../db/datasets.ts';
import type { ProtocolRunRow } from '../../../db/protocol-runs.ts';
import type { AgentSpec } from '../../../shared/contract/index.ts';
import { outsideRun } from '../../models/run/outside-run.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
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
    return use(recordedModel(db, findSystem(db, model.system)!.id, turnsOf));
  }
  return outsideRun(
    context,
    endpointsOf([model]),
    async (tools) => use(await new RunModels(tools).model(model)),
    run,
  );
}

/** Opens models for one use that belongs to no run. What programs answer is kept until it ends. */
export const withAgentsAlone = <T>(
  context: CoreContext,
  specs: readonly AgentSpec[],
  use: (models: RunModels) => Promise<T>,
): Promise<T> => outsideRun(context, endpointsOf(specs), (tools) => use(new RunModels(tools, inMemory())));

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
