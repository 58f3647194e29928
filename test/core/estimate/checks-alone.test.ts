import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  checksOfSystemWords,
  checksPairWords,
  labelsWords,
  repeatWords,
} from '../../../shared/checks-words.ts';
import type { Checks } from '../../../shared/contract/index.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';

/** Items with pass or fail of two systems, of which the first so many pass. */
const records = (count: number, passed: readonly [number, number], more = (_: number): object => ({})) =>
  Array.from({ length: count }, (_, i) => ({
    id: `q${i}`,
    conversation: [{ role: 'user', content: `Question ${i}?` }],
    responses: { a: `a ${i}`, b: `b ${i}` },
    auto: { pass: { a: Number(i < passed[0]), b: Number(i < passed[1]) } },
    ...more(i),
  }));

async function checksOf(all: readonly unknown[]): Promise<Checks> {
  const { engine, folder } = await engineWithProject();
  await importRecords(engine, folder, all);
  return (await engine.client.estimate.checks({}))[0]!;
}

test('says what checks alone say of one system, and of two on the same items', async () => {
  const checks = await checksOf(records(20, [17, 15]));
  expect(checks).toMatchObject({ name: 'pass', isPass: true, grouped: false, labels: 20 });
  const [a] = checks.systems;
  expect(a).toMatchObject({ system: 'a', items: 20, units: 20, value: 0.85, repeats: null });
  expect(a!.lower).toBeCloseTo(0.621, 3);
  expect(a!.upper).toBeCloseTo(0.968, 3);
  expect(checksOfSystemWords(checks, a!)).toBe(
    'The checks pass 85 % of a (62.1 % to 96.8 %) if these 20 items stand for all.',
  );
  const [pair] = checks.pairs;
  expect(pair).toMatchObject({ items: 20, verdict: 'undecided' });
  expect(pair!.value).toBeCloseTo(0.1, 9);
  expect(pair!.lower).toBeLessThan(0);
  expect(checksPairWords(checks, pair!)).toMatch(/^Between a and b nothing is decided: \+10 points/);
});

test('decides between two systems where the items do', async () => {
  const { pairs } = await checksOf(records(40, [40, 20]));
  expect(pairs[0]).toMatchObject({ verdict: 'system' });
});

test('takes groups for the cases', async () => {
  const alone = await checksOf(records(40, [34, 30]));
  const grouped = await checksOf(records(40, [34, 30], (i) => ({ group: `g${Math.floor(i / 8)}` })));
  expect(grouped).toMatchObject({ grouped: true, systems: [{ units: 5 }, { units: 5 }] });
  expect(grouped.systems[0]!.lower).toBeLessThan(alone.systems[0]!.lower - 0.2);
});

test('keeps runs of an item apart, and says how much the system itself varies', async () => {
  const again = records(10, [0, 0], (i) => ({
    auto: { pass: { a: i < 8 ? [1, 1] : [1, 0], b: [1, 1] } },
  }));
  const checks = await checksOf(again);
  const [a] = checks.systems;
  expect(a).toMatchObject({ value: 0.9, repeats: { items: 10, values: 20, alike: 0.8 } });
  expect(a!.repeats!.ofSystem).toBeCloseTo(Math.sqrt(0.1), 9);
  expect(repeatWords(checks, a!)).toContain('80 % of 10 items got the same score each time (20 runs)');
});

test('items of a group that ask the same are one asked again, and others of it are not', async () => {
  const { systems } = await checksOf(
    records(12, [9, 0], (i) => ({
      group: `g${Math.floor(i / 3)}`,
      // Of three in a group, the first two ask the same.
      conversation: [{ role: 'user', content: `Question ${Math.floor(i / 3)}, ${i % 3 === 2}` }],
      auto: { pass: { a: Number(i % 3 === 2 || i < 6 || i % 2 === 0), b: 1 } },
    })),
  );
  expect(systems[0]).toMatchObject({ units: 4, repeats: { items: 4, values: 8, alike: 0.5 } });
  expect(systems[1]).toMatchObject({ repeats: { items: 4, values: 8, alike: 1, ofSystem: 0 } });
});

test('keeps the epochs of an Inspect log', async () => {
  const { engine, folder } = await engineWithProject();
  const sample = (id: number, epoch: number, value: string) => ({
    ...{ id, epoch, input: `Question ${id}`, target: 'x', scores: { match: { value } } },
    output: { completion: 'x', model: 'm' },
  });
  const samples = [1, 2, 3].flatMap((id) => [sample(id, 1, 'C'), sample(id, 2, id === 3 ? 'I' : 'C')]);
  const file = path.join(folder, 'log.json');
  writeFileSync(file, JSON.stringify({ eval: { task: 't', model: 'm' }, samples }));
  const { finished } = engine.context.jobs.start(engine.context.session.project!, 'import', 'log', {
    ...{ path: file, sourceName: 'log.json', format: 'inspect-json', datasetName: 'log', scales: [] },
  });
  await finished;
  const [match] = await engine.client.estimate.checks({});
  expect(match!.systems[0]).toMatchObject({ items: 3, repeats: { items: 3, values: 6 } });
  expect(match!.systems[0]!.value).toBeCloseTo(5 / 6, 9);
});

test('gives judge scores on their own scale, and says which range was stated', async () => {
  const { engine, folder } = await engineWithProject();
  const rated = Array.from({ length: 30 }, (_, i) => ({
    ...{ id: `q${i}`, conversation: [{ role: 'user', content: `Q ${i}` }], responses: { a: 'x' } },
    judge: { strict: { a: { quality: 1 + (i % 5) } } },
  }));
  await importRecords(engine, folder, rated, {
    scales: [
      { kind: 'judge', name: 'strict', criterion: 'quality', scale: { min: 1, max: 5, direction: 'higher' } },
    ],
  });
  const [checks] = await engine.client.estimate.checks({});
  expect(checks).toMatchObject({ kind: 'judge', criterion: 'quality', isPass: false, declared: true });
  expect(checks!.systems[0]).toMatchObject({ value: 3 });
  expect(checks!.systems[0]!.lower).toBeGreaterThan(1.5);
  expect(checks!.systems[0]!.upper).toBeLessThan(4.5);
});

test('asks for no more labels than the systems have items, and says one item in the singular', async () => {
  const { engine, folder } = await engineWithProject();
  const alone = (id: string, system: string) => ({
    ...{ id, conversation: [{ role: 'user', content: id }], responses: { [system]: 'x' } },
    auto: { pass: { [system]: 1 } },
  });
  await importRecords(engine, folder, [alone('q1', 'a'), alone('q2', 'b')]);
  const [checks] = await engine.client.estimate.checks({});
  expect(checks).toMatchObject({ labels: 1, pairs: [] });
  expect(checksOfSystemWords(checks!, checks!.systems[0]!)).toBe(
    'The checks pass 100 % of a (2.5 % to 100 %) if this 1 item stands for all.',
  );
  expect(labelsWords(checks!)).toBe('1 human label makes it true.');
});
