import type { StoreApi } from 'zustand/vanilla';
import type { ValidationStep, ValidationView } from '../../shared/contract/index.ts';
import { announcement } from '../screens/validation/verdict-words.ts';
import type { VisitApi } from './visit-api.ts';
import type { VisitItems, VisitParts } from './visit-items.ts';
import type { VisitState } from './visit-state.ts';

type ValidationGiven = Parameters<VisitApi['validation']['read']>[0];

/** Validating the answers of a conversation, step by step. */
export function createValidating(
  { api, clock, newKey }: VisitParts,
  { getState: get, setState: set }: StoreApi<VisitState>,
  { fail }: VisitItems,
) {
  let isValidating = false;

  const openValidation = async () => {
    try {
      const { conversation, open } = await api.validation.next({});
      set({ validation: { view: conversation, open }, problem: '' });
      clock.restart();
    } catch (error) {
      fail(error);
    }
  };

  /** One thing that a validator does, stored before the next one is asked. */
  const validate = async (act: (given: ValidationGiven) => Promise<ValidationView>) => {
    const { validation } = get();
    if (!validation?.view || isValidating) return;
    isValidating = true;
    try {
      const { ref } = validation.view;
      const view = await act({ ref, clientKey: newKey(), durationMs: clock.elapsedMs() });
      set({ validation: { ...validation, view }, problem: '', notice: announcement(view) });
      clock.restart();
      if (view.phase === 'done') await openValidation();
    } catch (error) {
      fail(error);
    } finally {
      isValidating = false;
    }
  };

  return {
    openValidation,
    closeValidation: () => set({ validation: null }),
    readPassage: () => validate((given) => api.validation.read(given)),
    stepOf: (step: ValidationStep) =>
      validate((given) =>
        api.validation.answer({ ...given, step, turn: get().validation?.view?.current?.turn ?? 0 }),
      ),
    stepBack: () => validate((given) => api.validation.undo(given)),
  };
}
