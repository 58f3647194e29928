import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createEngine, type Engine } from '../../core/engine.ts';
import { peakMegabytes, residentMegabytes } from './memory.ts';
import { type BenchResult, temporaryFolder, writeConversations } from './support.ts';

type Step = 'import' | 'create' | 'estimate' | 'report' | 'firstPhase';
const steps: readonly Step[] = ['import', 'create', 'estimate', 'report', 'firstPhase'];

/**
 * A study of many imported items: to import them, to draw the study, to open its estimate, to write its report, and to take the
 * largest first phase of them, each in a process of its own, with its time and the memory above that of a process in which the project is open and nothing done.
 */
export async function benchPool(items: number, folder = temporaryFolder()): Promise<BenchResult> {
  const figures: BenchResult['figures'] = {};
  for (const step of steps) {
    const said = execFileSync(process.execPath, [import.meta.filename, step, folder, String(items)]);
    Object.assign(figures, JSON.parse(String(said)));
  }
  rmSync(folder, { recursive: true });
  return { name: `a study of ${items} imported items`, figures };
}

const scale = { min: 1, max: 5, direction: 'higher' as const };

const work: Record<Step, (engine: Engine, folder: string, items: number) => Promise<unknown>> = {
  async import({ context }, folder, items) {
    const file = path.join(folder, 'items.jsonl');
    writeConversations(file, items);
    const job = context.jobs.start(context.session.project!, 'import', 'items', {
      path: file,
      sourceName: 'items.jsonl',
      format: 'assay-jsonl',
      datasetName: 'items',
      scales: [
        { kind: 'criterion', name: 'quality', scale },
        { kind: 'judge', name: 'judge', criterion: 'quality', scale },
      ],
    });
    await job.finished;
    rmSync(file);
  },
  create: ({ client }) =>
    client.study.create({
      datasetId: 1,
      system: 'system',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'judge', judge: 'judge', criterion: 'quality' },
      size: 200,
      seed: 1,
    }),
  estimate: ({ client }) => client.estimate.current({ studyId: 1 }),
  report: ({ client }, folder) =>
    client.report.save({
      studyId: 1,
      path: path.join(folder, 'report.html'),
      format: 'html',
      overwrite: true,
    }),
  firstPhase: ({ client }) =>
    client.source.firstPhase({ from: { datasetId: 1, system: 'system' }, rows: 200_000, seed: 1 }),
};

async function take(step: Step, folder: string, items: number): Promise<void> {
  // What threads do keeps no process alive.
  const alive = setInterval(() => {}, 1000);
  const engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'bench' });
  const file = path.join(folder, 'bench.assay');
  if (step === 'import') await engine.client.project.create({ path: file });
  else await engine.client.project.open({ path: file });
  const before = Number(residentMegabytes(process.pid));
  const start = performance.now();
  await work[step](engine, folder, items);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage();
  const above = Number(peakMegabytes(process.pid)) - before;
  console.log(
    JSON.stringify({
      [`${step}Ms`]: ms,
      [`${step}ProcessorMs`]: (user + system) / 1000,
      [`${step}AboveRestMB`]: above,
    }),
  );
  clearInterval(alive);
  await engine.close();
}

if (import.meta.main) {
  const [step, folder, items] = process.argv.slice(2);
  await take(step as Step, folder!, Number(items));
}
