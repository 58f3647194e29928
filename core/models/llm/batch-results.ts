import { AppError } from '../../../shared/errors.ts';
import type { JobScope } from '../../platform/jobs/job-work.ts';
import type { Asker } from './ask.ts';
import { linesOf, readBatchLine } from './batch-lines.ts';
import { LlmFault } from './fault.ts';
import type { ReplyStore } from './reply-store.ts';
import { approximateTokens, type LlmRequest } from './request.ts';

interface Collecting<U> {
  readonly asker: Asker;
  readonly store: ReplyStore;
  requestOf(unit: U): LlmRequest | undefined;
  onFault(fault: LlmFault): void;
}

/** The files of a batch that is over. */
interface BatchFiles {
  readonly output_file_id?: string | null;
  readonly error_file_id?: string | null;
}

/** Tokens that were paid. */
interface Used {
  inputTokens: number;
  outputTokens: number;
}

/** Replies that may be on their way to the disk at once. */
const mostAtOnce = 200;
const downloads = 3;

/**
 * Stores every readable reply of a batch by line, and takes it off `wanted`; what failed stays wanted. A download that
 * breaks off is begun again: what it has brought is not brought twice.
 *
 * @returns what the replies have used
 */
export async function collectBatch<U>(
  scope: JobScope,
  runId: number,
  { output_file_id, error_file_id }: BatchFiles,
  wanted: Map<string, U>,
  parts: Collecting<U>,
): Promise<Used> {
  const used: Used = { inputTokens: 0, outputTokens: 0 };
  for (const fileId of [output_file_id, error_file_id]) {
    if (!fileId) continue;
    const failed = new Set<string>();
    for (let left = downloads - 1; ; left--) {
      try {
        await collectFile(scope, runId, { fileId, failed, used }, wanted, parts);
        break;
      } catch (error) {
        const isOurs = error instanceof AppError || left === 0;
        if (isOurs || (await parts.asker.faultOf(error)).scope !== 'retry') throw error;
      }
    }
  }
  return used;
}

async function collectFile<U>(
  { now }: JobScope,
  runId: number,
  { fileId, failed, used }: { fileId: string; failed: Set<string>; used: Used },
  wanted: Map<string, U>,
  { asker, store, requestOf, onFault }: Collecting<U>,
): Promise<void> {
  const file = await asker.client.files.content(fileId, { maxRetries: 5 });
  let saving: Promise<void>[] = [];
  for await (const { text } of linesOf(file.body ?? nothing())) {
    if (text === null || text.trim() === '') continue;
    const answer = readBatchLine(asker.clean(text));
    if ('broken' in answer || !wanted.has(answer.id)) continue;
    const { id } = answer;
    if ('fault' in answer) {
      // A download that is begun again tells of the same failure.
      if (!failed.has(id)) onFault(cleanFault(answer.fault, asker));
      failed.add(id);
      continue;
    }
    const request = requestOf(wanted.get(id)!)!;
    const { inputTokens, outputTokens, text: said } = answer.reply;
    const row = {
      hash: id,
      runId,
      request: request.canonical,
      reply: answer.body,
      inputTokens,
      outputTokens,
    };
    wanted.delete(id);
    saving.push(store.save({ ...row, milliseconds: null, createdAt: now() }));
    used.inputTokens += inputTokens ?? request.inputTokens;
    used.outputTokens += outputTokens ?? approximateTokens(said ?? '');
    if (saving.length < mostAtOnce) continue;
    await Promise.all(saving);
    saving = [];
  }
  await Promise.all(saving);
}

const cleanFault = ({ kind, message }: LlmFault, { clean }: Asker): LlmFault =>
  new LlmFault(kind, clean(message));

async function* nothing(): AsyncGenerator<Uint8Array> {}
