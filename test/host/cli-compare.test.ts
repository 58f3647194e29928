import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import type { EstimateReport, Ranking, RankingStudy, Study } from '../../shared/contract/index.ts';
import { makeWorkplace, type Workplace } from './run-assay.ts';
import { writeTinySet } from './tiny-set.ts';

// Each step is a process of its own, so a flow takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const p = 'compare.assay';
const items = 40;
/** Ratings are r for alpha and 6 - r for beta, r = 1 + 7 i mod 5; no two responses are equal. */
const truth =
  Array.from({ length: items }, (_, i) => 2 * (1 + ((i * 7) % 5)) - 6).reduce((a, b) => a + b, 0) / items;

let work: Workplace;
beforeAll(async () => {
  work = makeWorkplace();
  writeTinySet(work.dir, items);
  await work.json('init', 'compare');
  await work.json('import', 'tiny.jsonl', '--project', p, '--scale', 'criterion:helpful=1..5');
  return () => work[Symbol.dispose]();
});

test('two systems from the command line: create, label, estimate, export and import', async () => {
  const study = await work.json<Study>(
    ...['study', 'create', p, '--system', 'alpha', '--against', 'beta', '--seed', '2', '--size', '90'],
  );
  expect(study).toMatchObject({
    comparison: { against: 'beta', sharedItems: items, differing: items, equal: 0 },
    surrogate: { kind: 'judge', judge: 'kind' },
    drawCount: items,
  });
  expect(await work.json('label', p, '--from-gold')).toMatchObject({ labeled: items, missing: 0 });
  const report = await work.json<EstimateReport>('estimate', p);
  const chosen = report.estimates.find(({ method }) => method === report.default)!;
  expect(chosen.value).toBeCloseTo(truth, 10);
  expect(report.comparison).toMatchObject({ system: 'alpha', against: 'beta' });
  const wide = await work.json<{ goal: object }>('study', 'goal', p, '--matters', '3.9', '--budget', '70');
  expect(wide.goal).toMatchObject({ leastDifference: 3.9, budget: 70 });
  const matters = await work.json<EstimateReport>('estimate', p);
  expect(matters.comparison).toMatchObject({ verdict: 'equal', leastDifference: 3.9 });
  const kept = await work.json<{ goal: object }>('study', 'goal', p, '--matters', '0');
  expect(kept.goal).toMatchObject({ leastDifference: 0, budget: 70 });
  const text = (await work.assay('estimate', p)).stdout;
  expect(text).toContain('Numbers are alpha minus beta.');

  await work.json('report', p, '--format', 'labels-csv', '--out', 'labels.csv');
  const rows = readFileSync(path.join(work.dir, 'labels.csv'), 'utf8').trim().split('\n');
  expect(rows).toHaveLength(1 + 2 * items);
  expect(rows[0]).toContain('shared_items');

  await work.json('init', 'again');
  await work.json('import', 'tiny.jsonl', '--project', 'again.assay', '--scale', 'criterion:helpful=1..5');
  await work.json(
    ...['study', 'create', 'again.assay', '--system', 'beta', '--against', 'alpha', '--size', '40'],
  );
  const stored = await work.json('label', 'again.assay', 'labels.csv');
  expect(stored).toMatchObject({ labeled: 2 * items });
  const turned = await work.json<EstimateReport>('estimate', 'again.assay');
  expect(turned.estimates[0]!.value).toBeCloseTo(-truth, 10);
});

test('labels of two systems must say of which they are', async () => {
  writeFileSync(path.join(work.dir, 'nameless.csv'), 'id,value\nitem-1,3\n');
  const { exitCode, stderr } = await work.assay('label', p, 'nameless.csv', '--study', '1');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/does not say which one it rates/);
});

test('which of two replies is better, in five steps', async () => {
  const create = (...more: string[]) => ['study', 'create', 'prefer.assay', '--system', 'alpha', ...more];
  await work.json('init', 'prefer');
  await work.json('import', 'tiny.jsonl', '--project', 'prefer.assay');
  expect((await work.assay(...create('--measure', 'preference'))).stderr).toContain('--against');
  const two = ['--against', 'beta', '--size', String(items)];
  const odd = await work.assay(...create(...two, '--measure', 'preference:four'));
  expect(odd.stderr).toContain('three or five steps');
  const study = await work.json<Study>(...create(...two, '--measure', 'preference:five'));
  expect(study).toMatchObject({ form: { kind: 'preference', steps: 5 }, scale: { min: 0, max: 1 } });
  const lines = Array.from({ length: items }, (_, i) =>
    JSON.stringify({ id: `item-${i}`, system: 'alpha', value: i % 4 === 0 ? 0.25 : 1 }),
  );
  writeFileSync(path.join(work.dir, 'preferences.jsonl'), lines.join('\n'));
  await work.json('label', 'prefer.assay', 'preferences.jsonl', '--study', '1');
  const report = await work.json<EstimateReport>('estimate', 'prefer.assay');
  // One in four goes to beta by half, the others to alpha in full.
  expect(report.estimates[0]!.value).toBeCloseTo(0.75 - 0.25 / 2, 12);
  const { stdout } = await work.assay('estimate', 'prefer.assay');
  expect(stdout).toContain('Win rate of alpha, a tie counting half: 0.81');
  expect(stdout).toContain('the net win rate of alpha over beta');
  // alpha's replies are longer by one word, all by the same ratio.
  expect(stdout).toContain('The longer reply wins 0.81');
  expect(stdout).toContain('Win rate of alpha at equal length: not estimable');
  for (const format of ['html', 'labels-jsonl']) {
    await work.json('report', 'prefer.assay', '--format', format, '--out', `prefer.${format}`);
    const { exitCode, stdout: said } = await work.assay('verify', `prefer.${format}`);
    expect(exitCode, said).toBe(0);
  }
});

test('every pair at once, and the order they give', async () => {
  const pairs = ['study', 'pairs', p, '--systems', 'alpha,beta', '--size', '8', '--seed', '3'];
  expect(await work.json<Study[]>(...pairs, '--plan', '12', '--find', 'best')).toMatchObject([
    { plan: { kind: 'labels', labels: 12 } },
  ]);
  expect((await work.assay(...pairs, '--plan', 'none')).stderr).toContain(
    '--plan: A comparison needs a plan',
  );
  const ranking = await work.json<Ranking>('rank', p);
  expect(ranking.places.map(({ system }) => system).sort()).toEqual(['alpha', 'beta']);
  expect(ranking.top).toBe(1);
  expect(ranking.pairs[0]).toMatchObject({ studies: 1, alpha: 0.05, matters: true });
  expect((await work.assay('rank', p)).stdout).toMatch(/Undecided is not equal/);
  const { name } = ranking;
  expect(name).toMatch(/^Helpfulness of two systems on/);
  expect(await work.json('rank', p, '--study', name!)).toEqual(ranking);
  expect((await work.assay('estimate', p, '--study', name!)).stdout).toMatch(/Undecided is not equal/);
  expect((await work.assay('study', 'list', p)).stdout).toMatch(/^Ranking +Systems/);
  expect(await work.json('report', p, '--study', name!, '--out', 'ranking.html')).toMatchObject({
    format: 'html',
  });
  const find = ['rank', 'find', p, '--study', name!];
  expect(await work.json(...find, '--find', 'best', '--matters', '0.25')).toMatchObject({
    ...{ name, top: 1, leastDifference: 0.25, mattering: 1 },
  });
  expect((await work.assay(...find, '--find', 'order')).stdout).toContain(
    `"${name}" is to find the whole order. Differences of less than 0.25 do not matter. 1 of 1 pairs`,
  );
  expect((await work.assay(...find, '--find', '2')).stderr).toContain('no 2 best to find');
  expect((await work.assay(...find)).stderr).toContain('--find best');
  expect((await work.assay(...find, '--find', 'some')).exitCode).toBe(2);
  expect((await work.assay('rank', 'gather', p, '--study', name!, '--alpha', '2')).exitCode).toBe(2);
  const shown = await work.json<RankingStudy>('study', 'show', p, '--study', name!);
  expect(shown).toMatchObject({ name, pairs: [{ counts: expect.any(Object) }] });
  expect((await work.assay('study', 'show', p, '--study', name!)).stdout).toContain('alpha against beta');
  const refused = await work.assay('failures', p, '--study', name!);
  expect(refused.stderr).toMatch(/is a ranking of 1 pair\..*assay rank/s);
  const { exitCode, stderr } = await work.assay('study', 'pairs', p, '--systems', 'alpha,nobody');
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/nobody/);
});

test('a ranking is labeled and estimated as one study', async () => {
  await work.json('init', 'order');
  await work.json('import', 'tiny.jsonl', '--project', 'order.assay', '--scale', 'criterion:helpful=1..5');
  // Both are equally good: of a hundred draws one or two decide by chance, and then nothing is left to label.
  const create = ['study', 'pairs', 'order.assay', '--size', '12', '--seed', '1'];
  await work.json(...create, '--plan', '20', '--name', 'The order');
  const some = await work.json<object>('label', 'order.assay', '--from-gold', '--count', '3');
  expect(some).toEqual({ study: 'The order', labeled: 3, missing: 0, warnings: [] });
  expect(await work.json('label', 'order.assay', '--from-gold')).toMatchObject({ labeled: 9 });
  const ranking = await work.json<Ranking>('estimate', 'order.assay');
  expect(ranking).toEqual(await work.json('rank', 'order.assay'));
  expect(ranking.pairs).toMatchObject([{ labeled: 12 }]);
  const { stderr } = await work.assay('sample', 'order.assay', '--study', 'The orde');
  expect(stderr).toContain('There is: "The order"');
  await work.json(...create, '--name', 'Again');
  for (const command of [['rank'], ['estimate'], ['team', 'show']])
    expect((await work.assay(...command, 'order.assay')).stderr, command.join()).toMatch(
      /There are 2 choices of (ranking|study)\.\nChoose one with --study: "(The order|Again)", "(The order|Again)"$/m,
    );
});

test('a ranking is named in place of its pairs to grow, to have a team, and to be handed out', async () => {
  const order = ['order.assay', '--study', 'The order'];
  const { ranking } = await work.json<{ ranking: RankingStudy }>('sample', ...order, '--size', '14');
  expect(ranking.pairs.map(({ drawCount }) => drawCount)).toEqual([14]);
  expect(await work.json('sample', ...order, '--size', '3')).toMatchObject({ ranking: { items: 14 } });
  expect((await work.assay('sample', ...order, '--redraw')).stderr).toContain('is a ranking');
  const team = await work.json<Record<string, unknown>>(
    'team',
    'set',
    ...order,
    '--members',
    'Ana,Ben',
    '--yes',
  );
  expect(team).toMatchObject({ ranking: 'The order', items: 14, answered: 12, left: 2 });
  expect(await work.json('team', 'show', ...order)).toMatchObject(team);
  const out = ['--annotator', 'Ana', '--out', path.join(work.dir, 'ana.html')];
  const sent = await work.json<{ items: number }>('batch', 'out', ...order, ...out);
  const ana = (team.members as { name: string; assigned: number }[]).find((one) => one.name === 'Ana')!;
  expect(sent).toMatchObject({ study: 'The order', annotator: 'Ana', items: ana.assigned });
  const agreement = await work.json<{ criteria: object[] }>('agreement', ...order);
  expect(agreement.criteria).toHaveLength(1);
  expect(await work.json('adjudicate', 'list', ...order)).toMatchObject({ differing: 0 });
});

test('of some of the labels of a ranking each pair gets its share', async () => {
  const lines = readFileSync(path.join(work.dir, 'tiny.jsonl'), 'utf8').trim().split('\n');
  const ofThree = lines.map((line) => {
    const { responses, human, judge: _, ...item } = JSON.parse(line);
    return JSON.stringify({
      ...item,
      responses: { ...responses, gamma: `${responses.alpha} Surely.` },
      human: { ...human, gamma: { helpful: 3 } },
    });
  });
  writeFileSync(path.join(work.dir, 'three.jsonl'), `${ofThree.join('\n')}\n`);
  await work.json('init', 'three');
  await work.json('import', 'three.jsonl', '--project', 'three.assay', '--scale', 'criterion:helpful=1..5');
  await work.json('study', 'pairs', 'three.assay', '--size', '10', '--seed', '1', '--name', 'Order');
  await work.json('label', 'three.assay', '--from-gold', '--count', '13');
  const some = await work.json<Ranking>('rank', 'three.assay');
  expect(some.pairs.map(({ labeled }) => labeled).toSorted()).toEqual([4, 4, 5]);
  await work.json('label', 'three.assay', '--from-gold', '--count', '100');
  const all = await work.json<Ranking>('rank', 'three.assay');
  expect(all.pairs.map(({ labeled }) => labeled)).toEqual([10, 10, 10]);
});
