import { labelFieldsOf } from '../../../db/label-fields.ts';
import { currentLabel } from '../../../db/labels.ts';
import { readStudyFields } from '../../../db/study-fields.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { fieldKeyFor, type LabeledStudy, labelKeysFor } from '../../model/study/label-key.ts';
import { fieldsGiven } from './form-answers.ts';
import { answerOf, type Place } from './label-content.ts';

/** What one annotator has said of an item at present, as they gave it; null while there is nothing. */
export function givenAnswer(
  db: ReadableDb,
  study: LabeledStudy,
  { itemId, poolPosition }: Place,
  annotatorId: number,
): LabelAnswer | null {
  const labels = labelKeysFor(study, itemId).map((key) => currentLabel(db, key, annotatorId));
  const said = labels[0] ? labelFieldsOf(db, labels[0].id) : new Map<string, unknown>();
  const answer = answerOf(
    study,
    poolPosition,
    labels.map((label) => label?.content),
    said,
  );
  if (answer === null || answer.kind === 'skip') return answer;
  const scoreOn = (criterionId: number) => {
    const label = currentLabel(db, fieldKeyFor(study, itemId, criterionId), annotatorId);
    return label?.content.kind === 'score' ? label.content.value : undefined;
  };
  const fields = fieldsGiven(readStudyFields(db, study.id), scoreOn, said);
  return fields ? ({ ...answer, fields } as LabelAnswer) : answer;
}
