import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createEngine, type Engine } from '../../core/engine.ts';

/** What a bench prints: a name and its figures, each with its unit in the key. */
export interface BenchResult {
  name: string;
  figures: Record<string, number | string>;
}

export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

export const temporaryFolder = () => mkdtempSync(path.join(os.tmpdir(), 'assay-bench-'));

/** Small conversations with a human and a judge score each, as many as asked, one line each. */
export function writeConversations(file: string, count: number): void {
  const handle = openSync(file, 'w');
  const perWrite = 2000;
  for (let from = 0; from < count; from += perWrite) {
    const size = Math.min(perWrite, count - from);
    const lines = Array.from({ length: size }, (_, i) => JSON.stringify(conversation(from + i)));
    writeSync(handle, `${lines.join('\n')}\n`);
  }
  closeSync(handle);
}

function conversation(i: number) {
  const quality = 1 + ((i * 7919) % 5);
  return {
    id: `item-${i}`,
    conversation: [{ role: 'user', content: `What does page ${i} say about the canal?` }],
    context: `Page ${i}. The canal was dug in ${1700 + (i % 200)} and is ${i % 90} miles long.`,
    responses: { system: `It says that the canal is ${i % 90} miles long.` },
    human: { system: { quality: [quality] } },
    judge: { judge: { system: { quality: Math.min(5, Math.max(1, quality + (i % 3) - 1)) } } },
  };
}

/** A project of `count` items with a study of so many draws. */
export async function projectOf(
  count: number,
  draws = 200,
): Promise<{ engine: Engine; folder: string; studyId: number }> {
  const folder = temporaryFolder();
  const engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'bench' });
  const project = await engine.client.project.create({ path: path.join(folder, 'bench.assay') });
  const file = path.join(folder, 'items.jsonl');
  writeConversations(file, count);
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const job = engine.context.jobs.start(engine.context.session.project!, 'import', project.name, {
    path: file,
    sourceName: 'items.jsonl',
    format: 'assay-jsonl',
    datasetName: 'items',
    scales: [
      { kind: 'criterion', name: 'quality', scale },
      { kind: 'judge', name: 'judge', criterion: 'quality', scale },
    ],
  });
  const { datasetId } = await job.finished;
  rmSync(file);
  const study = await engine.client.study.create({
    datasetId: datasetId!,
    system: 'system',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'judge', criterion: 'quality' },
    size: draws,
    seed: 1,
  });
  return { engine, folder, studyId: study.id };
}
