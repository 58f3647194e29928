import type { ConnectionTest } from '../../../shared/contract/index.ts';
import { parseJson } from '../../platform/files/parse-json.ts';

export type FaultKind = NonNullable<ConnectionTest['problem']> | 'content-filter' | 'quota' | 'too-large';

/**
 * What a fault means for a run: `retry` may pass by itself; `item` concerns this request alone; `fatal` concerns all
 * of them, so that asking on would be in vain.
 */
type FaultScope = 'retry' | 'item' | 'fatal';

const scopes: Record<FaultKind, FaultScope> = {
  'no-key': 'fatal',
  address: 'fatal',
  dns: 'retry',
  refused: 'retry',
  tls: 'fatal',
  timeout: 'retry',
  unauthorized: 'fatal',
  forbidden: 'fatal',
  model: 'fatal',
  path: 'fatal',
  'rate-limit': 'retry',
  server: 'retry',
  'not-json': 'retry',
  shape: 'retry',
  moved: 'fatal',
  connection: 'retry',
  request: 'item',
  'content-filter': 'item',
  quota: 'fatal',
  'too-large': 'item',
};

/** What went wrong with one request. Its message holds no key. */
export class LlmFault extends Error {
  readonly kind: FaultKind;
  /** How long the server asks to be left alone. */
  readonly retryAfterMs: number | null;
  /** The server does not take the way in which JSON was asked for. */
  readonly refusesJson: boolean;

  constructor(
    kind: FaultKind,
    message: string,
    retryAfterMs: number | null = null,
    { refusesJson = false } = {},
  ) {
    super(message);
    this.name = 'LlmFault';
    this.kind = kind;
    this.retryAfterMs = retryAfterMs;
    this.refusesJson = refusesJson;
  }

  get scope(): FaultScope {
    return scopes[this.kind];
  }
}

const longestQuote = 300;

/** The beginning of what a server says, on one line. */
export const quote = (text: string) => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > longestQuote ? `${line.slice(0, longestQuote)}…` : line;
};

/** Names of the fields that ask for JSON, and what servers call it. */
const jsonWords =
  /response_?format|json_?schema|json_?object|text\.format|structured.?outputs?|guided_(json|decoding)/i;

/** The meaning of a status that is not 2xx, with what the server said about it. */
export function faultOfStatus(status: number, headers: Headers, body: string): LlmFault {
  const { code, text } = saidIn(body);
  const quotation = text === '' ? '' : ` It says: “${quote(text).replace(/\.$/, '')}”.`;
  const retryAfterMs = retryAfter(headers);
  const fault = (kind: FaultKind, message: string) =>
    new LlmFault(kind, `${message}${quotation}`, retryAfterMs);
  if (status >= 300 && status < 400)
    return fault('moved', `The server redirects to another address (${status}).`);
  if (status === 401) return fault('unauthorized', 'The server does not accept the key (401).');
  if (status === 403) return fault('forbidden', 'The server does not allow this (403).');
  if (status === 404 || status === 405) {
    return code === 'model_not_found' || /model/i.test(text)
      ? fault('model', `The server does not have this model (${status}).`)
      : fault('path', `Nothing answers at this path (${status}).`);
  }
  if (status === 429 && code === 'insufficient_quota')
    return fault('quota', 'The account has no credit left (429).');
  if (status === 429) return fault('rate-limit', 'The server asks for fewer requests (429).');
  if (status === 408 || status === 409)
    return fault('server', `The server could not answer now (${status}).`);
  // Kept to what the server says for certain: a server that fails may name anything.
  const refusesJson = (status < 500 || status === 501) && jsonWords.test(body);
  if (status >= 500 && !refusesJson) return fault('server', `The server failed (${status}).`);
  if (/content_?filter/i.test(code)) return fault('content-filter', 'The server refused the content.');
  if (status === 413) return fault('too-large', 'The request is too long for the server (413).');
  const message = `The server does not take this request (${status}).${quotation}`;
  return new LlmFault('request', message, retryAfterMs, { refusesJson });
}

/** What a body says of an error: OpenAI's form, the forms of local servers, or the text of a page. */
function saidIn(body: string): { code: string; text: string } {
  try {
    const parsed = parseJson(body) as { error?: unknown; message?: unknown; detail?: unknown };
    const error = (parsed.error ?? parsed) as { code?: unknown; type?: unknown; message?: unknown };
    const text = typeof error === 'string' ? error : (error.message ?? parsed.message ?? parsed.detail ?? '');
    const code = typeof error === 'object' ? (error.code ?? error.type ?? '') : '';
    return { code: String(code), text: typeof text === 'string' ? text : JSON.stringify(text) };
  } catch {
    return { code: '', text: textOfPage(body) };
  }
}

/** The words of a page, what stands in tags, scripts and styles left out. */
function textOfPage(page: string): string {
  const [before = '', ...parts] = page.split('<');
  let hidden: string | null = null;
  const words = parts.map((part) => {
    const tag = /^\/?[a-z]*/i.exec(part)![0].toLowerCase();
    if (hidden !== null && tag !== `/${hidden}`) return '';
    hidden = tag === 'script' || tag === 'style' ? tag : null;
    if (hidden !== null) return '';
    const end = part.indexOf('>');
    return end < 0 ? `<${part}` : part.slice(end + 1);
  });
  return [before, ...words].join(' ');
}

/**
 * How long a server asks to wait: `retry-after-ms`, or `Retry-After` in seconds or as a date. A date is read against
 * the server's own clock where it tells it, so that a wrong clock here does no harm.
 */
function retryAfter(headers: Headers): number | null {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const text = headers.get('retry-after')?.trim();
  if (!text) return null;
  if (/^\d+(\.\d+)?$/.test(text)) return Number(text) * 1000;
  const until = Date.parse(text);
  const serverNow = Date.parse(headers.get('date') ?? '');
  const wait = until - (Number.isNaN(serverNow) ? Date.now() : serverNow);
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}

const causes: readonly [pattern: RegExp, kind: FaultKind, message: string][] = [
  [/ENOTFOUND|EAI_AGAIN|EAI_NODATA/, 'dns', 'No server of that name was found.'],
  [/ECONNREFUSED/, 'refused', 'Nothing listens at that address and port.'],
  [
    /CERT|SSL|TLS|SELF_SIGNED|UNABLE_TO_VERIFY|EPROTO|ERR_TLS/,
    'tls',
    'The secure connection could not be made: the certificate or the protocol does not fit.',
  ],
  [/ETIMEDOUT|UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT/, 'timeout', 'The server took too long.'],
];

/** The meaning of a connection that failed or broke off. */
export function faultOfConnection(error: unknown): LlmFault {
  const chain = causeChain(error);
  for (const [pattern, kind, message] of causes) {
    if (chain.some((text) => pattern.test(text))) return new LlmFault(kind, message);
  }
  return new LlmFault(
    'connection',
    `The connection broke off (${quote(chain.at(-1) ?? 'no reason given')}).`,
  );
}

/** Codes and messages of an error, of its causes, and of the parts of an AggregateError, outermost first. */
function causeChain(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const { code = '', errors = [] } = error as { code?: string; errors?: unknown[] };
  return [`${code} ${error.message}`.trim(), ...causeChain(error.cause), ...errors.flatMap(causeChain)];
}
