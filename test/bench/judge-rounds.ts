/** One round of the judge's bench in a process of its own: `floor BODIES URL`, or `assay` or `cold` with PROJECT DATA_DIR. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { OpenAI } from 'openai';
import { createEngine } from '../../core/engine.ts';
import { waitForJob } from '../../host/terminal/wait-for-job.ts';
import { peakMegabytes } from './memory.ts';

const concurrency = 16;
const [kind, first, second] = process.argv.slice(2) as ['floor' | 'assay' | 'cold', string, string];
/** For a look at what the run will cost. */
const readingMs = 3000;

interface Spent {
  seconds: number;
  /** Of all threads; what it costs on a machine that others use, too. */
  processorSeconds: number;
}

/** Starts to measure; call what it gives at the end. */
function startSpending(): () => Spent {
  const started = performance.now();
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return { seconds: (performance.now() - started) / 1000, processorSeconds: (user + system) / 1e6 };
  };
}

/** The client alone, 16 at a time, each reply parsed and its text kept. */
async function floor(file: string, baseURL: string): Promise<Spent> {
  const client = new OpenAI({ baseURL, apiKey: 'none' });
  const bodies = JSON.parse(readFileSync(file, 'utf8')) as OpenAI.ChatCompletionCreateParamsNonStreaming[];
  const texts: string[] = [];
  const spent = startSpending();
  let next = 0;
  const lane = async () => {
    for (let i = next++; i < bodies.length; i = next++) {
      const reply = await client.chat.completions.create(bodies[i]!);
      texts.push(reply.choices[0]!.message.content!);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, lane));
  const total = spent();
  if (texts.length !== bodies.length) throw new Error(`${texts.length} of ${bodies.length} replies`);
  return total;
}

/**
 * A judge's run from its start to its scores, every reply stored before it is used. As in the app and at the command line
 * its cost is estimated and read first, which readies a thread as the floor has its client loaded; `cold` does without.
 */
async function assay(file: string, dataDir: string): Promise<Spent> {
  const engine = createEngine({ dataDir, version: 'bench' });
  const { client } = engine;
  await client.project.open({ path: file });
  const [judge] = await client.judge.list({});
  const [dataset] = await client.dataset.list({});
  const target = { judgeId: judge!.id, datasetId: dataset!.id, system: 'system' };
  if (kind === 'assay') {
    await client.judge.estimate(target);
    await sleep(readingMs);
  }
  const spent = startSpending();
  const run = await client.judge.start(target);
  await waitForJob(engine, run.jobId!);
  const total = spent();
  const { outcomes } = await client.run.get({ runId: run.id });
  const stored = engine.context.session.project!.db.prepare('SELECT COUNT(*) FROM llm_call').pluck().get();
  if (stored !== dataset!.itemCount) throw new Error(`${stored} replies stored, ${JSON.stringify(outcomes)}`);
  await engine.close();
  return total;
}

const total = await (kind === 'floor' ? floor : assay)(first, second);
console.log(JSON.stringify({ ...total, megabytes: peakMegabytes(process.pid) }));
