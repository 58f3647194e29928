import type { LabelStoreParts } from '../../../renderer/screens/label/label-store.ts';
import type {
  LabelAnswer,
  LabelForm,
  LabelItem,
  LabelRef,
  StudyField,
} from '../../../shared/contract/index.ts';

type LabelCalls = LabelStoreParts['api']['label'];

interface Stored {
  ref: string;
  answer: LabelAnswer;
  clientKey: string;
}

/** An engine in memory that keeps the promises of the contract, and can be told to fail or to wait. */
export function fakeLabelApi(count: number, form: LabelForm, sideBySide = false, fields: StudyField[] = []) {
  const states = new Map<string, LabelRef>();
  const drafts = new Map<string, string>();
  const notes = new Map<string, string>();
  for (let index = 1; index <= count; index += 1) {
    const ref = `r${index}`;
    states.set(ref, { ref, state: 'open', flagged: false, hasNote: false });
  }
  const stored: Stored[] = [];
  const undone: Stored[] = [];
  const calls: string[] = [];
  const failing = new Map<string, number>();
  let gate: Promise<void> = Promise.resolve();

  const losing = new Map<string, number>();
  const held = new Map<string, Promise<void>>();

  const spend = (counts: Map<string, number>, name: string): boolean => {
    const left = counts.get(name) ?? 0;
    if (left > 0) counts.set(name, left - 1);
    return left > 0;
  };
  const enter = async (name: string, ref = '') => {
    calls.push(ref ? `${name} ${ref}` : name);
    await gate;
    if (ref) await held.get(`${name} ${ref}`);
    if (spend(failing, name) || spend(failing, `${name} ${ref}`)) throw new Error(`${name} failed`);
  };
  const items = () => [...states.values()];
  const ranks = new Map<string, number>();
  const next = () => {
    const open = items().find((item) => item.state === 'open');
    const snooze = items().filter((item) => item.state === 'later');
    snooze.sort((a, b) => ranks.get(a.ref)! - ranks.get(b.ref)!);
    return (open ?? snooze[0])?.ref ?? null;
  };
  /** Items of the draw before. */
  let before = new Map<string, LabelRef>();
  const change = (ref: string, changed: Partial<LabelRef>) => {
    const isDrawnOut = !states.has(ref);
    const item = { ...(states.get(ref) ?? before.get(ref)!), ...changed };
    if (!isDrawnOut) states.set(ref, item);
    const out = isDrawnOut ? { isDrawnOut: true as const } : {};
    return { ref, item, ...out, next: next(), undoable: stored.length > 0, redoable: undone.length > 0 };
  };
  const currentOf = (ref: string) => stored.findLast((one) => one.ref === ref)?.answer ?? null;
  const stateOf = (answer: LabelAnswer | null): LabelRef['state'] =>
    answer === null ? 'open' : answer.kind === 'skip' ? 'skipped' : 'labeled';

  const label = {
    open: async () => {
      await enter('open');
      return {
        batch: 'b1',
        annotator: { id: 1, name: 'Ada', initials: 'A', color: 'blue' },
        title: 'Batch',
        question: 'How good?',
        guidelines: '',
        form,
        fields,
        sideBySide,
        items: items(),
        next: next(),
        undoable: stored.length > 0,
        redoable: undone.length > 0,
      };
    },
    counts: async () => null,
    standing: async () => ({ kind: 'hidden' as const, because: 'practice' as const }),
    progress: async () => [],
    item: async ({ ref }: { ref: string }): Promise<LabelItem> => {
      await enter('item', ref);
      return {
        ref,
        position: [...states.keys()].indexOf(ref) + 1,
        conversation: [],
        replies:
          form.kind === 'answer' ? Array.from({ length: form.turns }, () => ({ prompt: '', text: '' })) : [],
        rightReplies: sideBySide ? [] : null,
        passage: null,
        current: currentOf(ref),
        version: JSON.stringify(currentOf(ref)),
        draft: drafts.get(ref) ?? null,
        note: notes.get(ref) ?? '',
        flagged: states.get(ref)!.flagged,
      };
    },
    submit: async (input: { ref: string; answer: LabelAnswer; clientKey: string }) => {
      await enter('submit', input.ref);
      if (!stored.some((one) => one.clientKey === input.clientKey)) stored.push(input);
      undone.length = 0;
      drafts.delete(input.ref);
      if (spend(losing, 'submit')) throw new Error('the reply was lost');
      return change(input.ref, { state: stateOf(input.answer) });
    },
    later: async ({ ref, later }: { ref: string; later: boolean }) => {
      await enter('later', ref);
      if (later) ranks.set(ref, Math.max(0, ...ranks.values()) + 1);
      return change(ref, { state: later ? 'later' : 'open' });
    },
    flag: async ({ ref, flagged }: { ref: string; flagged: boolean }) => {
      await enter('flag', ref);
      return change(ref, { flagged });
    },
    note: async ({ ref, note }: { ref: string; note: string }) => {
      await enter('note', ref);
      notes.set(ref, note);
      return change(ref, { hasNote: note !== '' });
    },
    draft: async ({ ref, draft }: { ref: string; draft: string }) => {
      await enter('draft', ref);
      drafts.set(ref, draft);
      return {};
    },
    undo: async () => {
      await enter('undo');
      const last = stored.pop()!;
      undone.push(last);
      return change(last.ref, { state: stateOf(currentOf(last.ref)) });
    },
    redo: async () => {
      await enter('redo');
      const last = undone.pop()!;
      stored.push(last);
      return change(last.ref, { state: stateOf(last.answer) });
    },
  } satisfies Record<keyof LabelCalls, unknown>;

  const drawAnew = () => {
    before = new Map(states);
    states.clear();
    for (const { ref: old } of before.values()) {
      const ref = `n${old.slice(1)}`;
      states.set(ref, { ref, state: 'open', flagged: false, hasNote: false });
    }
  };
  return {
    drawAnew,
    api: { label } as unknown as LabelStoreParts['api'],
    stored,
    drafts,
    calls,
    fail(name: string, times = 1) {
      failing.set(name, times);
    },
    /** Does what is asked, but its reply never comes. */
    loseReply(name: string, times = 1) {
      losing.set(name, times);
    },
    /** Holds the fetch of one item until the returned function is called. */
    holdItem(ref: string) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(`item ${ref}`, promise);
      return resolve;
    },
    /** Holds every call until the returned function is called. */
    hold() {
      const { promise, resolve } = Promise.withResolvers<void>();
      gate = promise;
      return resolve;
    },
  };
}
