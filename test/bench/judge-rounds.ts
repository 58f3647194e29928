/** One round of the judge's bench in a process of its own: `floor BODIES URL` or `assay PROJECT DATA_DIR`. */
import { readFileSync } from 'node:fs';
import { OpenAI } from 'openai';
import { createEngine } from '../../core/engine.ts';
import { waitForJob } from '../../host/terminal/wait-for-job.ts';
import { peakMegabytes } from './memory.ts';

const concurrency = 16;
const [kind, first, second] = process.argv.slice(2) as ['floor' | 'assay', string, string];

/** The client alone, 16 at a time, each reply parsed and its text kept. */
async function floor(file: string, baseURL: string): Promise<number> {
  const client = new OpenAI({ baseURL, apiKey: 'none' });
  const bodies = JSON.parse(readFileSync(file, 'utf8')) as OpenAI.ChatCompletionCreateParamsNonStreaming[];
  const texts: string[] = [];
  const started = performance.now();
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < bodies.length; i = next++) {
      const reply = await client.chat.completions.create(bodies[i]!);
      texts.push(reply.choices[0]!.message.content!);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const seconds = (performance.now() - started) / 1000;
  if (texts.length !== bodies.length) throw new Error(`${texts.length} of ${bodies.length} replies`);
  return seconds;
}

/** A judge's run from its start to its scores, every reply stored before it is used. */
async function assay(file: string, dataDir: string): Promise<number> {
  const engine = createEngine({ dataDir, version: 'bench' });
  const { client } = engine;
  await client.project.open({ path: file });
  const [judge] = await client.judge.list({});
  const [dataset] = await client.dataset.list({});
  const started = performance.now();
  const run = await client.judge.start({ judgeId: judge!.id, datasetId: dataset!.id, system: 'system' });
  await waitForJob(engine, run.jobId!);
  const seconds = (performance.now() - started) / 1000;
  const { outcomes } = await client.run.get({ runId: run.id });
  const stored = engine.context.session.project!.db.prepare('SELECT COUNT(*) FROM llm_call').pluck().get();
  if (stored !== dataset!.itemCount) throw new Error(`${stored} replies stored, ${JSON.stringify(outcomes)}`);
  await engine.close();
  return seconds;
}

const seconds = await (kind === 'floor' ? floor : assay)(first, second);
console.log(JSON.stringify({ seconds, megabytes: peakMegabytes(process.pid) }));
