import { allItems } from '../../../db/answered-items.ts';
import { findDataset, listSystems } from '../../../db/datasets.ts';
import { ensureSystem } from '../../../db/import-rows.ts';
import type { Generation } from '../../../shared/contract/index.ts';
import { generationContract } from '../../../shared/contract/llm.ts';
import { AppError } from '../../../shared/errors.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { dryRequests } from '../llm/dry-run.ts';
import { requireEndpoint } from '../llm/endpoint-handlers.ts';
import { estimateCost } from '../llm/estimate-cost.ts';
import { startItemRun } from '../run/item-runs.ts';
import { dialogueOfItem, firstRequest, type GenerateFacts } from './generate-unit.ts';

const base = baseOf({ generation: generationContract });

/** What a generation means in this project. @throws AppError */
function resolve(context: CoreContext, generation: Generation): { facts: GenerateFacts; itemIds: number[] } {
  const db = dbOf(context);
  const endpoint = requireEndpoint(db, generation.endpointId);
  if (!findDataset(db, generation.datasetId)) {
    throw new AppError('NOT_FOUND', `There is no data set ${generation.datasetId} in this project.`);
  }
  if (!(generation.model || endpoint.model)) {
    throw new AppError('INVALID_INPUT', 'Name the model that shall answer.', { field: 'model' });
  }
  return {
    facts: { db, generation, endpoint },
    itemIds: allItems(db, generation.datasetId).slice(0, generation.limit),
  };
}

const likelyTokens = 80;
const itemsLookedForTurns = 200;

export const generationHandlers = {
  estimate: base.generation.estimate.handler(({ context, input }) => {
    const { facts, itemIds } = resolve(context, input);
    // Whoever asks what a run costs is about to start it.
    context.jobs.ready('generate');
    const looked = itemIds.slice(0, itemsLookedForTurns);
    const turns = looked.reduce((sum, id) => sum + dialogueOfItem(facts, id).turns.length, 0);
    const samples = input.secondSample && !facts.endpoint.logProbabilities ? 2 : 1;
    return estimateCost(facts.db, {
      endpoint: facts.endpoint,
      units: itemIds,
      items: itemIds.length,
      callsPerUnit: Math.max(1, Math.round(turns / Math.max(1, looked.length))) * samples,
      look: (itemId) => ({ request: firstRequest(facts, itemId), flagged: 0 }),
      outputTokens: Math.min(input.maxOutputTokens, likelyTokens),
    });
  }),
  dryRun: base.generation.dryRun.handler(({ context, input }) => {
    const { show, ...generation } = input;
    const { facts, itemIds } = resolve(context, generation);
    const shown = itemIds.slice(0, show);
    return dryRequests(facts.db, facts.endpoint, shown, (itemId) => firstRequest(facts, itemId));
  }),
  start: base.generation.start.handler(({ context, input }) => {
    const { facts } = resolve(context, input);
    const { db, endpoint } = facts;
    const isSystem = input.as === 'responses';
    if (
      isSystem &&
      listSystems(db, input.datasetId).some(({ name, items }) => name === input.name && items > 0)
    ) {
      throw new AppError('CONFLICT', `The data set has responses of ${input.name} already.`, {
        field: 'name',
        mend: 'Choose another name, or resume the run that made them.',
      });
    }
    return startItemRun(context, {
      kind: input.as,
      title: isSystem ? `${input.name} answers` : `${input.name} guesses answers`,
      judgeId: null,
      endpointId: endpoint.id,
      model: input.model || endpoint.model,
      datasetId: input.datasetId,
      systemId: isSystem ? ensureSystem(db, input.name) : null,
      againstId: null,
      settings: input,
      spendingLimit: input.spendingLimit,
      createdAt: context.now(),
    });
  }),
};
