import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { createEngine } from '../../core/engine.ts';
import { waitForJob } from '../../host/terminal/wait-for-job.ts';
import { type PromptfooRound, promptfooRound } from './judge-promptfoo.ts';
import type { Spent } from './spending.ts';
import { type BenchResult, median, temporaryFolder, writeConversations } from './support.ts';

const items = 1000;
const concurrency = 16;
const latencyMs = 20;
const rounds = 5;

interface Round extends Spent {
  megabytes: number;
}

const launcher = path.join(import.meta.dirname, '../../host/launch.js');

/** In a process of its own, started as the app and the command are: what is compiled once stays compiled. */
async function round(script: string, ...args: string[]): Promise<Round> {
  const entry = path.join(import.meta.dirname, script);
  const { stdout } = await promisify(execFile)(process.execPath, [launcher, entry, ...args]);
  return JSON.parse(stdout) as Round;
}

async function serve(): Promise<{ server: ChildProcess; url: string }> {
  const file = path.join(import.meta.dirname, '..', 'llm-server', 'serve.ts');
  const server = spawn(process.execPath, [file, String(latencyMs)], { stdio: ['ignore', 'pipe', 'inherit'] });
  for await (const url of createInterface({ input: server.stdout! })) return { server, url };
  throw new Error('the server said nothing');
}

/** A project ready to be judged, and the bodies of the requests that judging it sends. */
async function prepare(folder: string, url: string): Promise<{ project: string; bodies: string }> {
  const engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'bench' });
  const { client } = engine;
  const { path: project } = await client.project.create({ path: path.join(folder, 'start.assay') });
  const file = path.join(folder, 'items.jsonl');
  writeConversations(file, items);
  await waitForJob(engine, (await client.import.start({ path: file })).jobId);
  const [dataset] = await client.dataset.list({});
  const endpoint = await client.endpoint.save({
    name: 'Loop',
    preset: 'custom',
    baseUrl: url,
    model: 'loop-1',
    keySource: 'none',
    concurrency,
  });
  const prompt = (await client.prompt.list({})).find(({ name }) => name === 'Helpful and fluent')!;
  const judge = await client.judge.save({ name: 'loop', promptId: prompt.id, endpointId: endpoint.id });
  const target = { judgeId: judge.id, datasetId: dataset!.id, system: 'system' };
  const requests = await client.judge.dryRun({ ...target, show: items });
  const bodies = path.join(folder, 'bodies.json');
  writeFileSync(bodies, JSON.stringify(requests.map(({ body }) => body)));
  await engine.close();
  return { project, bodies };
}

/** Names the command of promptfoo, which is no part of this project, for the same requests beside the other rounds. */
const promptfooVariable = 'ASSAY_BENCH_PROMPTFOO';

function promptfooFigures(rounds: readonly PromptfooRound[]): BenchResult['figures'] {
  if (rounds.length === 0) return { promptfoo: `not run; ${promptfooVariable} names no command of it` };
  const of = (pick: (one: PromptfooRound) => number) => median(rounds.map(pick));
  return {
    promptfooSeconds: of(({ seconds }) => seconds),
    promptfooEvaluationSeconds: of(({ evaluationSeconds }) => evaluationSeconds),
    promptfooPeakMegabytes: of(({ megabytes }) => megabytes),
  };
}

/**
 * A judge's run over 1,000 items against the bare client in a loop, 16 requests at a time, 20 ms to a reply, the server
 * in a process of its own. Rounds in turn; medians. The client alone stores nothing and cannot be resumed. `seconds` is of
 * a run whose cost was looked at first, as every run that a person starts; `coldSeconds` of one that starts unannounced, beside
 * the client that is loaded within its time.
 */
export async function benchJudge(): Promise<BenchResult> {
  const folder = temporaryFolder();
  const { server, url } = await serve();
  const promptfoo = process.env[promptfooVariable];
  try {
    const { project, bodies } = await prepare(folder, url);
    const floors: Round[] = [];
    const coldFloors: Round[] = [];
    const runs: Round[] = [];
    const coldRuns: Round[] = [];
    const promptfoos: PromptfooRound[] = [];
    for (let i = 0; i < rounds; i++) {
      floors.push(await round('judge-floor.ts', 'loaded', bodies, url));
      coldFloors.push(await round('judge-floor.ts', 'cold', bodies, url));
      for (const [kind, list] of [['assay', runs] as const, ['cold', coldRuns] as const]) {
        const copy = path.join(folder, `${kind}-${i}.assay`);
        copyFileSync(project, copy);
        list.push(await round('judge-rounds.ts', kind, copy, path.join(folder, 'data')));
      }
      if (promptfoo && existsSync(promptfoo)) {
        const own = path.join(folder, `promptfoo-${i}`);
        mkdirSync(own);
        promptfoos.push(await promptfooRound(promptfoo, { folder: own, bodies, url, concurrency }));
      }
    }
    const seconds = (list: readonly Round[]) => median(list.map((one) => one.seconds));
    const processor = (list: readonly Round[]) => median(list.map((one) => one.processorSeconds));
    const megabytes = (list: readonly Round[]) => median(list.map((one) => one.megabytes));
    return {
      name: `judge, ${items} items, ${concurrency} at a time, ${latencyMs} ms`,
      figures: {
        seconds: seconds(runs),
        floorSeconds: seconds(floors),
        timeRatio: seconds(runs) / seconds(floors),
        coldSeconds: seconds(coldRuns),
        coldFloorSeconds: seconds(coldFloors),
        coldTimeRatio: seconds(coldRuns) / seconds(coldFloors),
        processorSeconds: processor(runs),
        floorProcessorSeconds: processor(floors),
        processorRatio: processor(runs) / processor(floors),
        peakMegabytes: megabytes(runs),
        floorPeakMegabytes: megabytes(floors),
        memoryRatio: megabytes(runs) / megabytes(floors),
        repliesStored: items,
        ...promptfooFigures(promptfoos),
      },
    };
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

if (import.meta.main) console.log(JSON.stringify(await benchJudge(), null, 2));
