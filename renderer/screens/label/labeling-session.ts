import type { LabelAnswer, LabelChange, LabelItem } from '../../../shared/contract/index.ts';
import type { Api } from '../../api/client.ts';
import { toProblem } from '../../api/to-problem.ts';
import { withParts } from '../../api/version-parts.ts';
import type { ActivityClock } from '../../label-form/activity-clock.ts';
import { createDraftSaver } from '../../label-form/draft-saver.ts';
import { draftOf, type FormState, formOf } from '../../label-form/form-state.ts';
import { untakenWords } from '../../label-form/words.ts';
import { expectedNext, replaceRef, withNext } from './label-queue.ts';
import type { LabelPreferences, LabelState } from './label-state.ts';

/** What is labeled: the batch of a study, or the queue of a ranking. */
export type LabelSubject = { readonly studyId: number } | { readonly rankingId: number };

export type LabelStoreParts = LabelSubject & {
  api: Pick<Api, 'label' | 'failures'>;
  /** Who labels in this window, if anybody has said so. */
  annotatorId?: number | undefined;
  /** The item to begin with, where a link names one. */
  firstRef?: string | undefined;
  clock: ActivityClock;
  preferences: () => LabelPreferences;
  newKey?: () => string;
  /** Called with each item when it comes, most often before it is shown. */
  onFetched?: (item: LabelItem) => void;
};

export interface StateAccess {
  get(): LabelState;
  set(part: Partial<LabelState>): void;
}

export type LabelingSession = ReturnType<typeof createLabelingSession>;

/** What all actions of a labeling session share: the item on screen, what is fetched ahead, drafts, and one action at a time. */
export function createLabelingSession(parts: LabelStoreParts, access: StateAccess) {
  const { api, onFetched } = parts;
  const { get, set } = access;
  const batchId = () => get().batch?.batch ?? '';
  const cache = createItemCache(async (ref) => {
    const item = await api.label.item({ batch: batchId(), ref });
    onFetched?.(item);
    return item;
  });
  /** Of each item as this window has shown it. */
  const versions = new Map<string, string>();
  /** Takes the parts of a version that this window changed itself. */
  const noteVersion = (ref: string, newer: string | undefined, fields: readonly string[]) => {
    const known = versions.get(ref);
    if (newer !== undefined && known !== undefined) versions.set(ref, withParts(known, newer, fields));
  };
  const drafts = createDraftSaver(
    async (ref, draft) => {
      const kept = await api.label.draft({ batch: batchId(), ref, draft, version: versions.get(ref) });
      noteVersion(ref, kept.version, ['draft']);
    },
    (ref, outcome, failed) => {
      const isStale = failed && toProblem(failed.error).details.stale !== undefined;
      if (isStale) set({ staleText: { kind: 'draft', ref, text: failed.draft, error: failed.error } });
      if (get().item?.ref === ref) set({ draft: outcome });
    },
  );
  const place = (ref: string) => get().items.findIndex((item) => item.ref === ref) + 1;
  const apply = (change: LabelChange) => {
    cache.forget(change.ref);
    const { items, item } = get();
    set({
      items: withNext(replaceRef(items, change.item), change.next),
      next: change.next,
      undoable: change.undoable,
      redoable: change.redoable,
      actionError: null,
      ...(item?.ref === change.ref ? { item: { ...item, flagged: change.item.flagged } } : {}),
    });
  };
  return {
    batchId,
    cache,
    drafts,
    versions,
    noteVersion,
    /** What was given in this labeling session, to name it when it is taken back. */
    given: new Map<string, LabelAnswer>(),
    place,
    apply,
    ...createShowing(parts, access, { cache, drafts, versions }),
    ...createActing(access, place),
  };
}

/** Which item is on screen: one that comes late does not replace what was asked for since. */
function createShowing(
  { clock }: LabelStoreParts,
  { get, set }: StateAccess,
  {
    cache,
    drafts,
    versions,
  }: {
    cache: ReturnType<typeof createItemCache>;
    drafts: ReturnType<typeof createDraftSaver>;
    versions: Map<string, string>;
  },
) {
  let looks = 0;

  const put = (item: LabelItem, takenBack: LabelAnswer | null) => {
    const { batch } = get();
    if (!batch) return;
    const filled = filledFrom(batch, item, takenBack);
    versions.set(item.ref, item.version);
    set({
      phase: 'labeling',
      item,
      filled,
      takenBack,
      missing: null,
      failed: null,
      coming: false,
      draft: 'none',
      loadedNote: null,
    });
    const isWritten = filled.questions.length > 1 || takenBack?.kind === 'answer';
    if (takenBack && isWritten && draftOf(filled) !== '') drafts.schedule(item.ref, draftOf(filled));
    clock.restart();
    const next = expectedNext(get().items, item.ref);
    if (next) {
      cache.get(next).then(
        (ahead) => {
          if (get().item?.ref === item.ref) set({ ahead });
        },
        // What goes wrong shows when the item is asked for.
        () => undefined,
      );
    }
  };

  const show = async (ref: string, takenBack: LabelAnswer | null = null) => {
    looks += 1;
    const look = looks;
    set({ coming: true });
    await drafts.flush();
    // What is on screen may have changed since it was fetched.
    const shown = get().item?.ref;
    if (shown) cache.forget(shown);
    try {
      const fetched = await cache.get(ref);
      if (look === looks) put(fetched, takenBack);
    } catch (error) {
      if (look === looks) set({ missing: { ref, error }, item: null, coming: false });
    }
  };

  const advance = async () => {
    const { next } = get();
    if (next) return show(next);
    looks += 1;
    await drafts.flush();
    set({ phase: 'finished', item: null, missing: null, failed: null, coming: false });
  };

  return { show, advance };
}

/** The form of an item as it is filled in: by its draft, its current answer, or one that was just taken back. */
function filledFrom(
  batch: NonNullable<LabelState['batch']>,
  item: LabelItem,
  takenBack: LabelAnswer | null,
): FormState {
  const isBare = !item.draft && !item.current;
  // Values that were taken back together are given anew: the first key would else send the others along.
  const sendsTogether = ['pair', 'turns', 'replies'].includes(takenBack?.kind ?? '');
  const shown = sendsTogether && batch.fields.length === 0 ? null : takenBack;
  return formOf(batch, item, { answer: isBare ? shown : item.current, draft: item.draft });
}

/** Tells what was done, and lets one action run at a time, never beside a submission. */
function createActing({ get, set }: StateAccess, place: (ref: string) => number) {
  let acting: Promise<void> | null = null;
  let lastSent: Promise<void> = Promise.resolve();
  const announce = (text: string) => set({ notice: { text, serial: get().notice.serial + 1 } });

  /** Says that what was pressed is not taken, and what was under way. */
  const refuse = () => {
    const { saving } = get();
    const untaken = untakenWords(saving && place(saving.ref));
    set({ untaken });
    announce(untaken);
  };

  /** Whether the item on screen can be answered now; else says that what was pressed is not taken. */
  const mayTake = (): boolean => {
    const { saving, coming, phase } = get();
    const isFree = saving === null && !coming && phase !== 'opening';
    if (!isFree) refuse();
    return isFree;
  };

  /** An answer that could not be saved keeps its item on screen until it is saved or given up. */
  const holdsAnswer = () => {
    const { saving, failed } = get();
    if (failed) announce('Your answer is not saved yet. Try again or discard it first.');
    else if (saving) refuse();
    else set({ untaken: null });
    return saving !== null || failed !== null;
  };

  /** Waits for the flag or the step back that is under way. @returns whether the item on screen is still the one that was meant */
  const settled = async (): Promise<boolean> => {
    const meant = get().item?.ref;
    while (acting) await acting;
    const isStill = get().item?.ref === meant;
    if (!isStill) refuse();
    return isStill;
  };

  /** Runs an action, and reports what fails. One that is about an item runs while that is on screen. */
  const act = async (action: string, work: () => Promise<void>, about?: 'item'): Promise<boolean> => {
    if (about === 'item' && (!(await settled()) || !mayTake())) return false;
    while (acting) await acting;
    if (holdsAnswer()) return false;
    const { promise, resolve } = Promise.withResolvers<void>();
    acting = promise;
    try {
      await work();
      return true;
    } catch (error) {
      set({ actionError: { action, error } });
      announce(`Could not ${action}.`);
      return false;
    } finally {
      acting = null;
      resolve();
    }
  };

  return {
    announce,
    holdsAnswer,
    mayTake,
    settled,
    act,
    isActing: () => acting !== null,
    /** Notes that an answer is under way. */
    sending: (work: Promise<void>): Promise<void> => {
      lastSent = work;
      return work;
    },
    /** Once the answer that is under way, if there is one, is on disk or has failed. */
    sent: (): Promise<void> => lastSent,
  };
}

/** So many items fetched ahead are held. */
const mostAhead = 4;

/** Holds the few items fetched ahead of time. A failed fetch is forgotten, so that the next look tries again. */
function createItemCache(fetch: (ref: string) => Promise<LabelItem>) {
  const held = new Map<string, Promise<LabelItem>>();
  const get = (ref: string): Promise<LabelItem> => {
    const known = held.get(ref);
    if (known) return known;
    const fetched = fetch(ref);
    held.set(ref, fetched);
    fetched.catch(() => {
      if (held.get(ref) === fetched) held.delete(ref);
    });
    for (const oldest of held.keys()) {
      if (held.size <= mostAhead) break;
      held.delete(oldest);
    }
    return fetched;
  };
  return {
    get,
    forget(ref: string): void {
      held.delete(ref);
    },
    clear(): void {
      held.clear();
    },
  };
}
