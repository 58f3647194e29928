import type { LabelDesk, LabelStoreParts, StateAccess } from './label-desk.ts';
import type { LabelState } from './label-state.ts';

/** What is done with an item beside answering it. */
export interface Marking {
  putOff(): Promise<void>;
  toggleFlag(): Promise<void>;
  /** True when the note is on disk. */
  saveNote(ref: string, note: string): Promise<boolean>;
}

/** Practice is no part of an estimate, so nothing waits there. */
const putOffWords = (place: number, { batch }: Pick<LabelState, 'batch'>): string =>
  batch?.practiceRound == null
    ? `Item ${place} put off. It comes back after three more; the estimate waits for it.`
    : `Item ${place} put off. It comes back after three more.`;

export function createMarking({ api }: LabelStoreParts, { get, set }: StateAccess, desk: LabelDesk): Marking {
  const { announce } = desk;
  return {
    async putOff() {
      const { item, items } = get();
      const state = items.find((one) => one.ref === item?.ref)?.state;
      if (!item || !state) return;
      if (state === 'labeled' || state === 'skipped') return announce('This item is answered already.');
      // An item that came back is put off again; one that is looked at before its turn returns to its place.
      const isItsTurn = item.ref === get().next || items.every((one) => one.state !== 'open');
      const later = state === 'open' || isItsTurn;
      await desk.act('put the item off', async () => {
        await desk.drafts.flush();
        const change = await api.label.later({ batch: desk.batchId(), ref: item.ref, later });
        desk.apply(change);
        if (later && change.next === item.ref) return announce('This is the last item left.');
        const place = desk.place(item.ref);
        announce(later ? putOffWords(place, get()) : `Item ${place} is back in its place.`);
        if (later) await desk.advance();
        else await desk.show(item.ref);
      });
    },

    async toggleFlag() {
      const { item } = get();
      if (!item) return;
      await desk.act('change the flag', async () => {
        const change = await api.label.flag({
          batch: desk.batchId(),
          ref: item.ref,
          flagged: !item.flagged,
        });
        desk.apply(change);
        announce(change.item.flagged ? 'Flagged.' : 'Flag taken off.');
      });
    },

    async saveNote(ref, note) {
      const shown = get().item;
      if (shown?.ref === ref && shown.note === note) return true;
      try {
        desk.apply(await api.label.note({ batch: desk.batchId(), ref, note }));
      } catch (error) {
        set({ actionError: { action: 'save the note', error } });
        announce('Could not save the note.');
        return false;
      }
      const item = get().item;
      if (item?.ref === ref) set({ item: { ...item, note } });
      announce('Note saved.');
      return true;
    },
  };
}
