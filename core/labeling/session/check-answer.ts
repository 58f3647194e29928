import { findItem } from '../../../db/items.ts';
import type { LabelContent } from '../../../db/labels.ts';
import { responsesOf } from '../../../db/pools.ts';
import type { StudyRow } from '../../../db/studies.ts';
import { readStudyFields, type StoredField } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { isCorrection, isFailureCoding } from '../../../shared/answer-words.ts';
import type {
  Correction,
  FailureCoding,
  FieldValue,
  FieldValues,
  LabelAnswer,
  LabelForm,
  Span,
} from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { isPreference, preferenceChoices } from '../../../shared/preference.ts';
import { mean } from '../../../stats/index.ts';
import { checkedCorrection } from '../../studies/corrections.ts';
import { checkedCoding, type FailuresQuestion, isNothingWrong } from '../../studies/failures/coding.ts';
import { type AskedStudy, fieldKeyFor, isPerTurn, labelKeysFor } from '../../studies/label-key.ts';
import type { AnswerRow, AnswerRows } from '../../studies/ratings/ratings.ts';
import { inOrderOf } from './sides.ts';

/** Where an answer was given. */
export interface ItemPlace {
  itemId: number;
  poolPosition: number;
}

/**
 * Checks everything that one answer says. A skip skips every question; a question on a criterion that was left out
 * is cleared.
 *
 * @throws AppError INVALID_INPUT naming the question that is wrong or missing
 */
export function checkedAnswer(
  db: ReadableDb,
  study: AskedStudy,
  place: ItemPlace,
  answer: LabelAnswer,
): Required<AnswerRows> {
  assertAskedKind(study, answer);
  const contents = checkedContents(db, study, place, answer);
  const measure = labelKeysFor(study, place.itemId).map((key, i) => ({ key, content: contents[i]! }));
  const asked = readStudyFields(db, study.id);
  const keyOf = (criterionId: number) => fieldKeyFor(study, place.itemId, criterionId);
  const ofCriteria = asked.flatMap((field) =>
    field.criterionId === null ? [] : [{ field, key: keyOf(field.criterionId) }],
  );
  if (answer.kind === 'skip') {
    const criteria = ofCriteria.map(({ key }): AnswerRow => ({ key, content: answer }));
    return { measure, criteria, fields: new Map() };
  }
  const passage = () => findItem(db, place.itemId)!.context ?? '';
  const codingOf = (field: FailuresQuestion, coding: FailureCoding) =>
    checkedCoding(db, study, field, place.itemId, coding);
  const correctionOf = (name: string, correction: Correction) =>
    checkedCorrection(db, study, name, place.itemId, correction);
  const given = checkedFields(asked, answer.fields ?? {}, { passage, codingOf, correctionOf });
  assertScoreFollows(study, asked, answer, given);
  const criteria = ofCriteria.map(({ field, key }): AnswerRow => {
    const value = given.get(field.name);
    return { key, content: value === undefined ? { kind: 'clear' } : scoreOf(field, value) };
  });
  const fields = new Map<string, unknown>(besideMeasure(answer, passage));
  for (const { name, criterionId, form } of asked) {
    const isKept = criterionId === null || form.kind === 'category';
    if (isKept && given.has(name)) fields.set(name, given.get(name));
  }
  return { measure, criteria, fields };
}

/** What an answer to the measure says that is no label. */
function besideMeasure(answer: LabelAnswer, passage: () => string): [string, unknown][] {
  if (answer.kind === 'turns') return [['turns', answer.values]];
  if (answer.kind === 'pair' && answer.bothBad) return [['bothBad', true]];
  if (answer.kind === 'category') return [['category', answer.option]];
  if (answer.kind !== 'answer' || !answer.spans?.some((span) => span !== null)) return [];
  for (const span of answer.spans) if (span) assertInPassage(span, passage(), 'spans');
  return [['span', answer.spans]];
}

/** What answers are compared with. */
interface Against {
  passage(): string;
  codingOf(field: FailuresQuestion, coding: FailureCoding): FailureCoding;
  correctionOf(name: string, correction: Correction): Correction;
}

function checkedFields(
  asked: readonly StoredField[],
  given: FieldValues,
  against: Against,
): ReadonlyMap<string, FieldValue> {
  const names = new Set(asked.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown !== undefined) throw refused(unknown, 'This study does not ask that.');
  const checked = new Map<string, FieldValue>();
  for (const field of asked) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    const isEmpty = value === undefined || (typeof value === 'string' && value.trim() === '');
    if (isEmpty) {
      if (field.required || (field.form.kind === 'failures' && field.form.alone))
        throw refused(field.name, `"${field.question || field.name}" needs an answer.`);
      continue;
    }
    if (isOfFailures(field)) {
      if (!isFailureCoding(value)) throw refused(field.name, 'Say what went wrong.');
      checked.set(field.name, against.codingOf(field, value));
      continue;
    }
    if (field.form.kind === 'correction') {
      if (!isCorrection(value)) throw refused(field.name, 'Say what the reply should have said.');
      checked.set(field.name, against.correctionOf(field.name, value));
      continue;
    }
    assertAnswers(field, value, () => against.passage());
    checked.set(field.name, value);
  }
  return checked;
}

const isOfFailures = (field: StoredField): field is FailuresQuestion => field.form.kind === 'failures';

/** Where a form asks for failures alone, the score says whether there are none. @throws AppError INVALID_INPUT */
function assertScoreFollows(
  { form }: StudyRow,
  asked: readonly StoredField[],
  answer: LabelAnswer,
  given: ReadonlyMap<string, FieldValue>,
): void {
  const field = asked.find(isOfFailures);
  const coding = field && given.get(field.name);
  if (!field?.form.alone || !isFailureCoding(coding) || answer.kind !== 'score') return;
  const value = isNothingWrong(coding) ? 1 : 0;
  if (form.kind === 'binary' && answer.value === value) return;
  throw new AppError('INVALID_INPUT', `The score does not follow from what went wrong.`, {
    field: 'answer.value',
    remedy: 'Give 1 where nothing is wrong, and 0 where there is a note or a failure mode.',
  });
}

function assertAnswers({ name, form }: StoredField, value: FieldValue, passage: () => string): void {
  switch (form.kind) {
    case 'rating':
      if (typeof value === 'number' && value >= form.min && value <= form.max) return;
      throw refused(name, `Give a value from ${form.min} to ${form.max}.`);
    case 'binary':
      if (value === 0 || value === 1) return;
      throw refused(name, 'Give 1 for yes or 0 for no.');
    case 'category':
      if (optionOf(form, value)) return;
      throw refused(name, 'Give the name of one of its options.');
    case 'text':
      if (typeof value === 'string') return;
      throw refused(name, 'Give a text.');
    case 'correction':
    case 'failures':
      return;
    case 'span':
      if (typeof value !== 'object' || !('start' in value))
        throw refused(name, 'Give a span of the passage.');
      assertInPassage(value, passage(), name);
  }
}

function assertInPassage({ text, start, end }: Span, passage: string, name: string): void {
  if (passage.slice(start, end) !== text) throw refused(name, 'The span is not in the passage of this item.');
}

function scoreOf({ form }: StoredField, value: FieldValue): LabelContent {
  return { kind: 'score', value: typeof value === 'number' ? value : optionOf(form, value)!.value };
}

const optionOf = (form: LabelForm | StoredField['form'], chosen: FieldValue) =>
  form.kind === 'category' ? form.options.find(({ label }) => label === chosen) : undefined;

const refused = (name: string, problem: string) =>
  new AppError('INVALID_INPUT', `${name}: ${problem}`, { field: `answer.fields.${name}` });

const answerKinds = {
  answer: 'a written answer',
  score: 'a score',
  pair: 'a score for each side',
  turns: 'a score for each reply',
  category: 'one of its options',
  replies: 'a score for each reply on the page',
} as const;

/** The kind of answer that a study asks for. */
function askedKind({ criterionId, against, form }: StudyRow): Exclude<keyof typeof answerKinds, 'replies'> {
  if (criterionId === null) return 'answer';
  if (against) return 'pair';
  if (form.kind === 'category') return 'category';
  return isPerTurn(form) ? 'turns' : 'score';
}

/** @throws AppError INVALID_INPUT unless the answer is a skip or of the kind that the study asks for */
function assertAskedKind(study: StudyRow, { kind }: LabelAnswer): void {
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
  { itemId, poolPosition }: ItemPlace,
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
      assertPreference(study, answer.values);
      assertBothBad(study, answer);
      return inOrderOf(study, poolPosition, answer.values).map((value) => checkedScore(study, value));
    case 'turns':
      assertOneEach(db, study, itemId, answer.values, 'values');
      for (const value of answer.values) checkedScore(study, value);
      return [{ kind: 'score', value: mean(answer.values) }];
    case 'category':
      return [{ kind: 'score', value: valueOfOption(study, answer.option) }];
    case 'score':
      return [checkedScore(study, answer.value)];
    case 'replies':
      throw new Error('refused before: a page is of a ranking');
  }
}

/** A score on the scale of a study. @throws AppError INVALID_INPUT */
export function checkedScore({ scale: { min, max } }: StudyRow, value: number): LabelContent {
  if (value < min || value > max) {
    throw new AppError('INVALID_INPUT', `${value} lies outside the scale from ${min} to ${max}.`, {
      field: 'value',
      remedy: `Give a value from ${min} to ${max}.`,
    });
  }
  return { kind: 'score', value };
}

/** Where one of two replies is preferred, their values are the shares of a win that a step of the form gives them. */
function assertPreference({ form }: StudyRow, values: readonly [number, number]): void {
  if (form.kind !== 'preference' || isPreference(form, values)) return;
  const steps = preferenceChoices(form).map(({ left }) => `${left} and ${1 - left}`);
  throw new AppError(
    'INVALID_INPUT',
    `${values[0]} and ${values[1]} are not a preference between two replies.`,
    {
      field: 'answer.values',
      remedy: `Give the left and the right reply ${steps.join(', ')}.`,
    },
  );
}

/** That both are bad is a tie, and can be said where the form offers it. */
function assertBothBad({ form }: StudyRow, { bothBad, values }: Extract<LabelAnswer, { kind: 'pair' }>) {
  const isOffered = form.kind === 'preference' && form.bothBad === true;
  if (!bothBad || (isOffered && values[0] === 0.5)) return;
  throw new AppError(
    'INVALID_INPUT',
    'This study does not offer “both are bad”, or the values are not a tie.',
    {
      field: 'answer.bothBad',
      remedy: 'Say it with the values .5 and .5 where the form offers it; else leave it out.',
    },
  );
}

function valueOfOption({ form }: StudyRow, label: string): number {
  const option = optionOf(form, label);
  if (option) return option.value;
  throw new AppError('INVALID_INPUT', `"${label}" is not one of the options of this study.`, {
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
