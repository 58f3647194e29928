import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { createEngine, type Engine } from '../../../core/engine.ts';
import type { LabelAnswer, ScaleDeclaration } from '../../../shared/contract/index.ts';

/** A folder that goes away with the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** An engine with its own data folder, closed when the test ends. */
export function testEngine(dataDir = temporaryFolder()): Engine {
  const engine = createEngine({ dataDir, version: 'test' });
  onTestFinished(() => engine.close());
  return engine;
}

/** An engine with a new project open. */
export async function engineWithProject(): Promise<{ engine: Engine; folder: string; file: string }> {
  const folder = temporaryFolder();
  const engine = testEngine(path.join(folder, 'data'));
  const { path: file } = await engine.client.project.create({ path: path.join(folder, 'p.assay') });
  return { engine, folder, file };
}

/** Imports records as our JSON Lines and returns the data set's id. */
export async function importRecords(
  engine: Engine,
  folder: string,
  records: readonly unknown[],
  { name = 'data', scales = [] }: { name?: string; scales?: ScaleDeclaration[] } = {},
): Promise<number> {
  const file = path.join(folder, `${name}.jsonl`);
  writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const { finished } = engine.context.jobs.start(engine.context.session.project!, 'import', name, {
    path: file,
    sourceName: path.basename(file),
    format: 'assay-jsonl',
    datasetName: name,
    scales,
  });
  return (await finished).datasetId!;
}

/** Items that one system answered, with a human score from 1 to 5 and a judge that half agrees. */
export function ratedRecords(count: number) {
  return Array.from({ length: count }, (_, i) => {
    const human = 1 + ((i * 7) % 5);
    return {
      id: `item-${String(i).padStart(4, '0')}`,
      group: `group-${i % 9}`,
      conversation: [{ role: 'user', content: `What about number ${i}?` }],
      context: `Number ${i} is written here.`,
      reference: [`number ${i}`],
      responses: { secretive: `It is number ${i % 3 === 0 ? i + 1 : i}.`, rival: `number ${i}` },
      human: { secretive: { quality: [human] } },
      judge: { strict: { secretive: { quality: Math.min(5, Math.max(1, human + ((i * 5) % 3) - 1)) } } },
    };
  });
}

export const ratedScales: ScaleDeclaration[] = [
  { kind: 'criterion', name: 'quality', scale: { min: 1, max: 5, direction: 'higher' } },
  { kind: 'judge', name: 'strict', criterion: 'quality', scale: { min: 1, max: 5, direction: 'higher' } },
];

/** A project with rated records and a study of `size` draws. */
export async function ratedStudy(
  size: number,
  {
    count = 80,
    preset = 'calibrated-hardness' as 'calibrated-hardness' | 'uniform' | 'humcoe',
    seed = 11,
    alpha = 0.05,
  } = {},
) {
  const { engine, folder, file } = await engineWithProject();
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
export function submit(engine: Engine, batch: string, ref: string, answer: LabelAnswer) {
  return engine.client.label.submit({
    batch,
    ref,
    answer,
    durationMs: 1000,
    estimateVisible: false,
    clientKey: `test-submission-${process.pid}-${submissions++}`,
  });
}
