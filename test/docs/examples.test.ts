import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { examples, expectedFile, transcriptOf } from './example-runs.ts';
import { mixedFiles, mixedFolder } from './mixed-example.ts';

// Each command is a run of its own, so an example takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

test('the examples are found', () => {
  expect(examples.length).toBeGreaterThan(5);
});

test('the files of the mixed example are those that its script makes', () => {
  for (const [name, content] of Object.entries(mixedFiles)) {
    const file = readFileSync(path.join(mixedFolder, name));
    expect(file.equals(Buffer.from(content)), `run: node test/docs/mixed-example.ts (${name})`).toBe(true);
  }
});

test.each(examples)('examples/%s prints what its expected.txt says', async (example) => {
  const { text, ran } = await transcriptOf(example);
  expect(ran.length).toBeGreaterThanOrEqual(5);
  for (const { command, code, exitCode } of ran)
    expect({ command, code }).toEqual({ command, code: exitCode });
  expect(text, 'run: node test/docs/example-runs.ts').toBe(readFileSync(expectedFile(example), 'utf8'));
});
