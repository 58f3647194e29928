import type { RankedPair, Ranking } from '../../../shared/contract/index.ts';
import {
  differenceScale,
  goalAlpha,
  hasGoalLevel,
  pairAlpha,
  type RankingAim,
} from '../../../stats/index.ts';
import { differenceAtStop } from '../../estimate/after-stopping.ts';
import { verdictFor } from '../../estimate/comparison.ts';
import { winRateError } from '../../estimate/ranking.ts';
import { FEWEST_SCORED_LABELS, rankingOrder, scoredPlaces } from '../../estimate/ranking-order.ts';
import type { LabelRecord } from '../../import/formats/labels/label-record.ts';
import { estimateScale } from '../../studies/estimand-scale.ts';
import type { StudyContent } from '../report-content.ts';
import { recompute } from './recompute.ts';

interface RankedStudy {
  readonly content: StudyContent;
  readonly record: LabelRecord;
}

/**
 * What a ranking of the report has to be: every pair that is in the report from its labels, and the places and the error
 * levels that follow. The labels of pairs that are not in it are elsewhere: their numbers are as the report has them.
 */
export function expectedRanking(stated: Ranking, studies: readonly RankedStudy[]): Ranking {
  const systems = [...new Set(stated.pairs.flatMap(({ system, against }) => [system, against]))].sort();
  const inReport = new Map(studies.map((study) => [study.content.estimate.studyId, study]));
  const known = stated.pairs.flatMap(({ studyId }) => inReport.get(studyId) ?? [])[0];
  const aim = aimOf(stated, systems.length, known?.record);
  const isOfGoal = aim !== null && stated.found !== undefined && hasGoalLevel(systems.length, aim);
  const own = stated.pairs.map(({ through: _, matters: __, goal, ...pair }) => {
    const study = inReport.get(pair.studyId);
    const alpha = pairAlpha(stated.alpha, systems.length, pair.studies);
    const found = expectedPair({ ...pair, alpha }, study, known?.record);
    if (!isOfGoal) return found;
    const level = goalAlpha(stated.alpha, systems.length, aim, pair.studies);
    return { ...found, goal: expectedGoal({ ...pair, ...goal, alpha: level }, study, known?.record) };
  });
  const scale = known?.record.header.scale ?? stated.scale;
  const order = rankingOrder(systems, own, scale, aim);
  const paired = new Set(own.map(({ system, against }) => [system, against].sort().join('\n')));
  return {
    ...stated,
    ...(known?.record.header.preference !== undefined && stated.isChained && { isChained: false }),
    ...(known && {
      measureName: known.record.header.measure,
      datasetName: known.content.manifest.dataset,
      scale: differenceScale(known.record.header.scale),
    }),
    ...order,
    ...(stated.preference !== undefined && {
      places: scoredPlaces(order.places, order.pairs, fewestScored(stated)),
    }),
    missing: systems.flatMap((system, i) =>
      systems
        .slice(i + 1)
        .filter((against) => !paired.has([system, against].sort().join('\n')))
        .map((against) => ({ system, against })),
    ),
  };
}

/** From how many labels of a pair on scores are shown: in reports of before, which have some of fewer, from the first. */
const fewestScored = ({ places, pairs }: Ranking): number | undefined => {
  const isFew = ({ labeled, differing }: RankedPair) =>
    labeled > 0 && labeled < Math.min(FEWEST_SCORED_LABELS, differing);
  const isScored = places.some(({ score }) => typeof score === 'number');
  return isScored && pairs.some(isFew) ? 1 : undefined;
};

/** What the report says that the ranking is to find; null in reports that do not. Preferences never add up. */
function aimOf(
  { top, isChained }: Ranking,
  systems: number,
  known: LabelRecord | undefined,
): RankingAim | null {
  if (top === undefined || isChained === undefined) return null;
  return {
    top: top === null ? null : Math.min(top, systems - 1),
    isChained: isChained && known?.header.preference === undefined,
  };
}

/** The same at the level of what is to be found. */
function expectedGoal(
  pair: RankedPair,
  study: RankedStudy | undefined,
  like: LabelRecord | undefined,
): NonNullable<RankedPair['goal']> {
  const { afterStopping: _, ...plain } = pair;
  const { alpha, lower, upper, verdict } = expectedPair(plain, study, like);
  return { alpha, lower, upper, verdict };
}

function expectedPair(
  pair: RankedPair,
  study: RankedStudy | undefined,
  like: LabelRecord | undefined,
): RankedPair {
  if (!study)
    return like ? { ...pair, verdict: verdictFor(like.header.scale, pair, pair.leastDifference) } : pair;
  const { header, rows } = study.record;
  const found = recompute({ header: { ...header, alpha: pair.alpha }, rows });
  const { history, labeled } = found;
  const last = history.at(-1);
  const { value, lower, upper } = last ?? pair;
  const verdict = verdictFor(header.scale, last, header.leastDifference);
  const [system, against] = header.systems as [string, string];
  return {
    ...pair,
    ...{ study: header.study, system, against, labeled, differing: header.N },
    sharedItems: header.sharedItems ?? 0,
    ...{ value, lower: lower ?? pair.lower, upper: upper ?? pair.upper },
    verdict,
    // Reports of before do not say it.
    ...(pair.standardError !== undefined &&
      winRateError({ sharedItems: header.sharedItems ?? 0 }, found.live.state, header.N)),
    ...(pair.afterStopping !== undefined && {
      afterStopping: differenceAtStop(verdict, {
        ...{ points: found.live.points, state: found.live.state, populationSize: header.N },
        scale: estimateScale(found.facts),
      }),
    }),
    leastDifference: header.leastDifference,
  };
}
