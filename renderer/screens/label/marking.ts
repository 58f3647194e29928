import { toProblem } from '../../api/to-problem.ts';
import { draftOf } from '../../label-form/form-state.ts';
import type { LabelState } from './label-state.ts';
import type { LabelStoreParts, Sitting, StateAccess } from './sitting.ts';

/** What is done with an item beside answering it. */
export interface Marking {
  putOff(): Promise<void>;
  toggleFlag(): Promise<void>;
  /** True when the note is on disk. Saves run one after the other; a quiet one is not announced. */
  saveNote(ref: string, note: string, isQuiet?: boolean): Promise<boolean>;
  /** Of a note or draft that another window wrote meanwhile: shows that one. */
  loadTheirs(): Promise<void>;
  /** Saves one's own in its place. */
  saveMine(): Promise<void>;
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
  const saveNote = createNotes(api, { get, set }, sitting);
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

    saveNote,
    async loadTheirs() {
      const { staleText, item } = get();
      if (!staleText) return;
      const { kind, ref } = staleText;
      if (kind === 'draft') sitting.drafts.cancel(ref);
      set({ staleText: null });
      if (item?.ref !== ref) return;
      await sitting.show(ref);
      if (kind === 'note') set({ loadedNote: get().item?.note ?? '' });
    },
    async saveMine() {
      const { staleText } = get();
      if (!staleText) return;
      const { kind, ref, text, error } = staleText;
      const { stale } = toProblem(error).details;
      sitting.noteVersion(ref, stale?.version, [kind]);
      set({ staleText: null });
      if (kind === 'note') await saveNote(ref, text);
      else {
        const { item, filled } = get();
        sitting.drafts.schedule(ref, item?.ref === ref ? draftOf(filled) : text);
        await sitting.drafts.flush();
      }
    },
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
    // Which of two notes holds is chosen first.
    const { staleText } = get();
    if (staleText?.kind === 'note' && staleText.ref === ref) {
      set({ staleText: { ...staleText, text: note } });
      return false;
    }
    const shown = get().item;
    if (shown?.ref === ref && shown.note === note) return true;
    try {
      const version = sitting.versions.get(ref);
      const change = await api.label.note({ batch: sitting.batchId(), ref, note, version });
      sitting.noteVersion(ref, change.version, ['note']);
      sitting.apply(change);
    } catch (error) {
      if (toProblem(error).details.stale !== undefined) {
        set({ staleText: { kind: 'note', ref, text: note, error } });
        if (!isQuiet) announce('Another window changed the note. Choose which holds.');
        return false;
      }
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
