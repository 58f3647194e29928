import type { LabelDesk, LabelStoreParts, StateAccess } from './label-desk.ts';
import { neighbour } from './label-queue.ts';

/** Going from item to item, and back and forth in what was done. */
export interface Moving {
  open(): Promise<void>;
  /** Goes to the item whose turn it is. */
  advance(): Promise<void>;
  jump(step: 1 | -1): Promise<void>;
  show(ref: string): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
}

export function createMoving(parts: LabelStoreParts, { get, set }: StateAccess, desk: LabelDesk): Moving {
  const { api, studyId, preferences } = parts;
  const { announce } = desk;

  let lastInTurn: Promise<void> = Promise.resolve();
  /** Steps back and forth wait for each other, so that a quick second one is not lost. */
  const inTurn = (work: () => unknown): Promise<void> => {
    lastInTurn = lastInTurn.then(async () => void (await work()));
    return lastInTurn;
  };

  return {
    async open() {
      set({ phase: 'opening', openError: null });
      desk.cache.clear();
      try {
        // What was opened here stays with who opened it, whoever chose a name in another window since.
        const annotatorId = get().batch?.annotator.id ?? parts.annotatorId;
        const { items, next, undoable, redoable, ...batch } = await api.label.open({
          studyId,
          annotatorId,
        });
        const isFirst = get().batch === null;
        set({ batch, items, next, undoable, redoable });
        const asked = isFirst ? items.find(({ ref }) => ref === parts.firstRef) : undefined;
        if (isFirst && parts.firstRef !== undefined && !asked) {
          announce(`That item is not among those of ${batch.annotator.name}.`);
        }
        await (asked ? desk.show(asked.ref) : desk.advance());
      } catch (error) {
        set({ phase: 'closed', openError: error });
      }
    },

    async advance() {
      if (!desk.holdsAnswer()) await desk.advance();
    },

    async jump(step) {
      if (desk.holdsAnswer()) return;
      const { items, item, next } = get();
      const ref = neighbour(items, item?.ref ?? null, next, step);
      if (ref) await desk.show(ref);
      else announce(step === -1 ? 'This is the first item.' : 'Nothing further to review.');
    },

    async show(ref) {
      if (!desk.holdsAnswer()) await desk.show(ref);
    },

    undo: () =>
      inTurn(() => {
        if (!get().undoable) return announce('Nothing to undo.');
        return desk.act('undo', async () => {
          const change = await api.label.undo({ batch: desk.batchId() });
          desk.apply(change);
          announce(`Undone: item ${desk.place(change.ref)} is open again.`);
          await desk.show(change.ref, desk.given.get(change.ref) ?? null);
        });
      }),

    redo: () =>
      inTurn(() => {
        if (!get().redoable) return announce('Nothing to redo.');
        return desk.act('redo', async () => {
          const change = await api.label.redo({ batch: desk.batchId() });
          desk.apply(change);
          announce(`Redone: item ${desk.place(change.ref)}.`);
          if (preferences().autoAdvance) await desk.advance();
          else await desk.show(change.ref);
        });
      }),
  };
}
