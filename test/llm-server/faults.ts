import type { ServerResponse } from 'node:http';

export type Fault =
  | { kind: 'status'; status: number; headers?: Record<string, string>; body?: unknown }
  /** The line is cut before, or after half of the reply. */
  | { kind: 'reset' }
  | { kind: 'reset-midway' }
  | { kind: 'hang' }
  /** One byte at a time, a pause after each. */
  | { kind: 'trickle'; pauseMs: number }
  | { kind: 'html'; status: number }
  | { kind: 'wrong-type' }
  | { kind: 'truncated' }
  | { kind: 'wrong-shape' };

const page = '<!doctype html><html><head><title>Welcome</title></head><body><h1>It works!</h1></body></html>';
const json = { 'content-type': 'application/json' };

/** Does the harm; false where the reply shall go out all the same. */
export function commitFault(fault: Fault, response: ServerResponse, reply: string): boolean {
  switch (fault.kind) {
    case 'status':
      response.writeHead(fault.status, { ...json, ...fault.headers });
      response.end(JSON.stringify(fault.body ?? { error: { message: 'Not now.' } }));
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'reset-midway':
      response.writeHead(200, { ...json, 'content-length': String(Buffer.byteLength(reply)) });
      response.write(reply.slice(0, reply.length / 2), () => response.socket?.resetAndDestroy());
      return true;
    case 'hang':
      return true;
    case 'trickle':
      trickle(response, reply, fault.pauseMs);
      return true;
    case 'html':
      response.writeHead(fault.status, { 'content-type': 'text/html' });
      response.end(page);
      return true;
    case 'wrong-type':
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end(reply);
      return true;
    case 'truncated':
      response.writeHead(200, json);
      response.end(reply.slice(0, reply.length - 20));
      return true;
    case 'wrong-shape':
      response.writeHead(200, json);
      response.end(JSON.stringify({ hello: 'world' }));
      return true;
  }
}

function trickle(response: ServerResponse, reply: string, pauseMs: number): void {
  response.writeHead(200, json);
  let at = 0;
  const timer = setInterval(() => {
    if (response.destroyed || at === reply.length) {
      clearInterval(timer);
      response.end();
    } else response.write(reply[at++]);
  }, pauseMs);
}
