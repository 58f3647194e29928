/** Items that are selected: some by id, or all that match. */
export type Picked = ReadonlySet<number> | 'all';

export const isChosen = (picked: Picked, id: number | undefined): boolean =>
  id !== undefined && (picked === 'all' || picked.has(id));

/**
 * The selection after an item was picked: taken in or out by itself, or taken in with all between it and the last one. Of all
 * that match nothing can be taken out, so that a pick begins anew with it alone.
 */
export function toggled(picked: Picked, id: number, between: readonly number[] = []): ReadonlySet<number> {
  if (picked === 'all') return new Set([id]);
  const next = new Set(picked);
  if (between.length > 0) for (const one of [...between, id]) next.add(one);
  else if (!next.delete(id)) next.add(id);
  return next;
}
