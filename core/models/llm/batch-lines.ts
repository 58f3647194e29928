import { z } from 'zod';
import { parseJson } from '../../platform/files/parse-json.ts';
import { faultOfStatus, LlmFault, quote } from './fault.ts';
import { type Reply, readReply } from './read-reply.ts';
import type { LlmRequest } from './request.ts';

/** What servers take in one file, by OpenAI's limits. */
export const mostInFile = { requests: 50_000, bytes: 200_000_000 };

/** One request as a line of a file of the Batch format, told from all others by its hash. */
export const batchLine = ({ hash, path, body }: LlmRequest): string =>
  `${JSON.stringify({ custom_id: hash, method: 'POST', url: `/v1${path}`, body })}\n`;

/** A line of an answer's file, counted from 1; null in place of its text where it is too long to be one. */
export interface TextLine {
  readonly line: number;
  readonly text: string | null;
}

/** In bytes; no reply of a model is as long. */
export const longestLine = 20_000_000;

/** Cuts bytes into lines as they come, holding one line at a time and never more than `longest` of it. */
export async function* linesOf(
  chunks: AsyncIterable<Uint8Array>,
  longest = longestLine,
): AsyncGenerator<TextLine> {
  let parts: Uint8Array[] = [];
  let length = 0;
  let line = 1;
  const take = (part: Uint8Array) => {
    length += part.byteLength;
    if (length > longest) parts = [];
    else if (part.byteLength > 0) parts.push(part);
  };
  const end = (): TextLine => {
    const text =
      length > longest
        ? null
        : Buffer.concat(parts)
            .toString('utf8')
            .replace(/^\uFEFF/, '');
    const given = { line, text };
    [parts, length, line] = [[], 0, line + 1];
    return given;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      take(chunk.subarray(from, at));
      yield end();
      from = at + 1;
    }
    take(chunk.subarray(from));
  }
  if (length > 0) yield end();
}

const LineSchema = z.object({
  custom_id: z.string(),
  response: z.looseObject({ status_code: z.number().nullish(), body: z.unknown().optional() }).nullish(),
  error: z.unknown().optional(),
});

/** What a line says: a reply as it is stored, why there is none, or that it is no answer at all. */
type BatchAnswer =
  | { readonly id: string; readonly body: string; readonly reply: Reply }
  | { readonly id: string; readonly fault: LlmFault }
  | { readonly broken: string };

/** Reads a line of an output or an error file of the Batch format. */
export function readBatchLine(text: string): BatchAnswer {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch (error) {
    return { broken: `not JSON (${quote((error as Error).message)})` };
  }
  const line = LineSchema.safeParse(json).data;
  if (!line || (!line.response && (line.error === undefined || line.error === null))) {
    const isRequest = typeof json === 'object' && json !== null && 'method' in json && 'body' in json;
    return {
      broken: isRequest
        ? 'a request, not an answer'
        : 'JSON without custom_id, or with neither response nor error',
    };
  }
  const { custom_id: id, response, error } = line;
  const status = response?.status_code ?? (response ? 200 : 0);
  if (status !== 200) return { id, fault: faultOfLine(status, response?.body, error) };
  const body = response!.body ?? response;
  const reply = readReply(body);
  if (!reply) return { broken: 'an answer that is not a reply of a language model' };
  return { id, body: JSON.stringify(body), reply };
}

function faultOfLine(status: number, body: unknown, error: unknown): LlmFault {
  const said = body ?? error ?? {};
  if (status > 0) return faultOfStatus(status, new Headers(), JSON.stringify(said));
  const { code, message } = (typeof said === 'object' ? said : {}) as { code?: unknown; message?: unknown };
  const words = quote([code, message].filter((part) => typeof part === 'string').join(': '));
  return new LlmFault('server', `The batch left the request unanswered${words === '' ? '' : ` (${words})`}.`);
}
