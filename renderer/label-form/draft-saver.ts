import { toProblem } from '../api/to-problem.ts';

/** Saves what is being written a moment after the last keystroke, and at once when asked to. */
interface DraftSaver {
  schedule(ref: string, draft: string): void;
  flush(): Promise<void>;
  /** Drops what waits for this item: its answer was submitted. */
  cancel(ref: string): void;
}

export const DRAFT_DELAY_MS = 500;

export function createDraftSaver(
  save: (ref: string, draft: string) => Promise<unknown>,
  told: (ref: string, outcome: 'saved' | 'failed', failed?: { draft: string; error: unknown }) => void,
): DraftSaver {
  let waiting: { ref: string; draft: string } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Saves run one after the other, so that an older text never lands on a newer one. */
  let chain: Promise<void> = Promise.resolve();

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    const due = waiting;
    waiting = null;
    if (due) {
      chain = chain.then(() =>
        save(due.ref, due.draft).then(
          () => told(due.ref, 'saved'),
          (error: unknown) => {
            // Which of two texts holds is for the writer to choose; sent again by itself, it would be refused again.
            if (toProblem(error).details.stale === undefined) waiting ??= due;
            told(due.ref, 'failed', { draft: due.draft, error });
          },
        ),
      );
    }
    return chain;
  };
  return {
    schedule(ref, draft) {
      if (waiting && waiting.ref !== ref) void flush();
      waiting = { ref, draft };
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), DRAFT_DELAY_MS);
    },
    flush,
    cancel(ref) {
      if (waiting?.ref !== ref) return;
      clearTimeout(timer);
      waiting = null;
    },
  };
}
