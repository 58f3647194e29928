import type { StudyRow } from '../../../db/studies.ts';
import type { Ranking } from '../../../shared/contract/index.ts';
import { rankingOf } from '../../model/estimate/ranking.ts';
import type { CoreContext } from '../../platform/context.ts';

const alpha = 0.05;
const fewestSystems = 3;

/** The rankings that these studies form: one for each data set and measure with pairs of more than two systems. */
export function reportedRankings(context: CoreContext, studies: readonly StudyRow[]): Ranking[] {
  // A report of one study tells of that study alone.
  if (studies.length === 1) return [];
  const comparisons = studies.filter(({ against }) => against !== null);
  const byQuestion = Map.groupBy(comparisons, ({ datasetId, measure }) =>
    JSON.stringify([datasetId, measure]),
  );
  return [...byQuestion.values()].flatMap(([first]) => {
    const ranking = rankingOf(context, first!.id, alpha);
    return ranking && ranking.places.length >= fewestSystems ? [ranking] : [];
  });
}
