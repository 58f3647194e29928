import { findSystem } from '../../../../db/datasets.ts';
import type { ProtocolRunRow } from '../../../../db/protocol-runs.ts';
import { CANNOT_ANSWER } from '../../../../stats/index.ts';
import { type CoreContext, dbOf, openProjectOf } from '../../../platform/context.ts';
import { requireEndpoint } from '../../llm/endpoint-handlers.ts';
import { readConversations } from '../conversations/read-conversations.ts';
import { ModelShop } from '../model/model-shop.ts';
import type { ModelUnderTest } from '../model/model-under-test.ts';
import { recordedModel } from '../model/recorded-model.ts';
import { readOptionsOf } from './plan-conversations.ts';
import { RunUse } from './run-use.ts';
import { WriteQueue } from './write-queue.ts';

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
  const ending = new AbortController();
  const keys =
    model.kind === 'endpoint'
      ? { [model.endpointId]: context.keys.require(requireEndpoint(db, model.endpointId)) }
      : {};
  const { path } = openProjectOf(context);
  const endpointIds = Object.keys(keys).map(Number);
  const writes = new WriteQueue(db);
  const shop = new ModelShop({
    scope: { db, now: context.now },
    writes,
    runId: run.id,
    keys,
    paceMemories: context.paces.join(path, endpointIds),
    spendingLimit: run.spendingLimit,
    patience: {},
    use: new RunUse(run.progress),
    halt: ending.signal,
    stop: ending.signal,
  });
  try {
    return await use(await shop.model(model));
  } finally {
    shop.close();
    context.paces.leave(path, endpointIds);
    await writes.stored();
  }
}
