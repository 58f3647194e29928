import { createStore } from 'zustand/vanilla';
import type {
  LabelAnswer,
  LabelItem,
  Span,
  ValidationStep,
  ValidationView,
  VisitBatch,
  VisitEvent,
} from '../../shared/contract/index.ts';
import { toProblem } from '../api/to-problem.ts';
import type { ActivityClock } from '../label-form/activity-clock.ts';
import { createDraftSaver } from '../label-form/draft-saver.ts';
import {
  completed,
  draftOf,
  emptyForm,
  type FormState,
  formOf,
  waitingWords,
  withChoice,
  withSpan,
  withText,
} from '../label-form/form-state.ts';
import type { ItemActions } from '../label-form/item-page.tsx';
import { standardReasons, withReason } from '../label-form/skip-reasons.ts';
import { withNext } from '../screens/label/label-queue.ts';
import { announcement } from '../screens/validation/verdict-words.ts';
import type { VisitApi } from './visit-api.ts';
import { isDone, type Sent, type VisitState, withRef } from './visit-state.ts';

interface VisitParts {
  api: VisitApi;
  clock: ActivityClock;
  /** What the address carries after its `#`; empty where it carries nothing. */
  token: string;
  /** What a crowd platform calls whoever it sends; empty where none did. */
  crowdId?: string;
  /** Takes the token out of the address, so that it is neither bookmarked nor sent on. */
  forgetToken: () => void;
  newKey?: () => string;
}

type ValidationGiven = Parameters<VisitApi['validation']['read']>[0];

const start: VisitState = {
  phase: 'opening',
  batch: null,
  items: [],
  done: 0,
  item: null,
  filled: emptyForm,
  draft: 'none',
  saving: null,
  failed: null,
  problem: '',
  name: null,
  messages: null,
  unread: 0,
  validation: null,
  reasons: standardReasons,
  notice: '',
};

export type VisitStore = ReturnType<typeof createVisit>;

const statusOf = (error: unknown): unknown => (error as { status?: unknown } | null)?.status;

/** What went wrong, and its mend. A fault of the network has no words of its own that would help. */
function problemOf(error: unknown): string {
  if (statusOf(error) === undefined) return 'The connection is gone. It may be back in a moment.';
  if (statusOf(error) === 429) return 'That was too much at once. Wait a minute, then try again.';
  const { message, details } = toProblem(error);
  return [message, details.mend].filter(Boolean).join(' ');
}

const outWords = 'This browser is not let in. Open the link that you were sent, or ask for another one.';

/** The visit of an annotator: entering by a link, and answering one item after the other, each until it is on disk. */
/** Whether nothing more is asked of this annotator. */
const isOver = ({ stage }: VisitBatch) => stage === 'failed' || stage === 'ended';
/** Whether something has to be read before the items. */
const isAskedFirst = ({ stage, mustRead, attempt, done }: VisitBatch) =>
  stage === 'consent' || mustRead || (attempt === 2 && done === 0);

export function createVisit({
  api,
  clock,
  token,
  crowdId = '',
  forgetToken,
  newKey = () => crypto.randomUUID(),
}: VisitParts) {
  const store = createStore<VisitState>(() => start);
  const { getState: get, setState: set } = store;
  const batchRef = () => get().batch?.batch ?? '';
  const drafts = createDraftSaver(
    (ref, draft) => api.label.draft({ batch: batchRef(), ref, draft }),
    (ref, outcome) => {
      if (get().item?.ref === ref) set({ draft: outcome });
    },
  );
  let looks = 0;
  let isValidating = false;

  /** Tells what failed; whoever is no longer let in is told so, and keeps nothing on screen. */
  const fail = (error: unknown) => {
    if (statusOf(error) === 401) set({ ...start, phase: 'out', problem: outWords });
    else set({ problem: problemOf(error) });
  };

  const open = async (phase: 'welcome' | 'labeling') => {
    try {
      const batch = await api.label.open({});
      set({
        batch,
        items: withNext(batch.items, batch.next),
        done: batch.done,
        unread: batch.unread,
        problem: '',
        phase,
      });
      if (isOver(batch)) set({ phase: 'done', item: null });
      else if (isAskedFirst(batch)) set({ phase: 'welcome' });
      else if (phase === 'labeling' && batch.next !== null) await show(batch.next);
      else if (phase === 'labeling') set({ phase: 'done', item: null, filled: emptyForm });
    } catch (error) {
      fail(error);
    }
  };

  /** Opens what was written, and says that it is read. */
  const openMessages = async () => {
    try {
      const messages = await api.visit.messages({});
      set({ messages, unread: 0, problem: '' });
      const newest = messages.findLast(({ byLead }) => byLead);
      if (newest && !newest.isRead) await api.visit.seen({ messageId: newest.id });
    } catch (error) {
      fail(error);
    }
  };

  const openValidation = async () => {
    try {
      const { conversation, open } = await api.validation.next({});
      set({ validation: { view: conversation, open }, problem: '' });
      clock.restart();
    } catch (error) {
      fail(error);
    }
  };

  /** One thing that a validator does, stored before the next one is asked. */
  const validate = async (act: (given: ValidationGiven) => Promise<ValidationView>) => {
    const { validation } = get();
    if (!validation?.view || isValidating) return;
    isValidating = true;
    try {
      const view = await act({
        ref: validation.view.ref,
        clientKey: newKey(),
        durationMs: clock.elapsedMs(),
      });
      set({ validation: { ...validation, view }, problem: '', notice: announcement(view) });
      clock.restart();
      if (view.phase === 'done') await openValidation();
    } catch (error) {
      fail(error);
    } finally {
      isValidating = false;
    }
  };

  const put = (item: LabelItem) => {
    const { batch } = get();
    if (!batch) return;
    const filled = formOf(batch, item, { answer: item.current, draft: item.draft });
    set({ phase: 'labeling', item, filled, draft: 'none', problem: '' });
    clock.restart();
  };

  const show = async (ref: string) => {
    looks += 1;
    const look = looks;
    try {
      await drafts.flush();
      const item = await api.label.item({ batch: batchRef(), ref });
      if (look === looks) put(item);
    } catch (error) {
      if (look === looks) fail(error);
    }
  };

  const goOn = async (next: string | null) => {
    if (next !== null) return show(next);
    looks += 1;
    set({ phase: 'done', item: null, filled: emptyForm });
    // What comes after the last item: another try, a code, or items that came meanwhile.
    await open('labeling');
  };

  const send = async (sent: Sent) => {
    set({ saving: sent, failed: null, problem: '' });
    drafts.cancel(sent.ref);
    try {
      await drafts.flush();
      const change = await api.label.submit({ batch: batchRef(), ...sent });
      const { items, done } = get();
      const was = items.find(({ ref }) => ref === sent.ref);
      const isNew = isDone(change.item) && !(was && isDone(was));
      set({
        items: withNext(withRef(items, change.item), change.next),
        done: done + (isNew ? 1 : 0),
      });
      await goOn(change.next);
      // Until the next item is there, a quick key would be about the one before.
      set({ saving: null });
    } catch (error) {
      set({ saving: null, failed: sent });
      // Whoever has not read the guidelines reads them first; the answer waits.
      const { field } = toProblem(error).details;
      if (field === 'stage') set({ failed: null, item: null });
      if (field === 'guidelines' || field === 'stage') await open('welcome');
      else fail(error);
    }
  };

  const submit = async (answer: LabelAnswer) => {
    const { item, saving, failed } = get();
    if (!item || saving) return;
    const isSame = failed?.ref === item.ref && JSON.stringify(failed.answer) === JSON.stringify(answer);
    const clientKey = isSame ? failed.clientKey : newKey();
    await send({ ref: item.ref, answer, clientKey, durationMs: clock.elapsedMs() });
  };

  const keep = (filled: FormState) => {
    const { item } = get();
    if (!item) return;
    set({ filled, draft: 'unsaved' });
    drafts.schedule(item.ref, draftOf(filled));
  };

  const sendForm = () => {
    const { batch, filled } = get();
    if (!batch) return;
    const made = completed(batch, filled);
    if ('answer' in made) void submit(made.answer);
    else set({ filled: made.form, notice: made.problem });
  };

  const actions: ItemActions = {
    form: {
      give(question, text) {
        const { batch, filled, saving } = get();
        if (!batch || saving) return;
        const { form, next } = withChoice(batch, filled, question, text);
        if (filled.questions.length === 1) {
          set({ filled: form });
          return sendForm();
        }
        keep(form);
        if (next === 'send') sendForm();
        else if (next === 'wait') set({ notice: waitingWords });
      },
      write: (question, text) => keep(withText(get().filled, question, text)),
      choose(active) {
        const { filled } = get();
        if (filled.active !== active) set({ filled: { ...filled, active } });
      },
      send: sendForm,
    },
    takeSpan(span: Span) {
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
      const { items, item, saving, failed } = get();
      if (saving || failed) return;
      const place = item ? items.findIndex(({ ref }) => ref === item.ref) : items.length;
      const to = items[place + step];
      if (to) void show(to.ref);
      else if (step === 1) void api.label.open({}).then(({ next }) => goOn(next), fail);
    },
  };

  return {
    store,
    actions,
    announce: (notice: string) => set({ notice }),
    openValidation,
    closeValidation: () => set({ validation: null }),
    readPassage: () => validate((given) => api.validation.read(given)),
    stepOf: (step: ValidationStep) =>
      validate((given) =>
        api.validation.answer({ ...given, step, turn: get().validation?.view?.current?.turn ?? 0 }),
      ),
    stepBack: () => validate((given) => api.validation.undo(given)),
    openMessages,
    closeMessages: () => set({ messages: null }),
    /** Writes to the lead, about an item where one is named. @returns whether it is kept */
    async say(text: string, ref: string | null, clientKey: string): Promise<boolean> {
      try {
        await api.visit.say({ text, about: ref === null ? null : { batch: batchRef(), ref }, clientKey });
        await openMessages();
        return true;
      } catch (error) {
        fail(error);
        return false;
      }
    },
    /** What the lead did meanwhile. An answer that is half written stays as a draft. */
    async hear({ type }: VisitEvent) {
      const { phase, messages, unread } = get();
      if (phase === 'link' || phase === 'out') return;
      if (type === 'out') set({ ...start, phase: 'out', problem: outWords });
      else if (type === 'message' && messages !== null) await openMessages();
      else if (type === 'message') set({ unread: unread + 1, notice: 'The lead has written to you.' });
      else if (type === 'guidelines') {
        await drafts.flush();
        await open('welcome');
      }
    },
    /** Looks who is there: whoever brings a link that was not used is asked first, so that nothing that only looks uses it up. */
    async begin() {
      if (token !== '') return set({ phase: 'link' });
      return open('labeling');
    },
    /** Uses the link up. Where that was done before, this browser may be let in all the same. */
    async enter() {
      set({ problem: '' });
      const name = get().name?.trim() || crowdId;
      try {
        await api.visit.enter({ token, ...(name !== '' && { name }) });
        forgetToken();
        await open('welcome');
      } catch (error) {
        if (toProblem(error).details.field === 'name') {
          return set({ name, problem: name === '' ? '' : problemOf(error) });
        }
        if (statusOf(error) !== 409 && statusOf(error) !== 404) return fail(error);
        const known = await api.label.open({}).catch(() => null);
        if (known === null) return set({ phase: 'out', problem: problemOf(error) });
        forgetToken();
        await open('labeling');
      }
    },
    /** Agrees to what is asked first. */
    async agree() {
      const { batch } = get();
      if (!batch?.consent) return;
      try {
        await api.visit.agree({ version: batch.consent.version });
        await open('welcome');
      } catch (error) {
        if (toProblem(error).details.field === 'consent') await open('welcome');
        else fail(error);
      }
    },
    sayName: (name: string) => set({ name }),
    /** Says that the guidelines on screen are read, and goes on where the page was. */
    async startLabeling() {
      const { batch, item, failed } = get();
      if (!batch) return;
      try {
        if (batch.mustRead) await api.visit.read({ version: batch.guidelinesVersion });
        set({ batch: { ...batch, mustRead: false } });
        if (failed && item)
          set({ phase: 'labeling', problem: 'Look at it again with the guidelines in mind.' });
        else await goOn(batch.next);
      } catch (error) {
        if (toProblem(error).details.field === 'guidelines') await open('welcome');
        else fail(error);
      }
    },
    lookAgain: () => open('labeling'),
    async retry() {
      const { failed, saving } = get();
      if (failed && !saving) await send(failed);
      else if (!failed) await open('labeling');
    },
    async leave() {
      await drafts.flush();
      await api.visit.leave({}).catch(() => {});
      set({ ...start, phase: 'out', problem: 'This browser has left. Ask for another link to come back.' });
    },
  };
}
