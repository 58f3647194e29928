import type { LabelRef } from '../../../shared/contract/index.ts';

export interface LabelCounts {
  total: number;
  labeled: number;
  skipped: number;
  later: number;
  left: number;
}

export function countLabels(items: readonly LabelRef[]): LabelCounts {
  const counts = { total: items.length, labeled: 0, skipped: 0, later: 0, left: 0 };
  for (const { state } of items) {
    if (state === 'labeled') counts.labeled += 1;
    else if (state === 'skipped') counts.skipped += 1;
    else counts.left += 1;
    if (state === 'later') counts.later += 1;
  }
  return counts;
}

/** The item likely to follow `ref`, worth fetching ahead: the first other open one, else one put off. */
export function expectedNext(items: readonly LabelRef[], ref: string | null): string | null {
  const others = items.filter((item) => item.ref !== ref);
  const open = others.find((item) => item.state === 'open');
  return (open ?? others.find((item) => item.state === 'later'))?.ref ?? null;
}

/**
 * The neighbour in a jump. Jumping is for review: it stops at answered and put-off items and at the item whose
 * turn it is, never at one that was not shown yet, so that nobody picks what to label.
 */
export function neighbour(
  items: readonly LabelRef[],
  from: string | null,
  next: string | null,
  step: 1 | -1,
): string | null {
  const seen = items.filter((item) => item.state !== 'open' || item.ref === next || item.ref === from);
  if (from === null) return step === -1 ? (seen.at(-1)?.ref ?? null) : null;
  const at = seen.findIndex((item) => item.ref === from);
  return at === -1 ? next : (seen[at + step]?.ref ?? null);
}

export function replaceRef(items: readonly LabelRef[], changed: LabelRef): LabelRef[] {
  return items.map((item) => (item.ref === changed.ref ? changed : item));
}

/** The list with an item that was dealt just now; where all were there from the start, it stays as it is. */
export const withNext = (items: readonly LabelRef[], next: string | null): LabelRef[] =>
  next === null || items.some(({ ref }) => ref === next)
    ? [...items]
    : [...items, { ref: next, state: 'open', flagged: false, hasNote: false }];
