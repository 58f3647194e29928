import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { SourceFile } from '../file-head.ts';
import { refuseFile } from '../problems.ts';
import type { TableValue } from '../tables/table-value.ts';
import { exportAsLines, writeAgain } from './parquet-fault.ts';
import type { ParquetReply } from './parquet-worker.ts';

/** Bundled, the worker lies beside the engine under the same ending. */
const workerUrl = new URL(`./parquet-worker${path.extname(import.meta.url)}`, import.meta.url);

/** How long the next rows may take before the file is taken for damaged, unless told otherwise. */
const usualPatienceMs = 60_000;
/**
 * What the worker may take while it is waited for. The limit of its own thread lies far above: an array that does not fit
 * below that would end the whole process.
 */
const mostGrowthBytes = 1.5 * 1024 * 1024 * 1024;
const resourceLimits = { maxOldGenerationSizeMb: 4096, maxYoungGenerationSizeMb: 16 };
const millisecondsBetweenLooks = 50;

/** The row of a table: the values of its columns, in their order. */
type ParquetRow = readonly TableValue[];

/** Looked at while the next rows are awaited; throws to stop. */
type Checkpoint = () => Promise<void>;

/** A Parquet file as a table, read piece by piece in a thread of its own, which a damaged page may keep busy. */
export class ParquetTable {
  columns: readonly string[] = [];
  rowCount = 0;
  readonly #source: SourceFile;
  readonly #patienceMs: number;
  readonly #checkpoint: Checkpoint;
  readonly #worker: Worker;
  /** Whoever waits for the worker; it speaks when asked, and may end at any time. */
  #settle: ((reply: ParquetReply | Error) => void) | null = null;
  #ended: Error | null = null;

  private constructor(source: SourceFile, patienceMs: number, checkpoint: Checkpoint) {
    this.#source = source;
    this.#patienceMs = patienceMs;
    this.#checkpoint = checkpoint;
    const { handle, sizeBytes } = source;
    this.#worker = new Worker(workerUrl, { workerData: { handle, sizeBytes }, resourceLimits })
      .on('message', (reply: ParquetReply) => this.#settle?.(reply))
      .on('error', (error) => this.#end(error as Error))
      .on('exit', () => this.#end(new Error('its reader stopped')));
  }

  /** The table must be closed. @throws AppError IMPORT_REFUSED when the file is damaged */
  static async open(
    source: SourceFile,
    {
      patienceMs = usualPatienceMs,
      checkpoint = async () => {},
    }: { patienceMs?: number; checkpoint?: Checkpoint } = {},
  ): Promise<ParquetTable> {
    const table = new ParquetTable(source, patienceMs, checkpoint);
    try {
      const reply = await table.#ask();
      if ('columns' in reply) Object.assign(table, { columns: reply.columns, rowCount: reply.rowCount });
      return table;
    } catch (error) {
      await table.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  /**
   * The rows in file order, with how many bytes were passed. While some are worked on, the next are unpacked.
   *
   * @throws AppError IMPORT_REFUSED when a part is damaged, too large, or packed in a way that is not known
   */
  async *rows(): AsyncGenerator<{ row: ParquetRow; number: number; bytesRead: number }> {
    let number = 0;
    let next = this.#askAhead();
    for (;;) {
      const { rows, last } = await next;
      if (!last) next = this.#askAhead();
      for (const row of rows) {
        number += 1;
        yield { row, number, bytesRead: Math.round((this.#source.sizeBytes * number) / this.rowCount) };
      }
      if (last) return;
    }
  }

  #askAhead(): Promise<Extract<ParquetReply, { rows: unknown }>> {
    const asked = this.#ask() as Promise<Extract<ParquetReply, { rows: unknown }>>;
    // Nobody may be waiting yet, or any more.
    asked.catch(() => {});
    return asked;
  }

  async #ask(): Promise<ParquetReply> {
    let looks: NodeJS.Timeout | undefined;
    try {
      const reply = await new Promise<ParquetReply | Error>((resolve, reject) => {
        this.#settle = resolve;
        const look = this.#look(resolve, reject);
        looks = setInterval(look, millisecondsBetweenLooks);
        look();
        if (this.#ended) resolve(this.#ended);
        this.#worker.postMessage('next');
      });
      if (reply instanceof TooMuchMemory) throw refused(this.#source, reply.message, exportAsLines);
      if (reply instanceof Error) throw refused(this.#source, reply.message, writeAgain);
      if ('fault' in reply) throw refused(this.#source, reply.fault, reply.remedy);
      return reply;
    } finally {
      clearInterval(looks);
      this.#settle = null;
    }
  }

  /** Looks whether the worker takes too long or too much, and whether it is still wanted. */
  #look(resolve: (fault: Error) => void, reject: (error: unknown) => void): () => void {
    const start = performance.now();
    const bytesBefore = process.memoryUsage.rss();
    return () => {
      if (performance.now() - start > this.#patienceMs) resolve(new Error('unpacking it takes too long'));
      if (process.memoryUsage.rss() - bytesBefore > mostGrowthBytes) resolve(new TooMuchMemory());
      this.#checkpoint().catch(reject);
    };
  }

  #end(error: Error): void {
    this.#ended ??= faultOf(error);
    this.#settle?.(this.#ended);
  }
}

class TooMuchMemory extends Error {
  override readonly message = 'unpacking it takes too much memory';
}

/** What the end of the worker says in words of the file. */
function faultOf(error: Error): Error {
  const isOutOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
  return isOutOfMemory ? new TooMuchMemory() : error;
}

const refused = ({ path: file }: SourceFile, why: string, remedy: string) =>
  refuseFile(file, `The Parquet file cannot be read: ${why.slice(0, 200)}.`, remedy);
