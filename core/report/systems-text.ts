import { numberWords } from '../../shared/comparison-words.ts';
import { scaleEnds } from '../../shared/number-text.ts';
import { reworded } from '../../shared/page-words.ts';
import type { StudyContent } from './report-content.ts';

/** What a study measures, as it stands after "quality of". */
export const measuredSystems = ([system, against]: readonly (string | undefined)[]): string =>
  against === undefined ? system! : `${system} against ${against}`;

/** What was estimated, as it stands after "We estimated", without the set of items. */
export function estimandText({ subject, estimate }: StudyContent): string {
  const { scale } = subject;
  const [system, against] = subject.systems;
  const onScale = `${estimate.measureName} (scale ${scaleEnds(scale)}, ${scale.direction} is better)`;
  if (estimate.comparison?.preference !== undefined) return numberWords(estimate.comparison);
  return against === undefined
    ? `the mean of ${onScale} of the system "${system}"`
    : `the mean difference in ${onScale} between the systems "${system}" and "${against}"`;
}

/** How a comparison was made, in sentences for a methods section; none for one system. */
export function comparisonSentences({ subject, estimate: { comparison } }: StudyContent): string[] {
  if (!comparison) return [];
  const isAnswered = subject.asked === 'answer';
  const equal = isAnswered ? "equal after the metric's normalization" : 'identical, letter by letter';
  return [
    reworded(
      `The ${comparison.equal} items whose two responses are ${equal} have a difference of 0 without a label. Only the ${comparison.differing} others were drawn from, with the paired value (a - b + 1)/2 of each and of its surrogate.`,
      `The ${comparison.equal} items whose two responses are ${equal} have a difference of 0 without a label; only the ${comparison.differing} others were drawn from, with the paired value (a - b + 1)/2 of each and of its surrogate.`,
    ),
    shownWords(subject, comparison),
  ];
}

/** How people saw the replies, and what they said of them. */
function shownWords(
  { asked, onePage }: StudyContent['subject'],
  { preference }: NonNullable<StudyContent['estimate']['comparison']>,
): string {
  const onPage =
    'All replies that the ranking still compared were on one page, in random order, with the names hidden';
  const sideBySide = 'side by side, on random sides, with the names hidden';
  if (asked === 'answer') return 'One written answer scored both responses.';
  if (onePage && preference !== undefined) {
    return `${onPage}. People put them in order, with ties. Of each pair the better place wins.`;
  }
  if (onePage) {
    return reworded(
      `${onPage}. Each was rated once, for all its pairs.`,
      `${onPage}; each was rated once, for every pair that it is in.`,
    );
  }
  if (preference === undefined) return `Both responses were rated ${sideBySide}.`;
  return reworded(
    `People saw both responses ${sideBySide}. They said which one is better, in ${preference} steps with a tie in the middle.`,
    `People saw both responses ${sideBySide}, and said which one is better, in ${preference} steps with a tie in the middle.`,
  );
}
