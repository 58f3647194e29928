import { rmSync } from 'node:fs';
import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { createEngine } from '../../core/engine.ts';
import { peakMegabytes, residentMegabytes } from './memory.ts';
import { type BenchResult, temporaryFolder } from './support.ts';

/** Rows of Parquet that a study is drawn from in place, beside a plain read of their ids, and beside hashing them and nothing else. */
export async function benchSource(rows: number): Promise<BenchResult> {
  const folder = temporaryFolder();
  const file = path.join(folder, 'pool.parquet');
  await makeRows(file, rows);
  const ids = await timed(file, 'max(length(id))');
  const hashes = await timed(file, `max(sha256('assay-draw-2|1|' || id))`);
  const before = Number(residentMegabytes(process.pid));
  const source = {
    ...{ paths: [file], id: 'id', question: 'asked', where: null },
    score: { column: 'score', scale: { min: 0, max: 1, direction: 'higher' as const } },
    response: { system: 'bot', column: 'reply' },
  };
  const criterion = { name: 'helpful', scale: { min: 1, max: 5, direction: 'higher' as const } };
  const engine = createEngine({ dataDir: path.join(folder, 'data'), version: 'bench' });
  await engine.client.project.create({ path: path.join(folder, 'bench.assay') });
  const used = process.cpuUsage();
  const start = performance.now();
  const { id: studyId } = await engine.client.source.createStudy({ source, criterion, seed: 1, size: 100 });
  const drawMs = performance.now() - start;
  const drawProcessorMs = processorMs(used);
  const again = performance.now();
  await engine.client.estimate.current({ studyId });
  const estimateMs = performance.now() - again;
  await engine.close();
  rmSync(folder, { recursive: true });
  const memory = Number(peakMegabytes(process.pid)) - before;
  return {
    name: `a study of ${rows} rows in place`,
    figures: {
      readIdsMs: ids.wallMs,
      readIdsProcessorMs: ids.processorMs,
      hashIdsMs: hashes.wallMs,
      hashIdsProcessorMs: hashes.processorMs,
      drawMs,
      drawProcessorMs,
      estimateMs,
      timesReadingTheIds: drawProcessorMs / ids.processorMs,
      timesHashingTheIds: drawProcessorMs / hashes.processorMs,
      peakAboveRestMB: memory,
    },
  };
}

async function makeRows(file: string, rows: number): Promise<void> {
  await withDuckdb(
    `COPY (SELECT 'conversation-' || i AS id, ((i * 7919) % 1001) / 1000.0 AS score, 'question ' || i AS asked,
       'reply ' || i AS reply FROM range(${rows}) t(i)) TO '${file}'`,
  );
}

const processorMs = (since: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
};

async function timed(file: string, what: string): Promise<{ wallMs: number; processorMs: number }> {
  const [used, start] = [process.cpuUsage(), performance.now()];
  await withDuckdb(`SELECT ${what} FROM read_parquet('${file}')`);
  return { wallMs: performance.now() - start, processorMs: processorMs(used) };
}

async function withDuckdb(sql: string): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
}
