/** One round of the judge's bench in a process of its own: `assay` or `cold`, then PROJECT DATA_DIR. */
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from '../../core/engine.ts';
import { waitForJob } from '../../host/terminal/wait-for-job.ts';
import { peakMegabytes } from './memory.ts';
import { type Spent, startSpending } from './spending.ts';

const [kind, file, dataDir] = process.argv.slice(2) as ['assay' | 'cold', string, string];
/** For a look at what the run will cost. */
const readingMs = 3000;

/**
 * A judge's run from its start to its scores, every reply stored before it is used. As in the app and at the command line
 * its cost is estimated and read first, which readies a thread as the floor has its client loaded; `cold` does without.
 */
async function judge(): Promise<Spent> {
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

const total = await judge();
console.log(JSON.stringify({ ...total, megabytes: peakMegabytes(process.pid) }));
