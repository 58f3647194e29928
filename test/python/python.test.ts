import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { CalibratedSequence, summarizePool } from '../../stats/index.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, 'python');
const hasPython = spawnSync('python3', ['--version']).status === 0;
if (!hasPython) console.warn('python3 is not installed here, so the Python package is not tested.');

/** A language without a compiler takes its time. */
const slow = { timeout: 240_000 };

function python(
  args: readonly string[],
  input?: string,
): { status: number | null; stdout: string; stderr: string } {
  return spawnSync('python3', ['-B', ...args], {
    cwd: folder,
    encoding: 'utf8',
    input,
    env: { ...process.env, ASSAY_COMMAND: `"${process.execPath}" "${path.join(root, 'host', 'cli.ts')}"` },
  });
}

test('has the version of the program', () => {
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  expect(readFileSync(path.join(folder, 'pyproject.toml'), 'utf8')).toContain(`\nversion = "${version}"\n`);
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
