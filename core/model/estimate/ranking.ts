import { getStudy, listStudies, type StudyRow } from '../../../db/studies.ts';
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
import { liveEstimateOf } from './live-estimates.ts';
import { sequenceOf } from './study-sequence.ts';

/**
 * The ranking that the comparisons of one measure on one data set give together. Each pair is read from its newest
 * study, its labels replayed at the error level that all pairs share out, whatever level the study itself has; the
 * order is partial and leaves undecided pairs open. Null when the study is of one system alone.
 */
export function rankingOf(context: CoreContext, studyId: number, alpha: number): Ranking | null {
  const db = dbOf(context);
  const asked = getStudy(db, studyId);
  if (!asked.against) return null;
  const measure = JSON.stringify(asked.measure);
  const comparisons = listStudies(db).filter(
    (study) =>
      study.against && study.datasetId === asked.datasetId && JSON.stringify(study.measure) === measure,
  );
  const byPair = Map.groupBy(comparisons, pairOf);
  const systems = [...new Set(comparisons.flatMap(namesOf))].sort();
  const pairs = [...byPair.values()].map((studies) =>
    // The newest study comes first.
    rankedPair(context, studies[0]!, studies.length, pairAlpha(alpha, systems.length, studies.length)),
  );
  const index = new Map(systems.map((name, i) => [name, i]));
  const places = possiblePlaces(
    systems.length,
    pairs.map(({ system, against, verdict }) => ({
      first: index.get(system)!,
      second: index.get(against)!,
      verdict: verdict === 'system' ? 'first' : verdict === 'against' ? 'second' : verdict,
    })),
  );
  return {
    measureName: measureName(asked.measure),
    datasetName: asked.datasetName,
    scale: differenceScale(asked.scale),
    alpha,
    places: places.map(({ system, best, worst }) => ({ system: systems[system]!, best, worst })),
    pairs,
    missing: systems.flatMap((system, i) =>
      systems
        .slice(i + 1)
        .filter((against) => !byPair.has(pairKey(system, against)))
        .map((against) => ({ system, against })),
    ),
  };
}

const pairKey = (...names: string[]) => JSON.stringify(names.sort());
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
