import { expect, test } from 'vitest';
import {
  hasVerdicts,
  listVerdicts,
  saveVerdicts,
  settledVerdicts,
  type VerdictRow,
  verdictMeans,
} from '../../db/verdicts.ts';
import { waitForJob } from '../../host/terminal/wait-for-job.ts';
import { judgeProject, llmServer } from '../core/llm/judging.ts';

/** Two runs of a judge over three items; what the first holds is replaced by verdicts of every outcome. */
async function twoRuns() {
  const server = await llmServer();
  const { engine, datasetId, judge } = await judgeProject(server.url, { count: 3 });
  const run = async () => {
    const { id, jobId } = await engine.client.judge.start({
      judgeId: judge.id,
      datasetId,
      system: 'secretive',
    });
    await waitForJob(engine, jobId!);
    return id;
  };
  const [first, second] = [await run(), await run()];
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
  const of = (filter: Parameters<typeof listVerdicts>[2], window = { offset: 0, limit: 100 }) => {
    const { total, rows } = listVerdicts(db, first, filter, window);
    const tone = rows.filter(({ criterion }) => criterion === 'tone');
    return { total, tone: tone.map(({ itemId, outcome, value }) => [itemId, value ?? outcome]) };
  };
  return { db, first, second, items: [a, b, c] as const, of, verdict };
}

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
  // Each run has two verdicts of its own for each of the three items.
  expect(of({})).toEqual({ total: 11, tone: all });
  expect(of({ outcome: 'refused' })).toEqual({ total: 1, tone: [[c, 'refused']] });
  expect(of({ outcome: 'scored' })).toEqual({ total: 9, tone: all.slice(0, 3) });
  expect(of({ flagged: true })).toEqual({
    total: 2,
    tone: [
      [a, 2],
      [c, 'refused'],
    ],
  });
  expect(of({ flagged: false })).toEqual({
    total: 9,
    tone: [
      [a, 5],
      [a, 3],
      [b, 'failed'],
    ],
  });
  expect(of({ flagged: true, outcome: 'scored' })).toEqual({ total: 1, tone: [[a, 2]] });
  expect(listVerdicts(db, second, {}, { offset: 0, limit: 100 }).total).toBe(6);
  expect(hasVerdicts(db, second)).toBe(true);
  expect(hasVerdicts(db, second + 100)).toBe(false);

  const page = (offset: number) => listVerdicts(db, first, {}, { offset, limit: 4 }).rows;
  const whole = listVerdicts(db, first, {}, { offset: 0, limit: 100 }).rows;
  expect([...page(0), ...page(4), ...page(8)]).toEqual(whole);
  expect(whole.map(({ itemId }) => itemId)).toEqual(
    whole.map(({ itemId }) => itemId).toSorted((x, y) => x - y),
  );
  expect(new Set(whole.map(({ itemId, externalId }) => `${itemId} ${externalId}`)).size).toBe(3);
});

test('what failed is asked again, and what stands of an item is told by repeat and order', async () => {
  const { db, first, items, verdict } = await twoRuns();
  const [a, b, c] = items;
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
  const [a, b] = items;
  saveVerdicts(db, first, [verdict(b, { value: 1 }), verdict(b, { value: 2, repeat: 1 })]);
  saveVerdicts(db, second, [verdict(a, { value: 9 })]);
  expect(verdictMeans(db, first, 'tone', 1)).toEqual([[b, 1.5]]);
  expect(verdictMeans(db, first, 'tone', 2)).toEqual([[a, (2.5 + 5) / 2]]);
  expect(verdictMeans(db, second, 'tone', 1)).toEqual([[a, 9]]);
});
