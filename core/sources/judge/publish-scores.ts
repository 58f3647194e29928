import type { ItemRunRow } from '../../../db/llm-runs.ts';
import { systemName } from '../../../db/system-names.ts';
import type { WritableDb } from '../../../db/types.ts';
import { ensureSignal, putMachineScores, verdictMeans } from '../../../db/verdicts.ts';
import { whenWritable } from '../../platform/when-writable.ts';
import { pairCriterion, signalNameOf } from './judge-facts.ts';
import type { JudgeFacts } from './judge-requests.ts';

const perTransaction = 500;

/** Makes the scores of a run available as a judge's signal: as surrogate, control variate and score of the judge alone. */
export async function publishScores(db: WritableDb, run: ItemRunRow, facts: JudgeFacts): Promise<void> {
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
    for (let from = 0; from < means.length; from += perTransaction) {
      const part = means.slice(from, from + perTransaction);
      const write = db.transaction(() => {
        const signalId = ensureSignal(db, run.datasetId, key, criterion.scale);
        putMachineScores(db, signalId, systemId, part);
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
