import {
  countRunsOfJudge,
  deleteJudge,
  ensureJudge,
  findJudge,
  type JudgeRow,
  listJudges,
} from '../../../db/judges.ts';
import { findPrompt } from '../../../db/prompts.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Judge, JudgeTarget } from '../../../shared/contract/index.ts';
import { JudgeSettingsSchema, judgeContract } from '../../../shared/contract/judge.ts';
import { AppError } from '../../../shared/errors.ts';
import { baseOf } from '../../platform/base.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { dryRequests } from '../llm/dry-run.ts';
import { requireEndpoint } from '../llm/endpoint-handlers.ts';
import { estimateCost } from '../llm/estimate-cost.ts';
import { startItemRun } from '../run/item-runs.ts';
import { judgeFacts, signalNameOf } from './judge-facts.ts';
import { judgePool } from './judge-pool.ts';
import { type JudgeFacts, judgeUnits, prepareUnit } from './judge-requests.ts';
import { hashOf } from './prompts.ts';
import { systemIdOf } from './system-id.ts';

const base = baseOf({ judge: judgeContract });

function describeJudge(db: ReadableDb, row: JudgeRow): Judge {
  const prompt = findPrompt(db, row.promptId)!;
  return {
    ...row,
    endpoint: requireEndpoint(db, row.endpointId).name,
    prompt: prompt.name,
    promptVersion: prompt.version,
    kind: prompt.kind,
    criteria: prompt.criteria,
    signalName: signalNameOf(row),
  };
}

interface Asked {
  facts: JudgeFacts;
  itemIds: readonly number[];
  isPair: boolean;
}

/** What a target means in this project. @throws AppError */
function resolve(context: CoreContext, target: JudgeTarget): Asked {
  const db = dbOf(context);
  const { judgeId, datasetId, system, against, studyId, limit } = target;
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
  return { facts, itemIds: judgePool(db, { datasetId, systemId, againstId, studyId, limit }), isPair };
}

const likelyTokensPerItem = 60;

export const judgeHandlers = {
  list: base.judge.list.handler(({ context }) => {
    const db = dbOf(context);
    return listJudges(db).map((row) => describeJudge(db, row));
  }),
  save: base.judge.save.handler(({ context, input }) => {
    const db = dbOf(context);
    const endpoint = requireEndpoint(db, input.endpointId);
    if (!findPrompt(db, input.promptId)) {
      throw new AppError('NOT_FOUND', `There is no prompt ${input.promptId} in this project.`, {
        field: 'promptId',
      });
    }
    const settings = JudgeSettingsSchema.parse({ ...input, model: input.model || endpoint.model });
    if (settings.model === '') {
      throw new AppError('INVALID_INPUT', 'Name the model that judges.', { field: 'model' });
    }
    return describeJudge(db, ensureJudge(db, settings, { hash: hashOf(settings), createdAt: context.now() }));
  }),
  remove: base.judge.remove.handler(({ context, input }) => {
    const db = dbOf(context);
    const judge = findJudge(db, input.judgeId);
    if (!judge) throw new AppError('NOT_FOUND', `There is no judge ${input.judgeId} in this project.`);
    if (countRunsOfJudge(db, judge.id) > 0) {
      throw new AppError(
        'CONFLICT',
        `${judge.name} has been run, so it stays: its scores must be explained.`,
      );
    }
    deleteJudge(db, judge.id);
    return {};
  }),
  estimate: base.judge.estimate.handler(({ context, input }) => {
    const { facts, itemIds, isPair } = resolve(context, input);
    const { judge, endpoint, prompt } = facts;
    // Whoever asks what a run costs is about to start it.
    context.jobs.ready('judge');
    const once = judgeUnits(itemIds, { ...judge, repeats: 1 }, false);
    return estimateCost(facts.db, {
      endpoint,
      units: once,
      items: itemIds.length,
      callsPerUnit: judge.repeats * (isPair ? 2 : 1),
      look(unit) {
        const { request, asked } = prepareUnit(facts, unit);
        return { request, flagged: asked.filter(({ flag }) => flag !== null).length };
      },
      outputTokens: Math.min(
        judge.maxOutputTokens,
        likelyTokensPerItem * judge.itemsPerCall + 10 * prompt.criteria.length,
      ),
    });
  }),
  dryRun: base.judge.dryRun.handler(({ context, input }) => {
    const { show, ...target } = input;
    const { facts, itemIds, isPair } = resolve(context, target);
    const units = judgeUnits(itemIds, facts.judge, isPair).slice(0, show);
    return dryRequests(facts.db, facts.endpoint, units, (unit) => prepareUnit(facts, unit).request);
  }),
  start: base.judge.start.handler(({ context, input }) => {
    const { facts } = resolve(context, input);
    const { judge, endpoint, systemId, againstId } = facts;
    return startItemRun(context, {
      kind: 'judge',
      title: `${signalNameOf(judge)} judges ${input.against === undefined ? input.system : `${input.system} against ${input.against}`}`,
      judgeId: judge.id,
      endpointId: endpoint.id,
      model: judge.model,
      datasetId: input.datasetId,
      systemId,
      againstId,
      settings: input,
      spendingLimit: input.spendingLimit,
      createdAt: context.now(),
    });
  }),
  alignment: base.judge.alignment.handler(async ({ context, input }) => {
    const { alignmentOf } = await import('./alignment.ts');
    return alignmentOf(context, input);
  }),
  agreement: base.judge.agreement.handler(async ({ context, input }) => {
    const { judgeAgreement } = await import('./judge-agreement.ts');
    return judgeAgreement(context, input);
  }),
};
