import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { type FileMetaData, parquetMetadataAsync, parquetSchema } from 'hyparquet';
import { bufferOf } from './parquet-buffer.ts';
import type { ParquetReply, ParquetRequest } from './parquet-worker.ts';
import { refuseFile } from './problems.ts';
import type { SourceFile } from './source-file.ts';

/** Bytes of one row group, unpacked: this much is in memory at once. */
const mostGroupBytes = 512 * 1024 * 1024;

/** Bundled, the worker lies beside the engine under the same ending. */
const workerUrl = new URL(`./parquet-worker${path.extname(import.meta.url)}`, import.meta.url);

/** How long a row group may take to unpack before the file is taken for damaged, unless told otherwise. */
const usualPatienceMs = 60_000;

export type ParquetRow = Readonly<Record<string, unknown>>;

/** A Parquet file as a table, read one row group at a time. */
export class ParquetTable {
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly #source: SourceFile;
  readonly #metadata: FileMetaData;
  readonly #patienceMs: number;

  private constructor(source: SourceFile, metadata: FileMetaData, patienceMs: number) {
    this.#source = source;
    this.#patienceMs = patienceMs;
    this.#metadata = metadata;
    this.columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    this.rowCount = Number(metadata.num_rows);
  }

  /** @throws AppError IMPORT_REFUSED when the file is damaged. */
  static async open(source: SourceFile, patienceMs = usualPatienceMs): Promise<ParquetTable> {
    try {
      return new ParquetTable(source, await parquetMetadataAsync(bufferOf(source)), patienceMs);
    } catch (error) {
      throw damaged(source, error);
    }
  }

  /**
   * The rows in file order, with how many bytes were passed.
   *
   * @param most rows wanted; more may not be read
   * @throws AppError IMPORT_REFUSED when a part is damaged, too large, or packed in a way that is not known
   */
  async *rows(
    most = Number.POSITIVE_INFINITY,
  ): AsyncGenerator<{ row: ParquetRow; number: number; bytesRead: number }> {
    const { handle, sizeBytes } = this.#source;
    // A damaged page can keep its reader busy for ever; a thread of its own can be stopped.
    const worker = new Worker(workerUrl, { workerData: { handle, sizeBytes } });
    try {
      let number = 0;
      for (const { num_rows: count, total_byte_size: size } of this.#metadata.row_groups) {
        const end = Math.min(number + Number(count), most);
        if (number >= end) return;
        this.#assertFits(Number(size));
        for (const row of await this.#read(worker, { rowStart: number, rowEnd: end })) {
          number += 1;
          yield { row, number, bytesRead: Math.round((sizeBytes * number) / this.rowCount) };
        }
      }
    } finally {
      await worker.terminate();
    }
  }

  #assertFits(bytes: number): void {
    if (bytes <= mostGroupBytes) return;
    throw refuseFile(
      this.#source.path,
      `A row group of the file holds ${Math.round(bytes / 1024 / 1024)} MB, which is too much for the memory.`,
      'Write the file again with smaller row groups, or export it as JSON Lines.',
    );
  }

  async #read(worker: Worker, request: ParquetRequest): Promise<ParquetRow[]> {
    let timer: NodeJS.Timeout | undefined;
    try {
      const reply = await new Promise<ParquetReply>((resolve, reject) => {
        timer = setTimeout(() => reject(new Error('unpacking it takes too long')), this.#patienceMs);
        worker.once('message', resolve);
        worker.once('error', reject);
        worker.postMessage(request);
      });
      if ('rows' in reply) return reply.rows;
      throw new Error(reply.fault);
    } catch (error) {
      throw damaged(this.#source, error);
    } finally {
      clearTimeout(timer);
      worker.removeAllListeners();
    }
  }
}

function damaged({ path }: SourceFile, error: unknown) {
  const why = error instanceof Error ? error.message : String(error);
  return refuseFile(
    path,
    `The Parquet file cannot be read: ${why.slice(0, 160)}.`,
    'Write it again, with Snappy, gzip, Zstandard or no compression, or export it as JSON Lines.',
  );
}

/** A value as the cell of a table: texts and numbers as they are, everything else as JSON. */
export function parquetCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? '' : value.toISOString();
  return typeof value === 'object' ? JSON.stringify(plainValue(value)) : String(value);
}

/** A value that JSON can say: whole numbers of 64 bits as numbers, bytes and dates as text. */
export function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Date) return parquetCell(value);
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (ArrayBuffer.isView(value)) return Array.from(value as Float64Array, Number);
  if (Array.isArray(value)) return value.map(plainValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, plainValue(part)]));
}
