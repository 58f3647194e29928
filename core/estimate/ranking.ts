import { setImmediate as nextTurn } from 'node:timers/promises';
import { keptMaps } from '../../db/kept-maps.ts';
import { getRanking, type RankingRow } from '../../db/rankings.ts';
import { sinceWrite } from '../../db/since-write.ts';
import { comparisonsOfRanking, getStudy, listStudies, type StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { RankedPair, Ranking, Verdict } from '../../shared/contract/index.ts';
import {
  decisionRate,
  differenceScale,
  fromUnit,
  goalAlpha,
  hasGoalLevel,
  intervalFromUnit,
  pairAlpha,
  type RankingAim,
} from '../../stats/index.ts';
import { claimedFault, claimedIn } from '../data/claimed-scores.ts';
import { type CoreContext, dbOf } from '../platform/context.ts';
import { estimateScale } from '../studies/estimand-scale.ts';
import { measureName } from '../studies/measure-name.ts';
import { differenceAtStop, type ValueAtStop } from './after-stopping.ts';
import { leastDifferenceOf, verdictFor } from './comparison.ts';
import type { LiveEstimate } from './live-estimate.ts';
import { liveEstimateAt, whenAllSettled } from './live-estimates.ts';
import { rankingOrder, scoredPlaces } from './ranking-order.ts';

/**
 * The ranking that a comparison is a pair of, at the ranking's own error level; for one that belongs to none, what the
 * comparisons of its measure on its data set that belong to none give together at `alpha`. Null when the study is of one
 * system alone.
 */
export function rankingOf(context: CoreContext, studyId: number, alpha: number): Promise<Ranking | null> {
  const lives = () => {
    const found = comparisonsWith(context, studyId, alpha);
    return livesOf(context, found.comparisons, found.alpha, found.ranking);
  };
  return whenAllSettled(context, lives, () => rankingSoFar(context, studyId, alpha));
}

/** The comparisons that a ranking with this study is of, and its error level; none when the study is of one system alone. */
function comparisonsWith(context: CoreContext, studyId: number, alpha: number) {
  const db = dbOf(context);
  const asked = getStudy(db, studyId);
  if (!asked.against) return { comparisons: [], alpha, ranking: null };
  const { rankingId } = asked;
  if (rankingId === null) return { comparisons: comparisonsBeside(db, asked), alpha, ranking: null };
  const ranking = getRanking(db, rankingId);
  return { comparisons: comparisonsOfRanking(db, rankingId), alpha: ranking.alpha, ranking };
}

/** The same at once: labels that are not taken in yet are taken in while the caller waits. */
export function rankingSoFar(context: CoreContext, studyId: number, alpha: number): Ranking | null {
  const db = dbOf(context);
  const asked = getStudy(db, studyId);
  if (!asked.against) return null;
  if (asked.rankingId === null) return rankingAmong(context, comparisonsBeside(db, asked), alpha, null);
  return rankingFound(context, asked.rankingId);
}

/** Where the systems of a ranking stand. @throws AppError NOT_FOUND */
export function rankingResult(context: CoreContext, rankingId: number): Promise<Ranking> {
  const db = dbOf(context);
  const ranking = getRanking(db, rankingId);
  const lives = () => livesOf(context, comparisonsOfRanking(db, rankingId), ranking.alpha, ranking);
  return whenAllSettled(context, lives, () => rankingFound(context, rankingId));
}

function rankingFound(context: CoreContext, rankingId: number): Ranking {
  const db = dbOf(context);
  const ranking = getRanking(db, rankingId);
  const { name, alpha, top, chained } = ranking;
  const found = rankingAmong(context, comparisonsOfRanking(db, rankingId), alpha, ranking);
  return { name, top, isChained: chained, ...found };
}

/** What a ranking is to find among so many systems: where some of them are gone, at most all but one. */
const aimOf = ({ top, chained }: Pick<RankingRow, 'top' | 'chained'>, systems: number): RankingAim => ({
  top: top === null ? null : Math.min(top, systems - 1),
  isChained: chained,
});

/** What a ranking is to find where that has a level of its own; null where pairs have the level that all share. */
function levelledAim(ranking: Goal | null, systems: number): RankingAim | null {
  if (ranking === null || ranking.levelRule === 1) return null;
  const aim = aimOf(ranking, systems);
  return hasGoalLevel(systems, aim) ? aim : null;
}
type Goal = Pick<RankingRow, 'top' | 'chained' | 'levelRule'>;

/** The comparisons that belong to no ranking and share data set and measure with one of them, itself among them. */
export function comparisonsBeside(db: ReadableDb, { datasetId, measure }: StudyRow): StudyRow[] {
  const asked = JSON.stringify(measure);
  return listStudies(db).filter(
    (study) =>
      study.against !== null &&
      study.rankingId === null &&
      study.datasetId === datasetId &&
      JSON.stringify(study.measure) === asked,
  );
}

/** The newest comparison of each pair, in the order of the systems' names. */
export function newestOfPairs(comparisons: readonly StudyRow[]): StudyRow[] {
  const newest = [...Map.groupBy(comparisons, pairOf)].map(([key, [first]]) => ({ key, study: first! }));
  return newest.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ study }) => study);
}

/** A study alone; or, where the whole ranking is asked of one of its pairs, the newest study of each pair. */
export function studiesAsked(
  db: ReadableDb,
  { studyId, wholeRanking }: { studyId: number; wholeRanking?: boolean | undefined },
): StudyRow[] {
  const study = getStudy(db, studyId);
  if (!wholeRanking || study.rankingId === null) return [study];
  return newestOfPairs(comparisonsOfRanking(db, study.rankingId));
}

/**
 * The studies that a link leads to: one alone, or all comparisons of the ranking that it is a pair of. The first, which was made first,
 * speaks for all of them.
 */
export function linkedStudies(db: ReadableDb, studyId: number): [StudyRow, ...StudyRow[]] {
  const study = getStudy(db, studyId);
  if (study.rankingId === null) return [study];
  const [first, ...others] = comparisonsOfRanking(db, study.rankingId).sort((a, b) => a.id - b.id);
  return [first!, ...others];
}

/** The systems that comparisons are about, in the order of their names. */
export const systemsOf = (comparisons: readonly StudyRow[]): string[] =>
  [...new Set(comparisons.flatMap(namesOf))].sort();

/** Pairs of these systems of which there is no comparison. */
export function missingPairs(comparisons: readonly StudyRow[]): Ranking['missing'] {
  const systems = systemsOf(comparisons);
  const known = new Set(comparisons.map(pairOf));
  return systems.flatMap((system, i) =>
    systems
      .slice(i + 1)
      .filter((against) => !known.has(pairKey(system, against)))
      .map((against) => ({ system, against })),
  );
}

/**
 * What comparisons say together. Each pair is read from its newest study, its labels replayed at the error level that all
 * pairs share out, whatever level the study itself has; the order is partial and leaves undecided pairs open.
 *
 * @param goal of the ranking that they belong to; null for comparisons that stand by themselves
 */
function rankingAmong(
  context: CoreContext,
  comparisons: readonly StudyRow[],
  alpha: number,
  goal: Goal | null,
): Ranking {
  const systems = systemsOf(comparisons);
  const levelled = levelledAim(goal, systems.length);
  const ofGoal = levelled && pairsAt(comparisons, alpha, levelled).map((pair) => goalOf(context, pair));
  const own = pairsAt(comparisons, alpha).map((pair, i) => ({
    ...rankedPair(context, pair),
    ...(ofGoal && { goal: ofGoal[i]! }),
  }));
  const { measure, datasetId, datasetName, scale, form } = comparisons[0]!;
  const db = dbOf(context);
  const fault = claimedFault(db, datasetId, claimedIn(db, datasetId));
  const aim = goal && aimOf(goal, systems.length);
  const { places, pairs, found } = rankingOrder(systems, own, scale, aim);
  const preference = goal && form.kind === 'preference' ? form.steps : undefined;
  return {
    ...(preference !== undefined && { preference }),
    measureName: measureName(measure),
    datasetName,
    scale: differenceScale(scale),
    alpha,
    places: preference === undefined ? places : scoredPlaces(places, pairs),
    ...(found && { found }),
    pairs,
    missing: missingPairs(comparisons),
    ...(fault !== null && { fault }),
  };
}

/** A pair of a ranking: its newest comparison, how many there are of it, and its share of the error level. */
interface PairAt {
  readonly study: StudyRow;
  readonly studies: number;
  readonly level: number;
}

/** @param aim what is to be found, where pairs are asked for at the level of that */
function pairsAt(comparisons: readonly StudyRow[], alpha: number, aim: RankingAim | null = null): PairAt[] {
  const systems = systemsOf(comparisons).length;
  const byPair = Map.groupBy(comparisons, pairOf);
  return newestOfPairs(comparisons).map((study) => {
    const studies = byPair.get(pairOf(study))!.length;
    const level = aim ? goalAlpha(alpha, systems, aim, studies) : pairAlpha(alpha, systems, studies);
    return { study, studies, level };
  });
}

/** The estimates that a ranking is read from. */
function livesOf(
  context: CoreContext,
  comparisons: readonly StudyRow[],
  alpha: number,
  ranking: Goal | null,
): LiveEstimate[] {
  const levelled = levelledAim(ranking, systemsOf(comparisons).length);
  return [...pairsAt(comparisons, alpha), ...(levelled ? pairsAt(comparisons, alpha, levelled) : [])]
    .filter(({ study }) => study.populationSize > 0)
    .map(({ study, level }) => liveEstimateAt(context, study, level));
}

/** The interval of each pair when all its labels were taken in last, and how many they were. */
const knownBefore = new WeakMap<LiveEstimate, Interval>();
type Interval = Pick<RankedPair, 'lower' | 'upper'> & { readonly labels: number };

/**
 * The studies of the pairs of a ranking that still have to be decided for what it is to find, each with how likely the next labels
 * are to decide it: the higher, the sooner its items are asked. Labels that are not taken in yet are, meanwhile, and until then
 * what was known before holds: nobody who labels waits for that.
 */
export function matteringStudies(context: CoreContext, ranking: RankingRow): ReadonlyMap<number, number> {
  const { comparisons, systems, levelled, at } = aimedPairs(dbOf(context), ranking);
  takeIn(context, at);
  const own = at.map(({ study, level }) => {
    const interval = intervalSoFar(context, study, level);
    const leastDifference = leastDifferenceOf(study);
    const verdict = verdictFor(study.scale, interval, leastDifference);
    const { lower, upper } = interval;
    return {
      ...{ studyId: study.id, system: study.systemName, against: study.against!.systemName },
      ...{ study, level },
      ...interval,
      ...{ verdict, leastDifference },
      ...(levelled && { goal: { alpha: level, lower, upper, verdict } }),
    };
  });
  const aim = aimOf(ranking, systems.length);
  const signature = JSON.stringify([
    aim,
    own.map(({ studyId, level, lower, upper, labels, leastDifference, study: { batchRef, drawCount } }) => {
      return [studyId, batchRef, level, lower, upper, labels, leastDifference, drawCount];
    }),
  ]);
  const before = matteredIn(context).get(ranking.id);
  if (before?.signature === signature) return before.rates;
  const { pairs } = rankingOrder(systems, own, comparisons[0]!.scale, aim);
  const rates = new Map(
    pairs.flatMap((pair): [number, number][] => (pair.matters ? [[pair.studyId, rateOf(pair)]] : [])),
  );
  matteredIn(context).set(ranking.id, { signature, rates });
  return rates;
}

/** Looks at what a ranking has to decide once the labels so far are taken in. */
export function whenPairsSettled<T>(context: CoreContext, rankingId: number, look: () => T): Promise<T> {
  const db = dbOf(context);
  return whenAllSettled(context, () => livesAimed(context, getRanking(db, rankingId)), look);
}

/** The same at once: labels that are not taken in yet are taken in while the caller waits. */
export function matteringSoFar(context: CoreContext, ranking: RankingRow): ReadonlyMap<number, number> {
  for (const live of livesAimed(context, ranking)) void live.state;
  return matteringStudies(context, ranking);
}

const livesAimed = (context: CoreContext, ranking: RankingRow): LiveEstimate[] =>
  aimedPairs(dbOf(context), ranking)
    .at.filter(({ study }) => study.populationSize > 0)
    .map(({ study, level }) => liveEstimateAt(context, study, level));

/** The pairs of a ranking at the level of what it is to find. */
function aimedPairs(db: ReadableDb, ranking: RankingRow) {
  const comparisons = comparisonsOf(db, ranking.id);
  const systems = systemsOf(comparisons);
  const levelled = levelledAim(ranking, systems.length);
  return { comparisons, systems, levelled, at: pairsAt(comparisons, ranking.alpha, levelled) };
}

/** The studies of a ranking, read once for all that a request asks of them. */
const comparisonsOf = (db: ReadableDb, rankingId: number | null): readonly StudyRow[] =>
  rankingId === null
    ? []
    : sinceWrite(db, `comparisons ${rankingId}`, () => comparisonsOfRanking(db, rankingId));

/** Which pairs mattered when the intervals were such: as long as they are, nothing is reckoned again. */
interface Mattered {
  readonly signature: string;
  readonly rates: ReadonlyMap<number, number>;
}
const matteredIn = keptMaps<number, Mattered>();

function rateOf({
  study: { populationSize, drawCount },
  level: alpha,
  leastDifference: margin,
  ...pair
}: Interval & { study: StudyRow; level: number; leastDifference: number }): number {
  const planned = Math.min(drawCount, populationSize);
  if (planned === 0) return 0;
  const labels = Math.min(pair.labels, planned);
  return decisionRate({ ...pair, labels, planned, populationSize, alpha, margin });
}

function intervalSoFar(context: CoreContext, study: StudyRow, alpha: number): Interval {
  if (study.populationSize === 0) return { lower: 0, upper: 0, labels: 0 };
  const live = liveEstimateAt(context, study, alpha);
  if (live.isSettled) look(study, live);
  const { max, min } = study.scale;
  return knownBefore.get(live) ?? { lower: min - max, upper: max - min, labels: 0 };
}

/** Pairs that wait for labels are taken in at once up to so many: a page of many systems gives each of its pairs one. */
const mostAtOnce = 6;

/** The pairs whose labels are to be taken in, and whether somebody is at it. */
const behindIn = keptMaps<'pairs', Map<number, PairAt>>();

/** Takes in the labels that pairs wait for; of many pairs one after the other, once nobody waits for an answer. */
function takeIn(context: CoreContext, pairs: readonly PairAt[]): void {
  const behind = pairs.filter(
    ({ study, level }) => study.populationSize > 0 && !liveEstimateAt(context, study, level).isSettled,
  );
  if (behind.length <= mostAtOnce) {
    for (const pair of behind) void takenIn(context, pair);
    return;
  }
  const known = behindIn(dbOf(context)).get('pairs');
  const waiting = known ?? new Map<number, PairAt>();
  for (const pair of behind) waiting.set(pair.study.id, pair);
  if (known) return;
  behindIn(dbOf(context)).set('pairs', waiting);
  void takeInLater(context, waiting);
}

async function takeInLater(context: CoreContext, waiting: Map<number, PairAt>): Promise<void> {
  const db = dbOf(context);
  for (;;) {
    await nextTurn();
    const [next] = waiting.values();
    if (!next || context.session.project?.db !== db) break;
    const { id } = next.study;
    waiting.delete(id);
    // Its draw may be another or longer by now, or the study be gone.
    const study = comparisonsOf(db, next.study.rankingId).find((one) => one.id === id);
    if (study) await takenIn(context, { ...next, study });
  }
  behindIn(db).delete('pairs');
}

/** What is known of a pair is written down once it settles: while it is labeled, it is found unsettled each time. */
const takenIn = (context: CoreContext, { study, level }: PairAt): Promise<void> => {
  const live = () => liveEstimateAt(context, study, level);
  return whenAllSettled(
    context,
    () => [live()],
    () => look(study, live()),
  ).catch(() => undefined);
};

function look(study: StudyRow, live: LiveEstimate): void {
  const { lower, upper } = differenceOf(study, live);
  knownBefore.set(live, { lower, upper, labels: live.state.drawnCount });
}

const pairKey = (...names: string[]) => JSON.stringify(names.toSorted());
const namesOf = ({ systemName, against }: StudyRow) => [systemName, against!.systemName];
const pairOf = (study: StudyRow) => pairKey(...namesOf(study));

function rankedPair(context: CoreContext, { study, studies, level }: PairAt): RankedPair {
  const live = liveEstimateAt(context, study, level);
  const { populationSize, scale } = study;
  const { systemName, sharedItems } = study.against!;
  const leastDifference = leastDifferenceOf(study);
  const difference = populationSize === 0 ? { value: 0, lower: 0, upper: 0 } : differenceOf(study, live);
  const verdict = verdictFor(scale, difference, leastDifference);
  const afterStopping = correctedOf(study, live, verdict);
  return {
    studyId: study.id,
    study: study.name,
    system: study.systemName,
    against: systemName,
    studies,
    alpha: level,
    labeled: live.labeledItems,
    differing: populationSize,
    sharedItems,
    ...difference,
    verdict,
    ...(study.form.kind === 'preference' && winRateError(study.against!, live.state, populationSize)),
    afterStopping,
    leastDifference,
  };
}

/** What a pair says at the level of what is to be found. */
function goalOf(context: CoreContext, { study, level }: PairAt): NonNullable<RankedPair['goal']> {
  const { lower, upper } =
    study.populationSize === 0
      ? { lower: 0, upper: 0 }
      : differenceOf(study, liveEstimateAt(context, study, level));
  const verdict = verdictFor(study.scale, { lower, upper }, leastDifferenceOf(study));
  return { alpha: level, lower, upper, verdict };
}

/** The corrected difference of each pair, which takes a while, with what it was found from. */
const corrected = new WeakMap<LiveEstimate, { readonly key: string; readonly found: ValueAtStop | null }>();

function correctedOf(study: StudyRow, live: LiveEstimate, verdict: Verdict): ValueAtStop | null {
  const key = JSON.stringify([verdict, live.state]);
  const known = corrected.get(live);
  if (known?.key === key) return known.found;
  const { populationSize } = study;
  const found = differenceAtStop(verdict, {
    ...{ populationSize, scale: estimateScale(study), state: live.state },
    get points() {
      return live.points;
    },
  });
  corrected.set(live, { key, found });
  return found;
}

/**
 * The standard error of a win rate over all items of both systems: what is left of n labels beside the predictor, of N items drawn
 * without replacement. Items with equal replies are ties without a label.
 *
 * @returns nothing of fewer than two labels
 */
export function winRateError(
  { sharedItems }: { readonly sharedItems: number },
  { labeledCount: n, residualStandardDeviation: sd }: LiveEstimate['state'],
  differing: number,
): Pick<RankedPair, 'standardError'> {
  if (n < 2 || sd === undefined || differing === 0) return {};
  return { standardError: (differing / sharedItems) * sd * Math.sqrt((1 - n / differing) / n) };
}

/** The difference from the labels of a study, with its interval at the error level of this estimate. */
function differenceOf(study: StudyRow, live: LiveEstimate) {
  const onDifferences = estimateScale(study);
  const { value, ...interval } = live.state;
  return { value: fromUnit(value, onDifferences), ...intervalFromUnit(interval, onDifferences) };
}
