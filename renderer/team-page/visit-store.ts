import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Crowd, ValidationStep, ValidationView, VisitEvent } from '../../shared/contract/index.ts';
import { toProblem } from '../api/to-problem.ts';
import { announcement } from '../screens/validation/verdict-words.ts';
import { randomKey } from './random-key.ts';
import { createAnswering } from './visit-answers.ts';
import type { VisitApi } from './visit-api.ts';
import {
  createItems,
  outState,
  problemOf,
  statusOf,
  type VisitItems,
  type VisitParts,
} from './visit-items.ts';
import { startState, type VisitState } from './visit-state.ts';

export type VisitStore = ReturnType<typeof createVisit>;

/** The visit of an annotator: entering by a link, and answering one item after the other, each until it is on disk. */
export function createVisit({
  newKey = randomKey,
  handIn = null,
  ...given
}: Omit<VisitParts, 'newKey'> & Partial<Pick<VisitParts, 'newKey'>> & { handIn?: HandIn | null }) {
  const parts = { ...given, newKey };
  const store = createStore<VisitState>(() => startState);
  const items = createItems(parts, store);
  const answering = createAnswering(parts, store, items);
  return {
    store,
    isOfCrowd: given.crowd !== undefined,
    handIn,
    announce: (notice: string) => store.setState({ notice }),
    ...answering,
    ...createValidating(parts, store, items),
    ...createMessages(parts, store, items, answering),
    ...createComing(parts, store, items),
    picture: items.picture,
    lookAgain: () => items.open('labeling'),
    /** Stores what is half written. */
    keepDraft: () => items.drafts.flush(),
  };
}

/** Where a platform takes work that is done, and its id of it. */
interface HandIn {
  readonly url: string;
  readonly assignment: string;
}

/** What the lead and this annotator tell each other. */
function createMessages(
  { api }: VisitParts,
  { getState: get, setState: set }: StoreApi<VisitState>,
  items: VisitItems,
  { resend, reread }: Pick<ReturnType<typeof createAnswering>, 'resend' | 'reread'>,
) {
  /** Opens what was written, and says that it is read. */
  const openMessages = async () => {
    try {
      const messages = await api.visit.messages({});
      set({ messages, unread: 0, problem: '' });
      const newest = messages.findLast(({ byLead }) => byLead);
      if (newest && !newest.isRead) await api.visit.seen({ messageId: newest.id });
    } catch (error) {
      items.fail(error);
    }
  };

  return {
    openMessages,
    closeMessages: () => set({ messages: null }),
    /** Writes to the lead, about an item where one is named. @returns whether it is kept */
    async say(text: string, ref: string | null, clientKey: string): Promise<boolean> {
      try {
        await api.visit.say({
          text,
          about: ref === null ? null : { batch: items.batchRef(), ref },
          clientKey,
        });
        await openMessages();
        return true;
      } catch (error) {
        items.fail(error);
        return false;
      }
    },
    /** What the lead did meanwhile. An answer that is half written stays as a draft. */
    async hear({ type }: VisitEvent) {
      const { phase, messages, unread } = get();
      if (phase === 'link' || phase === 'out' || phase === 'left' || phase === 'leaving') return;
      // The page is told again: the connection is back.
      if (type === 'hello') await resend();
      else if (type === 'work' && phase === 'done') await items.open('labeling');
      else if (type === 'out') set(outState);
      else if (type === 'message' && messages !== null) await openMessages();
      else if (type === 'message') set({ unread: unread + 1, notice: 'The lead has written to you.' });
      else if (type === 'guidelines') {
        reread();
        await items.drafts.flush();
        await items.open('welcome');
      }
    },
  };
}

/** Coming by a link, reading what is asked first, and leaving. */
function createComing(parts: VisitParts, store: StoreApi<VisitState>, items: VisitItems) {
  const { api, token } = parts;
  const { getState: get, setState: set } = store;
  return {
    /** Looks who is there: whoever brings a link that was not used is asked first, so that nothing that only looks uses it up. */
    async begin() {
      if (token !== '') return set({ phase: 'link' });
      return items.open('labeling');
    },
    enter: () => enter(parts, store, items),
    /** Agrees to what is asked first. */
    async agree() {
      const { batch } = get();
      if (!batch?.consent) return;
      try {
        await api.visit.agree({ version: batch.consent.version });
        await items.open('welcome');
      } catch (error) {
        if (toProblem(error).details.field === 'consent') await items.open('welcome');
        else items.fail(error);
      }
    },
    sayName: (name: string) => set({ name }),
    /** Says that the guidelines on screen are read, and goes on where the page was. */
    async startLabeling() {
      const { batch, failed } = get();
      if (!batch) return;
      try {
        if (batch.mustRead) await api.visit.read({ version: batch.guidelinesVersion });
        set({ batch: { ...batch, mustRead: false } });
        if (failed) {
          const { item, filled } = failed;
          const problem = 'Look at it again with the guidelines in mind.';
          set({ phase: 'labeling', item, filled, problem });
        } else await items.goOn(batch.next);
      } catch (error) {
        if (toProblem(error).details.field === 'guidelines') await items.open('welcome');
        else items.fail(error);
      }
    },
    /** Asks whether to leave; what is half written is kept. */
    async askToLeave() {
      await items.drafts.flush();
      set({ phase: 'leaving', messages: null, validation: null });
    },
    /** Goes for now: the browser stays signed in, and the same link leads back. */
    leaveForNow: () => set({ phase: 'left' }),
    /** Signs this browser out for good. */
    async leave() {
      await items.drafts.flush();
      await api.visit.leave({}).catch(() => {});
      set({
        ...startState,
        phase: 'out',
        problem: 'This browser no longer has access. Ask for another link.',
      });
    },
  };
}

/** Uses the link up. Where that was done before, this browser may be let in all the same. */
async function enter(
  { api, token, crowd: sent, forgetToken, enterKey }: VisitParts,
  { getState: get, setState: set }: StoreApi<VisitState>,
  items: VisitItems,
): Promise<void> {
  set({ problem: '' });
  const { id = '', ...crowd } = sent ?? {};
  const name = get().name?.trim() || id;
  try {
    await api.visit.enter({
      token,
      ...(enterKey !== undefined && { clientKey: enterKey }),
      ...(name !== '' && { name }),
      ...(sent && name === id && { crowd: crowd as Crowd }),
    });
    forgetToken();
    await items.open('welcome');
  } catch (error) {
    if (toProblem(error).details.field === 'name') {
      return set({ name, problem: name === '' ? '' : problemOf(error) });
    }
    if (statusOf(error) !== 409 && statusOf(error) !== 404) return items.fail(error);
    const known = await api.label.open({}).catch(() => null);
    if (known === null) return set({ phase: 'out', problem: problemOf(error) });
    forgetToken();
    await items.open('labeling');
  }
}

type ValidationGiven = Parameters<VisitApi['validation']['read']>[0];

/** Validating the answers of a conversation, step by step. */
function createValidating(
  { api, clock, newKey }: VisitParts,
  { getState: get, setState: set }: StoreApi<VisitState>,
  { fail }: VisitItems,
) {
  let isValidating = false;

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
      const { ref } = validation.view;
      const view = await act({ ref, clientKey: newKey(), durationMs: clock.elapsedMs() });
      set({ validation: { ...validation, view }, problem: '', notice: announcement(view) });
      clock.restart();
      if (view.phase === 'done') await openValidation();
    } catch (error) {
      fail(error);
    } finally {
      isValidating = false;
    }
  };

  return {
    openValidation,
    closeValidation: () => set({ validation: null }),
    readPassage: () => validate((given) => api.validation.read(given)),
    stepOf: (step: ValidationStep) =>
      validate((given) =>
        api.validation.answer({ ...given, step, turn: get().validation?.view?.current?.turn ?? 0 }),
      ),
    stepBack: () => validate((given) => api.validation.undo(given)),
  };
}
