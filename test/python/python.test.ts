import { spawnSync } from 'node:child_process';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CalibratedSequence, summarizePool } from '../../stats/index.ts';
import { temporaryFolder } from '../core/support/test-engine.ts';
import { bundled } from '../support/bundled.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, 'python');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed here, so the Python package is not tested.');

/** A language without a compiler takes its time. */
const slow = { timeout: 240_000 };

function python(
  args: readonly string[],
  input?: string,
  program = 'python3',
): { status: number | null; stdout: string; stderr: string } {
  const cli = bundled('host/cli.ts');
  return spawnSync(program, ['-B', ...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...cli.env, ASSAY_COMMAND: `"${process.execPath}" "${cli.file}"` },
  });
}

test('has the version of the program', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(readFileSync(path.join(folder, 'pyproject.toml'), 'utf8')).toContain(`\nversion = "${version}"\n`);
  expect(readFileSync(path.join(folder, 'assay', '__init__.py'), 'utf8')).toContain(
    `\n__version__ = "${version}"\n`,
  );
});

// A copy, so that the folder stands by itself: cp docs/verify.py python/assay/recipe.py
test('has the recipe as docs/verify.py has it', () => {
  const recipe = readFileSync(path.join(folder, 'assay', 'recipe.py'), 'utf8');
  expect(recipe).toBe(readFileSync(path.join(root, 'docs', 'verify.py'), 'utf8'));
});

/** The first Python that has a package; pandas is seldom in the one that is first in PATH. */
const pythonWith = (name: string): string | undefined =>
  ['python3', '/usr/bin/python3'].find((one) => spawnSync(one, ['-c', `import ${name}`]).status === 0);
const withPandas = pythonWith('pandas');
const withSetuptools = pythonWith('setuptools, pip, wheel');
if (!withPandas) console.warn('pandas is not installed here, so frames and notebooks are not tested.');
if (!withSetuptools)
  console.warn('pip, setuptools and wheel are not installed here, so the wheel is not made.');

test.runIf(withPandas)('takes and gives data frames, and its notebooks run', slow, () => {
  const { status, stderr } = python(['-m', 'unittest', 'tests.frames'], undefined, withPandas);
  expect(stderr).toMatch(/^Ran [3-9] tests/m);
  expect(status, stderr).toBe(0);
});

test.runIf(withSetuptools)('is installed from a copy of its folder, and gives numbers there', slow, () => {
  const away = temporaryFolder();
  cpSync(folder, path.join(away, 'copy'), { recursive: true });
  const site = path.join(away, 'site');
  const install = [
    '-m',
    'pip',
    'install',
    '--no-build-isolation',
    '--no-deps',
    '--no-index',
    '--target',
    site,
  ];
  const { status, stderr } = spawnSync(withSetuptools!, [...install, './copy'], {
    cwd: away,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  expect(readdirSync(path.join(site, 'assay')).toSorted()).toEqual(
    expect.arrayContaining(['estimate.py', 'py.typed', 'recipe.py']),
  );
  const labels = path.join(folder, 'tests', 'labels.jsonl');
  const asked = `import assay; print(assay.__file__, assay.estimate(*assay.read(${JSON.stringify(labels)}))["calibrated"])`;
  const given = spawnSync('python3', ['-B', '-c', asked], {
    cwd: away,
    encoding: 'utf8',
    env: { ...process.env, PYTHONPATH: site },
  });
  expect(given.stdout, given.stderr).toMatch(/site.assay.__init__\.py \d\.\d+ \(\d\.\d+ to \d\.\d+\)/);
});

describe.runIf(hasPython)('the Python package', () => {
  test('passes its own tests, which drive the command line too', slow, () => {
    const { status, stderr } = python([
      '-m',
      'unittest',
      'discover',
      '--start-directory',
      'tests',
      '--top-level-directory',
      '.',
    ]);
    expect(stderr).toMatch(/^Ran (1[4-9]|[2-9]\d) tests/m);
    expect(stderr).not.toMatch(/skipped/);
    expect(status, stderr).toBe(0);
  });

  test('gives, for labels and machine scores of one’s own, what Assay’s own sequence gives', slow, () => {
    const N = 120;
    const scores = Float64Array.from({ length: N }, (_, i) => ((i * 37) % 101) / 100);
    const pool = summarizePool(scores, new Float64Array(N).fill(1 / N));
    const sequence = new CalibratedSequence(pool, { alpha: 0.1 });
    const labels = Array.from({ length: 70 }, (_, k) => {
      const item = (k * 53 + 11) % N;
      return { item, y: Math.min(1, Math.max(0, scores[item]! + (((k * 29) % 41) - 20) / 60)) };
    });
    const expected = labels.map(({ item, y }) => {
      const { value, lower, upper } = sequence.add({ surrogate: scores[item]!, probability: 1 / N, y });
      return [value, lower, upper];
    });
    const script = `
import json, sys
import assay
given = json.load(sys.stdin)
pool = assay.pool({str(i): s for i, s in enumerate(given["scores"])}, alpha=0.1)
labels = [(str(label["item"]), label["y"]) for label in given["labels"]]
print(json.dumps([assay.estimate(labels[:n], pool)["calibrated"] for n in (1, 2, 10, 40, 70)]))`;
    const { stdout, stderr } = python(['-c', script], JSON.stringify({ scores: [...scores], labels }));
    expect(stderr).toBe('');
    const found: number[][] = JSON.parse(stdout);
    for (const [i, n] of [1, 2, 10, 40, 70].entries())
      for (const [k, number] of found[i]!.entries())
        expect(number, `${n} labels`).toBeCloseTo(expected[n - 1]![k]!, 9);
  });
});
