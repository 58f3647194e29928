import { expect, test } from 'vitest';
import { listSignals } from '../../db/scores.ts';
import {
  countScores,
  countUnusableReplies,
  ensureSignal,
  hasVerdicts,
  listVerdicts,
  putMachineScores,
  saveVerdicts,
  settledVerdicts,
  type VerdictRow,
  verdictMeans,
} from '../../db/verdicts.ts';
import { directRun, judgeProject } from '../core/llm/judging.ts';

/** Two runs of a judge over three items; the first has verdicts of several outcomes, the second one for an item. */
async function twoRuns() {
  const bench = await judgeProject('http://127.0.0.1:1/v1', { count: 3 });
  const { engine } = bench;
  const [first, second] = [directRun(bench).runId, directRun(bench).runId];
  const { db } = engine.context.session.project!;
  const verdict = (itemId: number, more: Partial<VerdictRow> = {}): VerdictRow => ({
    itemId,
    criterion: 'tone',
    repeat: 0,
    swapped: false,
    outcome: 'scored',
    value: 4,
    reason: '',
    flag: null,
    callHash: 'a hash',
    ...more,
  });
  const [a, b, c] = db.prepare('SELECT id FROM item ORDER BY id').pluck().all() as [number, number, number];
  saveVerdicts(db, first, [
    verdict(c, { outcome: 'refused', value: null, flag: 'gives orders' }),
    verdict(a, { value: 2, flag: 'gives orders' }),
    verdict(a, { value: 3, repeat: 1 }),
    verdict(a, { value: 5, swapped: true }),
    verdict(b, { outcome: 'failed', value: null }),
  ]);
  saveVerdicts(db, second, [verdict(b, { value: 7 })]);
  const of = (filter: Parameters<typeof listVerdicts>[2], window = { offset: 0, limit: 100 }) => {
    const { total, rows } = listVerdicts(db, first, filter, window);
    const tone = rows.filter(({ criterion }) => criterion === 'tone');
    return { total, tone: tone.map(({ itemId, outcome, value }) => [itemId, value ?? outcome]) };
  };
  return { db, first, second, items: [a, b, c] as const, of, verdict };
}

test('scores of one run are counted by value, and the replies that cannot be used', async () => {
  const { db, first, second, items, verdict } = await twoRuns();
  const tone = (runId: number) => countScores(db, runId).filter(([criterion]) => criterion === 'tone');
  expect(tone(first)).toEqual([
    ['tone', 2, 1],
    ['tone', 3, 1],
    ['tone', 5, 1],
  ]);
  expect(tone(second)).toEqual([['tone', 7, 1]]);
  expect(countUnusableReplies(db, first)).toBe(1);
  const lost = verdict(items[2], { criterion: 'wit', outcome: 'unreadable', value: null });
  saveVerdicts(db, first, [lost, { ...lost, repeat: 1 }]);
  expect(countUnusableReplies(db, first)).toBe(2);
  expect(countUnusableReplies(db, second)).toBe(0);
});

test('verdicts of one run are listed in item order, by outcome and by flag, a window at a time', async () => {
  const { db, first, second, items, of } = await twoRuns();
  const [a, b, c] = items;
  const all = [
    [a, 2],
    [a, 5],
    [a, 3],
    [b, 'failed'],
    [c, 'refused'],
  ];
  expect(of({})).toEqual({ total: 5, tone: all });
  expect(of({ outcome: 'refused' })).toEqual({ total: 1, tone: [[c, 'refused']] });
  expect(of({ outcome: 'scored' })).toEqual({ total: 3, tone: all.slice(0, 3) });
  expect(of({ flagged: true })).toEqual({
    total: 2,
    tone: [
      [a, 2],
      [c, 'refused'],
    ],
  });
  expect(of({ flagged: false })).toEqual({
    total: 3,
    tone: [
      [a, 5],
      [a, 3],
      [b, 'failed'],
    ],
  });
  expect(of({ flagged: true, outcome: 'scored' })).toEqual({ total: 1, tone: [[a, 2]] });
  expect(listVerdicts(db, second, {}, { offset: 0, limit: 100 }).total).toBe(1);
  expect(hasVerdicts(db, second)).toBe(true);
  expect(hasVerdicts(db, second + 100)).toBe(false);

  const page = (offset: number) => listVerdicts(db, first, {}, { offset, limit: 2 }).rows;
  const whole = listVerdicts(db, first, {}, { offset: 0, limit: 100 }).rows;
  expect([...page(0), ...page(2), ...page(4)]).toEqual(whole);
  expect(whole.map(({ itemId }) => itemId)).toEqual(
    whole.map(({ itemId }) => itemId).toSorted((x, y) => x - y),
  );
  const named = db.prepare('SELECT id, external_id FROM item').raw().all() as [number, string][];
  const names = new Map(named);
  expect(whole.map(({ externalId }) => externalId)).toEqual(whole.map(({ itemId }) => names.get(itemId)));
  expect(whole.filter(({ swapped }) => swapped).map(({ value }) => value)).toEqual([5]);
});

test('what failed is asked again, and what stands of an item is told by repeat and order', async () => {
  const { db, first, second, items, verdict } = await twoRuns();
  const [a, b, c] = items;
  saveVerdicts(db, second, [verdict(a, { value: 1 })]);
  const tone = (item: number, repeat: number, swapped: boolean) =>
    settledVerdicts(db, first, item, repeat, swapped).filter(({ criterion }) => criterion === 'tone');
  expect(tone(a, 0, false)).toEqual([verdict(a, { value: 2, flag: 'gives orders' })]);
  expect(tone(a, 1, false)).toEqual([verdict(a, { value: 3, repeat: 1 })]);
  expect(tone(a, 0, true)).toEqual([verdict(a, { value: 5, swapped: true })]);
  expect(tone(b, 0, false)).toEqual([]);
  expect(tone(c, 0, false)).toMatchObject([{ outcome: 'refused', value: null }]);
});

test('a mean counts repeats of an order once, and of a pair only what was judged in both orders', async () => {
  const { db, first, second, items, verdict } = await twoRuns();
  const [a, b, c] = items;
  saveVerdicts(db, first, [verdict(b, { value: 1 }), verdict(b, { value: 2, repeat: 1 })]);
  saveVerdicts(db, second, [verdict(a, { value: 9 })]);
  saveVerdicts(db, first, [verdict(c, { value: 3 })]);
  expect(verdictMeans(db, first, 'tone', 1)).toEqual([
    [b, 1.5],
    [c, 3],
  ]);
  expect(verdictMeans(db, first, 'tone', 2)).toEqual([[a, (2.5 + 5) / 2]]);
  expect(verdictMeans(db, second, 'tone', 1)).toEqual([
    [a, 9],
    [b, 7],
  ]);
});

test('a signal is told from others by every part of its key, and new scores take the place of those before', async () => {
  const { db, items } = await twoRuns();
  const datasetId = db.prepare('SELECT id FROM dataset').pluck().get() as number;
  const systemId = db.prepare("SELECT id FROM system WHERE name = 'secretive'").pluck().get() as number;
  const scale = { min: 0, max: 7, direction: 'higher' } as const;
  const key = { kind: 'judge', name: 'ours', criterion: 'tone' } as const;
  const id = ensureSignal(db, datasetId, key, scale);
  const others = [
    { ...key, name: 'theirs' },
    { ...key, criterion: 'wit' },
    { ...key, kind: 'auto' as const },
  ].map((other) => ensureSignal(db, datasetId, other, scale));
  expect(new Set([id, ...others]).size).toBe(4);
  expect(ensureSignal(db, datasetId, key, scale)).toBe(id);
  expect(ensureSignal(db, datasetId, { ...key, kind: 'auto' }, scale)).toBe(others[2]);
  const [a, b] = items;
  putMachineScores(db, id, systemId, [
    [a, 1],
    [b, 2],
  ]);
  putMachineScores(db, id, systemId, [[a, 6]]);
  const signal = listSignals(db, datasetId).find((one) => one.name === 'ours' && one.criterion === 'tone')!;
  expect(signal).toMatchObject({ scale, declared: true });
  expect(signal.coverage).toMatchObject([{ system: 'secretive', items: 2, mean: 4 }]);
});
