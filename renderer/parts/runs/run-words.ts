import type { CostEstimate, Outcome, Run, RunFile } from '../../../shared/contract/index.ts';
import { lackingWords, outcomeWords } from '../../../shared/outcome-words.ts';
import { formatCount, formatDuration, plural } from '../../api/format.ts';

/** A cost in the currency of the prices, which Assay does not know; `no prices given` without prices. */
export const costWords = (cost: number | null): string =>
  cost === null
    ? 'no prices given'
    : Number(cost.toPrecision(3)).toLocaleString('en', { maximumFractionDigits: 6 });

/** What a run has used up so far. */
export const usageWords = ({ inputTokens, outputTokens, cost, callsReused }: Run): string =>
  [
    `${formatCount(inputTokens)} tokens in, ${formatCount(outputTokens)} out`,
    ...(cost === null ? [] : [`cost ${costWords(cost)}`]),
    ...(callsReused > 0
      ? [`${plural(callsReused, 'reply', 'replies')} stored before and not paid again`]
      : []),
  ].join(' · ');

/** What came of the items: scores or replies first, then what could not be used. */
export const outcomesWords = ({ kind, outcomes }: Pick<Run, 'kind' | 'outcomes'>): string =>
  Object.entries(outcomes)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => Number(b === 'scored') - Number(a === 'scored'))
    .map(([outcome, count]) => {
      if (outcome === 'scored')
        return kind === 'judge' ? plural(count, 'score') : plural(count, 'reply', 'replies');
      return `${formatCount(count)} ${outcomeWords[outcome as Outcome]}`;
    })
    .join(', ') || 'nothing yet';

/** A file that a run wrote or read, in a few words. */
export const fileWords = ({ way, name, counts }: RunFile): string =>
  way === 'written'
    ? `${name} written, ${plural(counts.lines, 'request')}`
    : `${name} read, ${formatCount(counts.replies)} of ${plural(counts.lines, 'line')} new`;

/** What a run would take, in a sentence. */
export function estimateWords(estimate: CostEstimate): string {
  const { items, calls, callsStored, cost, leastSeconds, lacking } = estimate;
  const asked = calls - callsStored;
  return [
    `${plural(items, 'item')}, ${plural(asked, 'request')} to send`,
    ...(callsStored > 0 ? [`${plural(callsStored, 'reply', 'replies')} already stored`] : []),
    ...[lackingWords(lacking)].filter((words) => words !== null),
    cost === null ? 'cost unknown: the endpoint has no prices' : `about ${costWords(cost)}`,
    ...(leastSeconds === null
      ? []
      : [`at least ${formatDuration(leastSeconds * 1000)} at the endpoint's limits`]),
  ].join(' · ');
}
