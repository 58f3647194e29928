import { useSyncExternalStore } from 'react';
import type { FailurePlace } from '../../shared/contract/index.ts';

/** Takes the place that was marked; null where somebody thought better of it. */
type TakePlace = (place: FailurePlace | null) => void;

let taking: TakePlace | null = null;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function set(next: TakePlace | null): void {
  taking = next;
  for (const listener of listeners) listener();
}

/** Lets the next words or step that are chosen in the item be the place where it first went wrong. */
export const startMarking = (take: TakePlace): void => set(take);

/** Ends it, with the place or without one. */
export function endMarking(place: FailurePlace | null): void {
  const take = taking;
  set(null);
  take?.(place);
}

/** What takes the place while one is being marked; else null. */
export const useMarking = (): TakePlace | null =>
  useSyncExternalStore(
    subscribe,
    () => taking,
    () => taking,
  );
