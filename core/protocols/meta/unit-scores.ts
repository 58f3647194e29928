import { findItem } from '../../../db/items.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { IqaSettings } from '../../../shared/contract/index.ts';
import { mean } from '../../../stats/index.ts';
import type { ComparedRun } from '../compare/compared-run.ts';
import type { Pool } from '../compare/pools.ts';
import { metaField } from '../conversations/meta-field.ts';
import type { IqaOutcome } from '../iqa-eval/iqa-eval.ts';
import { meanOrNull } from '../iqa-eval/iqa-scores.ts';

/** A criterion that judges of IQA-EVAL score. */
export type RatedMeasure = 'helpfulness' | 'fluency';

/** What judges made of one unit: an interaction, or all of a worker. */
interface UnitScore {
  readonly itemIds: readonly number[];
  /** Units of one cluster are not independent. */
  readonly cluster: string;
  /** On 1 to 5; the mean over judges and repetitions, personas by their shares. */
  readonly scores: Readonly<Record<RatedMeasure, number | null>>;
}

/** The units of a pool of IQA-EVAL, each once. @param workerField names who talked; null takes the groups of the data */
export function unitScores(db: ReadableDb, { runs }: Pool, workerField: string | null): UnitScore[] {
  const rows = runs.flatMap(({ run, finished }) =>
    finished.map((row) => ({ row, settings: run.settings as IqaSettings })),
  );
  const units = Map.groupBy(rows, ({ row }) => row.itemIds.join(','));
  return [...units.values()].map((own) => {
    const { itemIds, group } = own[0]!.row;
    const judged = own.map(({ row, settings }) => ({
      persona: row.variant.persona ?? 0,
      share: settings.personas[row.variant.persona ?? 0]?.share ?? 0,
      judged: (row.outcome as IqaOutcome | null)?.judged ?? [],
    }));
    const worker =
      workerField === null ? undefined : metaField(findItem(db, itemIds[0]!)?.meta ?? null, workerField);
    return {
      itemIds,
      cluster: worker === undefined ? (group ?? `item ${itemIds.join(',')}`) : `worker ${String(worker)}`,
      scores: { helpfulness: scoreOf(judged, 'helpfulness'), fluency: scoreOf(judged, 'fluency') },
    };
  });
}

interface JudgedRow {
  readonly persona: number;
  readonly share: number;
  readonly judged: IqaOutcome['judged'];
}

function scoreOf(rows: readonly JudgedRow[], measure: RatedMeasure): number | null {
  const byPersona = [...Map.groupBy(rows, ({ persona }) => persona).values()].flatMap((own) => {
    const means = own.flatMap(({ judged }) => meanOrNull(judged.map((one) => one[measure])) ?? []);
    return means.length === 0 ? [] : [{ share: own[0]!.share, value: mean(means) }];
  });
  const shares = byPersona.reduce((sum, { share }) => sum + share, 0);
  return shares === 0 ? null : byPersona.reduce((sum, { share, value }) => sum + share * value, 0) / shares;
}

/** The field that names who talked: the one asked for, else the one that the runs scored by. */
export const workerFieldOf = (runs: readonly ComparedRun[], asked: string | undefined): string | null => {
  if (asked !== undefined) return asked;
  const [first] = runs;
  return first?.run.settings.protocol === 'iqa-eval' ? first.run.settings.workerField : null;
};
