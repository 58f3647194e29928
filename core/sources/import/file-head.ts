import { readSync } from 'node:fs';
import { TextDecoder } from 'node:util';
import type { SourceFile } from './source-file.ts';

const headBytes = 256 * 1024;

/** The first whole lines of a file as text; what is not UTF-8 in them is for the reader to name. */
export function readFileHead({ handle, sizeBytes }: SourceFile): string {
  const buffer = Buffer.alloc(Math.min(headBytes, sizeBytes));
  const bytes = buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, 0));
  const cut = bytes.length < sizeBytes ? bytes.lastIndexOf(10) : -1;
  return new TextDecoder().decode(cut > 0 ? bytes.subarray(0, cut) : bytes);
}
