import { expect, test, vi } from 'vitest';
import { makeWorkplace } from '../host/run-assay.ts';
import { filledLines, runSteps, stepsOf, tutorials } from './example-runs.ts';

// Each command is a run of its own, so a tutorial takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

test.each(tutorials)('$name runs as it is written, and prints what it shows', async ({ text, folder }) => {
  using work = makeWorkplace();
  const ran = await runSteps(work, folder, stepsOf(text));
  expect(ran.length).toBeGreaterThanOrEqual(5);
  let printed: string[] = [];
  for (const { command, code, exitCode, output, shown } of ran) {
    expect({ command, code, output }).toEqual({ command, code: exitCode, output });
    printed.push(...filledLines(output));
    if (shown === '') continue;
    const missing = filledLines(shown).filter((line) => !printed.some((one) => one.includes(line)));
    expect({ command, missing, output }).toEqual({ command, missing: [], output });
    printed = [];
  }
});
