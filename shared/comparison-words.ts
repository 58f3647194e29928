import type { Comparison, LabelSpread, RankedPair, Ranking, ShownFirst, Study } from './contract/index.ts';
import { formatCount, formatPercent, plural, signedScore, writtenEstimate } from './number-text.ts';
import { reworded } from './page-words.ts';
import { winRate } from './preference.ts';

type Items = Pick<Comparison, 'sharedItems' | 'differing' | 'equal'>;

/** Who is better, in one sentence for screens, reports and the terminal. */
export function verdictWords({
  system,
  against,
  verdict,
  differing,
  leastDifference,
}: Omit<Comparison, 'sharedItems' | 'equal'>): string {
  switch (verdict) {
    case 'system':
      return `${system} is better than ${against}.`;
    case 'against':
      return `${against} is better than ${system}.`;
    case 'equal':
      return differing === 0
        ? `${system} and ${against} score exactly the same: no response differs.`
        : `${system} and ${against} score exactly the same.`;
    case 'practically-equal':
      return `${system} and ${against} are practically equal: their difference is less than ${matterWords(leastDifference)}, the smallest that matters.`;
    case 'undecided':
      return leastDifference === undefined
        ? `Too close to tell ${system} and ${against} apart so far: the interval of their difference holds 0.`
        : reworded(
            `Not decided yet whether ${system} or ${against} is better: it could be no difference, or one that matters (${matterWords(leastDifference)} or more).`,
            `Not decided yet: the interval of the difference of ${system} and ${against} holds 0, and differences that matter (${matterWords(leastDifference)} or more).`,
          );
  }
}

/** What the number of a comparison is: of preferences the net win rate, else the difference of two ratings or scores. */
export const numberWords = ({
  system,
  against,
  preference,
}: Pick<Comparison, 'system' | 'against' | 'preference'>): string =>
  preference === undefined
    ? `${system} minus ${against}`
    : `the net win rate of ${system} over ${against}: the share of items on which people prefer its response, minus that on which they prefer the other${preference === 5 ? ' (a preference that is not "much" counts half)' : ''}`;

/** The win rate that goes with a net win rate, ties counting half, in one sentence; null of ratings and without a number. */
export function winRateWords(
  { system, preference }: Pick<Comparison, 'system' | 'preference'>,
  estimate: Record<'value' | 'lower' | 'upper', number | null> | null,
): string | null {
  if (preference === undefined || estimate?.value == null) return null;
  const rate = (net: number | null) => (net === null ? null : winRate(net));
  const { value, interval } = writtenEstimate(
    { value: winRate(estimate.value), lower: rate(estimate.lower), upper: rate(estimate.upper) },
    { min: 0, max: 1 },
  );
  return `Win rate of ${system}, a tie counting half: ${value}${interval === null ? '' : ` (${interval})`}.`;
}

/** The win rate of the first system of a pair, ties half, in the digits that its interval supports. */
export function winRateOf(net: Record<'value' | 'lower' | 'upper', number>): string {
  const rate = { value: winRate(net.value), lower: winRate(net.lower), upper: winRate(net.upper) };
  return writtenEstimate(rate, { min: 0, max: 1 }).value ?? '';
}

/** How often people said that both replies are bad; nothing where they could not. */
export const bothBadWords = ({ bothBad }: Pick<LabelSpread, 'bothBad'>): string[] =>
  bothBad === undefined
    ? []
    : [
        reworded(
          `People called both replies bad on ${plural(bothBad, 'item')} that count; each is a tie in the win rate.`,
          `Both replies were said to be bad on ${plural(bothBad, 'item')} that count; in the win rate each is a tie.`,
        ),
      ];

/** How preferences go with the lengths of the replies, a sentence each; nothing where there are too few labels. */
export function lengthWords(
  comparison: Pick<Comparison, 'system'> | null,
  length: LabelSpread['length'],
): string[] {
  if (!comparison || !length) return [];
  const { items, longer, atEqualLength } = length;
  const written = (share: typeof longer) => {
    const { value, interval } = writtenEstimate(share, { min: 0, max: 1 });
    return `${value} (${interval})`;
  };
  return [
    reworded(
      `Lengths differ on ${items.toLocaleString('en')} labeled items. The longer reply wins ${written(longer)} of them, a tie counting half; 0.5 if length says nothing. Approximate, at one look.`,
      `The longer reply wins a share of ${written(longer)} of the ${items.toLocaleString('en')} labeled items on which lengths differ, a tie counting half; 0.5 if length says nothing. Approximate, at one look.`,
    ),
    atEqualLength === null
      ? reworded(
          `Win rate of ${comparison.system} at equal length: not estimable, as all lengths differ by one ratio.`,
          `Win rate of ${comparison.system} at equal length: not estimable, as lengths differ by one ratio on all labeled items.`,
        )
      : reworded(
          `Win rate of ${comparison.system} at equal length: about ${written(atEqualLength)}. Approximate, at one look. It assumes that preference follows the log of the ratio of lengths along a line.`,
          `Win rate of ${comparison.system} at equal length: about ${written(atEqualLength)}. Approximate: it assumes that the preference changes along a line with the log of the ratio of lengths; at one look.`,
        ),
  ];
}

/** What the items of a comparison are, in one sentence. */
export function pairedItemsWords({ sharedItems, differing, equal }: Items): string {
  const count = (n: number) => n.toLocaleString('en');
  const items = sharedItems === 1 ? 'item' : 'items';
  if (equal === 0) return `The replies to all ${count(sharedItems)} ${items} that both answered differ.`;
  const counted = equal === 1 ? 'is equal and counts' : 'are equal and count';
  return reworded(
    `Both answered ${count(sharedItems)} ${items}; ${count(differing)} have replies that differ. ${count(equal)} ${counted} as a difference of 0 without a label.`,
    `Of ${count(sharedItems)} ${items} that both answered, ${count(differing)} have replies that differ; ${count(equal)} ${counted} as a difference of 0 without a label.`,
  );
}

/** Why fewer items were drawn than were asked for: a comparison draws what differs; undefined where all were drawn. */
export function drawnFewerWords({
  comparison,
  populationSize,
  plan,
}: Pick<Study, 'comparison' | 'populationSize' | 'plan'>): string | undefined {
  if (!comparison || plan === null || plan.kind === 'none' || plan.labels <= populationSize) return undefined;
  const differing = populationSize === 1 ? 'only 1 item differs' : `only ${populationSize} items differ`;
  return `${plan.labels} were asked for, but ${differing}`;
}

/** Who is better of a pair, as short as a table needs. */
export function pairVerdictWords({
  system,
  against,
  verdict,
}: Pick<RankedPair, 'system' | 'against' | 'verdict'>): string {
  if (verdict === 'system') return `${system} is better`;
  if (verdict === 'against') return `${against} is better`;
  if (verdict === 'practically-equal') return 'practically equal';
  return verdict === 'equal' ? 'exactly equal' : 'undecided';
}

/** What all pairs of a ranking say of one: its own verdict, else what follows from others. */
export function concludedWords(pair: Pick<RankedPair, 'system' | 'against' | 'verdict' | 'through'>): string {
  const { verdict, through } = pair;
  if (verdict !== 'undecided' || through === undefined) return pairVerdictWords(pair);
  return `${pairVerdictWords({ ...pair, verdict: through })}, by way of other pairs`;
}

/** The same where it also says whether a pair still has to be decided, or is so at the level of what is to be found alone. */
export function standingWords(pair: RankedPair): string {
  const { goal, matters, verdict, through } = pair;
  if (verdict !== 'undecided' || through !== undefined) return concludedWords(pair);
  if (goal && goal.verdict !== 'undecided')
    return `${concludedWords({ ...pair, verdict: goal.verdict })}, for what is to be found`;
  return matters === false ? 'undecided, and need not be' : concludedWords(pair);
}

/**
 * The difference of a decided pair, corrected: at the label that decides it chance leans to the winner. Empty of pairs that are open,
 * and where too little is known.
 *
 * @param words a report keeps those that it was written with
 */
export const correctedWords = (
  { afterStopping }: Pick<RankedPair, 'afterStopping'>,
  {
    scale,
    preference,
  }: Pick<Ranking, 'preference'> & { readonly scale: Pick<Ranking['scale'], 'min' | 'max'> },
  words: 'now' | 'earlier' = 'now',
): string => {
  if (!afterStopping) return '';
  const value = signedScore(afterStopping.value, scale);
  const at = plural(afterStopping.labels, 'label');
  const what = preference === undefined ? '' : 'net win rate ';
  return words === 'earlier'
    ? `${what}rather ${value}, as it was decided at ${at} (median-unbiased)`
    : `${what}corrected for stopping early, at ${at}: ${value} (median-unbiased)`;
};

/** What a ranking is to find, after "to find". */
export const topWords = (top: number | null): string =>
  top === null ? 'the whole order' : top === 1 ? 'the best' : `the best ${top}`;

/** How far a ranking has come with what it is to find, and what that takes. */
export function rankingCountWords(of: {
  answered: number;
  items: number;
  left: number;
  mattering: number;
  top: number | null;
}): string {
  const { answered, items, left, mattering, top } = of;
  const said = `${formatCount(answered)} of ${formatCount(items)} answered, to find ${topWords(top)}`;
  if (mattering === 0) return `${said}, which is found.`;
  if (left > 0) return `${said}; ${formatCount(left)} left.`;
  const open = mattering === 1 ? 'one pair is' : `${formatCount(mattering)} pairs are`;
  return `${said}. The sample is used up, and ${open} still to be decided: that takes more items.`;
}

/** The smallest difference that matters, as somebody wrote it or as a share of the scale made it. */
export const matterWords = (leastDifference = 0, isShare = false): string =>
  isShare
    ? `${Number((100 * leastDifference).toPrecision(6))} points`
    : Number(leastDifference.toPrecision(6)).toString();

/** By how much the systems of a ranking have to differ for it to matter, after other sentences; empty in earlier rankings. */
export function withinWords({ pairs }: Pick<Ranking, 'pairs'>): string {
  const margins = [...new Set(pairs.map(({ leastDifference }) => leastDifference))];
  const [margin] = margins;
  if (margins.length !== 1 || margin === undefined) return '';
  return ` Practically equal: the difference is less than ${matterWords(margin)}, the smallest that matters.`;
}

/** What conclusions by way of other pairs rest on, after other sentences; empty where none can be drawn. */
export const chainWords = ({ isChained }: Pick<Ranking, 'isChained'>): string =>
  isChained
    ? reworded(
        ' "By way of other pairs": differences over the same items add up, where a response does not change with its neighbor.',
        ' "By way of other pairs": differences over the same items add up, where a response counts the same whatever stands beside it.',
      )
    : '';

/** At which level what is found holds, after other sentences; empty where that is the level of all pairs. */
export const goalWords = ({ found, alpha }: Pick<Ranking, 'found' | 'alpha'>): string =>
  found === undefined
    ? ''
    : ` What is found holds with ${formatPercent(1 - alpha)} by itself: only pairs that can make it wrong share its error.`;

/** What stands first, and what its share means, above the table of people. */
export const shownFirstWords = ({ shown }: ShownFirst): string =>
  shown === 'page'
    ? 'How often the first reply of a page is rated above the last. Their order is left to chance: without position bias it is half.'
    : 'How often the left reply is preferred. Sides are left to chance: without position bias it is half.';

/** What the scores of a ranking by preference are, after other sentences; empty where it has none. */
export function scoreWords({ places }: Pick<Ranking, 'places'>): string {
  if (!places.some(({ score }) => score !== undefined)) return '';
  const words = reworded(
    ' The Bradley-Terry score assumes that one number for each system explains the win rates of all pairs. Each pair counts with one tie more; 400 points apart means ten wins in eleven. It',
    ' The Bradley-Terry score describes: it assumes that one number for each system explains the win rates of all pairs, each counted with one tie more (400 points apart: ten wins in eleven), and',
  );
  const isWithInterval = places.some(({ scoreInterval }) => scoreInterval !== undefined);
  const together = reworded(
    'They hold together and decide nothing, also where two do not overlap: that takes a decided pair.',
    'they hold together.',
    11,
  );
  return isWithInterval
    ? `${words} is shown from 30 labels of every pair on. Its intervals are approximate, by simulation at one look${reworded('.', ';', 11)} ${together}`
    : `${words} has no interval: it is shown from 30 labels of every pair on.`;
}

/** A Bradley-Terry score; undefined where a ranking has none. */
export function placeScore({ score, scoreInterval }: Ranking['places'][number]): string | undefined {
  if (score === undefined) return undefined;
  if (score === null) return 'not estimable';
  return scoreInterval ? `${score} [${scoreInterval.lower}, ${scoreInterval.upper}]` : `${score}`;
}

/** Where a system can stand in a ranking, as far as pairs are decided. */
export const placeWords = ({ best, worst }: Pick<Ranking['places'][number], 'best' | 'worst'>): string =>
  best === worst ? `${best}` : `${best} to ${worst}`;
