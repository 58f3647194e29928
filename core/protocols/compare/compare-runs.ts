import { groupsOfItems } from '../../../db/items.ts';
import { iterateProtocolTurns } from '../../../db/protocol-conversations.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ProtocolComparison } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  exactShare,
  FEWEST_COEFFICIENT_ITEMS,
  mean,
  pairInterval,
  pairwiseAgreement,
  permutationP,
  places,
  questionOverlap,
  ranksAgree,
  type WeightedPair,
  weightedKendall,
  weightedPearson,
  weightedSpearman,
} from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { requireProtocolRun } from '../run/describe-run.ts';
import { comparedRows } from './compared-rows.ts';
import { type ComparedRun, comparedRun } from './compared-run.ts';
import { contrastsOf } from './contrasts.ts';
import { type Evaluation, evaluationsOf } from './evaluations.ts';
import { criterionScores, describeHuman, type HumanScores, humanMean } from './human-scores.ts';
import { conversationScores } from './judged-conversations.ts';
import { intervalKind, poolScores } from './pool-scores.ts';
import { poolValues } from './pool-values.ts';
import { type Pool, poolsOf } from './pools.ts';

type Coefficients = ProtocolComparison['correlations'][number]['coefficients'];

/** So many systems or fewer deserve a warning. */
const fewSystems = 6;
const fewestSystems = 3;

const pairsOf = (a: readonly number[], b: readonly number[]): WeightedPair[] =>
  a.map((value, i) => ({ a: value, b: b[i]!, weight: 1 }));

const correlationKinds = [
  { name: 'Pearson', of: weightedPearson },
  { name: 'Spearman', of: weightedSpearman },
  { name: 'Kendall', of: weightedKendall },
] as const;

/** Correlations between systems' human and automatic scores, with what little can be said of their precision. */
function systemCorrelations(human: readonly number[], automatic: readonly number[]): Coefficients {
  const n = human.length;
  return correlationKinds.map(({ name, of }) => {
    const value = n < fewestSystems ? undefined : of(pairsOf(human, automatic));
    if (value === undefined) {
      const why =
        n < fewestSystems
          ? `needs at least ${fewestSystems} systems`
          : 'one side is the same for all systems';
      return { name, value: null, lower: null, upper: null, pValue: null, reason: `not estimable: ${why}` };
    }
    const interval = pairInterval(pairsOf(human, automatic), of);
    return {
      name,
      value,
      ...('reason' in interval ? { lower: null, upper: null } : interval),
      pValue: permutationP(human, automatic, (a, b) => of(pairsOf(a, b))) ?? null,
      reason: 'reason' in interval ? noInterval(n, interval.reason) : null,
    };
  });
}

const noInterval = (n: number, reason: string): string =>
  n < FEWEST_COEFFICIENT_ITEMS
    ? `no interval with fewer than ${FEWEST_COEFFICIENT_ITEMS} systems, here ${n}; see the exact p-value`
    : reason;

/** What to keep in mind of a correlation between so many systems; empty where nothing special is, or none is shown. */
function fewSystemsWarning(n: number): string {
  if (n < 2 || n > fewSystems) return '';
  const orders = [1, 1, 2, 6, 24, 120, 720][n]!;
  return `A correlation between ${n} systems says little: they have only ${orders} orders, and one that moves changes everything.`;
}

/** More models would make too many sets to read. */
const mostModels = 6;

/** How often the generator asked different models the same in one evaluation of interviews; empty below two. */
function overlapOf(
  db: ReadableDb,
  evaluation: string,
  pools: readonly Pool[],
): ProtocolComparison['overlap'] {
  const interviews = pools.slice(0, mostModels).flatMap(({ system, runs: [first] }) => {
    const { id, settings } = first!.run;
    return settings.protocol === 'interview' ? [{ id, system, mostPrompts: settings.mostPrompts }] : [];
  });
  if (interviews.length < 2) return [];
  const { mostPrompts } = interviews[0]!;
  const questions = interviews.map(({ id }) => promptsOf(db, id));
  return questionOverlap(questions, mostPrompts).map(({ prompt, questions: shared, sets }) => ({
    evaluation,
    prompt,
    questions: shared,
    sets: sets.map(({ models, same }) => ({
      systems: models.map((model) => interviews[model]!.system),
      same,
    })),
  }));
}

function promptsOf(db: ReadableDb, runId: number): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const { position, turn } of iterateProtocolTurns(db, runId)) {
    if (turn.kind !== 'prompt') continue;
    const key = `${position}/${turn.cell}`;
    const list = found.get(key);
    if (list) list.push(turn.asked);
    else found.set(key, [turn.asked]);
  }
  return found;
}

type Scores = ProtocolComparison['scores'];

/**
 * Runs side by side: their figures with intervals over conversations, and beside people, where a criterion is named or
 * people led conversations of their own. Runs of one system in one evaluation pool; systems are ranked within one evaluation
 * only, which is the same in all that figures depend on: conversations, settings, models that play a part, personas.
 *
 * @throws AppError INVALID_INPUT when the runs are of different data sets, NOT_FOUND when there is no such run or criterion
 */
export function compareRuns(
  context: CoreContext,
  { runIds, criterion }: { runIds: readonly number[]; criterion?: string | undefined },
): ProtocolComparison {
  const db = dbOf(context);
  const runs = runsOfOneDataset(db, runIds);
  const { datasetId } = runs[0]!.run;
  const pools = poolsOf(runs);
  const human =
    criterion === undefined ? conversationScores(pools) : criterionScores(db, datasetId, criterion);
  // What people said in conversations of their own is what the others are set beside.
  const isMachine = ({ runs: [first] }: Pool) =>
    criterion !== undefined || first!.run.settings.protocol !== 'conversation';
  const evaluations = evaluationsOf(pools);
  const machine = evaluations.filter(({ pools: [first] }) => isMachine(first!));
  const scores = machine.flatMap(scoresWithPlaces);
  const groups = groupsOfItems(db, datasetId);
  return {
    human: human && describeHuman(human),
    rows: comparedRows(context, evaluations),
    scores,
    intervalKind,
    contrasts: contrastsOf(machine),
    correlations: human ? correlationsWith(human, scores) : [],
    pairwise: human ? machine.flatMap((evaluation) => pairwiseWith(human, evaluation, groups)) : [],
    overlap: machine.flatMap(({ name, pools: own }) => overlapOf(db, name, own)),
  };
}

/** Each once, as they are given. */
function runsOfOneDataset(db: ReadableDb, runIds: readonly number[]): ComparedRun[] {
  const given = [...new Set(runIds)].map((id) => requireProtocolRun(db, id));
  const [first] = given;
  if (!first || given.some(({ datasetId }) => datasetId !== first.datasetId)) {
    throw new AppError('INVALID_INPUT', 'Runs can be compared within one data set only.', {
      field: 'runIds',
      remedy: 'Name runs of one data set.',
    });
  }
  return given.map((run) => comparedRun(db, run));
}

function scoresWithPlaces({ name, pools }: Evaluation): Scores {
  const scores = pools.flatMap((pool) => {
    const [first] = pool.runs;
    const conversations = pool.runs.reduce((sum, { finished }) => sum + finished.length, 0);
    const { id: runId, title } = first!.run;
    return poolScores(pool).map(({ lowest: _lowest, highest: _highest, ...score }) => ({
      runId,
      title,
      system: pool.system,
      evaluation: name,
      conversations,
      ...score,
    }));
  });
  return scores.map((score) => {
    const rivals = scores.filter(({ measure }) => measure === score.measure);
    const order = places(
      rivals.map(({ value }) => value ?? undefined),
      score.better,
    );
    const place = rivals.length < 2 ? null : (order[rivals.indexOf(score)] ?? null);
    return { ...score, place };
  });
}

interface Measured {
  readonly evaluation: string;
  readonly measure: string;
}

const isSameMeasure = (a: Measured, b: Measured): boolean =>
  a.evaluation === b.evaluation && a.measure === b.measure;

function correlationsWith({ bySystem }: HumanScores, scores: Scores): ProtocolComparison['correlations'] {
  const measures = scores.filter(
    (score, i) => scores.findIndex((other) => isSameMeasure(other, score)) === i,
  );
  return measures.map(({ evaluation, measure, better }) => {
    const own = scores.filter((score) => isSameMeasure(score, { evaluation, measure }));
    const twice = twiceIn(own.map(({ system }) => system));
    const both = own.flatMap(({ system, value }) => {
      const people = bySystem.get(system);
      return people && value !== null && !twice.includes(system)
        ? [{ human: humanMean(people), automatic: value }]
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
      warning: [fewSystemsWarning(both.length), twiceWarning(twice)].filter((text) => text !== '').join(' '),
    };
  });
}

const twiceIn = (systems: readonly string[]): string[] => [
  ...new Set(systems.filter((system, i) => systems.indexOf(system) !== i)),
];

const twiceWarning = (systems: readonly string[]): string =>
  systems.length === 0
    ? ''
    : `Left out, because different models have this name: ${systems.join(', ')}. Choose the runs of one of them.`;

function pairwiseWith(
  { bySystem }: HumanScores,
  { name, pools }: Evaluation,
  groups: ReadonlyMap<number, string>,
): ProtocolComparison['pairwise'] {
  const twice = twiceIn(pools.map(({ system }) => system));
  const known = pools.filter(({ system }) => !twice.includes(system));
  const automatic = new Map(known.map((pool) => [pool.system, poolValues(pool)]));
  return pairwiseRows(name, automatic, bySystem, groups);
}

type PairRow = ProtocolComparison['pairwise'][number];
type ItemNumbers = ReadonlyMap<number, number>;

/**
 * Pairwise agreement of one evaluation with people, for every pair of systems that both scored: passage by passage,
 * does it prefer the same system? Values are larger better.
 */
function pairwiseRows(
  evaluation: string,
  automatic: ReadonlyMap<string, ItemNumbers>,
  human: ReadonlyMap<string, { readonly values: ItemNumbers }>,
  groups: ReadonlyMap<number, string>,
): PairRow[] {
  const systems = [...automatic.keys()].filter((system) => human.has(system)).sort();
  return systems.flatMap((first, i) =>
    systems.slice(i + 1).map((second): PairRow => {
      const machine = [first, second].map((system) => groupMeans(automatic.get(system)!, groups));
      const people = [first, second].map((system) => groupMeans(human.get(system)!.values, groups));
      const names = [...new Set(groups.values())];
      const scoresIn = ([a, b]: Map<string, number>[]) =>
        names.map((name) => ({ first: a!.get(name), second: b!.get(name) }));
      const { agreement, ...counts } = pairwiseAgreement(scoresIn(people), scoresIn(machine));
      const interval = exactShare(counts.agreeing, counts.comparable);
      return {
        evaluation,
        first,
        second,
        ...counts,
        agreement: agreement ?? null,
        lower: interval?.lower ?? null,
        upper: interval?.upper ?? null,
      };
    }),
  );
}

function groupMeans(values: ItemNumbers, groups: ReadonlyMap<number, string>): Map<string, number> {
  const lists = new Map<string, number[]>();
  for (const [itemId, value] of values) {
    const group = groups.get(itemId);
    if (group === undefined) continue;
    const list = lists.get(group);
    if (list) list.push(value);
    else lists.set(group, [value]);
  }
  return new Map([...lists].map(([group, list]) => [group, mean(list)]));
}
