import { createHash } from 'node:crypto';
import fs, { symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pictureFacts } from '../../core/data/pictures.ts';
import { importWork } from '../../core/import/import-work.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { countRows, openTestProject, type TestProject, testScope } from './scope.ts';

/** Pictures in messages: taken into the project by their hash, never loaded from the network. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const take = (name: string, content: string) =>
  importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, { path: t.file(name, content) }));

/** The beginning of a PNG of a size, with as much of a body as tells it from others. */
function png(width: number, height: number): Buffer {
  const head = Buffer.alloc(25);
  head.write('\u0089PNG\r\n\u001a\n', 0, 'latin1');
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, deflateSync(Buffer.alloc(width))]);
}

const address = (bytes: Buffer, media = 'image/png') => `data:${media};base64,${bytes.toString('base64')}`;
const chat = (parts: readonly unknown[], id = 'a') => ({
  id,
  messages: [
    { role: 'user', content: [{ type: 'text', text: 'What is on it?' }, ...parts] },
    { role: 'assistant', content: 'A cat.' },
  ],
});
const lines = (...records: readonly unknown[]) => `${records.map((one) => JSON.stringify(one)).join('\n')}\n`;
const conversations = () =>
  t.db.prepare('SELECT conversation FROM item ORDER BY id').pluck().all() as string[];
const hashes = () => t.db.prepare('SELECT sha256 FROM picture ORDER BY width').pluck().all();
const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('of OpenAI, Anthropic and Gemini are stored once, and texts name them by their hash', async () => {
  const cat = png(40, 30);
  const { warnings } = await take(
    'chats.jsonl',
    lines(
      chat([{ type: 'image_url', image_url: { url: address(cat) } }], 'a'),
      chat(
        [
          {
            type: 'image',
            source: { type: 'base64', media_type: 'image/png', data: cat.toString('base64') },
          },
        ],
        'b',
      ),
      chat([{ inline_data: { mime_type: 'image/png', data: cat.toString('base64') } }], 'c'),
    ),
  );
  expect(hashes()).toEqual([hashOf(cat)]);
  for (const conversation of conversations()) {
    expect(JSON.parse(conversation)).toEqual([
      { role: 'user', content: `What is on it?\n![picture](assay:picture/${hashOf(cat)})` },
    ]);
  }
  expect(warnings.join()).not.toContain('not shown');
});

test('on the network are never loaded, and are counted', async () => {
  const { warnings } = await take(
    'network.jsonl',
    lines(chat([{ type: 'image_url', image_url: { url: 'https://pictures.example/1.png' } }])),
  );
  expect(hashes()).toEqual([]);
  expect(conversations()[0]).toContain('![picture](https://pictures.example/1.png)');
  expect(warnings.join()).toContain('nothing is loaded from the network');
});

test('that are markup, damaged or too large are left out and counted', async () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
  const url = (image: string) => ({ type: 'image_url', image_url: { url: image } });
  const { warnings } = await take(
    'hostile.jsonl',
    lines(
      chat([url(address(svg, 'image/svg+xml'))], 'a'),
      chat([url(address(svg))], 'b'),
      chat([url(address(png(60_000, 60_000)))], 'c'),
    ),
  );
  expect(hashes()).toEqual([]);
  expect(conversations().every((text) => text.includes('[picture that is not shown]'))).toBe(true);
  expect(warnings.join()).toContain('it is not a PNG, JPEG, GIF or WebP');
  expect(warnings.join()).toContain('60000 times 60000 points');
});

test('beside the file are read, and none that lies elsewhere', async () => {
  writeFileSync(path.join(t.folder, 'cat.png'), png(10, 10));
  symlinkSync('/etc/hostname', path.join(t.folder, 'link.png'));
  const local = (image: string) => ({ type: 'image', image });
  const { warnings } = await take(
    'beside.jsonl',
    lines(
      chat([local('cat.png')], 'a'),
      chat([local('link.png')], 'b'),
      chat([local('../cat.png')], 'c'),
      chat([local('/etc/cat.png')], 'd'),
    ),
  );
  expect(hashes()).toEqual([hashOf(png(10, 10))]);
  expect(warnings.join()).toContain('3 pictures that are not shown to people, as their files are not there');
});

test('beside the file are read once, by however many names', async () => {
  const cat = png(7, 8);
  writeFileSync(t.file('cat.png', ''), cat);
  writeFileSync(t.file('no.png', ''), 'no picture');
  const names = Array.from({ length: 40 }, (_, n) => './'.repeat(n));
  const texts = names.flatMap((name) => [`![a](${name}cat.png)`, `![b](${name}no.png)`]);
  const reads = vi.spyOn(fs, 'readFileSync');
  syncBuiltinESMExports();
  try {
    const { warnings } = await take('chats.jsonl', lines(chat([{ type: 'text', text: texts.join(' ') }])));
    const of = (name: string) => reads.mock.calls.filter(([file]) => String(file).endsWith(name)).length;
    expect([of('cat.png'), of('no.png')]).toEqual([1, 1]);
    expect(hashes()).toEqual([hashOf(cat)]);
    expect(conversations()[0]!.split(`assay:picture/${hashOf(cat)}`)).toHaveLength(41);
    expect(JSON.stringify(warnings)).toContain('40');
  } finally {
    reads.mockRestore();
    syncBuiltinESMExports();
  }
});

test('nothing of a refused file is kept, and a picture goes with its data set', async () => {
  const picture = { type: 'image_url', image_url: { url: address(png(5, 5)) } };
  await expect(take('twice.jsonl', lines(chat([picture], 'a'), chat([picture], 'a')))).rejects.toThrow(
    /twice/,
  );
  expect(countRows(t.db, 'picture')).toBe(0);
});

test('sizes are read from the bytes of each kind', () => {
  const gif = Buffer.from('GIF89a\u0007\u0000\u0005\u0000\u0000', 'latin1');
  expect(pictureFacts(gif)).toEqual({ media: 'image/gif', width: 7, height: 5 });
  const jpeg = Buffer.from([
    0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xc0, 0, 17, 8, 0, 9, 0, 12, 3, 0, 0, 0,
  ]);
  expect(pictureFacts(jpeg)).toEqual({ media: 'image/jpeg', width: 12, height: 9 });
  const webp = Buffer.alloc(30);
  webp.write('RIFF', 0, 'latin1');
  webp.write('WEBPVP8X', 8, 'latin1');
  webp[24] = 3;
  webp[27] = 8;
  expect(pictureFacts(webp)).toEqual({ media: 'image/webp', width: 4, height: 9 });
  expect(pictureFacts(new Uint8Array(11 * 1024 * 1024))).toBe('it has more than 10 MB');
});
