import type { RankedPair, Ranking, Scale, Verdict } from '../../shared/contract/index.ts';
import { winRate } from '../../shared/preference.ts';
import {
  bradleyTerry,
  bradleyTerryIntervals,
  createRng,
  impliedIntervals,
  type LabeledWinRate,
  matteringPairs,
  type PairVerdict,
  possiblePlaces,
  type RankingAim,
  type StrengthInterval,
  withOneTie,
} from '../../stats/index.ts';
import { verdictFor } from './comparison.ts';

/** A pair as its own labels have it. */
export type OwnPair = Pick<
  RankedPair,
  'system' | 'against' | 'lower' | 'upper' | 'verdict' | 'leastDifference' | 'goal'
>;

/** What all pairs of a ranking say together. */
interface RankingOrder<T> {
  readonly places: Ranking['places'];
  /** Those at the level of what is to be found, where that is another than that of all pairs. */
  readonly found?: NonNullable<Ranking['found']>;
  /** In the order given, with what follows from others and whether they still matter. */
  readonly pairs: (T & Pick<RankedPair, 'through' | 'matters'>)[];
}

/** What is concluded of a pair: by its own interval, else by way of others. */
export const concludedOf = ({ verdict, through }: Pick<RankedPair, 'verdict' | 'through'>): Verdict =>
  verdict === 'undecided' ? (through ?? verdict) : verdict;

/**
 * The places of all systems and the pairs that still matter. The queue, results, reports and verification take them from here.
 *
 * @param systems in the order of their names
 * @param scale the measure's own
 * @param aim what the ranking is to find; null where it is of nothing in particular, and each pair stands for itself
 */
export function rankingOrder<T extends OwnPair>(
  systems: readonly string[],
  pairs: readonly T[],
  scale: Scale,
  aim: RankingAim | null,
): RankingOrder<T> {
  const index = new Map(systems.map((name, i) => [name, i]));
  const ends = pairs.map(({ system, against }) => ({
    first: index.get(system)!,
    second: index.get(against)!,
  }));
  const implied = aim?.isChained ? impliedOf(systems.length, ends, pairs) : null;
  const known = pairs.map((pair, i) => {
    const through = implied && throughOthers(pair, implied[i]!, scale);
    return { ...pair, ...(through && { through }) };
  });
  const verdicts = known.map(
    (pair, i): PairVerdict => ({
      ...ends[i]!,
      verdict: asPlaced(concludedOf(pair)),
    }),
  );
  // Conclusions by way of others rest on pairs that have no part in the level of what is to be found.
  const ofGoal =
    pairs.length > 0 && pairs.every(({ goal }) => goal !== undefined)
      ? pairs.map(({ goal }, i): PairVerdict => ({ ...ends[i]!, verdict: asPlaced(goal!.verdict) }))
      : null;
  const decisive = ofGoal ?? verdicts;
  const mattering = aim && new Set(matteringPairs(systems.length, decisive, aim));
  const placesBy = (decided: readonly PairVerdict[]) =>
    possiblePlaces(systems.length, decided).map(({ system, best, worst }) => {
      return { system: systems[system]!, best, worst };
    });
  return {
    places: placesBy(verdicts),
    ...(ofGoal && { found: placesBy(ofGoal) }),
    pairs: known.map((pair, i) => ({ ...pair, ...(mattering && { matters: mattering.has(decisive[i]!) }) })),
  };
}

const impliedOf = (
  systems: number,
  ends: readonly Pick<PairVerdict, 'first' | 'second'>[],
  pairs: readonly OwnPair[],
) =>
  impliedIntervals(
    systems,
    ends.map((pair, i) => ({ ...pair, lower: pairs[i]!.lower, upper: pairs[i]!.upper })),
  );

function throughOthers(
  { verdict, leastDifference }: OwnPair,
  implied: { lower: number; upper: number },
  scale: Scale,
): Verdict | null {
  if (verdict !== 'undecided') return null;
  const through = verdictFor(scale, implied, leastDifference);
  return through === 'undecided' ? null : through;
}

const asPlaced = (verdict: Verdict): PairVerdict['verdict'] =>
  verdict === 'system' ? 'first' : verdict === 'against' ? 'second' : verdict;

/** Points for a strength of 1 on the natural log scale, and the mean of all systems, as the field writes them. */
const POINTS = 400 / Math.LN10;
const MEAN_POINTS = 1000;

/** Labels of each pair below which no score is shown: there its standard error is 25 to 40 points. */
export const FEWEST_SCORED_LABELS = 30;

/**
 * The places of systems that are compared by preference, with the score that describes how often each wins. Each pair is counted
 * with one tie more than it has labels, so that a system that has won all it met has a finite score, too. A score is shown, with
 * its approximate interval, from 30 labels of every labeled pair on, or where a pair has no more items.
 *
 * @param fewest labels of a pair below which there is none; 1 of earlier reports
 */
export function scoredPlaces(
  places: Ranking['places'],
  pairs: readonly Pick<
    RankedPair,
    'system' | 'against' | 'value' | 'labeled' | 'differing' | 'sharedItems' | 'standardError'
  >[],
  fewest = FEWEST_SCORED_LABELS,
): Ranking['places'] {
  const index = new Map(places.map(({ system }, i) => [system, i]));
  const known = pairs.filter(({ labeled, differing }) => labeled > 0 || differing === 0);
  const isKnownWell = known.every(({ labeled, differing }) => labeled >= Math.min(fewest, differing));
  if (!isKnownWell) return places.map((place) => ({ ...place, score: null }));
  const rates = known.map(({ system, against, value, labeled, ...pair }) => ({
    ...{ first: index.get(system)!, second: index.get(against)! },
    ...{ winRate: Math.min(1, Math.max(0, winRate(value))), labels: labeled },
    ...{ standardError: pair.standardError, differing: pair.differing, sharedItems: pair.sharedItems },
  }));
  const strengths = bradleyTerry(
    places.length,
    rates.map((rate) => ({ ...rate, winRate: withOneTie(rate.winRate, rate.labels) })),
  );
  const intervals = strengths && intervalsOf(places.length, rates);
  return places.map((place, i) => ({
    ...place,
    score: strengths === null ? null : pointsOf(strengths[i]!),
    ...(intervals && {
      scoreInterval: { lower: pointsOf(intervals[i]!.lower), upper: pointsOf(intervals[i]!.upper) },
    }),
  }));
}

const pointsOf = (strength: number): number => Math.round(MEAN_POINTS + POINTS * strength);

/** The simulation behind an interval is the same each time. */
const intervalSeed = 1952;

type Rate = Omit<LabeledWinRate, 'standardError'> & { readonly standardError?: number | undefined };
/** Null where the error of a pair is not known, as in earlier reports, or a pair has no label because nothing differs. */
function intervalsOf(systems: number, rates: readonly Rate[]): StrengthInterval[] | null {
  const known = rates.flatMap(({ standardError, ...rate }) =>
    standardError === undefined || rate.labels === 0 ? [] : [{ ...rate, standardError }],
  );
  return known.length < rates.length ? null : bradleyTerryIntervals(createRng(intervalSeed), systems, known);
}
