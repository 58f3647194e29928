import { findItem } from '../../../db/items.ts';
import type { LabelFields } from '../../../db/label-fields.ts';
import type { LabelContent } from '../../../db/labels.ts';
import { readStudyFields, type StoredField } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { FieldValue, FieldValues, LabelAnswer, Span } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { fieldKeyFor, type LabeledStudy, labelKeysFor } from '../../model/study/label-key.ts';
import type { AnswerRow, AnswerRows } from '../../model/words/write-word.ts';
import { assertAskedKind, checkedContents, type Place } from './label-content.ts';

/**
 * Checks everything that one answer says. A skip skips every question; a question on a criterion that was left out
 * is cleared.
 *
 * @throws AppError INVALID_INPUT naming the question that is wrong or missing
 */
export function checkedAnswer(
  db: ReadableDb,
  study: LabeledStudy,
  place: Place,
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
  const passage = () => findItem(db, place.itemId)?.context ?? '';
  const given = checkedFields(asked, answer.fields ?? {}, passage);
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
  if (answer.kind === 'category') return [['category', answer.option]];
  if (answer.kind !== 'answer' || !answer.spans?.some((span) => span !== null)) return [];
  for (const span of answer.spans) if (span) assertInPassage(span, passage(), 'spans');
  return [['span', answer.spans]];
}

function checkedFields(
  asked: readonly StoredField[],
  given: FieldValues,
  passage: () => string,
): ReadonlyMap<string, FieldValue> {
  const names = new Set(asked.map(({ name }) => name));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (unknown !== undefined) throw refused(unknown, 'This study does not ask that.');
  const checked = new Map<string, FieldValue>();
  for (const field of asked) {
    const value = Object.hasOwn(given, field.name) ? given[field.name] : undefined;
    const isEmpty = value === undefined || (typeof value === 'string' && value.trim() === '');
    if (isEmpty) {
      if (field.required) throw refused(field.name, `"${field.question || field.name}" needs an answer.`);
      continue;
    }
    assertAnswers(field, value, passage);
    checked.set(field.name, value);
  }
  return checked;
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
      if (form.options.some(({ label }) => label === value)) return;
      throw refused(name, 'Give the name of one of its options.');
    case 'text':
      if (typeof value === 'string') return;
      throw refused(name, 'Give a text.');
    case 'span':
      if (typeof value !== 'object') throw refused(name, 'Give a span of the passage.');
      assertInPassage(value, passage(), name);
  }
}

function assertInPassage({ text, start, end }: Span, passage: string, name: string): void {
  if (passage.slice(start, end) !== text) throw refused(name, 'The span is not in the passage of this item.');
}

function scoreOf({ form }: StoredField, value: FieldValue): LabelContent {
  if (typeof value === 'number') return { kind: 'score', value };
  const option = form.kind === 'category' ? form.options.find(({ label }) => label === value) : undefined;
  if (!option) throw new Error('an option was checked before');
  return { kind: 'score', value: option.value };
}

const refused = (name: string, problem: string) =>
  new AppError('INVALID_INPUT', `${name}: ${problem}`, { field: `answer.fields.${name}` });

/** The further answers that stored rows came from; undefined where there are none. */
export function fieldsGiven(
  asked: readonly StoredField[],
  scoreOn: (criterionId: number) => number | undefined,
  said: LabelFields,
): FieldValues | undefined {
  const given = asked.flatMap(({ name, form, criterionId }): [string, FieldValue][] => {
    const score = criterionId === null ? undefined : scoreOn(criterionId);
    if (criterionId !== null && score === undefined) return [];
    const option =
      form.kind === 'category' ? form.options.find((one) => one.value === score)?.label : undefined;
    const value = (said.get(name) as FieldValue | undefined) ?? option ?? score;
    return value === undefined ? [] : [[name, value]];
  });
  return given.length === 0 ? undefined : Object.fromEntries(given);
}
