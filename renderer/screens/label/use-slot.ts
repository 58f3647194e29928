import { type Slot, textsOf } from './form-slots.ts';
import { useLabel } from './label-context.ts';
import type { LabelState } from './label-state.ts';

/** What a single question shows as given: the answer on its way, the one that failed, else the stored one. */
function singleText({ saving, failed, item, slots }: LabelState): string {
  const answer = saving?.answer ?? failed?.answer ?? item?.current ?? null;
  return textsOf(slots, answer)[0] ?? '';
}

interface SlotState {
  slot: Slot;
  /** What it holds, as a draft keeps it. */
  text: string;
  isActive: boolean;
  isSaving: boolean;
  problem: string | null;
}

/** One question of the form on screen. */
export function useSlot(index: number): SlotState {
  const slot = useLabel((state) => state.slots[index]!);
  const isSingle = useLabel((state) => state.slots.length === 1);
  const text = useLabel((state) => state.fields[index] ?? '');
  const single = useLabel(singleText);
  const isActive = useLabel((state) => state.active === index);
  const isSaving = useLabel((state) => state.saving !== null && state.saving.answer.kind !== 'skip');
  const problem = useLabel((state) => (state.slotProblem?.slot === index ? state.slotProblem.problem : null));
  const isKeyed = slot.form.kind !== 'answer' && slot.form.kind !== 'text' && slot.form.kind !== 'span';
  return { slot, text: isSingle && isKeyed ? single : text, isActive, isSaving, problem };
}
