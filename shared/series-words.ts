import { matterWords } from './comparison-words.ts';
import type { Release, ReleaseDifference, Series, SeriesFailures, Watch } from './contract/index.ts';
import { formatCount, formatSpan, inPercent, plural, writtenEstimate } from './number-text.ts';
import { reworded } from './page-words.ts';

/** The difference of a release from the one before it, in one sentence for screens and the terminal; null for the first. */
export function differenceWords(release: Pick<Release, 'difference' | 'scale' | 'isShare'>): string | null {
  const { difference, isShare } = release;
  if (difference === null) return null;
  if (difference.kind === 'none') return difference.reason;
  const { verdict, leastDifference, differing } = difference;
  if (difference.drift?.pairs === 0)
    return 'Nothing can be said of the difference yet: no equal reply to rate again is labeled in both.';
  if (difference.pairs === 0 && differing > 0)
    return 'Nothing can be said of the difference yet: no reply that changed is labeled in both.';
  if (differing === 0) return 'Exactly the same: every reply is equal.';
  const number = `${differenceNumber(release)}. ${itemsWords(difference)}${driftWords(difference, release)}`;
  switch (verdict) {
    case 'system':
      return `Better than ${previous()}: ${number}`;
    case 'against':
      return `Worse than ${previous()}: ${number}`;
    case 'equal':
    case 'practically-equal':
      return `Practically equal to ${previous()} (less than ${matterWords(leastDifference, isShare)} does not matter): ${number}`;
    case 'undecided':
      return `Not decided yet whether it is better or worse than ${previous()}: ${number}`;
  }
}

const previous = (): string => reworded('the previous release', 'the release before', 9);

type Estimate = Extract<ReleaseDifference, { kind: 'estimate' }>;

/** Which items a difference rests on, in sentences. */
function itemsWords({
  sharedItems,
  differing,
  pairs,
}: Pick<Extract<ReleaseDifference, { kind: 'estimate' }>, 'sharedItems' | 'differing' | 'pairs'>): string {
  const equal = sharedItems - differing;
  const counted = `${formatCount(pairs)} ${pairs === 1 ? 'is' : 'are'} counted from the labels of both releases.`;
  if (equal === 0) return `Of these, ${counted}`;
  return `${formatCount(equal)} ${equal === 1 ? 'has an equal reply and differs' : 'have equal replies and differ'} by 0. Of the other ${formatCount(differing)}, ${counted}`;
}

/** What equal replies that were rated again say of the people, in sentences that follow others. */
function driftWords({ drift }: Estimate, release: Pick<Release, 'scale' | 'isShare'>): string {
  if (!drift) return '';
  const again = ` ${formatCount(drift.pairs)} of ${plural(drift.asked, 'equal reply', 'equal replies')} to rate again ${drift.pairs === 1 ? 'counts' : 'count'}`;
  const { value, interval } = writtenEstimate(drift, differencesOf(release), { isSigned: true });
  if (value === null) return `${again}: no drift of the people can be told yet.`;
  return `${again}: people's ratings moved by ${value}${interval === null ? '' : ` (${interval})`}, which is taken out.`;
}

/** How many items of a release are labeled, and how many of them count where others have to wait: `19 of 24 (14 count)`. */
export function labeledWords({
  labeled,
  drawn,
  counted = labeled,
}: Pick<Release, 'labeled' | 'drawn' | 'counted'>): string {
  const words = `${formatCount(labeled)} of ${formatCount(drawn)}`;
  return counted < labeled ? `${words} (${formatCount(counted)} count)` : words;
}

/** The difference of a release in a sentence, also where it is none. */
export const releaseWords = (release: Pick<Release, 'difference' | 'scale' | 'isShare'>): string =>
  differenceWords(release) ?? 'The first release.';

/** A series in one sentence, for whoever reads nothing else: the newest release, and how it differs from the one before. */
export function seriesSentence({ releases }: Pick<Series, 'releases'>): string {
  const newest = releases.at(-1);
  if (!newest) return 'There is no release any more.';
  const { value, interval } = writtenEstimate(newest, inPercent(newest).scale);
  const number =
    value === null ? 'is not estimable yet' : `comes to ${value}${interval === null ? '' : ` (${interval})`}`;
  const words = differenceWords(newest);
  return `${newest.system}, the newest of ${releases.length}, ${number}.${words === null ? '' : ` ${words}`}`;
}

/**
 * Releases by the names that tell them apart, in the place of their systems: the system, or where another release has the same one
 * the data set, or where that is the same, too, the study.
 */
export function namedApart<R extends Pick<Release, 'system' | 'datasetName' | 'study'>>(
  releases: readonly R[],
): R[] {
  const isTelling = (names: readonly string[]) => new Set(names).size === releases.length;
  const ways = [({ system }: R) => system, ({ datasetName }: R) => datasetName];
  const nameOf = ways.find((way) => isTelling(releases.map(way))) ?? (({ study }: R) => study);
  return releases.map((release) => ({ ...release, system: nameOf(release) }));
}

/**
 * Why the numbers are not people's, which judges scored each release, and each break by a change of judge, in sentences; of judges
 * nothing where none scored any.
 */
export function releaseCaveats(releases: readonly Release[]): string[] {
  const told = releases.filter(({ scoredBy }) => scoredBy !== undefined);
  const faults = [...new Set(releases.flatMap(({ fault }) => fault ?? []))];
  if (told.every(({ scoredBy }) => scoredBy!.length === 0)) return faults;
  const by = (release: Release) => judgeNames(release.scoredBy!);
  const isOne = new Set(told.map(by)).size === 1;
  const scored = isOne
    ? `Each release was scored by ${by(told[0]!)}.`
    : told.map((release) => `${release.system} was scored by ${by(release)}.`).join(' ');
  return [...faults, scored, ...releases.flatMap(({ judgeBreak }) => judgeBreak ?? [])];
}

/** Judges with their versions, as a sentence names them. */
export const judgeNames = (judges: readonly string[]): string =>
  judges.length === 0 ? 'no judge' : judges.join(' and ');

/** What the labels of a series cost, in a sentence. */
export function laborWords({ releases }: Pick<Series, 'releases'>): string {
  const sum = (of: (release: Release) => number) =>
    releases.reduce((total, release) => total + of(release), 0);
  const [spent, saved] = [sum(({ labelsSpent }) => labelsSpent), sum(({ labelsSaved }) => labelsSaved)];
  const asked = `People were asked for ${spent} ${spent === 1 ? 'label' : 'labels'} in these releases`;
  if (saved === 0) return `${asked}; none was saved by reuse.`;
  return `${asked}; ${saved} more ${saved === 1 ? 'was' : 'were'} saved by reuse, as people had given them for an earlier release.`;
}

/** `+0.12 (+0.03 to +0.21), paired on 60 shared items`, or what is not known of it. */
export function differenceNumber(release: Pick<Release, 'difference' | 'scale' | 'isShare'>): string {
  const { difference } = release;
  if (difference?.kind !== 'estimate') return '-';
  if (difference.value === null) return 'not estimable';
  const { value, interval } = writtenEstimate(difference, differencesOf(release), { isSigned: true });
  const number = interval === null ? `${value}` : `${value} (${interval})`;
  return `${number}, paired on ${plural(difference.sharedItems, 'shared item')}`;
}

/** The scale of differences; of shares in points. */
const differencesOf = ({ scale: { min, max }, isShare }: Pick<Release, 'scale' | 'isShare'>) => ({
  min: min - max,
  max: max - min,
  isShare,
});

/** What every difference of two releases supposes of the people, for wherever one is shown or decides. */
export const ratersAssumption = (): string =>
  reworded(
    'A difference supposes that people rate as before. Equal replies keep their old labels, so stricter people make a release look worse.',
    'A difference supposes that people rate as before: equal replies keep their old labels, so that stricter people make a release look worse.',
  );

/** What an interval of a series holds under, for wherever one is shown. */
export const seriesAssumptions = (): string =>
  `${ratersAssumption()} ${reworded(
    'Each interval holds by itself, however often one looks, for the items that were drawn from. Of a release these are all that it answered, of a difference those that both answered. A difference rests on the shared items whose labels count in both releases. Each estimate rests on all labels of its release that count, so the two may lie closer together. Where fewer labels count than were given, the others wait for items drawn before them. None of them holds for a release that was fitted to the very items people labeled.',
    'Each interval holds by itself, however often one looks, for the items that were drawn from: all that a release answered, and of a difference those that both answered. A difference is paired on the shared items, those that both answered, and rests on the labels that count in both releases. Each estimate rests on all labels of its release that count, so the two need not lie that far apart. Where fewer labels count than were given, the others wait for items drawn before them. None of them says anything of a release that was fitted to the very items that people had labeled.',
  )}`;

/**
 * What no difference says of a series as a whole, in sentences for wherever several are shown: each holds at its own error level, so that
 * one of several is wrong with at most the sum of their levels (Boole's inequality). Empty of one comparison, and in earlier reports.
 */
export function wholeSeriesWords(releases: readonly Pick<Release, 'difference' | 'alpha'>[]): string {
  const levels = releases.flatMap(({ difference, alpha }) =>
    difference?.kind === 'estimate' && difference.differing > 0 && alpha !== undefined ? alpha : [],
  );
  if (levels.length < 2) return '';
  const wrong = Math.round(100 * levels.reduce((sum, alpha) => sum + alpha, 0));
  const those = wrong < 100 ? `up to ${wrong}` : 'any';
  return `Nothing is promised over the whole series. Of 100 series of ${levels.length + 1} releases that are alike, ${those} may call one better or worse. Small drops add up over releases: compare the newest with the first, too.`;
}

/** The same of a verdict on one release. */
export const oneReleaseNote =
  'It is about this release and the previous one alone: small drops add up over releases.';

/** What a watch has come to, in one sentence. */
export function watchWords({ watch, releases }: { watch: Watch; releases: Series['releases'] }): string {
  const { verdict, leastDrop, dropAtLeast } = watch;
  if (verdict === 'dropped')
    return `Dropped: the system is, or was for a time, at least ${dropWords(dropAtLeast, releases)} worse than in the reference.`;
  if (releases.length < 2) return 'There is no window yet.';
  return verdict === 'held'
    ? `Held: the mean of the newest window’s traffic is worse by less than ${matterWords(leastDrop, releases[0]?.isShare)}, if at all.`
    : `No drop of ${matterWords(leastDrop, releases[0]?.isShare)} has been shown, nor that there is none: more labels and windows will tell.`;
}

const dropWords = (drop: number, releases: Series['releases']): string => {
  const [first] = releases;
  return formatSpan(drop, first ? inPercent(first).scale : { min: 0, max: 1 });
};

/** What else a watch claims, each with what it supposes, and what to be careful of: sentences to stand below `watchWords`. */
export function watchDetails({ watch, releases }: { watch: Watch; releases: Series['releases'] }): string[] {
  if (releases.length < 2) return [];
  const { dropIfAlike, dropOfConversations, waiting, smallWindow, leastDrop } = watch;
  const drop = (value: number) =>
    value > 0 ? `worse by at least ${dropWords(value, releases)}` : 'not shown to be worse';
  return [
    `If nothing but chance of its conversations sets windows apart: the system is ${drop(dropIfAlike)}.`,
    `The conversations of some window, as they were: ${drop(dropOfConversations)}.${dropOfConversations > 0 ? ' That alone says nothing of the system.' : ''}`,
    ...(waiting === 0
      ? []
      : [
          `${waiting === 1 ? 'One window lacks' : `${waiting} windows lack`} labels that were planned, and ${waiting === 1 ? 'does' : 'do'} not count for the system yet.`,
        ]),
    ...(smallWindow === null
      ? []
      : [
          `Small windows: the mean of ${smallWindow.conversations} conversations varies by ${dropWords(smallWindow.byChance, releases)} by chance, more than the drop of ${matterWords(leastDrop, releases[0]?.isShare)}.`,
        ]),
  ];
}

/** What a watch holds under, for wherever one is shown. */
export const watchAssumptions =
  'A drop is claimed falsely with at most the error level of the reference, over all looks and windows, forever. It supposes that the means of windows vary independently around that of the system. Each window counts once, when its planned labels are there. The reference stands for the traffic that it is a sample of. Let it span many days: the luck of one day cannot be told from the system. People are supposed to rate as before.';

type FailureLine = SeriesFailures['modes'][number]['releases'][number];

const failureVerdicts = { fewer: 'fewer', more: 'more', undecided: 'not decided' } as const;

const points = (share: number): string => `${share < 0 ? '\u2212' : '+'}${Math.abs(100 * share).toFixed(1)}`;

/** Whether a failure became rarer since the release before: `fewer (\u221212.0 to \u22123.5 points)`. */
export function failureVerdictWords({
  difference,
  verdict,
}: Pick<FailureLine, 'difference' | 'verdict'>): string {
  if (difference === null || verdict === null) return '-';
  const { lower, upper } = difference;
  const words = `${failureVerdicts[verdict]} (${points(lower)} to ${points(upper)} points)`;
  return lower === 0 && upper === 0 ? reworded('the same', words, 12) : words;
}

/** What the verdicts on failures from release to release rest on, by what each of them rests on. */
export function failureLinesNote(bases: readonly FailureLine['basis'][]): string {
  const isPaired = bases.includes('paired');
  const each = reworded(
    ' Each change holds by itself: of many without a change, some are called one.',
    '',
    12,
  );
  const byShares =
    'Two releases are compared by the intervals of both shares, at half of the error level each. No conversations are paired.';
  if (!isPaired) return `${byShares}${each}`;
  const paired =
    'A change is that of the conversations that both releases answered, pair by pair. Equal replies differ by 0.';
  return bases.includes('two-intervals')
    ? `${paired}${each} Where releases cannot be paired, it goes by both intervals, at half the error level.`
    : `${paired}${each}`;
}
