import { expect, test, vi } from 'vitest';
import { createDraftSaver, DRAFT_DELAY_MS } from '../../../renderer/label-form/draft-saver.ts';

/** A saver on a server that is away until it is back. */
function saver() {
  const stored = new Map<string, string>();
  const server = { isAway: true, calls: 0 };
  const drafts = createDraftSaver(
    async (ref, draft) => {
      server.calls += 1;
      if (server.isAway) throw new TypeError('fetch failed');
      stored.set(ref, draft);
    },
    () => undefined,
  );
  return { drafts, stored, server };
}

const away = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * 60_000);

test('texts of several items outlast a server that is away, and are saved once it is back', async () => {
  vi.useFakeTimers();
  try {
    const { drafts, stored, server } = saver();
    drafts.schedule('r1', 'one');
    await away(1);
    drafts.schedule('r2', 'two');
    await away(10);
    expect(stored.size).toBe(0);
    server.isAway = false;
    await away(1);
    expect([...stored].sort()).toEqual([
      ['r1', 'one'],
      ['r2', 'two'],
    ]);
    const { calls } = server;
    await away(10);
    expect(server.calls).toBe(calls);
  } finally {
    vi.useRealTimers();
  }
});

test('what was answered or written again while a save failed is not saved over it', async () => {
  vi.useFakeTimers();
  try {
    const { drafts, stored, server } = saver();
    drafts.schedule('r1', 'old');
    const saving = drafts.flush();
    drafts.cancel('r1');
    await saving;
    drafts.schedule('r2', 'older');
    await vi.advanceTimersByTimeAsync(DRAFT_DELAY_MS);
    drafts.schedule('r2', 'newer');
    server.isAway = false;
    await away(1);
    expect([...stored]).toEqual([['r2', 'newer']]);
  } finally {
    vi.useRealTimers();
  }
});
