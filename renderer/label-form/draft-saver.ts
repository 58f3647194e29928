import { toProblem } from '../api/to-problem.ts';

/** Saves what is being written a moment after the last keystroke, at once when asked to, and again where that failed. */
interface DraftSaver {
  schedule(ref: string, draft: string): void;
  flush(): Promise<void>;
  /** Drops what waits for this item: its answer was submitted. */
  cancel(ref: string): void;
}

export const DRAFT_DELAY_MS = 500;

/** How long to wait before something is sent again, by how often it was tried: twice as long each time, up to half a minute. */
export const retryAfterMs = (tries: number): number => Math.min(30_000, 1000 * 2 ** (tries - 1));

/** Whether a fault may pass by itself: no answer came, or the server is busy or away. */
export function mayPass(error: unknown): boolean {
  const status = (error as { status?: unknown } | null)?.status;
  return status === undefined || status === 429 || (typeof status === 'number' && status >= 500);
}

export function createDraftSaver(
  save: (ref: string, draft: string) => Promise<unknown>,
  told: (ref: string, outcome: 'saved' | 'failed', failed?: { draft: string; error: unknown }) => void,
): DraftSaver {
  /** The latest text of each item that is not saved yet. */
  const waiting = new Map<string, string>();
  /** How often each item was written or answered: a save that fails goes again only where nothing came since. */
  const changes = new Map<string, number>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  /** Saves run one after the other, so that an older text never lands on a newer one. */
  let chain: Promise<void> = Promise.resolve();

  const flushAfter = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void flush(), ms);
  };
  const noteChange = (ref: string) => changes.set(ref, (changes.get(ref) ?? 0) + 1);
  const saveOne = async (ref: string, draft: string, change: number | undefined) => {
    try {
      await save(ref, draft);
      tries = 0;
      told(ref, 'saved');
    } catch (error) {
      // Which of two texts holds is for the writer to choose; sent again by itself, it would be refused again.
      if (toProblem(error).details.stale === undefined && changes.get(ref) === change) {
        waiting.set(ref, draft);
        tries += 1;
        if (mayPass(error)) flushAfter(retryAfterMs(tries));
      }
      told(ref, 'failed', { draft, error });
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    for (const [ref, draft] of waiting) {
      const change = changes.get(ref);
      chain = chain.then(() => saveOne(ref, draft, change));
    }
    waiting.clear();
    return chain;
  };
  return {
    schedule(ref, draft) {
      if (waiting.size > 0 && !waiting.has(ref)) void flush();
      noteChange(ref);
      waiting.set(ref, draft);
      flushAfter(DRAFT_DELAY_MS);
    },
    flush,
    cancel(ref) {
      noteChange(ref);
      waiting.delete(ref);
      if (waiting.size === 0) clearTimeout(timer);
    },
  };
}
