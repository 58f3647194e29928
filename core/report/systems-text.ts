import type { StudyRow } from '../../db/studies.ts';

/** What a study measures, as it stands after "quality of". */
export const measuredSystems = ({ systemName, against }: StudyRow): string =>
  against ? `${systemName} against ${against.systemName}` : systemName;

/** What was estimated, as it stands after "We estimated", without the set of items. */
export function estimandText({ systemName, against, scale }: StudyRow, measureName: string): string {
  const onScale = `${measureName} (scale ${scale.min} to ${scale.max}, ${scale.direction} is better)`;
  return against
    ? `the mean difference in ${onScale} between the systems "${systemName}" and "${against.systemName}"`
    : `the mean of ${onScale} of the system "${systemName}"`;
}

/** How a comparison was made, in sentences for a methods section; none for one system. */
export function comparisonSentences({ against, populationSize, criterionId }: StudyRow): string[] {
  if (!against) return [];
  const equal =
    criterionId === null ? "equal after the metric's normalization" : 'identical, letter by letter';
  return [
    `The ${against.sharedItems - populationSize} items whose two responses are ${equal} have a difference of 0 without a label; only the ${populationSize} others were drawn from, with the paired value (a - b + 1)/2 of each and of its surrogate.`,
    criterionId === null
      ? 'One written answer scored both responses.'
      : 'Both responses were rated side by side, on random sides, with the names hidden.',
  ];
}
