import { createStore, type StoreApi } from 'zustand/vanilla';

export type SidePanel = 'skip' | 'note' | 'keys';

/** What is open around the item. Only one side panel is open at a time. */
export interface PanelState {
  side: SidePanel | null;
  passage: boolean;
  guidelines: boolean;
  toggleSide(panel: SidePanel): void;
  closeSide(): void;
  /** Closes what was opened around the item: the side panel, else the guidelines. */
  closeOne(): void;
  setPassage(open: boolean): void;
  setGuidelines(open: boolean): void;
}
export type PanelStore = StoreApi<PanelState>;

export function createPanelStore(): PanelStore {
  return createStore<PanelState>()((set, get) => ({
    side: null,
    passage: false,
    guidelines: false,
    toggleSide: (panel) => set({ side: get().side === panel ? null : panel }),
    closeSide: () => set({ side: null }),
    closeOne: () => set(get().side === null ? { guidelines: false } : { side: null }),
    setPassage: (passage) => set({ passage }),
    setGuidelines: (guidelines) => set({ guidelines }),
  }));
}
