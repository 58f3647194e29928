import { findCriterionScale } from '../../../db/human-scores.ts';
import type { StoredField } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import { fieldWords } from '../../../shared/answer-words.ts';
import type { FieldForm, FieldValue, Scale } from '../../../shared/contract/index.ts';

/** A further question of a study's form, as other tools are told of it. */
export interface FurtherQuestion {
  readonly name: string;
  readonly question: string;
  readonly form: FieldForm;
  /** Of ratings and of yes or no; null where answers are texts or options. */
  readonly scale: Scale | null;
}

/** The further questions of a form with the scales of those that are answered by a number. */
export const furtherQuestions = (
  db: ReadableDb,
  datasetId: number,
  fields: readonly StoredField[],
): FurtherQuestion[] =>
  fields.map(({ name, question, form }) => ({
    name,
    question,
    form,
    scale:
      form.kind === 'rating' || form.kind === 'binary'
        ? (findCriterionScale(db, datasetId, name)?.scale ?? null)
        : null,
  }));

/** What was answered as a number or a text: of a span its words. */
export const plainAnswer = (value: FieldValue): number | string =>
  typeof value === 'object' ? fieldWords(value) : value;

/** A name that none of the taken ones is; the name is taken by this. */
export function takeName(name: string, taken: Set<string>): string {
  let free = name;
  while (taken.has(free)) free = `${free}_`;
  taken.add(free);
  return free;
}
