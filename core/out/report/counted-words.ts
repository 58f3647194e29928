import type { EstimatePoint, EstimateReport } from '../../../shared/contract/index.ts';

/**
 * How many items are labeled and count, and where others are held back the draw that they wait for: the one after those
 * that the estimate has taken in.
 */
export function countedWords(
  { labeled, N, waiting, awaitingAnnotators, undecided }: EstimateReport,
  history: readonly EstimatePoint[],
  of = 'items',
): string {
  const heldBack = waiting + awaitingAnnotators + undecided;
  if (heldBack === 0) return `${labeled} of ${N} ${of} labeled`;
  const draw = (history.at(-1)?.draws ?? 0) + 1;
  return `${labeled} of ${N} ${of} labeled and counted; ${heldBack} more with labels or skips, waiting for draw ${draw}`;
}
