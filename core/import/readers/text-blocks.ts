import { isUtf8 } from 'node:buffer';
import { readSync } from 'node:fs';
import type { Problems } from './problems.ts';

/** Turns blocks of a file's text into items or labels. */
export interface BlockReader {
  /** Set when blocks need not end at the end of a line. */
  readonly cutsAnywhere?: boolean;
  read(block: TextBlock): void;
  /** Hands on what was held back, when the rest of the file is not wanted. */
  breakOff?(): void;
  /** Called once after the last block. */
  end(): void;
}

/** Some whole lines of a file, decoded. */
export interface TextBlock {
  readonly text: string;
  readonly firstLine: number;
  /** Bytes of the file read so far. */
  readonly bytesRead: number;
  /** The file ends here. */
  readonly last: boolean;
}

export interface BlockOptions {
  readonly problems: Problems;
  /** Sees every byte of the file, in order. */
  readonly onBytes?: (bytes: Buffer) => void;
  readonly chunkBytes?: number;
  readonly longestLineBytes?: number;
  /** Default true: blocks end at the end of a line. Else they end wherever a character does. */
  readonly wholeLines?: boolean;
  /** Stops, in the middle of a line if need be, once so much has been read. */
  readonly mostBytes?: number;
}

const newline = 10;
/** Small enough that the shortest of lines leave time to look for a cancel. */
const defaultChunkBytes = 64 * 1024;
const longestLineBytes = 256 * 1024 * 1024;
const lineTooLong = 'The line is longer than 256 MB.';
const splitRecords = 'Split the record, or leave out what is not text of the conversation.';

/**
 * Reads a file block by block, each ending at the end of a line unless told otherwise, so that memory holds one chunk
 * or one line. Names the lines that are not UTF-8 or too long; the latter are left out.
 */
export function* readTextBlocks(handle: number, options: BlockOptions): Generator<TextBlock> {
  const {
    problems,
    onBytes,
    chunkBytes = defaultChunkBytes,
    longestLineBytes: longest = longestLineBytes,
    wholeLines = true,
    mostBytes = Number.POSITIVE_INFINITY,
  } = options;
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let rest: Buffer[] = [];
  let restBytes = 0;
  let skipping = false;
  let line = 1;
  let bytesRead = 0;
  let isStart = true;

  for (;;) {
    if (bytesRead >= mostBytes) return;
    const count = readSync(handle, chunk, 0, chunkBytes, bytesRead);
    if (count === 0) break;
    bytesRead += count;
    let bytes: Buffer = chunk.subarray(0, count);
    onBytes?.(bytes);
    if (isStart) bytes = withoutByteOrderMark(bytes);
    isStart = false;
    if (skipping) {
      const end = bytes.indexOf(newline);
      if (end < 0) continue;
      skipping = false;
      line += 1;
      bytes = bytes.subarray(end + 1);
    }
    const cut = wholeLines ? bytes.lastIndexOf(newline) + 1 : endOfCharacters(bytes);
    if (cut > 0) {
      const block =
        rest.length > 0 ? Buffer.concat([...rest, bytes.subarray(0, cut)]) : bytes.subarray(0, cut);
      yield { text: decode(block, line, problems), firstLine: line, bytesRead, last: false };
      line += countLines(block);
      rest = [];
      restBytes = 0;
    }
    if (cut < bytes.length) {
      rest.push(Buffer.from(bytes.subarray(cut)));
      restBytes += bytes.length - cut;
    }
    if (restBytes > longest) {
      problems.add(line, '', lineTooLong, splitRecords);
      rest = [];
      restBytes = 0;
      skipping = true;
    }
  }
  const block = Buffer.concat(rest);
  yield { text: decode(block, line, problems), firstLine: line, bytesRead, last: true };
}

/** Where the last whole character of UTF-8 ends. */
function endOfCharacters(bytes: Buffer): number {
  for (let back = 1; back <= 3 && back <= bytes.length; back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    // A first byte says how many bytes its character has.
    if (byte >= 0xc0)
      return back < (byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2) ? bytes.length - back : bytes.length;
  }
  return bytes.length;
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes;
}

function countLines(block: Buffer): number {
  let lines = 0;
  for (let at = block.indexOf(newline); at >= 0; at = block.indexOf(newline, at + 1)) lines += 1;
  return lines;
}

function decode(block: Buffer, firstLine: number, problems: Problems): string {
  if (!isUtf8(block)) nameBadLines(block, firstLine, problems);
  return block.toString('utf8');
}

function nameBadLines(block: Buffer, firstLine: number, problems: Problems): void {
  let line = firstLine;
  for (let start = 0; start < block.length; line += 1) {
    const found = block.indexOf(newline, start);
    const end = found < 0 ? block.length : found;
    if (!isUtf8(block.subarray(start, end))) {
      problems.add(line, '', 'The line is not valid UTF-8 text.', 'Save the file again as UTF-8.');
    }
    start = end + 1;
  }
}
