import { readSync } from 'node:fs';
import type { AsyncBuffer } from 'hyparquet';

/** An open file as the reader of Parquet wants it; parts beyond the end are left out. */
export function bufferOf({ handle, sizeBytes }: { handle: number; sizeBytes: number }): AsyncBuffer {
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
