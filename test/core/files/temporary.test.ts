import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { createEngine } from '../../../core/engine.ts';
import {
  removeLeftFolders,
  shortTemporaryFolder,
  temporaryFolder,
} from '../../../core/platform/files/temporary.ts';
import { temporaryFolder as testFolder } from '../support/test-engine.ts';

test('folders of processes that are gone are removed, and nothing else', () => {
  const folder = testFolder();
  const own = temporaryFolder('unpacked');
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const name = path.basename(own);
  const ofGone = name.replace(`-${process.pid}-`, `-${gone}-`);
  const make = (one: string) => {
    mkdirSync(path.join(folder, one));
    writeFileSync(path.join(folder, one, 'text'), 'x');
    return path.join(folder, one);
  };
  const left = make(ofGone);
  const stays = [
    make(name),
    make(ofGone.replace(/^assay-/, 'other-')),
    make(`${ofGone}x`),
    make(ofGone.replace(/-[0-9a-f]{8}-/, '-00000000-')),
  ];
  const link = path.join(folder, ofGone.replace(/.{6}$/, 'abcdef'));
  symlinkSync(stays[0]!, link);
  removeLeftFolders(folder);
  expect(existsSync(left)).toBe(false);
  expect(stays.map((one) => existsSync(path.join(one, 'text')))).toEqual(stays.map(() => true));
  expect(existsSync(link)).toBe(true);
  rmSync(own, { recursive: true });
});

test('a folder with a short name is found by what lies in it, unless its process is there or it is a link', () => {
  const folder = testFolder();
  vi.stubEnv('TMPDIR', folder);
  const module = new URL('../../../core/platform/files/temporary.ts', import.meta.url).href;
  const script = `const { shortTemporaryFolder } = await import('${module}');
    process.stdout.write(shortTemporaryFolder('print')); process.kill(process.pid, 'SIGKILL');`;
  const made = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  const left = made.stdout;
  expect(path.basename(left)).toMatch(/^assay-print-.{6}$/);
  const own = shortTemporaryFolder('print');
  const unmarked = path.join(folder, 'assay-print-abcdef');
  mkdirSync(unmarked);
  const elsewhere = path.join(folder, 'elsewhere');
  mkdirSync(elsewhere);
  writeFileSync(path.join(elsewhere, 'assay-owner'), readFileSync(path.join(left, 'assay-owner')));
  symlinkSync(elsewhere, path.join(folder, 'assay-print-ghijkl'));
  removeLeftFolders(folder);
  expect([left, own, unmarked, elsewhere].map((one) => existsSync(one))).toEqual([false, true, true, true]);
});

test('files dropped on an engine that was killed go at the next start, those of others stay', async () => {
  const dataDir = testFolder();
  const gone = spawnSync(process.execPath, ['-e', '']).pid;
  const drop = async (engine: ReturnType<typeof createEngine>) => {
    const { path: file } = await engine.client.file.upload({ name: 'a.csv', offset: 0, base64: 'YQ==' });
    return path.dirname(path.dirname(file));
  };
  const first = createEngine({ dataDir, version: '1' });
  const kept = await drop(first);
  const left = kept.replace(`-${process.pid}-`, `-${gone}-`);
  mkdirSync(path.join(left, 'one'), { recursive: true });
  const second = createEngine({ dataDir, version: '1' });
  await expect.poll(() => existsSync(left)).toBe(false);
  expect(existsSync(kept)).toBe(true);
  await Promise.all([first.close(), second.close()]);
  expect(existsSync(kept)).toBe(false);
});
