import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { createEngine, type Engine } from '../../core/engine.ts';
import { waitForJob } from '../../host/terminal/wait-for-job.ts';
import { answered, type BatchRequest } from '../core/llm/answer-files.ts';
import { peakMegabytes, residentMegabytes } from './memory.ts';
import { type BenchResult, temporaryFolder, writeConversations } from './support.ts';

type Step = 'make' | 'write' | 'read';

const scale = { min: 1, max: 5, direction: 'higher' as const };
const file = (folder: string, name: string) => path.join(folder, name);

/**
 * A judge's run by file: to write the requests of so many items, and to read the answers, each in a process of its own, with its
 * time and the memory above that of a process in which the project is open and nothing done.
 */
export async function benchBatch(items: number, folder = temporaryFolder()): Promise<BenchResult> {
  const figures: BenchResult['figures'] = {};
  for (const step of ['make', 'write', 'read'] as const) {
    if (step === 'read') await answerAll(folder, items);
    const said = execFileSync(process.execPath, [import.meta.filename, step, folder, String(items)]);
    if (step !== 'make') Object.assign(figures, JSON.parse(String(said)));
  }
  rmSync(folder, { recursive: true });
  return { name: `a judge's run of ${items} items by file`, figures };
}

/** The files that so many requests are written to. */
const filesOf = (folder: string, stem: string, items: number): string[] =>
  Array.from({ length: Math.ceil(items / 50_000) }, (_, i) =>
    file(folder, i === 0 ? `${stem}.jsonl` : `${stem}-${i + 1}.jsonl`),
  );

/** Answers every line of the files, as a server would. */
async function answerAll(folder: string, items: number): Promise<void> {
  const answers = filesOf(folder, 'answers', items);
  for (const [i, requests] of filesOf(folder, 'requests', items).entries()) {
    const out = createWriteStream(answers[i]!);
    for await (const line of createInterface({ input: createReadStream(requests) }))
      if (!out.write(`${JSON.stringify(answered(JSON.parse(line) as BatchRequest))}\n`))
        await once(out, 'drain');
    out.end();
    await once(out, 'finish');
  }
}

const work: Record<Step, (engine: Engine, folder: string, items: number) => Promise<unknown>> = {
  async make(engine, folder, items) {
    const { client, context } = engine;
    const conversations = file(folder, 'items.jsonl');
    writeConversations(conversations, items);
    const job = context.jobs.start(context.session.project!, 'import', 'items', {
      path: conversations,
      sourceName: 'items.jsonl',
      format: 'assay-jsonl',
      datasetName: 'items',
      scales: [
        { kind: 'criterion', name: 'quality', scale },
        { kind: 'judge', name: 'judge', criterion: 'quality', scale },
      ],
    });
    await job.finished;
    const endpoint = await client.endpoint.save({
      ...{ name: 'Nowhere', preset: 'custom', baseUrl: 'http://127.0.0.1:9/v1', model: 'loop-1' },
      ...{ keySource: 'none', concurrency: 4 },
    });
    const prompt = (await client.prompt.list({})).find(({ name }) => name === 'Helpful and fluent')!;
    await client.judge.save({ name: 'loop', promptId: prompt.id, endpointId: endpoint.id });
  },
  async write(engine, folder) {
    const { jobId } = await engine.client.judge.start({
      ...{ judgeId: 1, datasetId: 1, system: 'system' },
      writeBatch: file(folder, 'requests.jsonl'),
    });
    await waitForJob(engine, jobId!).catch(() => {});
  },
  async read(engine, folder, items) {
    const { jobId } = await engine.client.run.resume({
      runId: 1,
      readBatch: filesOf(folder, 'answers', items),
    });
    await waitForJob(engine, jobId!);
    const { state, callsDone } = await engine.client.run.get({ runId: 1 });
    if (state !== 'finished' || callsDone !== items) throw new Error(`${state}, ${callsDone} replies`);
  },
};

async function take(step: Step, folder: string, items: number): Promise<void> {
  // What threads do keeps no process alive.
  const alive = setInterval(() => {}, 1000);
  const engine = createEngine({ dataDir: file(folder, 'data'), version: 'bench' });
  const project = file(folder, 'bench.assay');
  if (step === 'make') await engine.client.project.create({ path: project });
  else await engine.client.project.open({ path: project });
  const before = Number(residentMegabytes(process.pid));
  const start = performance.now();
  await work[step](engine, folder, items);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage();
  const above = Number(peakMegabytes(process.pid)) - before;
  const name = `${step}${step === 'write' ? 'Requests' : 'Answers'}`;
  console.log(
    JSON.stringify({
      [`${name}Ms`]: ms,
      [`${name}ProcessorMs`]: (user + system) / 1000,
      [`${name}AboveRestMB`]: above,
    }),
  );
  clearInterval(alive);
  await engine.close();
}

if (import.meta.main) {
  const [step, folder, items] = process.argv.slice(2);
  await take(step as Step, folder!, Number(items));
}
