import { verdictWords } from './comparison-words.ts';
import type { EstimateReport, MethodEstimate } from './contract/estimate.ts';
import { digitsOf, formatCount, formatScore, isExact, scaleEnds, signedScore } from './number-text.ts';

type Named = Pick<EstimateReport, 'estimates' | 'default'>;
type Said = Named &
  Pick<
    EstimateReport,
    'scale' | 'comparison' | 'labeled' | 'N' | 'awaitingAnnotators' | 'undecided' | 'waiting' | 'isShare'
  > & { readonly fault?: string | null };

/** Whether a study's number is a share: of items with a yes. */
export const asksForShare = ({
  form,
  scale,
  comparison,
}: {
  form: { kind: string };
  scale: { min: number; max: number };
  comparison: object | null;
}): boolean => form.kind === 'binary' && comparison === null && scale.min === 0 && scale.max === 1;

/** The method that answers the study's question; null in a report without it. */
export const defaultEstimate = ({ estimates, default: chosen }: Named): MethodEstimate | null =>
  estimates.find(({ method }) => method === chosen) ?? null;

/** Writes values beside the answer of a study in its digits, and in a comparison with their sign. */
export function scoreWriter(
  report: Named & Pick<EstimateReport, 'scale' | 'comparison'>,
): (value: number) => string {
  const { scale, comparison } = report;
  const digits = digitsOf(defaultEstimate(report), scale);
  return (value) => (comparison ? signedScore : formatScore)(value, scale, digits);
}

/** Whether more labels would not help: the method is made for items drawn in another way. */
const needsOtherDraw = ({ estimable, reason }: MethodEstimate): boolean =>
  !estimable && /^needs (?!labeled items|the bracketed|a label for every drawn)/.test(reason ?? '');

/** The methods of a report: the study's own first, those without a number last, those for other draws apart. */
export function methodRows({ estimates, default: own }: Named): {
  rows: MethodEstimate[];
  forOtherDraws: MethodEstimate[];
} {
  const rank = ({ method, estimable }: MethodEstimate) => (method === own ? 0 : estimable ? 1 : 2);
  const sorted = estimates.toSorted((a, b) => rank(a) - rank(b));
  return {
    rows: sorted.filter((one) => !needsOtherDraw(one)),
    forOtherDraws: sorted.filter(needsOtherDraw),
  };
}

/** "16 others need another draw". */
export const otherDrawsWords = (others: number): string =>
  others === 1 ? '1 other needs another draw' : `${formatCount(others)} others need another draw`;

/** Methods of items that were chosen, not drawn by chance. */
const ofChosenItems = ['top-k', 'top-k-hybrid', 'hmceval', 'mcm'];

/** What stands in place of the interval of a method that has a number and no interval. */
export const noIntervalWords = (method: string): string =>
  ofChosenItems.includes(method) ? 'no honest interval' : 'no interval';

/** How often an interval is right: "The interval is right in at least 95 of 100 studies." */
export const rightInWords = (alpha: number): string =>
  `The interval is right in at least ${Number((100 * (1 - alpha)).toPrecision(4))} of 100 studies.`;

/** An interval this long, as a share of the scale, says nothing. */
const NEARLY_ALL = 0.97;

/** Why the estimate rests on no label: there is none, or none of those given is final or at its turn. */
const nothingUsed = ({
  awaitingAnnotators,
  undecided,
  waiting,
}: Pick<EstimateReport, 'awaitingAnnotators' | 'undecided' | 'waiting'>): string =>
  awaitingAnnotators + undecided + waiting > 0
    ? 'Labels were given, but the estimate can use none yet.'
    : 'No human label yet.';

/** Of which kind a value is. */
type Kind = Said['scale'] & Pick<Said, 'isShare'>;

/** "3.5 of 5"; on a scale that goes below 0, where that would mislead, the number with its scale; of a share "60 %". */
function onScale(value: number, kind: Kind, digits?: number): string {
  const words = formatScore(value, kind, digits);
  if (kind.isShare) return words;
  return kind.min < 0 ? `${words} on a scale from ${scaleEnds(kind)}` : `${words} of ${kind.max}`;
}

/**
 * The answer of a study in one sentence, which every place shows: "About 3.5 of 5, between 3.1 and 3.9." Of two systems who is
 * better. Never a number before the first label that counts, and none where the interval is known not to hold.
 */
export function estimateSentence(report: Said): string {
  const { comparison, labeled, N, scale, fault } = report;
  if (typeof fault === 'string') return fault;
  if (comparison && N === 0) return verdictWords(comparison);
  if (labeled === 0) return nothingUsed(report);
  const estimate = defaultEstimate(report);
  if (!estimate?.estimable || estimate.value === null) return 'Not estimable yet.';
  if (comparison?.verdict === 'undecided')
    return `Not decided yet whether ${comparison.system} or ${comparison.against} is better.`;
  if (comparison) return verdictWords(comparison);
  const kind = { ...scale, isShare: report.isShare };
  if (ofChosenItems.includes(estimate.method)) {
    const about = `About ${onScale(estimate.value, kind)}`;
    return `${about}, without an honest interval: its items were chosen, not drawn by chance.`;
  }
  return valueSentence({ ...estimate, value: estimate.value }, kind);
}

/** Whether that sentence has the value with its interval, so that nothing beside it need say them. */
export function saysInterval(report: Said): boolean {
  const { comparison, labeled, scale, fault } = report;
  const estimate = defaultEstimate(report);
  if (comparison || typeof fault === 'string' || labeled === 0 || !estimate?.estimable) return false;
  const { value, lower, upper, method } = estimate;
  if (value === null || lower === null || upper === null || ofChosenItems.includes(method)) return false;
  return upper - lower < NEARLY_ALL * (scale.max - scale.min);
}

/** The value of one system and its interval in one sentence. */
export function valueSentence(
  { value, lower, upper }: { value: number; lower: number | null; upper: number | null },
  scale: Kind,
): string {
  if (lower === null || upper === null)
    return `About ${onScale(value, scale)}; this method gives no interval.`;
  if (isExact({ lower, upper }, scale)) return `Exactly ${onScale(value, scale)}: everything is labeled.`;
  const digits = digitsOf({ lower, upper }, scale);
  const about = `About ${onScale(value, scale, digits)}`;
  return upper - lower >= NEARLY_ALL * (scale.max - scale.min)
    ? `${about}, but so few labels leave the whole scale open.`
    : `${about}, between ${formatScore(lower, scale, digits)} and ${formatScore(upper, scale, digits)}.`;
}
