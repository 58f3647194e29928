import { useEffect, useMemo, useRef, useState } from 'react';
import type { LabelAnswer } from '../../shared/contract/index.ts';
import { createActivityClock, followActivity } from '../label-form/activity-clock.ts';
import { completed, type FormState, withChoice, withSpan, withText } from '../label-form/form-state.ts';
import type { FormActions } from '../label-form/question-form.tsx';
import type { PageBatch } from './handed-batch.ts';
import { type KeptAnswers, keptFrom, returnedFile, storeKey } from './kept-answers.ts';
import { begunAs, movedBy, openedPage, type PageState, withFilled, withGiven } from './page-state.ts';

function keptInBrowser(batch: PageBatch): KeptAnswers {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  const copyId = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(storeKey(batch));
  } catch {
    // A browser that keeps nothing is told from what cannot be written.
  }
  return keptFrom(batch, stored, copyId);
}

function write(batch: PageBatch, kept: KeptAnswers): boolean {
  try {
    localStorage.setItem(storeKey(batch), JSON.stringify(kept));
    return true;
  } catch {
    return false;
  }
}

function download({ name, text }: ReturnType<typeof returnedFile>): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** A page at work: its state, what can be done, and whether the browser keeps it. */
export function usePage(batch: PageBatch) {
  const [state, setState] = useState<PageState>(() => openedPage(batch, keptInBrowser(batch)));
  const [canStore, setCanStore] = useState(true);
  const [clock] = useState(() => createActivityClock());
  const latest = useRef(state);
  const change = useMemo(
    () => (next: PageState) => {
      const { kept, place } = latest.current;
      if (next.kept !== kept) setCanStore(write(batch, next.kept));
      if (next.place !== place) clock.restart();
      latest.current = next;
      setState(next);
    },
    [batch, clock],
  );
  useEffect(() => followActivity(clock), [clock]);
  useEffect(() => {
    const onUnload = (event: BeforeUnloadEvent) => {
      if (latest.current.isUnsaved && !canStore) event.preventDefault();
    };
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [canStore]);
  const actions = useMemo(
    () => pageActions(batch, () => latest.current, change, clock),
    [batch, change, clock],
  );
  return { state, canStore, actions };
}

type Clock = ReturnType<typeof createActivityClock>;

export type PageActions = ReturnType<typeof pageActions>;

function pageActions(
  batch: PageBatch,
  get: () => PageState,
  change: (next: PageState) => void,
  clock: Clock,
) {
  const asked = batch.content;
  const fill = (filled: FormState) => change(withFilled(batch, get(), filled));
  const answer = (given: LabelAnswer) => {
    const facts = { durationMs: clock.elapsedMs(), at: new Date().toISOString() };
    change(withGiven(batch, get(), given, facts));
  };
  const send = (filled: FormState) => {
    const made = completed(asked, filled);
    if ('answer' in made) answer(made.answer);
    else fill(made.form);
  };
  const form: Omit<FormActions, 'pick'> = {
    give(question, text) {
      const { form: filled, next } = withChoice(asked, get().filled, question, text);
      if (next === 'send') send(filled);
      else fill(filled);
    },
    write: (question, text) => fill(withText(get().filled, question, text)),
    choose: (active) => get().filled.active !== active && fill({ ...get().filled, active }),
    send: () => send(get().filled),
  };
  return {
    form,
    takeSpan: (span: Parameters<typeof withSpan>[1]) => fill(withSpan(get().filled, span) ?? get().filled),
    /** Passes the item over. */
    skip: (reason: string) => answer({ kind: 'skip', reason }),
    move: (step: 1 | -1) => change(movedBy(batch, get(), step)),
    begin(name?: string) {
      clock.restart();
      change(begunAs(get(), name));
    },
    save() {
      const file = returnedFile(batch, get().kept);
      download(file);
      change({ ...get(), isUnsaved: false, savedAs: file.name });
    },
  };
}
