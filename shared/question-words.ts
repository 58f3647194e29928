import type { LabelForm, Measure } from './contract/index.ts';
import { preferenceCriterion } from './preference.ts';

/** What the question is put of. */
interface AskedOf {
  /** Two replies side by side. */
  readonly isComparison?: boolean;
  /** The conversation as a whole, which has no reply of its own. */
  readonly isWhole?: boolean;
}

/** The question shown with each item when nobody wrote another. */
export function questionFor(
  measure: Measure,
  form: LabelForm,
  { isComparison = false, isWhole = false }: AskedOf = {},
): string {
  if (measure.kind === 'metric') return 'What is the right answer? Write it as shortly as you would say it.';
  const words = measure.criterion.replaceAll(/[_-]+/g, ' ');
  if (form.kind === 'preference') {
    return measure.criterion === preferenceCriterion
      ? 'Which of the two replies is better?'
      : `Which of the two replies is better: ${words}?`;
  }
  const adjective = generalCriteria.get(words.trim().toLowerCase());
  if (isComparison) {
    if (form.kind === 'binary') return `For each reply: does this hold: ${words}?`;
    return adjective ? `How ${adjective} is each reply?` : `Rate each reply: ${words}.`;
  }
  const what = isWhole ? 'conversation' : 'reply';
  if (form.kind === 'category') return `Which one fits the ${what} best: ${words}?`;
  if (form.kind !== 'answer' && form.perTurn) {
    return form.kind === 'binary'
      ? `For each reply: does this hold: ${words}?`
      : `Rate each reply: ${words}.`;
  }
  if (form.kind === 'binary') {
    return adjective ? `Is this ${what} ${adjective}?` : `Does this hold for the ${what}: ${words}?`;
  }
  return adjective ? `How ${adjective} is this ${what}?` : `Rate the ${what}: ${words}.`;
}

/** Criteria that make a plain question. */
const generalCriteria: ReadonlyMap<string, string> = new Map([
  ['helpfulness', 'helpful'],
  ['quality', 'good'],
  ['overall', 'good'],
  ['overall quality', 'good'],
]);
