import { signalNameOf } from '../../../db/judges.ts';
import type { CostEstimate, JudgeTarget, Run } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { dryRequests } from '../llm/dry-run.ts';
import { estimateCost } from '../llm/estimate-cost.ts';
import { startItemRun } from '../run/item-runs.ts';
import { judgeFacts } from './judge-facts.ts';
import { judgePool } from './judge-pool.ts';
import { firstRepeatOf, type JudgeFacts, judgeUnits, prepareUnit, replyLimit } from './judge-requests.ts';
import { SameTexts } from './same-texts.ts';
import { systemIdOf } from './system-id.ts';

interface AskedJudge {
  facts: JudgeFacts;
  itemIds: readonly number[];
  isPair: boolean;
}

/** A target with the items that it names by an improvement, or to ask again; statistics are loaded for those alone. */
async function withItems<T extends JudgeTarget>(context: CoreContext, target: T): Promise<T> {
  if (target.again) {
    const { setToAskAgain } = await import('./ask-again.ts');
    return { ...target, ...setToAskAgain(context, target) };
  }
  if (!target.improvement) return target;
  const { itemsOfPart } = await import('./improve/check-judge.ts');
  return { ...target, itemIds: itemsOfPart(context, target) };
}

/** What a target means in this project. @throws AppError */
function resolveTarget(context: CoreContext, target: JudgeTarget): AskedJudge {
  const db = dbOf(context);
  const { judgeId, datasetId, system, against, studyId, limit, itemIds } = target;
  const systemId = systemIdOf(db, system, 'system');
  const againstId = against === undefined ? null : systemIdOf(db, against, 'against');
  const facts = judgeFacts(db, { judgeId, systemId, againstId });
  const isPair = facts.prompt.kind === 'pair';
  if (isPair !== (againstId !== null) || againstId === systemId) {
    throw new AppError(
      'INVALID_INPUT',
      isPair ? 'This judge compares two systems: name another one, too.' : 'This judge scores one system.',
      { field: 'against' },
    );
  }
  return {
    facts,
    itemIds: judgePool(db, { datasetId, systemId, againstId, studyId, limit, itemIds }),
    isPair,
  };
}

const likelyTokensPerItem = 60;

/** What a run of a judge would cost. */
export async function estimateJudgeRun(context: CoreContext, target: JudgeTarget): Promise<CostEstimate> {
  const asked = await withItems(context, target);
  const { facts, itemIds, isPair } = resolveTarget(context, asked);
  const { judge, endpoint, prompt } = facts;
  // Whoever asks what a run costs is about to start it.
  context.jobs.ready('judge');
  const same = new SameTexts(prompt);
  const estimate = await estimateCost(facts.db, {
    endpoint,
    units: judgeUnits(itemIds, { ...judge, repeats: 1 }, false, firstRepeatOf(judge, asked)),
    items: itemIds.length,
    callsPerUnit: judge.repeats * (isPair ? 2 : 1),
    look(unit) {
      const { request, asked: items, left } = prepareUnit(facts, unit);
      for (const { texts } of items) same.add(texts);
      return {
        request,
        flagged: items.filter(({ flag }) => flag !== null).length,
        withPictures: left.filter(({ outcome }) => outcome === 'picture').length,
        lacking: left.filter(({ outcome }) => outcome === 'failed').length,
      };
    },
    outputTokens: Math.min(
      replyLimit(facts, judge.itemsPerCall),
      likelyTokensPerItem * judge.itemsPerCall + 10 * prompt.criteria.length,
    ),
  });
  return { ...estimate, warning: same.warning() };
}

/** The first requests of a run, without sending them. */
export async function dryJudgeRun(context: CoreContext, { show, ...target }: JudgeTarget & { show: number }) {
  const asked = await withItems(context, target);
  const { facts, itemIds, isPair } = resolveTarget(context, asked);
  const units = judgeUnits(itemIds, facts.judge, isPair, firstRepeatOf(facts.judge, asked)).slice(0, show);
  return dryRequests(facts.db, facts.endpoint, units, (unit) => prepareUnit(facts, unit).request);
}

/** Makes a run of a judge and starts it. */
export async function startJudgeRun(
  context: CoreContext,
  {
    writeBatch,
    callLimit = null,
    ...target
  }: JudgeTarget & { writeBatch?: string | undefined; callLimit?: number | null | undefined },
): Promise<Run> {
  const asked = await withItems(context, target);
  const { facts } = resolveTarget(context, asked);
  const { judge, endpoint, systemId, againstId } = facts;
  const { system, against } = asked;
  const judged = against === undefined ? system : `${system} against ${against}`;
  const run = {
    kind: 'judge' as const,
    title: `${signalNameOf(judge)} judges ${judged}${asked.again ? `, asked again: check ${asked.again.number}` : ''}`,
    judgeId: judge.id,
    endpointId: endpoint.id,
    model: judge.model,
    datasetId: asked.datasetId,
    systemId,
    againstId,
    settings: asked,
    spendingLimit: asked.spendingLimit,
    callLimit,
    createdAt: context.now(),
  };
  return startItemRun(context, run, { writeBatch });
}
