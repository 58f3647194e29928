import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine } from '../../core/engine.ts';
import { type BenchResult, temporaryFolder } from './support.ts';

const conversations = 1000;
const turns = 3;
const latencyMs = 20;
const concurrency = 8;

const program = `
const { createInterface } = require('node:readline');
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id } = JSON.parse(line);
  setTimeout(() => process.stdout.write(JSON.stringify({ id, text: 'a ship' }) + '\\n'), ${latencyMs});
});`;

const record = (i: number) => ({
  id: `c-${i}`,
  conversation: Array.from({ length: turns }, (_, turn) => ({
    role: 'user',
    content: `What is ${i}, ${turn}?`,
  })),
  context: `Passage ${i}.`,
  references: Array.from({ length: turns }, () => ['a ship']),
});

/** Auto-Pred on 1,000 conversations with a program that takes 20 ms, beside the least time that takes. */
export async function benchProtocols(): Promise<BenchResult> {
  const folder = temporaryFolder();
  const engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'bench' });
  await engine.client.project.create({ path: path.join(folder, 'bench.assay') });
  const file = path.join(folder, 'items.jsonl');
  writeFileSync(
    file,
    Array.from({ length: conversations }, (_, i) => `${JSON.stringify(record(i))}\n`).join(''),
  );
  const { datasetId } = await engine.context.jobs.start(engine.context.session.project!, 'import', 'items', {
    path: file,
    sourceName: 'items.jsonl',
    format: 'assay-jsonl',
    datasetName: 'items',
    scales: [],
  }).finished;
  const started = performance.now();
  const { id } = await engine.client.protocol.start({
    datasetId: datasetId!,
    model: { kind: 'command', command: process.execPath, args: ['-e', program], processes: concurrency },
    settings: { protocol: 'replay', mode: 'pred', metric: 'f1-squad1' },
    concurrency,
  });
  // The first conversation that is done tells that the worker and the programs are up.
  let up = Number.POSITIVE_INFINITY;
  for (;;) {
    const { state, conversationsDone } = await engine.client.protocol.get({ runId: id });
    if (conversationsDone > 0) up = Math.min(up, performance.now());
    if (state !== 'running') break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const seconds = (performance.now() - started) / 1000;
  const least = (conversations * turns * latencyMs) / 1000 / concurrency;
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    name: `Auto-Pred, ${conversations} conversations of ${turns} turns, a model of ${latencyMs} ms, ${concurrency} at a time`,
    figures: {
      seconds,
      'until the first conversation (s)': (up - started) / 1000,
      'serial latency / concurrency (s)': least,
      ratio: seconds / least,
      'ratio after the first (goal 1.2)': (seconds - (up - started) / 1000) / least,
    },
  };
}
