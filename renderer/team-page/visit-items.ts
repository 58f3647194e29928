import type { StoreApi } from 'zustand/vanilla';
import type {
  Crowd,
  LabelFailures,
  LabelItem,
  StoredPicture,
  VisitBatch,
} from '../../shared/contract/index.ts';
import { toProblem } from '../api/to-problem.ts';
import { withParts } from '../api/version-parts.ts';
import type { ActivityClock } from '../label-form/activity-clock.ts';
import { createDraftSaver } from '../label-form/draft-saver.ts';
import { draftOf, draftWords, emptyForm, formOf } from '../label-form/form-state.ts';
import { untakenWords } from '../label-form/words.ts';
import { withNext } from '../screens/label/label-queue.ts';
import { createAhead } from './visit-ahead.ts';
import type { VisitApi } from './visit-api.ts';
import { startState, type VisitState } from './visit-state.ts';

export interface VisitParts {
  api: VisitApi;
  clock: ActivityClock;
  /** What the address carries after its `#`; empty where it carries nothing. */
  token: string;
  /** What a crowd platform calls the person whom it sends, and their work there; undefined where none did. */
  crowd?: (Crowd & { id: string }) | undefined;
  /** Takes the token out of the address, so that it is neither bookmarked nor sent on. */
  forgetToken: () => void;
  newKey: () => string;
  /** Tells the browser by which a link was used, should the answer be lost. */
  enterKey?: string;
}

/** So long a call is waited for; a connection that is gone may say nothing. */
export const answerWithinMs = 20_000;

/** So many pictures are kept for when their item comes again. */
const mostPictures = 60;

export type VisitItems = ReturnType<typeof createItems>;

/** What all actions of a visit share: the items and the one on screen, drafts, and what went wrong. */
export function createItems({ api, clock }: VisitParts, store: StoreApi<VisitState>) {
  const { getState: get, setState: set } = store;
  const batchRef = () => get().batch?.batch ?? '';
  const { versions, noteVersion, drafts, chooseDraft } = createDrafts(api, store, batchRef, (ref) =>
    show(ref),
  );
  let looks = 0;

  /** Tells what failed; whoever is no longer let in is told so, and keeps nothing on screen. */
  const fail = (error: unknown) => {
    if (statusOf(error) === 401) set(outState);
    else set({ problem: problemOf(error) });
  };

  const open = async (phase: 'welcome' | 'labeling') => {
    try {
      const batch = await api.label.open({});
      ahead.forget();
      set({ ...listed(batch), problem: '', phase });
      if (isOver(batch)) set({ phase: 'done', item: null });
      else if (isAskedFirst(batch)) set({ phase: 'welcome' });
      else if (phase === 'labeling' && batch.next !== null) await show(batch.next);
      else if (phase === 'labeling') set({ phase: 'done', item: null, filled: emptyForm });
    } catch (error) {
      fail(error);
    }
  };

  const put = (item: LabelItem) => {
    const { batch, done } = get();
    if (!batch) return;
    versions.set(item.ref, item.version);
    set(onScreen(batch, item));
    clock.restart();
    // Items wait for people who have begun to answer.
    if (done > 0) void ahead.fetch(item.ref);
  };

  /** Shows what was fetched ahead. @returns whether there was anything */
  const showAhead = (ref = ahead.next()): boolean => {
    const item = ref === undefined ? undefined : ahead.take(ref);
    if (!item) return false;
    looks += 1;
    set({ items: withNext(get().items, item.ref) });
    put(item);
    return true;
  };

  const show = async (ref: string) => {
    if (get().batch?.failures === undefined && showAhead(ref)) return;
    looks += 1;
    const look = looks;
    set({ coming: true });
    try {
      await drafts.flush();
      const [item, failures] = await Promise.all([
        api.label.item({ batch: batchRef(), ref }),
        get().batch?.failures && api.failures.list({}),
      ]);
      if (failures) takeModes(failures);
      if (look !== looks) return;
      ahead.take(ref);
      put(item);
    } catch (error) {
      if (look !== looks) return;
      set({ coming: false });
      fail(error);
    }
  };

  /** Others make failure modes meanwhile. */
  const takeModes = (failures: LabelFailures) => {
    const { batch } = get();
    if (batch) set({ batch: { ...batch, failures } });
  };

  const picture = createPictures(api, batchRef);
  const ahead = createAhead({ api, batchRef, picture });

  /** Whether the item on screen can be answered now; else says that what was pressed is not taken. */
  const mayTake = (): boolean => {
    const { saving, coming, item } = get();
    if (saving === null && !coming) return true;
    const untaken = untakenWords(saving && (item?.position ?? null));
    set({ untaken, notice: untaken });
    return false;
  };

  const goOn = async (next: string | null) => {
    if (next !== null) return show(next);
    looks += 1;
    set({ phase: 'done', item: null, filled: emptyForm, coming: false });
    // What comes after the last item: another try, a code, or items that came meanwhile.
    await open('labeling');
  };

  return {
    ...{ batchRef, drafts, versions, noteVersion, chooseDraft, fail, open, show, showAhead, takeModes },
    ...{ goOn, mayTake, picture, forgetAhead: ahead.forget },
  };
}

/** Drafts of what is filled in, and the version of each item that they go against. */
function createDrafts(
  api: VisitApi,
  { getState: get, setState: set }: StoreApi<VisitState>,
  batchRef: () => string,
  show: (ref: string) => Promise<void>,
) {
  /** Of each item as this window has shown it. */
  const versions = new Map<string, string>();
  const noteVersion = (ref: string, newer: string, fields: readonly string[] = ['draft']) =>
    versions.set(ref, withParts(versions.get(ref) ?? newer, newer, fields));
  const drafts = createDraftSaver(
    async (ref, draft) => {
      const version = versions.get(ref);
      const kept = await api.label.draft(
        { batch: batchRef(), ref, draft, version },
        { signal: AbortSignal.timeout(answerWithinMs) },
      );
      noteVersion(ref, kept.version);
    },
    (ref, outcome, failed) => {
      if (get().item?.ref === ref) set({ draft: outcome });
      const stale = failed && toProblem(failed.error).details.stale;
      if (!stale) return;
      const theirs = draftWords(String(stale.changed[0]?.stored ?? ''));
      const words =
        theirs === ''
          ? 'Your other window removed its text.'
          : `Your other window wrote: “${theirs.slice(0, 200)}”.`;
      set({ staleDraft: { ref, version: stale.version, words } });
    },
  );
  /** Of two drafts, the one that holds: the stored one is shown, or one's own is saved over it. */
  const chooseDraft = async (which: 'stored' | 'own') => {
    const { staleDraft, item, filled } = get();
    if (!staleDraft) return;
    const { ref, version } = staleDraft;
    set({ staleDraft: null });
    noteVersion(ref, version);
    if (item?.ref !== ref) return;
    drafts.cancel(ref);
    if (which === 'stored') return show(ref);
    drafts.schedule(ref, draftOf(filled));
    await drafts.flush();
  };
  return { versions, noteVersion, drafts, chooseDraft };
}

/** Pictures of items, each asked for once; one that failed is asked for again. */
function createPictures(api: VisitApi, batchRef: () => string) {
  const pictures = new Map<string, Promise<StoredPicture>>();
  return (ref: string, sha256: string): Promise<StoredPicture> => {
    const known = pictures.get(sha256);
    if (known) return known;
    const asked = api.label.picture({ batch: batchRef(), ref, sha256 });
    if (pictures.size >= mostPictures) pictures.clear();
    pictures.set(sha256, asked);
    asked.catch(() => pictures.delete(sha256));
    return asked;
  };
}

/** Whether nothing more is asked of this annotator. */
const isOver = ({ stage }: VisitBatch) => stage === 'failed' || stage === 'ended';
/** Whether something has to be read before the items. */
const isAskedFirst = ({ stage, mustRead, attempt, done }: VisitBatch) =>
  stage === 'consent' || mustRead || (attempt === 2 && done === 0);

const listed = (batch: VisitBatch) => ({
  batch,
  items: withNext(batch.items, batch.next),
  done: batch.done,
  unread: batch.unread,
});

function onScreen(batch: VisitBatch, item: LabelItem): Partial<VisitState> {
  const filled = formOf(batch, item, { answer: item.current, draft: item.draft });
  return { phase: 'labeling', item, filled, draft: 'none', problem: '', coming: false };
}

/** The page of whoever is no longer let in. */
export const outState: VisitState = {
  ...startState,
  phase: 'out',
  problem: 'This browser has no access. Open the link that you were sent, or ask for another one.',
};

export const statusOf = (error: unknown): unknown => (error as { status?: unknown } | null)?.status;

/** What went wrong, and its remedy. A fault of the network has no words of its own that would help. */
export function problemOf(error: unknown): string {
  if (statusOf(error) === undefined) return 'The connection is lost. It may come back in a moment.';
  if (statusOf(error) === 429) return 'Too many requests at once. Wait a minute, then try again.';
  const { message, details } = toProblem(error);
  return [message, details.remedy].filter(Boolean).join(' ');
}
