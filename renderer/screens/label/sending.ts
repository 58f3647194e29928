import type { LabelAnswer, Span } from '../../../shared/contract/index.ts';
import { answerWords } from './answer-words.ts';
import { writeDraft } from './draft-text.ts';
import { isChoice } from './form-choices.ts';
import { assemble, takesSpan, waitsForEnter } from './form-slots.ts';
import type { LabelDesk, LabelStoreParts, StateAccess } from './label-desk.ts';
import type { Submission } from './label-state.ts';

/** Answering: filling the questions of an item, and sending them until they are on disk. */
export interface Sending {
  submit(answer: LabelAnswer): Promise<void>;
  /** Sends what the questions hold, or goes to the first that needs an answer. */
  submitForm(): Promise<void>;
  /**
   * Answers one question by one key. A single one is sent at once; several parts of the measure once all are there;
   * a form with further questions when it is told to.
   */
  give(slot: number, text: string): Promise<void>;
  /** Takes a span of the passage as the answer to the question that is due. */
  takeSpan(span: Span): void;
  write(slot: number, text: string): void;
  choose(slot: number): void;
  /** Sends a failed answer again, with the same key. */
  retry(): Promise<void>;
  discardFailed(): void;
  /** Saves what is written but not saved yet. */
  flush(): Promise<void>;
}

export function createSending(parts: LabelStoreParts, { get, set }: StateAccess, desk: LabelDesk): Sending {
  const { api, clock, preferences } = parts;
  const newKey = parts.newKey ?? (() => crypto.randomUUID());
  const { drafts, announce } = desk;
  const isBusy = () => get().saving !== null || desk.isActing();

  const send = async (submission: Submission) => {
    const { batch } = get();
    if (!batch) return;
    set({ saving: submission, failed: null });
    drafts.cancel(submission.ref);
    await drafts.flush();
    const { ref, answer, clientKey, durationMs } = submission;
    const { estimateVisible, autoAdvance } = preferences();
    try {
      const sent = { batch: batch.batch, ref, answer, durationMs, clientKey, estimateVisible };
      const change = await api.label.submit(sent);
      desk.given.set(ref, answer);
      desk.apply(change);
      const { item, durationsMs } = get();
      const shown = item?.ref === ref ? item : null;
      const isFirst = shown?.current == null;
      set({
        ...(isFirst ? { durationsMs: [...durationsMs, durationMs] } : {}),
        ...(shown
          ? { item: { ...shown, current: answer, draft: null }, takenBack: null, draft: 'none' }
          : {}),
      });
      announce(`Item ${desk.place(ref)} saved: ${answerWords(answer, batch.form)}.`);
      if (isFirst && autoAdvance) await desk.advance();
    } catch (error) {
      set({ failed: { ...submission, error } });
      const { item, fields, slots } = get();
      const isWritten = slots.length > 1 || answer.kind === 'answer';
      if (item?.ref === ref && isWritten && answer.kind !== 'skip') {
        drafts.schedule(ref, writeDraft(fields));
      }
      announce('Not saved. Your answer is still here; try again.');
    } finally {
      set({ saving: null });
    }
  };

  const submit = async (answer: LabelAnswer) => {
    const { item, failed } = get();
    if (!item || isBusy()) return;
    const isSame = failed?.ref === item.ref && JSON.stringify(failed.answer) === JSON.stringify(answer);
    const clientKey = isSame ? failed.clientKey : newKey();
    await send({ ref: item.ref, answer, clientKey, durationMs: clock.elapsedMs() });
  };

  const submitForm = async () => {
    const { batch, slots, fields, spans } = get();
    if (!batch) return;
    const assembled = assemble(batch, slots, fields, spans);
    if ('answer' in assembled) {
      set({ slotProblem: null });
      return submit(assembled.answer);
    }
    const { slot, problem } = assembled;
    set({ active: slot, slotProblem: assembled });
    announce(problem);
  };

  const write = (slot: number, text: string) => {
    const { item, fields } = get();
    if (!item) return;
    const written = fields.map((known, index) => (index === slot ? text : known));
    set({ fields: written, draft: 'unsaved', slotProblem: null });
    drafts.schedule(item.ref, writeDraft(written));
  };

  /** The next question without an answer, going round; those that need none and take more than a key are left out. */
  const nextOpen = (from: number): number | undefined => {
    const { slots, fields } = get();
    return slots
      .map((_, i) => (from + 1 + i) % slots.length)
      .find((i) => fields[i]?.trim() === '' && (slots[i]!.required || isChoice(slots[i]!.form)));
  };

  const moveOn = async (from: number) => {
    const { batch } = get();
    const open = nextOpen(from);
    if (open !== undefined) set({ active: open });
    else if (batch && !waitsForEnter(batch)) await submitForm();
    else announce('Every question has its answer. Enter saves.');
  };

  return {
    submit,
    submitForm,
    write,
    async give(slot, text) {
      const { batch, item, slots } = get();
      if (!batch || !item || isBusy()) return;
      if (slots.length > 1) {
        write(slot, text);
        return moveOn(slot);
      }
      const assembled = assemble(batch, slots, [text], []);
      if ('answer' in assembled) await submit(assembled.answer);
    },
    takeSpan(span) {
      const { slots, fields, active, spans } = get();
      const able = slots.flatMap((slot, index) => (takesSpan(slot) ? [index] : []));
      const slot = able.find((i) => i === active) ?? able.find((i) => fields[i] === '') ?? able[0];
      const form = slot === undefined ? undefined : slots[slot]?.form;
      if (slot === undefined || !form) return;
      write(slot, form.kind === 'span' ? JSON.stringify(span) : span.text.trim());
      if (form.kind !== 'span') set({ spans: slots.map((_, i) => (i === slot ? span : (spans[i] ?? null))) });
      set({ active: nextOpen(slot) ?? slot });
      announce(`Taken from the passage: ${span.text}`);
    },
    choose(slot) {
      if (get().active !== slot) set({ active: slot });
    },
    async retry() {
      const { failed, saving } = get();
      if (!failed || saving) return;
      const { error: _, ...submission } = failed;
      await send(submission);
    },
    discardFailed: () => set({ failed: null }),
    flush: () => drafts.flush(),
  };
}
