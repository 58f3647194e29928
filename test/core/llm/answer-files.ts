import { readFileSync, writeFileSync } from 'node:fs';
import { chatReply, type ReplyText } from '../../llm-server/replies.ts';
import { scoreByLength } from '../../llm-server/server.ts';

/** A line of a file of requests. */
export interface BatchRequest {
  custom_id: string;
  method: string;
  url: string;
  body: Record<string, unknown>;
}

export const requestsIn = (file: string): BatchRequest[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as BatchRequest);

const judged = (body: Record<string, unknown>): ReplyText => scoreByLength({ body });

/** A line as vLLM's `run-batch` writes it. */
export const answered = ({ custom_id, body }: BatchRequest, reply: ReplyText = judged(body)) => ({
  id: `vllm-${custom_id.slice(0, 8)}`,
  custom_id,
  response: { status_code: 200, request_id: 'vllm-batch-1', body: chatReply(body, reply) },
  error: null,
});

/** Writes a file of lines; texts as they are. */
export const writeLines = (file: string, all: readonly unknown[]): void =>
  writeFileSync(
    file,
    all.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );
