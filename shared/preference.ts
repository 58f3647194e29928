import type { LabelForm } from './contract/form.ts';

export type PreferenceForm = Extract<LabelForm, { kind: 'preference' }>;

/** The criterion whose labels are preferences, unless a study names another: 0 is a loss, 1 a win, a tie counts half. */
export const preferenceCriterion = 'preference';

interface PreferenceChoice {
  /** What the left reply gets, in [0, 1]; the right one gets the rest. The difference of both is the preference. */
  readonly left: number;
  readonly name: string;
}

const choices: Readonly<Record<PreferenceForm['steps'], readonly PreferenceChoice[]>> = {
  3: [
    { left: 1, name: 'Left is better' },
    { left: 0.5, name: 'Tie' },
    { left: 0, name: 'Right is better' },
  ],
  5: [
    { left: 1, name: 'Left is much better' },
    { left: 0.75, name: 'Left is better' },
    { left: 0.5, name: 'Tie' },
    { left: 0.25, name: 'Right is better' },
    { left: 0, name: 'Right is much better' },
  ],
};

/** What can be said of two replies, from the left one's win to the right one's. */
export const preferenceChoices = ({ steps }: PreferenceForm): readonly PreferenceChoice[] => choices[steps];

/** So many replies of a page can be put in order: each place has a key. */
export const mostOrdered = 9;

/** What is said of two replies neither of which is any good: a tie, told apart from others. */
export const bothBadChoice = { text: 'both-bad', name: 'Both are bad' } as const;

/** Whether the shares of two replies are one of the choices: each a step of the form, together 1. */
export const isPreference = (form: PreferenceForm, [left, right]: readonly [number, number]): boolean =>
  preferenceChoices(form).some((one) => one.left === left && 1 - left === right);

/** A preference in words; the bare shares where it is between the steps. */
export function preferenceWords(form: PreferenceForm, [left, right]: readonly [number, number]): string {
  const found = isPreference(form, [left, right])
    ? preferenceChoices(form).find((one) => one.left === left)
    : undefined;
  return found ? found.name.charAt(0).toLowerCase() + found.name.slice(1) : `left ${left}, right ${right}`;
}

/** Share of wins, ties half, that goes with a net win rate in [-1, 1]. */
export const winRate = (net: number): number => (1 + net) / 2;
