import type { Criterion, LabelForm, Measure, Scale } from '../../shared/contract/index.ts';

type CriterionFacts = Pick<Criterion, 'kind' | 'scale' | 'integer'>;

/** What the label screen asks for a measure. */
export function formFor(measure: Measure, criterion: CriterionFacts | undefined, turns: number): LabelForm {
  if (measure.kind === 'metric' || !criterion) return { kind: 'answer', turns: Math.max(1, turns) };
  const { min, max, direction } = criterion.scale;
  if (criterion.kind === 'binary') return { kind: 'binary', noLabel: 'No', yesLabel: 'Yes' };
  const whole = Number.isInteger(min) && Number.isInteger(max);
  const [lowLabel, highLabel] = direction === 'higher' ? ['worst', 'best'] : ['best', 'worst'];
  return { kind: 'rating', min, max, step: whole ? 1 : (max - min) / 10, lowLabel, highLabel };
}

/** The question shown with each item when nobody wrote another. */
export function questionFor(measure: Measure, form: LabelForm, sideBySide = false): string {
  if (measure.kind === 'metric') return 'What is the right answer? Write it as shortly as you would say it.';
  const words = measure.criterion.replaceAll(/[_-]+/g, ' ');
  if (sideBySide) {
    return form.kind === 'binary'
      ? `For each reply: does this hold: ${words}?`
      : `Rate each of the two replies: ${words}.`;
  }
  return form.kind === 'binary' ? `Does this hold for the reply: ${words}?` : `Rate the reply: ${words}.`;
}

export const metricScale: Scale = { min: 0, max: 1, direction: 'higher' };
