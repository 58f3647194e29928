import { parentPort, workerData } from 'node:worker_threads';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { type Compressors, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { bufferOf } from './parquet-buffer.ts';

/** Rows wanted of the file that the worker was started for. */
export interface ParquetRequest {
  readonly rowStart: number;
  readonly rowEnd: number;
}

export type ParquetReply = { readonly rows: Record<string, unknown>[] } | { readonly fault: string };

const compressors: Compressors = {
  GZIP: (input) => gunzipSync(input),
  ZSTD: (input) => zstdDecompressSync(input),
  BROTLI: (input) => brotliDecompressSync(input),
};

const file = bufferOf(workerData as { handle: number; sizeBytes: number });
const metadata = parquetMetadataAsync(file);

parentPort!.on('message', async ({ rowStart, rowEnd }: ParquetRequest) => {
  let reply: ParquetReply;
  try {
    const options = { file, metadata: await metadata, compressors, rowStart, rowEnd };
    reply = { rows: await parquetReadObjects(options) };
  } catch (error) {
    reply = { fault: error instanceof Error ? error.message : String(error) };
  }
  parentPort!.postMessage(reply);
});
