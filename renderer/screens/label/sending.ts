import type { LabelAnswer, LabelChange, LabelForm, Span } from '../../../shared/contract/index.ts';
import { toProblem } from '../../api/to-problem.ts';
import {
  completed,
  draftOf,
  type FormState,
  waitingWords,
  withChoice,
  withSpan,
  withText,
} from '../../label-form/form-state.ts';
import { staleAnswer } from '../../label-form/stale-answer.ts';
import { answerWords } from '../../label-form/words.ts';
import type { Submission } from './label-state.ts';
import type { LabelingSession, LabelStoreParts, StateAccess } from './labeling-session.ts';

/** Answering: filling the questions of an item, and sending them until they are on disk. */
export interface Sending {
  submit(answer: LabelAnswer): Promise<void>;
  /** Sends what the questions hold, or goes to the first that needs an answer. */
  submitForm(): Promise<void>;
  /**
   * Answers one question by one key. A single one is sent at once; several parts of the measure once all are there;
   * a form with further questions when it is told to.
   */
  give(question: number, text: string): Promise<void>;
  /** Takes a span of the passage as the answer to the question that is due. */
  takeSpan(span: Span): void;
  write(question: number, text: string): void;
  choose(question: number): void;
  /** Sends a failed answer again, with the same key. */
  retry(): Promise<void>;
  /** Gives a failed answer up; what another window stored meanwhile is shown. */
  discardFailed(): void;
  /** Saves what is written but not saved yet. */
  flush(): Promise<void>;
}

export function createSending(
  parts: LabelStoreParts,
  access: StateAccess,
  labelingSession: LabelingSession,
  reopen: () => Promise<void>,
): Sending {
  const { get, set } = access;
  const { drafts, announce } = labelingSession;
  const sender = createSender(parts, access, labelingSession, reopen);

  const submitForm = async () => {
    const { batch, filled } = get();
    if (!batch) return;
    const made = completed(batch, filled);
    if ('answer' in made) {
      set({ filled: { ...filled, lacking: null } });
      return sender.submit(made.answer);
    }
    set({ filled: made.form });
    announce(made.problem);
  };

  /** Shows what is filled in, and keeps it as a draft. */
  const keep = (filled: FormState) => {
    const { item } = get();
    if (!item) return;
    set({ filled, draft: 'unsaved', untaken: null });
    drafts.schedule(item.ref, draftOf(filled));
  };

  return {
    ...sender,
    submitForm,
    write: (question, text) => keep(withText(get().filled, question, text)),
    async give(question, text) {
      if (labelingSession.isActing() && !(await labelingSession.settled())) return;
      const { batch, item, filled } = get();
      if (!batch || !item || !labelingSession.mayTake()) return;
      const { form, next } = withChoice(batch, filled, question, text);
      if (filled.questions.length === 1) {
        const made = completed(batch, form);
        if ('answer' in made) await sender.submit(made.answer);
        return;
      }
      keep(form);
      if (next === 'send') await submitForm();
      else if (next === 'wait') announce(waitingWords);
    },
    takeSpan(span) {
      const filled = withSpan(get().filled, span);
      if (!filled) return;
      keep(filled);
      announce(`Taken from the passage: ${span.text}`);
    },
    choose(question) {
      const { filled } = get();
      if (filled.active !== question) set({ filled: { ...filled, active: question } });
    },
    discardFailed() {
      const { failed, item } = get();
      set({ failed: null });
      if (failed && failed.ref === item?.ref && isStale(failed.error)) void labelingSession.show(failed.ref);
    },
    flush: () => drafts.flush(),
  };
}

/** Sends one answer until it is on disk; the same answer goes again with the same key. */
function createSender(
  parts: LabelStoreParts,
  { get, set }: StateAccess,
  labelingSession: LabelingSession,
  reopen: () => Promise<void>,
) {
  const { api, clock, preferences } = parts;
  const newKey = parts.newKey ?? (() => crypto.randomUUID());
  const { drafts, announce } = labelingSession;
  const send = (submission: Submission): Promise<void> => labelingSession.sending(untilSaved(submission));

  /** Shows that an answer is on disk, and goes on where it is the first one. */
  const wasSaved = async (
    { ref, answer, durationMs }: Submission,
    change: LabelChange,
    { form, autoAdvance }: { form: LabelForm; autoAdvance: boolean },
  ) => {
    labelingSession.given.set(ref, answer);
    labelingSession.noteVersion(ref, change.version, ['answer', 'draft']);
    labelingSession.apply(change);
    const { item, durationsMs } = get();
    const shown = item?.ref === ref ? item : null;
    const isFirst = shown?.current == null;
    set({
      ...(isFirst ? { durationsMs: [...durationsMs, durationMs] } : {}),
      ...(shown
        ? {
            item: { ...shown, current: answer, draft: null, version: change.version ?? shown.version },
            takenBack: null,
            draft: 'none',
          }
        : {}),
    });
    if (change.isDrawnOut) {
      announce('Your answer is saved. A new sample was drawn meanwhile: these are its items.');
    }
    if (change.isDrawnOut || change.ref !== ref) return reopen();
    announce(`Item ${labelingSession.place(ref)} saved: ${answerWords(answer, form)}.`);
    if (isFirst && autoAdvance) await labelingSession.advance();
  };

  /** Keeps an answer that could not be stored, with what is to be done about it. */
  const wasRefused = (submission: Submission, error: unknown, form: LabelForm) => {
    const { ref, answer } = submission;
    // Taken all the same, it goes against the answer that the person was shown now.
    const { stale: found } = toProblem(error).details;
    const fields = found?.changed.map(({ field }) => field) ?? [];
    labelingSession.noteVersion(ref, found?.version, fields);
    set({ failed: { ...submission, error } });
    const { item, filled } = get();
    const isWritten = filled.questions.length > 1 || answer.kind === 'answer';
    const stale = staleAnswer(error, answer, form);
    const keepsDraft = item?.ref === ref && isWritten && answer.kind !== 'skip' && !stale;
    if (keepsDraft) drafts.schedule(ref, draftOf(filled));
    announce(
      stale ? `${stale.words} Choose which one to keep.` : 'Not saved. Your answer is still here; try again.',
    );
  };

  const untilSaved = async (submission: Submission) => {
    const { batch } = get();
    if (!batch) return;
    set({ saving: submission, failed: null, untaken: null });
    drafts.cancel(submission.ref);
    await drafts.flush();
    const { ref, answer, clientKey, durationMs } = submission;
    // Drafts of this window were kept meanwhile.
    const version = labelingSession.versions.get(ref) ?? submission.version;
    const { estimateVisible, autoAdvance } = preferences();
    try {
      const sent = { batch: batch.batch, ref, answer, durationMs, clientKey, estimateVisible, version };
      const change = await api.label.submit(sent);
      await wasSaved(submission, change, { form: batch.form, autoAdvance });
    } catch (error) {
      wasRefused({ ...submission, version }, error, batch.form);
    } finally {
      set({ saving: null });
    }
  };

  const submit = async (answer: LabelAnswer) => {
    if (labelingSession.isActing() && !(await labelingSession.settled())) return;
    const { item, failed } = get();
    if (!item || !labelingSession.mayTake()) return;
    const isSame = failed?.ref === item.ref && JSON.stringify(failed.answer) === JSON.stringify(answer);
    const clientKey = isSame ? failed.clientKey : newKey();
    const { ref, version } = item;
    await send({ ref, answer, clientKey, durationMs: clock.elapsedMs(), version });
  };

  return {
    submit,
    async retry() {
      const { failed, saving } = get();
      if (!failed || saving) return;
      const { error: _, ...submission } = failed;
      await send(submission);
    },
  };
}

const isStale = (error: unknown): boolean => toProblem(error).details.stale !== undefined;
