import { expect, test, vi } from 'vitest';
import { createActivityClock } from '../../../renderer/label-form/activity-clock.ts';
import { retryAfterMs } from '../../../renderer/label-form/draft-saver.ts';
import type { VisitApi } from '../../../renderer/team-page/visit-api.ts';
import { minutesLeft, mostUnsaved, unsaved } from '../../../renderer/team-page/visit-state.ts';
import { createVisit } from '../../../renderer/team-page/visit-store.ts';
import type { LabelRef } from '../../../shared/contract/index.ts';

const form = { kind: 'binary', yesLabel: 'Yes', noLabel: 'No' };
const asked = { question: 'Good?', guidelines: '', form, fields: [], sideBySide: false, practiceRound: null };
const turn = [{ role: 'user', content: 'Hi' }];
const shown = {
  conversation: turn,
  replies: [{ prompt: '', text: 'Ho' }],
  rightReplies: null,
  passage: null,
  version: 'answer:a draft:d note:n',
};

/** A door in memory that gives one item after the other, and fails as it is told. */
function fakePortal(count: number, sendsAhead = false) {
  const refs = Array.from({ length: count }, (_, i) => `r${i + 1}`);
  const states = new Map<string, LabelRef['state']>();
  const sent: { ref: string; clientKey: string; version?: string; waitedMs?: number }[] = [];
  const stored = new Map<string, unknown>();
  let isAway = false;
  const faults: unknown[] = [];
  const reading = { guidelinesVersion: 'v1', mustRead: false };
  const read: string[] = [];
  const fault = () => {
    if (isAway) throw new TypeError('fetch failed');
    const next = faults.shift();
    if (next) throw next;
  };
  const next = () => refs.find((ref) => !states.has(ref)) ?? null;
  const refOf = (ref: string) => ({ ref, state: states.get(ref) ?? 'open', flagged: false, hasNote: false });
  const itemOf = (ref: string) => ({
    ...{ ref, position: refs.indexOf(ref) + 1, ...shown },
    ...{ current: null, draft: null, note: '', flagged: false },
  });
  const go = (away: boolean) => {
    isAway = away;
  };
  const api = {
    visit: {
      async enter({ token, name }: { token: string; name?: string }) {
        if (token === 'open') {
          if (name === undefined)
            throw { status: 400, code: 'INVALID_INPUT', message: 'Say.', data: { field: 'name' } };
          return {};
        }
        if (token !== 'good')
          throw { status: 409, code: 'CONFLICT', message: 'This link has been used already.' };
        return {};
      },
      async read({ version }: { version: string }) {
        read.push(version);
        reading.mustRead = false;
        return {};
      },
      leave: async () => ({}),
    },
    label: {
      async open() {
        fault();
        const annotator = { name: 'Ada', initials: 'A', color: 'orange' };
        const items = [...states.keys()].map(refOf);
        return {
          ...asked,
          batch: 'b',
          annotator,
          items,
          next: next(),
          undoable: false,
          redoable: false,
          done: items.length,
          total: null,
          ...reading,
        };
      },
      async item({ ref }: { ref: string }) {
        fault();
        return itemOf(ref);
      },
      async ahead({ have }: { have: string[] }) {
        fault();
        const open = refs.filter((ref) => !states.has(ref)).slice(0, sendsAhead ? 10 : 0);
        return open.filter((ref) => !have.includes(ref)).map(itemOf);
      },
      async submit(one: { ref: string; clientKey: string; version?: string; answer?: unknown }) {
        sent.push(one);
        fault();
        stored.set(one.ref, one.answer);
        const isDrawnOut = !refs.includes(one.ref) && { isDrawnOut: true };
        if (!isDrawnOut) states.set(one.ref, 'labeled');
        const item = { ...refOf(one.ref), state: 'labeled' };
        return { ref: one.ref, item, ...isDrawnOut, next: next(), undoable: true, redoable: false };
      },
      draft: async () => ({ version: shown.version }),
    },
  } as unknown as VisitApi;
  /** Has other items from now on. */
  const drawAnew = () => {
    states.clear();
    refs.splice(0, refs.length, ...refs.map((_, i) => `n${i + 1}`));
  };
  return { api, sent, faults, reading, read, stored, go, drawAnew };
}

function visitOn(portal: ReturnType<typeof fakePortal>, token = '') {
  let keys = 0;
  const forgotten: string[] = [];
  const visit = createVisit({
    api: portal.api,
    clock: createActivityClock(() => 0),
    token,
    forgetToken: () => forgotten.push(token),
    newKey: () => `key-${keys++}`,
  });
  return { visit, forgotten, state: visit.store.getState };
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a link is used when its button is pressed, not when the page is looked at', async () => {
  const { visit, forgotten, state } = visitOn(fakePortal(2), 'good');
  await visit.begin();
  expect([state().phase, forgotten]).toEqual(['link', []]);
  await visit.enter();
  expect([state().phase, forgotten]).toEqual(['welcome', ['good']]);
  await visit.startLabeling();
  expect([state().phase, state().item?.ref]).toEqual(['labeling', 'r1']);
});

test('after a new draw a page says so, goes on with its items, and keeps none of those before it', async () => {
  const portal = fakePortal(20, true);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  visit.actions.form.give(0, '1');
  await settled();
  portal.drawAnew();
  visit.actions.form.give(0, '1');
  await settled();
  expect(portal.stored.get('r2')).toEqual({ kind: 'score', value: 1 });
  expect(state()).toMatchObject({ isDrawnAnew: true, item: { ref: 'n1' }, failed: null, problem: '' });
  visit.actions.form.give(0, '1');
  await settled();
  expect(state()).toMatchObject({ isDrawnAnew: false, item: { ref: 'n2' } });
  // What is shown without a connection is of the new draw, too.
  portal.go(true);
  visit.actions.form.give(0, '1');
  await settled();
  expect(state()).toMatchObject({ failed: { ref: 'n2' }, item: { ref: 'n3' } });
});

test('a used link leads back in where the browser is let in, and else says why it does not', async () => {
  const portal = fakePortal(1);
  const known = visitOn(portal, 'used');
  await known.visit.enter();
  expect(known.state().phase).toBe('labeling');
  portal.faults.push({ status: 401 });
  const stranger = visitOn(portal, 'used');
  await stranger.visit.enter();
  expect(stranger.state()).toMatchObject({ phase: 'out', problem: 'This link has been used already.' });
});

test('an answer that did not arrive stays, and is sent again under its key', async () => {
  const portal = fakePortal(2);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  portal.faults.push(new TypeError('fetch failed'));
  visit.actions.form.give(0, '1');
  await settled();
  expect(state()).toMatchObject({ phase: 'labeling', item: { ref: 'r1' }, failed: { ref: 'r1' } });
  expect(state().problem).toContain('connection');
  visit.actions.move(1);
  expect(state().item?.ref).toBe('r1');
  await visit.retry();
  expect(portal.sent.map(({ ref, clientKey }) => [ref, clientKey])).toEqual([
    ['r1', 'key-0'],
    ['r1', 'key-0'],
  ]);
  expect(state()).toMatchObject({ item: { ref: 'r2' }, failed: null, problem: '' });
  visit.actions.skip('Text is broken or empty');
  await settled();
  expect(state().phase).toBe('done');
});

test('an answer that waited for the connection is held against what another window stored meanwhile', async () => {
  const portal = fakePortal(2);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  portal.faults.push(new TypeError('fetch failed'));
  visit.actions.form.give(0, '1');
  await settled();
  const stored = { kind: 'score', value: 0 };
  const changed = [{ field: 'answer', stored, yours: { kind: 'score', value: 1 } }];
  const stale = { version: 'answer:theirs draft:d note:n', changed };
  portal.faults.push({ status: 409, code: 'CONFLICT', message: 'Changed.', data: { stale } });
  await visit.retry();
  expect(state()).toMatchObject({
    item: { ref: 'r1' },
    failed: { ref: 'r1', answer: { kind: 'score', value: 1 } },
    stale: { words: 'Your other window said: No.', keep: 'Keep No', take: 'Take Yes' },
  });
  await visit.retry();
  expect(portal.sent.map(({ version }) => version)).toEqual([
    shown.version,
    shown.version,
    'draft:d note:n answer:theirs',
  ]);
  expect(state()).toMatchObject({ item: { ref: 'r2' }, failed: null, stale: null });
});

test('the answer of the other window can hold; the waiting one is not sent again', async () => {
  const portal = fakePortal(2);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  const changed = [{ field: 'answer', stored: { kind: 'score', value: 0 } }];
  const stale = { version: 'answer:theirs draft:d note:n', changed };
  portal.faults.push({ status: 409, code: 'CONFLICT', message: 'Changed.', data: { stale } });
  visit.actions.form.give(0, '1');
  await settled();
  await visit.keepStored();
  expect(state()).toMatchObject({ item: { ref: 'r1' }, failed: null, stale: null, problem: '' });
  expect(portal.sent).toHaveLength(1);
});

test('whoever is shut out keeps nothing on screen', async () => {
  const portal = fakePortal(2);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  portal.faults.push({ status: 401 });
  visit.actions.form.give(0, '0');
  await settled();
  expect(state()).toMatchObject({ phase: 'out', item: null, batch: null, items: [] });
});

test('guidelines that were changed are read first; the answer waits and keeps its key', async () => {
  const portal = fakePortal(2);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  Object.assign(portal.reading, { guidelinesVersion: 'v2', mustRead: true });
  portal.faults.push({ status: 409, code: 'CONFLICT', message: 'Read.', data: { field: 'guidelines' } });
  visit.actions.form.give(0, '1');
  await settled();
  expect(state()).toMatchObject({ phase: 'welcome', failed: { ref: 'r1' } });
  await visit.startLabeling();
  expect([state().phase, state().item?.ref, portal.read]).toEqual(['labeling', 'r1', ['v2']]);
  await visit.retry();
  expect(portal.sent.map(({ clientKey }) => clientKey)).toEqual(['key-0', 'key-0']);
  expect(state().item?.ref).toBe('r2');
});

test('an open link asks for a name, unless a crowd platform says it', async () => {
  const { visit, state } = visitOn(fakePortal(1), 'open');
  await visit.begin();
  await visit.enter();
  expect(state()).toMatchObject({ phase: 'link', name: '', problem: '' });
  visit.sayName('Ada');
  await visit.enter();
  expect(state().phase).toBe('welcome');
  const { api } = fakePortal(1);
  const crowd = createVisit({
    ...{ api, token: 'open', forgetToken() {} },
    crowd: { platform: 'prolific', id: '5f1a', assignment: '', task: '' },
    clock: createActivityClock(() => 0),
  });
  await crowd.begin();
  await crowd.enter();
  expect(crowd.store.getState().phase).toBe('welcome');
});

test('an answer that is not stored goes again by itself with a growing pause, under its key', async () => {
  expect([1, 2, 3, 5, 6, 20].map(retryAfterMs)).toEqual([1000, 2000, 4000, 16_000, 30_000, 30_000]);
  vi.useFakeTimers();
  try {
    const portal = fakePortal(2);
    const { visit, state } = visitOn(portal);
    await visit.begin();
    portal.faults.push(new TypeError('fetch failed'), { status: 503, code: 'ENGINE_AWAY', message: 'Away.' });
    visit.actions.form.give(0, '1');
    await vi.advanceTimersByTimeAsync(0);
    expect(state()).toMatchObject({ failed: { ref: 'r1' }, retryMs: 1000 });
    await vi.advanceTimersByTimeAsync(1000);
    expect(state()).toMatchObject({ failed: { ref: 'r1' }, retryMs: 2000 });
    await vi.advanceTimersByTimeAsync(2000);
    expect(state()).toMatchObject({ failed: null, retryMs: null, item: { ref: 'r2' }, done: 1 });
    expect(new Set(portal.sent.map(({ clientKey }) => clientKey)).size).toBe(1);
    // What the person has to decide waits for them, however long.
    portal.faults.push({ status: 409, code: 'CONFLICT', message: 'Changed.' });
    visit.actions.form.give(0, '1');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(state()).toMatchObject({ failed: { ref: 'r2' }, retryMs: null });
    expect(portal.sent).toHaveLength(4);
  } finally {
    vi.useRealTimers();
  }
});

test('back on the network, what is not stored goes at once', async () => {
  const portal = fakePortal(2);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  portal.faults.push(new TypeError('fetch failed'));
  visit.actions.form.give(0, '1');
  await settled();
  expect(state().retryMs).toBe(1000);
  await visit.resend();
  expect(state()).toMatchObject({ failed: null, item: { ref: 'r2' } });
});

test('leaving asks, keeps the browser signed in, and the way back open', async () => {
  const { visit, state } = visitOn(fakePortal(2));
  await visit.begin();
  await visit.askToLeave();
  expect(state().phase).toBe('leaving');
  visit.leaveForNow();
  expect(state().phase).toBe('left');
  await visit.lookAgain();
  expect(state()).toMatchObject({ phase: 'labeling', item: { ref: 'r1' } });
});

test('what is left is said in minutes once the pace is known', () => {
  const batch = { total: 20 } as never;
  expect(minutesLeft({ batch, done: 2, times: [30_000, 30_000] })).toBeNull();
  expect(minutesLeft({ batch, done: 3, times: [20_000, 30_000, 90_000] })).toBe(9);
  expect(minutesLeft({ batch, done: 20, times: [1, 1, 1] })).toBeNull();
  expect(minutesLeft({ batch: { total: null } as never, done: 3, times: [1, 1, 1] })).toBeNull();
});

/** Answers what is on screen, and lets the page settle. */
async function give(visit: ReturnType<typeof createVisit>, text = '1') {
  visit.actions.form.give(0, text);
  await settled();
  await settled();
}

test('without a connection ten answers wait, and go in order once it is back', async () => {
  const portal = fakePortal(30, true);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  await give(visit);
  await settled();
  expect([state().item?.ref, state().done]).toEqual(['r2', 1]);
  portal.go(true);
  for (let n = 2; n <= 10; n += 1) {
    await give(visit, n % 2 === 0 ? '0' : '1');
    expect(state().item?.ref).toBe(`r${n + 1}`);
    expect(unsaved(state())).toBe(n - 1);
  }
  // The tenth stays on screen: no more was fetched, and no more is taken.
  await give(visit);
  expect([unsaved(state()), state().item?.ref, state().problem]).toEqual([
    mostUnsaved,
    'r11',
    expect.stringContaining('connection'),
  ]);
  expect(portal.stored.size).toBe(1);
  portal.go(false);
  portal.sent.length = 0;
  await visit.resend();
  await settled();
  expect(portal.sent.map(({ ref }) => ref)).toEqual(Array.from({ length: 10 }, (_, i) => `r${i + 2}`));
  expect(new Set(portal.sent.map(({ clientKey }) => clientKey)).size).toBe(10);
  expect(portal.sent.every(({ waitedMs }) => waitedMs !== undefined)).toBe(true);
  expect(portal.stored.get('r2')).toEqual({ kind: 'score', value: 0 });
  expect(state()).toMatchObject({ failed: null, queued: [], problem: '', done: 11, item: { ref: 'r12' } });
});

test('who is at an item when the connection comes back stays there', async () => {
  const portal = fakePortal(30, true);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  await give(visit);
  portal.go(true);
  await give(visit);
  await give(visit);
  expect([state().item?.ref, unsaved(state())]).toEqual(['r4', 2]);
  portal.go(false);
  await visit.hear({ type: 'hello' });
  await settled();
  expect(state()).toMatchObject({ item: { ref: 'r4' }, done: 3, failed: null, problem: '' });
  await give(visit);
  expect([state().item?.ref, state().done]).toEqual(['r5', 4]);
});

test('of answers that wait, one that another window overtook is shown; the rest goes after the choice', async () => {
  const portal = fakePortal(30, true);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  await give(visit);
  portal.go(true);
  await give(visit);
  await give(visit);
  await give(visit);
  portal.go(false);
  const changed = [{ field: 'answer', stored: { kind: 'score', value: 0 } }];
  const stale = { version: 'answer:theirs draft:d note:n', changed };
  portal.faults.push({ status: 409, code: 'CONFLICT', message: 'Changed.', data: { stale } });
  await visit.retry();
  await settled();
  expect(state()).toMatchObject({ item: { ref: 'r2' }, failed: { ref: 'r2' } });
  expect(state().stale).not.toBeNull();
  await visit.keepStored();
  await settled();
  expect([...portal.stored.keys()]).toEqual(['r1', 'r3', 'r4']);
  expect(state()).toMatchObject({ failed: null, queued: [] });
});

test('guidelines that changed meanwhile are read before any of the waiting answers goes, each after another look', async () => {
  const portal = fakePortal(30, true);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  await give(visit);
  portal.go(true);
  await give(visit);
  await give(visit);
  portal.go(false);
  Object.assign(portal.reading, { guidelinesVersion: 'v2', mustRead: true });
  portal.faults.push({ status: 409, code: 'CONFLICT', message: 'Read.', data: { field: 'guidelines' } });
  await visit.retry();
  expect(state().phase).toBe('welcome');
  await visit.startLabeling();
  expect([state().item?.ref, portal.stored.size]).toEqual(['r2', 1]);
  await give(visit);
  expect([state().item?.ref, portal.stored.size]).toEqual(['r3', 2]);
  await give(visit, '0');
  expect(portal.stored.get('r3')).toEqual({ kind: 'score', value: 0 });
  expect(state()).toMatchObject({ failed: null, queued: [] });
});

test('an item that is no longer theirs holds up none of the answers after it', async () => {
  const portal = fakePortal(30, true);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  await give(visit);
  portal.go(true);
  await give(visit);
  await give(visit);
  portal.go(false);
  portal.faults.push({ status: 404, code: 'NOT_FOUND', message: 'None.', data: { field: 'ref' } });
  await visit.retry();
  await settled();
  expect([...portal.stored.keys()]).toEqual(['r1', 'r3']);
  expect(state()).toMatchObject({ failed: null, queued: [], item: { ref: 'r4' } });
});

test('what is pressed while an item is on its way is said not to be taken, and rates no other item', async () => {
  const portal = fakePortal(3);
  const { visit, state } = visitOn(portal);
  await visit.begin();
  visit.actions.form.give(0, '1');
  expect(state().saving).not.toBeNull();
  expect(visit.actions.mayTake?.()).toBe(false);
  expect(state().untaken).toBe('What you pressed while item 1 was being saved was not taken.');
  await settled();
  expect(state()).toMatchObject({ item: { ref: 'r2' }, coming: false });
  visit.actions.move(-1);
  visit.actions.form.give(0, '0');
  visit.actions.skip('unclear');
  expect(state().untaken).toBe('What you pressed while the item was on its way was not taken.');
  await settled();
  expect(state().item?.ref).toBe('r1');
  expect(portal.sent).toHaveLength(1);
});
