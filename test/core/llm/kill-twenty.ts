/** Kills a judge's run at 20 random moments; prints what was asked again. Ends with an error when a stored reply was. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine } from '../../../core/engine.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { startLlmServer } from '../../llm-server/server.ts';
import { killRounds } from './kill-rounds.ts';

const rounds = 20;
const count = 400;
const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-kills-'));
const server = await startLlmServer({ latencyMs: 5 });
try {
  const engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'test' });
  const { client } = engine;
  const { path: file } = await client.project.create({ path: path.join(folder, 'p.assay') });
  const lines = Array.from({ length: count }, (_, i) =>
    JSON.stringify({
      id: `item-${i}`,
      conversation: [{ role: 'user', content: `What is ${i}?` }],
      responses: { secretive: `It is ${i}.` },
    }),
  );
  writeFileSync(path.join(folder, 'items.jsonl'), `${lines.join('\n')}\n`);
  await waitForJob(engine, (await client.import.start({ path: path.join(folder, 'items.jsonl') })).jobId);
  const [dataset] = await client.dataset.list({});
  const endpoint = await client.endpoint.save({
    name: 'Loop',
    preset: 'custom',
    baseUrl: server.url,
    model: 'loop-1',
    keySource: 'none',
    concurrency: 8,
  });
  const prompt = (await client.prompt.list({})).find(({ name }) => name === 'Helpful and fluent')!;
  const judge = await client.judge.save({ name: 'looper', promptId: prompt.id, endpointId: endpoint.id });
  await engine.close();
  const args = [file, path.join(folder, 'data'), String(dataset!.id), String(judge.id)];
  const report = await killRounds(server, file, args, rounds, () => Math.floor(Math.random() * 18));
  console.log({ ...report, items: count, answered: server.answered.size, asked: server.asked.length });
  if (report.askedAgain > 0 || server.answered.size !== count) process.exitCode = 1;
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}
