import { createStore, type StoreApi } from 'zustand/vanilla';
import { emptyLabelState, type LabelState } from './label-state.ts';
import { createMarking, type Marking } from './marking.ts';
import { createMoving, type Moving } from './moving.ts';
import { createSending, type Sending } from './sending.ts';
import { createSitting, type LabelStoreParts } from './sitting.ts';

export type LabelActions = Moving &
  Sending &
  Marking & {
    /** Tells screen readers something. */
    announce(text: string): void;
  };
export type LabelStore = StoreApi<LabelState & LabelActions>;
export type { LabelStoreParts };

/** The session of one person with one batch. An item gives way to the next only once its label is on disk. */
export function createLabelStore(parts: LabelStoreParts): LabelStore {
  return createStore<LabelState & LabelActions>()((set, get) => {
    const access = { get, set: (part: Partial<LabelState>) => set(part) };
    const sitting = createSitting(parts, access);
    return {
      ...emptyLabelState,
      ...createMoving(parts, access, sitting),
      ...createSending(parts, access, sitting),
      ...createMarking(parts, access, sitting),
      announce: sitting.announce,
    };
  });
}
