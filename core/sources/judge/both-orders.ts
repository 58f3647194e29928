import { listJudges } from '../../../db/judges.ts';
import { listItemRuns } from '../../../db/llm-runs.ts';
import { findPrompt } from '../../../db/prompts.ts';
import { systemName } from '../../../db/system-names.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { sharesByOrder } from '../../../db/verdicts.ts';
import type { Signal } from '../../../shared/contract/index.ts';
import type { BothOrders } from '../../../stats/index.ts';
import { pairCriterion, signalNameOf } from './judge-facts.ts';

/** What a judge of this project said of each pair in both orders; undefined when it was not asked for pairs here. */
export function judgedInBothOrders(
  db: ReadableDb,
  signal: Signal,
  datasetId: number,
): BothOrders[] | undefined {
  const judge = listJudges(db).find((one) => signalNameOf(one) === signal.name);
  const prompt = judge && findPrompt(db, judge.promptId);
  if (!judge || prompt?.kind !== 'pair') return undefined;
  const found = new Map<number, BothOrders>();
  // The newest run of an item counts, as in the scores.
  for (const run of listItemRuns(db).reverse()) {
    if (run.judgeId !== judge.id || run.datasetId !== datasetId || run.againstId === null) continue;
    const names = [systemName(db, run.systemId!), systemName(db, run.againstId)] as const;
    for (const { name } of prompt.criteria) {
      if (pairCriterion(name, ...names) !== signal.criterion) continue;
      for (const [itemId, whenFirst, whenSecond] of sharesByOrder(db, run.id, name)) {
        found.set(itemId, { whenFirst, whenSecond });
      }
    }
  }
  return [...found.values()];
}
