import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { printWithin } from '../../host/print/print-with-browser.ts';
import { bundled } from '../support/bundled.ts';
import { debianBrowsers, processesWith, tellsProcesses, wrappedBrowser } from '../support/processes.ts';
import { makeWorkplace, runAssay, type Workplace } from './run-assay.ts';
import { writeTinySet } from './tiny-set.ts';

vi.setConfig({ testTimeout: 120_000 });

/** Processes are found by the folder for temporary files that they were given, which each test has for itself. */
describe.skipIf(!tellsProcesses)('of a browser nothing is left', () => {
  let work: Workplace;
  let temporary = '';
  beforeAll(async () => {
    work = makeWorkplace();
    writeTinySet(work.dir);
    await work.json('init', 'p');
    const scales = ['--scale', 'criterion:helpful=1..5', '--scale', 'judge:kind/helpful=1..5'];
    await work.json('import', 'tiny.jsonl', '--project', 'p.assay', ...scales);
    await work.json('study', 'create', 'p.assay', '--system', 'alpha', '--size', '5', '--seed', '1');
    return () => work[Symbol.dispose]();
  });
  beforeEach(() => {
    // A browser puts a socket into it, whose path may have 107 bytes in all.
    temporary = mkdtempSync(path.join(os.tmpdir(), 't-'));
    vi.stubEnv('TMPDIR', temporary);
    return () => rmSync(temporary, { recursive: true, force: true });
  });

  const mustBeOver = () => {
    expect(processesWith(temporary)).toEqual([]);
    expect(readdirSync(temporary).filter((name) => name.startsWith('assay-print'))).toEqual([]);
  };
  const report = (name: string, onStart?: Parameters<typeof runAssay>[2]) =>
    runAssay(work.dir, ['report', 'p.assay', '--format', 'pdf', '--out', name], onStart);

  test.each(['close', 'stubborn'] as const)(
    'when a command has printed by a wrapper that is: %s',
    async (mode) => {
      vi.stubEnv('ASSAY_BROWSER', wrappedBrowser(work.dir, mode));
      expect(await report(`${mode}.pdf`)).toMatchObject({
        exitCode: 0,
        stdout: expect.stringContaining('Wrote'),
      });
      mustBeOver();
    },
  );

  test.each(debianBrowsers)('when a command has printed by %s', async (browser) => {
    vi.stubEnv('ASSAY_BROWSER', browser);
    const name = `${path.basename(browser)}-installed.pdf`;
    expect(await report(name)).toMatchObject({ exitCode: 0 });
    expect(existsSync(path.join(work.dir, name))).toBe(true);
    mustBeOver();
  });

  test('when the browser ends before it answers', async () => {
    vi.stubEnv('ASSAY_BROWSER', wrappedBrowser(work.dir, 'crash'));
    const { exitCode, stderr } = await report('crash.pdf');
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('No PDF was made')]);
    mustBeOver();
  });

  test('when Ctrl-C stops a command that prints', async () => {
    vi.stubEnv('ASSAY_BROWSER', wrappedBrowser(work.dir, 'hang'));
    const { exitCode, stderr } = await report('stopped.pdf', async (kill) => {
      await vi.waitUntil(() => processesWith(temporary).some((one) => one.includes('while :')), {
        timeout: 60_000,
      });
      kill('SIGINT');
    });
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining('Printing was stopped')]);
    expect(existsSync(path.join(work.dir, 'stopped.pdf'))).toBe(false);
    mustBeOver();
  });

  test('when printing takes too long, or a page is printed in a process that goes on', async () => {
    vi.stubEnv('ASSAY_BROWSER', wrappedBrowser(work.dir, 'hang'));
    await expect(printWithin('<p>x', 300)).rejects.toThrow('it took longer than 0.3 seconds');
    mustBeOver();
    vi.stubEnv('ASSAY_BROWSER', wrappedBrowser(work.dir, 'close'));
    const printed = await Promise.all([1, 2, 3].map(() => printWithin('<p>x', 60_000)));
    expect(printed.map(({ length }) => length > 5)).toEqual([true, true, true]);
    mustBeOver();
  });

  test('of an agent whose host is killed while a command of its prints', async () => {
    vi.stubEnv('ASSAY_BROWSER', wrappedBrowser(work.dir, 'hang'));
    const { file: cli, env } = bundled('host/cli.ts');
    const agent = spawn(process.execPath, [cli, 'mcp'], {
      ...{ cwd: work.dir, env },
      stdio: ['pipe', 'ignore', 'inherit'],
    });
    const say = (message: object) => agent.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'a test', version: '1' };
    say({
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-03-26', capabilities: {}, clientInfo },
    });
    say({ method: 'notifications/initialized' });
    const asked = { project: path.join(work.dir, 'p.assay'), format: 'pdf', out: 'agent.pdf' };
    say({ id: 2, method: 'tools/call', params: { name: 'report', arguments: asked } });
    await vi.waitUntil(() => processesWith(temporary).some((one) => one.includes('while :')), {
      timeout: 60_000,
    });
    agent.kill('SIGKILL');
    await vi.waitUntil(() => processesWith(temporary).length === 0, { timeout: 60_000 });
    expect(existsSync(path.join(work.dir, 'agent.pdf'))).toBe(false);
    mustBeOver();
  });

  test('serving that opens a browser ends without it, and shows the address once', async () => {
    const bin = path.join(work.dir, 'bin');
    mkdirSync(bin);
    const opened = path.join(work.dir, 'opened');
    writeFileSync(path.join(bin, 'xdg-open'), `#!/bin/sh\necho "$@" >> '${opened}'\nexec sleep 20\n`);
    chmodSync(path.join(bin, 'xdg-open'), 0o755);
    vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env.PATH}`);
    let url = '';
    const { exitCode } = await runAssay(
      work.dir,
      ['serve', '--open', '--json', '--port', '0'],
      async (kill, child) => {
        const [line] = (await once(child.stdout, 'data')) as [string];
        ({ url } = JSON.parse(line) as { url: string });
        await vi.waitUntil(() => existsSync(opened), { timeout: 60_000 });
        kill('SIGINT');
      },
    );
    expect(exitCode).toBe(0);
    expect(readFileSync(opened, 'utf8')).toBe(`${url}\n`);
    const left = processesWith(temporary);
    // What shows the address is the reader's own program, which goes on.
    expect(left).toEqual([expect.stringContaining('sleep 20')]);
    process.kill(Number(left[0]!.split(' ')[0]));
  });

  test('when serving stops while a page is printed', async () => {
    vi.stubEnv('ASSAY_BROWSER', wrappedBrowser(work.dir, 'hang'));
    const pageDir = path.join(work.dir, 'page');
    mkdirSync(pageDir);
    writeFileSync(path.join(pageDir, 'index.html'), '<title>Page</title>');
    const server = new URL('../../host/serve.ts', import.meta.url).href;
    const plan = {
      ...{ dataDir: path.join(work.dir, 'served'), pageDir, project: path.join(work.dir, 'p.assay') },
      ...{ host: '127.0.0.1', port: 0, open: false, json: true, team: { pageDir } },
    };
    const script = `const { serve } = await import('${server}'); await serve(${JSON.stringify(plan)});`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const over = once(child, 'close');
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const { url } = JSON.parse(line) as { url: string };
    const { origin } = new URL(url);
    const { headers } = await fetch(url, { redirect: 'manual' });
    const cookie = headers.get('set-cookie')!.split(';')[0]!;
    const input = { studyId: 1, format: 'pdf', path: path.join(work.dir, 'served.pdf'), overwrite: false };
    const answer = fetch(`${origin}/rpc/report/save`, {
      method: 'POST',
      headers: { origin, cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ json: input }),
    }).catch(() => {});
    await vi.waitUntil(() => processesWith(temporary).some((one) => one.includes('while :')), {
      timeout: 60_000,
    });
    child.kill('SIGINT');
    const [exitCode] = (await over) as [number];
    await answer;
    expect(exitCode).toBe(0);
    expect(existsSync(path.join(work.dir, 'served.pdf'))).toBe(false);
    mustBeOver();
  });
});
