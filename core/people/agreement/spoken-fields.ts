import { labelFieldsOf } from '../../../db/label-fields.ts';
import { currentLabel } from '../../../db/labels.ts';
import { readStudyFields } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { FieldValue, StudyField } from '../../../shared/contract/index.ts';
import { fieldKeyFor, type LabeledStudy, labelKeyFor } from '../../model/study/label-key.ts';
import { fieldsGiven } from '../label/form-answers.ts';

/** What an annotator answered to the further questions of a study's form, by name and in words. */
export function spokenFields(
  db: ReadableDb,
  study: LabeledStudy,
  itemId: number,
  annotatorId: number,
): { name: string; words: string }[] {
  const asked = readStudyFields(db, study.id);
  const scoreOn = (criterionId: number) => {
    const label = currentLabel(db, fieldKeyFor(study, itemId, criterionId), annotatorId);
    return label?.content.kind === 'score' ? label.content.value : undefined;
  };
  const own = currentLabel(db, labelKeyFor(study, itemId), annotatorId);
  const given = fieldsGiven(asked, scoreOn, own ? labelFieldsOf(db, own.id) : new Map()) ?? {};
  return asked.flatMap(({ name, form }) => {
    const value = given[name];
    return value === undefined ? [] : [{ name, words: wordsOf(value, form) }];
  });
}

function wordsOf(value: FieldValue, form: StudyField['form']): string {
  if (typeof value === 'object') return value.text;
  if (form.kind === 'binary') return value === 1 ? form.yesLabel : form.noLabel;
  return String(value);
}
