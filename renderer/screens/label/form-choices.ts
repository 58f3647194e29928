import type { FieldForm, LabelForm } from '../../../shared/contract/index.ts';
import type { KeyBindings } from './key-bindings.ts';
import { ratingPoints } from './rating-points.ts';

/** How one question of the form is answered. */
export type SlotForm = LabelForm | FieldForm;

/** What one key or click can say. */
export interface Choice {
  /** As a draft keeps it: a number in digits, or the name of an option. */
  text: string;
  /** Empty where more options than keys are offered. */
  key: string;
  name: string;
  hint: string;
}

/** The choices of a question, the best of a scale on top; null where the answer is written or picked. */
export function choicesOf(form: SlotForm, keys: KeyBindings): Choice[] | null {
  switch (form.kind) {
    case 'binary':
      return [
        { text: '1', key: keys.yes, name: form.yesLabel, hint: '' },
        { text: '0', key: keys.no, name: form.noLabel, hint: '' },
      ];
    case 'rating':
      return ratingChoices(form);
    case 'category':
      return categoryChoices(form.options, keys);
    default:
      return null;
  }
}

/** Whether a question is answered by one key. */
export const isChoice = (form: SlotForm): boolean =>
  form.kind === 'binary' ||
  form.kind === 'category' ||
  (form.kind === 'rating' && ratingPoints(form) !== null);

function ratingChoices(form: Extract<SlotForm, { kind: 'rating' }>): Choice[] | null {
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

type Options = Extract<SlotForm, { kind: 'category' }>['options'];

/** Options keep the key they ask for unless an action has it; the others get the digit of their place where it is free. */
function categoryChoices(options: Options, keys: KeyBindings): Choice[] {
  const bound = new Set<string>(Object.values(keys));
  const own = options.map(({ key }) => (key !== undefined && !bound.has(key) ? key : undefined));
  const digit = (place: number) => (place < 10 ? String((place + 1) % 10) : '');
  const free = (place: number) => (own.includes(digit(place)) ? '' : digit(place));
  return options.map(({ label }, i) => ({ text: label, key: own[i] ?? free(i), name: label, hint: '' }));
}
