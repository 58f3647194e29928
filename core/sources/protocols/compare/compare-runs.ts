import { groupsOfItems } from '../../../../db/items.ts';
import { listProtocolConversations } from '../../../../db/protocol-conversations.ts';
import type { ProtocolRunRow } from '../../../../db/protocol-runs.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import type { ProtocolComparison } from '../../../../shared/contract/index.ts';
import { AppError } from '../../../../shared/errors.ts';
import { mean, places, ranksAgree } from '../../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../../platform/context.ts';
import { validatedItemValues } from '../outcomes/judged-run.ts';
import { conversationScoresOf, findJudgedRun, validationCounts } from '../outcomes/validated-scores.ts';
import { requireProtocolRun } from '../run/describe-run.ts';
import { itemValues } from '../run/item-values.ts';
import { fewSystemsWarning, systemCorrelations } from './correlations.ts';
import { evaluationOf, headlineScores } from './headline-scores.ts';
import { criterionScores, type HumanScores } from './human-scores.ts';
import { conversationScores } from './judged-conversations.ts';
import { overlapOf } from './overlap.ts';
import { pairwiseRows } from './pairwise.ts';

type Scores = ProtocolComparison['scores'];
type ItemNumbers = ReadonlyMap<number, number>;

/**
 * Runs side by side: their figures with places, and beside people, where a criterion is named or people led
 * conversations of their own. Of two runs of one system in one evaluation the newer counts.
 *
 * @throws AppError INVALID_INPUT when the runs are of different data sets, NOT_FOUND when there is no such run or criterion
 */
export function compareRuns(
  context: CoreContext,
  { runIds, criterion }: { runIds: readonly number[]; criterion?: string | undefined },
): ProtocolComparison {
  const db = dbOf(context);
  const given = runIds.map((id) => requireProtocolRun(db, id));
  const [first] = given;
  if (!first || given.some(({ datasetId }) => datasetId !== first.datasetId)) {
    throw new AppError('INVALID_INPUT', 'Runs can be compared within one data set only.', {
      field: 'runIds',
    });
  }
  const runs = given.map((run) => ({ ...run, scores: conversationScoresOf(db, run) }));
  const values = new Map(runs.map((run) => [run.id, itemNumbers(db, run)]));
  const human =
    criterion === undefined
      ? conversationScores(db, runs, values)
      : criterionScores(db, first.datasetId, criterion);
  const machine = runs.filter(
    ({ settings }) => criterion !== undefined || settings.protocol !== 'conversation',
  );
  const scores = withPlaces(newestOfEach(machine));
  return {
    human: human && describeHuman(human),
    scores,
    correlations: human ? correlationsWith(human, scores) : [],
    pairwise: human
      ? pairwiseWith(human, newestOfEach(machine), values, groupsOfItems(db, first.datasetId))
      : [],
    overlap: overlapOf(db, newestOfEach(machine)),
  };
}

function itemNumbers(db: ReadableDb, run: ProtocolRunRow): ItemNumbers {
  const judged = run.settings.protocol === 'conversation' ? findJudgedRun(db, run) : undefined;
  if (judged && validationCounts(judged)) return validatedItemValues(judged);
  const finished = listProtocolConversations(db, run.id).filter(({ state }) => state === 'finished');
  return itemValues(run.settings, finished).values;
}

function newestOfEach(runs: readonly ProtocolRunRow[]): ProtocolRunRow[] {
  const newest = new Map<string, ProtocolRunRow>();
  for (const run of runs) {
    const key = `${evaluationOf(run)}\0${run.system}`;
    const known = newest.get(key);
    if (!known || known.id < run.id) newest.set(key, run);
  }
  return [...newest.values()];
}

function withPlaces(runs: readonly ProtocolRunRow[]): Scores {
  const scores = runs.flatMap((run) =>
    (run.scores === null ? [] : headlineScores(run.scores)).map((score) => ({
      runId: run.id,
      title: run.title,
      system: run.system,
      evaluation: evaluationOf(run),
      ...score,
    })),
  );
  return scores.map((score) => {
    const rivals = scores.filter((other) => isSameMeasure(other, score));
    const place = places(
      rivals.map(({ value }) => value ?? undefined),
      score.better,
    )[rivals.indexOf(score)];
    return { ...score, place: place ?? null };
  });
}

interface Measured {
  readonly evaluation: string;
  readonly measure: string;
}

const isSameMeasure = (a: Measured, b: Measured): boolean =>
  a.evaluation === b.evaluation && a.measure === b.measure;

function describeHuman({ criterion, bySystem }: HumanScores): NonNullable<ProtocolComparison['human']> {
  const systems = [...bySystem].map(([system, scores]) => ({
    system,
    mean: scores.mean,
    basis: scores.basis,
    unit: mean([...scores.values.values()]),
    items: scores.values.size,
  }));
  const order = places(
    systems.map(({ unit }) => unit),
    'higher',
  );
  return {
    criterion,
    systems: systems.map(({ unit: _unit, ...system }, i) => ({ ...system, place: order[i] ?? null })),
  };
}

function correlationsWith({ bySystem }: HumanScores, scores: Scores): ProtocolComparison['correlations'] {
  const measures = scores.filter(
    (score, i) => scores.findIndex((other) => isSameMeasure(other, score)) === i,
  );
  return measures.map(({ evaluation, measure, better }) => {
    const both = scores.flatMap((score) => {
      const people = bySystem.get(score.system);
      return isSameMeasure(score, { evaluation, measure }) && people && score.value !== null
        ? [{ human: mean([...people.values.values()]), automatic: score.value }]
        : [];
    });
    const human = both.map((pair) => pair.human);
    const automatic = both.map((pair) => pair.automatic);
    return {
      evaluation,
      measure,
      systems: both.length,
      coefficients: systemCorrelations(human, automatic),
      sameRanking: ranksAgree(places(human, 'higher'), places(automatic, better)) ?? null,
      warning: fewSystemsWarning(both.length),
    };
  });
}

function pairwiseWith(
  { bySystem }: HumanScores,
  runs: readonly ProtocolRunRow[],
  values: ReadonlyMap<number, ItemNumbers>,
  groups: ReadonlyMap<number, string>,
): ProtocolComparison['pairwise'] {
  const evaluations = [...new Set(runs.map(evaluationOf))];
  return evaluations.flatMap((evaluation) => {
    const own = runs.filter((run) => evaluationOf(run) === evaluation);
    const automatic = new Map(own.map(({ id, system }) => [system, values.get(id)!]));
    return pairwiseRows(evaluation, automatic, bySystem, groups);
  });
}
