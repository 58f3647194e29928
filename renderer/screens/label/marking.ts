import { toProblem } from '../../api/to-problem.ts';
import { draftOf } from '../../label-form/form-state.ts';
import type { LabelState } from './label-state.ts';
import type { LabelingSession, LabelStoreParts, StateAccess } from './labeling-session.ts';

/** What is done with an item beside answering it. */
export interface Marking {
  snooze(): Promise<void>;
  toggleFlag(): Promise<void>;
  /** True when the note is on disk. Saves run one after the other; a quiet one is not announced. */
  saveNote(ref: string, note: string, isQuiet?: boolean): Promise<boolean>;
  /** Of a note or draft that another window wrote meanwhile: shows that one. */
  loadTheirs(): Promise<void>;
  /** Saves one's own in its place. */
  saveMine(): Promise<void>;
}

/** Practice is no part of an estimate, so nothing waits there. */
const snoozeWords = (place: number, { batch }: Pick<LabelState, 'batch'>): string =>
  batch?.practiceRound == null
    ? `Item ${place} postponed. It comes back after three more; the estimate waits for it.`
    : `Item ${place} postponed. It comes back after three more.`;

export function createMarking(
  { api }: LabelStoreParts,
  { get, set }: StateAccess,
  labelingSession: LabelingSession,
): Marking {
  const { announce } = labelingSession;
  const saveNote = createNotes(api, { get, set }, labelingSession);
  return {
    async snooze() {
      const { item, items } = get();
      const state = items.find((one) => one.ref === item?.ref)?.state;
      if (!item || !state) return;
      if (state === 'labeled' || state === 'skipped') return announce('This item is answered already.');
      // An item that came back is put off again; one that is looked at before its turn returns to its place.
      const isItsTurn = item.ref === get().next || items.every((one) => one.state !== 'open');
      const later = state === 'open' || isItsTurn;
      await labelingSession.act(
        'postpone the item',
        async () => {
          await labelingSession.drafts.flush();
          const change = await api.label.later({ batch: labelingSession.batchId(), ref: item.ref, later });
          labelingSession.apply(change);
          if (later && change.next === item.ref) return announce('This is the last item left.');
          const place = labelingSession.place(item.ref);
          announce(later ? snoozeWords(place, get()) : `Item ${place} is back in its place.`);
          if (later) await labelingSession.advance();
          else await labelingSession.show(item.ref);
        },
        'item',
      );
    },

    async toggleFlag() {
      await labelingSession.act(
        'change the flag',
        async () => {
          const { item } = get();
          if (!item) return;
          const change = await api.label.flag({
            batch: labelingSession.batchId(),
            ref: item.ref,
            flagged: !item.flagged,
          });
          labelingSession.apply(change);
          announce(change.item.flagged ? 'Flagged.' : 'Flag taken off.');
        },
        'item',
      );
    },

    saveNote,
    async loadTheirs() {
      const { staleText, item } = get();
      if (!staleText) return;
      const { kind, ref } = staleText;
      if (kind === 'draft') labelingSession.drafts.cancel(ref);
      set({ staleText: null });
      if (item?.ref !== ref) return;
      await labelingSession.show(ref);
      if (kind === 'note') set({ loadedNote: get().item?.note ?? '' });
    },
    async saveMine() {
      const { staleText } = get();
      if (!staleText) return;
      const { kind, ref, text, error } = staleText;
      const { stale } = toProblem(error).details;
      labelingSession.noteVersion(ref, stale?.version, [kind]);
      set({ staleText: null });
      if (kind === 'note') await saveNote(ref, text);
      else {
        const { item, filled } = get();
        labelingSession.drafts.schedule(ref, item?.ref === ref ? draftOf(filled) : text);
        await labelingSession.drafts.flush();
      }
    },
  };
}

/** Saves notes of items, one after the other. */
function createNotes(
  api: LabelStoreParts['api'],
  { get, set }: StateAccess,
  labelingSession: LabelingSession,
): Marking['saveNote'] {
  const { announce } = labelingSession;
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
      const version = labelingSession.versions.get(ref);
      const change = await api.label.note({ batch: labelingSession.batchId(), ref, note, version });
      labelingSession.noteVersion(ref, change.version, ['note']);
      labelingSession.apply(change);
    } catch (error) {
      if (toProblem(error).details.stale !== undefined) {
        set({ staleText: { kind: 'note', ref, text: note, error } });
        if (!isQuiet) announce('Another window changed the note. Choose which one to keep.');
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
