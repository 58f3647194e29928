import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { AdjudicationPlace } from './agreement-queries.ts';

interface Places {
  /** The item that was last opened in each study. */
  readonly byStudy: ReadonlyMap<number, AdjudicationPlace>;
}

const store = createStore<Places>(() => ({ byStudy: new Map() }));

/** Puts an item before the adjudicator of a study. */
export function openPlace(studyId: number, place: AdjudicationPlace): void {
  store.setState(({ byStudy }) => ({ byStudy: new Map(byStudy).set(studyId, place) }));
}

export const usePlace = (studyId: number): AdjudicationPlace | undefined =>
  useStore(store, ({ byStudy }) => byStudy.get(studyId));

export const isSamePlace = (a: AdjudicationPlace, b: AdjudicationPlace): boolean =>
  a.itemId === b.itemId && a.criterionId === b.criterionId;
