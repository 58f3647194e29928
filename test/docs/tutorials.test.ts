import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeWorkplace } from '../host/run-assay.ts';
import { root } from './doc-commands.ts';
import { runSteps, stepsOf } from './example-runs.ts';

// Each command is a run of its own, so a tutorial takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const folder = path.join(root, 'docs', 'tutorials');
const pageOf = (name: string) => readFileSync(path.join(folder, name), 'utf8');
/** Servers and containers are not started here: `test/team/proxy.test.ts` reads what that page shows. */
const tutorials = readdirSync(folder).filter((name) => name.endsWith('.md') && name !== 'server.md');

const words = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replaceAll(/\s+/g, ' '))
    .filter((line) => line !== '');

test.each(tutorials)('docs/tutorials/%s runs as it is written, and prints what it shows', async (name) => {
  using work = makeWorkplace();
  const page = pageOf(name);
  const [, data] = /^cd examples\/([\w-]+)$/m.exec(page)!;
  const ran = await runSteps(work, data!, stepsOf(page));
  expect(ran.length).toBeGreaterThanOrEqual(5);
  let printed: string[] = [];
  for (const { command, code, exitCode, output, shown } of ran) {
    expect({ command, code, output }).toEqual({ command, code: exitCode, output });
    printed.push(...words(output));
    if (shown === '') continue;
    const missing = words(shown).filter((line) => !printed.some((one) => one.includes(line)));
    expect({ command, missing, output }).toEqual({ command, missing: [], output });
    printed = [];
  }
});
