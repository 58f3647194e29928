import { closeSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { formatOf } from '../../core/import/formats/registry.ts';
import { previewImport } from '../../core/import/preview.ts';
import { PackedFile } from '../../core/import/readers/archives/packed-file.ts';
import { readZip } from '../../core/import/readers/archives/zip.ts';
import { openSourceFile } from '../../core/import/readers/source-file.ts';
import { mappingFor } from '../../core/import/resolve-import.ts';
import { xlsxOf } from '../../core/platform/files/xlsx.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import { temporaryFolder } from '../core/support/test-engine.ts';
import { countRows, importFile, openTestProject, refusalOf, type TestProject } from './scope.ts';

/** What must come out of a file of the zoo without anybody's help. */
interface Expected {
  readonly format: string;
  readonly items: number;
  readonly responses: number;
  readonly human: number;
  readonly machine: number;
  /** Found somewhere in what was stored. */
  readonly texts: readonly string[];
  readonly warnings?: readonly string[];
}

const zoo = path.join(import.meta.dirname, 'zoo');
const animals = readdirSync(zoo)
  .filter((name) => name.endsWith('.expect.json'))
  .map((name) => name.slice(0, -'.expect.json'.length));

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

/** Imports as the command line does: by the format that is found out and the mapping that is guessed. */
async function importByGuess(file: string, given?: ColumnMapping) {
  const { format } = await previewImport({ path: file, ...(given && { mapping: given }) });
  const source = openSourceFile(file);
  const mapping = mappingFor(formatOf(format), source.head, given);
  source.close();
  return { format, result: await importFile(t, file, { format, mapping }) };
}

/** Everything that was stored, as one text. */
const allStored = () =>
  ['item', 'response', 'system', 'human_score', 'criterion', 'machine_score', 'signal']
    .flatMap((table) => t.db.prepare(`SELECT * FROM ${table}`).all())
    .flatMap((row) => Object.values(row as object).map(String))
    .join('\n');

describe.each(animals)('%s', (name) => {
  const expected = JSON.parse(readFileSync(path.join(zoo, `${name}.expect.json`), 'utf8')) as Expected;

  test('comes in right without mapping', async () => {
    const { format, result } = await importByGuess(path.join(zoo, name));
    const { items, responses, humanScores: human, machineScores: machine } = result;
    expect({ format, items, responses, human, machine }).toEqual({
      format: expected.format,
      items: expected.items,
      responses: expected.responses,
      human: expected.human,
      machine: expected.machine,
    });
    const stored = allStored();
    for (const text of expected.texts) {
      const isThere = [text, JSON.stringify(text).slice(1, -1)].some((one) => stored.includes(one));
      expect(isThere, `${text} in ${stored}`).toBe(true);
    }
    expect(result.warnings).toEqual(expect.arrayContaining([...(expected.warnings ?? [])]));
  });
});

/** Files whose very content, as Parquet, comes in the same way. */
const asParquet = ['ragas.csv', 'named-systems.csv', 'mqm.tsv', 'wildchat.jsonl', 'doccano.jsonl'];

test('tables and records that lie in Parquet come in as those of text do', async () => {
  const { DuckDBInstance } = await import('@duckdb/node-api');
  const connection = await (await DuckDBInstance.create()).connect();
  for (const name of asParquet) {
    const to = t.file(`${name}.parquet`, '');
    const read = name.endsWith('.jsonl') ? 'read_json_auto' : 'read_csv';
    await connection.run(
      `COPY (SELECT * FROM ${read}('${path.join(zoo, name)}')) TO '${to}' (FORMAT parquet)`,
    );
    const { items, responses, human, machine } = JSON.parse(
      readFileSync(path.join(zoo, `${name}.expect.json`), 'utf8'),
    ) as Expected;
    const { format, result } = await importByGuess(to);
    expect({ name, format, ...result }).toMatchObject({
      name,
      format: 'parquet',
      items,
      responses,
      humanScores: human,
      machineScores: machine,
    });
  }
  connection.closeSync();
});

const problemsOf = async (file: string, mapping?: ColumnMapping) =>
  (await refusalOf(importByGuess(file, mapping))).details.problems ?? [];
const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const longTable = (...rows: string[]) => ['id,question,model,response,rater,human', ...rows, ''].join('\n');

const turns = (question: string, answer: string) => [
  { role: 'user', content: question },
  { role: 'assistant', content: answer },
];

describe('an object of lists', () => {
  const questions = { question: ['Who wrote it?', 'When?'] };

  test('whose columns differ in length is refused, with the two', async () => {
    const file = t.file('uneven.json', JSON.stringify({ ...questions, response: ['Jane Austen.'] }));
    expect((await refusalOf(importByGuess(file))).message).toContain(
      'the column "response" has 1 values, but "question" has 2',
    );
  });

  test('is read by the format of its rows, as those of an arena are', async () => {
    const battles = {
      model_a: ['x', 'y'],
      model_b: ['y', 'x'],
      winner: ['model_a', 'tie'],
      conversation_a: [turns('Hi?', 'Ha.'), turns('Who?', 'Me.')],
      conversation_b: [turns('Hi?', 'Ho.'), turns('Who?', 'You.')],
    };
    const { result } = await importByGuess(t.file('arena.json', JSON.stringify(battles)));
    expect(result).toMatchObject({ items: 2, responses: 4 });
  });

  test.each([
    ['one conversation', lines({ messages: turns('Who wrote it?', 'Jane Austen.'), tags: ['a', 'b'] }), 1],
    ['lines of lists', lines({ q: ['a', 'b'], a: ['c', 'd'] }, { q: ['e', 'f'], a: ['g', 'h'] }), 2],
    ['a record whose first field is a list', lines({ tags: ['a'], prompt: 'Who?', response: 'Jane.' }), 1],
  ])('is no table where it is %s', (_what, text, records) => {
    const source = openSourceFile(t.file('lists.jsonl', text));
    expect(source.note).toBeUndefined();
    expect(source.head.records(9)).toHaveLength(records);
    source.close();
  });
});

describe('cells that are JSON objects', () => {
  const quoted = (value: object) => `"${JSON.stringify(value).replaceAll('"', '""')}"`;

  test('of a reply stay as they are where the question is plain, for JSON was asked for', async () => {
    const reply = { answer: 'Jane', born: 1775 };
    const file = t.file(
      'structured.csv',
      `id,question,response,rating\n1,Who? As JSON.,${quoted(reply)},4\n2,"Again, as JSON.",${quoted(reply)},5\n`,
    );
    await importByGuess(file);
    expect(t.db.prepare('SELECT DISTINCT text FROM response').all()).toEqual([
      { text: JSON.stringify(reply) },
    ]);
  });

  test('keep a column that is called like what every object has', async () => {
    const row = (id: number) =>
      `${id},${quoted({ question: `q${id}` })},${quoted({ output: `a${id}` })},said`;
    const file = t.file('proto.csv', ['id,inputs,outputs,__proto__', row(1), row(2)].join('\n'));
    const { result } = await importByGuess(file);
    expect(result).toMatchObject({ items: 2, responses: 2 });
    expect(allStored()).toContain('said');
  });

  test('and one that is none is refused with its line', async () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `${i},${quoted({ question: `q${i}` })},${quoted({ output: `a${i}` })}`,
    );
    const file = t.file(
      'spoiled.csv',
      ['id,inputs,outputs', ...rows, `60,cut {,${quoted({ output: 'a' })}`].join('\n'),
    );
    const [problem] = await problemsOf(file);
    expect(problem).toMatchObject({
      line: 62,
      field: 'inputs',
      message: expect.stringContaining('not a JSON object'),
    });
  });
});

describe('scores', () => {
  test('of a reply that no column holds are refused, with what to say', async () => {
    const table = lines({ turn: 1, speaker: 'user', rating: 3 }, { turn: 2, speaker: 'bot', rating: 4 });
    const [problem] = await problemsOf(t.file('turns.jsonl', table));
    expect(problem).toMatchObject({ field: 'rating', remedy: expect.stringContaining('"responses"') });
  });

  test('that lie in lists of a record, or deep in it, are not taken for what people said', async () => {
    const asked = { prompt: 'Who wrote it?', response: 'Jane Austen.' };
    const file = lines(
      { ...asked, metrics_data: [{ score: 0.5 }], review: { by: { rating: 3 } } },
      { ...asked, metrics_data: [{ score: 0.7 }], review: { by: { rating: 4 } } },
      { ...asked, metrics_data: [{ score: 0.5 }], review: { by: { rating: 4 } } },
    );
    const { result } = await importByGuess(t.file('deep.jsonl', file));
    expect(result).toMatchObject({ items: 3, humanScores: 0, machineScores: 0 });
    expect(result.warnings.join()).toContain('metrics_data[0].score, review.by.rating');
  });

  test('of the same name in several objects are of several criteria', async () => {
    const record = { prompt: 'Who wrote it?', response: 'Jane Austen.' };
    const file = lines({ ...record, tone: { rating: 1 }, facts: { rating: 5 } });
    await importByGuess(t.file('objects.jsonl', file));
    expect(t.db.prepare('SELECT name FROM criterion ORDER BY name').pluck().all()).toEqual(['facts', 'tone']);
  });
});

describe('a long table', () => {
  test('whose rows of one item differ in a text is refused, with both lines', async () => {
    const rows = ['1,Why?,m,Because.,ann,4', '1,Why not?,m,Because.,bob,4', '1,Why?,m,So.,ann,4'];
    const found = await problemsOf(t.file('long.csv', longTable(...rows, '2,Who?,m,I.,ann,1')));
    expect(found.map(({ line, field }) => [line, field])).toEqual([
      [3, 'conversation'],
      [4, 'response of "m"'],
    ]);
    expect(found[0]!.message).toContain('line 2');
  });

  test('takes the same vote of a person once, and refuses two that differ', async () => {
    const rows = [
      '1,Why?,m,Because.,ann,4',
      '1,Why?,m,Because.,ann,4',
      '1,Why?,m,Because.,bob,2',
      '2,Who?,m,I.,ann,1',
    ];
    const { result } = await importByGuess(t.file('twice.csv', longTable(...rows)));
    expect(result).toMatchObject({ items: 2, responses: 2, humanScores: 2 });
    expect(t.db.prepare('SELECT votes FROM human_score ORDER BY item_id').pluck().all()).toEqual([
      '[4,2]',
      '[1]',
    ]);
    const [problem] = await problemsOf(t.file('differ.csv', longTable(...rows, '2,Who?,m,I.,ann,5')));
    expect(problem).toMatchObject({ line: 6, field: 'rater' });
  });

  test('says how many rows lost what differs in their other columns', async () => {
    const text = 'id,question,model,response,note\n1,Why?,m,Because.,a\n1,Why?,n,So.,b\n2,Who?,m,I.,c\n';
    const { result } = await importByGuess(t.file('notes.csv', text));
    expect(result.warnings).toContain(
      'Left behind: 1 row whose other columns differ from the first row of their item.',
    );
  });

  test('without ids is told apart by its texts', async () => {
    const text = 'question,model,response\nWhy?,m,Because.\nWhy?,n,So.\nWho?,m,I.\n';
    const { result } = await importByGuess(t.file('noid.csv', text));
    expect(result).toMatchObject({ items: 2, responses: 3 });
  });
});

describe('a mapping of JSON records', () => {
  test('reaches fields inside, names with signs of their own, and places in lists', async () => {
    const record = { 'a.b': { 'c"]': [{ text: 'Why is it so?' }] }, out: [['Because.']], x: 1 };
    const mapping: ColumnMapping = {
      question: '["a.b"]["c\\"]"][0].text',
      references: [],
      responses: [{ column: 'out[0][0]', system: 'm' }],
      human: [],
      signals: [],
    };
    const { result } = await importByGuess(t.file('deep.jsonl', lines(record, record)), mapping);
    expect(result).toMatchObject({ items: 2, responses: 2 });
    expect(t.db.prepare('SELECT conversation FROM item').pluck().get()).toContain('Why is it so?');
  });

  test('a class that it does not name is refused with the line, and what may be done', async () => {
    const record = (human: string, at: number) => ({ question: `Why ${at}?`, response: 'Because.', human });
    const file = t.file('words.jsonl', lines(...['great', 'ok', 'great'].map(record)));
    const [problem] = await problemsOf(file);
    expect(problem).toMatchObject({ line: 1, field: 'human' });
    expect(problem!.remedy).toContain('classes');
    const { mapping } = await previewImport({ path: file });
    const { result } = await importByGuess(file, { ...mapping!, classes: { human: { great: 3, ok: 1 } } });
    expect(result.humanScores).toBe(3);
    expect(t.db.prepare('SELECT votes FROM human_score ORDER BY item_id').pluck().all()).toEqual([
      '[3]',
      '[1]',
      '[3]',
    ]);
  });

  test('that only leaves a score out, or gives words a worth, adds to what is guessed', async () => {
    const record = (verdict: string) => ({
      question: 'Why is it so?',
      response: 'Because.',
      human: 4,
      judge: verdict,
    });
    const file = t.file('left.jsonl', lines(record('superb'), record('meh')));
    const noColumns = { references: [], responses: [], human: [], signals: [] };
    const left = await importByGuess(file, { ...noColumns, leaveOut: ['judge'] });
    expect(left.result).toMatchObject({ responses: 2, humanScores: 2, machineScores: 0 });
    const worth = await importByGuess(file, { ...noColumns, classes: { judge: { superb: 1, meh: 0 } } });
    expect(worth.result).toMatchObject({ responses: 2, humanScores: 2, machineScores: 2 });
  });

  test('words and numbers in one column are never put on one scale by a guess', async () => {
    const record = (human: unknown) => ({ question: 'Why is it so?', response: 'Because.', human });
    const found = await problemsOf(t.file('mixed.jsonl', lines(record(5), record('good'))));
    expect(found).toMatchObject([{ line: 2, field: 'human' }]);
  });
});

test.each([
  ['records without any text', 'a.jsonl', lines({ a: 1, b: 2 }, { a: 3, b: 4 })],
  ["Assay's own without any text", 'b.jsonl', lines({ id: 'a', human: { m: { ok: 1 } } })],
  ['a table without any text', 'c.csv', 'id,score\n1,2\n'],
  [
    'answers without their questions',
    'd.jsonl',
    lines({ question_id: 1, model_id: 'm', choices: [{ turns: ['x'] }] }),
  ],
])('%s are refused, and nothing is stored', async (_what, name, text) => {
  const file = t.file(name, text);
  const format = name.endsWith('csv') ? 'csv' : (await previewImport({ path: file })).format;
  const { code } = await refusalOf(importFile(t, file, { format }));
  expect(code).toBe('IMPORT_REFUSED');
  expect(countRows(t.db, 'dataset')).toBe(0);
});

test('answers of MT-Bench without its questions say what to put before them', async () => {
  const file = t.file('answers.jsonl', lines({ question_id: 1, model_id: 'm', choices: [{ turns: ['x'] }] }));
  const { message, details } = await refusalOf(importByGuess(file));
  expect(message).toContain('not its questions');
  expect(details.remedy).toContain('question.jsonl');
});

test('answers and scores of MT-Bench may stand before its questions', async () => {
  const records = [
    { question_id: 1, model: 'm', judge: ['j'], judgment: '[[7]]', score: 7 },
    { question_id: 1, model_id: 'm', choices: [{ turns: ['Because.'] }] },
    { question_id: 1, turns: ['Why is it so?'] },
  ];
  for (const [at, order] of [records, records.toReversed()].entries()) {
    const file = t.file(`order-${at}.jsonl`, lines(...order));
    const { items, responses, machineScores } = await importFile(t, file, { format: 'mt-bench-jsonl' });
    expect([items, responses, machineScores]).toEqual([1, 1, 1]);
  }
});

test('names that every object has are names like others', async () => {
  const [name, other] = ['__proto__', 'constructor'];
  const file = t.file(
    'names.jsonl',
    lines(
      { question_id: 1, turns: ['Why is it so?'] },
      { question_id: 1, model_id: name, choices: [{ turns: ['Because.'] }] },
      { question_id: 1, model: name, judge: [other], score: 7 },
      { question_id: 1, model: other, judge: [name], score: 8 },
    ),
  );
  const { result } = await importByGuess(file);
  expect(result).toMatchObject({ responses: 1, machineScores: 2 });
  expect(({} as Record<string, unknown>)[other!]).toBe(Object);
  expect(Object.hasOwn(Object.prototype, 'score')).toBe(false);

  const rows = 'id,question,model,response,rater,__proto__\n1,Why?,__proto__,Because.,constructor,toString\n';
  const mapping: ColumnMapping = {
    id: 'id',
    question: 'question',
    system: 'model',
    rater: 'rater',
    references: [],
    responses: [{ column: 'response', system: 'm' }],
    human: [{ column: '__proto__', system: 'm', criterion: 'valueOf' }],
    signals: [],
    classes: { human: { good: 1 } },
  };
  const [problem] = await problemsOf(t.file('rows.csv', rows), mapping);
  expect(problem).toMatchObject({ line: 2, field: '__proto__' });
});

test('an object of records by their names is read as these, with the names as their ids', async () => {
  const [a, b] = ['Why is it so?', 'Who is it?'].map((question) => ({
    question,
    response: `${question} So.`,
  }));
  const { items, looks } = await previewImport({
    path: t.file('many.json', JSON.stringify({ q1: a, q2: b })),
  });
  expect(items.map(({ id, question }) => [id, question])).toEqual([
    ['q1', 'Why is it so?'],
    ['q2', 'Who is it?'],
  ]);
  expect(looks[1]!.replies).toEqual([{ system: 'assistant', texts: ['Who is it? So.'] }]);
});

test('trees of replies are refused, not made conversations of replies that stand beside each other', async () => {
  const replies = ['Because.', 'No idea.'].map((text) => ({ text, role: 'assistant', replies: [] }));
  const tree = { message_tree_id: 't', prompt: { text: 'Why is it so?', role: 'prompter', replies } };
  const [problem] = await problemsOf(t.file('trees.jsonl', lines(tree, tree)));
  expect(problem).toMatchObject({ line: 1, field: 'prompt.replies' });
});

test('records in a list deep in a document are refused, not made one item of parts of several', async () => {
  const results = ['Why is it so?', 'Who is it?'].map((prompt) => ({
    prompt,
    response: `${prompt} So.`,
    rating: 1,
  }));
  const [problem] = await problemsOf(t.file('deep.json', JSON.stringify({ run: { results } })));
  expect(problem!.message).toContain('Nothing in the file was recognized');
  const tickets = ['The fire is hot today', 'The ice is cold today'].map((description) => ({ description }));
  const [other] = await problemsOf(t.file('tickets.json', JSON.stringify({ tickets })));
  expect(other!.message).toContain('Nothing in the file was recognized');
});

test('two columns of replies that name no system are two systems, for one would take the place of the other', async () => {
  const row = { prompt: 'Why is it so?', response: 'Because it is.', output: 'No idea at all.' };
  const { result } = await importByGuess(t.file('two.jsonl', lines(row, { ...row, prompt: 'Who is it?' })));
  expect(result).toMatchObject({ items: 2, responses: 4 });
});

test('a first record of a million signs is told by its fields like any other', async () => {
  const record = (response: string) => ({ question: 'Why is it so?', response });
  const file = t.file('wide.jsonl', lines(record('x'.repeat(1e6)), record('So.')));
  expect(await importByGuess(file)).toMatchObject({
    format: 'json-records',
    result: { items: 2, responses: 2 },
  });
});

describe('packed files', () => {
  const refusal = async (name: string, bytes: Buffer) =>
    (await refusalOf(previewImport({ path: t.file(name, bytes) }))).message;

  test('gzip: damaged, and with something in it that is no text', async () => {
    const good = gzipSync(lines({ question: 'Why is it so?', response: 'Because.' }));
    const preview = await previewImport({ path: t.file('good.jsonl.gz', good) });
    expect(preview).toMatchObject({ format: 'json-records', fileName: 'good.jsonl.gz', itemCount: 1 });
    expect(await refusal('cut.jsonl.gz', good.subarray(0, good.length - 4))).toContain('damaged');
    expect(await refusal('twice.gz', gzipSync(good))).toContain('binary');
  });

  test('a workbook that Assay wrote comes back', async () => {
    const columns = [
      { name: 'question', values: ['Why is it so?', '=1+1'] },
      { name: 'response', values: ['"Because", he said.', 'Two\nlines'] },
      { name: 'human', values: [3, null] },
    ];
    const file = t.file('own.xlsx', Buffer.from(xlsxOf([{ name: 'Items', columns }])));
    const { format, result } = await importByGuess(file);
    expect({ format, ...result }).toMatchObject({ format: 'csv', items: 2, responses: 2, humanScores: 1 });
    expect(t.db.prepare('SELECT text FROM response').pluck().all()).toEqual(columns[1]!.values);
    expect(
      await refusal(
        'doc.xlsx',
        zipOf([{ name: '[Content_Types].xml', method: 0, packed: text, size: text.length }]),
      ),
    ).toContain('not an Excel workbook');
    expect(await refusal('empty.xlsx', Buffer.from(xlsxOf([{ name: 'Items', columns: [] }])))).toContain(
      'No sheet',
    );
  });

  test('YAML that says more than it holds, goes too deep, or is none', async () => {
    const bomb = Array.from(
      { length: 12 },
      (_, i) => `a${i}: &a${i} [${`*a${i - 1}, `.repeat(i === 0 ? 0 : 9)}]`,
    );
    expect(await refusal('bomb.yaml', Buffer.from(bomb.join('\n')))).toContain('not readable YAML');
    expect(await refusal('deep.yaml', Buffer.from('['.repeat(100_000)))).toContain('not readable YAML');
    expect(await refusal('none.yml', Buffer.from('a: b: c'))).toContain('not readable YAML');
  });

  const fault = (message: string) => new Error(message);
  const open = (zip: Buffer) => {
    const file = path.join(temporaryFolder(), 'one.zip');
    writeFileSync(file, zip);
    const handle = openSync(file, 'r');
    onTestFinished(() => closeSync(handle));
    return readZip(new PackedFile(file, handle, zip.length), fault);
  };
  const text = Buffer.from('{"a": "words words words words"}');

  test.each([
    ['stored', 0, text],
    ['deflated', 8, deflateRawSync(text)],
    ['Zstandard', 93, zstdCompressSync(text)],
  ])('ZIP, %s', (_name, method, packed) => {
    const zip = zipOf([{ name: 'a.json', method, packed, size: text.length }]);
    expect(open(zip).get('a.json')!.read(1e6).equals(text)).toBe(true);
    const short = zipOf([{ name: 'a.json', method, packed, size: text.length - 1 }]);
    expect(() => open(short).get('a.json')!.read(1e6)).toThrow(/damaged|another size/);
  });

  test('ZIP: what it does not read is refused by name', () => {
    const entry = { name: 'a.json', method: 0, packed: text, size: text.length };
    expect(() => open(zipOf([entry, entry]))).toThrow('twice');
    expect(() => open(zipOf([{ ...entry, flags: 1 }]))).toThrow('encrypted');
    expect(() =>
      open(zipOf([{ ...entry, method: 12 }]))
        .get('a.json')!
        .read(1e6),
    ).toThrow('method 12');
    expect(() =>
      open(zipOf([{ ...entry, size: 2e6 }]))
        .get('a.json')!
        .read(1e6),
    ).toThrow('larger than');
    const zip = zipOf([entry]);
    expect(() => open(zip.subarray(0, zip.length - 30))).toThrow('directory');
    expect(() => open(Buffer.alloc(100))).toThrow('directory is missing');
  });
});

interface MadeEntry {
  name: string;
  method: number;
  packed: Buffer;
  size: number;
  flags?: number;
}

/** A ZIP as programs write it, checksums left out. */
function zipOf(entries: readonly MadeEntry[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, method, packed, size, flags = 0 } of entries) {
    const [local, central] = [Buffer.alloc(30), Buffer.alloc(46)];
    local.writeUInt32LE(0x04034b50, 0);
    central.writeUInt32LE(0x02014b50, 0);
    local.writeUInt16LE(name.length, 26);
    central.writeUInt16LE(name.length, 28);
    central.writeUInt16LE(flags, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(packed.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt32LE(offset, 42);
    parts.push(local, Buffer.from(name), packed);
    directory.push(central, Buffer.from(name));
    offset += 30 + name.length + packed.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}
