import { responsesOf } from '../../../db/pools.ts';
import { listAnswersInOrder } from '../../../db/quality.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { ChoiceShare } from '../../../shared/contract/index.ts';
import { exactShare } from '../../../stats/index.ts';
import { poolPlaces } from '../../estimate/surrogate/level-order.ts';
import { type AskedStudy, labelKeyFor } from '../../studies/label-key.ts';
import { choicesOn } from '../agreement/shown-first.ts';
import { isSwapped } from '../session/sides.ts';

/** What one annotator prefers in comparisons, beside what is said: the reply on the left, and the longer one. */
interface Choices {
  readonly left: ChoiceShare | null;
  readonly longer: ChoiceShare | null;
}

interface Counts {
  left: number;
  choices: number;
  longer: number;
  ofUnequal: number;
}

const errorLevel = 0.05;

/**
 * How often each annotator preferred the reply on the left, and the longer reply, of all items of these comparisons on which they
 * preferred one. Sides are a fair coin for each item, whatever the replies are: a person who reads both has a share of 1/2, up to chance.
 * It stands out where the exact interval of that share, at 5 % over all annotators together (Bonferroni), leaves 1/2 out. The longer
 * reply may be the better one, so that its share is shown and never said to stand out. Studies of one system have no sides.
 */
export function choiceShares(db: ReadableDb, studies: readonly StudyRow[]): (annotatorId: number) => Choices {
  const counts = new Map<number, Counts>();
  for (const study of studies) {
    const { against, pageInstrument, criterionId } = study;
    if (against && pageInstrument === null && criterionId !== null) countChoices(db, study, against, counts);
  }
  return (annotatorId) => {
    const count = counts.get(annotatorId);
    if (!count) return { left: null, longer: null };
    const together = exactShare(count.left, count.choices, errorLevel / counts.size)!;
    const isUnusual = together.lower > 0.5 || together.upper < 0.5;
    return {
      left: { ...shareOf(count.left, count.choices)!, isUnusual },
      longer: shareOf(count.longer, count.ofUnequal),
    };
  };
}

function shareOf(chosen: number, of: number): ChoiceShare | null {
  const ends = exactShare(chosen, of, errorLevel);
  return ends ? { chosen, of, ...ends, isUnusual: false } : null;
}

function countChoices(
  db: ReadableDb,
  study: StudyRow,
  against: NonNullable<StudyRow['against']>,
  counts: Map<number, Counts>,
): void {
  const asked: AskedStudy = { ...study, countsExcluded: true };
  const placeOf = poolPlaces(db, study.id);
  const items = new Set(listAnswersInOrder(db, study.id, labelKeyFor(study, 0)).map(({ itemId }) => itemId));
  for (const itemId of items) {
    const place = placeOf(itemId);
    if (place === undefined) continue;
    const leftIsFirst = !isSwapped(against.sideSeed, place);
    const [first, second] = [study.systemId, against.systemId].map((id) =>
      responsesOf(db, itemId, id).reduce((sum, text) => sum + text.length, 0),
    ) as [number, number];
    for (const { annotatorId, lead } of choicesOn(db, study, { itemId, poolPosition: place }, asked)) {
      if (lead === 0) continue;
      const count = counts.get(annotatorId) ?? { left: 0, choices: 0, longer: 0, ofUnequal: 0 };
      counts.set(annotatorId, count);
      count.choices += 1;
      if (lead > 0) count.left += 1;
      if (first === second) continue;
      count.ofUnequal += 1;
      const isFirst = lead > 0 === leftIsFirst;
      if (isFirst === first > second) count.longer += 1;
    }
  }
}
