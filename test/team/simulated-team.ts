import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LabelChange, VisitBatch } from '../../shared/contract/index.ts';
import { rawRequest } from '../host/raw-request.ts';
import { bundled } from '../support/bundled.ts';

/** A port that nobody has at the moment. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The annotators' door of a project in a process of its own, which can be killed and started anew on the same port. */
export class ServedPortal {
  readonly #args: readonly string[];
  readonly port: number;
  #process: ChildProcess | null = null;

  private constructor(port: number, args: readonly string[]) {
    this.port = port;
    this.#args = args;
  }

  static async of(file: string, folder: string, isWatched = false): Promise<ServedPortal> {
    const pageDir = path.join(folder, 'page');
    mkdirSync(pageDir, { recursive: true });
    writeFileSync(path.join(pageDir, 'index.html'), '<!doctype html><title>Page</title>');
    const port = await freePort();
    const args = [
      bundled('test/team/portal-child.ts').file,
      file,
      path.join(folder, 'served'),
      pageDir,
      String(port),
    ];
    return new ServedPortal(port, isWatched ? [...args, 'watched'] : args);
  }

  /** @param clockMs how far the clock of the server is off */
  async start(clockMs = 0): Promise<void> {
    const env = { ...bundled('test/team/portal-child.ts').env, ASSAY_TEST_CLOCK_MS: `${clockMs}` };
    const served = spawn(process.execPath, this.#args, { env, stdio: ['ignore', 'pipe', 'inherit'] });
    this.#process = served;
    const line = once(createInterface({ input: served.stdout }), 'line');
    const ended = once(served, 'exit').then(([code]) =>
      Promise.reject(new Error(`the door ended with ${code}`)),
    );
    ended.catch(() => {});
    await Promise.race([line, ended]);
  }

  /** Processor seconds and memory of the process so far, as Linux counts them; 0 elsewhere. */
  usage(): { seconds: number; megabytes: number } {
    if (process.platform !== 'linux') return { seconds: 0, megabytes: 0 };
    const { pid } = this.#process!;
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    // Fields 14 and 15 of proc(5), in hundredths of a second.
    return { seconds: (Number(fields[11]) + Number(fields[12])) / 100, megabytes: kilobytes / 1024 };
  }

  async kill(): Promise<void> {
    const served = this.#process!;
    if (served.exitCode !== null || served.signalCode !== null) return;
    const ended = once(served, 'exit');
    served.kill('SIGKILL');
    await ended;
  }
}

/** An answer that the server has said it has stored. */
export interface Acknowledged {
  readonly clientKey: string;
  readonly name: string;
  readonly ref: string;
  readonly value: number;
}

interface Team {
  readonly port: number;
  /** Names and cookies of those who are let in. */
  readonly people: readonly { name: string; cookie: string }[];
  readonly acknowledged: Acknowledged[];
  /** Milliseconds from sending an answer to its being stored. */
  readonly waits: number[];
  /** And those to open the batch. */
  readonly openings: number[];
  isStopped: boolean;
}

/** Lets annotators in by their links. */
export async function comeIn(port: number, tokens: ReadonlyMap<string, string>): Promise<Team> {
  const people = [];
  for (const [name, token] of tokens) {
    const { status, headers } = await askPortal(port, '', 'visit/enter', { token });
    if (status !== 200) throw new Error(`${name} is not let in: ${status}`);
    people.push({ name, cookie: headers['set-cookie']![0]!.split(';')[0]! });
  }
  return { port, people, acknowledged: [], waits: [], openings: [], isStopped: false };
}

export function askPortal(port: number, cookie: string, name: string, input: unknown) {
  return rawRequest(port, `/rpc/${name}`, {
    method: 'POST',
    headers: { origin: `http://127.0.0.1:${port}`, 'content-type': 'application/json', cookie },
    body: JSON.stringify({ json: input }),
  });
}

/** Asks until there is an answer: a server that is away comes back. */
async function insist<T>(team: Team, cookie: string, name: string, input: unknown): Promise<T | null> {
  while (!team.isStopped) {
    try {
      const { status, body } = await askPortal(team.port, cookie, name, input);
      if (status === 200) return (JSON.parse(body) as { json: T }).json;
      throw new Error(`${name} was answered with ${status}: ${body}`);
    } catch (error) {
      if (!['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes((error as { code?: string }).code ?? ''))
        throw error;
      await sleep(20);
    }
  }
  return null;
}

/**
 * One annotator at work until nothing is left or the team stops: each answer is sent again under its key until it is
 * acknowledged, as the page does.
 *
 * @param value what this one says of every item, so that a label under another's name shows
 * @param thinkMs how long they look at an item
 */
export async function work(team: Team, place: number, value: number, thinkMs: () => number): Promise<void> {
  const { name, cookie } = team.people[place]!;
  const asked = performance.now();
  const batch = await insist<VisitBatch>(team, cookie, 'label/open', {});
  team.openings.push(performance.now() - asked);
  let next = batch?.next ?? null;
  for (let n = 0; batch && next !== null && !team.isStopped; n += 1) {
    await sleep(thinkMs());
    const clientKey = `${name}-${n}-of-${process.pid}`;
    const sent = {
      batch: batch.batch,
      ref: next,
      durationMs: 10,
      clientKey,
      answer: { kind: 'score', value },
    };
    const began = performance.now();
    const change: LabelChange | null = await insist(team, cookie, 'label/submit', sent);
    if (change === null) return;
    team.waits.push(performance.now() - began);
    team.acknowledged.push({ clientKey, name, ref: next, value });
    next = change.next;
  }
}

/** What a crowd met that came at once: milliseconds of each kind of call. */
export interface Crowd {
  readonly entering: number[];
  readonly opening: number[];
  /** The first item of each, in the crush of all who come. */
  readonly firsts: number[];
  /** Those after it. */
  readonly items: number[];
  readonly submits: number[];
  /** From the first link opened until the last person had an item. */
  allInMs: number;
  /** Calls that were not answered with 200. */
  failures: number;
}

/** People who open one link in the same instant, and label some items each, a fifth of a second apart. */
export async function comeInTogether(
  port: number,
  token: string,
  people: number,
  itemsEach: number,
): Promise<Crowd> {
  const crowd: Crowd = {
    entering: [],
    opening: [],
    firsts: [],
    items: [],
    submits: [],
    allInMs: 0,
    failures: 0,
  };
  const began = performance.now();
  const timed = async (of: number[], cookie: string, name: string, input: unknown) => {
    const asked = performance.now();
    const answer = await askPortal(port, cookie, name, input).catch(() => null);
    of.push(performance.now() - asked);
    if (answer?.status === 200) return answer;
    crowd.failures += 1;
    return null;
  };
  const person = async (i: number) => {
    const entered = await timed(crowd.entering, '', 'visit/enter', { token, name: `Newcomer ${i}` });
    const cookie = entered?.headers['set-cookie']?.[0]?.split(';')[0];
    const opened = cookie ? await timed(crowd.opening, cookie, 'label/open', {}) : null;
    if (!cookie || !opened) return;
    const { batch, next: first } = (JSON.parse(opened.body) as { json: VisitBatch }).json;
    let next = first;
    for (let n = 0; n < itemsEach && next !== null; n += 1) {
      await timed(n === 0 ? crowd.firsts : crowd.items, cookie, 'label/item', { batch, ref: next });
      crowd.allInMs = n === 0 ? Math.max(crowd.allInMs, performance.now() - began) : crowd.allInMs;
      await sleep(200 + ((i * 37) % 400));
      const answer = { kind: 'score', value: 1 + (i % 5) };
      const clientKey = `newcomer-${i}-${n}`;
      const sent = { batch, ref: next, durationMs: 200, clientKey, answer };
      const said = await timed(crowd.submits, cookie, 'label/submit', sent);
      next = said ? (JSON.parse(said.body) as { json: LabelChange }).json.next : null;
    }
  };
  await Promise.all(Array.from({ length: people }, (_, i) => person(i)));
  return crowd;
}
