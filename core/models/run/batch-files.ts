import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import path from 'node:path';
import { AppError } from '../../../shared/errors.ts';
import { assertFree, WholeFile } from '../../platform/files/write-whole.ts';
import { batchLine, linesOf, longestLine, mostInFile, readBatchLine } from '../llm/batch-lines.ts';
import type { LlmFault } from '../llm/fault.ts';
import type { Reply } from '../llm/read-reply.ts';
import type { LlmRequest } from '../llm/request.ts';

/** What a run does in place of asking: write its open requests into files, or read files of answers. */
export type BatchFileWork = { readonly write: string } | { readonly read: readonly string[] };

/** The path of one of the files that requests are written to: `requests.jsonl`, then `requests-2.jsonl` and so on. */
function nameOfPart(file: string, part: number): string {
  const { dir, name, ext } = path.parse(file);
  return part === 1 ? file : path.join(dir, `${name}-${part}${ext}`);
}

/** @throws AppError FILE_EXISTS, CONFLICT, FILE_NOT_FOUND, FILE_UNREADABLE: before a run is made or goes on */
export function assertUsable(work: BatchFileWork): void {
  if ('write' in work) return void assertFree({ path: work.write, overwrite: false });
  for (const file of work.read) {
    const stats = statSync(file, { throwIfNoEntry: false });
    if (!stats) throw new AppError('FILE_NOT_FOUND', `There is no file ${file}.`, { file });
    if (!stats.isFile()) throw new AppError('FILE_UNREADABLE', `${file} is not a plain file.`, { file });
  }
}

/** A file of requests that is whole. */
export interface WrittenFile {
  readonly path: string;
  readonly requests: number;
}

/** Writes requests into files that servers take: each request once, and each file whole or not at all. */
export class BatchFileWriter {
  readonly files: WrittenFile[] = [];
  readonly #path: string;
  readonly #most: typeof mostInFile;
  /** Half of each hash is enough to tell them apart, and takes half of the memory. */
  readonly #written = new Set<string>();
  #open: WholeFile | undefined;
  #requests = 0;
  #bytes = 0;

  constructor(file: string, most = mostInFile) {
    this.#path = file;
    this.#most = most;
  }

  /** @throws AppError FILE_EXISTS, DISK_FULL */
  write(request: LlmRequest): void {
    const key = request.hash.slice(0, 32);
    if (this.#written.has(key)) return;
    this.#written.add(key);
    const line = batchLine(request);
    const bytes = Buffer.byteLength(line);
    if (this.#requests === this.#most.requests || this.#bytes + bytes > this.#most.bytes) this.finish();
    this.#open ??= new WholeFile({ path: nameOfPart(this.#path, this.files.length + 1), overwrite: false });
    this.#open.append(line);
    this.#requests++;
    this.#bytes += bytes;
  }

  /** Gives the last file its name. */
  finish(): void {
    if (!this.#open) return;
    this.files.push({ path: this.#open.finish(), requests: this.#requests });
    [this.#open, this.#requests, this.#bytes] = [undefined, 0, 0];
  }

  /** Leaves nothing of a file that is not whole. */
  drop(): void {
    this.#open?.drop();
    this.#open = undefined;
  }
}

/** A line that is no answer to the run, in words. */
export interface StrangeLine {
  readonly file: string;
  readonly line: number;
  readonly why: string;
}

interface LineVisitor {
  reply(id: string, body: string, reply: Reply): Promise<'stored' | 'known' | 'foreign'>;
  fault(id: string, fault: LlmFault): 'failed' | 'known' | 'foreign';
  /** Takes a key out that a server may have sent back. */
  clean(text: string): string;
  /** Is told how far the file is read, between 0 and 1. */
  progress(share: number): void;
}

/** Of more lines than these that are no answers, only the number is told. */
const mostNoted = 20;

const foreignWords =
  'its custom_id is of no request of this run: another text, prompt, model, address or setting was asked, or another run';

/** Reads a file of answers by line, never more than one of them at a time in memory. */
export async function readAnswers(file: string, visit: LineVisitor) {
  const counts = { lines: 0, replies: 0, known: 0, failed: 0, foreign: 0, broken: 0 };
  const strange: StrangeLine[] = [];
  const hash = createHash('sha256');
  const name = path.basename(file);
  const { size } = statSync(file);
  let read = 0;
  async function* bytes() {
    for await (const chunk of createReadStream(file, { highWaterMark: 1 << 18 })) {
      hash.update(chunk as Buffer);
      read += (chunk as Buffer).length;
      visit.progress(read / Math.max(1, size));
      yield chunk as Buffer;
    }
  }
  const note = (line: number, why: string) => {
    if (strange.length < mostNoted) strange.push({ file: name, line, why });
  };
  const broken = (line: number, why: string) => {
    counts.broken++;
    note(line, why);
  };
  try {
    for await (const { line, text } of linesOf(bytes())) {
      if (text?.trim() === '') continue;
      counts.lines++;
      if (text === null) {
        broken(line, `longer than ${longestLine / 1e6} MB`);
        continue;
      }
      const answer = readBatchLine(visit.clean(text));
      if ('broken' in answer) {
        broken(line, answer.broken);
        continue;
      }
      const became =
        'fault' in answer
          ? visit.fault(answer.id, answer.fault)
          : await visit.reply(answer.id, answer.body, answer.reply);
      counts[became === 'stored' ? 'replies' : became]++;
      if (became === 'foreign') note(line, foreignWords);
    }
  } catch (error) {
    if (error instanceof AppError || (error as NodeJS.ErrnoException).syscall === undefined) throw error;
    throw new AppError('FILE_UNREADABLE', `${file} cannot be read.`, { file }, { cause: error });
  }
  return { name, hash: hash.digest('hex'), counts, strange };
}
