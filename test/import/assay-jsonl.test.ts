import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listSystems } from '../../db/datasets.ts';
import { findItem, listResponses } from '../../db/items.ts';
import { listCriteria, listItemScores, listSignals } from '../../db/scores.ts';
import { countRows, importFile, openTestProject, refusalOf, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const line = (record: unknown) => `${JSON.stringify(record)}\n`;
const importText = (text: string | Buffer, more = {}) => importFile(t, t.file('items.jsonl', text), more);

async function problemsOf(text: string | Buffer, more = {}) {
  const { code, details } = await refusalOf(importText(text, more));
  expect(code).toBe('IMPORT_REFUSED');
  expect(countRows(t.db, 'dataset')).toBe(0);
  expect(countRows(t.db, 'item')).toBe(0);
  expect(countRows(t.db, 'response')).toBe(0);
  for (const problem of details.problems ?? []) {
    expect(problem.message).not.toBe('');
    expect(problem.remedy).not.toBe('');
  }
  return details;
}

const whole = {
  id: 'one',
  group: 'g',
  split: 'dev',
  conversation: [
    { role: 'user', content: 'When did it open?' },
    { role: 'assistant', content: 'In spring.' },
    { role: 'user', content: 'Which year?', about: 'opening' },
  ],
  context: 'It opened in 1850.',
  reference: ['1850', 'in 1850'],
  responses: { alpha: '1850', beta: '' },
  human: { alpha: { helpful: [4, 5] }, beta: { helpful: 1 } },
  judge: { strict: { alpha: { helpful: 0.5 }, beta: { helpful: [0, 1] } }, quick: { alpha: 0.25 } },
  auto: { f1: { alpha: 1, beta: null } },
  meta: { source: 'made up' },
};

test('keeps everything an item says', async () => {
  const result = await importText(line(whole));
  expect(result).toMatchObject({
    items: 1,
    responses: 2,
    humanScores: 2,
    machineScores: 4,
    unchanged: false,
  });
  const item = findItem(t.db, 1)!;
  expect(item).toMatchObject({
    externalId: 'one',
    group: 'g',
    context: whole.context,
    references: [['1850', 'in 1850']],
  });
  expect(item.conversation).toEqual([
    { role: 'user', content: 'When did it open?' },
    { role: 'assistant', content: 'In spring.' },
    { role: 'user', content: 'Which year?' },
  ]);
  expect(JSON.parse(item.meta!)).toEqual({
    split: 'dev',
    turnFields: [{ turn: 2, about: 'opening' }],
    meta: { source: 'made up' },
  });
  expect(listResponses(t.db, 1).map(({ text }) => text)).toEqual(['1850', '']);
  expect(listItemScores(t.db, 1, 1)).toEqual({
    human: [
      { system: 'alpha', criterion: 'helpful', votes: [4, 5], mean: 4.5 },
      { system: 'beta', criterion: 'helpful', votes: [1], mean: 1 },
    ],
    signals: [
      { system: 'alpha', kind: 'judge', name: 'strict', criterion: 'helpful', value: 0.5 },
      { system: 'alpha', kind: 'judge', name: 'quick', criterion: 'score', value: 0.25 },
      { system: 'alpha', kind: 'auto', name: 'f1', criterion: null, value: 1 },
      { system: 'beta', kind: 'judge', name: 'strict', criterion: 'helpful', value: 0.5 },
    ],
  });
});

test('several turns: one response and one list of references per user turn', async () => {
  const conversation = [
    { role: 'user', content: 'a?' },
    { role: 'user', content: 'b?' },
  ];
  const record = { id: 7, conversation, responses: { s: ['x', 'y'] }, reference: [['x'], ['y', 'z']] };
  await importText(line(record));
  expect(findItem(t.db, 1)).toMatchObject({ externalId: '7', references: [['x'], ['y', 'z']] });
  expect(listResponses(t.db, 1).map(({ turn, text }) => [turn, text])).toEqual([
    [0, 'x'],
    [1, 'y'],
  ]);
});

test('several turns: as many responses as user turns', async () => {
  const conversation = [{ role: 'user', content: 'a?' }];
  const { problems } = await problemsOf(line({ id: 'a', conversation, responses: { s: ['x', 'y'] } }));
  expect(problems).toMatchObject([{ line: 1, field: 'responses.s' }]);
});

test('without responses the conversation as a whole is judged', async () => {
  const conversation = [{ role: 'user', content: 'hello' }];
  const answered = [...conversation, { role: 'assistant', content: 'Good morning.' }];
  await importText(
    line({ id: 'a', conversation, system: 's' }) +
      line({ id: 'b', conversation: answered, human: { r: { ok: [1] } } }),
  );
  expect(listResponses(t.db, 1)).toMatchObject([{ text: null }]);
  expect(listResponses(t.db, 2)).toMatchObject([{ text: null }]);
  expect(listSystems(t.db, 1).map(({ name }) => name)).toEqual(['s', 'r']);
});

test('human scores of a reply that is not there make no reply', async () => {
  const conversation = [{ role: 'user', content: 'hello' }];
  const { warnings } = await importText(line({ id: 'a', conversation, human: { r: { ok: [1] } } }));
  expect(listResponses(t.db, 1)).toEqual([]);
  expect(warnings.join(' ')).toContain('No item has a response');
});

test.each(['response', 'Responses', 'respones', 'reply', 'answer'])(
  'replies under the name of %s are refused, not stored as nothing',
  async (name) => {
    const fields = { id: 'a', question: 'Why?', [name]: { r: 'so' }, human: { r: { ok: [1] } } };
    expect(await problemsOf(line(fields))).toMatchObject({ problems: [{ line: 1, field: name }] });
    expect(await problemsOf(line({ ...fields, system: 'r' }))).toMatchObject({
      problems: [{ line: 1, field: name }],
    });
  },
);

test('a question without a conversation is its user turn; references is another name of reference', async () => {
  await importText(line({ id: 'a', question: 'Why?', references: ['so'], responses: { s: 'x' } }));
  expect(findItem(t.db, 1)).toMatchObject({
    conversation: [{ role: 'user', content: 'Why?' }],
    references: [['so']],
    meta: null,
  });
});

test('byte order mark, CRLF and blank lines', async () => {
  const lines = [{ id: 'a', question: 'Why?' }, { id: 'b' }].map((record) => JSON.stringify(record));
  const result = await importText(`\uFEFF${lines[0]}\r\n\r\n   \n${lines[1]}\r\n`);
  expect(result.items).toBe(2);
  expect(findItem(t.db, 1)?.externalId).toBe('a');
});

test('items have consecutive ids in file order, after those of the data set before', async () => {
  const question = 'Why?';
  await importText(line({ id: 'a', question }) + line({ id: 'b' }));
  await importFile(t, t.file('more.jsonl', line({ id: 'z', question }) + line({ id: 'a' })));
  expect([1, 2, 3, 4].map((id) => findItem(t.db, id)?.externalId)).toEqual(['a', 'b', 'z', 'a']);
});

test('duplicate ids name the first line', async () => {
  const { problems } = await problemsOf(`${line({ id: 'a' })}\n${line({ id: 'b' })}${line({ id: 'a' })}`);
  expect(problems).toHaveLength(1);
  expect(problems?.[0]).toMatchObject({ line: 4, field: 'id' });
  expect(problems?.[0]?.message).toContain('line 1');
});

test('a number and a text that read the same are the same id', async () => {
  const { problems } = await problemsOf(line({ id: 5 }) + line({ id: '5' }));
  expect(problems?.[0]).toMatchObject({ line: 2, field: 'id' });
});

test('all problems are counted and the first hundred kept', async () => {
  const bad = Array.from({ length: 150 }, () => '{"conversation": []}\n').join('');
  const details = await problemsOf(line({ id: 'fine' }) + bad);
  expect(details.problemCount).toBe(150);
  expect(details.problems).toHaveLength(100);
  expect(details.problems?.[0]).toMatchObject({ line: 2, field: 'id' });
});

test('invalid UTF-8 names its lines', async () => {
  const bad = Buffer.from('{"id":"b\xff"}\n', 'latin1');
  const text = Buffer.concat([Buffer.from(line({ id: 'ä' })), bad, Buffer.from(line({ id: 'c' })), bad]);
  const { problems } = await problemsOf(text);
  const lines = problems?.filter(({ message }) => message.includes('UTF-8')).map((problem) => problem.line);
  expect(lines).toEqual([2, 4]);
});

test.each([
  ['conversation', { id: 'a', conversation: 'hello' }, 'conversation'],
  ['turn', { id: 'a', conversation: ['hello'] }, 'conversation[0]'],
  ['role', { id: 'a', conversation: [{ content: 'x' }] }, 'conversation[0].role'],
  ['content', { id: 'a', conversation: [{ role: 'user', content: 1 }] }, 'conversation[0].content'],
  ['responses', { id: 'a', responses: 'x' }, 'responses'],
  ['response', { id: 'a', responses: { s: 4 } }, 'responses.s'],
  ['system name', { id: 'a', responses: { '': 'x' } }, 'responses'],
  ['context', { id: 'a', context: { text: 'x' } }, 'context'],
  ['reference', { id: 'a', reference: [1] }, 'reference[0]'],
  ['mixed references', { id: 'a', reference: [['x'], 'y'] }, 'reference[1]'],
  ['human', { id: 'a', human: [1, 2] }, 'human'],
  ['human system', { id: 'a', human: { s: 4 } }, 'human.s'],
  ['text as score', { id: 'a', human: { s: { ok: '4' } } }, 'human.s.ok'],
  ['text in a list', { id: 'a', human: { s: { ok: [1, '4'] } } }, 'human.s.ok'],
  ['truth as score', { id: 'a', human: { s: { ok: true } } }, 'human.s.ok'],
  ['judge', { id: 'a', judge: { j: { s: { ok: '0.5' } } } }, 'judge.j.s.ok'],
  ['auto', { id: 'a', auto: { f1: { s: 'high' } } }, 'auto.f1.s'],
  ['id', { id: { x: 1 } }, 'id'],
])('refuses a wrong %s and names the field', async (_what, record, field) => {
  const { problems, problemCount } = await problemsOf(line(record));
  expect(problemCount).toBe(1);
  expect(problems?.[0]).toMatchObject({ line: 1, field });
});

test('values outside a declared range', async () => {
  const scales = [
    { kind: 'criterion' as const, name: 'ok', scale: { min: 1, max: 5, direction: 'higher' as const } },
  ];
  const text =
    line({ id: 'a', human: { s: { ok: [1, 5] } } }) + line({ id: 'b', human: { s: { ok: [3, 6] } } });
  const { problems } = await problemsOf(text, { scales });
  expect(problems).toMatchObject([{ line: 2, field: 'human.s.ok' }]);
  expect(problems?.[0]?.message).toContain('6');
});

test('values so far apart that their range is no number', async () => {
  const item = (id: string, value: number) =>
    line({ id, human: { s: { ok: [value] } }, auto: { len: { s: value } }, responses: { s: 'x' } });
  const { problems, problemCount } = await problemsOf(item('a', -1e308) + item('b', 1e308));
  expect(problemCount).toBe(2);
  const remedy = expect.stringMatching(/whose difference is finite/);
  expect(problems).toMatchObject([
    { line: 2, field: 'human.s.ok', remedy },
    { line: 2, field: 'auto.len.s', remedy },
  ]);
});

test('a declared range that is too wide is refused before anything is read', async () => {
  const scales = [{ kind: 'criterion', name: 'ok', scale: { min: -1e308, max: 1e308, direction: 'higher' } }];
  const { code, details } = await refusalOf(importText(line({ id: 'a' }), { scales }));
  expect({ code, field: details.field }).toEqual({ code: 'INVALID_INPUT', field: 'ok' });
  expect(details.remedy).toMatch(/whose difference is finite/);
});

test('an empty range is refused before anything is read', async () => {
  const scales = [{ kind: 'criterion', name: 'ok', scale: { min: 5, max: 1, direction: 'higher' } }];
  expect((await refusalOf(importText(line({ id: 'a' }), { scales }))).code).toBe('INVALID_INPUT');
});

test.each([['a number beyond all bounds', '{"id":"a","human":{"s":{"ok":[1e999]}}}', /finite/]])(
  'refuses %s',
  async (_what, text, message) => {
    const { problems } = await problemsOf(text);
    expect(problems?.[0]?.line).toBe(1);
    expect(problems?.[0]?.message).toMatch(message);
  },
);

test('a truncated last line', async () => {
  const { problems } = await problemsOf(`${line({ id: 'a' })}{"id":"b","conversation":[{"role":"us`);
  expect(problems).toMatchObject([{ line: 2 }]);
  expect(problems?.[0]?.message).toContain('breaks off');
});

test.each([
  ['on one line', '[{"id":"a","question":"Why?"},{"id":"b"}]'],
  ['over several lines', '[\n  {"id":"a","question":"Why?"},\n  {"id":"b"}\n]\n'],
])('a JSON array %s is read like lines', async (_how, text) => {
  const { items } = await importFile(t, t.file('list.json', text));
  expect(items).toBe(2);
});

test('a JSON object over several lines', async () => {
  const { problemCount } = await problemsOf(JSON.stringify({ id: 'a', conversation: [] }, null, 2));
  expect(problemCount).toBe(1);
});

test.each([
  ['', /empty/],
  ['\n \n', /no records/],
])('a file without records: %j', async (text, message) => {
  const { problems } = await problemsOf(text);
  expect(problems?.[0]).toMatchObject({ line: 0 });
  expect(problems?.[0]?.message).toMatch(message);
});

test.each([
  ['gzip', Buffer.from([0x1f, 0x8b, 8, 0]), /gzip/],
  ['zip', Buffer.from('PK\x03\x04 data.jsonl', 'latin1'), /zip/],
  ['xlsx', Buffer.from('PK\x03\x04.....[Content_Types].xml', 'latin1'), /Excel/],
  ['SQLite', Buffer.from('SQLite format 3\0'), /SQLite/],
  ['other bytes', Buffer.from([1, 2, 0, 3]), /binary/],
])('says what a file is: %s', async (_what, bytes, message) => {
  const { problems } = await problemsOf(bytes);
  expect(problems?.[0]?.message).toMatch(message);
});

test('a folder, and a missing file', async () => {
  expect((await refusalOf(importFile(t, t.folder))).code).toBe('FILE_UNREADABLE');
  expect((await refusalOf(importFile(t, `${t.folder}/none.jsonl`))).code).toBe('FILE_NOT_FOUND');
});

test('ranges: declared, observed, widened; kinds', async () => {
  const human = (rating: number, ok: number, level: number) => ({ s: { rating: [rating], ok: [ok], level } });
  const result = await importText(
    line({ id: 'a', question: 'Why?', human: human(2, 1, 7), judge: { j: { s: { rating: 0.5 } } } }) +
      line({ id: 'b', human: human(4.5, 0, 7), judge: { j: { s: { rating: 0.5 } } } }),
    {
      scales: [
        { kind: 'criterion', name: 'ok', scale: { min: 0, max: 1, direction: 'lower' } },
        { kind: 'criterion', name: 'asked later', scale: { min: 1, max: 7, direction: 'higher' } },
      ],
    },
  );
  expect(listCriteria(t.db, 1)).toMatchObject([
    { name: 'rating', kind: 'rating', scale: { min: 2, max: 4.5 }, declared: false, integer: false },
    {
      name: 'ok',
      kind: 'binary',
      scale: { min: 0, max: 1, direction: 'lower' },
      declared: true,
      integer: true,
    },
    { name: 'level', kind: 'rating', scale: { min: 7, max: 8 }, declared: false, integer: true },
    { name: 'asked later', kind: 'rating', scale: { min: 1, max: 7 }, declared: true, integer: true },
  ]);
  expect(listSignals(t.db, 1)).toMatchObject([{ scale: { min: 0, max: 1 }, declared: false }]);
  expect(result.warnings.join('\n')).toMatch(/level/);
  expect(result.warnings.join('\n')).toMatch(/judge "j"/);
  expect(result.warnings).toContain('Nobody has scored "asked later" yet. A study of it asks for 1 to 7.');
});

describe('a scale declared for what the file does not hold', () => {
  const file =
    line({ id: 'a', question: 'Why?', responses: { s: 'x' }, judge: { j: { s: { helpful: 9 } } } }) +
    line({ id: 'b', question: 'How?', responses: { s: 'y' }, judge: { j: { s: { helpful: 3 } } } });
  const of = (kind: 'criterion' | 'judge' | 'auto', name: string) => ({
    scales: [{ kind, name, scale: { min: 1, max: 5, direction: 'higher' as const } }],
  });
  const helpful = [{ name: 'helpful', scale: { min: 1, max: 5 }, declared: true }];

  test('is kept for a criterion, and asked of people, whatever a judge of the same name scored', async () => {
    await importText(file, of('criterion', 'helpful'));
    expect(listCriteria(t.db, 1)).toMatchObject(helpful);
    expect(listSignals(t.db, 1)).toMatchObject([{ scale: { min: 3, max: 9 } }]);
  });

  test('is kept where the same file comes again', async () => {
    await importText(file);
    expect(listCriteria(t.db, 1)).toEqual([]);
    const again = await importText(file, of('criterion', 'helpful'));
    expect(again).toMatchObject({ redeclared: ['helpful'] });
    expect(listCriteria(t.db, 1)).toMatchObject(helpful);
  });

  test.each(['judge', 'auto'] as const)(
    'is refused for a score: %s, and nothing is imported',
    async (kind) => {
      const error = await refusalOf(importText(file, of(kind, 'absent')));
      expect(error).toMatchObject({ code: 'NOT_FOUND', details: { field: 'scale' } });
      expect(error.details.remedy).toContain('judge:j/helpful');
      expect(listCriteria(t.db, 1)).toEqual([]);
      expect(listSignals(t.db, 1)).toEqual([]);
    },
  );
});

test('names that mean something to JavaScript are only names', async () => {
  const text =
    '{"id":"__proto__","responses":{"__proto__":"x","constructor":"y"},' +
    '"human":{"__proto__":{"toString":[1]}},"__proto__":{"polluted":true}}\n';
  await importText(text);
  expect(listSystems(t.db, 1).map(({ name }) => name)).toEqual(['__proto__', 'constructor']);
  expect(listCriteria(t.db, 1)[0]?.name).toBe('toString');
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
});

test('text is kept byte by byte, however odd', async () => {
  const content = `'; DROP TABLE item; -- <script>\u0000\u202e \u{1F600} =1+1`;
  await importText(line({ id: 'a', conversation: [{ role: 'user', content }], responses: { s: content } }));
  expect(findItem(t.db, 1)?.conversation[0]?.content).toBe(content);
  expect(listResponses(t.db, 1)[0]?.text).toBe(content);
});

test('half a surrogate pair in an id is a problem, not a clash later', async () => {
  const { problems } = await problemsOf('{"id":"\\ud800"}\n{"id":"\\ud801"}\n');
  expect(problems).toHaveLength(2);
});

test('half a surrogate pair in names of systems and criteria does not break the import', async () => {
  const result = await importText(
    '{"id":"a","responses":{"\\ud800":"x","\\ud801":"y"},"human":{"\\ud800":{"\\udc00":[1],"\\udc01":[1]}}}\n',
  ).catch((error: unknown) => error);
  expect(result).toMatchObject({ code: 'IMPORT_REFUSED' });
});

test('a file of one record is that record, however many turns it has', async () => {
  const conversation = ['Who kept the light?', 'Where was she born?', 'What did it burn?'].map((content) => ({
    role: 'user',
    content,
  }));
  await importText(line({ id: 'light', conversation, references: [['Edda'], ['Tannoch'], ['Oil']] }));
  expect(countRows(t.db, 'item')).toBe(1);
});

test.each([
  ['judges', 'judge', { gpt: { alpha: { helpful: 4 } } }],
  ['Judge', 'judge', { gpt: { alpha: { helpful: 4 } } }],
  ['humans', 'human', { alpha: { helpful: 4 } }],
  ['metrics', 'auto', { length: { alpha: 3 } }],
])('scores under "%s" are refused with the name that is meant', async (key, meant, scores) => {
  const { problems } = await problemsOf(line({ id: 'one', responses: { alpha: 'Yes.' }, [key]: scores }));
  expect(problems).toMatchObject([{ line: 1, field: key }]);
  expect(problems![0]!.remedy).toContain(`"${meant}"`);
});

test('a field of such a name without scores stays a field, and so does what lies under "meta"', async () => {
  const text = line({
    id: 'one',
    responses: { alpha: 'Yes.' },
    judges: ['Ann', 'Ben'],
    meta: { judges: { gpt: { alpha: { helpful: 4 } } } },
  });
  await importText(text);
  expect(countRows(t.db, 'item')).toBe(1);
});
