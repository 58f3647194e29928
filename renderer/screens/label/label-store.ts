import { createStore, type StoreApi } from 'zustand/vanilla';
import { createLabelDesk, type LabelStoreParts } from './label-desk.ts';
import { emptyLabelState, type LabelState } from './label-state.ts';
import { createMarking, type Marking } from './marking.ts';
import { createMoving, type Moving } from './moving.ts';
import { createSending, type Sending } from './sending.ts';

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
    const desk = createLabelDesk(parts, access);
    return {
      ...emptyLabelState,
      ...createMoving(parts, access, desk),
      ...createSending(parts, access, desk),
      ...createMarking(parts, access, desk),
      announce: desk.announce,
    };
  });
}
