import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LabelAnswer, LabelChange, LabelItem } from '../../../shared/contract/index.ts';
import type { Api } from '../../api/client.ts';
import type { ActivityClock } from './activity-clock.ts';
import { answerWords } from './answer-words.ts';
import { createDraftSaver } from './draft-saver.ts';
import { fieldsOf, writeDraft } from './draft-text.ts';
import { createItemCache } from './item-cache.ts';
import { expectedNext, neighbour, replaceRef } from './label-queue.ts';
import { emptyLabelState, type LabelPreferences, type LabelState, type Submission } from './label-state.ts';
import { pairOf, type Side } from './sides.ts';

export interface LabelActions {
  open(): Promise<void>;
  submit(answer: LabelAnswer): Promise<void>;
  /** Sends a failed answer again, with the same key. */
  retry(): Promise<void>;
  discardFailed(): void;
  /** Goes to the item whose turn it is. */
  advance(): Promise<void>;
  jump(step: 1 | -1): Promise<void>;
  show(ref: string): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
  putOff(): Promise<void>;
  toggleFlag(): Promise<void>;
  /** True when the note is on disk. */
  saveNote(ref: string, note: string): Promise<boolean>;
  write(field: number, text: string): void;
  /** Rates the active side; once both have a rating, they are submitted together. */
  rate(value: number): Promise<void>;
  chooseSide(side: Side): void;
  /** Saves what is written but not saved yet. */
  flush(): Promise<void>;
}
export type LabelStore = StoreApi<LabelState & LabelActions>;

export interface LabelStoreParts {
  api: Pick<Api, 'label'>;
  studyId: number;
  clock: ActivityClock;
  preferences: () => LabelPreferences;
  newKey?: () => string;
}

/** The session of one person with one batch. An item gives way to the next only once its label is on disk. */
export function createLabelStore(parts: LabelStoreParts): LabelStore {
  const { api, studyId, clock, preferences } = parts;
  const newKey = parts.newKey ?? (() => crypto.randomUUID());

  return createStore<LabelState & LabelActions>()((set, get) => {
    const batchId = () => get().batch?.batch ?? '';
    const cache = createItemCache((ref) => api.label.item({ batch: batchId(), ref }));
    const drafts = createDraftSaver(
      (ref, draft) => api.label.draft({ batch: batchId(), ref, draft }),
      (ref, outcome) => {
        if (get().item?.ref === ref) set({ draft: outcome });
      },
    );
    const given = new Map<string, LabelAnswer>();
    let looks = 0;
    let acting = false;

    const announce = (text: string) => set({ notice: { text, serial: get().notice.serial + 1 } });
    const place = (ref: string) => get().items.findIndex((item) => item.ref === ref) + 1;

    const apply = (change: LabelChange) => {
      cache.forget(change.ref);
      const { items, item } = get();
      set({
        items: replaceRef(items, change.item),
        next: change.next,
        undoable: change.undoable,
        redoable: change.redoable,
        actionError: null,
        ...(item?.ref === change.ref ? { item: { ...item, flagged: change.item.flagged } } : {}),
      });
    };

    const put = (item: LabelItem, takenBack: LabelAnswer | null) => {
      const form = get().batch?.form;
      if (!form) return;
      const isBare = !item.draft && !item.current;
      // Two ratings that were taken back are given anew: the first key would else send the other one along.
      const shown = takenBack?.kind === 'pair' ? null : takenBack;
      const fields = fieldsOf(isBare ? { ...item, current: shown } : item, form);
      set({
        phase: 'labeling',
        item,
        fields,
        side: 0,
        takenBack,
        missing: null,
        failed: null,
        draft: 'none',
      });
      if (takenBack?.kind === 'answer') drafts.schedule(item.ref, writeDraft(fields));
      clock.restart();
      const ahead = expectedNext(get().items, item.ref);
      if (ahead) cache.prefetch(ahead);
    };

    const show = async (ref: string, takenBack: LabelAnswer | null = null) => {
      looks += 1;
      const look = looks;
      await drafts.flush();
      // What is on screen may have changed since it was fetched.
      const shown = get().item?.ref;
      if (shown) cache.forget(shown);
      try {
        const fetched = await cache.get(ref);
        if (look === looks) put(fetched, takenBack);
      } catch (error) {
        if (look === looks) set({ missing: { ref, error }, item: null });
      }
    };

    const advance = async () => {
      const { next } = get();
      if (next) return show(next);
      looks += 1;
      await drafts.flush();
      set({ phase: 'finished', item: null, missing: null, failed: null });
    };

    const send = async (submission: Submission) => {
      const { batch } = get();
      if (!batch) return;
      set({ saving: submission, failed: null });
      drafts.cancel(submission.ref);
      await drafts.flush();
      const { ref, answer, clientKey, durationMs } = submission;
      const { estimateVisible, autoAdvance } = preferences();
      try {
        const change = await api.label.submit({
          batch: batch.batch,
          ref,
          answer,
          durationMs,
          clientKey,
          estimateVisible,
        });
        given.set(ref, answer);
        apply(change);
        const { item, durationsMs } = get();
        const shown = item?.ref === ref ? item : null;
        const isFirst = shown?.current == null;
        set({
          ...(isFirst ? { durationsMs: [...durationsMs, durationMs] } : {}),
          ...(shown
            ? { item: { ...shown, current: answer, draft: null }, takenBack: null, draft: 'none' }
            : {}),
        });
        announce(`Item ${place(ref)} saved: ${answerWords(answer, batch.form)}.`);
        if (isFirst && autoAdvance) await advance();
      } catch (error) {
        set({ failed: { ...submission, error } });
        const { item, fields } = get();
        if (item?.ref === ref && answer.kind !== 'score' && answer.kind !== 'skip')
          drafts.schedule(ref, writeDraft(fields));
        announce('Not saved. Your answer is still here; try again.');
      } finally {
        set({ saving: null });
      }
    };

    /** An answer that could not be saved keeps its item on screen until it is saved or given up. */
    const holdsAnswer = () => {
      const { saving, failed } = get();
      if (failed) announce('Your answer is not saved yet. Try again or give it up first.');
      return saving !== null || failed !== null;
    };

    /** Runs one action at a time, never beside a submission, and reports what fails. */
    const act = async (action: string, work: () => Promise<void>): Promise<boolean> => {
      if (acting || holdsAnswer()) return false;
      acting = true;
      try {
        await work();
        return true;
      } catch (error) {
        set({ actionError: { action, error } });
        announce(`Could not ${action}.`);
        return false;
      } finally {
        acting = false;
      }
    };

    let lastInTurn: Promise<void> = Promise.resolve();
    /** Steps back and forth wait for each other, so that a quick second one is not lost. */
    const inTurn = (work: () => unknown): Promise<void> => {
      lastInTurn = lastInTurn.then(async () => void (await work()));
      return lastInTurn;
    };

    return {
      ...emptyLabelState,

      async open() {
        set({ phase: 'opening', openError: null });
        cache.clear();
        try {
          const { items, next, undoable, redoable, ...batch } = await api.label.open({ studyId });
          set({ batch, items, next, undoable, redoable });
          await advance();
        } catch (error) {
          set({ phase: 'closed', openError: error });
        }
      },

      async submit(answer) {
        const { item, saving, failed } = get();
        if (!item || saving || acting) return;
        const isSame = failed?.ref === item.ref && JSON.stringify(failed.answer) === JSON.stringify(answer);
        const clientKey = isSame ? failed.clientKey : newKey();
        await send({ ref: item.ref, answer, clientKey, durationMs: clock.elapsedMs() });
      },

      async retry() {
        const { failed, saving } = get();
        if (!failed || saving) return;
        const { error: _, ...submission } = failed;
        await send(submission);
      },

      discardFailed: () => set({ failed: null }),

      async advance() {
        if (!holdsAnswer()) await advance();
      },

      async jump(step) {
        if (holdsAnswer()) return;
        const { items, item, next } = get();
        const ref = neighbour(items, item?.ref ?? null, next, step);
        if (ref) await show(ref);
        else announce(step === -1 ? 'This is the first item.' : 'Nothing further to review.');
      },

      async show(ref) {
        if (!holdsAnswer()) await show(ref);
      },

      undo: () =>
        inTurn(() => {
          if (!get().undoable) return announce('Nothing to undo.');
          return act('undo', async () => {
            const change = await api.label.undo({ batch: batchId() });
            apply(change);
            announce(`Undone: item ${place(change.ref)} is open again.`);
            await show(change.ref, given.get(change.ref) ?? null);
          });
        }),

      redo: () =>
        inTurn(() => {
          if (!get().redoable) return announce('Nothing to redo.');
          return act('redo', async () => {
            const change = await api.label.redo({ batch: batchId() });
            apply(change);
            announce(`Redone: item ${place(change.ref)}.`);
            if (preferences().autoAdvance) await advance();
            else await show(change.ref);
          });
        }),

      async putOff() {
        const { item, items } = get();
        const state = items.find((one) => one.ref === item?.ref)?.state;
        if (!item || !state) return;
        if (state === 'labeled' || state === 'skipped') return announce('This item is answered already.');
        // A put-off item that is looked at again returns to its place; at the end of the queue it goes round.
        const later = state === 'open' || items.every((one) => one.state !== 'open');
        await act('put the item off', async () => {
          await drafts.flush();
          const change = await api.label.later({ batch: batchId(), ref: item.ref, later });
          apply(change);
          if (later && change.next === item.ref) return announce('This is the last item left.');
          announce(
            later ? `Item ${place(item.ref)} put off.` : `Item ${place(item.ref)} is back in its place.`,
          );
          if (later) await advance();
          else await show(item.ref);
        });
      },

      async toggleFlag() {
        const { item } = get();
        if (!item) return;
        await act('change the flag', async () => {
          const change = await api.label.flag({ batch: batchId(), ref: item.ref, flagged: !item.flagged });
          apply(change);
          announce(change.item.flagged ? 'Flagged.' : 'Flag taken off.');
        });
      },

      async saveNote(ref, note) {
        const shown = get().item;
        if (shown?.ref === ref && shown.note === note) return true;
        try {
          apply(await api.label.note({ batch: batchId(), ref, note }));
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

      write(field, text) {
        const { item, fields } = get();
        if (!item) return;
        const written = fields.map((known, index) => (index === field ? text : known));
        set({ fields: written, draft: 'unsaved' });
        drafts.schedule(item.ref, writeDraft(written));
      },

      async rate(value) {
        const { item, side, saving } = get();
        if (!item || saving || acting) return;
        get().write(side, String(value));
        const values = pairOf(get().fields);
        if (values) await get().submit({ kind: 'pair', values });
        else set({ side: side === 0 ? 1 : 0 });
      },

      chooseSide(side) {
        if (get().side !== side) set({ side });
      },

      flush: () => drafts.flush(),
    };
  });
}
