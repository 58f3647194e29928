import { readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { examples, expectedFile, transcriptOf } from './example-runs.ts';

// Each command is a run of its own, so an example takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

test('there are eight examples', () => {
  expect(examples).toEqual([
    'failures',
    'inspect',
    'parquet',
    'pipeline',
    'promptfoo',
    'raters',
    'releases',
    'two-files',
  ]);
});

test.each(examples)('examples/%s prints what its expected.txt says', async (example) => {
  const { text, ran } = await transcriptOf(example);
  expect(ran.length).toBeGreaterThanOrEqual(5);
  for (const { command, code, exitCode } of ran)
    expect({ command, code }).toEqual({ command, code: exitCode });
  expect(text, 'run: node test/docs/example-runs.ts').toBe(readFileSync(expectedFile(example), 'utf8'));
});
