import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createEngine, type Engine } from '../../../core/engine.ts';
import type { LabelAnswer, ScaleDeclaration } from '../../../shared/contract/index.ts';
import { doJobsHere } from './jobs-here.ts';
import { ratedRecords, ratedScales } from './rated-records.ts';

export { ratedRecords, ratedScales };

/** A folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Threads {
  /** Imports and draws run in threads, as in the app; else, much quicker, in the thread of the test. */
  threads?: boolean;
}

/** An engine with its own data folder, closed when the test ends. */
export function testEngine(dataDir = temporaryFolder(), { threads = false }: Threads = {}): Engine {
  const engine = createEngine({ dataDir, version: 'test' });
  if (!threads) doJobsHere(engine);
  onTestFinished(() => engine.close());
  return engine;
}

/** An engine with a new project open. */
export async function engineWithProject(
  threads: Threads = {},
): Promise<{ engine: Engine; folder: string; file: string }> {
  const folder = temporaryFolder();
  const engine = testEngine(path.join(folder, 'data'), threads);
  const { path: file } = await engine.client.project.create({ path: path.join(folder, 'p.assay') });
  return { engine, folder, file };
}

/** Those of the usual scales that a text can have: of a judge that is not in it none may be declared. */
export const scalesOf = (text: string, scales: readonly ScaleDeclaration[]): ScaleDeclaration[] =>
  scales.filter(({ kind, name }) => kind === 'criterion' || text.includes(JSON.stringify(name)));

/** Imports records as our JSON Lines and returns the data set's id. */
export async function importRecords(
  engine: Engine,
  folder: string,
  records: readonly unknown[],
  { name = 'data', scales = [] }: { name?: string; scales?: ScaleDeclaration[] } = {},
): Promise<number> {
  const file = path.join(folder, `${name}.jsonl`);
  const text = records.map((record) => `${JSON.stringify(record)}\n`).join('');
  writeFileSync(file, text);
  const { finished } = engine.context.jobs.start(engine.context.session.project!, 'import', name, {
    path: file,
    sourceName: path.basename(file),
    format: 'assay-jsonl',
    datasetName: name,
    scales: scalesOf(text, scales),
  });
  return (await finished).datasetId!;
}

/** A project with rated records and a study of `size` draws. */
export async function ratedStudy(
  size: number,
  {
    count = 80,
    preset = 'calibrated-hardness' as 'calibrated-hardness' | 'uniform' | 'humcoe',
    seed = 11,
    alpha = 0.05,
    threads = false,
  } = {},
) {
  const { engine, folder, file } = await engineWithProject({ threads });
  const datasetId = await importRecords(engine, folder, ratedRecords(count), { scales: ratedScales });
  const study = await engine.client.study.create({
    datasetId,
    system: 'secretive',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    preset,
    seed,
    size,
    alpha,
  });
  return { engine, folder, file, datasetId, study };
}

let submissions = 0;
/** Labels one item through the label screen's own call. */
export function submit(engine: Engine, batch: string, ref: string, answer: LabelAnswer, how = {}) {
  return engine.client.label.submit({
    batch,
    ref,
    answer,
    durationMs: 1000,
    estimateVisible: false,
    clientKey: `test-submission-${process.pid}-${submissions++}`,
    ...how,
  });
}
