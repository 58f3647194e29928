import { fixRunItems, runItems } from '../../../db/llm-runs.ts';
import { hasVerdicts, saveVerdicts, settledVerdicts, type VerdictRow } from '../../../db/verdicts.ts';
import type { JudgeTarget } from '../../../shared/contract/index.ts';
import type { JobWork } from '../../platform/jobs/job-work.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { executeRun, type MakePlan, type RunParams, type RunResult } from '../llm/execute-run.ts';
import { judgeFacts } from './judge-facts.ts';
import { judgePool } from './judge-pool.ts';
import { type JudgeUnit, judgeUnits, prepareUnit } from './judge-requests.ts';
import { judgeUnit, keyOf } from './judge-unit.ts';
import { publishScores } from './publish-scores.ts';

/** Judges the items of a run. */
export const judgeWork: JobWork<RunParams, RunResult> = (scope, params) => executeRun(scope, params, plan);

const plan: MakePlan<JudgeUnit> = async ({ db }, run) => {
  const { judgeId, systemId, againstId, settings } = run;
  const target = settings as JudgeTarget;
  const facts = judgeFacts(db, { judgeId: judgeId!, systemId: systemId!, againstId });
  if (runItems(db, run.id).length === 0) {
    const { datasetId, studyId, limit } = target;
    const items = judgePool(db, { datasetId, systemId: systemId!, againstId, studyId, limit });
    await whenWritable(() => fixRunItems(db, run.id, items), Number.POSITIVE_INFINITY);
  }
  const itemIds = runItems(db, run.id);
  const units = judgeUnits(itemIds, facts.judge, againstId !== null);
  const isFresh = !hasVerdicts(db, run.id);
  const settledOf = ({ itemIds: ids, repeat, swapped }: JudgeUnit) =>
    new Map(
      (isFresh ? [] : ids)
        .flatMap((itemId) => settledVerdicts(db, run.id, itemId, repeat, swapped))
        .map((row) => [keyOf(row), row]),
    );
  let waiting: VerdictRow[] = [];
  return {
    units,
    items: itemIds.length,
    calls: units.length,
    viaBatchApi: target.viaBatchApi,
    requestOf: (unit) => prepareUnit(facts, unit).request,
    async work(unit, caller, tally) {
      const rows = await judgeUnit(facts, unit, caller, settledOf(unit));
      const isFirst = unit.repeat === 0 && !unit.swapped;
      const flagged = rows.filter(({ flag }) => isFirst && flag !== null);
      tally.flagged(new Set(flagged.map(({ itemId }) => itemId)).size);
      for (const { outcome } of rows) tally.outcome(outcome);
      waiting.push(...rows);
    },
    write() {
      saveVerdicts(db, run.id, waiting);
      waiting = [];
    },
    publish: () => publishScores(db, run, facts),
  };
};
