import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildGroup } from '../../core/platform/child-group.ts';

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** How long a browser may take to close by itself. */
const closingMs = 2_000;

/** Orders to a browser by the Chrome DevTools protocol, over two pipes that nobody else can reach. */
export class BrowserPipe {
  private readonly waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  private readonly group: ChildGroup;
  private next = 1;
  private text = '';
  private readonly ended: Promise<Error | null>;
  /** @param folder where the browser may leave files, those it calls temporary too */
  constructor(file: string, args: readonly string[], folder: string) {
    this.group = new ChildGroup(file, ['--remote-debugging-pipe', ...args], {
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    });
    this.ended = new Promise<Error | null>((resolve) => {
      this.group.child.once('error', resolve);
      this.group.child.once('exit', () => resolve(null));
    });
    void this.ended.then((error) => this.failAll(error ?? new Error('the browser ended by itself')));
    const answers = this.group.child.stdio[4] as Readable;
    answers.setEncoding('utf8').on('data', (chunk: string) => this.read(chunk));
    // A browser that ends closes its pipes; its exit tells of it.
    for (const stream of [answers, this.orders]) stream.on('error', () => {});
  }

  /** @throws Error with the browser's own words when it refuses, or when it has ended */
  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    const id = this.next++;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    this.waiting.set(id, answer);
    this.orders.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
    return answer.promise;
  }

  /**
   * Ends the browser, all its processes, and what waits for its answer.
   *
   * @param isAtRest it has answered everything: it is asked to close first, and so cleans up after its own processes
   */
  async end(isAtRest: boolean): Promise<void> {
    if (isAtRest) {
      this.send('Browser.close').catch(() => {});
      await Promise.race([this.ended, sleep(closingMs)]);
    }
    await this.group.end();
    this.failAll(new Error('the browser was ended'));
  }

  private get orders(): Writable {
    return this.group.child.stdio[3] as Writable;
  }

  private read(chunk: string): void {
    const messages = (this.text + chunk).split('\0');
    this.text = messages.pop() ?? '';
    for (const message of messages) {
      const { id, result, error } = JSON.parse(message) as Answer;
      const asked = this.waiting.get(id ?? 0);
      this.waiting.delete(id ?? 0);
      if (error) asked?.reject(new Error(error.message));
      else asked?.resolve(result ?? {});
    }
  }

  private failAll(error: Error): void {
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
  }
}
