import type { BatchItem } from '../../../db/batches.ts';

/** How many more items a person answers before one that they put off comes back. */
export const itemsUntilBack = 3;

type Candidate = Pick<BatchItem, 'labelKind' | 'labelId' | 'laterRank' | 'laterAfter'>;

/**
 * The item to show next. One that was put off comes back once its annotator has answered three others since, because
 * the estimate waits for it; of several the one put off longest ago. Else the first open item in order. When only
 * items put off are left, the one put off longest ago. Undefined when all are answered.
 *
 * @param isAnyPutOff where nothing is, the items are looked at up to the first open one only
 */
export function nextItem<T extends Candidate>(items: Iterable<T>, isAnyPutOff: boolean): T | undefined {
  const answers: number[] = [];
  const putOff: T[] = [];
  let open: T | undefined;
  for (const item of items) {
    if (item.labelKind !== null) answers.push(item.labelId!);
    else if (item.laterRank !== null) putOff.push(item);
    else open ??= item;
    if (open && !isAnyPutOff) break;
  }
  const since = answers.sort((a, b) => b - a)[itemsUntilBack - 1] ?? 0;
  return longestAgo(putOff.filter(({ laterAfter }) => laterAfter < since)) ?? open ?? longestAgo(putOff);
}

const longestAgo = <T extends Candidate>(items: readonly T[]): T | undefined =>
  items.toSorted((a, b) => a.laterRank! - b.laterRank!)[0];
