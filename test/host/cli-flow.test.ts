import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, expect, test, vi } from 'vitest';
import { makeWorkplace, runAssay, type Workplace } from './run-assay.ts';
import { alphaMean, tinyLines, writeTinySet } from './tiny-set.ts';

// Each step is a process of its own, so a flow takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

let work: Workplace;
beforeAll(async () => {
  work = makeWorkplace({
    asStarted: ['init', 'import', 'study', 'label', 'sample', 'estimate', 'report'],
    fromSources: true,
  });
  writeTinySet(work.dir);
  return () => work[Symbol.dispose]();
});

interface EstimateDocument {
  study: string;
  N: number;
  labeled: number;
  alpha: number;
  default: string;
  fullEvaluation: number | null;
  estimates: {
    method: string;
    value: number | null;
    lower: number | null;
    upper: number | null;
    interval: string | null;
    estimable: boolean;
    reason: string | null;
  }[];
}

test('from a data file to an estimate and a report', async () => {
  const p = 'flow.assay';
  expect(await work.json('init', 'flow', '--name', 'Flow')).toMatchObject({ name: 'Flow', itemCount: 0 });
  const scale = ['--scale', 'criterion:helpful=1..5', '--scale', 'judge:kind/helpful=1..5'];
  const imported = await work.json('import', 'tiny.jsonl', '--project', p, '--name', 'Tiny', ...scale);
  expect(imported).toMatchObject({ datasetName: 'Tiny', items: 40, responses: 80, unchanged: false });
  expect(await work.json('import', p, 'tiny.jsonl', '--name', 'Again', ...scale)).toMatchObject({
    unchanged: true,
  });

  const created = await work.json('study', 'create', p, '--system', 'alpha', '--size', '20', '--seed', '1');
  expect(created).toMatchObject({
    system: 'alpha',
    measure: { kind: 'criterion', criterion: 'helpful' },
    surrogate: { kind: 'judge', judge: 'kind', criterion: 'helpful' },
    seed: 1,
    alpha: 0.05,
    drawCount: 20,
    populationSize: 40,
  });
  expect(await work.json<unknown[]>('study', 'list', p)).toHaveLength(1);

  const labeled = await work.json('label', p, '--from-gold', '--count', '12');
  expect(labeled).toMatchObject({ labeled: 12, missing: 0 });
  const grown = await work.json<{ draws: { state: string }[] }>('sample', p, '--size', '25');
  expect(grown.draws.map(({ state }) => state).filter((state) => state === 'labeled')).toHaveLength(12);
  expect(grown.draws).toHaveLength(25);
  const listed = (await work.assay('sample', p)).stdout
    .split('\n')
    .map((line) => /^ *(\d+) /.exec(line)?.[1]);
  expect(listed.filter((number) => number !== undefined)).toEqual(
    Array.from({ length: 25 }, (_, index) => String(index + 1)),
  );

  const estimate = await work.json<EstimateDocument>('estimate', p);
  expect(estimate).toMatchObject({ N: 40, labeled: 12, alpha: 0.05, default: 'calibrated' });
  expect(estimate.fullEvaluation).toBeCloseTo(alphaMean(40), 10);
  const main = estimate.estimates.find(({ method }) => method === estimate.default)!;
  expect(main.estimable).toBe(true);
  expect(main.value).toBeGreaterThanOrEqual(1);
  expect(main.lower!).toBeLessThan(main.value!);
  expect(main.upper!).toBeGreaterThan(main.value!);
  expect(main.upper!).toBeLessThanOrEqual(5);
  for (const { value, estimable, reason } of estimate.estimates) {
    expect(value === null).toBe(!estimable);
    if (!estimable) expect(reason).toEqual(expect.any(String));
  }

  const text = (await work.assay('estimate', p)).stdout;
  expect(text).toContain('1 to 5, higher is better; 12 labels of 40 items');
  expect(text).toMatch(new RegExp(`\\* .*${main.value!.toPrecision(3)} +${main.lower!.toPrecision(3)} to `));

  const { path: report } = await work.json<{ path: string }>('report', p, '--out', 'r.html');
  expect(readFileSync(report, 'utf8')).toContain('<!doctype html>');
  const again = await work.assay('report', p, '--out', 'r.html');
  expect(again.exitCode).toBe(1);
  expect((await work.assay('report', p, '--out', 'r.html', '--overwrite')).exitCode).toBe(0);
});

test('labels written by one project are read by another, to the same estimate', async () => {
  const make = async (p: string) => {
    await work.assay('init', p);
    await work.assay('import', p, 'tiny.jsonl', '--scale', 'criterion:helpful=1..5');
    await work.assay('study', 'create', p, '--system', 'alpha', '--size', '10', '--seed', '5');
  };
  await Promise.all([make('one.assay'), make('two.assay')]);
  await work.assay('label', 'one.assay', '--from-gold');
  await work.assay('report', 'one.assay', '--format', 'labels-jsonl', '--out', 'labels.jsonl');
  expect(await work.json('label', 'two.assay', 'labels.jsonl')).toMatchObject({ labeled: 10 });
  const [one, two] = await Promise.all(['one.assay', 'two.assay'].map((p) => work.json('estimate', p)));
  expect(two).toEqual(one);
});

test('a wrong name lists the near ones, and a choice of several asks for one', async () => {
  await work.assay('init', 'names.assay');
  await work.assay('import', 'names.assay', 'tiny.jsonl', '--scale', 'criterion:helpful=1..5');
  const wrong = await work.assay('study', 'create', 'names.assay', '--system', 'alpa');
  expect(wrong.exitCode).toBe(1);
  expect(wrong.stderr).toContain('There is no system named "alpa".');
  expect(wrong.stderr).toContain('There is: "alpha", "beta"');
  const several = await work.assay('study', 'create', 'names.assay');
  expect(several.exitCode).toBe(1);
  expect(several.stderr).toContain('--system');
});

test('a file with faults is refused whole, each with its line', async () => {
  const lines = tinyLines(5);
  writeFileSync(path.join(work.dir, 'bad.jsonl'), [...lines, '{"id":', lines[0]].join('\n'));
  await work.assay('init', 'bad.assay');
  const { exitCode, stdout, stderr } = await work.assay('import', 'bad.assay', 'bad.jsonl', '--json');
  expect(exitCode).toBe(1);
  expect(JSON.parse(stdout).error).toMatchObject({ code: 'IMPORT_REFUSED', details: { problemCount: 2 } });
  expect(stderr).toContain('line 6');
  expect(stderr).toContain('line 7');
});

test('Ctrl-C cancels an import and leaves nothing behind', async () => {
  const file = path.join(work.dir, 'large.jsonl');
  const text = `${'x'.repeat(400)} `.repeat(5);
  for (let start = 0; start < 120_000; start += 5000) {
    const lines = Array.from({ length: 5000 }, (_, i) =>
      JSON.stringify({
        id: `i${start + i}`,
        conversation: [{ role: 'user', content: text }],
        responses: { a: 'b' },
      }),
    );
    appendFileSync(file, `${lines.join('\n')}\n`);
  }
  await work.assay('init', 'stopped.assay');
  const lock = path.join(work.dir, 'stopped.assay-lock');
  const { exitCode, stderr } = await runAssay(
    work.dir,
    ['import', 'stopped.assay', 'large.jsonl'],
    async (kill) => {
      await vi.waitUntil(() => existsSync(lock), { timeout: 60_000, interval: 20 });
      kill('SIGINT');
    },
  );
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/cancel/i);
  expect(existsSync(lock)).toBe(false);
  const { error } = JSON.parse((await work.assay('study', 'create', 'stopped.assay', '--json')).stdout);
  expect(error.message).toBe('There is no data set here yet.');
});

test('data without human scores gets a criterion by its range', async () => {
  const chat = {
    messages: [
      { role: 'user', content: 'Hi?' },
      { role: 'assistant', content: 'Hello.' },
    ],
  };
  const other = {
    messages: [
      { role: 'user', content: 'Bye?' },
      { role: 'assistant', content: 'Farewell.' },
    ],
  };
  writeFileSync(path.join(work.dir, 'chats.jsonl'), `${JSON.stringify(chat)}\n${JSON.stringify(other)}\n`);
  await work.assay('init', 'new.assay');
  expect(await work.json('import', 'new.assay', 'chats.jsonl')).toMatchObject({ items: 2 });
  const bare = await work.assay('study', 'create', 'new.assay', '--measure', 'criterion:polite');
  expect(bare.exitCode).toBe(1);
  expect(bare.stderr).toContain('--measure criterion:polite=1..5');
  for (const [range, said] of [
    ['7..1', 'criterion:NAME=1..5'],
    [`-${'9'.repeat(308)}..${'9'.repeat(308)}`, 'too wide'],
  ] as const) {
    const refused = await work.assay(
      'study',
      'create',
      'new.assay',
      '--measure',
      `criterion:polite=${range}`,
    );
    expect(refused.exitCode).toBe(2);
    expect(refused.stderr).toContain(said);
  }
  const study = await work.json('study', 'create', 'new.assay', '--measure', 'criterion:polite=1..7');
  expect(study).toMatchObject({ drawCount: 2, scale: { min: 1, max: 7 } });
});
