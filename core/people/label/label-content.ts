import type { LabelContent } from '../../../db/labels.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { StudyRow } from '../../../db/studies.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { mean } from '../../../stats/index.ts';
import { isPerTurn } from '../../model/study/label-key.ts';
import { inOrderOf } from './sides.ts';

/** Where an answer was given. */
export interface Place {
  itemId: number;
  poolPosition: number;
}

const answerKinds = {
  answer: 'a written answer',
  score: 'a score',
  pair: 'a score for each side',
  turns: 'a score for each reply',
  category: 'one of its options',
} as const;

/** The kind of answer that a study asks for. */
function askedKind({ criterionId, against, form }: StudyRow): keyof typeof answerKinds {
  if (criterionId === null) return 'answer';
  if (against) return 'pair';
  if (form.kind === 'category') return 'category';
  return isPerTurn(form) ? 'turns' : 'score';
}

/** @throws AppError INVALID_INPUT unless the answer is a skip or of the kind that the study asks for */
export function assertAskedKind(study: StudyRow, { kind }: LabelAnswer): void {
  const asked = askedKind(study);
  if (kind === 'skip' || kind === asked) return;
  throw new AppError('INVALID_INPUT', `This study asks for ${answerKinds[asked]}.`, { field: 'answer' });
}

/**
 * What an answer says, one content for each of the study's label keys, checked against its scale and form. A skip of
 * two replies skips both. Values of single replies are averaged: every turn of a conversation counts the same (Eq. 1
 * of HumCoE). Where options or single replies are asked for, a score stands for what they come to.
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
  const standsForMore = answer.kind === 'score' && (asked === 'turns' || asked === 'category');
  if (!standsForMore) assertAskedKind(study, answer);
  switch (answer.kind) {
    case 'answer':
      assertOneEach(db, study, itemId, answer.answers, 'answers');
      return [{ kind: 'answer', answers: answer.answers.map((text) => [text]) }];
    case 'pair':
      return inOrderOf(study, poolPosition, answer.values).map((value) => checkedScore(study, value));
    case 'turns':
      assertOneEach(db, study, itemId, answer.values, 'values');
      for (const value of answer.values) checkedScore(study, value);
      return [{ kind: 'score', value: mean(answer.values) }];
    case 'category':
      return [{ kind: 'score', value: valueOfOption(study, answer.option) }];
    case 'score':
      return [checkedScore(study, answer.value)];
  }
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

function valueOfOption({ form }: StudyRow, label: string): number {
  const option = form.kind === 'category' ? form.options.find((one) => one.label === label) : undefined;
  if (option) return option.value;
  throw new AppError('INVALID_INPUT', `"${label}" is none of the options of this study.`, {
    field: 'option',
  });
}

/** A conversation without replies is judged as one. */
function assertOneEach(
  db: ReadableDb,
  study: StudyRow,
  itemId: number,
  given: readonly unknown[],
  field: string,
): void {
  const turns = responsesOf(db, itemId, study.systemId).length;
  if (given.length === (field === 'values' ? Math.max(1, turns) : turns)) return;
  throw new AppError('INVALID_INPUT', `This item needs ${turns} ${field}, one for each reply.`, { field });
}

/**
 * The answer that stored contents came from, as the person gave it; null while there is none or only a part.
 *
 * @param said what the submission said beside its labels
 */
export function answerOf(
  study: StudyRow,
  poolPosition: number,
  contents: readonly (LabelContent | undefined)[],
  said: ReadonlyMap<string, unknown> = new Map(),
): LabelAnswer | null {
  const [first, second] = contents;
  if (!first || first.kind === 'clear') return null;
  if (first.kind === 'skip') return first;
  if (first.kind === 'answer') {
    const answers = first.answers.map((accepted) => accepted[0] ?? '');
    const spans = said.get('span') as Extract<LabelAnswer, { kind: 'answer' }>['spans'];
    return { kind: 'answer', answers, ...(spans && { spans }) };
  }
  if (contents.length === 1) return singleAnswer(study, first, said);
  if (second?.kind === 'skip') return second;
  if (second?.kind !== 'score') return null;
  return { kind: 'pair', values: inOrderOf(study, poolPosition, [first.value, second.value]) };
}

/** A label from elsewhere knows no option and no single values: it is then the plain score. */
function singleAnswer(
  { form }: StudyRow,
  score: Extract<LabelContent, { kind: 'score' }>,
  said: ReadonlyMap<string, unknown>,
): LabelAnswer {
  const values = said.get('turns');
  if (isPerTurn(form) && values !== undefined) return { kind: 'turns', values: values as number[] };
  if (form.kind !== 'category') return score;
  const option = said.get('category') ?? form.options.find(({ value }) => value === score.value)?.label;
  return option === undefined ? score : { kind: 'category', option: option as string };
}
