import { verdictWords } from './comparison-words.ts';
import type { EstimateReport, MethodEstimate } from './contract/estimate.ts';
import { digitsOf, formatScore, isExact } from './number-text.ts';

type Named = Pick<EstimateReport, 'estimates' | 'default'>;
type Said = Named &
  Pick<
    EstimateReport,
    'scale' | 'comparison' | 'labeled' | 'N' | 'awaitingAnnotators' | 'undecided' | 'waiting'
  >;

/** The method that answers the study's question; null in a report without it. */
export const defaultEstimate = ({ estimates, default: chosen }: Named): MethodEstimate | null =>
  estimates.find(({ method }) => method === chosen) ?? null;

/** Why the estimate rests on no label: there is none, or none of those given is final or at its turn. */
export const nothingUsed = ({
  awaitingAnnotators,
  undecided,
  waiting,
}: Pick<EstimateReport, 'awaitingAnnotators' | 'undecided' | 'waiting'>): string =>
  awaitingAnnotators + undecided + waiting > 0
    ? 'Labels were given, but the estimate can use none yet.'
    : 'No human label yet.';

/** "3.5 of 5"; on a scale that goes below 0, where that would mislead, the number with its scale. */
function onScale(words: string, { min, max }: Said['scale']): string {
  return min < 0 ? `${words} on a scale from ${min} to ${max}` : `${words} of ${max}`;
}

/**
 * The answer of a study in one sentence, which every place shows: "About 3.5 of 5, between 3.1 and 3.9." Of two systems who is
 * better. Never a number before the first label that counts.
 */
export function estimateSentence(report: Said): string {
  const { comparison, labeled, N, scale } = report;
  if (comparison && N === 0) return verdictWords(comparison);
  if (labeled === 0) return nothingUsed(report);
  const estimate = defaultEstimate(report);
  if (!estimate?.estimable || estimate.value === null) return 'Not estimable yet.';
  if (comparison) return verdictWords(comparison);
  const { value, lower, upper } = estimate;
  if (lower === null || upper === null)
    return `About ${onScale(formatScore(value, scale), scale)}; this method gives no interval.`;
  if (isExact({ lower, upper }, scale))
    return `Exactly ${onScale(formatScore(value, scale), scale)}: everything is labeled.`;
  const digits = digitsOf({ lower, upper }, scale);
  const about = `About ${onScale(formatScore(value, scale, digits), scale)}`;
  return lower <= scale.min && upper >= scale.max
    ? `${about}, but so few labels leave the whole scale open.`
    : `${about}, between ${formatScore(lower, scale, digits)} and ${formatScore(upper, scale, digits)}.`;
}
