import { getSeries, listReleases, type ReleaseRow } from '../../../db/series.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import type { PlanSeries, SeriesPlan } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import {
  chanceToDecide,
  FEWEST_BEFORE_STOP,
  labelsToDecide,
  likelyLabels,
  priorPairedDeviation,
} from '../../../stats/index.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import { differenceSequence } from './release-difference.ts';

/** What the next release is foretold from; all in units of the paired value. */
interface Foreseen {
  readonly sharedItems: number;
  readonly differing: number;
  readonly standardDeviation: number;
  readonly spread: SeriesPlan['spread'];
}

/** Chance that the plan of a release gives where nobody names one. */
const USUAL_POWER = 0.9;

/** Shares of the planned labels, and multiples of it, at which the picture has a point. */
const pictured = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1, 1.25, 1.5, 2];

/** Drops that a plan speaks about, as multiples of the one that matters. */
const drops = [0.5, 1, 2];

/**
 * How many labels the next release of a series takes until "not worse by D" passes with the chance asked for when it equals the
 * one before, and what drops the same labels show. It goes by the last two releases: how many replies differ, and how far
 * people's values of these lie apart; before there are ten such labels by a guess, and by all replies where there is one release.
 *
 * @throws AppError NOT_FOUND, CONFLICT for a watch, INVALID_INPUT when no difference is as large as D
 */
export function planSeries(
  context: CoreContext,
  { seriesId, by, power = USUAL_POWER }: PlanSeries,
): SeriesPlan {
  const db = dbOf(context);
  const { name, leastDrop } = getSeries(db, seriesId);
  const last = listReleases(db, seriesId).at(-1);
  if (leastDrop !== null || !last) {
    throw new AppError('CONFLICT', `"${name}" is not a series of releases.`, { field: 'seriesId' });
  }
  const study = getStudy(db, last.studyId);
  const span = study.scale.max - study.scale.min;
  if (by >= span) {
    throw new AppError('INVALID_INPUT', `No difference on this scale is as large as ${by}.`, {
      field: 'by',
      remedy: `Name a drop below ${span}.`,
    });
  }
  const { spread, ...pool } = foreseen(context, study, last);
  const isRating = study.form.kind === 'rating';
  const tell = (gap: number) => labelsToDecide({ ...pool, gap, power });
  const { labels, exact } = tell(by / span);
  const chance = (times: number, at: number) =>
    chanceToDecide({ ...pool, gap: (times * by) / span, labels: at });
  const counts = pictured
    .map((share) => Math.round(share * labels))
    .filter((count) => count >= 1 && count <= pool.differing);
  return {
    by,
    power,
    scale: study.scale,
    spread,
    sharedItems: pool.sharedItems,
    differing: pool.differing,
    labels,
    items: Math.min(pool.sharedItems, Math.ceil((labels * pool.sharedItems) / pool.differing)),
    reachable: !exact,
    ...(spread === 'guessed' && {
      likely: likelyLabels(by / span, isRating, (gap) => tell(gap).labels),
    }),
    drops: drops.map((times) => ({ drop: times * by, chance: chance(times, labels) })),
    curve: [...new Set(counts)].map((count) => ({
      labels: count,
      chances: drops.map((times) => chance(times, count)),
    })),
  };
}

function foreseen(context: CoreContext, study: StudyRow, release: ReleaseRow): Foreseen {
  const guessed = priorPairedDeviation({
    kind: study.form.kind === 'rating' ? 'rating' : 'binary-like',
    correlation: study.surrogate.kind === 'none' ? 0 : 0.5,
  });
  const all = { sharedItems: study.populationSize, differing: study.populationSize };
  if (release.beforeStudyId === null) return { ...all, standardDeviation: guessed, spread: 'guessed' };
  const { shared, sequence } = differenceSequence(context, release);
  const [differing, equal] = [shared.differing.length, shared.equal.length];
  if (differing === 0) return { ...all, standardDeviation: guessed, spread: 'guessed' };
  const state = sequence?.state;
  const learned =
    state && state.labeledCount >= FEWEST_BEFORE_STOP ? state.residualStandardDeviation : undefined;
  return {
    sharedItems: differing + equal,
    differing,
    standardDeviation: learned ?? guessed,
    spread: learned === undefined ? 'guessed' : 'learned',
  };
}
