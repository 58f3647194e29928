import type { LabelState } from './label-state.ts';
import type { LabelStoreParts, Sitting, StateAccess } from './sitting.ts';

/** What is done with an item beside answering it. */
export interface Marking {
  putOff(): Promise<void>;
  toggleFlag(): Promise<void>;
  /** True when the note is on disk. Saves run one after the other; a quiet one is not announced. */
  saveNote(ref: string, note: string, isQuiet?: boolean): Promise<boolean>;
}

/** Practice is no part of an estimate, so nothing waits there. */
const putOffWords = (place: number, { batch }: Pick<LabelState, 'batch'>): string =>
  batch?.practiceRound == null
    ? `Item ${place} put off. It comes back after three more; the estimate waits for it.`
    : `Item ${place} put off. It comes back after three more.`;

export function createMarking(
  { api }: LabelStoreParts,
  { get, set }: StateAccess,
  sitting: Sitting,
): Marking {
  const { announce } = sitting;
  return {
    async putOff() {
      const { item, items } = get();
      const state = items.find((one) => one.ref === item?.ref)?.state;
      if (!item || !state) return;
      if (state === 'labeled' || state === 'skipped') return announce('This item is answered already.');
      // An item that came back is put off again; one that is looked at before its turn returns to its place.
      const isItsTurn = item.ref === get().next || items.every((one) => one.state !== 'open');
      const later = state === 'open' || isItsTurn;
      await sitting.act('put the item off', async () => {
        await sitting.drafts.flush();
        const change = await api.label.later({ batch: sitting.batchId(), ref: item.ref, later });
        sitting.apply(change);
        if (later && change.next === item.ref) return announce('This is the last item left.');
        const place = sitting.place(item.ref);
        announce(later ? putOffWords(place, get()) : `Item ${place} is back in its place.`);
        if (later) await sitting.advance();
        else await sitting.show(item.ref);
      });
    },

    async toggleFlag() {
      const { item } = get();
      if (!item) return;
      await sitting.act('change the flag', async () => {
        const change = await api.label.flag({
          batch: sitting.batchId(),
          ref: item.ref,
          flagged: !item.flagged,
        });
        sitting.apply(change);
        announce(change.item.flagged ? 'Flagged.' : 'Flag taken off.');
      });
    },

    saveNote: createNotes(api, { get, set }, sitting),
  };
}

/** Saves notes of items, one after the other. */
function createNotes(
  api: LabelStoreParts['api'],
  { get, set }: StateAccess,
  sitting: Sitting,
): Marking['saveNote'] {
  const { announce } = sitting;
  /** The note that was saved last; an older text never lands on a newer one. */
  let saved = Promise.resolve(true);

  const save = async (ref: string, note: string, isQuiet: boolean): Promise<boolean> => {
    const shown = get().item;
    if (shown?.ref === ref && shown.note === note) return true;
    try {
      sitting.apply(await api.label.note({ batch: sitting.batchId(), ref, note }));
    } catch (error) {
      set({ actionError: { action: 'save the note', error } });
      announce('Could not save the note.');
      return false;
    }
    const item = get().item;
    if (item?.ref === ref) set({ item: { ...item, note } });
    if (!isQuiet) announce('Note saved.');
    return true;
  };

  return (ref, note, isQuiet = false) => {
    saved = saved.then(() => save(ref, note, isQuiet));
    return saved;
  };
}
