import type { LabelContent } from '../../db/labels.ts';
import { responsesOf } from '../../db/pools.ts';
import type { StudyRow } from '../../db/studies.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { LabelAnswer } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { inOrderOf } from './sides.ts';

/** Where an answer was given. */
interface Place {
  itemId: number;
  poolPosition: number;
}

const answerKinds = { answer: 'a written answer', score: 'a score', pair: 'a score for each side' } as const;

/** The kind of answer that a study asks for. */
function askedKind({ criterionId, against }: StudyRow): keyof typeof answerKinds {
  if (criterionId === null) return 'answer';
  return against ? 'pair' : 'score';
}

/**
 * What an answer says, one content for each of the study's label keys, checked against its scale and form. A skip of
 * two replies skips both.
 *
 * @throws AppError INVALID_INPUT
 */
export function checkedContents(
  db: ReadableDb,
  study: StudyRow,
  { itemId, poolPosition }: Place,
  answer: LabelAnswer,
): LabelContent[] {
  const asked = askedKind(study);
  if (answer.kind === 'skip') return asked === 'pair' ? [answer, answer] : [answer];
  if (answer.kind !== asked) {
    throw new AppError('INVALID_INPUT', `This study asks for ${answerKinds[asked]}.`, { field: 'answer' });
  }
  if (answer.kind === 'answer') return [checkedAnswer(db, study, itemId, answer.answers)];
  const values = answer.kind === 'pair' ? inOrderOf(study, poolPosition, answer.values) : [answer.value];
  return values.map((value) => checkedScore(study, value));
}

function checkedScore({ scale: { min, max } }: StudyRow, value: number): LabelContent {
  if (value < min || value > max) {
    throw new AppError('INVALID_INPUT', `${value} lies outside the scale from ${min} to ${max}.`, {
      field: 'value',
      mend: `Give a value from ${min} to ${max}.`,
    });
  }
  return { kind: 'score', value };
}

function checkedAnswer(
  db: ReadableDb,
  study: StudyRow,
  itemId: number,
  answers: readonly string[],
): LabelContent {
  const turns = responsesOf(db, itemId, study.systemId).length;
  if (answers.length !== turns) {
    throw new AppError('INVALID_INPUT', `This item needs ${turns} answers, one for each reply.`, {
      field: 'answers',
    });
  }
  return { kind: 'answer', answers: answers.map((text) => [text]) };
}

/** The answer that stored contents came from, as the person gave it; null while there is none or only a part. */
export function answerOf(
  study: StudyRow,
  poolPosition: number,
  contents: readonly (LabelContent | undefined)[],
): LabelAnswer | null {
  const [first, second] = contents;
  if (!first || first.kind === 'clear') return null;
  if (first.kind === 'skip') return first;
  if (first.kind === 'answer') {
    return { kind: 'answer', answers: first.answers.map((accepted) => accepted[0] ?? '') };
  }
  if (contents.length === 1) return first;
  if (second?.kind === 'skip') return second;
  if (second?.kind !== 'score') return null;
  return { kind: 'pair', values: inOrderOf(study, poolPosition, [first.value, second.value]) };
}
