import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { Checks, EstimateReport } from '../../shared/contract/index.ts';
import { makeWorkplace } from './run-assay.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Real files of other tools; their made-up twin below always runs. */
const shared = path.join(import.meta.dirname, '../../../shared/data');

/** The chance of at most k of n, each with chance p. */
const atMost = (k: number, n: number, p: number): number => {
  let [sum, term] = [0, (1 - p) ** n];
  for (let i = 0; i <= k; i++) {
    sum += term;
    term *= ((n - i) / (i + 1)) * (p / (1 - p));
  }
  return sum;
};

/** Where a function that falls crosses a value, by halving. */
function crossing(of: (p: number) => number, value: number): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (of(middle) > value) low = middle;
    else high = middle;
  }
  return low;
}

/** Clopper and Pearson's ends, from the binomial law itself. */
const exactEnds = (k: number, n: number): [number, number] => [
  k === 0 ? 0 : crossing((p) => atMost(k - 1, n, p), 0.975),
  k === n ? 1 : crossing((p) => atMost(k, n, p), 0.025),
];

/** The bets against a mean m: what an average of 32 gamblers owns after these units (sum and size of each). */
function capital(units: readonly (readonly [number, number])[], m: number): number {
  const most = Math.max(...units.map(([, size]) => size));
  const bets = Array.from({ length: 32 }, (_, k) => Math.sin((Math.PI * (k + 0.5)) / 64) ** 2);
  const owned = bets.map((f) =>
    units.reduce((all, [sum, size]) => all * (1 + (f * (sum - m * size)) / (m * most)), 1),
  );
  return owned.reduce((sum, one) => sum + one, 0) / bets.length;
}

/** Ends in [0, 1] are those at which the capital is 2/alpha. */
function expectEnds(
  units: readonly (readonly [number, number])[],
  lower: number,
  upper: number,
  alpha = 0.05,
) {
  expect(capital(units, lower)).toBeCloseTo(2 / alpha, 3);
  expect(
    capital(
      units.map(([sum, size]) => [size - sum, size]),
      1 - upper,
    ),
  ).toBeCloseTo(2 / alpha, 3);
}

interface Asked {
  readonly project: string;
  readonly work: ReturnType<typeof makeWorkplace>;
}

/** Imports a file, and asks what its checks say. */
async function throughTheDoor(work: Asked['work'], file: string) {
  const project = `${path.basename(file)}.assay`;
  await work.assay('init', project);
  const imported = await work.assay('import', project, file);
  expect([imported.exitCode, imported.exitCode === 0 ? '' : imported.stderr]).toEqual([0, '']);
  const { checks } = await work.json<{ checks: Checks[] }>('estimate', project);
  return { project, work, checks, first: checks[0]! };
}

/** Makes the study by the command that the door prints, labels all that it asks, and gives what it then says. */
async function labeledStudy({ project, work }: Asked, value: (i: number, system: number) => number) {
  const { stdout } = await work.assay('estimate', project);
  const line = stdout.split('\n').find((one) => one.includes('assay study create'))!;
  const words = [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);
  const made = await work.assay(...words.slice(1));
  expect([made.stderr, made.exitCode]).toEqual(['', 0]);
  const { draws } = await work.json<{ draws: { externalId: string }[] }>('sample', project);
  const after = (option: string) => (words.includes(option) ? [words[words.indexOf(option) + 1]!] : []);
  const systems = [...after('--system'), ...after('--against')];
  const rows = draws.flatMap(({ externalId }, i) =>
    systems.map((system, j) => `"${externalId}","${system}",${value(i, j)}`),
  );
  writeFileSync(path.join(work.dir, 'labels.csv'), ['item,system,value', ...rows, ''].join('\n'));
  const taken = await work.assay('label', project, 'labels.csv');
  expect(taken.stderr).toBe('');
  const size = Number(words[words.indexOf('--size') + 1]);
  expect(draws).toHaveLength(size);
  const { labeled, estimates, default: method } = await work.json<EstimateReport>('estimate', project);
  const { value: found } = estimates.find((one) => one.method === method)!;
  return { labeled, value: found, isDifference: systems.length === 2 };
}

/** Systems with how many of how many items pass by the check that leads, the sentence of the first, and labels. */
type Row = [
  file: string,
  systems: [name: string, passed: number, items: number][],
  words: string,
  labels: number,
];

describe.skipIf(!existsSync(shared))('real files of other tools (skipped where they are not there)', () => {
  const rows: Row[] = [
    [
      'peers/promptfoo_structured.json',
      [
        ['PydanticAI GPT-4o', 1, 1],
        ['PydanticAI GPT-4o-mini', 1, 1],
      ],
      'The checks pass 100 % of PydanticAI GPT-4o (2.5 % to 100 %) if this 1 item stands for all.',
      1,
    ],
    [
      'peers/inspect_2024.json',
      [['openai/gpt-4o-mini', 1, 1]],
      'The judge passes 100 % of openai/gpt-4o-mini (2.5 % to 100 %) if this 1 item stands for all.',
      1,
    ],
    [
      'peers/inspect_formats.json',
      [['ollama/llama3.1', 0, 1]],
      'The checks pass 0 % of ollama/llama3.1 (0 % to 97.5 %) if this 1 item stands for all.',
      1,
    ],
    [
      'peers/inspect_mmlu.eval',
      [['openai/gpt-4o', 0, 1]],
      'The checks pass 0 % of openai/gpt-4o (0 % to 97.5 %) if this 1 item stands for all.',
      1,
    ],
    [
      'cases/import/h09-lm-eval-two-filters.jsonl',
      [['assistant', 0, 3]],
      'The checks pass 0 % of assistant (0 % to 70.8 %) if these 3 items stand for all.',
      3,
    ],
  ];

  test.each(rows)('%s', async (file, systems, words, labels) => {
    using work = makeWorkplace();
    const { project, first } = await throughTheDoor(work, path.join(shared, file));
    expect(first.systems).toHaveLength(systems.length);
    for (const [i, [name, passed, items]] of systems.entries()) {
      const { system, value, lower, upper } = first.systems[i]!;
      expect([system, value, first.systems[i]!.items]).toEqual([name, passed / items, items]);
      const [low, high] = exactEnds(passed, items);
      expect([lower, upper]).toEqual([expect.closeTo(low, 9), expect.closeTo(high, 9)]);
    }
    const { stdout } = await work.assay('estimate', project);
    expect(stdout).toContain(words);
    expect(stdout).toContain(`${labels} human label${labels === 1 ? ' makes' : 's make'} it true.`);
    // Two systems whose rows are of other questions are not compared, and that is said.
    expect(stdout.includes('share no item, so nothing compares them')).toBe(systems.length === 2);
    expect(await labeledStudy({ project, work }, () => 1)).toMatchObject({ labeled: labels, value: 1 });
  });

  test('cases/import/h03-judge-scores-one-model.jsonl: a judge of ratings', async () => {
    using work = makeWorkplace();
    const { project, first } = await throughTheDoor(
      work,
      path.join(shared, 'cases/import/h03-judge-scores-one-model.jsonl'),
    );
    const [one] = first.systems;
    expect([first.kind, first.scale.min, first.scale.max, one!.value]).toEqual(['judge', 3, 5, 4]);
    expect(await labeledStudy({ project, work }, () => 4)).toMatchObject({ labeled: 4, value: 4 });
  });
});

/** A promptfoo file: so many tests, each asked of these providers so often. */
const promptfoo = (
  tests: number,
  providers: readonly string[],
  passes: (test: number, provider: number, again: number) => boolean,
  repeats = 1,
) =>
  JSON.stringify({
    evalId: 'eval-made-up',
    results: {
      version: 3,
      prompts: [],
      results: providers.flatMap((label, p) =>
        Array.from({ length: tests * repeats }, (_, at) => {
          const [testIdx, again] = [at % tests, Math.floor(at / tests)];
          const pass = passes(testIdx, p, again);
          const vars = { query: `What is ${testIdx}?` };
          return {
            ...{ testIdx, promptIdx: p, vars, testCase: { vars }, success: pass, score: Number(pass) },
            prompt: { raw: `What is ${testIdx}?`, label: '{{query}}' },
            provider: { id: label, label },
            response: { output: `Answer ${again} of ${label} to ${testIdx}` },
            gradingResult: { pass, score: Number(pass), reason: '', componentResults: [] },
          };
        }),
      ),
    },
    config: {},
  });

async function ofText(work: Asked['work'], name: string, text: string) {
  writeFileSync(path.join(work.dir, name), text);
  return throughTheDoor(work, name);
}

describe('files made up like theirs', () => {
  test('one system: exact ends, then a study of all that is asked', async () => {
    using work = makeWorkplace();
    const { project, first } = await ofText(
      work,
      'one.json',
      promptfoo(20, ['bot'], (i) => i < 17),
    );
    const [low, high] = exactEnds(17, 20);
    expect(first).toMatchObject({ name: 'pass', labels: 20, pairs: [] });
    expect(first.systems).toMatchObject([
      { system: 'bot', value: 0.85, lower: expect.closeTo(low, 9), upper: expect.closeTo(high, 9) },
    ]);
    expect(await labeledStudy({ project, work }, (i) => Number(i < 14))).toMatchObject({
      ...{ labeled: 20, value: expect.closeTo(0.7, 9), isDifference: false },
    });
  });

  test('two systems: paired, and the study is of their difference', async () => {
    using work = makeWorkplace();
    const { project, first } = await ofText(
      work,
      'two.json',
      promptfoo(20, ['a', 'b'], (i, p) => i < (p === 0 ? 17 : 15)),
    );
    const [pair] = first.pairs;
    expect(pair).toMatchObject({
      system: 'a',
      against: 'b',
      items: 20,
      value: expect.closeTo(0.1, 9),
      verdict: 'undecided',
    });
    // The halves (1 + a - b)/2: two items are 1, the rest one half.
    const halves = Array.from({ length: 20 }, (_, i) => [i >= 15 && i < 17 ? 1 : 0.5, 1] as const);
    expectEnds(halves, (1 + pair!.lower) / 2, (1 + pair!.upper) / 2);
    const { stdout } = await work.assay('estimate', project);
    expect(stdout).toContain('Between a and b nothing is decided: +10 points');
    const study = await labeledStudy({ project, work }, (i, system) => Number(system === 0 || i >= 4));
    expect(study).toMatchObject({ labeled: 20, isDifference: true, value: expect.closeTo(0.2, 9) });
  });

  test('three systems: each pair at a third of the level', async () => {
    using work = makeWorkplace();
    const { first } = await ofText(
      work,
      'three.json',
      promptfoo(30, ['a', 'b', 'c'], (i, p) => i < 28 - 9 * p),
    );
    expect(first.pairs.map(({ system, against }) => `${system}${against}`)).toEqual(['ab', 'ac', 'bc']);
    for (const [j, differing] of [9, 18, 9].entries()) {
      const { value, lower, upper } = first.pairs[j]!;
      expect(value).toBeCloseTo(differing / 30, 9);
      const halves = Array.from({ length: 30 }, (_, i) => [i < differing ? 1 : 0.5, 1] as const);
      expectEnds(halves, (1 + lower) / 2, (1 + upper) / 2, 0.05 / 3);
    }
    expect(first.pairs.map(({ verdict }) => verdict)).toEqual(['system', 'system', 'system']);
  });

  test('a test that promptfoo repeated is one case, however it is numbered', async () => {
    using work = makeWorkplace();
    // Eight pass both times, two once. `--repeat` numbers each repeat as a further test.
    const text = promptfoo(10, ['bot'], (i, _, again) => i < 8 || again === 0, 2);
    const document = JSON.parse(text);
    for (const [i, row] of document.results.results.entries()) row.testIdx = i;
    for (const [name, one] of [
      ['same.json', text],
      ['further.json', JSON.stringify(document)],
    ] as const) {
      const { first } = await ofText(work, name, one);
      const [bot] = first.systems;
      expect(bot).toMatchObject({ items: 20, units: 10, value: expect.closeTo(0.9, 9) });
      expectEnds([...Array(8).fill([2, 2]), [1, 2], [1, 2]], bot!.lower, bot!.upper);
      // The system's own variance apart from that of the tests, as of epochs below.
      expect(bot!.repeats).toMatchObject({ items: 10, values: 20, alike: 0.8 });
      const within = (2 * 2 * 0.25) / 10;
      expect(bot!.repeats!.ofSystem).toBeCloseTo(Math.sqrt(within), 9);
      const { stdout } = await work.assay('estimate', `${name}.assay`);
      expect(stdout).toContain('Asked again, 80 % of 10 items got the same score each time (20 runs).');
    }
  });

  test('repeats of one item: the system itself apart from its items', async () => {
    using work = makeWorkplace();
    const sample = (id: number, epoch: number) => ({
      ...{ id, epoch, input: `Question ${id}`, target: 'x', output: { completion: 'x', model: 'bot' } },
      scores: { match: { value: id < 8 || epoch === 1 ? 'C' : 'I' } },
    });
    const samples = Array.from({ length: 20 }, (_, i) => sample(i % 10, 1 + Math.floor(i / 10)));
    const log = JSON.stringify({ eval: { task: 't', model: 'bot' }, samples });
    const { first } = await ofText(work, 'log.json', log);
    const [bot] = first.systems;
    expect(bot).toMatchObject({
      ...{ items: 10, value: expect.closeTo(0.9, 9), repeats: { items: 10, values: 20, alike: 0.8 } },
    });
    // Within: 2 items of 2 (1/2)^2 over 10 degrees of freedom. Between: 2 (8 .1^2 + 2 .4^2)/9, less that, over 2.
    const within = (2 * 2 * 0.25) / 10;
    const between = (2 * (8 * 0.01 + 2 * 0.16)) / 9;
    expect(bot!.repeats!.ofSystem).toBeCloseTo(Math.sqrt(within), 9);
    expect(bot!.repeats!.ofItems).toBeCloseTo(Math.sqrt(Math.max(0, (between - within) / 2)), 9);
    expectEnds([...Array(8).fill([1, 1]), [0.5, 1], [0.5, 1]], bot!.lower, bot!.upper);
  });

  test('what is said is verified from the file and from the project, and a changed number is found', async () => {
    using work = makeWorkplace();
    const lines = Array.from({ length: 30 }, (_, i) =>
      JSON.stringify({
        ...{ id: `q${i}`, responses: { a: `Answer ${i}.`, b: `Reply ${i}.` } },
        conversation: [{ role: 'user', content: `Question ${i}?` }],
        auto: { pass: { a: Number(i < 20), b: Number(i % 4 > 0) }, closeness: { a: i / 29, b: 1 - i / 40 } },
      }),
    );
    const { project } = await ofText(work, 'two.jsonl', lines.join('\n'));
    const { stdout } = await work.assay('estimate', project, '--json');
    const at = (name: string) => path.join(work.dir, name);
    writeFileSync(at('said.json'), stdout);
    const upper = /"upper": (0\.\d+)/.exec(stdout)![1]!;
    writeFileSync(at('changed.json'), stdout.replace(upper, `${Number(upper) - 0.01}`));
    writeFileSync(at('bare.json'), stdout.replace(/,\s*"evidence": \[[^\]]*\]/, ''));
    const script = path.join(import.meta.dirname, '../../docs/verify.py');
    const python = (name: string) => spawnSync('python3', ['-B', script, at(name)], { encoding: 'utf8' });
    const asked = async (name: string) => {
      const alone = await work.assay('verify', name);
      const beside = await work.assay('verify', project, '--report', name);
      return [alone.exitCode, beside.exitCode, python(name).status];
    };
    expect(await asked('said.json')).toEqual([0, 0, 0]);
    expect(await asked('changed.json')).toEqual([1, 1, 1]);
    // What a figure was made of stands in the project alone here.
    expect(await asked('bare.json')).toEqual([4, 0, 4]);
    expect(python('said.json').stdout).toMatch(/^28 numbers computed from scores of checks alone/);
    const invented = stdout.replace(/"count": 20/, '"count": 21').replace(/"count": 10/, '"count": 9');
    writeFileSync(at('invented.json'), invented);
    expect((await work.assay('verify', 'invented.json')).stdout).toContain('of a: value');
  });

  test('clusters: groups are the units, and the ends are wider', async () => {
    using work = makeWorkplace();
    const lines = Array.from({ length: 24 }, (_, i) =>
      JSON.stringify({
        ...{ id: `q${i}`, group: `talk ${Math.floor(i / 4)}`, responses: { bot: `Answer ${i}.` } },
        conversation: [{ role: 'user', content: `Question ${i}?` }],
        auto: { pass: { bot: Number(i < 16) } },
      }),
    );
    const { first } = await ofText(work, 'talks.jsonl', lines.join('\n'));
    const [bot] = first.systems;
    expect([first.grouped, bot!.units, bot!.items]).toEqual([true, 6, 24]);
    expect(bot!.value).toBeCloseTo(16 / 24, 9);
    expectEnds([...Array(4).fill([4, 4]), [0, 4], [0, 4]], bot!.lower, bot!.upper);
    const [low, high] = exactEnds(16, 24);
    expect([bot!.lower < low, bot!.upper > high]).toEqual([true, true]);
  });
});
