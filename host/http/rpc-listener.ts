import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AnyContractRouter } from '@orpc/contract';
import type { Context, Router } from '@orpc/server';
import { BodyLimitPlugin, RPCHandler } from '@orpc/server/node';
import { pageHeaders } from './page-name.ts';
import { sendText } from './plain-page.ts';

export const rpcPath = '/rpc';

type Listener<C> = (request: IncomingMessage, response: ServerResponse, context: C) => Promise<void>;

/** Answers the calls of a contract: POST only, JSON only, bodies up to `bodyLimit` bytes. @param pageDir whose page calls */
export function rpcListener<C extends Context>(
  router: Router<AnyContractRouter, C>,
  { bodyLimit, pageDir }: { bodyLimit: number; pageDir: string },
): Listener<C> {
  const handler = new RPCHandler(router, {
    plugins: [new BodyLimitPlugin({ maxBodySize: bodyLimit })],
    strictGetMethodPluginEnabled: false,
  });
  return async (request, response, context) => {
    if (request.method !== 'POST') {
      response.setHeader('allow', 'POST');
      return sendText(response, 405, 'Calls are made by POST.');
    }
    if (Number(request.headers['content-length']) > bodyLimit) {
      response.setHeader('connection', 'close');
      return sendText(response, 413, `A call may carry at most ${bodyLimit} bytes.`);
    }
    const type = request.headers['content-type'];
    if (type !== undefined && !type.startsWith('application/json')) {
      return sendText(response, 415, 'A call carries JSON.');
    }
    response.setHeader('cache-control', 'no-store');
    for (const [name, value] of Object.entries(pageHeaders(pageDir))) response.setHeader(name, value);
    const { matched } = await handler.handle(request, response, { prefix: rpcPath, context });
    if (!matched) sendText(response, 404, 'There is no such call.');
  };
}
