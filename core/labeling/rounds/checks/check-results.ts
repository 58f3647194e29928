import { currentLabels, type LabelContent } from '../../../../db/labels.ts';
import { type CheckRow, listChecks } from '../../../../db/quality.ts';
import type { StudyRow } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { AppError } from '../../../../shared/errors.ts';
import { normalizeAnswer } from '../../../../stats/index.ts';
import { isOrdered, labelKeysFor, systemsOnPage } from '../../../studies/label-key.ts';
import { inOrderOf } from '../../session/sides.ts';
import { expectedOnPage, ratedPage } from './page-checks.ts';

/** How often an annotator may try to qualify. */
export const tries = 2;

const better = ['first', 'second', 'tie'] as const;

/**
 * The right answer as it is kept: a number as a text, or a text; of a comparison which of its systems is better, which may be said by
 * the side on which an annotator sees it; of a page the ratings of its replies that are known.
 *
 * @throws AppError INVALID_INPUT for what nobody can answer
 */
export function expectedAnswer(
  db: ReadableDb,
  study: StudyRow,
  given: { id: string; itemId: number; answer: string; poolPosition: number },
): string {
  const { id, answer, poolPosition } = given;
  const { criterionId, against } = study;
  if (criterionId === null) return answer;
  if (study.pageInstrument !== null) {
    const read = isOrdered(study) ? placeIn : valueOnScale;
    return expectedOnPage(db, study, given, (text) => read(study, id, text));
  }
  if (against) {
    const bySide = inOrderOf(study, poolPosition, ['left', 'right']);
    const said = answer.toLowerCase();
    const place = [study.systemName, against.systemName, 'tie'].indexOf(answer);
    const found = better[place] ?? (said === 'tie' ? 'tie' : better[bySide.indexOf(said)]);
    if (found) return found;
    throw new AppError('INVALID_INPUT', `"${answer}" is not an answer to item "${id}".`, {
      field: 'gold',
      remedy: `Give "${study.systemName}" or "${against.systemName}", whichever is better, or "tie"; or "left" or "right" for a check of attention.`,
    });
  }
  return String(valueOnScale(study, id, answer));
}

/** A place in the order of a page, 1 the best. */
function placeIn({ pageInstrument }: StudyRow, id: string, answer: string): number {
  const most = systemsOnPage(pageInstrument!).length;
  const place = answer.trim() === '' ? Number.NaN : Number(answer);
  if (Number.isInteger(place) && place >= 1 && place <= most) return place;
  throw new AppError('INVALID_INPUT', `"${answer}" is not a place of a reply to item "${id}".`, {
    field: 'gold',
    remedy: `Give a whole number from 1, the best, to ${most}.`,
  });
}

function valueOnScale({ form, scale }: StudyRow, id: string, answer: string): number {
  const option = form.kind === 'category' ? form.options.find(({ label }) => label === answer) : undefined;
  const value = option?.value ?? (answer.trim() === '' ? Number.NaN : Number(answer));
  if (value >= scale.min && value <= scale.max) return value;
  throw new AppError('INVALID_INPUT', `"${answer}" is not an answer to item "${id}".`, {
    field: 'gold',
    remedy: `Give a value from ${scale.min} to ${scale.max}${form.kind === 'category' ? ', or the name of an option' : ''}.`,
  });
}

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
