import { bothBadChoice, type PreferenceForm, preferenceChoices } from '../../shared/preference.ts';
import { failureActions, type KeyBindings } from '../ui/key-bindings.ts';
import type { AnswerForm } from './questions.ts';
import { ratingPoints } from './rating.ts';

/** What one key or click can say. */
export interface Choice {
  /** As a draft keeps it: a number in digits, or the name of an option. */
  readonly text: string;
  /** Empty where more options than keys are offered. */
  readonly key: string;
  readonly name: string;
  readonly hint: string;
  /** An arrow that says the same as the key: towards the reply that is preferred. */
  readonly arrow?: 'ArrowLeft' | 'ArrowRight';
}

/**
 * The choices of a question, the best of a scale on top; null where the answer is written or picked.
 *
 * @param asksFailures whether the same form asks what went wrong: its keys are then no options' keys
 */
export function choicesOf(form: AnswerForm, keys: KeyBindings, asksFailures = false): Choice[] | null {
  switch (form.kind) {
    case 'binary':
      return [
        { text: '1', key: keys.yes, name: form.yesLabel, hint: '' },
        { text: '0', key: keys.no, name: form.noLabel, hint: '' },
      ];
    case 'rating':
      return ratingChoices(form);
    case 'category':
      return categoryChoices(form, keys, asksFailures);
    case 'preference':
      return preferredChoices(form);
    default:
      return null;
  }
}

/** Whether a question is answered by one key. */
export const isChoice = (form: AnswerForm): boolean =>
  form.kind === 'binary' ||
  form.kind === 'category' ||
  form.kind === 'preference' ||
  (form.kind === 'rating' && ratingPoints(form) !== null);

function ratingChoices(form: Extract<AnswerForm, { kind: 'rating' }>): Choice[] | null {
  const ends = new Map([
    [form.min, form.lowLabel],
    [form.max, form.highLabel],
  ]);
  const points = ratingPoints(form)?.map(({ value, key, label }): Choice => {
    const hint = label === '' ? (ends.get(value) ?? '') : label;
    return { text: String(value), key, name: String(value), hint };
  });
  return points?.toReversed() ?? null;
}

/** From left to right, by digits in order; the arrows say which reply is better, not by how much. */
function preferredChoices(form: PreferenceForm): Choice[] {
  const choices = preferenceChoices(form);
  const middle = (choices.length - 1) / 2;
  const arrowOf = (place: number): Pick<Choice, 'arrow'> =>
    place === middle - 1 ? { arrow: 'ArrowLeft' } : place === middle + 1 ? { arrow: 'ArrowRight' } : {};
  const bothBad: Choice = { ...bothBadChoice, key: '0', hint: '' };
  return [
    ...choices.map(({ left, name }, i) => ({
      text: String(left),
      key: String(i + 1),
      name,
      hint: '',
      ...arrowOf(i),
    })),
    ...(form.bothBad ? [bothBad] : []),
  ];
}

/** Options keep the key they ask for unless an action has it; the others get the digit of their place where it is free. */
function categoryChoices(
  { options }: Extract<AnswerForm, { kind: 'category' }>,
  keys: KeyBindings,
  asksFailures: boolean,
): Choice[] {
  const bound = new Set<string>(Object.values(keys));
  if (!asksFailures) for (const action of failureActions) bound.delete(keys[action]);
  const own = options.map(({ key }) => (key !== undefined && !bound.has(key) ? key : undefined));
  const digit = (place: number) => (place < 10 ? String((place + 1) % 10) : '');
  const free = (place: number) => (own.includes(digit(place)) ? '' : digit(place));
  return options.map(({ label }, i) => ({ text: label, key: own[i] ?? free(i), name: label, hint: '' }));
}
