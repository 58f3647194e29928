import type { FailureCoding, FailurePlace, LabelFailures, StepCoding } from '../../shared/contract/index.ts';
import { nameKey, sameName } from '../../shared/person-name.ts';

// What a form holds of the question what went wrong: a coding as JSON, or nothing where nobody has said anything yet.

type FailureChoice = LabelFailures['modes'][number];

/** One failure mode that was chosen: of the list, or by a name that was made on a page without a connection. */
export type ChosenMode = { readonly id: number; readonly name: string } | { readonly made: string };

/** A coding in which steps are said already, and of the run nothing yet. */
type FormCoding = FailureCoding & { readonly unsaid?: true | undefined };

/** The same coding is always the same text, however its parts were ordered where it was stored. */
export const codingText = ({ modes, note, at, list, made, steps, unsaid }: FormCoding): string =>
  JSON.stringify({
    ...{ modes, note, at, list },
    ...(made && made.length > 0 && { made }),
    ...(steps && steps.length > 0 && { steps: steps.map(plainStep) }),
    ...(unsaid && { unsaid }),
  });

/** The same is always said in the same order; the hash is for what is stored. */
const plainStep = ({ turn, step, right, modes, note }: StepCoding) => ({ turn, step, right, modes, note });

const nothing = (list: number): FailureCoding => ({ modes: [], note: '', at: null, list });

/** The answer that nothing is wrong with the run; what was said of its steps stays, without failure modes, which the run has not. */
export const nothingText = (failures: Pick<LabelFailures, 'list'> | undefined, before = ''): string =>
  codingText({
    ...nothing(failures?.list ?? 0),
    steps: (codingOf(before)?.steps ?? []).map((one) => ({ ...one, modes: [] })),
  });

/** What a text of the form says; null where it says nothing yet. */
export function codingOf(text: string): FormCoding | null {
  if (text.trim() === '') return null;
  try {
    const { modes, note, at, list, made, steps, unsaid } = JSON.parse(text) as FormCoding;
    return {
      modes,
      note,
      at,
      list,
      ...(made && { made }),
      ...(steps && { steps }),
      ...(unsaid && { unsaid }),
    };
  } catch {
    // A draft that was written before the question was about failures.
    return { ...nothing(0), note: text };
  }
}

export const isNothing = (coding: FormCoding | null): boolean =>
  coding !== null && !coding.unsaid && isEmpty(coding);

const isEmpty = ({ modes, note, at, made = [] }: FailureCoding): boolean =>
  modes.length + made.length === 0 && note.trim() === '' && at === null;

/** A text after a change. What became empty was not said: that nothing is wrong is said by its own key alone. */
function changed(text: string, list: number, part: Partial<FailureCoding>): string {
  const { unsaid: _, ...before }: FormCoding = codingOf(text) ?? nothing(list);
  const coding = { ...before, ...part, list };
  if (!isEmpty(coding)) return codingText(coding);
  return coding.steps?.length ? codingText({ ...coding, unsaid: true }) : '';
}

/** What is said of a step; undefined where nothing is. */
export const stepSaid = (text: string, turn: number, step: number): StepCoding | undefined =>
  codingOf(text)?.steps?.find((one) => one.turn === turn && one.step === step);

/** With something said of some steps; of the run it says nothing, but a failure mode that a step has the run has, too. */
export function withSteps(
  text: string,
  list: number,
  said: readonly (Pick<StepCoding, 'turn' | 'step'> & Partial<StepCoding>)[],
): string {
  const before = codingOf(text);
  const steps = new Map((before?.steps ?? []).map((one) => [`${one.turn} ${one.step}`, one]));
  for (const one of said) {
    const key = `${one.turn} ${one.step}`;
    const next = { right: null, modes: [], note: '', ...steps.get(key), ...one };
    if (next.right === true) next.modes = [];
    if (next.right === null && next.modes.length === 0 && next.note.trim() === '') steps.delete(key);
    else steps.set(key, next);
  }
  const all = [...steps.values()].sort((a, b) => a.turn - b.turn || a.step - b.step);
  const modes = [...new Set([...(before?.modes ?? []), ...said.flatMap((one) => one.modes ?? [])])];
  if (isNothing(before) && modes.length === 0) return codingText({ ...before!, steps: all });
  return changed(text, list, { modes, steps: all });
}

export const withNote = (text: string, list: number, note: string): string => changed(text, list, { note });

export const withPlace = (text: string, list: number, at: FailurePlace | null): string =>
  changed(text, list, { at });

/** With one more failure mode, once. */
export function withMode(text: string, list: number, mode: ChosenMode): string {
  const { modes = [], made = [] } = codingOf(text) ?? {};
  if ('id' in mode) return changed(text, list, { modes: [...new Set([...modes, mode.id])] });
  const isKnown = made.some((name) => sameName(name, mode.made));
  return changed(text, list, { made: isKnown ? made : [...made, mode.made] });
}

export function withoutMode(text: string, list: number, mode: ChosenMode): string {
  const { modes = [], made = [] } = codingOf(text) ?? {};
  return 'id' in mode
    ? changed(text, list, {
        modes: modes.filter((id) => id !== mode.id),
        steps: (codingOf(text)?.steps ?? []).map((one) => ({
          ...one,
          modes: one.modes.filter((id) => id !== mode.id),
        })),
      })
    : changed(text, list, { made: made.filter((name) => name !== mode.made) });
}

/** The failure modes that a text names, in order. One that is not on the list any more keeps its number. */
export function chosenModes(text: string, failures: LabelFailures | undefined): ChosenMode[] {
  const { modes = [], made = [] } = codingOf(text) ?? {};
  const names = new Map(failures?.modes.map(({ id, name }) => [id, name]));
  return [
    ...modes.map((id) => ({ id, name: names.get(id) ?? `Failure mode ${id}` })),
    ...made.map((name) => ({ made: name })),
  ];
}

export const modeName = (mode: ChosenMode): string => ('id' in mode ? mode.name : mode.made);

/** What keeps a coding from being an answer; null where nothing does. */
export function codingProblem({ modes, made = [], note, at, unsaid }: FormCoding): string | null {
  if (unsaid) return 'Say what went wrong with the run, or that nothing did.';
  if (at === null || modes.length + made.length > 0 || note.trim() !== '') return null;
  return 'Say what went wrong there: a note or a failure mode.';
}

/** A name as it is found by typing: without case, accents and further spaces. Which names are one is told by `sameName`. */
const foldedName = (name: string): string =>
  name.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase().split(/\s+/).filter(Boolean).join(' ');

interface Folded {
  readonly mode: FailureChoice;
  readonly name: string;
}

const folded = new WeakMap<readonly FailureChoice[], readonly Folded[]>();

function foldedModes(modes: readonly FailureChoice[]): readonly Folded[] {
  const known = folded.get(modes);
  if (known) return known;
  const made = modes.map((mode) => ({ mode, name: foldedName(mode.name) }));
  folded.set(modes, made);
  return made;
}

/** How well a name fits what was typed: 0 the same, 1 begins with it, 2 has words that begin so; null not at all. */
function fitOf(name: string, typed: string, parts: readonly string[]): number | null {
  if (name === typed) return 0;
  if (name.startsWith(typed)) return 1;
  return parts.every((part) => name.startsWith(part) || name.includes(` ${part}`)) ? 2 : null;
}

/** Failure modes with a word that begins like each word that was typed, the best fit first. */
export function foundModes(modes: readonly FailureChoice[], typed: string): FailureChoice[] {
  const query = foldedName(typed);
  if (query === '') return [...modes];
  const parts = query.split(' ');
  const fits: FailureChoice[][] = [[], [], []];
  for (const { mode, name } of foldedModes(modes)) {
    const fit = fitOf(name, query, parts);
    if (fit !== null) fits[fit]!.push(mode);
  }
  return fits.flat();
}

/** Names among these with a word that begins like each word that was typed. */
export function foundNames(names: readonly string[], typed: string): string[] {
  const query = foldedName(typed);
  return names.filter((name) => query === '' || fitOf(foldedName(name), query, query.split(' ')) !== null);
}

/** Names that codings made, each once. */
export function madeNames(texts: readonly FailureCoding[]): string[] {
  const names = new Map(texts.flatMap(({ made = [] }) => made.map((name) => [nameKey(name), name])));
  return [...names.values()];
}

/** Whether a failure mode of this name is on the list, as the engine tells names apart: “Cafe” is not “Café”. */
export const isNamed = (modes: readonly FailureChoice[], typed: string): boolean =>
  modes.some(({ name }) => sameName(name, typed));

/** Where it went wrong, in a few words. */
export function placeWords(at: FailurePlace, replies: number): { where: string; text: string } {
  if (at.kind === 'step') return { where: `Step ${at.step + 1}`, text: '' };
  const where =
    replies > 1 ? `Reply ${at.reply + 1}` : replies === 1 ? 'In the reply' : `Turn ${at.reply + 1}`;
  return { where, text: at.text };
}
