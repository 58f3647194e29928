import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildGroup } from '../../core/platform/child-group.ts';
import { shortTemporaryFolder } from '../../core/platform/files/temporary.ts';
import { cannotPrint, noPrinter, type PrintPdf } from '../../core/platform/print-pdf.ts';
import { AppError } from '../../shared/errors.ts';
import { abortOnInterrupt } from '../terminal/interrupt.ts';

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

/** How long a browser may take to close by itself. */
const closingMs = 2_000;

/** Orders to a browser by the Chrome DevTools protocol, over two pipes that nobody else can reach. */
class BrowserPipe {
  private readonly waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  private readonly group: ChildGroup;
  private next = 1;
  private text = '';
  private readonly ended: Promise<Error | null>;
  /** @param folder where the browser may leave files, those it calls temporary, settings or cached too */
  constructor(file: string, args: readonly string[], folder: string) {
    this.group = new ChildGroup(file, ['--remote-debugging-pipe', ...args], {
      env: { ...process.env, TMPDIR: folder, XDG_CONFIG_HOME: folder, XDG_CACHE_HOME: folder },
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

/**
 * Prints by a browser that is installed here, without a window, a profile or a network of its own, and with scripts off.
 * The page's own rules set paper, margins and page numbers. However it ends, no process and no file of the browser is left.
 */
export const printWithBrowser: PrintPdf = (html) => printWithin(html, 120_000);

/** @param patienceMs milliseconds after which the browser is ended */
export async function printWithin(html: string, patienceMs: number): Promise<Uint8Array> {
  const file = installedBrowser();
  if (file === undefined) return noPrinter(html);
  const profile = shortTemporaryFolder('print');
  const interrupt = abortOnInterrupt();
  const over = new AbortController();
  let browser: BrowserPipe | undefined;
  let isAtRest = false;
  try {
    browser = new BrowserPipe(file, browserArguments(profile), profile);
    const pdf = await Promise.race([
      printIn(browser, html),
      sleep(patienceMs, undefined, { signal: over.signal }).then(() => {
        throw new Error(`it took longer than ${patienceMs / 1000} seconds`);
      }),
      once(interrupt.signal, 'abort', { signal: over.signal }).then(() => {
        throw new AppError('CANCELED', 'Printing was stopped. No PDF was made.');
      }),
    ]);
    isAtRest = true;
    return pdf;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw cannotPrint(`${path.basename(file)} did not print it (${(error as Error).message}).`, error);
  } finally {
    interrupt.stop();
    over.abort();
    await browser?.end(isAtRest);
    await removeProfile(profile);
  }
}

/** A file that cannot be taken away does not undo a page that is printed. */
const removeProfile = (profile: string) =>
  rm(profile, { recursive: true, force: true, maxRetries: 5 }).catch(() => {});

const browserArguments = (profile: string): string[] => [
  '--headless',
  '--disable-gpu',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-background-networking',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  `--user-data-dir=${profile}`,
  // Chromium's own sandbox does not run for root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

async function printIn(browser: BrowserPipe, html: string): Promise<Uint8Array> {
  const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
  const attached = await browser.send('Target.attachToTarget', { targetId, flatten: true });
  const page = (method: string, params: object = {}) =>
    browser.send(method, params, attached.sessionId as string);
  await page('Emulation.setScriptExecutionDisabled', { value: true });
  await page('Page.enable');
  const { frameTree } = (await page('Page.getFrameTree')) as { frameTree: { frame: { id: string } } };
  await page('Page.setDocumentContent', { frameId: frameTree.frame.id, html });
  const { data } = await page('Page.printToPDF', { preferCSSPageSize: true, generateDocumentOutline: true });
  return new Uint8Array(Buffer.from(data as string, 'base64'));
}

/** The one without windows comes first: it does the same with two thirds of the work. */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge',
  'msedge',
];

/** Where systems keep browsers of Chromium's family, the likeliest first. */
function* browserPlaces(): Generator<string> {
  for (const dir of (process.env.PATH ?? '').split(path.delimiter)) {
    for (const name of names) yield path.join(dir, name);
  }
  for (const name of names) yield path.join('/usr/bin', name);
  yield '/snap/bin/chromium';
  for (const app of ['Google Chrome', 'Chromium', 'Microsoft Edge']) {
    for (const root of ['/', os.homedir()])
      yield path.join(root, 'Applications', `${app}.app/Contents/MacOS/${app}`);
  }
  for (const root of [process.env.ProgramFiles, process.env['ProgramFiles(x86)'], process.env.LOCALAPPDATA]) {
    if (root === undefined) continue;
    yield path.join(root, 'Google/Chrome/Application/chrome.exe');
    yield path.join(root, 'Microsoft/Edge/Application/msedge.exe');
  }
}

/** A browser of Chromium's family on this machine: the one ASSAY_BROWSER names, else an installed one. */
export function installedBrowser(): string | undefined {
  const named = process.env.ASSAY_BROWSER;
  if (named) return existsSync(named) ? named : undefined;
  return browserPlaces().find((file) => existsSync(file));
}
