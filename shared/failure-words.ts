import { isolated } from './isolated.ts';
import { formatCount, formatPercent, isExact, plural } from './number-text.ts';
import { reworded } from './page-words.ts';

// Sentences about failure modes, as the screen, the report and the command line say them. Shares are from 0 to 1.

/** A share of all conversations with its interval; null where it is not estimable. */
export interface FailureShare {
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

interface NamedShare extends FailureShare {
  readonly name: string;
}

type Known = { readonly [end in keyof FailureShare]: number };

const isKnown = (share: FailureShare): share is Known =>
  share.value !== null && share.lower !== null && share.upper !== null;

/** Failures that are named by a verb, "Gets a date wrong", join a sentence as they are. */
const verbs = [
  'answers',
  'asks',
  'assumes',
  'breaks',
  'calls',
  'changes',
  'cites',
  'confuses',
  'contradicts',
  'copies',
  'cuts',
  'drops',
  'ends',
  'fails',
  'forgets',
  'gets',
  'gives',
  'ignores',
  'insults',
  'invents',
  'leaks',
  'leaves',
  'lies',
  'loops',
  'loses',
  'makes',
  'mangles',
  'misquotes',
  'misreads',
  'misses',
  'misspells',
  'misunderstands',
  'omits',
  'overlooks',
  'promises',
  'puts',
  'refuses',
  'repeats',
  'reveals',
  'rushes',
  'sends',
  'shows',
  'skips',
  'sounds',
  'stops',
  'switches',
  'takes',
  'tells',
  'translates',
  'treats',
  'uses',
  'violates',
  'writes',
];
const otherPlurals: Readonly<Record<string, string>> = {
  confuses: 'confuse',
  copies: 'copy',
  loses: 'lose',
  misses: 'miss',
  promises: 'promise',
  refuses: 'refuse',
  rushes: 'rush',
  switches: 'switch',
  does: 'do',
  goes: 'go',
  has: 'have',
  is: 'are',
};

/** What of one conversation is said of many in another word: "repeats itself", "repeat themselves". */
const ofMany: Readonly<Record<string, string>> = {
  itself: 'themselves',
  'itself.': 'themselves.',
  its: 'their',
};

const inPlural = (words: Readonly<Record<string, string>>, word: string): string | null =>
  Object.hasOwn(words, word) ? words[word]! : null;

/** What conversations with a failure do: "get a date wrong", else "have “Wrong date”". */
function doneWords(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  const verb = first.toLowerCase();
  const many = inPlural(otherPlurals, verb) ?? (verbs.includes(verb) ? verb.slice(0, -1) : null);
  if (many === null || rest.length === 0) return `have ${quoted(name)}`;
  const object = rest.map((word) => reworded(inPlural(ofMany, word) ?? word, word, 10));
  const done = `${many} ${object.join(' ')}`;
  return isolated(done.endsWith('.') ? done.slice(0, -1) : done);
}

const quoted = (name: string): string => `“${isolated(name)}”`;

/** Digits after the point of percents: one that counts in the half-width, as further ones say what nobody knows. */
function percentDigits({ lower, upper }: Pick<FailureShare, 'lower' | 'upper'>): number {
  const half = 50 * ((upper ?? 0) - (lower ?? 0));
  return half >= 1 ? 0 : half >= 0.1 ? 1 : 2;
}

const written = (share: number, digits: number): string =>
  `${Number((100 * share).toFixed(digits)).toFixed(digits)}\u00a0%`;

/** A machine score that joined the share of a failure mode. */
export const modeJoinWords = ({ name, drawsBefore }: { name: string; drawsBefore: number }): string =>
  `${isolated(name)} narrows it from label ${formatCount(drawsBefore + 1)} on`;

/** A share and its interval as tables write them; null where there is none. */
export function shareTexts(share: FailureShare): { value: string; interval: string } | null {
  if (!isKnown(share)) return null;
  if (isExact(share, { min: 0, max: 1 })) return { value: formatPercent(share.value), interval: 'exact' };
  const digits = percentDigits(share);
  const interval = `${written(share.lower, digits)} to ${written(share.upper, digits)}`;
  return { value: written(share.value, digits), interval };
}

/** An interval this long says nothing. */
const NEARLY_ALL = 0.97;

/** "About 12 % of conversations get a date wrong, between 6 % and 21 %." */
export function failureSentence(mode: NamedShare): string {
  if (!isKnown(mode)) return `The share of ${quoted(mode.name)} is not estimable yet.`;
  return shareSentence(mode, doneWords(mode.name));
}

function shareSentence(share: Known, done: string): string {
  const digits = percentDigits(share);
  if (isExact(share, { min: 0, max: 1 })) {
    return `Exactly ${formatPercent(share.value)} of conversations ${done}: every one was read.`;
  }
  if (share.upper - share.lower >= NEARLY_ALL) return `How many conversations ${done} is still open.`;
  const about = `About ${written(share.value, digits)} of conversations ${done}`;
  return `${about}, between ${written(share.lower, digits)} and ${written(share.upper, digits)}.`;
}

/** "About 61 % of conversations have nothing wrong, between 52 % and 70 %." */
export const nothingWrongSentence = (share: FailureShare): string =>
  isKnown(share)
    ? shareSentence(share, 'have nothing wrong')
    : 'How many conversations have nothing wrong is not estimable yet.';

/** Whether the first is decided to be more frequent than the second. */
interface OrderClaim {
  readonly than: string;
  readonly isDecided: boolean;
}

/** "Wrong date" against all others, the most frequent of them first: what is decided, and what is not. */
export function orderSentence(name: string, claims: readonly OrderClaim[]): string | null {
  if (claims.length === 0) return null;
  const open = claims.filter(({ isDecided }) => !isDecided);
  if (open.length === 0) {
    return claims.length === 1
      ? `${quoted(name)} is more frequent than ${quoted(claims[0]!.than)}.`
      : `${quoted(name)} is more frequent than any other failure.`;
  }
  const [first] = open;
  if (open.length === 1)
    return `Not decided yet: whether ${quoted(name)} or ${quoted(first!.than)} is more frequent.`;
  return `Not decided yet: whether ${quoted(name)} is more frequent than ${plural(open.length, 'other failure')}.`;
}

const levelWords = (alpha: number): string => `${Number((100 * (1 - alpha)).toPrecision(4))}\u00a0%`;

/** At what level the intervals hold, each by itself and all together. */
export const togetherSentence = (modes: number, alpha: number): string =>
  modes <= 1
    ? `The interval holds at ${levelWords(alpha)}, however often one looks.`
    : `Each interval holds at ${levelWords(alpha)} by itself, however often one looks.`;

/** "At most 9 % of the conversations that nobody has read hold a failure without a name." */
export function unnamedSentence(bound: { upper: number | null; unread: number }): string {
  if (bound.unread === 0) return 'Every conversation was read.';
  if (bound.upper === null) return 'How many failures have no name yet is not estimable.';
  if (bound.upper >= NEARLY_ALL) return 'Too few were read to say how many hold a failure without a name.';
  return `At most ${upward(bound.upper)} of the conversations that nobody has read hold a failure without a name.`;
}

/** A bound is rounded to where it still holds. */
export function upward(share: number): string {
  const digits = share >= 0.01 ? 0 : 1;
  const step = 10 ** digits;
  return written(Math.min(1, Math.ceil(100 * share * step - 1e-9) / (100 * step)), digits);
}

/** Good's estimate of the share without a name, which has no interval. */
export const goodSentence = (good: number | null): string | null =>
  good === null
    ? null
    : `Good’s estimate, without an interval: about ${good === 0 ? written(0, 0) : upward(good)}.`;

/** Whether to read on, by the bound on what has no name. */
export function readOnSentence({ upper, unread }: { upper: number | null; unread: number }): string {
  if (unread === 0) return 'Nothing is left to read.';
  if (upper !== null && upper <= 0.05) return 'New failures are rare now: reading on will show few.';
  if (upper !== null && upper <= 0.15) return 'Most failures have a name. More reading makes sure.';
  return 'Read on: common failures may still be without a name.';
}

/** How often it was seen among what was coded: in general an overstatement where it got its name by being seen. */
export function foundWords({ count, of }: { count: number; of: number }): string {
  if (of === 0) return 'nothing coded yet';
  return `${formatCount(count)} of ${formatCount(of)} coded, ${written(count / of, 0)}${reworded(', a plain count: often overstated', ': overstated', 10)}`;
}

/** From which label on a failure mode is counted: the one after the `label` at which it got its meaning. */
export const clockWords = (label: number): string =>
  label === 0
    ? 'from the first label'
    : reworded(`from label ${formatCount(label + 1)} on`, `since label ${formatCount(label)}`, 13);

interface SeenMode {
  readonly clock: number;
  readonly counted: number | null;
  readonly with: number | null;
  readonly lookAgain: number | null;
  readonly undecided?: number | null | undefined;
  readonly awaited?: number | null | undefined;
  readonly found: { readonly items: number; readonly of: number };
}

/** Coded items of which a mode is not known. */
type Lacks = Pick<SeenMode, 'lookAgain' | 'undecided' | 'awaited'>;

/** How often it was seen on the labels that its share rests on; null where those are all, or not known one by one. */
function seenSince({ clock, counted, with: before, lookAgain, undecided, awaited, found }: SeenMode) {
  const unknown = (lookAgain ?? 0) + (undecided ?? 0) + (awaited ?? 0);
  const isKnown = clock > 0 && counted !== null && counted > clock && unknown === 0;
  if (!isKnown || before === null || !Number.isInteger(before) || before > found.items) return null;
  return { items: found.items - before, of: counted - clock };
}

/** How often it was seen, and since when it counts. */
export function seenWords(mode: SeenMode): string {
  const [since, { items, of }] = [seenSince(mode), mode.found];
  return since === null
    ? `${formatCount(items)} of ${formatCount(of)} coded · ${clockWords(mode.clock)}`
    : `${formatCount(since.items)} of ${formatCount(since.of)} ${clockWords(mode.clock)} · ${formatCount(items)} of ${formatCount(of)} in all`;
}

/** Why a share is smaller than what was seen: what gave the failure its name does not count. */
export function restsOnWords(mode: SeenMode): string | null {
  const since = seenSince(mode);
  if (since === null || since.items === mode.found.items) return null;
  return `The share rests on the ${plural(since.of, 'label')} after it was named, where it was seen ${since.items === 1 ? 'once' : `${formatCount(since.items)} times`}. What gave it its name would overstate it.`;
}

/** Why no failure has a share yet, and what gives one a share. */
export function noShareSentence(
  modes: readonly { readonly name: string; readonly clock: number }[],
  coded: number,
): string {
  const [next] = modes.toSorted((a, b) => a.clock - b.clock);
  if (!next && coded === 0) return 'No failure has a share yet: nobody has said of an item what went wrong.';
  if (!next) return 'No failure has a share yet: give the notes their names.';
  if (coded > next.clock)
    return 'No failure has a share yet: an early item waits for a label or a decision. Items count in the order of the draw.';
  const counts = next.clock === 0 ? 'once an item is coded' : `from label ${formatCount(next.clock + 1)} on`;
  return `No failure has a share yet: ${quoted(next.name)} counts ${counts}.`;
}

/** The button that opens the items coded before the present meaning. */
export const lookAgainWords = (items: number): string => `Look again at ${plural(items, 'item')}`;

/** What looking again is for. */
export const whyLookAgain = (items: number): string =>
  items === 1
    ? 'One item was coded before this meaning. Until somebody looks again it widens the interval.'
    : `${formatCount(items)} items were coded before this meaning. Until somebody looks again they widen the interval.`;

/** The button that opens the items on which people differ. */
export const decideWords = (items: number): string => `Decide ${plural(items, 'item')}`;

/** Why a decision is asked for. */
export const whyDecide = (items: number): string =>
  items === 1
    ? 'Annotators differ on one item. Until somebody decides it widens the interval.'
    : `Annotators differ on ${formatCount(items)} items. Until somebody decides they widen the interval.`;

/** That items lack a second word, or a third. */
export const whyAwaited = (items: number): string =>
  items === 1
    ? 'One item was coded by fewer people than the study asks for, and widens the interval.'
    : `${formatCount(items)} items were coded by fewer people than the study asks for, and widen the interval.`;

/** Why a mode is not known of items that were coded, in a few words each. */
export function lackWords({ lookAgain, undecided, awaited }: Lacks): string[] {
  return [
    ...(lookAgain ? [lookAgainWords(lookAgain)] : []),
    ...(undecided ? [`${plural(undecided, 'item')} to decide`] : []),
    ...(awaited ? [`${plural(awaited, 'item')} coded by too few`] : []),
  ];
}

/** What becomes of the interval by a change of name or definition. */
export function meaningWords(before: FailureShare, after: FailureShare): { same: string; changed: string } {
  const texts = (share: FailureShare) => shareTexts(share)?.interval ?? 'not estimable';
  return {
    same: `The interval stays: ${texts(before)}.`,
    changed: `Counting starts again: ${texts(after)}. Items coded before can be looked at again.`,
  };
}

/** What two modes share: "With Wrong date in 4 of 9". */
export const withOtherWords = (name: string, both: number, of: number): string =>
  `with ${quoted(name)} in ${formatCount(both)} of ${formatCount(of)}`;

/** How alike annotators code a mode. */
export function modeAgreementWords(agreement: { kappa: number | null; items: number } | null): string {
  if (agreement === null || agreement.items === 0) return 'No item was coded twice.';
  const by = `${plural(agreement.items, 'item')} coded twice`;
  return agreement.kappa === null
    ? `Agreement is not estimable from ${by}.`
    : `Agreement ${agreement.kappa.toFixed(2).replace('-', '\u2212')} (kappa), ${by}.`;
}

/** Of items that were looked for, not drawn. */
export const huntedSentence = 'These items were hunted, not drawn. They never enter an estimate.';

/** What results are called that come without a call. */
export const stepsWithoutCall = 'Results without a call';
export const stepSharesNote =
  'An item counts once all its steps of that tool are rated. Intervals hold at any number of labels.';
