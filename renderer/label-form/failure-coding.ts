import type { FailureCoding, FailurePlace, LabelFailures } from '../../shared/contract/index.ts';
import { nameKey, sameName } from '../../shared/person-name.ts';

// What a form holds of the question what went wrong: a coding as JSON, or nothing where nobody has said anything yet.

type FailureChoice = LabelFailures['modes'][number];

/** One failure mode that was chosen: of the list, or by a name that was made on a page without a connection. */
export type ChosenMode = { readonly id: number; readonly name: string } | { readonly made: string };

/** The same coding is always the same text, however its parts were ordered where it was stored. */
export const codingText = ({ modes, note, at, list, made }: FailureCoding): string =>
  JSON.stringify({ modes, note, at, list, ...(made && made.length > 0 && { made }) });

const nothing = (list: number): FailureCoding => ({ modes: [], note: '', at: null, list });

/** The answer that nothing is wrong. */
export const nothingText = (failures: Pick<LabelFailures, 'list'> | undefined): string =>
  codingText(nothing(failures?.list ?? 0));

/** What a text of the form says; null where it says nothing yet. */
export function codingOf(text: string): FailureCoding | null {
  if (text.trim() === '') return null;
  try {
    const { modes, note, at, list, made } = JSON.parse(text) as FailureCoding;
    return { modes, note, at, list, ...(made && { made }) };
  } catch {
    // A draft that was written before the question was about failures.
    return { ...nothing(0), note: text };
  }
}

export const isNothing = (coding: FailureCoding | null): boolean => coding !== null && isEmpty(coding);

const isEmpty = ({ modes, note, at, made = [] }: FailureCoding): boolean =>
  modes.length + made.length === 0 && note.trim() === '' && at === null;

/** A text after a change. What became empty was not said: that nothing is wrong is said by its own key alone. */
function changed(text: string, list: number, part: Partial<FailureCoding>): string {
  const coding = { ...(codingOf(text) ?? nothing(list)), ...part, list };
  return isEmpty(coding) ? '' : codingText(coding);
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
    ? changed(text, list, { modes: modes.filter((id) => id !== mode.id) })
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
export function codingProblem({ modes, made = [], note, at }: FailureCoding): string | null {
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
