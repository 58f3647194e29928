import type { KeyBindings } from '../ui/key-bindings.ts';
import { choicesOf, isChoice } from './choices.ts';
import { type FormState, nextOpen } from './form-state.ts';
import { failuresAt } from './questions.ts';

/** What a key does to a form. */
export type FormKeyAct =
  | { readonly act: 'give'; readonly question: number; readonly text: string }
  | {
      readonly act: 'choose';
      readonly question: number;
      /** Whether it is to be answered now, in its field if it has one. */
      readonly isEntered?: boolean;
    };

/** What a key says of the question whose turn it is, or of another that shows this key; null when it says nothing. */
export function choiceOfKey(form: FormState, key: string, keys: KeyBindings): FormKeyAct | null {
  const choicesAt = (question: number) => {
    const asked = form.questions[question];
    return asked ? choicesOf(asked.form, keys, failuresAt(form.questions) !== null) : null;
  };
  const give = (question: number, choice: { readonly text: string } | undefined): FormKeyAct | null =>
    choice ? { act: 'give', question, text: choice.text } : null;
  const own = choicesAt(form.active);
  if (own)
    return give(
      form.active,
      own.find((one) => one.key === key || one.arrow === key),
    );
  // A question that is written, picked or marked takes no such key: it is for the one that has no answer yet, or the only one.
  const able = form.questions.flatMap((_, question) => {
    const choice = choicesAt(question)?.find((one) => one.key === key);
    return choice ? [{ question, choice }] : [];
  });
  const meant =
    able.find(({ question }) => form.texts[question] === '') ?? (able.length === 1 ? able[0] : undefined);
  return meant ? give(meant.question, meant.choice) : null;
}

/** Where Enter leads among several questions that send themselves: to the next without an answer; null once there is none. */
export function enterInForm(form: FormState): FormKeyAct | null {
  const open = form.questions.length > 1 ? nextOpen(form, form.active) : undefined;
  return open === undefined ? null : { act: 'choose', question: open, isEntered: true };
}

/** Where an arrow leads among several questions; null where it does not: written answers alone have fields to go to. */
export function arrowInForm({ questions, active }: FormState, key: string): FormKeyAct | null {
  const step = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  const goes = questions.length > 1 && questions.some(({ form }) => isChoice(form));
  if (step === 0 || !goes) return null;
  return { act: 'choose', question: Math.min(questions.length - 1, Math.max(0, active + step)) };
}
