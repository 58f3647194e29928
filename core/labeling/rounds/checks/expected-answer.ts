import type { StudyRow } from '../../../../db/studies.ts';
import type { ReadableDb } from '../../../../db/types.ts';
import { AppError } from '../../../../shared/errors.ts';
import { better } from '../../../studies/checks/check-results.ts';
import { isOrdered, systemsOnPage } from '../../../studies/label-key.ts';
import { inOrderOf } from '../../session/sides.ts';
import { expectedOnPage } from './page-checks.ts';

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
