import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { ChildGroup } from '../../platform/child-group.ts';
import { parseJson } from '../../platform/files/parse-json.ts';
import { ModelFault } from './model-under-test.ts';

interface Waiting {
  readonly id: number;
  settle(line: Record<string, unknown>): void;
  fail(fault: ModelFault): void;
}

export interface CommandLine {
  readonly command: string;
  readonly args: readonly string[];
  readonly timeoutMs: number;
}

const errorTail = 500;
const killAfterMs = 2000;
/** How long the last lines of a program that has ended may be on their way, where what it started holds its pipes open. */
const lastLinesMs = 500;

/**
 * One copy of a local program that answers JSON lines: a request with an `id` goes in on one line, an object with the
 * same `id` comes back on one. It is started without a shell, when first asked, and again after it has died.
 */
export class CommandProcess {
  readonly #line: CommandLine;
  #group: ChildGroup | undefined;
  #waiting: Waiting | undefined;
  #lastId = 0;
  #errors = '';

  constructor(line: CommandLine) {
    this.#line = line;
  }

  /**
   * Sends one request and waits for its answer; one at a time.
   *
   * @throws ModelFault when the program cannot start, ends, says an error, or takes longer than allowed
   */
  async ask(request: Record<string, unknown>): Promise<Record<string, unknown>> {
    const group = this.#group ?? this.#start();
    const id = ++this.#lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
    this.#waiting = { id, settle: resolve, fail: reject };
    const { timeoutMs } = this.#line;
    const timer = setTimeout(() => {
      this.#fail(new ModelFault(`The program gave no answer within ${timeoutMs / 1000} seconds.`));
      this.stop();
    }, timeoutMs);
    (group.child.stdin as Writable).write(`${JSON.stringify({ id, ...request })}\n`);
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      this.#waiting = undefined;
    }
  }

  /** Ends the program; the next request starts it anew. */
  stop(): void {
    const group = this.#group;
    this.#group = undefined;
    void group?.end(killAfterMs);
  }

  #start(): ChildGroup {
    const { command, args } = this.#line;
    const group = new ChildGroup(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
    const { child } = group;
    const [stdin, stdout, stderr] = child.stdio as unknown as [Writable, Readable, Readable];
    this.#group = group;
    this.#errors = '';
    const lost = (what: string) => {
      const written = this.#errors.trim();
      this.#fail(new ModelFault(`${what}${written === '' ? '' : ` It wrote: ${written}`}`));
    };
    child.on('error', (error) => {
      if (this.#group !== group) return;
      this.stop();
      lost(`The program ${command} cannot be started: ${error.message}.`);
    });
    child.on('exit', (code) => {
      if (this.#group !== group) return;
      this.#group = undefined;
      const asked = this.#waiting;
      const over = () => {
        clearTimeout(timer);
        void group.end(killAfterMs);
        if (asked !== undefined && this.#waiting === asked)
          lost(`The program ended with code ${code ?? 'none'} before it answered.`);
      };
      // What it wrote before may come after the news of its end.
      const timer = setTimeout(over, lastLinesMs);
      child.once('close', over);
    });
    stdin.on('error', () => {});
    stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#errors = (this.#errors + text).slice(-errorTail);
    });
    createInterface({ input: stdout }).on('line', (line) => this.#read(line));
    return group;
  }

  #read(line: string): void {
    const waiting = this.#waiting;
    if (!waiting || line.trim() === '') return;
    let answer: Record<string, unknown>;
    try {
      answer = parseJson(line) as Record<string, unknown>;
    } catch {
      this.#fail(new ModelFault(`The program wrote a line that is not JSON: ${line.slice(0, 100)}`));
      return;
    }
    if (answer.id !== waiting.id) return;
    if (typeof answer.error === 'string') this.#fail(new ModelFault(`The program says: ${answer.error}`));
    else waiting.settle(answer);
  }

  #fail(fault: ModelFault): void {
    this.#waiting?.fail(fault);
  }
}
