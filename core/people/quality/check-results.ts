import { currentLabels, type LabelContent } from '../../../db/labels.ts';
import { type CheckRow, listChecks } from '../../../db/quality.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import { normalizeAnswer } from '../../../stats/index.ts';
import { labelKeyFor } from '../../model/study/label-key.ts';

/** Rounds in which items with a known answer are given: hidden ones, and the tries of the qualification. */
export const hiddenRound = 0;
export const tries = 2;
export const roundOfTry = (attempt: number): number => -attempt;

/** The right answer as it is kept: a number as a text, or a text. @throws AppError INVALID_INPUT for what nobody can answer */
export function expectedAnswer({ criterionId, form, scale }: StudyRow, id: string, answer: string): string {
  if (criterionId === null) return answer;
  const option = form.kind === 'category' ? form.options.find(({ label }) => label === answer) : undefined;
  const value = option?.value ?? (answer.trim() === '' ? Number.NaN : Number(answer));
  if (value >= scale.min && value <= scale.max) return String(value);
  throw new AppError('INVALID_INPUT', `"${answer}" is no answer to item "${id}".`, {
    field: 'gold',
    mend: `Give a value from ${scale.min} to ${scale.max}${form.kind === 'category' ? ', or the name of an option' : ''}.`,
  });
}

/** Whether an answer is the right one. A skip is not. */
export function isRight(
  { expected, tolerance }: Pick<CheckRow, 'expected' | 'tolerance'>,
  said: LabelContent,
): boolean {
  if (said.kind === 'score') return Math.abs(said.value - Number(expected)) <= tolerance + 1e-9;
  if (said.kind !== 'answer') return false;
  const right = normalizeAnswer(expected);
  return said.answers.some((turn) => turn.some((text) => normalizeAnswer(text) === right));
}

/** What one annotator made of an item with a known answer. */
export interface CheckResult {
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
    const said = currentLabels(db, labelKeyFor(asked, check.itemId)).find(
      (one) => one.annotatorId === annotatorId,
    );
    return said ? [{ check, isRight: isRight(check, said.content), durationMs: said.durationMs }] : [];
  });
}
