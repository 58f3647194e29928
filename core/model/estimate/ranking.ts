import { getRanking } from '../../../db/rankings.ts';
import { getStudy, listStudies, type StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { RankedPair, Ranking } from '../../../shared/contract/index.ts';
import {
  differenceScale,
  fromUnit,
  intervalFromUnit,
  pairAlpha,
  possiblePlaces,
} from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { estimateScale } from '../study/estimand-scale.ts';
import { measureName } from '../study/measure-name.ts';
import { leastDifferenceOf, verdictFor } from './comparison.ts';
import type { LiveEstimate } from './live-estimate.ts';
import { liveEstimateOf, whenSettled } from './live-estimates.ts';
import { sequenceOf } from './study-sequence.ts';

/**
 * The ranking that a comparison is a pair of, at the ranking's own error level; for one that belongs to none, what the
 * comparisons of its measure on its data set that belong to none give together at `alpha`. Null when the study is of one
 * system alone.
 */
export function rankingOf(context: CoreContext, studyId: number, alpha: number): Ranking | null {
  const db = dbOf(context);
  const asked = getStudy(db, studyId);
  if (!asked.against) return null;
  if (asked.rankingId === null) return rankingAmong(context, comparisonsBeside(db, asked), alpha);
  return rankingResult(context, asked.rankingId);
}

/** Where the systems of a ranking stand. @throws AppError NOT_FOUND */
export function rankingResult(context: CoreContext, rankingId: number): Ranking {
  const db = dbOf(context);
  const { name, alpha } = getRanking(db, rankingId);
  return { name, ...rankingAmong(context, comparisonsOfRanking(db, rankingId), alpha) };
}

/** The comparisons that belong to a ranking, newest first: several of a pair where they were gathered. */
export const comparisonsOfRanking = (db: ReadableDb, rankingId: number): StudyRow[] =>
  listStudies(db).filter((study) => study.rankingId === rankingId);

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
 */
function rankingAmong(context: CoreContext, comparisons: readonly StudyRow[], alpha: number): Ranking {
  const systems = systemsOf(comparisons);
  const byPair = Map.groupBy(comparisons, pairOf);
  const pairs = newestOfPairs(comparisons).map((study) => {
    const { length } = byPair.get(pairOf(study))!;
    return rankedPair(context, study, length, pairAlpha(alpha, systems.length, length));
  });
  const index = new Map(systems.map((name, i) => [name, i]));
  const places = possiblePlaces(
    systems.length,
    pairs.map(({ system, against, verdict }) => ({
      first: index.get(system)!,
      second: index.get(against)!,
      verdict: verdict === 'system' ? 'first' : verdict === 'against' ? 'second' : verdict,
    })),
  );
  const { measure, datasetName, scale } = comparisons[0]!;
  return {
    measureName: measureName(measure),
    datasetName,
    scale: differenceScale(scale),
    alpha,
    places: places.map(({ system, best, worst }) => ({ system: systems[system]!, best, worst })),
    pairs,
    missing: missingPairs(comparisons),
  };
}

/** What was known of a pair when all its labels were taken in last. */
const decidedBefore = new WeakMap<LiveEstimate, boolean>();

/**
 * Whether it is settled which system of a comparison is better, or that they are equal, practically or exactly, at the study's
 * own error level. Labels that are not taken in yet are, meanwhile: nobody who labels waits for that.
 */
export function isPairDecided(context: CoreContext, study: StudyRow): boolean {
  if (study.populationSize === 0) return true;
  const live = liveEstimateOf(context, study.id);
  if (live.isSettled) {
    const interval = intervalFromUnit(live.state, estimateScale(study));
    decidedBefore.set(live, verdictFor(study.scale, interval, leastDifferenceOf(study)) !== 'undecided');
  } else void whenSettled(context, study.id, () => undefined).catch(() => undefined);
  return decidedBefore.get(live) ?? false;
}

const pairKey = (...names: string[]) => JSON.stringify(names.toSorted());
const namesOf = ({ systemName, against }: StudyRow) => [systemName, against!.systemName];
const pairOf = (study: StudyRow) => pairKey(...namesOf(study));

function rankedPair(context: CoreContext, study: StudyRow, studies: number, alpha: number): RankedPair {
  const live = liveEstimateOf(context, study.id);
  const { populationSize, scale } = study;
  const { systemName, sharedItems } = study.against!;
  const leastDifference = leastDifferenceOf(study);
  const difference =
    populationSize === 0 ? { value: 0, lower: 0, upper: 0 } : differenceAt(context, study, live, alpha);
  return {
    studyId: study.id,
    study: study.name,
    system: study.systemName,
    against: systemName,
    studies,
    alpha,
    labeled: live.labeledItems,
    differing: populationSize,
    sharedItems,
    ...difference,
    verdict: verdictFor(scale, difference, leastDifference),
    leastDifference,
  };
}

/** The difference from the labels of a study, with its interval at an error level of the caller's. */
function differenceAt(context: CoreContext, study: StudyRow, { prefix }: LiveEstimate, alpha: number) {
  const sequence = sequenceOf(dbOf(context), study, alpha);
  for (const { draw, final } of prefix) {
    sequence.add({
      pool: draw.poolPosition,
      surrogate: draw.surrogateValue,
      probability: draw.probability,
      y: final.kind === 'value' ? final.y : 'skipped',
    });
  }
  const onDifferences = estimateScale(study);
  const { value, ...interval } = sequence.state;
  return { value: fromUnit(value, onDifferences), ...intervalFromUnit(interval, onDifferences) };
}
