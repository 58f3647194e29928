import { currentLabel, currentLabels, type LabelContent } from '../../../db/labels.ts';
import { type CheckRow, listChecks } from '../../../db/quality.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { normalizeAnswer } from '../../../stats/index.ts';
import { isOrdered, labelKeysFor, practice } from '../label-key.ts';
import { knownRatings } from './known-ratings.ts';

/** How often an annotator may try to qualify. */
export const tries = 2;

/** Which of two replies is better, as it is kept. */
export const better = ['first', 'second', 'tie'] as const;

/** Whether an answer is the right one. A skip is not. Of a comparison it is which of the two is better, however much. */
function isRight(
  { expected, tolerance }: Pick<CheckRow, 'expected' | 'tolerance'>,
  [said, other]: readonly (LabelContent | undefined)[],
): boolean {
  if (!said) return false;
  if (other) {
    if (said.kind !== 'score' || other.kind !== 'score') return false;
    return better[said.value > other.value ? 0 : said.value < other.value ? 1 : 2] === expected;
  }
  if (said.kind === 'score') return Math.abs(said.value - Number(expected)) <= tolerance + 1e-9;
  if (said.kind !== 'answer') return false;
  const right = normalizeAnswer(expected);
  return said.answers.some((turn) => turn.some((text) => normalizeAnswer(text) === right));
}

/** What one annotator made of an item with a known answer. */
interface CheckResult {
  readonly check: CheckRow;
  readonly isRight: boolean;
  readonly durationMs: number;
}

/** What an annotator has answered at present of the items with a known answer, hidden or of one try. */
export function checkResults(
  db: ReadableDb,
  study: StudyRow,
  { annotatorId, round }: { annotatorId: number; round: number },
): CheckResult[] {
  const asked = { ...study, practiceRound: round };
  return listChecks(db, study.id).flatMap((check) => {
    if (check.round !== round) return [];
    if (study.pageInstrument !== null) {
      const rated = ratedPage(db, study, check, annotatorId);
      return rated ? [{ check, ...rated }] : [];
    }
    const labels = labelKeysFor(asked, check.itemId).map((key) =>
      currentLabels(db, key).find((one) => one.annotatorId === annotatorId),
    );
    const [said] = labels;
    if (!said) return [];
    const contents = labels.map((label) => label?.content);
    return [{ check, isRight: isRight(check, contents), durationMs: said.durationMs }];
  });
}

/** What was said of the replies on a page whose right ratings are known. */
interface RatedPage {
  readonly isRight: boolean;
  readonly durationMs: number;
}

/** How an annotator rated a page of a round; null before any reply of it whose rating is known. A skip is not right. */
function ratedPage(
  db: ReadableDb,
  study: StudyRow,
  { itemId, expected, tolerance, round }: CheckRow,
  annotatorId: number,
): RatedPage | null {
  const { id, criterionId } = study;
  const instrument = practice(id, round);
  const said = [...knownRatings(expected)].flatMap(([systemId, value]) => {
    const key = { itemId, systemId, criterionId: criterionId!, instrument };
    const label = currentLabel(db, key, annotatorId);
    return label ? [{ ...label, value }] : [];
  });
  const [first] = said;
  if (!first) return null;
  const scored = said.flatMap(({ content, value }) =>
    content.kind === 'score' ? [{ said: content.value, value }] : [],
  );
  const isEach = isOrdered(study)
    ? isSameOrder(scored)
    : scored.every((one) => Math.abs(one.said - one.value) <= tolerance + 1e-9);
  return { isRight: isEach && scored.length === said.length, durationMs: first.durationMs };
}

/** Whether of any two replies the better one has the lower place, and equal ones the same. */
const isSameOrder = (scored: readonly { said: number; value: number }[]): boolean =>
  scored.every((one) =>
    scored.every((other) => Math.sign(one.said - other.said) === Math.sign(other.value - one.value)),
  );
