import type { StoreApi } from 'zustand/vanilla';
import type { LabelAnswer, LabelChange } from '../../shared/contract/index.ts';
import { toProblem } from '../api/to-problem.ts';
import { mayPass, retryAfterMs } from '../label-form/draft-saver.ts';
import {
  completed,
  draftOf,
  type FormState,
  waitingWords,
  withChoice,
  withSpan,
  withText,
} from '../label-form/form-state.ts';
import type { ItemActions } from '../label-form/item-page.tsx';
import { standardReasons, withReason } from '../label-form/skip-reasons.ts';
import { staleAnswer } from '../label-form/stale-answer.ts';
import { withNext } from '../screens/label/label-queue.ts';
import { answerWithinMs, statusOf, type VisitItems, type VisitParts } from './visit-items.ts';
import { isDone, mostUnsaved, type Sent, type VisitState, withRef } from './visit-state.ts';

type Store = StoreApi<VisitState>;

/** Answering: one item after the other, each answer until it is on disk. */
export function createAnswering(parts: VisitParts, store: Store, items: VisitItems) {
  const { getState: get, setState: set } = store;
  const { send, submit, keepStored, reread } = createSender(parts, store, items);
  const { form, keep } = createFilling(parts, store, items, submit);
  const actions: ItemActions = {
    form,
    takeSpan(span) {
      const filled = withSpan(get().filled, span);
      if (filled) keep(filled);
    },
    skip(reason) {
      const { reasons } = get();
      const own = reasons.slice(standardReasons.length);
      set({ reasons: [...standardReasons, ...withReason(own, reason)] });
      void submit({ kind: 'skip', reason });
    },
    mayTake: items.mayTake,
    move(step) {
      const { items: known, item, saving, failed } = get();
      if (failed || (saving && !items.mayTake())) return;
      set({ untaken: null });
      // What waits ahead is not chosen among: of open items there is the one whose turn it is.
      const turn = item?.current === null ? item.ref : known.find((one) => !isDone(one))?.ref;
      const seen = known.filter((one) => one.state !== 'open' || one.ref === turn);
      const place = item ? seen.findIndex(({ ref }) => ref === item.ref) : seen.length;
      const to = seen[place + step];
      if (to) void items.show(to.ref);
      else if (step === 1 && item?.current !== null)
        void parts.api.label.open({}).then(({ next }) => items.goOn(next), items.fail);
    },
  };
  const retry = async () => {
    const { failed, saving } = get();
    if (failed && !saving) await send(failed);
    else if (!failed) await items.open('labeling');
  };
  return {
    actions,
    retry,
    /** Sends what is not stored yet at once, as when the network is back. */
    async resend() {
      const { failed, saving, retryMs } = get();
      if (failed && !saving && retryMs !== null) await retry();
      await items.drafts.flush();
    },
    chooseDraft: items.chooseDraft,
    keepStored,
    reread,
  };
}

/**
 * Sends answers one after the other, in the order in which they were given; the same answer goes again with the same key, by itself where
 * the fault may pass. Meanwhile the person goes on with what was fetched ahead.
 */
function createSender({ api, clock, newKey }: VisitParts, store: Store, items: VisitItems) {
  const { getState: get, setState: set } = store;
  let tries = 0;
  let again: ReturnType<typeof setTimeout> | undefined;
  let isSending = false;
  /** Whether waiting answers are to be looked at again before they go. */
  let isReread = false;

  const sendAgain = (sent: Sent) => {
    tries += 1;
    const retryMs = retryAfterMs(tries);
    set({ retryMs });
    clearTimeout(again);
    again = setTimeout(() => {
      const { failed } = get();
      if (failed?.clientKey === sent.clientKey) void send(sent);
    }, retryMs);
  };

  /** Shows an item with the answer that waits. */
  const lookAgain = ({ item, filled }: Sent) => set({ phase: 'labeling', item, filled, draft: 'none' });

  /** Goes on with the next answer that waits. @returns whether there is one */
  const takeNext = (): Sent | undefined => {
    const [head, ...queued] = get().queued;
    if (head) set({ failed: head, queued, saving: null });
    return head;
  };

  const send = async (sent: Sent): Promise<void> => {
    if (isSending) return;
    isSending = true;
    clearTimeout(again);
    let next: Sent | undefined;
    try {
      next = await sendOne(sent);
    } finally {
      isSending = false;
    }
    if (next) await send(next);
  };

  /** @returns the answer to send after it */
  const sendOne = async (sent: Sent): Promise<Sent | undefined> => {
    const isOnScreen = get().item?.ref === sent.ref;
    // A person at another item goes on; the answer joins those that wait.
    set({
      ...(isOnScreen && get().queued.length === 0 ? { saving: sent, failed: null } : { failed: sent }),
      ...{ retryMs: null, stale: null, staleDraft: null, problem: '' },
      ...(isOnScreen && { untaken: null }),
    });
    items.drafts.cancel(sent.ref);
    try {
      if (isOnScreen) await items.drafts.flush();
      // Drafts of this window were kept meanwhile.
      const version = items.versions.get(sent.ref) ?? sent.version;
      const { ref, answer, durationMs, clientKey, givenAt } = sent;
      const waitedMs = Math.min(86_400_000, Math.max(0, Date.now() - givenAt));
      const change = await api.label.submit(
        { batch: items.batchRef(), ref, answer, durationMs, clientKey, version, waitedMs },
        { signal: AbortSignal.timeout(answerWithinMs) },
      );
      tries = 0;
      return await goOnAfter(sent, change);
    } catch (error) {
      return await fault(sent, error);
    }
  };

  /** What comes after an answer that is stored: the next one that waits, or the next item. */
  const goOnAfter = async (sent: Sent, change: LabelChange): Promise<Sent | undefined> => {
    const { items: known, done, phase, times } = get();
    const isDrawnAnew = change.isDrawnOut === true;
    const isOther = isDrawnAnew || change.ref !== sent.ref;
    if (isOther) items.forgetAhead();
    const was = known.find(({ ref }) => ref === sent.ref);
    const isNew = isDone(change.item) && !(was && isDone(was));
    set({
      items: withNext(withRef(known, change.item), change.next),
      done: done + (isNew ? 1 : 0),
      times: isNew && sent.durationMs > 0 ? [...times, sent.durationMs] : times,
      isDrawnAnew,
    });
    const head = takeNext();
    if (head) {
      if (isReread) {
        lookAgain(head);
        set({ problem: 'Look at it again with the guidelines in mind.' });
      }
      return isReread ? undefined : head;
    }
    isReread = false;
    const isOnScreen = get().item?.ref === sent.ref;
    set({ failed: null });
    if (isOnScreen && phase === 'labeling') {
      await (isOther ? items.open('labeling') : items.goOn(change.next));
    }
    // Until the next item is there, a quick key would be about the one before.
    set({ saving: null });
    return undefined;
  };

  const fault = async (sent: Sent, error: unknown): Promise<Sent | undefined> => {
    const { batch } = get();
    const stale = batch && staleAnswer(error, sent.answer, batch.form);
    // Taken all the same, it goes against the answer that the person was shown now.
    const changed = toProblem(error).details.stale?.changed ?? [];
    if (stale) {
      const fields = changed.map(({ field }) => field);
      items.noteVersion(sent.ref, stale.version, fields);
    }
    set({ saving: null, stale, failed: sent });
    if (stale) {
      if (get().item?.ref !== sent.ref) lookAgain(sent);
      set({ problem: stale.words, notice: `${stale.words} Choose which one to keep.` });
      return undefined;
    }
    const { field } = toProblem(error).details;
    // An item that is nobody's of this page any more holds up none of the answers after it.
    if (statusOf(error) === 404 && field === 'ref' && get().item?.ref !== sent.ref) {
      set({ failed: null, notice: 'One answer was not needed any more.' });
      return takeNext();
    }
    // A person who has not read the guidelines reads them first; the answers wait, and are looked at again.
    if (field === 'stage') set({ failed: null, queued: [], item: null });
    if (field === 'guidelines') isReread = true;
    if (field === 'guidelines' || field === 'stage') await items.open('welcome');
    else items.fail(error);
    if (!mayPass(error)) return undefined;
    sendAgain(sent);
    const { problem } = get();
    const isWaiting = get().phase === 'labeling' && get().item?.ref === sent.ref;
    // An item that is put on screen says nothing of the trouble by itself.
    if (isWaiting && !isReread && items.showAhead()) set({ problem });
    return undefined;
  };

  /** Keeps an answer behind those that wait, in the place of one to the same item. */
  const queue = (sent: Sent) => {
    const { queued, problem } = get();
    const others = queued.filter(({ ref }) => ref !== sent.ref);
    if (others.length + 2 > mostUnsaved) {
      return set({ notice: 'Ten answers are waiting for the connection. Go on once they are saved.' });
    }
    items.drafts.cancel(sent.ref);
    set({ queued: [...others, sent], notice: 'Kept until the connection is back.' });
    if (items.showAhead()) set({ problem });
  };

  const submit = async (answer: LabelAnswer) => {
    const { item, failed, filled, stale } = get();
    if (!item || !items.mayTake()) return;
    const isSame = failed?.ref === item.ref && JSON.stringify(failed.answer) === JSON.stringify(answer);
    const clientKey = isSame ? failed.clientKey : newKey();
    const { ref, version } = item;
    const givenAt = isSame ? failed.givenAt : Date.now();
    const sent = { ref, answer, clientKey, durationMs: clock.elapsedMs(), version, givenAt, item, filled };
    if (failed && failed.ref !== ref && !stale) return queue(sent);
    await send(sent);
  };

  /** Lets the answer of the other window hold, and goes on with those that wait. */
  const keepStored = async () => {
    const { failed } = get();
    set({ failed: null, retryMs: null, stale: null, problem: '' });
    const head = takeNext();
    if (head) await send(head);
    else if (failed) await items.show(failed.ref);
  };

  /** Has what waits looked at again before it goes: the guidelines were changed. */
  const reread = () => {
    if (get().failed === null) return;
    clearTimeout(again);
    isReread = true;
    set({ retryMs: null });
  };

  return { send, submit, keepStored, reread };
}

/** Fills the questions of the item on screen, and keeps what is filled in as a draft. */
function createFilling(
  { api, newKey }: VisitParts,
  { getState: get, setState: set }: Store,
  { drafts, takeModes, mayTake }: VisitItems,
  submit: (answer: LabelAnswer) => Promise<void>,
) {
  const keep = (filled: FormState) => {
    const { item } = get();
    if (!item) return;
    set({ filled, draft: 'unsaved', untaken: null });
    drafts.schedule(item.ref, draftOf(filled));
  };

  const send = () => {
    const { batch, filled } = get();
    if (!batch) return;
    const made = completed(batch, filled);
    if ('answer' in made) void submit(made.answer);
    else set({ filled: made.form, notice: made.problem });
  };

  const form: ItemActions['form'] = {
    give(question, text) {
      const { batch, filled } = get();
      if (!batch || !mayTake()) return;
      const { form: chosen, next } = withChoice(batch, filled, question, text);
      if (filled.questions.length === 1) {
        set({ filled: chosen });
        return send();
      }
      keep(chosen);
      if (next === 'send') send();
      else if (next === 'wait') set({ notice: waitingWords });
    },
    write: (question, text) => keep(withText(get().filled, question, text)),
    choose(active) {
      const { filled } = get();
      if (filled.active !== active) set({ filled: { ...filled, active } });
    },
    send,
    async make(name) {
      const { id, failures } = await api.failures.make({ name, clientKey: newKey() });
      takeModes(failures);
      return { id, list: failures.list };
    },
  };
  return { form, keep };
}
