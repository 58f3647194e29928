import { findCriterionScale } from '../../db/human-scores.ts';
import type { StoredField } from '../../db/study-fields.ts';
import type { WritableDb } from '../../db/types.ts';
import type { FieldForm, LabelForm, Scale, StudyField } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { declareScale } from '../data/declare-scale.ts';
import { formScale } from './form-scale.ts';
import { assertFits } from './label-form.ts';

/** Names that a submission keeps for what it says of the measure itself. */
const keptNames = new Set(['category', 'span', 'turns', 'bothBad']);

/** Which study the further questions belong to. */
interface FieldsPlace {
  readonly datasetId: number;
  /** The study's own criterion; null where a metric is measured. */
  readonly criterionId: number | null;
  readonly isComparison: boolean;
  /** How the measure is asked for. */
  readonly form: LabelForm;
}

type CriterionForm = Exclude<FieldForm, { kind: 'text' | 'span' | 'correction' | 'failures' }>;

/** Whether a further question is answered on a criterion of its own. */
export const isOfCriterion = (form: FieldForm): form is CriterionForm =>
  !['text', 'span', 'correction', 'failures'].includes(form.kind);

/**
 * The further questions of a form as a study keeps them. A criterion that the data set does not have is made; one that
 * it has must be on the scale that the question names.
 *
 * @throws AppError INVALID_INPUT naming the question that is wrong
 */
export function storedFields(
  db: WritableDb,
  place: FieldsPlace,
  fields: readonly StudyField[],
): StoredField[] {
  const names = new Set<string>();
  return fields.map((field) => {
    if (names.has(field.name) || keptNames.has(field.name)) {
      throw refused(field.name, `"${field.name}" is taken.`, 'Give each question a name of its own.');
    }
    names.add(field.name);
    if (field.form.kind === 'failures') assertAsksFailures(place, field.name, fields);
    if (field.form.kind === 'correction') assertAsksCorrection(place, field.name, fields);
    if (!isOfCriterion(field.form)) return { ...field, criterionId: null };
    return { ...field, criterionId: criterionOf(db, place, field.name, field.form) };
  });
}

/** What went wrong is asked once, of the reply of one system. */
function assertAsksFailures(place: FieldsPlace, name: string, fields: readonly StudyField[]): void {
  const asked = fields.filter(({ form }) => form.kind === 'failures');
  if (asked.length > 1) {
    throw refused(name, 'A form asks once what went wrong.', 'Leave one of the two questions out.');
  }
  if (place.isComparison || place.criterionId === null) {
    const why = place.isComparison
      ? 'In a comparison failures cannot be asked: a failure is of one reply, and people see two.'
      : 'Where people write the right answer failures cannot be asked: they rate no reply.';
    const remedy = place.isComparison
      ? 'Make a study of each system by a criterion that asks for failures; they share the failure modes.'
      : 'Make a study of the same system by a criterion that asks for failures.';
    throw refused(name, why, remedy);
  }
  if (asked[0]?.form.kind === 'failures' && asked[0].form.alone && fields.length > 1) {
    throw refused(name, 'This form asks for failures alone.', 'Leave the other questions out.');
  }
  if (asked[0]?.form.kind === 'failures' && asked[0].form.alone && place.form.kind !== 'binary') {
    throw refused(
      name,
      'Where a study asks for failures alone, its measure says whether there are none.',
      'Ask the measure as yes or no: yes where nothing is wrong.',
    );
  }
}

/** What it should have said is asked once, of the reply of one system. */
function assertAsksCorrection(place: FieldsPlace, name: string, fields: readonly StudyField[]): void {
  if (fields.filter(({ form }) => form.kind === 'correction').length > 1) {
    throw refused(name, 'A form asks once for a correction.', 'Leave one of the two questions out.');
  }
  if (fields.some(({ form, required }) => form.kind === 'correction' && required)) {
    throw refused(name, 'A correction cannot be required: a reply may be right.', 'Set "required" to false.');
  }
  if (place.isComparison) {
    throw refused(
      name,
      'In a comparison no correction can be asked: it is of one reply, and people see two.',
      'Make a study of each system by a criterion that asks for corrections, or ask for text.',
    );
  }
  if (place.criterionId === null) {
    throw refused(
      name,
      'Where people write the right answer no correction can be asked: they see no reply.',
      'Leave it out: their answers are what it should have said.',
    );
  }
}

function criterionOf(db: WritableDb, place: FieldsPlace, name: string, form: CriterionForm): number {
  if (place.isComparison || place.criterionId === null) {
    const what = place.isComparison ? 'In a comparison' : 'Where people write the right answer';
    throw refused(name, `${what} no further ratings can be asked.`, 'Ask for text, or make another study.');
  }
  const known = findCriterionScale(db, place.datasetId, name);
  const scale: Scale = known?.scale ?? formScale(form);
  assertFits(form, scale, `fields.${name}`);
  if (!known) declareScale(db, place.datasetId, { kind: 'criterion', name, scale });
  const { id } = known ?? findCriterionScale(db, place.datasetId, name)!;
  if (id === place.criterionId) {
    throw refused(name, `"${name}" is what the study measures.`, 'Ask for another criterion.');
  }
  return id;
}

const refused = (name: string, problem: string, remedy: string) =>
  new AppError('INVALID_INPUT', problem, { field: `fields.${name}`, remedy });

/**
 * Checks that two lists of questions differ in nothing but their wording.
 *
 * @throws AppError CONFLICT
 */
export function assertSameAnswers(now: readonly StudyField[], then: readonly StudyField[]): void {
  const shape = (fields: readonly StudyField[]) =>
    JSON.stringify(fields.map(({ name, required, form }) => [name, required, form]));
  if (shape(now) === shape(then)) return;
  throw new AppError(
    'CONFLICT',
    'The study has labels or was sent out: what its form asks cannot change any more.',
    {
      field: 'fields',
      remedy: 'Change only the wording, or make a new study with the other form.',
    },
  );
}

/** As the screens have them: without what the database adds. */
export const shownFields = (fields: readonly StoredField[]): StudyField[] =>
  fields.map(({ criterionId: _, ...field }) => field);
