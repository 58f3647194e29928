import { useSyncExternalStore } from 'react';

let isRaw = false;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const get = (): boolean => isRaw;

/** Whether texts stand as they were written, marks of Markdown and all. Holds everywhere until the window is closed. */
export const useRawTexts = (): boolean => useSyncExternalStore(subscribe, get, get);

/** Changes between texts laid out and texts as they were written. */
export function toggleRawTexts(): void {
  isRaw = !isRaw;
  for (const listener of listeners) listener();
}
