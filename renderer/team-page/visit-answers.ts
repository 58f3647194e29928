import type { StoreApi } from 'zustand/vanilla';
import type { LabelAnswer } from '../../shared/contract/index.ts';
import { toProblem } from '../api/to-problem.ts';
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
import { statusOf, type VisitItems, type VisitParts } from './visit-items.ts';
import { isDone, type Sent, type VisitState, withRef } from './visit-state.ts';

type Store = StoreApi<VisitState>;

/** Answering: one item after the other, each answer until it is on disk. */
export function createAnswering(parts: VisitParts, store: Store, items: VisitItems) {
  const { getState: get, setState: set } = store;
  const { send, submit } = createSender(parts, store, items);
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
    move(step) {
      const { items: known, item, saving, failed } = get();
      if (saving || failed) return;
      const place = item ? known.findIndex(({ ref }) => ref === item.ref) : known.length;
      const to = known[place + step];
      if (to) void items.show(to.ref);
      else if (step === 1) void parts.api.label.open({}).then(({ next }) => items.goOn(next), items.fail);
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
    },
    chooseDraft: items.chooseDraft,
    /** Lets the answer of the other window hold. */
    async keepStored() {
      const { failed } = get();
      set({ failed: null, retryMs: null, stale: null, problem: '' });
      if (failed) await items.show(failed.ref);
    },
  };
}

/** How long the page waits before it sends an answer again, by how often it has tried: twice as long each time, up to half a minute. */
export const retryAfterMs = (tries: number): number => Math.min(30_000, 1000 * 2 ** (tries - 1));

/** Whether a fault may pass by itself: no answer came, or the server is busy or away. */
const mayPass = (error: unknown): boolean => {
  const status = statusOf(error);
  return status === undefined || status === 429 || (typeof status === 'number' && status >= 500);
};

/** Sends one answer; the same answer goes again with the same key, by itself where the fault may pass. */
function createSender({ api, clock, newKey }: VisitParts, store: Store, items: VisitItems) {
  const { getState: get, setState: set } = store;
  let tries = 0;
  let again: ReturnType<typeof setTimeout> | undefined;

  const sendAgain = (sent: Sent) => {
    tries += 1;
    const retryMs = retryAfterMs(tries);
    set({ retryMs });
    again = setTimeout(() => {
      const { failed, saving } = get();
      if (failed?.clientKey === sent.clientKey && !saving) void send(sent);
    }, retryMs);
  };

  const send = async (sent: Sent): Promise<void> => {
    clearTimeout(again);
    set({ saving: sent, failed: null, retryMs: null, stale: null, staleDraft: null, problem: '' });
    items.drafts.cancel(sent.ref);
    try {
      await items.drafts.flush();
      // Drafts of this window were kept meanwhile.
      const version = items.versions.get(sent.ref) ?? sent.version;
      const change = await api.label.submit({ batch: items.batchRef(), ...sent, version });
      const { items: known, done } = get();
      const was = known.find(({ ref }) => ref === sent.ref);
      const isNew = isDone(change.item) && !(was && isDone(was));
      tries = 0;
      set({
        items: withNext(withRef(known, change.item), change.next),
        done: done + (isNew ? 1 : 0),
        times: isNew && sent.durationMs > 0 ? [...get().times, sent.durationMs] : get().times,
      });
      await items.goOn(change.next);
      // Until the next item is there, a quick key would be about the one before.
      set({ saving: null });
    } catch (error) {
      const { batch } = get();
      const stale = batch && staleAnswer(error, sent.answer, batch.form);
      // Taken all the same, it goes against the answer that the person was shown now.
      const changed = toProblem(error).details.stale?.changed ?? [];
      if (stale)
        items.noteVersion(
          sent.ref,
          stale.version,
          changed.map(({ field }) => field),
        );
      set({ saving: null, stale, failed: sent });
      if (stale) return set({ problem: stale.words, notice: `${stale.words} Choose which one to keep.` });
      // Whoever has not read the guidelines reads them first; the answer waits.
      const { field } = toProblem(error).details;
      if (field === 'stage') set({ failed: null, item: null });
      if (field === 'guidelines' || field === 'stage') await items.open('welcome');
      else items.fail(error);
      if (mayPass(error)) sendAgain(sent);
    }
  };

  const submit = async (answer: LabelAnswer) => {
    const { item, saving, failed } = get();
    if (!item || saving) return;
    const isSame = failed?.ref === item.ref && JSON.stringify(failed.answer) === JSON.stringify(answer);
    const clientKey = isSame ? failed.clientKey : newKey();
    const { ref, version } = item;
    await send({ ref, answer, clientKey, durationMs: clock.elapsedMs(), version });
  };

  return { send, submit };
}

/** Fills the questions of the item on screen, and keeps what is filled in as a draft. */
function createFilling(
  { api, newKey }: VisitParts,
  { getState: get, setState: set }: Store,
  { drafts, takeModes }: VisitItems,
  submit: (answer: LabelAnswer) => Promise<void>,
) {
  const keep = (filled: FormState) => {
    const { item } = get();
    if (!item) return;
    set({ filled, draft: 'unsaved' });
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
      const { batch, filled, saving } = get();
      if (!batch || saving) return;
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
