import { createStore } from 'zustand/vanilla';
import type { SourceProgress } from '../../shared/contract/index.ts';

/** How far the reading of a source is that the engine spoke of last. */
export const sourceProgress = createStore<{ heard: SourceProgress | null }>()(() => ({ heard: null }));
