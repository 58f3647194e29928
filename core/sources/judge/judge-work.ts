import { hasVerdicts, saveVerdicts, settledVerdicts, type VerdictRow } from '../../../db/verdicts.ts';
import type { JudgeTarget } from '../../../shared/contract/index.ts';
import type { JobWork } from '../../platform/jobs/job-work.ts';
import { executeRun, type RunParams, type RunResult } from '../run/execute-run.ts';
import { runOverItems } from '../run/item-plan.ts';
import { judgeFacts } from './judge-facts.ts';
import { judgePool } from './judge-pool.ts';
import { type JudgeUnit, judgeUnits, prepareUnit } from './judge-requests.ts';
import { judgeUnit, keyOf } from './judge-unit.ts';
import { publishScores } from './publish-scores.ts';

/** Judges the items of a run. */
export const judgeWork: JobWork<RunParams, RunResult> = (scope, params) => executeRun(scope, params, judging);

const judging = runOverItems<JudgeUnit, readonly VerdictRow[]>({
  itemsOf({ scope: { db }, run: { systemId, againstId, settings } }) {
    const { datasetId, studyId, limit } = settings as JudgeTarget;
    return judgePool(db, { datasetId, systemId: systemId!, againstId, studyId, limit });
  },
  plan({ scope: { db }, run }, itemIds) {
    const { judgeId, systemId, againstId, settings } = run;
    const facts = judgeFacts(db, { judgeId: judgeId!, systemId: systemId!, againstId });
    const isFresh = !hasVerdicts(db, run.id);
    const settledOf = ({ itemIds: ids, repeat, swapped }: JudgeUnit) =>
      new Map(
        (isFresh ? [] : ids)
          .flatMap((itemId) => settledVerdicts(db, run.id, itemId, repeat, swapped))
          .map((row) => [keyOf(row), row]),
      );
    return {
      units: judgeUnits(itemIds, facts.judge, againstId !== null),
      viaBatchApi: (settings as JudgeTarget).viaBatchApi,
      requestOf: (unit) => prepareUnit(facts, unit).request,
      async work(unit, caller, tally) {
        const rows = await judgeUnit(facts, unit, caller, settledOf(unit));
        const isFirst = unit.repeat === 0 && !unit.swapped;
        const flagged = rows.filter(({ flag }) => isFirst && flag !== null);
        tally.flagged(new Set(flagged.map(({ itemId }) => itemId)).size);
        for (const { outcome } of rows) tally.outcome(outcome);
        return rows;
      },
      write: (results) => saveVerdicts(db, run.id, results.flat()),
      scores: () => publishScores(db, run, facts),
    };
  },
});
