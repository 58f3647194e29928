import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { createEngine, type Engine } from '../../core/engine.ts';
import { type BenchResult, median, temporaryFolder, writeConversations } from './support.ts';

/** Labels after which the table is asked for. */
const timed = 15;

/** What the table of failure modes costs after a label, with many modes and coded items; processor time, in process. */
export async function benchFailures(modes: number, items: number): Promise<BenchResult> {
  const { engine, folder, studyId } = await studyOfFailures(items + 4 * timed);
  const { client } = engine;
  const ids: number[] = [];
  for (let i = 0; i < modes; i++) {
    const { mode } = await client.failures.make({ name: `failure ${i}`, clientKey: randomUUID() });
    ids.push(mode.id);
  }
  const { list } = await client.failures.list({ withRetired: false });
  const { batch, next } = await client.label.open({ studyId });
  let ref = next!;
  let done = 0;
  const code = async () => {
    // Few modes are common and most are rare: the k-th with a chance of about 1/k.
    const drawn = [((done * 7919) % 997) / 997, ((done * 104_729) % 991) / 991];
    const own = [
      ...new Set(drawn.filter((_, i) => (done + i) % 3 > 0).map((u) => Math.floor(modes ** u) - 1)),
    ];
    const coding = { modes: own.map((k) => ids[k]!), note: '', at: null, list };
    const change = await client.label.submit({
      ...{ batch, ref, durationMs: 1000, estimateVisible: false, clientKey: randomUUID() },
      answer: { kind: 'score', value: 3, fields: { failures: coding } },
    });
    ref = change.next!;
    done++;
  };
  while (done < items) await code();
  const figures: BenchResult['figures'] = {};
  const clocked = async (work: () => Promise<unknown>) => {
    const start = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  };
  for (const shown of [20, 100]) {
    const ask = () => client.failures.table({ studyId, shown });
    figures[`${shown} shares, first, ms`] = await clocked(ask);
    const times: number[] = [];
    for (let i = 0; i < timed; i++) {
      await code();
      times.push(await clocked(ask));
    }
    const sorted = times.toSorted((a, b) => a - b);
    figures[`${shown} shares, after a label, ms`] =
      `${median(sorted).toFixed(1)} (slowest ${sorted.at(-1)!.toFixed(1)})`;
  }
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  return { name: `The table of ${modes} failure modes, ${items} coded items, processor time`, figures };
}

async function studyOfFailures(draws: number): Promise<{ engine: Engine; folder: string; studyId: number }> {
  const folder = temporaryFolder();
  const engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'bench' });
  const { client, context } = engine;
  const project = await client.project.create({ path: path.join(folder, 'bench.assay') });
  const file = path.join(folder, 'items.jsonl');
  writeConversations(file, 2 * draws);
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const { datasetId } = await context.jobs.start(context.session.project!, 'import', project.name, {
    ...{ path: file, sourceName: 'items.jsonl', format: 'assay-jsonl', datasetName: 'items' },
    scales: [
      { kind: 'criterion', name: 'quality', scale },
      { kind: 'judge', name: 'judge', criterion: 'quality', scale },
    ],
  }).finished;
  const form = { kind: 'failures' as const, mayMake: false };
  const study = await client.study.create({
    ...{ datasetId: datasetId!, system: 'system', size: draws, seed: 1, preset: 'uniform' },
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    fields: [{ name: 'failures', question: 'What went wrong?', required: false, form }],
  });
  return { engine, folder, studyId: study.id };
}
