import { readSync } from 'node:fs';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  type AsyncBuffer,
  type Compressors,
  type FileMetaData,
  parquetMetadataAsync,
  parquetReadObjects,
  parquetSchema,
} from 'hyparquet';
import { refuseFile } from './problems.ts';
import type { SourceFile } from './source-file.ts';

/** Bytes of one row group, unpacked: this much is in memory at once. */
const mostGroupBytes = 512 * 1024 * 1024;

const compressors: Compressors = {
  GZIP: (input) => gunzipSync(input),
  ZSTD: (input) => zstdDecompressSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
};

export type ParquetRow = Readonly<Record<string, unknown>>;

/** A Parquet file as a table, read one row group at a time. */
export class ParquetTable {
  readonly columns: readonly string[];
  readonly rowCount: number;
  readonly #source: SourceFile;
  readonly #file: AsyncBuffer;
  readonly #metadata: FileMetaData;

  private constructor(source: SourceFile, file: AsyncBuffer, metadata: FileMetaData) {
    this.#source = source;
    this.#file = file;
    this.#metadata = metadata;
    this.columns = parquetSchema(metadata).children.map(({ element }) => element.name);
    this.rowCount = Number(metadata.num_rows);
  }

  /** @throws AppError IMPORT_REFUSED when the file is damaged. */
  static async open(source: SourceFile): Promise<ParquetTable> {
    const file = bufferOf(source);
    try {
      return new ParquetTable(source, file, await parquetMetadataAsync(file));
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
    let number = 0;
    for (const { num_rows: count, total_byte_size: size } of this.#metadata.row_groups) {
      const end = Math.min(number + Number(count), most);
      if (number >= end) return;
      if (Number(size) > mostGroupBytes) {
        throw refuseFile(
          this.#source.path,
          `A row group of the file holds ${Math.round(Number(size) / 1024 / 1024)} MB, which is too much for the memory.`,
          'Write the file again with smaller row groups, or export it as JSON Lines.',
        );
      }
      const rows = await this.#read(number, end);
      for (const row of rows) {
        number += 1;
        yield { row, number, bytesRead: Math.round((this.#source.sizeBytes * number) / this.rowCount) };
      }
    }
  }

  async #read(rowStart: number, rowEnd: number): Promise<ParquetRow[]> {
    const options = { file: this.#file, metadata: this.#metadata, compressors, rowStart, rowEnd };
    try {
      return await parquetReadObjects(options);
    } catch (error) {
      throw damaged(this.#source, error);
    }
  }
}

function bufferOf({ handle, sizeBytes }: SourceFile): AsyncBuffer {
  return {
    byteLength: sizeBytes,
    async slice(start, end = sizeBytes) {
      const from = start < 0 ? Math.max(0, sizeBytes + start) : start;
      const bytes = new Uint8Array(Math.max(0, Math.min(end, sizeBytes) - from));
      for (let done = 0; done < bytes.length; ) {
        const count = readSync(handle, bytes, done, bytes.length - done, from + done);
        if (count === 0) break;
        done += count;
      }
      return bytes.buffer;
    },
  };
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
