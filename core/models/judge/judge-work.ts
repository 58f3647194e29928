import { signalNameOf } from '../../../db/judges.ts';
import type { ItemRunRow } from '../../../db/llm-runs.ts';
import { systemName } from '../../../db/system-names.ts';
import type { WritableDb } from '../../../db/types.ts';
import {
  countFailedVerdicts,
  ensureSignal,
  hasVerdicts,
  putMachineScores,
  putScoreRepeats,
  saveVerdicts,
  settledVerdicts,
  type VerdictRow,
  verdictMeans,
  verdictRepeats,
} from '../../../db/verdicts.ts';
import { JudgeTargetSchema } from '../../../shared/contract/judge.ts';
import { pairCriterion } from '../../data/rename-system.ts';
import type { JobWork } from '../../platform/jobs/job-work.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { executeRun, type RunParams, type RunResult } from '../run/execute-run.ts';
import { runOverItems } from '../run/item-plan.ts';
import { judgeFacts } from './judge-facts.ts';
import { judgePool } from './judge-pool.ts';
import { firstRepeatOf, type JudgeFacts, type JudgeUnit, judgeUnits, prepareUnit } from './judge-requests.ts';
import { judgeUnit, keyOf } from './judge-unit.ts';

/** Judges the items of a run. */
export const judgeWork: JobWork<RunParams, RunResult> = (scope, params) => executeRun(scope, params, judging);

const judging = runOverItems<JudgeUnit, readonly VerdictRow[]>({
  itemsOf({ scope: { db }, run: { systemId, againstId, settings } }) {
    const { datasetId, studyId, limit, itemIds } = JudgeTargetSchema.parse(settings);
    return judgePool(db, { datasetId, systemId: systemId!, againstId, studyId, limit, itemIds });
  },
  plan({ scope: { db }, run }, itemIds) {
    const { judgeId, systemId, againstId, settings } = run;
    const facts = judgeFacts(db, { judgeId: judgeId!, systemId: systemId!, againstId });
    const target = JudgeTargetSchema.parse(settings);
    const firstRepeat = firstRepeatOf(facts.judge, target);
    const isFresh = !hasVerdicts(db, run.id);
    const settledOf = ({ itemIds: ids, repeat, swapped }: JudgeUnit) =>
      new Map(
        (isFresh ? [] : ids)
          .flatMap((itemId) => settledVerdicts(db, run.id, itemId, repeat, swapped))
          .map((row) => [keyOf(row), row]),
      );
    return {
      units: judgeUnits(itemIds, facts.judge, againstId !== null, firstRepeat),
      viaBatchApi: target.viaBatchApi,
      requestOf: (unit) => prepareUnit(facts, unit).request,
      async work(unit, caller, tally) {
        const rows = await judgeUnit(facts, unit, caller, settledOf(unit));
        const isFirst = unit.repeat === firstRepeat && !unit.swapped;
        const flagged = rows.filter(({ flag }) => isFirst && flag !== null);
        tally.flagged(new Set(flagged.map(({ itemId }) => itemId)).size);
        for (const { outcome } of rows) tally.outcome(outcome);
        return rows;
      },
      countFailed({ itemIds: ids, repeat, swapped }, tally) {
        if (isFresh) return false;
        const failed = ids.reduce((sum, id) => sum + countFailedVerdicts(db, run.id, id, repeat, swapped), 0);
        for (let i = 0; i < failed; i++) tally.outcome('failed');
        return failed > 0;
      },
      write: (results) => saveVerdicts(db, run.id, results.flat()),
      // What is asked again is held against the scores that are there, and takes the place of none.
      scores: target.again ? async () => {} : () => publishScores(db, run, facts),
    };
  },
});

const perTransaction = 500;

/** Makes the scores of a run available as a judge's signal: as surrogate, control variate and score of the judge alone. */
async function publishScores(db: WritableDb, run: ItemRunRow, facts: JudgeFacts): Promise<void> {
  const { judge, prompt, systemId, againstId } = facts;
  for (const criterion of prompt.criteria) {
    const key = {
      kind: 'judge' as const,
      name: signalNameOf(judge),
      criterion:
        againstId === null
          ? criterion.name
          : pairCriterion(criterion.name, systemName(db, systemId), systemName(db, againstId)),
    };
    const means = verdictMeans(db, run.id, criterion.name, againstId === null ? 1 : 2);
    const repeats = againstId === null ? verdictRepeats(db, run.id, criterion.name) : undefined;
    for (let from = 0; from < means.length; from += perTransaction) {
      const part = means.slice(from, from + perTransaction);
      const write = db.transaction(() => {
        const signalId = ensureSignal(db, run.datasetId, key, criterion.scale);
        putMachineScores(db, signalId, systemId, part);
        if (repeats) {
          const values = part.map(([itemId]) => [itemId, repeats.get(itemId) ?? []] as const);
          putScoreRepeats(db, signalId, systemId, values);
        }
        if (againstId === null) return;
        putMachineScores(
          db,
          signalId,
          againstId,
          part.map(([itemId, value]) => [itemId, 1 - value] as const),
        );
      });
      await whenWritable(() => write.immediate(), Number.POSITIVE_INFINITY);
    }
  }
}
