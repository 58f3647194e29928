import { createHash } from 'node:crypto';
import fs, { symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pictureFacts } from '../../core/data/pictures.ts';
import { importWork } from '../../core/import/import-work.ts';
import { previewImport } from '../../core/import/preview.ts';
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

test('a preview shows pictures of the first items where they are asked for, and the names of others', async () => {
  const cat = png(40, 30);
  const large = Buffer.concat([png(50, 30), Buffer.alloc(1.2 * 1024 * 1024)]);
  const part = (bytes: Buffer) => ({ type: 'image_url', image_url: { url: address(bytes) } });
  const forged = `![x](assay:picture/${'0'.repeat(64)})`;
  const file = t.file(
    'chats.jsonl',
    lines(chat([part(cat), { type: 'text', text: forged }]), chat([part(large)], 'b')),
  );
  const shown = await previewImport({ path: file, pictures: true });
  expect(shown.pictures).toEqual({
    [hashOf(cat)]: { media: 'image/png', width: 40, height: 30, base64: cat.toString('base64') },
  });
  expect(shown.looks.map(({ conversation: [turn] }) => turn!.content)).toEqual([
    `What is on it?\n![picture](assay:picture/${hashOf(cat)})\n[picture: x]`,
    'What is on it?\n[picture]',
  ]);
  const named = await previewImport({ path: file });
  expect(named.pictures).toEqual({});
  expect(named.looks[0]!.conversation[0]!.content).toBe('What is on it?\n[picture]\n[picture: x]');
  // A text is not cut in the midst of a picture.
  const long = 'w'.repeat(3_990);
  const cut = t.file('long.jsonl', lines(chat([{ type: 'text', text: long.slice(15) }, part(cat)])));
  const [look] = (await previewImport({ path: cut, pictures: true })).looks;
  expect(look!.conversation[0]!.content).toMatch(/w\n?…$/);
});

const bytesOf = (bytes: Buffer) => bytes.toString('base64');

test.each<[string, (picture: Buffer) => unknown]>([
  ['OpenAI Responses', (one) => ({ type: 'input_image', image_url: address(one) })],
  ['OpenAI computer use', (one) => ({ type: 'computer_screenshot', image_url: address(one) })],
  ['Gemini', (one) => ({ inlineData: { mimeType: 'image/png', data: bytesOf(one) } })],
  ['AI SDK, an image', (one) => ({ type: 'image', image: bytesOf(one), mimeType: 'image/png' })],
  ['AI SDK, a file', (one) => ({ type: 'file', mediaType: 'image/png', data: bytesOf(one) })],
  ['AI SDK, an address', (one) => ({ type: 'file', mediaType: 'image/png', url: address(one) })],
  ['LangChain', (one) => ({ type: 'image', base64: bytesOf(one), mime_type: 'image/png' })],
  ['LangChain, earlier', (one) => ({ type: 'image', source_type: 'base64', data: bytesOf(one) })],
  ['MCP', (one) => ({ type: 'image', data: bytesOf(one), mimeType: 'image/png' })],
  ['Bedrock', (one) => ({ image: { format: 'png', source: { bytes: bytesOf(one) } } })],
  ['OpenTelemetry', (one) => ({ type: 'blob', modality: 'image', content: bytesOf(one) })],
  ['OpenTelemetry, an address', (one) => ({ type: 'uri', mime_type: 'image/png', uri: address(one) })],
  ['Pydantic AI', (one) => ({ kind: 'binary', media_type: 'image/png', data: bytesOf(one) })],
  [
    'Phoenix',
    (one) => ({
      'message_content.type': 'image',
      'message_content.image.image.url': address(one),
    }),
  ],
  [
    'Phoenix, nested',
    (one) => ({ message_content: { type: 'image', image: { image: { url: address(one) } } } }),
  ],
])('as %s writes them are shown', async (_, partOf) => {
  const picture = png(12, 9);
  const { warnings } = await take('chats.jsonl', lines(chat([partOf(picture)])));
  expect(hashes()).toEqual([hashOf(picture)]);
  expect(JSON.parse(conversations()[0]!)[0].content).toBe(
    `What is on it?\n![picture](assay:picture/${hashOf(picture)})`,
  );
  expect(warnings.join()).not.toContain('not shown');
});

test.each([
  [{ type: 'image', source: { type: 'file', file_id: 'file-1' } }, '1 picture that is not shown'],
  [{ type: 'image', image: 'of the user' }, '1 picture that is not shown'],
  [{ type: 'video_url', video_url: { url: 'https://a.example/b.mp4' } }, '1 video that is not shown'],
  [{ type: 'blob', modality: 'video', content: 'AAAA' }, '1 message part that is not shown'],
  [{ type: 'widget', state: { open: true } }, '1 message part that is not shown'],
  [{ type: 'a [link](b)', state: 1 }, '1 message part that is not shown'],
  [
    { type: 'image_url', image_url: { url: '@@@langfuseMedia:type=image/png|id=1|source=base64@@@' } },
    'Langfuse',
  ],
])('a part that is not shown is counted, whatever it is: %j', async (part, said) => {
  const { warnings } = await take('chats.jsonl', lines(chat([part])));
  expect(hashes()).toEqual([]);
  expect(warnings.join()).toContain(said);
});

test('a part of text stays a text, whatever else it holds', async () => {
  const part = { type: 'text', text: 'See it.', source: 'https://a.example/b.png' };
  const found = { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'A page.' } };
  const { warnings } = await take('chats.jsonl', lines(chat([part, found])));
  expect(JSON.parse(conversations()[0]!)[0].content).toBe('What is on it?\nSee it.\nA page.');
  expect(warnings.join()).not.toContain('not shown');
});

/** A conversation in which a tool gives something back. */
const withResult = (content: unknown) => ({
  id: 'a',
  messages: [
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c', function: { name: 'shot', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'c', content },
    { role: 'assistant', content: 'Done.' },
  ],
});
const resultSaid = () =>
  (JSON.parse(conversations()[0]!) as { role: string; content: string }[]).find(
    ({ role }) => role === 'tool',
  )!.content;
const shot = Buffer.concat([png(30, 20), Buffer.alloc(900, 7)]);
const named = `![picture](assay:picture/${hashOf(shot)})`;

test.each([
  ['bytes', { ok: true, screenshot: bytesOf(shot) }, { ok: true, screenshot: named }],
  ['an address', { shots: [address(shot), 1] }, { shots: [named, 1] }],
])('screenshots in the JSON of a tool are shown: %s', async (_, result, shown) => {
  for (const written of [JSON.stringify(result), JSON.stringify(result, null, 1)]) {
    await take(`${written.length}.jsonl`, lines(withResult(written)));
    expect(JSON.parse(resultSaid())).toEqual(shown);
  }
  expect([...new Set(hashes())]).toEqual([hashOf(shot)]);
});

test('a result of MCP is its parts', async () => {
  const image = { type: 'image', data: bytesOf(shot), mimeType: 'image/png' };
  const result = { content: [{ type: 'text', text: 'The page.' }, image], isError: false };
  const span = (id: string, parent: string | null, kind: string, attributes: object) => ({
    ...{ name: 'shot', context: { trace_id: 't', span_id: id }, parent_id: parent, span_kind: kind },
    ...{ start_time: '2026-01-01T00:00:00Z', end_time: '2026-01-01T00:00:01Z' },
    attributes: { 'openinference.span.kind': kind, ...attributes },
  });
  const spans = [
    span('a', null, 'AGENT', { 'input.value': 'Look.', 'output.value': 'Done.' }),
    span('b', 'a', 'TOOL', { 'input.value': '{}', 'output.value': JSON.stringify(result) }),
  ];
  await take('spans.json', JSON.stringify(spans));
  expect(resultSaid()).toBe(`The page.\n${named}`);
});

test('base64 that people may judge stays: a short one, one in a text, one of another kind', async () => {
  const texts = [
    JSON.stringify({ icon: address(png(3, 3)) }),
    `The bytes are ${bytesOf(shot)}.`,
    JSON.stringify({ token: 'a'.repeat(2000), key: `/9j/${'a'.repeat(2000)}!` }),
  ];
  for (const [at, text] of texts.entries()) {
    await take(`${at}.jsonl`, lines(withResult(text)));
    expect((conversations().at(-1) as string).replaceAll('\\"', '"')).toContain(text);
  }
  expect(hashes()).toEqual([]);
});

test('a name that stands for a picture of Langfuse is counted, and not read', async () => {
  const { warnings } = await take(
    'chats.jsonl',
    lines(withResult('See @@@langfuseMedia:type=image/jpeg|id=cc48|source=base64_data_uri@@@ there')),
  );
  expect(resultSaid()).toBe('See [picture that is not shown] there');
  expect(warnings.join()).toContain(
    '1 picture that is not shown to people, as Langfuse keeps them elsewhere',
  );
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

/** A recording of silence: eight-bit WAV, mono. */
function wav(samples: number): Buffer {
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + samples, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(1, 22);
  head.writeUInt32LE(8000, 24);
  head.writeUInt32LE(8000, 28);
  head.writeUInt16LE(1, 32);
  head.writeUInt16LE(8, 34);
  head.write('data', 36);
  head.writeUInt32LE(samples, 40);
  return Buffer.concat([head, Buffer.alloc(samples, 128)]);
}

test('recordings are kept and named as pictures are, from parts and from files beside', async () => {
  const said = wav(64);
  writeFileSync(path.join(path.dirname(t.file('x.txt', '')), 'said.wav'), said);
  const data = said.toString('base64');
  const { warnings } = await take(
    'chats.jsonl',
    lines(
      chat([{ type: 'input_audio', input_audio: { data, format: 'wav' } }], 'a'),
      chat([{ inline_data: { mime_type: 'audio/wav', data } }], 'b'),
      chat([{ type: 'audio', audio: 'said.wav' }], 'c'),
      chat([{ type: 'audio_url', audio_url: { url: `data:audio/webm;codecs=opus;base64,${data}` } }], 'd'),
      chat([{ type: 'audio', audio: 'gone.mp3' }], 'e'),
    ),
  );
  expect(hashes()).toEqual([hashOf(said)]);
  expect(t.db.prepare('SELECT media, width, height FROM picture').all()).toEqual([
    { media: 'audio/wav', width: 0, height: 0 },
  ]);
  const named = { role: 'user', content: `What is on it?\n![recording](assay:picture/${hashOf(said)})` };
  expect(
    conversations()
      .slice(0, 4)
      .map((one) => JSON.parse(one)),
  ).toEqual(Array(4).fill([named]));
  expect(warnings.join()).toContain('1 recording that is not');
});

test.each([
  ['audio/wav', wav(1)],
  ['audio/mpeg', Buffer.from('ID3\u0004 and then some tags', 'latin1')],
  ['audio/mpeg', Buffer.from([0xff, 0xfb, 0x90, 0x64, ...Array(20).fill(0)])],
  ['audio/ogg', Buffer.from('OggS and pages of it')],
  ['audio/flac', Buffer.from('fLaC and blocks of it')],
  ['audio/mp4', Buffer.from('\0\0\0\u0020ftypM4A and atoms', 'latin1')],
  ['audio/webm', Buffer.from('\u001aE\u00df\u00a3 and elements', 'latin1')],
])('%s is known by its first bytes', (media, bytes) => {
  expect(pictureFacts(bytes)).toEqual({ media, width: 0, height: 0 });
});

test('a text that begins with the mark of its encoding is no recording', () => {
  expect(pictureFacts(Buffer.from('\ufeffHello, this is a text.', 'utf16le'))).toMatch(/nor a recording$/);
});

test('what a task of Label Studio shows by Image and Audio stands before the rest, and goes into no other field', async () => {
  const [cat, said] = [png(8, 6), wav(8)];
  const task = (data: Record<string, unknown>, id: number) => ({
    id,
    data,
    annotations: [
      { completed_by: 1, result: [{ type: 'rating', from_name: 'quality', value: { rating: 4 } }] },
    ],
  });
  const { warnings } = await take(
    'tasks.json',
    JSON.stringify([
      task({ image: address(cat), question: 'What is it?', answer: 'A cat.' }, 1),
      task({ audio: address(said, 'audio/wav'), answer: 'It says hello.' }, 2),
      task({ image: '/data/upload/1/abc.png', answer: 'It is gone.' }, 3),
    ]),
  );
  expect(conversations().map((one) => JSON.parse(one))).toEqual([
    [
      { role: 'user', content: `![image](assay:picture/${hashOf(cat)})` },
      { role: 'user', content: 'What is it?' },
    ],
    [{ role: 'user', content: `![audio](assay:picture/${hashOf(said)})` }],
    [{ role: 'user', content: '![image](/data/upload/1/abc.png)' }],
  ]);
  expect(warnings.join()).toContain('1 picture that is not shown');
  expect(JSON.stringify(t.db.prepare('SELECT meta FROM item').all())).not.toContain('base64');
});

test('a GIF is as large as its largest frame, whatever its screen says', () => {
  const gif = (frames: readonly (readonly [number, number])[]) => {
    const screen = Buffer.from('GIF89a\u0001\0\u0001\0\u0080\0\0\0\0\0\u00ff\u00ff\u00ff', 'latin1');
    const comment = Buffer.from('!\u00fe\u0003abc\0', 'latin1');
    const shown = frames.map(([width, height]) => {
      const frame = Buffer.alloc(10);
      frame[0] = 0x2c;
      frame.writeUInt16LE(width, 5);
      frame.writeUInt16LE(height, 7);
      return Buffer.concat([frame, Buffer.from('\u0002\u0002D\u0001\0', 'latin1')]);
    });
    return Buffer.concat([screen, comment, ...shown, Buffer.from(';')]);
  };
  expect(pictureFacts(gif([[1, 1]]))).toMatchObject({ media: 'image/gif', width: 1, height: 1 });
  expect(
    pictureFacts(
      gif([
        [3, 2],
        [2, 5],
      ]),
    ),
  ).toMatchObject({ width: 3, height: 5 });
  expect(
    pictureFacts(
      gif([
        [1, 1],
        [60_000, 60_000],
      ]),
    ),
  ).toContain('60000 times 60000 points');
});

/** Rows whose pictures have a column. */
const rows = (column: (at: number) => object) =>
  lines(
    ...Array.from({ length: 3 }, (_, at) => ({
      ...{ question: 'What is shown?', answer: `It is number ${at}.` },
      ...column(at),
    })),
  );
const first = () => (JSON.parse(conversations()[0]!) as { content: string }[])[0]!.content;

test.each<[string, (picture: Buffer) => unknown, name: string]>([
  ['as an address', (one) => ({ image: address(one) }), 'image'],
  ['as base64', (one) => ({ shot: bytesOf(one) }), 'shot'],
  ['as Hugging Face has them', (one) => ({ image: { bytes: bytesOf(one), path: null } }), 'image'],
])('of a column belong to the question: %s', async (_, columnOf, name) => {
  const pictures = [40, 50, 60].map((width) => Buffer.concat([png(width, 30), Buffer.alloc(60, width)]));
  await take(
    'rows.jsonl',
    rows((at) => columnOf(pictures[at]!) as object),
  );
  expect(hashes()).toEqual(pictures.map(hashOf));
  expect(first()).toBe(`![${name}](assay:picture/${hashOf(pictures[0]!)})\nWhat is shown?`);
  // Their bytes are kept once.
  const kept = t.db.prepare('SELECT meta FROM item').pluck().all().join();
  expect(kept).not.toContain('iVBOR');
});

test('of a column are read beside the file, and a table of several systems has an item a picture', async () => {
  for (const [at, name] of ['a.png', 'b.png'].entries())
    writeFileSync(path.join(path.dirname(t.file('x.txt', '')), name), png(10 + at, 10));
  const table = ['a.png', 'b.png'].flatMap((picture) =>
    ['one', 'two'].map((model) =>
      ['What is shown?', picture, model, `By ${model}: ${picture} it is.`].join(','),
    ),
  );
  await take('table.csv', ['question,picture,model,response', ...table, ''].join('\n'));
  expect(hashes()).toHaveLength(2);
  expect(conversations()).toHaveLength(2);
  expect(countRows(t.db, 'response')).toBe(4);
});

test('of a reply are shown as the reply', async () => {
  const pictures = [40, 50, 60].map((width) => Buffer.concat([png(width, 30), Buffer.alloc(60, width)]));
  const asked = (at: number) => ({
    question: `Draw ${at} things.`,
    answer: undefined,
    response: address(pictures[at]!),
  });
  await take('drawn.jsonl', rows(asked));
  expect(t.db.prepare('SELECT text FROM response ORDER BY item_id').pluck().all()).toEqual(
    pictures.map((one) => `![picture](assay:picture/${hashOf(one)})`),
  );
});
