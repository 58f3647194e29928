import { existsSync, readdirSync, renameSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openSourceFile } from '../../core/import/readers/source-file.ts';
import { forgetTexts } from '../../core/platform/files/kept-texts.ts';
import { engineWithProject, temporaryFolder } from '../core/support/test-engine.ts';

const rows = (count: number, word = 'Because') =>
  Array.from({ length: count }, (_, n) => `q${n},Why ${n}?,"${word} of ${n}, and more."\n`).join('');
const table = (count: number, word?: string) => Buffer.from(`id,question,response\n${rows(count, word)}`);

const packers: Record<string, (bytes: Buffer) => Uint8Array> = {
  'a.csv.gz': (bytes) => gzipSync(bytes),
  'a.csv.zst': (bytes) => zstdCompressSync(bytes),
  'a.zip': (bytes) => zipSync({ 'a.csv': bytes }),
  'a.csv': (bytes) => Buffer.from(`\ufeff${bytes.toString('utf8')}`, 'utf16le'),
};

let folder: string;
const file = (name: string) => path.join(folder, name);
const kept = () =>
  readdirSync(folder)
    .filter((name) => /^assay-unpacked-.*-shared$/.test(name))
    .flatMap((name) => readdirSync(path.join(folder, name)));

beforeEach(() => {
  folder = temporaryFolder();
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => forgetTexts());

/** Opens a file and counts how often bytes of it were unpacked. */
function open(at: string, how: Parameters<typeof openSourceFile>[1] = {}) {
  let unpacked = 0;
  const source = openSourceFile(at, { ...how, tell: () => (unpacked += 1) });
  const { sizeBytes, note, sheets } = source;
  const text = source.head.text;
  source.close();
  return { unpacked: unpacked > 0, sizeBytes, note, sheets, text };
}

test.each(Object.entries(packers))('%s is unpacked once, and read alike', (name, pack) => {
  writeFileSync(file(name), pack(table(50)));
  const first = open(file(name), { wanted: 1000 });
  const second = open(file(name));
  expect([first.unpacked, second.unpacked]).toEqual([true, false]);
  expect({ ...second, unpacked: true }).toEqual(first);
  forgetTexts(file(name));
  expect(kept()).toEqual([]);
  expect(open(file(name)).unpacked).toBe(true);
});

test('a file that changed, was replaced, or is read in another way is unpacked again', () => {
  const at = file('a.csv.gz');
  writeFileSync(at, packers['a.csv.gz']!(table(50, 'aaa')));
  expect(open(at).text).toContain('aaa');
  writeFileSync(at, packers['a.csv.gz']!(table(50, 'bbb')));
  utimesSync(at, 1, 1);
  expect(open(at)).toMatchObject({ unpacked: true, text: expect.stringContaining('bbb') });
  writeFileSync(file('other'), packers['a.csv.gz']!(table(50, 'ccc')));
  utimesSync(file('other'), 1, 1);
  renameSync(file('other'), at);
  expect(open(at)).toMatchObject({ unpacked: true, text: expect.stringContaining('ccc') });
  // Of what the file was before nothing is left.
  expect(kept()).toHaveLength(2);

  const text = file('b.csv');
  writeFileSync(text, Buffer.from('id,question,response\n1,Caf\u00e9?,Oui\n', 'latin1'));
  expect(open(text, { encoding: 'windows-1252' }).text).toContain('Caf\u00e9');
  expect(open(text, { encoding: 'windows-1252' }).unpacked).toBe(false);
  expect(open(text, { encoding: 'windows-1251' }).unpacked).toBe(true);
});

test('a text of which only the beginning was wanted, or of more than 64 MB, is not kept', () => {
  const at = file('large.csv.gz');
  writeFileSync(at, gzipSync(Buffer.concat([table(1), Buffer.alloc(66 * 1024 * 1024, 'q1,why,so\n')])));
  expect(open(at, { wanted: 1000 }).sizeBytes).toBeGreaterThan(60 * 1024 * 1024);
  expect(kept()).toEqual([]);
});

test('what is kept together stays below a bound: the oldest goes first', () => {
  const bytes = Buffer.concat([table(1), Buffer.alloc(60 * 1024 * 1024, 'q1,why,so\n')]);
  const files = Array.from({ length: 3 }, (_, n) => file(`t${n}.csv.gz`));
  const packed = gzipSync(bytes);
  for (const at of files) {
    writeFileSync(at, packed);
    open(at);
  }
  expect(kept().filter((name) => name.endsWith('.text'))).toHaveLength(2);
  expect(open(files[2]!).unpacked).toBe(false);
  expect(open(files[0]!).unpacked).toBe(true);
});

test('look, preview and import of one packed file unpack it once, and the import leaves nothing', async () => {
  const { engine, folder: own } = await engineWithProject();
  const at = path.join(own, 'a.csv.gz');
  writeFileSync(at, packers['a.csv.gz']!(table(30)));
  const preview = await engine.client.import.preview({ path: at });
  expect(preview.itemCount).toBe(30);
  const unpacked: string[] = [];
  engine.context.events.listen((event) => {
    if (event.type === 'job.progress' && event.job.message === 'Unpacking') unpacked.push(event.job.title);
  });
  expect(kept()).toHaveLength(2);
  await engine.client.import.start({ path: at });
  await expect
    .poll(async () => (await engine.client.dataset.list({})).map(({ itemCount }) => itemCount))
    .toEqual([30]);
  expect(unpacked).toEqual([]);
  expect(kept()).toEqual([]);
});

test('closing the project, and the engine, removes what was looked at and not imported', async () => {
  const { engine, folder: own } = await engineWithProject();
  const at = path.join(own, 'a.csv.gz');
  writeFileSync(at, packers['a.csv.gz']!(table(30)));
  await engine.client.import.preview({ path: at });
  expect(kept()).toHaveLength(2);
  await engine.client.project.close({});
  expect(kept()).toEqual([]);
  await engine.client.import.preview({ path: at });
  await engine.close();
  expect(readdirSync(folder).filter((name) => name.startsWith('assay-unpacked'))).toEqual([]);
  expect(existsSync(at)).toBe(true);
});
