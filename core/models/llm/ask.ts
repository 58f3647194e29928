import type { OpenAI } from 'openai';
import type { EndpointSettings } from '../../../shared/contract/index.ts';
import { parseJson } from '../../platform/files/parse-json.ts';
import { faultOfConnection, faultOfStatus, LlmFault } from './fault.ts';
import { type Reply, readReply } from './read-reply.ts';
import { keyRemover } from './redact.ts';
import type { LlmRequest } from './request.ts';

type Connection = Pick<EndpointSettings, 'baseUrl' | 'keyHeader' | 'headers' | 'timeoutMs'>;

/** A reply as it came, known to be one that can be read. */
export interface RawReply {
  readonly body: string;
  readonly reply: Reply;
  readonly milliseconds: number;
}

export interface Asker {
  /** Asks once. @throws LlmFault; the signal's reason when it aborts */
  ask(request: Pick<LlmRequest, 'path' | 'body'>, stop: AbortSignal): Promise<RawReply>;
  /** The client itself, for what is not one request and one reply; what it throws goes through `faultOf`. */
  readonly client: OpenAI;
  faultOf(error: unknown): Promise<LlmFault>;
  /** A text of the server, without the key should it hold it. */
  clean(text: string): string;
}

const longestReply = 20_000_000;
const utf8 = new TextDecoder();

/**
 * Puts requests to a server through the `openai` package, each exactly once: trying again, waiting and limits are the
 * caller's. The time allowed runs, by a clock that nobody can set, until the last byte of the reply.
 */
export async function createAsker(connection: Connection, key: string | null): Promise<Asker> {
  const client = await createClient(connection, key);
  const clean = keyRemover(key);
  return {
    client,
    faultOf: (error) => toFault(error, clean),
    clean,
    async ask({ path, body }, stop) {
      const started = performance.now();
      const { signal, isLate, end } = limited(stop, connection.timeoutMs);
      try {
        const response = await client.post(path, { body, signal }).asResponse();
        const text = clean(await readBody(response, signal));
        const reply = assertReply(response, text);
        return { body: text, reply, milliseconds: Math.round(performance.now() - started) };
      } catch (error) {
        if (stop.aborted) throw stop.reason;
        if (isLate()) {
          const seconds = connection.timeoutMs / 1000;
          throw new LlmFault('timeout', `The server did not finish its reply within ${seconds} seconds.`);
        }
        throw await toFault(error, clean);
      } finally {
        end();
      }
    },
  };
}

/**
 * A signal that aborts with `stop` or when the time is up. `end` lets go of both at once: signals made by
 * `AbortSignal.timeout` and `any` stay in memory until their time is up, each with its request.
 */
function limited(stop: AbortSignal, timeoutMs: number) {
  const controller = new AbortController();
  let late = false;
  const follow = () => controller.abort(stop.reason);
  const timer = setTimeout(() => {
    late = true;
    controller.abort();
  }, timeoutMs);
  if (stop.aborted) follow();
  stop.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    isLate: () => late,
    end: () => {
      clearTimeout(timer);
      stop.removeEventListener('abort', follow);
    },
  };
}

/** Headers as they are sent with every request; the value of the one that carries the key is the key. */
function headersOf({ keyHeader, headers }: Connection, key: string | null) {
  const bearer = key !== null && keyHeader === null ? `Bearer ${key}` : null;
  return {
    ...headers,
    ...(key !== null && keyHeader !== null && { [keyHeader]: key }),
    Authorization: bearer,
  };
}

async function createClient(connection: Connection, key: string | null): Promise<OpenAI> {
  // Loaded only where a model is asked: everything else starts and works without it.
  const { OpenAI: Client } = await loadClient();
  return new Client({
    baseURL: connection.baseUrl,
    apiKey: key ?? 'none',
    organization: null,
    project: null,
    defaultHeaders: headersOf(connection, key),
    maxRetries: 0,
    timeout: connection.timeoutMs,
    logLevel: 'off',
    // A key must not follow to another address.
    fetchOptions: { redirect: 'manual' },
  });
}

async function readBody(response: Response, signal: AbortSignal): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  const cancel = () => void reader?.cancel(signal.reason).catch(() => {});
  signal.addEventListener('abort', cancel, { once: true });
  try {
    while (reader) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      length += value.byteLength;
      if (length > longestReply) {
        cancel();
        throw new LlmFault('too-large', `The reply is longer than ${longestReply / 1e6} MB.`);
      }
      parts.push(value);
    }
  } finally {
    signal.removeEventListener('abort', cancel);
  }
  return utf8.decode(Buffer.concat(parts, length));
}

/** A page in place of JSON, half a reply, or JSON of another kind: what no retry may turn into a stored reply. */
function assertReply(response: Response, body: string): Reply {
  const type = response.headers.get('content-type') ?? 'no type';
  let json: unknown;
  try {
    json = parseJson(body);
  } catch {
    const what = /^\s*</.test(body) ? 'a web page' : body.trim() === '' ? 'nothing' : 'text that is not JSON';
    throw new LlmFault('not-json', `The server answered with ${what} (${type}) in place of JSON.`);
  }
  const reply = readReply(json);
  if (reply) return reply;
  throw new LlmFault('shape', 'The server answered with JSON that is not a reply of a language model.');
}

/** Whatever the client threw, as a fault without the key. */
async function toFault(error: unknown, clean: (text: string) => string): Promise<LlmFault> {
  const fault = await faultOf(error, clean);
  return new LlmFault(fault.kind, clean(fault.message), fault.retryAfterMs, fault);
}

async function faultOf(error: unknown, clean: (text: string) => string): Promise<LlmFault> {
  if (error instanceof LlmFault) return error;
  const { APIError } = await loadClient();
  if (!(error instanceof APIError) || error.status === undefined) return faultOfConnection(error);
  // Before it is shortened: half a key would no longer be known for one.
  return faultOfStatus(error.status, error.headers ?? new Headers(), clean(bodyOf(error)));
}

/** The client keeps the `error` of a JSON body, or else the text inside its message. */
function bodyOf({ error, message, status }: { error: unknown; message: string; status?: number }): string {
  if (error !== undefined) return JSON.stringify({ error });
  const text = message.replace(`${status} `, '');
  return text === 'status code (no body)' ? '' : text;
}

/** Loads the client of language models: the first request does, or work that is sure to make one. */
export const loadClient = () => import('openai');
