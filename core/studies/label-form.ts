import type { Criterion, LabelForm, Measure, Scale } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { preferenceCriterion } from '../../shared/preference.ts';

type CriterionFacts = Pick<Criterion, 'kind' | 'scale' | 'integer'>;

/** What the label screen asks for a measure when nobody chose another form. */
export function formFor(
  measure: Measure,
  criterion: CriterionFacts | undefined,
  { turns, isComparison }: Omit<FormPlace, 'scale'>,
): LabelForm {
  if (measure.kind === 'metric' || !criterion) return { kind: 'answer', turns: Math.max(1, turns) };
  const { min, max, direction } = criterion.scale;
  if (isComparison && asksPreference(measure, criterion.scale)) return { kind: 'preference', steps: 3 };
  if (criterion.kind === 'binary') return { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' };
  const whole = Number.isInteger(min) && Number.isInteger(max);
  const [lowLabel, highLabel] = direction === 'higher' ? ['worst', 'best'] : ['best', 'worst'];
  return { kind: 'rating', min, max, step: whole ? 1 : (max - min) / 10, lowLabel, highLabel };
}

/** Whether two replies are asked for a preference where nobody chose another form. @param scale undefined for a criterion to be made */
export const asksPreference = (measure: Measure, scale: Scale | undefined): boolean =>
  measure.kind === 'criterion' &&
  measure.criterion === preferenceCriterion &&
  (scale === undefined || isShareOfWins(scale));

/** Whether values are shares of a win: what two replies get of one together. */
const isShareOfWins = ({ min, max, direction }: Scale): boolean =>
  min === 0 && max === 1 && direction === 'higher';

/** What a form is chosen for. */
interface FormPlace {
  readonly scale: Scale;
  /** Replies of the longest conversation. */
  readonly turns: number;
  readonly isComparison: boolean;
}

/**
 * The form that was chosen, checked against the measure that `usual` is the form of.
 *
 * @throws AppError INVALID_INPUT
 */
export function chosenForm(usual: LabelForm, chosen: LabelForm | undefined, place: FormPlace): LabelForm {
  if (!chosen) return usual;
  if (usual.kind === 'answer') {
    if (chosen.kind === 'answer') return { ...chosen, turns: usual.turns };
    throw refusedForm('This measure compares with a right answer, which people write or pick.');
  }
  if (chosen.kind === 'answer') throw refusedForm('This measure is a criterion, which people rate.');
  if (chosen.kind === 'preference') {
    if (!place.isComparison) throw refusedForm('A preference is between two systems: name the second one.');
    if (!isShareOfWins(place.scale)) {
      throw refusedForm('A preference needs a scale from 0 (a loss) to 1 (a win), higher is better.');
    }
    return chosen;
  }
  assertFits(chosen, place.scale, 'form');
  if (chosen.kind === 'category') {
    if (place.isComparison) throw refusedForm('A comparison takes ratings, yes and no, or a preference.');
    return chosen;
  }
  if (chosen.perTurn && (place.turns < 2 || place.isComparison)) {
    throw refusedForm(
      place.isComparison
        ? 'A comparison asks for one value of each conversation, not of each turn.'
        : 'No item has several replies, so there are no turns to rate one by one.',
    );
  }
  return chosen;
}

/** Checks a form against the scale that its values lie on. @throws AppError INVALID_INPUT */
export function assertFits(
  form: Exclude<LabelForm, { kind: 'answer' | 'preference' }>,
  { min, max }: Pick<Scale, 'min' | 'max'>,
  field: string,
): void {
  if (form.kind === 'binary') {
    if (min !== 0 || max !== 1) throw refusedForm('Yes or no needs a scale from 0 to 1.', field);
    return;
  }
  if (form.kind === 'category') {
    assertDistinct(
      form.options.map(({ label }) => label),
      'Two options have the same name.',
      field,
    );
    assertDistinct(
      form.options.flatMap(({ key }) => key ?? []),
      'Two options have the same key.',
      field,
    );
    assertInside(
      form.options.map(({ value }) => value),
      { min, max },
      field,
    );
    return;
  }
  if (form.min !== min || form.max !== max) {
    throw refusedForm(
      `The form asks for ${form.min} to ${form.max}, but the scale runs from ${min} to ${max}.`,
      field,
    );
  }
  if (!(form.step > 0)) throw refusedForm('The step of a scale is above 0.', field);
  const values = form.points?.map(({ value }) => value) ?? [];
  assertInside(values, { min, max }, field);
  if (values.some((value, i) => i > 0 && value <= values[i - 1]!)) {
    throw refusedForm('The points of a scale stand in rising order, each once.', field);
  }
}

function assertInside(values: readonly number[], { min, max }: Pick<Scale, 'min' | 'max'>, field: string) {
  const outside = values.find((value) => value < min || value > max);
  if (outside !== undefined) {
    throw refusedForm(`${outside} lies outside the scale from ${min} to ${max}.`, field);
  }
}

function assertDistinct(names: readonly string[], problem: string, field: string): void {
  if (new Set(names).size < names.length) throw refusedForm(problem, field);
}

const refusedForm = (problem: string, field = 'form') =>
  new AppError('INVALID_INPUT', problem, { field, remedy: 'Choose a form that fits the measure.' });

export const metricScale: Scale = { min: 0, max: 1, direction: 'higher' };
