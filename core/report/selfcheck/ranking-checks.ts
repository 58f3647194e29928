import {
  bradleyTerry,
  bradleyTerryIntervals,
  createRng,
  exponentialKeyOrder,
  mean,
  type Place,
  type RankedPopulation,
  type RankingAim,
  RankingPages,
  RankingRace,
  type Rng,
  rankedPools,
  rankedPopulation,
  temperedProbabilities,
  trueGap,
  uniformInt,
  uniformOpen,
  uniformProbabilities,
  type Verdict,
  withOneTie,
} from '../../../stats/index.ts';
import type { LookCheck } from './self-check.ts';

/** A ranking, labeled where it still matters: it is wrong when one of its conclusions is, such as who is best. */
export interface RankingCheck {
  readonly ranked: RankedPopulation;
  readonly aim: RankingAim;
  readonly alpha: number;
  /** Most labels of each pair. */
  readonly labels: number;
  /** Whether all replies of an item are rated together. */
  readonly isOnePage?: boolean;
  /** Whether only pairs that can make what is found wrong share alpha out: it is then wrong when what is found is. */
  readonly isOfGoal?: boolean;
}

const margin = 0.02;
const alpha = 0.05;

/** Two that are nearly the best, one far behind, and all of one quality; pools that end, and longer ones. */
export function rankingChecks(): RankingCheck[] {
  const close = rankedPopulation('four systems, two close', 60, [0.6, 0.6, 0.5, 0.3], 5);
  const alike = rankedPopulation('three systems alike', 60, [0.5, 0.5, 0.5], 12);
  const large = rankedPopulation('four systems, one ahead', 400, [0.9, 0.6, 0.5, 0.3], 5);
  const check = (ranked: RankedPopulation, top: number | null, isChained = true): RankingCheck => ({
    ...{ ranked, aim: { top, isChained }, alpha, labels: 60 },
  });
  const onePage = [check(close, null), check(large, 1)].map((own) => ({ ...own, isOnePage: true }));
  const byPair = [
    check(close, 1),
    check(close, null),
    check(close, 2, false),
    check(alike, null),
    check(large, 1),
  ];
  const ofGoal = [check(close, 1), check(large, 1)].flatMap((own) => [
    { ...own, isOfGoal: true },
    { ...own, isOfGoal: true, isOnePage: true },
  ]);
  // People put the replies of a page in order: preferences, which do not add up.
  const inOrder = { ...check({ ...close, isPreferred: true }, null, false), isOnePage: true };
  return [...byPair, ...onePage, inOrder, ...ofGoal];
}

/** Four systems of which each wins of some others, and three of which one wins nearly always. */
const scored = [
  { words: 'four systems, a fifth of ties', strengths: [0.7, 0.3, -0.2, -0.8], ties: 0.2, labels: 60 },
  { words: 'three systems, one far ahead', strengths: [2.2, -0.6, -1.6], ties: 0, labels: 30 },
  { words: 'two systems, .95 won', strengths: [1.5, -1.5], ties: 0, labels: 30 },
] as const;
const drawnItems = 300;

type Scored = (typeof scored)[number];

/** Systems whose replies are preferred, each pair over items of its own: the scores of all are to lie in their intervals. */
function scoreCheck({ words, strengths, ties, labels }: Scored): LookCheck {
  return {
    ...{ name: 'Bradley-Terry scores', population: words, alpha },
    ...{ populationSize: drawnItems, labels },
    run(rng) {
      const pools = strengths.flatMap((own, first) =>
        strengths.slice(first + 1).map((other, i) => {
          const rate = 1 / (1 + Math.exp(other - own));
          const values = Array.from({ length: drawnItems }, () =>
            uniformOpen(rng) < ties ? 0.5 : uniformOpen(rng) < rate ? 1 : 0,
          );
          return { first, second: first + 1 + i, values };
        }),
      );
      const truth = bradleyTerry(
        strengths.length,
        pools.map(({ values, ...pair }) => ({ ...pair, winRate: withOneTie(mean(values), drawnItems) })),
      )!;
      const pairs = pools.map(({ first, second, values }) => ({
        ...{ first, second },
        ...labeledRate(rng, values, labels),
      }));
      const own = createRng(uniformInt(rng, 0, 0xffff_ffff));
      const found = bradleyTerryIntervals(own, strengths.length, pairs)!;
      const holds = found.every(({ lower, upper }, i) => lower <= truth[i]! && truth[i]! <= upper);
      return holds ? 'holds' : 'misses';
    },
  };
}

export const scoreChecks = (): LookCheck[] => scored.map(scoreCheck);

function labeledRate(rng: Rng, values: readonly number[], labels: number) {
  const items = values.length;
  const order = exponentialKeyOrder(uniformProbabilities(items), uniformInt(rng, 0, 0xffff_ffff), labels);
  const drawn = Array.from(order, (place) => values[place]!);
  const winRate = mean(drawn);
  const variance = drawn.reduce((sum, value) => sum + (value - winRate) ** 2, 0) / (labels - 1);
  const standardError = Math.sqrt((variance * (1 - labels / items)) / labels);
  return { winRate, labels, standardError, differing: items, sharedItems: items };
}

/** What a ranking is to find, and how it is labeled. */
export function rankingName({ ranked, aim, isOnePage, isOfGoal }: RankingCheck): string {
  const { top, isChained } = aim;
  const asked = ranked.isPreferred ? ', put in order' : isChained ? '' : ', pair by pair';
  const found = top === null ? 'the whole order' : top === 1 ? 'the best' : `the best ${top}`;
  return `ranking, ${found}${asked}${isOnePage ? ', on one page' : ''}${isOfGoal ? ', at its own level' : ''}`;
}

/** Runs a check as often as one likes. */
export class RankingCheckRuns {
  readonly #race: RankingRace | RankingPages;
  readonly #gaps: readonly number[];
  /** The mean of each system, where what is found is judged. */
  readonly #means: readonly number[] | null;
  readonly #aim: RankingAim;
  misses = 0;
  /** Labels of all runs, and those of the fixed plan that stops when all is decided. */
  dealt = 0;
  fixed = 0;

  constructor({ ranked, aim, labels, alpha: level, isOnePage = false, isOfGoal = false }: RankingCheck) {
    const probabilities = (s: Float64Array) => temperedProbabilities(s);
    const options = { ...{ alpha: level, labels, margin }, ...(isOfGoal && { goal: aim }) };
    this.#race = isOnePage
      ? new RankingPages(ranked, options)
      : new RankingRace(ranked, { ...options, probabilities });
    this.#gaps = rankedPools(ranked).map(trueGap);
    this.#aim = aim;
    this.#means = isOfGoal ? ranked.systems.map(({ y }) => mean(y)) : null;
  }

  run(seed: number): void {
    this.#race.draw(seed);
    const dealt = this.#race.assignNext(this.#aim);
    this.dealt += dealt.labels;
    this.fixed += this.#race.assignNext(this.#aim, true).labels;
    const isMissed = this.#means
      ? isWrongFind(dealt.places, this.#aim.top!, this.#means)
      : dealt.verdicts.some(({ verdict }, i) => isWrong(verdict, this.#gaps[i]!));
    if (isMissed) this.misses += 1;
  }
}

/** Whether a system is called one of the best so many and is not, or the other way round; those that tie for the last place may be either. */
function isWrongFind(places: readonly Place[], top: number, means: readonly number[]): boolean {
  const least = means.toSorted((a, b) => b - a)[top - 1]!;
  return places.some(({ system, best, worst }) => {
    if (worst <= top) return means[system]! < least - ROUNDING;
    return best > top && means[system]! > least + ROUNDING;
  });
}

/** Room for rounding in a true difference. */
const ROUNDING = 1e-12;

const isWrong = (verdict: Verdict, gap: number): boolean =>
  (verdict === 'first' && gap < ROUNDING) ||
  (verdict === 'second' && gap > -ROUNDING) ||
  (verdict === 'equal' && Math.abs(gap) > ROUNDING) ||
  (verdict === 'practically-equal' && Math.abs(gap) > margin + ROUNDING);
