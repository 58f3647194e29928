import { createStore, type StoreApi } from 'zustand/vanilla';
import type { LabelFailures } from '../../../shared/contract/index.ts';
import { neighbour } from './label-queue.ts';
import { emptyLabelState, type LabelState } from './label-state.ts';
import {
  createLabelingSession,
  type LabelingSession,
  type LabelStoreParts,
  type StateAccess,
} from './labeling-session.ts';
import { createMarking, type Marking } from './marking.ts';
import { createSending, type Sending } from './sending.ts';

export type LabelActions = Moving &
  ModeMaking &
  Sending &
  Marking & {
    /** Tells screen readers something. */
    announce(text: string): void;
    /** Whether the item on screen can be answered now; else says that what was pressed is not taken. */
    mayTake(): boolean;
  };
export type LabelStore = StoreApi<LabelState & LabelActions>;
export type { LabelStoreParts };

/** The session of one person with one batch. An item gives way to the next only once its label is on disk. */
export function createLabelStore(parts: LabelStoreParts): LabelStore {
  return createStore<LabelState & LabelActions>()((set, get) => {
    const access = { get, set: (part: Partial<LabelState>) => set(part) };
    const labelingSession = createLabelingSession(parts, access);
    const moving = createMoving(parts, access, labelingSession);
    return {
      ...emptyLabelState,
      ...moving,
      ...createSending(parts, access, labelingSession, moving.open),
      ...createMarking(parts, access, labelingSession),
      ...createModeMaking(parts, access),
      announce: labelingSession.announce,
      mayTake: labelingSession.mayTake,
    };
  });
}

/** Failure modes while one labels. */
interface ModeMaking {
  /** Makes a failure mode, or finds the one of that name. */
  makeMode(name: string): Promise<{ id: number; list: number }>;
  /** Shows the failure modes as they are now. */
  takeModes(found: Pick<LabelFailures, 'list' | 'modes'>): void;
}

function createModeMaking(
  { api, annotatorId, newKey }: LabelStoreParts,
  { get, set }: StateAccess,
): ModeMaking {
  const takeModes = ({ list, modes }: Pick<LabelFailures, 'list' | 'modes'>) => {
    const { batch } = get();
    // An answer to an earlier question may come later.
    if (batch?.failures && list >= batch.failures.list) {
      set({ batch: { ...batch, failures: { ...batch.failures, list, modes } } });
    }
  };
  return {
    takeModes,
    async makeMode(name) {
      const clientKey = newKey?.() ?? crypto.randomUUID();
      const by = annotatorId === undefined ? {} : { annotatorId };
      const { mode, list } = await api.failures.make({ name, clientKey, ...by });
      const known = get().batch?.failures?.modes ?? [];
      takeModes({ list, modes: known.some(({ id }) => id === mode.id) ? known : [...known, mode] });
      return { id: mode.id, list };
    },
  };
}

/** Going from item to item, and back and forth in what was done. */
interface Moving {
  open(): Promise<void>;
  /** Goes to the item whose turn it is. */
  advance(): Promise<void>;
  jump(step: 1 | -1): Promise<void>;
  show(ref: string): Promise<void>;
  undo(): Promise<void>;
  redo(): Promise<void>;
}

function createMoving(
  parts: LabelStoreParts,
  { get, set }: StateAccess,
  labelingSession: LabelingSession,
): Moving {
  const { api } = parts;
  const subject = 'rankingId' in parts ? { rankingId: parts.rankingId } : { studyId: parts.studyId };
  const { announce } = labelingSession;

  return {
    async open() {
      set({ phase: 'opening', openError: null });
      labelingSession.cache.clear();
      try {
        // What was opened here stays with who opened it, whoever chose a name in another window since.
        const annotatorId = get().batch?.annotator.id ?? parts.annotatorId;
        const { items, next, undoable, redoable, ...batch } = await api.label.open({
          ...subject,
          annotatorId,
        });
        const isFirst = get().batch === null;
        set({ batch, items, next, undoable, redoable });
        const asked = isFirst ? items.find(({ ref }) => ref === parts.firstRef) : undefined;
        if (isFirst && parts.firstRef !== undefined && !asked) {
          announce(`That item is not among those of ${batch.annotator.name}.`);
        }
        await (asked ? labelingSession.show(asked.ref) : labelingSession.advance());
      } catch (error) {
        set({ phase: 'closed', openError: error });
      }
    },

    async advance() {
      if (!labelingSession.holdsAnswer()) await labelingSession.advance();
    },

    async jump(step) {
      if (labelingSession.holdsAnswer()) return;
      const { items, item, next } = get();
      const ref = neighbour(items, item?.ref ?? null, next, step);
      if (ref) await labelingSession.show(ref);
      else announce(step === -1 ? 'This is the first item.' : 'Nothing further to review.');
    },

    async show(ref) {
      if (!labelingSession.holdsAnswer()) await labelingSession.show(ref);
    },

    ...createSteps(parts, { get, set }, labelingSession),
  };
}

/** Taking back what was done, and doing it again. */
function createSteps(
  { api, preferences }: LabelStoreParts,
  { get }: StateAccess,
  labelingSession: LabelingSession,
): Pick<Moving, 'undo' | 'redo'> {
  const { announce } = labelingSession;
  let lastInTurn: Promise<void> = Promise.resolve();
  /** Steps back and forth wait for each other and for the answer that is being saved, so that none is lost. */
  const inTurn = (work: () => unknown): Promise<void> => {
    lastInTurn = lastInTurn.then(labelingSession.sent).then(async () => void (await work()));
    return lastInTurn;
  };

  return {
    undo: () =>
      inTurn(() => {
        if (!get().undoable) return announce('Nothing to undo.');
        return labelingSession.act('undo', async () => {
          const change = await api.label.undo({ batch: labelingSession.batchId() });
          labelingSession.apply(change);
          announce(`Undone: item ${labelingSession.place(change.ref)} is open again.`);
          await labelingSession.show(change.ref, labelingSession.given.get(change.ref) ?? null);
        });
      }),

    redo: () =>
      inTurn(() => {
        if (!get().redoable) return announce('Nothing to redo.');
        return labelingSession.act('redo', async () => {
          const change = await api.label.redo({ batch: labelingSession.batchId() });
          labelingSession.apply(change);
          announce(`Redone: item ${labelingSession.place(change.ref)}.`);
          if (preferences().autoAdvance) await labelingSession.advance();
          else await labelingSession.show(change.ref);
        });
      }),
  };
}
