import type {
  FieldForm,
  LabelForm,
  Measure,
  Scale,
  StudyField,
  StudyOptions,
} from '../../../shared/contract/index.ts';
import { preferenceCriterion } from '../../../shared/preference.ts';
import { takesPreferences } from '../../../shared/study-choices.ts';

type RatingDraft = Extract<LabelForm, { kind: 'rating' }>;
type Category = Extract<LabelForm, { kind: 'category' }>;
type FormKind = LabelForm['kind'];

/** The kinds of form that a measure can be asked by, the usual one first. */
export function formKinds(measure: Measure, { criteria }: StudyOptions, isComparison: boolean): FormKind[] {
  if (measure.kind === 'metric') return ['answer'];
  const known = criteria.find(({ name }) => name === measure.criterion);
  if (isComparison && measure.criterion === preferenceCriterion && takesPreferences(known)) {
    return ['preference'];
  }
  const usual = known?.kind === 'binary' ? 'binary' : 'rating';
  if (!isComparison) return [usual, 'category'];
  return known && takesPreferences(known) ? [usual, 'preference'] : [usual];
}

/** A form of this kind to begin with. */
export function startForm(kind: FormKind, scale: Scale): LabelForm {
  switch (kind) {
    case 'answer':
      return { kind, turns: 1 };
    case 'binary':
      return { kind, noLabel: 'No', yesLabel: 'Yes' };
    case 'category':
      return startCategory(scale);
    case 'preference':
      return { kind, steps: 3 };
    case 'rating':
      return startRating(scale);
  }
}

/** What the ends of a scale are called unless somebody names them. */
const ends = ['worst', 'best'] as const;

function startRating({ min, max, direction }: Scale): RatingDraft {
  const whole = Number.isInteger(min) && Number.isInteger(max);
  const [lowLabel, highLabel] = direction === 'higher' ? ends : ends.toReversed();
  return { kind: 'rating', min, max, step: whole ? 1 : (max - min) / 10, lowLabel, highLabel };
}

function startCategory({ min, max, direction }: Scale): Category {
  const [worst, best] = direction === 'higher' ? [min, max] : [max, min];
  return {
    kind: 'category',
    options: [
      { label: 'Right', value: best },
      { label: 'Partly right', value: (min + max) / 2 },
      { label: 'Wrong', value: worst },
    ],
  };
}

/** The points of a scale that can be named: whole ones, as many as there are digit keys; null on a finer scale. */
export function namablePoints({
  min,
  max,
  step,
}: Pick<RatingDraft, 'min' | 'max' | 'step'>): number[] | null {
  const count = (max - min) / step;
  if (!Number.isInteger(count) || count < 1 || count > 9) return null;
  return Array.from({ length: count + 1 }, (_, i) => min + i * step);
}

/** Names that are often given to five points; other scales, and those whose ends somebody named, start with their ends. */
export function startPoints(form: RatingDraft): RatingDraft['points'] {
  const values = namablePoints(form);
  if (!values) return undefined;
  const five = usualNames(form);
  return values.map((value, i) => {
    const end = i === 0 ? form.lowLabel : i === values.length - 1 ? form.highLabel : '';
    return { value, label: (values.length === 5 && five ? five[i] : end) ?? '' };
  });
}

function usualNames({ lowLabel, highLabel }: RatingDraft): string[] | null {
  const names = ['Very bad', 'Bad', 'Middling', 'Good', 'Very good'];
  if (lowLabel === ends[0] && highLabel === ends[1]) return names;
  return lowLabel === ends[1] && highLabel === ends[0] ? names.toReversed() : null;
}

export const fieldKinds = {
  rating: 'Rating',
  binary: 'Yes or no',
  category: 'Category',
  text: 'Free text',
  span: 'Piece of the passage',
  correction: 'What it should have said',
  failures: 'What went wrong',
} as const satisfies Record<FieldForm['kind'], string>;

/** Kinds of further questions that a study can ask: criteria of their own only beside one of its own. */
export const furtherKinds = (measure: Measure, isComparison: boolean): FieldForm['kind'][] =>
  !isComparison && measure.kind === 'criterion'
    ? ['rating', 'binary', 'category', 'text', 'span', 'correction', 'failures']
    : ['text', 'span'];

/** A further question of this kind to begin with; a criterion that the data has keeps its scale. */
export function startField(kind: FieldForm['kind'], name: string, { criteria }: StudyOptions): FieldForm {
  const known = criteria.find((one) => one.name === name)?.scale;
  const scale: Scale = known ?? { min: 1, max: 5, direction: 'higher' };
  if (kind === 'rating') return startRating(scale);
  if (kind === 'category') return startCategory(known ?? { min: 0, max: 1, direction: 'higher' });
  if (kind === 'binary') return { kind, noLabel: 'No', yesLabel: 'Yes' };
  if (kind === 'failures') return { kind, mayMake: false };
  return { kind };
}

/** The question that asks for the reply as it should have been. */
export const correctionField: StudyField = {
  name: 'correction',
  question: 'What should it have said?',
  required: false,
  form: { kind: 'correction' },
};

export const isOfCorrection = ({ form }: StudyField): boolean => form.kind === 'correction';

/** The question that asks for a reason, in the person's own words. */
export const reasonField: StudyField = {
  name: 'reason',
  question: 'Why?',
  required: false,
  form: { kind: 'text' },
};
