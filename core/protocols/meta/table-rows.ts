import { findSystem } from '../../../db/datasets.ts';
import { findItem } from '../../../db/items.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Correctness, IqaTable, ProtocolScores } from '../../../shared/contract/index.ts';
import { mean } from '../../../stats/index.ts';
import type { Evaluation } from '../compare/evaluations.ts';
import type { Pool } from '../compare/pools.ts';
import { isCorrectAnswer } from '../iqa-eval/final-answer.ts';
import { recordedInteraction } from '../iqa-eval/read-tasks.ts';
import { scoresOfRun } from '../run/scores-of-run.ts';
import { correlationRows } from './correlate-units.ts';
import type { Layout, TableMeasure } from './layouts.ts';
import { meanOver, type PeopleScores } from './people-scores.ts';

type Row = IqaTable['rows'][number];
type Cell = Row['cells'][number];
type IqaScores = Extract<ProtocolScores, { protocol: 'iqa-eval' }>;

const unknown: Cell = { value: null, deviation: null };
const cellOf = (value: number | null | undefined): Cell => ({ value: value ?? null, deviation: null });

/** What a table is made of. */
export interface TableParts {
  readonly db: ReadableDb;
  readonly layout: Layout;
  readonly systems: readonly string[];
  /** Empty where people scored nothing. */
  readonly people: readonly PeopleScores[];
  readonly workerField: string | null;
  /** When an answer is right; null where the runs differ in it, or a judge says so, and the row of people has no accuracy. */
  readonly rule: Correctness | null;
}

/** The measures of an evaluation, system by system, with their correlations where the table has them. */
export function evaluationRow(parts: TableParts, label: string, evaluation: Pick<Evaluation, 'pools'>): Row {
  const { db, layout, systems, people, workerField } = parts;
  const correlations =
    layout.correlation === 'none' ? [] : correlationRows(db, evaluation, people, workerField);
  // Of one system alone there is no row of all together.
  const scope = systems.length > 1 && evaluation.pools.length > 1 ? null : evaluation.pools[0]!.system;
  const correlation = (measure: string) =>
    cellOf(correlations.find((row) => row.system === scope && row.measure === measure)?.pearson.value);
  const bySystem = new Map(evaluation.pools.map((pool) => [pool.system, scoresOfPool(pool)]));
  const cells = layout.measures.flatMap((measure) => [
    ...(layout.correlation === 'alone'
      ? []
      : systems.map((system) => measureCell(bySystem.get(system), measure, layout.deviation))),
    ...(layout.correlation === 'none' ? [] : [correlation(measure)]),
  ]);
  return { label, cells: layout.correlation === 'none' ? cells : [...cells, correlation('overall')] };
}

/** The measures of one system. */
export const systemRow = ({ layout }: TableParts, label: string, pool: Pool): Row => {
  const scores = scoresOfPool(pool);
  return { label, cells: layout.measures.map((measure) => measureCell(scores, measure, layout.deviation)) };
};

/** What people say of the systems and did with them, over the items that the runs went through. */
export function peopleRow(parts: TableParts, label: string, pools: readonly Pool[]): Row {
  const { layout, systems, people } = parts;
  const itemsOf = (system: string) => [
    ...new Set(pools.filter((pool) => pool.system === system).flatMap(itemIdsOf)),
  ];
  const known = new Map(systems.map((system) => [system, itemsOf(system)]));
  const did = new Map(systems.map((system) => [system, recordedMeasures(parts, system, known.get(system)!)]));
  const cells = layout.measures.flatMap((measure) => [
    ...systems.map((system): Cell => {
      if (measure === 'queries' || measure === 'accuracy') return cellOf(did.get(system)![measure]);
      const own = people.find((one) => one.measure === measure);
      return own ? cellOf(meanOver(known.get(system)!, own.of(system).raw)) : unknown;
    }),
    ...(layout.correlation === 'beside' ? [unknown] : []),
  ]);
  return { label, cells: layout.correlation === 'beside' ? [...cells, unknown] : cells };
}

export const itemIdsOf = ({ runs }: Pool): number[] =>
  runs.flatMap(({ finished }) => finished.flatMap(({ itemIds }) => itemIds));

function scoresOfPool({ runs }: Pool): IqaScores | undefined {
  const finished = runs.flatMap((one) => one.finished);
  const scores = scoresOfRun(runs[0]!.run.settings, finished);
  return finished.length > 0 && scores.protocol === 'iqa-eval' ? scores : undefined;
}

function measureCell(scores: IqaScores | undefined, measure: TableMeasure, withDeviation: boolean): Cell {
  if (!scores) return unknown;
  const isRating = measure === 'helpfulness' || measure === 'fluency';
  const deviation = withDeviation && isRating ? scores.runDeviation[measure] : null;
  return { value: scores.overall[measure], deviation };
}

/** Queries and right answers of people, over recorded interactions in which they asked the system anything. */
function recordedMeasures(
  { db, rule }: TableParts,
  system: string,
  itemIds: readonly number[],
): { queries: number | null; accuracy: number | null } {
  const systemId = findSystem(db, system)?.id;
  const used = itemIds.flatMap((id) => {
    const item = findItem(db, id);
    if (!item || systemId === undefined) return [];
    const interaction = recordedInteraction(db, item, systemId);
    return interaction.exchanges.length > 0 ? [interaction] : [];
  });
  const answered = used.flatMap(({ finalAnswer, task }) => {
    const isCorrect = rule === null ? null : isCorrectAnswer(finalAnswer, task, rule);
    return finalAnswer === null || isCorrect === null ? [] : [Number(isCorrect)];
  });
  return {
    queries: used.length === 0 ? null : mean(used.map(({ exchanges }) => exchanges.length)),
    accuracy: answered.length === 0 ? null : mean(answered),
  };
}
