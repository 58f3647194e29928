import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { makeWorkplace, type Workplace } from '../host/run-assay.ts';
import { tinyLines } from '../host/tiny-set.ts';
import { fencedCommands, root, shellWords } from './doc-commands.ts';

// Each command is a run of its own, so a block takes a while on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

/** Runs the commands of a document that begin so, in their order; gives what each printed. */
async function runAll(work: Workplace, file: string, begins: RegExp): Promise<string[]> {
  const outputs: string[] = [];
  for (const { at, text } of fencedCommands(file).filter(({ text }) => begins.test(text))) {
    const { exitCode, stdout, stderr } = await work.assay(
      ...shellWords(text.replace(/^npm run assay -- /, 'assay ')).slice(1),
    );
    expect({ at, exitCode, stderr }).toEqual({ at, exitCode: 0, stderr: '' });
    outputs.push(stdout);
  }
  return outputs;
}

/** Chats with replies of `v1` and `v2`, people's ratings of both, and those of a judge. */
function writeChats(dir: string, name: string): void {
  const lines = tinyLines(40).map((line) =>
    line.replaceAll('"alpha"', '"v2"').replaceAll('"beta"', '"v1"').replaceAll('"kind"', '"gpt"'),
  );
  writeFileSync(path.join(dir, name), `${lines.join('\n')}\n`);
}

test('the demonstration of README runs', async () => {
  using work = makeWorkplace();
  const [said] = await runAll(work, 'README.md', /^npm run assay -- demo/);
  expect(said).toContain('Demonstration with 30 labels');
});

test('the way from a file to a number, as docs/command-line.md has it, runs from end to end', async () => {
  using work = makeWorkplace();
  writeChats(work.dir, 'chats.jsonl');
  const rows = Array.from({ length: 40 }, (_, i) => `item-${i},${1 + ((i * 7) % 5)}`);
  writeFileSync(path.join(work.dir, 'labels.csv'), ['item,value', ...rows, ''].join('\n'));
  const flow = /^assay (init|import|study create|label|estimate|report) support/;
  const outputs = await runAll(work, 'docs/command-line.md', flow);
  expect(outputs).toHaveLength(6);
  expect(outputs[4]).toMatch(/About \d/);
  expect(readFileSync(path.join(work.dir, 'report.html'), 'utf8')).toContain('<!doctype html>');
});

test('the Dockerfile ends as somebody who is not root, and starts a server that can be reached', async () => {
  const lines = readFileSync(path.join(root, 'Dockerfile'), 'utf8').split('\n');
  const last = (word: string) =>
    lines.findLast((line) => line.startsWith(`${word} `))?.slice(word.length + 1);
  expect(last('USER')).toBe('node');
  expect(JSON.parse(last('ENTRYPOINT')!)).toEqual(['assay']);
  const args: string[] = JSON.parse(last('CMD')!);
  expect(args.join(' ')).toBe(`serve --bind 0.0.0.0 --port ${last('EXPOSE')} --allow-network`);
  expect(last('VOLUME')).toBe(/=(.*)/.exec(last('ENV')!)![1]);
});
