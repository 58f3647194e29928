import type { Agreement, Invitation } from '../../../shared/contract/index.ts';
import { formatFixed } from '../../api/format.ts';

/** A number as a field holds it: empty, or not a number, while it is being written. */
type Typed = number | string;

/** Why these items cannot be handed out, or null. More than there are from there on means all of them. */
export function handOutProblem(from: Typed, count: Typed, items: number): string | null {
  const [first, many] = [Number(from), Number(count)];
  if (items < 1) return 'There is no item to send.';
  if (!(first >= 1 && first <= items)) return `Begin at an item from 1 to ${items}.`;
  return many >= 1 ? null : 'Say how many items.';
}

/** What it means for whom a batch is. */
export const takerWords = (annotatorId: number | undefined): string =>
  annotatorId === undefined
    ? 'The annotator enters a name when opening it.'
    : 'The file carries the name; the answers come back as theirs.';

/** How many label each item; one while the field holds nothing. */
export const overlapOf = (typed: Typed): number => Number(typed) || 1;

interface SavingTeam {
  readonly isPending: boolean;
  readonly isFailed: boolean;
  /** Whether what was saved last is stored. */
  readonly isSaved: boolean;
  /** Whether a change of what counts waits to be confirmed; its dialog says then what went wrong. */
  readonly isAsked: boolean;
}

/** What is said beside the button that saves a team. */
export function teamNote({ isPending, isFailed, isSaved, isAsked }: SavingTeam): 'problem' | 'saved' | null {
  if (isFailed) return isAsked ? null : 'problem';
  return isSaved && !isPending ? 'saved' : null;
}

/** How a link stands, for whoever made it. */
export function linkWords(
  { state, isIn, expiresAt }: Pick<Invitation, 'state' | 'isIn' | 'expiresAt'>,
  instant: (at: string) => string,
): string {
  if (state === 'used') return isIn ? 'Used; the browser has access' : 'Used; access has ended';
  if (state === 'open') return `Not opened yet, good until ${instant(expiresAt)}`;
  return state === 'expired' ? 'Expired unopened' : 'Taken back';
}

/** How far the annotators agree on the measure, in a sentence; why that cannot be told where it cannot. */
export function agreementSentence({ criteria }: Pick<Agreement, 'criteria'>): string {
  const figure = criteria[0]?.figures.find(({ id }) => id === 'krippendorff-alpha');
  if (!figure || figure.value === null) {
    const why = figure?.reason?.replace('not estimable: ', '');
    return `Agreement is not estimable yet${why ? `: ${why}` : ''}.`;
  }
  const { value, lower, upper, items } = figure;
  const range =
    lower === null || upper === null ? '' : `, approximately ${formatFixed(lower)} to ${formatFixed(upper)}`;
  return `Krippendorff's alpha is ${formatFixed(value)}${range}, from ${items} items with two labels or more.`;
}

/** Who was ticked and who was cleared since the members were stored: others come by links and drop out meanwhile. */
interface MemberTicks {
  readonly added: readonly number[];
  readonly removed: readonly number[];
}

export const noTicks: MemberTicks = { added: [], removed: [] };

/** The members with the ticks that nobody saved yet. */
export const tickedMembers = (stored: readonly number[], { added, removed }: MemberTicks): number[] => [
  ...stored.filter((id) => !removed.includes(id)),
  ...added.filter((id) => !stored.includes(id)),
];

/** The ticks by which the stored members become those that are wanted. */
export const ticksFor = (stored: readonly number[], wanted: readonly number[]): MemberTicks => ({
  added: wanted.filter((id) => !stored.includes(id)),
  removed: stored.filter((id) => !wanted.includes(id)),
});
