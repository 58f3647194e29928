import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createEngine, type Engine } from '../../core/engine.ts';
import { peakMegabytes, residentMegabytes } from './memory.ts';
import { type BenchResult, temporaryFolder } from './support.ts';

type Step = 'rows' | 'readIds' | 'hashIds' | 'check' | 'draw' | 'drawAfterCheck' | 'estimate';
const steps: readonly Step[] = [
  ...(['rows', 'readIds', 'hashIds', 'check', 'draw', 'drawAfterCheck', 'estimate'] as const),
];

/**
 * Rows of Parquet that are counted, and that a study is drawn from, in place; beside a plain read of their ids, and beside hashing
 * them and nothing else. Each in a process of its own, with its time and the memory above that of the process at rest.
 */
export async function benchSource(rows: number, folder = temporaryFolder()): Promise<BenchResult> {
  const figures: Record<string, number> = {};
  for (const step of steps) {
    const said = execFileSync(process.execPath, [import.meta.filename, step, folder, String(rows)]);
    if (step !== 'rows') Object.assign(figures, JSON.parse(String(said)));
  }
  rmSync(folder, { recursive: true });
  const { readIdsProcessorMs, hashIdsProcessorMs, drawProcessorMs } = figures;
  return {
    name: `a study of ${rows} rows in place`,
    figures: {
      ...figures,
      timesReadingTheIds: drawProcessorMs! / readIdsProcessorMs!,
      timesHashingTheIds: drawProcessorMs! / hashIdsProcessorMs!,
    },
  };
}

const fileIn = (folder: string) => path.join(folder, 'pool.parquet');

async function withDuckdb(sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}

const sourceIn = (folder: string) => ({
  ...{ paths: [fileIn(folder)], id: 'id', question: 'asked', where: null },
  score: { column: 'score', scale: { min: 0, max: 1, direction: 'higher' as const } },
  response: { system: 'bot', column: 'reply' },
});

const criterion = { name: 'helpful', scale: { min: 1, max: 5, direction: 'higher' as const } };

const work: Record<Step, (engine: Engine, folder: string, rows: number) => Promise<unknown>> = {
  rows: (_, folder, rows) =>
    withDuckdb(
      `COPY (SELECT 'conversation-' || i AS id, ((i * 7919) % 1001) / 1000.0 AS score, 'question ' || i AS asked,
         'reply ' || i AS reply FROM range(${rows}) t(i)) TO '${fileIn(folder)}'`,
    ),
  readIds: (_, folder) => withDuckdb(`SELECT max(length(id)) FROM read_parquet('${fileIn(folder)}')`),
  hashIds: (_, folder) =>
    withDuckdb(`SELECT max(sha256('assay-draw-2|1|' || id)) FROM read_parquet('${fileIn(folder)}')`),
  check: ({ client }, folder) => client.source.check({ ...sourceIn(folder), seed: 1 }),
  draw: ({ client }, folder) =>
    client.source.createStudy({ source: sourceIn(folder), criterion, seed: 1, size: 100 }),
  drawAfterCheck: ({ client }, folder) =>
    client.source.createStudy({ source: sourceIn(folder), criterion, seed: 1, size: 100 }),
  estimate: ({ client }) => client.estimate.current({ studyId: 1 }),
};

async function take(step: Step, folder: string, rows: number): Promise<void> {
  const engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'bench' });
  const project = path.join(folder, 'bench.assay');
  if (step === 'rows') await engine.client.project.create({ path: project });
  else await engine.client.project.open({ path: project });
  if (step === 'drawAfterCheck') await work.check(engine, folder, rows);
  const before = Number(residentMegabytes(process.pid));
  const [used, start] = [process.cpuUsage(), performance.now()];
  await work[step](engine, folder, rows);
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(used);
  const above = Number(peakMegabytes(process.pid)) - before;
  console.log(
    JSON.stringify({
      [`${step}Ms`]: ms,
      [`${step}ProcessorMs`]: (user + system) / 1000,
      [`${step}AboveRestMB`]: above,
    }),
  );
  await engine.close();
}

if (import.meta.main) {
  const [step, folder, rows] = process.argv.slice(2);
  await take(step as Step, folder!, Number(rows));
}
