import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { BatchDesk } from './batch-desk.ts';
import { commitFault, type Fault } from './faults.ts';
import { chatReply, type ReplyText, responsesReply } from './replies.ts';

export interface Asked {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Record<string, unknown>;
  /** Counts all requests for replies, from 0. */
  readonly index: number;
}

export interface LlmServerOptions {
  /** What goes wrong with a request; null for nothing. */
  fault?: (asked: Asked) => Fault | null;
  /** The text of a reply; null content gives an empty choice, undefined no choice at all. */
  reply?: (asked: Asked) => ReplyText;
  latencyMs?: number;
  /** Only this key is let in. */
  key?: string;
  port?: number;
}

export interface LlmServer {
  readonly url: string;
  readonly port: number;
  /** Every request for a reply that came in, in order. */
  readonly asked: Asked[];
  /** Bodies, as JSON, that were answered to their last byte, with how often. */
  readonly answered: Map<string, number>;
  readonly batches: BatchDesk;
  /** Requests under way at the same time, at most. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

/** A server on this machine that speaks OpenAI's protocol over real sockets, and every fault that is asked of it. */
export async function startLlmServer(options: LlmServerOptions = {}): Promise<LlmServer> {
  const { latencyMs = 0, key, reply = scoreByLength } = options;
  const asked: Asked[] = [];
  const answered = new Map<string, number>();
  const sockets = new Set<Socket>();
  const batches = new BatchDesk((body) => chatReply(body, reply({ path: '', headers: {}, body, index: -1 })));
  let underWay = 0;
  let most = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? '/', 'http://server');
    const raw = await bodyOf(request);
    const given = request.headers.authorization?.replace('Bearer ', '') ?? request.headers['api-key'];
    if (key !== undefined && given !== key) {
      const message = `Incorrect API key provided: ${String(given)}.`;
      return send(response, 401, { error: { message, code: 'invalid_api_key' } });
    }
    if (pathname.endsWith('/models'))
      return send(response, 200, { object: 'list', data: [{ id: 'loop-1' }, { id: 'loop-2' }] });
    if (await batches.answer(request, pathname, raw, response)) return;
    if (!/^\/v1\/(chat\/completions|responses)$/.test(pathname)) {
      return send(response, 404, { error: { message: `Unknown path ${pathname}` } });
    }
    const body = JSON.parse(raw.toString('utf8')) as Record<string, unknown>;
    const one: Asked = { path: pathname, headers: request.headers, body, index: asked.length };
    asked.push(one);
    if (body.model === 'missing') {
      return send(response, 404, { error: { message: 'The model does not exist', code: 'model_not_found' } });
    }
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs));
    const toChat = pathname.endsWith('/chat/completions');
    const json = JSON.stringify((toChat ? chatReply : responsesReply)(body, reply(one)));
    const fault = options.fault?.(one) ?? null;
    if (fault !== null && commitFault(fault, response, json)) return;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(json, () => {
      const id = JSON.stringify(body);
      answered.set(id, (answered.get(id) ?? 0) + 1);
    });
  };

  const server = createServer((request, response) => {
    most = Math.max(most, ++underWay);
    response.once('close', () => underWay--);
    answer(request, response).catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    port,
    asked,
    answered,
    batches,
    mostAtOnce: () => most,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const send = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
};

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** How many items a judge's request asks about. */
export const itemsIn = (body: Record<string, unknown>): number => {
  const messages = (body.messages ?? body.input ?? []) as { role: string; content: string }[];
  const user = messages.find(({ role }) => role === 'user')?.content ?? '';
  return Number(/^Item 1 of (\d+)/.exec(user)?.[1] ?? 1);
};

/** The criteria that a judge's request names, in order. */
export const criteriaIn = (body: Record<string, unknown>): string[] => {
  const messages = (body.messages ?? body.input ?? []) as { content: string }[];
  const scores = /"scores": \{(.*?)\}/.exec(messages[0]?.content ?? '')?.[1] ?? '';
  return [...scores.matchAll(/"([^"]+)": <number>/g)].map(([, name]) => name!);
};

/** A judge that scores 1 to 5 by what it was shown, the same each time; a system that answers with a word. */
export function scoreByLength({ body }: Pick<Asked, 'body'>): ReplyText {
  const criteria = criteriaIn(body);
  const messages = (body.messages ?? body.input ?? []) as { content: string }[];
  const text = messages.at(-1)?.content ?? '';
  if (criteria.length === 0 && !text.includes('reply')) return `echo ${text.length % 7}`;
  const items = Array.from({ length: itemsIn(body) }, (_, i) => ({
    item: i + 1,
    reason: 'By its length.',
    better: 'first',
    scores: Object.fromEntries(criteria.map((name, k) => [name, 1 + ((text.length + i + k) % 5)])),
  }));
  return JSON.stringify({ items });
}
