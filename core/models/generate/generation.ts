import { allItems } from '../../../db/answered-items.ts';
import { findDataset, listSystems } from '../../../db/datasets.ts';
import { ensureSystem } from '../../../db/import-rows.ts';
import type { Generation, Run } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { dryRequests } from '../llm/dry-run.ts';
import { requireEndpoint } from '../llm/endpoints.ts';
import { estimateCost } from '../llm/estimate-cost.ts';
import { startItemRun } from '../run/item-runs.ts';
import { dialogueOfItem, firstRequest, type GenerateFacts, lookOfItem } from './generate-unit.ts';

/** What a generation means in this project. @throws AppError */
function resolveGeneration(
  context: CoreContext,
  generation: Generation,
): { facts: GenerateFacts; itemIds: number[] } {
  const db = dbOf(context);
  const endpoint = requireEndpoint(db, generation.endpointId);
  if (!findDataset(db, generation.datasetId)) {
    throw new AppError('NOT_FOUND', `There is no data set ${generation.datasetId} in this project.`);
  }
  if (!(generation.model || endpoint.model)) {
    throw new AppError('INVALID_INPUT', 'Name the model that is to answer.', { field: 'model' });
  }
  return {
    facts: { db, generation, endpoint },
    itemIds: allItems(db, generation.datasetId).slice(0, generation.limit),
  };
}

const likelyTokens = 80;
const itemsLookedForTurns = 200;

/** What a generation would cost. */
export function estimateGeneration(context: CoreContext, asked: Generation) {
  const { facts, itemIds } = resolveGeneration(context, asked);
  // Whoever asks what a run costs is about to start it.
  context.jobs.ready('generate');
  const looked = itemIds.slice(0, itemsLookedForTurns);
  const turns = looked.reduce((sum, id) => sum + dialogueOfItem(facts, id).turns.length, 0);
  const samples = asked.secondSample && !facts.endpoint.logProbabilities ? 2 : 1;
  return estimateCost(facts.db, {
    endpoint: facts.endpoint,
    units: itemIds,
    items: itemIds.length,
    callsPerUnit: Math.max(1, Math.round(turns / Math.max(1, looked.length))) * samples,
    look: (itemId) => lookOfItem(facts, itemId),
    outputTokens: Math.min(asked.maxOutputTokens, likelyTokens),
  });
}

/** The first requests of a generation, without sending them. */
export function dryGeneration(context: CoreContext, { show, ...generation }: Generation & { show: number }) {
  const { facts, itemIds } = resolveGeneration(context, generation);
  const shown = itemIds.slice(0, show);
  return dryRequests(facts.db, facts.endpoint, shown, (itemId) => firstRequest(facts, itemId));
}

/** Makes a run of a generation and starts it. @throws AppError CONFLICT when the data set has a system of that name */
export function startGeneration(
  context: CoreContext,
  {
    writeBatch,
    callLimit = null,
    ...asked
  }: Generation & { writeBatch?: string | undefined; callLimit?: number | null | undefined },
): Promise<Run> {
  const { facts } = resolveGeneration(context, asked);
  const { db, endpoint } = facts;
  const { datasetId, name, spendingLimit } = asked;
  const isSystem = asked.as === 'responses';
  if (isSystem && listSystems(db, datasetId).some((one) => one.name === name && one.items > 0)) {
    throw new AppError('CONFLICT', `The data set has responses of ${name} already.`, {
      field: 'name',
      remedy: 'Choose another name, or resume the run that made them.',
    });
  }
  const run = {
    kind: asked.as,
    title: isSystem ? `${name} answers` : `${name} guesses answers`,
    judgeId: null,
    endpointId: endpoint.id,
    model: asked.model || endpoint.model,
    datasetId,
    systemId: isSystem ? ensureSystem(db, name) : null,
    againstId: null,
    settings: asked,
    spendingLimit,
    callLimit,
    createdAt: context.now(),
  };
  return startItemRun(context, run, { writeBatch });
}
