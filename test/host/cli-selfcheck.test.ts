import { expect, test, vi } from 'vitest';
import { makeWorkplace, runAssay } from './run-assay.ts';

// Every check of a copy is simulated, if only once.
vi.setConfig({ testTimeout: 180_000 });

test('a run of every check passes, with a line each and a summary', async () => {
  using work = makeWorkplace({ asStarted: ['selfcheck'] });
  const { exitCode, stdout, stderr } = await work.assay('selfcheck', '--runs', '1', '--seed', '3');
  const lines = stdout.trim().split('\n');
  expect(exitCode).toBe(0);
  expect(stderr).toBe('');
  expect(lines.length).toBeGreaterThan(50);
  expect(
    lines.slice(0, -1).every((line) => /^pass {2}.*\d\/[0-2] misses, at most \d .*alpha 0\./.test(line)),
  ).toBe(true);
  expect(lines.at(-1)).toBe(`All ${lines.length - 1} checks passed.`);
});

// Every check is run above; what is printed of them does not depend on which.
test('--json gives one document of the checks that were asked for', async () => {
  using work = makeWorkplace();
  const { runs, lying, checks } = await work.json<{
    runs: number;
    lying: number;
    checks: { misses: number; runs: number }[];
  }>('selfcheck', '--runs', '1', '--only', 'gate');
  expect({ runs, lying }).toEqual({ runs: 1, lying: 0 });
  expect(checks.length).toBeGreaterThan(1);
  for (const check of checks) expect(check).toMatchObject({ misses: 0, runs: 1 });
});

test.skipIf(process.platform === 'win32')('Ctrl-C ends it as failed, with the reason', async () => {
  using work = makeWorkplace();
  const { exitCode, stdout, stderr } = await runAssay(work.dir, ['selfcheck'], (kill, child) => {
    child.stdout.once('data', () => kill('SIGINT'));
  });
  expect(exitCode).toBe(1);
  expect(stdout).toMatch(/^pass/);
  expect(stderr).toContain('canceled');
});
