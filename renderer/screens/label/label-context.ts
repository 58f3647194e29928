import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { queryKeys } from '../../api/query-keys.ts';
import type { ActivityClock } from '../../label-form/activity-clock.ts';
import type { KeyBindings } from '../../ui/key-bindings.ts';
import { paths } from '../../ui/place/paths.ts';
import type { LabelState } from './label-state.ts';
import type { LabelActions, LabelStore } from './label-store.ts';
import type { LabelSubject } from './labeling-session.ts';
import type { PanelState, PanelStore } from './panel-store.ts';

/** Where a tab of it is. */
export const subjectPath = (subject: LabelSubject, tab: 'results' | 'team'): string =>
  'rankingId' in subject ? paths.ranking(subject.rankingId, tab) : paths[tab](subject.studyId);

/** How the keys of what is asked about it begin, so that every label refreshes that. */
export const subjectKey = (subject: LabelSubject): readonly unknown[] =>
  'rankingId' in subject ? queryKeys.ranking(subject.rankingId) : queryKeys.estimate(subject.studyId);

export interface LabelSession {
  subject: LabelSubject;
  labels: LabelStore;
  panels: PanelStore;
  clock: ActivityClock;
}

export const LabelSessionContext = createContext<LabelSession | null>(null);
export const KeyBindingsContext = createContext<KeyBindings | null>(null);

export function useLabelSession(): LabelSession {
  const session = use(LabelSessionContext);
  if (!session) throw new Error('The label session is missing above this component.');
  return session;
}

/** Opens or closes a panel about the item on screen. One that is about to give way to the next gets none: its keys would be for that. */
export function toggleItemPanel({ labels, panels }: LabelSession, panel: 'skip' | 'note'): void {
  const { item, mayTake } = labels.getState();
  const { side, toggleSide } = panels.getState();
  if (item && (side === panel || mayTake())) toggleSide(panel);
}

export function useLabel<T>(select: (state: LabelState & LabelActions) => T): T {
  return useStore(useLabelSession().labels, select);
}

export function usePanel<T>(select: (state: PanelState) => T): T {
  return useStore(useLabelSession().panels, select);
}

export function useKeyBindings(): KeyBindings {
  const bindings = use(KeyBindingsContext);
  if (!bindings) throw new Error('The key bindings are missing above this component.');
  return bindings;
}
