import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { FileOfSeveral, ImportParams } from '../../../core/import/import-request.ts';
import { importWork } from '../../../core/import/import-work.ts';
import { previewFiles } from '../../../core/import/together/preview-files.ts';
import type { ImportResult } from '../../../shared/contract/index.ts';
import { countRows, importFile, openTestProject, refusalOf, type TestProject, testScope } from '../scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

type Row = Readonly<Record<string, unknown>>;

const rows = <One>(count: number, row: (i: number) => One) => Array.from({ length: count }, (_, i) => row(i));
const reply = (name: string) => (i: number) => ({
  id: `q${i}`,
  prompt: `What is ${i}?`,
  response: `${name} ${i}`,
});

const write = (name: string, all: readonly Row[]) => {
  mkdirSync(path.dirname(path.join(t.folder, name)), { recursive: true });
  return t.file(name, all.map((one) => `${JSON.stringify(one)}\n`).join(''));
};

const files = (...all: readonly (string | FileOfSeveral)[]): readonly FileOfSeveral[] =>
  all.map((one) => (typeof one === 'string' ? { path: one } : one));

function paramsOf(
  [first, ...others]: readonly FileOfSeveral[],
  more: Partial<ImportParams> = {},
): ImportParams {
  const { path: file, system, mapping } = first!;
  const { format = file.endsWith('.csv') ? 'csv' : 'json-records' } = first!;
  return {
    path: file,
    sourceName: path.basename(file),
    format,
    scales: [],
    system,
    mapping,
    others,
    ...more,
  };
}

const take = (all: readonly FileOfSeveral[], more: Partial<ImportParams> = {}, cancelAt?: number) =>
  importWork(testScope(t, cancelAt), paramsOf(all, more));

const add = (all: readonly FileOfSeveral[], { datasetId }: ImportResult, systems: readonly string[]) =>
  take(all, { append: { datasetId: datasetId!, furtherRaters: false, isTrial: false, systems } });

/** What is stored: of each item its id with the systems that answered it. */
const stored = () =>
  t.db
    .prepare(
      `SELECT external_id AS id, (SELECT group_concat(name, '+') FROM (SELECT DISTINCT name FROM response
       JOIN system ON system.id = system_id WHERE item_id = item.id ORDER BY name)) AS systems FROM item ORDER BY id`,
    )
    .raw()
    .all() as [string, string][];

const replyOf = (id: string, system: string) =>
  t.db
    .prepare(
      `SELECT text FROM response JOIN item ON item.id = item_id JOIN system ON system.id = system_id
       WHERE external_id = ? AND name = ?`,
    )
    .pluck()
    .get(id, system);

describe('scores of which a file does not say who gave them', () => {
  const scored = (name: string) =>
    t.file(
      `${name}.csv`,
      `id,prompt,response,score\n${rows(6, (i) => `q${i},What is ${i} of these?,${name} says ${i},${(i % 4) + 1}\n`).join('')}`,
    );
  const ready = async (...all: string[]) => (await refusalOf(take(files(...all)))).details.ready!;
  const none = { references: [], responses: [], human: [], signals: [] };

  test('are asked about once for all files alike, with a mapping for each', async () => {
    const [a, b] = [scored('a'), scored('b')];
    const c = write(
      'c.jsonl',
      rows(6, (i) => ({ id: `q${i}`, prompt: `What is ${i} of these?`, response: `c ${i}` })),
    );
    const { causes } = await previewFiles({ files: files(c, a, b) });
    expect(causes).toMatchObject([{ field: 'score', count: 2, files: [a, b] }]);
    const [people, , left] = await ready(c, a, b);
    const maps = people!.options.map!.map((map) => JSON.parse(map));
    expect(maps.map(({ human }) => human?.length)).toEqual([undefined, 1, 1]);
    expect(left).toEqual({ says: 'Neither, keep as fields', options: { 'leave-out': ['score'] } });
    const { mapping } = causes[0]!.ways![0]!;
    const read = [c, a, b].map((path) => (path === c ? { path } : { path, mapping }));
    expect(await take(read)).toMatchObject({ items: 6, responses: 18, humanScores: 12 });
  });

  test('are asked about in a file of scores alone, too; left out they are none', async () => {
    const replies = write('a.jsonl', rows(6, reply('a')));
    const fluency = t.file('f.csv', `id,fluency\n${rows(6, (i) => `q${i},${(i % 4) + 1}\n`).join('')}`);
    const [people] = await ready(replies, fluency);
    expect(people!.options.map![0]).toBe('{}');
    const read = (mapping: object) => files(replies, { path: fluency, mapping: { ...none, ...mapping } });
    expect(await take(read(JSON.parse(people!.options.map![1]!)))).toMatchObject({ humanScores: 6 });
    expect(await take(read({ leaveOut: ['fluency'] }), { datasetName: 'left' })).toMatchObject({
      humanScores: 0,
    });
  });
});

test('scores find their items by the id of a conversation; several people must be named', async () => {
  const dialogues = write(
    'dialogues.json',
    rows(6, (i) => ({
      id: i,
      kind: i % 2 ? 'a' : 'b',
      dialogue: `User: What is ${i}?\nAgent: It is ${i}, I think.`,
    })),
  );
  const head = 'timestamp,dialogue_id,annotator,warmth,trust';
  const row = (who: string) => (i: number) =>
    `2025-01-0${i + 1}T10:00:00,${i},${who},${1 + (i % 4)},${2 + (i % 3)}\n`;
  const rated = (name: string, lines: readonly string[], columns = head) =>
    t.file(name, `${columns}\n${lines.join('')}`);
  const twice = [...rows(6, row('ann')), ...rows(6, row('bo'))];
  const known = await refusalOf(take(files(dialogues, rated('known.csv', twice))));
  expect(known.message).toContain('warmth (1 to 4), trust (2 to 4): are these');
  const nobody = twice.map((line) => line.replace(/,(?:ann|bo),/, ','));
  const unnamed = await refusalOf(
    take(files(dialogues, rated('unnamed.csv', nobody, head.replace('annotator,', '')))),
  );
  expect(JSON.stringify(unnamed.details.causes)).toContain('name them in a column \\"annotator\\"');
});

test.each(['ticket_id', 'message_id', 'case_id', 'sample_uid'])(
  'replies and scores meet by %s, the only id of each row',
  async (name) => {
    const replies = t.file(
      'replies.csv',
      `${name},question,response\n${rows(6, (i) => `T-${i}9,What is ${i} of these?,It is ${i} of them.\n`).join('')}`,
    );
    const scores = t.file(
      'scores.csv',
      `${name},annotator,fluency\n${rows(6, (i) => `T-${i}9,ann,${(i % 4) + 1}\n`).join('')}`,
    );
    expect(await take(files(replies, scores))).toMatchObject({ items: 6, responses: 6, humanScores: 6 });
    expect(stored()[0]![0]).toBe('T-09');
  },
);

test('of a file for each person the votes of all are kept, once somebody says so', async () => {
  const replies = write('replies.jsonl', rows(4, reply('a')));
  const rated = (who: string, add: number) =>
    t.file(`${who}.csv`, `id,human_helpful\n${rows(4, (i) => `q${i},${((i + add) % 4) + 1}\n`).join('')}`);
  const all = files(replies, rated('ann', 0), rated('bo', 1));
  const { details } = await refusalOf(take(all));
  expect(details.causes).toMatchObject([{ count: 4, remedy: expect.stringContaining('votes of all') }]);
  expect(details.causes![0]!.files).toBeUndefined();
  expect(details.ready![0]!.options).toEqual({ map: ['{"repeats":"votes"}'] });
  const none = { references: [], responses: [], human: [], signals: [] };
  const votesBy = async (repeats: 'votes' | 'first' | 'last') => {
    const read = all.map((file) => ({ ...file, mapping: { ...none, repeats } }));
    await take(read, { datasetName: repeats });
    return t.db.prepare('SELECT votes FROM human_score ORDER BY item_id DESC LIMIT 1').pluck().get();
  };
  expect([await votesBy('votes'), await votesBy('first'), await votesBy('last')]).toEqual([
    '[4,1]',
    '[4]',
    '[1]',
  ]);
});

test('numbers of nobody known beside several systems may be left as fields', async () => {
  const [a, b] = ['a', 'b'].map((name) => write(`${name}.jsonl`, rows(4, reply(name)))) as [string, string];
  const about = t.file('about.csv', `id,difficulty\n${rows(4, (i) => `q${i},${(i % 3) + 1}\n`).join('')}`);
  const { details } = await refusalOf(take(files(a, b, about)));
  expect(details.ready).toEqual([
    { says: 'Neither, keep as fields', options: { 'leave-out': ['difficulty'] } },
  ]);
  const mapping = { references: [], responses: [], human: [], signals: [], leaveOut: ['difficulty'] };
  expect(await take(files(a, b, { path: about, mapping }))).toMatchObject({ items: 4, humanScores: 0 });
});

test('a text that nothing names is the reply to what another file asks under its id', async () => {
  const asked = write(
    'asked.jsonl',
    rows(6, (i) => ({ idx: i, instruction: `What is ${i} of these?`, answer: `It is ${i}, surely.` })),
  );
  const outputs = (name: string) =>
    write(
      `${name}.jsonl`,
      rows(6, (i) => ({ question_id: i, text: `${name} says that it is ${i}.` })),
    );
  const first = await take(files(outputs('a'), asked, outputs('b')));
  expect(first).toMatchObject({ items: 6, responses: 12 });
  expect(replyOf('3', 'b')).toBe('b says that it is 3.');
  expect(await add(files(outputs('c')), first, ['a', 'b'])).toMatchObject({ items: 0, responses: 6 });
  const again = write(
    'again.jsonl',
    rows(6, (i) => ({ question_id: i, text: `What is ${i} of these?` })),
  );
  expect(await take(files(outputs('d'), asked, again), { datasetName: 'again' })).toMatchObject({
    ...{ items: 6, responses: 6 },
  });
});

test('all numbers of a file of scores are asked about, for the system as it is called in the end', async () => {
  const replies = write('dolly.jsonl', rows(6, reply('a')));
  const rated = t.file(
    'dolly.csv',
    `id,structure,on-topic,correctness,minutes\n${rows(6, (i) => `q${i},${i % 4},${(i % 3) + 1},${(i % 2) + 3},${i}\n`).join('')}`,
  );
  const refused = await refusalOf(take(files(replies, rated)));
  expect(refused.message).toContain('correctness (3 to 4), structure (0 to 3), on-topic (1 to 3): are these');
  const mapping = JSON.parse(refused.details.ready![0]!.options.map![1]!);
  const none = { references: [], responses: [], human: [], signals: [] };
  expect(await take(files(replies, { path: rated, mapping: { ...none, ...mapping } }))).toMatchObject({
    humanScores: 18,
  });
  expect(stored()[0]).toEqual(['q0', 'dolly']);
});

test('scores of several systems, a column of which names whose they are, come in at once and later', async () => {
  const [a, b] = ['a', 'b'].map((name) => write(`${name}.jsonl`, rows(6, reply(name)))) as [string, string];
  const table = (name: string, head: string, row: (i: number, system: string) => string) =>
    t.file(
      name,
      `${head}\n${rows(6, (i) => ['a', 'b'].map((system) => `${row(i, system)}\n`).join('')).join('')}`,
    );
  const byPeople = table(
    'p.csv',
    'id,system,annotator,fluency',
    (i, system) => `q${i},${system},ann,${(i % 4) + 1}`,
  );
  const byJudge = table('j.csv', 'id,system,judge_score', (i, system) => `q${i},${system},${(i % 5) + 1}`);
  const whole = await take(files(a, b, byPeople, byJudge));
  expect(whole).toMatchObject({ items: 6, responses: 12, humanScores: 12, machineScores: 12 });
  const later = await take(files(a, b), { datasetName: 'later' });
  expect(await add(files(byPeople), later, ['a', 'b'])).toMatchObject({ humanScores: 12 });
});

test('a column that several files have is counted once', async () => {
  const tables = ['a', 'b', 'c'].map((name) =>
    t.file(
      `${name}.csv`,
      `id,prompt,response,grp\n${rows(6, (i) => `q${i},What is ${i} of these?,${name} says it is ${i},${(i % 3) + 1}\n`).join('')}`,
    ),
  );
  const { warnings } = await take(files(...tables));
  expect(warnings.filter((one) => one.includes('grp'))).toEqual([
    expect.stringMatching(/^1 column of numbers kept as a field/),
  ]);
});

describe('several files become one data set', () => {
  test('one system each, named by the file, matched by id', async () => {
    const [a, b, c] = ['a', 'b', 'c'].map((name) => write(`${name}.jsonl`, rows(5, reply(name))));
    const backwards = write('d.jsonl', rows(5, reply('d')).toReversed());
    const result = await take(files(a!, b!, c!, backwards));
    expect(result).toMatchObject({ items: 5, responses: 20, datasetName: 'a, b, c, d', warnings: [] });
    expect(result.together!.files.map(({ systems, byId, added }) => [systems, byId, added])).toEqual([
      [['a'], 0, 5],
      [['b'], 5, 0],
      [['c'], 5, 0],
      [['d'], 5, 0],
    ]);
    expect(result.together!.patterns).toEqual([{ systems: ['a', 'b', 'c', 'd'], items: 5 }]);
    expect(stored()[3]).toEqual(['q3', 'a+b+c+d']);
    expect(replyOf('q3', 'd')).toBe('d 3');
    expect(await take(files(a!, b!, c!, backwards))).toMatchObject({ unchanged: true });
  });

  test('else by prompt: files without ids, in another order, of other formats', async () => {
    const bare = (name: string) => (i: number) => ({
      question: `What  is ${i}? `,
      answer_text: '',
      response: `${name} ${i}`,
    });
    const a = write('a.jsonl', rows(6, bare('a')));
    const b = t.file(
      'b.csv',
      [
        'prompt,output',
        ...rows(6, reply('b'))
          .toReversed()
          .map((one) => `${one.prompt},${one.response}`),
      ].join('\n'),
    );
    const result = await take(files(a, b));
    expect(result).toMatchObject({ items: 6, responses: 12 });
    expect(result.together!.files[1]).toMatchObject({ byId: 0, byPrompt: 6, added: 0, systems: ['b'] });
    expect(replyOf('line-3', 'b')).toBe('b 2');
  });

  test('equal prompts go together in their order', async () => {
    const same = (name: string) => (i: number) => ({
      prompt: i < 3 ? 'Hi' : `Bye ${i}`,
      response: `${name} ${i}`,
    });
    const result = await take(
      files(write('a.jsonl', rows(4, same('a'))), write('b.jsonl', rows(4, same('b')))),
    );
    expect(result.items).toBe(4);
    expect(replyOf('line-2', 'b')).toBe('b 1');
  });

  test('an id of another prompt is said and not paired', async () => {
    const a = write('a.jsonl', rows(4, reply('a')));
    const b = write(
      'b.jsonl',
      rows(4, (i) => ({ ...reply('b')(i), ...(i === 2 && { prompt: 'Quite another?' }) })),
    );
    const result = await take(files(a, b));
    expect(result.together!.files[1]).toMatchObject({ byId: 3, added: 1, otherPrompt: 1 });
    expect(result.warnings.join(' ')).toContain('1 item of b.jsonl stand');
    expect(stored().filter(([, systems]) => !systems.includes('+'))).toEqual([
      ['q2', 'a'],
      ['q2 (b)', 'b'],
    ]);
  });

  test('replies without their prompts take those of one file, and another file with other prompts stands apart', async () => {
    const replies = write(
      'heron.jsonl',
      rows(3, (i) => ({ id: `q${i}`, response: `heron ${i}` })),
    );
    const asked = write('asked.jsonl', rows(3, reply('wren')));
    const others = write(
      'others.jsonl',
      rows(3, (i) => ({ ...reply('tern')(i), prompt: `Why is ${i}?` })),
    );
    const result = await take(files(replies, asked, others));
    expect(result.warnings.join('\n')).toContain(
      '3 items of others.jsonl stand apart: their ids are of other prompts elsewhere.',
    );
    expect(countRows(t.db, 'item')).toBe(6);
  });

  test('ids that count rows are no match where prompts say otherwise', async () => {
    const numbered = (name: string, shift: number) => (i: number) => ({
      id: i,
      prompt: `What is ${(i + shift) % 5}?`,
      response: `${name} ${(i + shift) % 5}`,
    });
    const result = await take(
      files(write('a.jsonl', rows(5, numbered('a', 0))), write('b.jsonl', rows(5, numbered('b', 2)))),
    );
    expect(result).toMatchObject({ items: 5, together: { files: [{}, { byPrompt: 5, otherPrompt: 0 }] } });
    expect(replyOf('3', 'b')).toBe('b 3');
  });

  test('a column that names the system stays; one name in two files is told apart by the file', async () => {
    const named = (name: string, model: string) => (i: number) => ({ ...reply(name)(i), model });
    const result = await take(
      files(
        write('run1.jsonl', rows(3, named('x', 'gpt-4'))),
        write('run2.jsonl', rows(3, named('y', 'gpt-4'))),
        write('run3.jsonl', rows(3, named('z', 'llama'))),
      ),
    );
    expect(result.together!.files.map(({ systems }) => systems)).toEqual([
      ['gpt-4 (run1)'],
      ['gpt-4 (run2)'],
      ['llama'],
    ]);
  });

  test('parts of one system are one system', async () => {
    const named = (i: number) => ({ ...reply('x')(i), model: 'gpt-4' });
    const all = rows(6, named);
    const result = await take(files(write('p1.jsonl', all.slice(0, 3)), write('p2.jsonl', all.slice(3))));
    expect(result.together).toMatchObject({ patterns: [{ systems: ['gpt-4'], items: 6 }] });
  });

  test('a name that was given is that of the file and of its scores', async () => {
    const scored = (name: string) => (i: number) => ({ ...reply(name)(i), human_helpful: 1 + (i % 5) });
    const result = await take(
      files(
        { path: write('a.jsonl', rows(5, scored('a'))), system: 'clone' },
        write('b.jsonl', rows(5, scored('b'))),
      ),
    );
    expect(result).toMatchObject({ humanScores: 10 });
    const scores = t.db
      .prepare(
        'SELECT name, COUNT(*) FROM human_score JOIN system ON system.id = system_id GROUP BY name ORDER BY name',
      )
      .raw()
      .all();
    expect(scores).toEqual([
      ['b', 5],
      ['clone', 5],
    ]);
  });
});

describe('what is awkward', () => {
  test('files of one name in different folders are told apart by these', async () => {
    const result = await take(
      files(write('one/out.jsonl', rows(3, reply('a'))), write('two/out.jsonl', rows(3, reply('b')))),
    );
    expect(result.together!.files.map(({ systems }) => systems[0])).toEqual(['one/out', 'two/out']);
  });

  test('the same file twice is read once', async () => {
    const a = write('a.jsonl', rows(3, reply('a')));
    const result = await take(
      files(a, write('copy.jsonl', rows(3, reply('a'))), write('b.jsonl', rows(3, reply('b')))),
    );
    expect(result.together!.files[1]).toMatchObject({ sameAs: 'a.jsonl', systems: [] });
    expect(result).toMatchObject({ responses: 6 });
    expect(result.warnings.join()).toContain('copy.jsonl holds the same as a.jsonl');
  });

  test('no prompt in common: all is kept, nothing paired, and the counts say so', async () => {
    const other = (i: number) => ({ id: `z${i}`, prompt: `Who is ${i}?`, response: 'Me.' });
    const result = await take(files(write('a.jsonl', rows(3, reply('a'))), write('b.jsonl', rows(4, other))));
    expect(result.warnings.join()).toContain('no id or prompt in common');
    expect(result.together).toMatchObject({
      files: [{ added: 3 }, { byId: 0, byPrompt: 0, added: 4 }],
      patterns: [
        { systems: ['b'], items: 4 },
        { systems: ['a'], items: 3 },
      ],
    });
  });

  test('an id that stands twice refuses all of them, with file and line', async () => {
    const a = write('a.jsonl', rows(3, reply('a')));
    const b = write('b.jsonl', [...rows(3, reply('b')), { ...reply('b')(1), response: 'again' }]);
    const { details, code } = await refusalOf(take(files(a, b)));
    expect(code).toBe('IMPORT_REFUSED');
    expect(details).toMatchObject({ file: b, line: 4, field: 'id' });
    expect(details.problems![0]!.message).toMatch(/^b\.jsonl: /);
    expect(countRows(t.db, 'item') + countRows(t.db, 'dataset')).toBe(0);
  });

  test('conversations of different length meet where the turns before the reply are the same', async () => {
    const conversationOf = (name: string, turns: number) => (i: number) => ({
      id: `c${i}`,
      messages: [
        ...rows(turns, (n) => ({ role: n % 2 ? 'assistant' : 'user', content: `${i}.${n}` })),
        { role: 'assistant', content: `${name} ${i}` },
      ],
    });
    const [a, b] = [
      write('a.jsonl', rows(4, conversationOf('a', 3))),
      write(
        'b.jsonl',
        rows(4, (i) => conversationOf('b', i < 2 ? 3 : 1)(i)),
      ),
    ];
    const result = await take(files(a, b), { format: 'openai-chat-jsonl' });
    expect(result.together!.files[1]).toMatchObject({ byId: 2, otherPrompt: 2 });
  });

  test('a file of scores alone goes to the systems of the others, wherever it stands', async () => {
    const scores = t.file(
      'scores.csv',
      [
        'id,human_helpful_a,human_helpful_b',
        ...rows(4, () => ({})).map((_, i) => `q${i},${1 + i},${5 - i}`),
      ].join('\n'),
    );
    const [a, b] = ['a', 'b'].map((name) => write(`${name}.jsonl`, rows(4, reply(name))));
    const result = await take(files(scores, a!, b!));
    expect(result).toMatchObject({ items: 4, responses: 8, humanScores: 8 });
    const [criterion] = t.db.prepare('SELECT name FROM criterion').pluck().all();
    expect(criterion).toBe('helpful');
  });

  const chat = (i: number) => ({
    ...{ _id: `65c5b4${i}` },
    messages: [
      { role: 'user', content: `What is ${i}?` },
      { role: 'assistant', content: `It is ${i}.` },
    ],
  });
  const chats = () => ({ path: write('chats.jsonl', rows(9, chat)), format: 'openai-chat-jsonl' as const });
  const table = (head: string, row: (i: number) => string) =>
    t.file('scores.csv', `${head}\n${rows(9, (i) => `${row(i)}\n`).join('')}`);

  test.each([
    ['by an id of another name', 'text_id,annotator,fluency', (i: number) => `65c5b4${i},ann,${1 + (i % 5)}`],
    ['by a digest', 'hash,human_fluency', (i: number) => `65c5b4${i},${1 + (i % 5)}`],
  ])('people’s scores of the only system, %s', async (_, head, row) => {
    const result = await take(files(chats(), table(head, row)));
    expect(result).toMatchObject({ items: 9, humanScores: 9 });
    expect(result.together!.files.map(({ systems, byId }) => [systems, byId])).toEqual([
      [['chats'], 0],
      [[], 9],
    ]);
  });

  test.each([
    [
      'rows of which nothing says what they are about',
      'annotator,fluency',
      () => 'ann,3',
      'Nothing says which items',
    ],
    [
      'an item that no file has',
      'id,human_rating',
      (i: number) => `65c5b4${i + 1},3`,
      'No file has an item "65c5b49"',
    ],
    [
      'scores of nobody known',
      'text_id,fluency',
      (i: number) => `65c5b4${i},${1 + (i % 5)}`,
      'scores.csv: fluency (1 to 5): are these people’s scores, a machine’s, or neither?',
    ],
  ])('%s are refused', async (_, head, row, what) => {
    expect((await refusalOf(take(files(chats(), table(head, row))))).message).toContain(what);
    expect(countRows(t.db, 'dataset')).toBe(0);
  });

  test('questions and right answers come with the replies of another file, whatever stands first', async () => {
    const asked = write(
      'asked.jsonl',
      rows(4, (i) => ({ id: `q${i}`, question: `What is ${i}?`, topic: 'a' })),
    );
    const right = write(
      'right.jsonl',
      rows(4, (i) => ({ id: `q${i}`, reference: `It is ${i}.` })),
    );
    const said = write(
      'said.jsonl',
      rows(4, (i) => ({ id: `q${i}`, response: `Said ${i}` })),
    );
    const result = await take(files(asked, right, said));
    expect(result).toMatchObject({ items: 4, responses: 4 });
    expect(
      t.db.prepare('SELECT conversation FROM item WHERE reference_answers IS NOT NULL').pluck().all(),
    ).toEqual(rows(4, (i) => JSON.stringify([{ role: 'user', content: `What is ${i}?` }])));
  });

  test('what is known of the items comes from a file of its own; ratings of one of several systems are refused', async () => {
    const [a, b] = ['a', 'b'].map((name) => write(`${name}.jsonl`, rows(4, reply(name))));
    const about = t.file('about.csv', `id,difficulty\n${rows(4, (i) => `q${i},t${i % 2}\n`).join('')}`);
    const rated = t.file('rated.csv', `id,human_rating\n${rows(4, (i) => `q${i},${1 + i}\n`).join('')}`);
    expect((await refusalOf(take(files(a!, b!, rated)))).message).toContain(
      "human_rating has scores, but nothing tells which system's replies they are of",
    );
    expect(await take(files(a!, b!, about))).toMatchObject({ items: 4, responses: 8 });
    expect(t.db.prepare('SELECT DISTINCT meta FROM item ORDER BY 1').pluck().all()).toEqual(
      ['t0', 't1'].map((topic) => JSON.stringify({ difficulty: topic })),
    );
  });

  describe('replies to several turns in files of their own, as MT-Bench has them', () => {
    const questions = () =>
      write(
        'question.jsonl',
        rows(3, (i) => ({
          question_id: 80 + i,
          category: 'math',
          turns: [`What is ${i}?`, 'And twice that?'],
        })),
      );
    const answers = (model: string, turns = 2) =>
      write(
        `${model}.jsonl`,
        rows(3, (i) => ({
          question_id: 80 + i,
          model_id: model,
          choices: [{ turns: rows(turns, (n) => `${model} says ${i * (n + 1)}`) }],
        })),
      );
    const judgments = (...models: string[]) =>
      write(
        'gpt-4_single.jsonl',
        models.flatMap((model) =>
          rows(3, (i) => ({
            ...{ question_id: 80 + i, model, judge: ['gpt-4', 'single-v1'], turn: 1 },
            ...{ user_prompt: 'Rate.', judgment: `Rating: [[${5 + i}]]`, score: 5 + i },
          })),
        ),
      );
    const bench = (first: string, ...others: string[]) =>
      files({ path: first, format: 'mt-bench-jsonl' }, ...others);

    test('meet their questions and the scores of a judge by id, in any order', async () => {
      const all = [judgments('a', 'b'), answers('a'), questions(), answers('b')] as const;
      const found = await take(bench(...all));
      expect(found).toMatchObject({ items: 3, responses: 12, machineScores: 6 });
      expect(replyOf('81', 'b')).toBe('b says 1');
      const later = await add(bench(answers('c')), found, ['a', 'b']);
      expect(later).toMatchObject({ items: 0, responses: 6, appended: { systems: ['c'] } });
    });

    test('are refused without their questions, or where there are more than turns', async () => {
      const alone = await refusalOf(take(bench(answers('a'), answers('b'))));
      expect(alone.message).toContain('No file says what was asked in "80"');
      const many = await refusalOf(take(bench(questions(), answers('a', 3))));
      expect(many.message).toContain('a has 3 replies to 2 turns of the user in "80".');
      const unknown = await refusalOf(take(bench(questions(), answers('a'), judgments('a', 'b'))));
      expect(unknown.message).toContain('There are scores of "b", of which no file has a reply.');
      expect(countRows(t.db, 'item')).toBe(0);
    });

    test("come in Assay's own form, too", async () => {
      const asked = rows(2, (i) => ({
        id: `c${i}`,
        conversation: [
          { role: 'user', content: `Q${i}` },
          { role: 'user', content: 'More?' },
        ],
        responses: { a: [`A${i}`, 'More A'] },
      }));
      const first = { path: write('a.jsonl', asked), format: 'assay-jsonl' as const };
      const second = write(
        'b.jsonl',
        rows(2, (i) => ({ id: `c${i}`, responses: { b: [`B${i}`, 'More B'] } })),
      );
      expect(await take([first, { path: second, format: 'assay-jsonl' }])).toMatchObject({
        items: 2,
        responses: 8,
      });
    });
  });

  test('replies alone that come later are items of their own, as nothing says what they answer', async () => {
    const before = await take(files(chats()));
    const more = write(
      'more.jsonl',
      rows(3, (i) => ({ response: `A reply alone, ${i}.` })),
    );
    expect(await add(files(more), before, ['assistant'])).toMatchObject({ items: 3, responses: 3 });
  });

  test('scores that come later find their items by an id of another name', async () => {
    const before = await take(files(chats()));
    const scores = table('text_id,annotator,fluency', (i) => `65c5b4${i},ann,${1 + (i % 5)}`);
    expect(await add(files(scores), before, ['assistant'])).toMatchObject({ items: 0, humanScores: 9 });
  });

  test('scores of which no file has the system are refused', async () => {
    const line = { id: 'q0', human: { nobody: { helpful: [3] } } };
    const { details } = await refusalOf(
      take(
        files(
          write('a.jsonl', rows(2, reply('a'))),
          write('b.jsonl', rows(2, reply('b'))),
          write('s.jsonl', [line]),
        ),
      ),
    );
    expect(details.problems![0]).toMatchObject({
      field: 'system',
      message: 's.jsonl: There are scores of "nobody", of which no file has a reply.',
    });
  });

  test('a hundred files come in as a hundred systems', async () => {
    const all = rows(100, (n) => ({ path: write(`s${n}.jsonl`, rows(3, reply(`s${n}`))) }));
    const result = await take(all as unknown as FileOfSeveral[]);
    expect(result).toMatchObject({
      items: 3,
      responses: 300,
      datasetName: 's0 and 99 more',
    });
    expect(result.together!.patterns[0]!.systems).toHaveLength(100);
  });

  test('a cancel leaves nothing at any checkpoint', async () => {
    const all = ['a', 'b', 'c'].map((name) => write(`${name}.jsonl`, rows(3, reply(name))));
    for (let at = 1; at <= 4; at += 1) {
      await expect(take(files(...all), {}, at)).rejects.toMatchObject({ code: 'CANCELED' });
      expect(countRows(t.db, 'item') + countRows(t.db, 'dataset')).toBe(0);
    }
  });
});

describe('one more file later', () => {
  test('is the replies of a system of its own, not another text of the first', async () => {
    const first = await importWork(testScope(t), paramsOf(files(write('a.jsonl', rows(5, reply('a'))))));
    const result = await add(files(write('clone.jsonl', rows(5, reply('b')))), first, ['assistant']);
    expect(result).toMatchObject({ items: 0, responses: 5, appended: { matched: 5, systems: ['clone'] } });
    expect(stored()[0]).toEqual(['q0', 'assistant+clone']);
  });

  test('is matched by prompt where it has no ids', async () => {
    const bare = (name: string) => (i: number) => ({ prompt: `What is ${i}?`, response: `${name} ${i}` });
    const first = await importWork(testScope(t), paramsOf(files(write('a.jsonl', rows(5, bare('a'))))));
    const more = write('clone.jsonl', [
      ...rows(5, bare('b')).toReversed(),
      { prompt: 'New?', response: 'Yes.' },
    ]);
    const result = await add(files(more), first, ['assistant']);
    expect(result).toMatchObject({ items: 1, responses: 6, appended: { matched: 5, systems: ['clone'] } });
    expect(replyOf('line-2', 'clone')).toBe('b 1');
    expect(result.together!.files[0]).toMatchObject({ byPrompt: 5, added: 1 });
  });

  test('several at once, with a name given', async () => {
    const first = await take(
      files(...['a', 'b'].map((name) => write(`${name}.jsonl`, rows(3, reply(name))))),
    );
    const more = files(
      { path: write('c.jsonl', rows(3, reply('c'))), system: 'third' },
      write('d.jsonl', rows(3, reply('d'))),
    );
    const result = await add(more, first, ['a', 'b']);
    expect(result).toMatchObject({ responses: 6, appended: { matched: 3, systems: ['third', 'd'] } });
    expect(stored()[0]![1]).toBe('a+b+d+third');
  });

  test('more items of the same system stay its own; a changed reply is refused', async () => {
    const all = rows(6, reply('a'));
    const first = await importWork(testScope(t), paramsOf(files(write('a.jsonl', all.slice(0, 4)))));
    const result = await add(files(write('more.jsonl', all.slice(2))), first, ['assistant']);
    expect(result).toMatchObject({ items: 2, responses: 2, appended: { matched: 2, systems: [] } });
    const changed = [all[0]!, all[1]!, { ...all[2]!, response: 'changed' }];
    const { details } = await refusalOf(add(files(write('late.jsonl', changed)), first, ['assistant']));
    expect(details).toMatchObject({ field: 'responses.assistant' });
    expect(details.problems![0]!.remedy).toContain('system');
  });
});

test('the look before anything is stored says the same as the import', async () => {
  const [a, b] = ['a', 'b'].map((name) => write(`${name}.jsonl`, rows(3, reply(name))));
  const c = write('c.jsonl', [...rows(2, reply('c')), { id: 'n', prompt: 'New?', response: 'Yes.' }]);
  const look = await previewFiles({ files: files(a!, b!, c) });
  expect(look).toMatchObject({
    itemCount: 4,
    systems: ['a', 'b', 'c'],
    problemCount: 0,
    wholeFileRead: true,
  });
  expect(look.items.map(({ id, systems }) => [id, systems])).toEqual([
    ['q0', ['a', 'b', 'c']],
    ['q1', ['a', 'b', 'c']],
    ['q2', ['a', 'b']],
    ['n', ['c']],
  ]);
  expect((await take(files(a!, b!, c))).together).toEqual(look.together);
  expect(look.fileName).toBe('a, b, c.jsonl');
});

describe('tables that name each other’s rows by ids', () => {
  const table = (name: string, head: string, all: readonly (readonly unknown[])[]) =>
    t.file(name, [head, ...all.map((row) => row.join(','))].join('\n'));
  const asked = rows(8, (i) => [i + 1, `What is the capital of land ${i + 1}?`]);
  // Replies have numbers of their own, which are those of other prompts as well.
  const said = ['small', 'large'].flatMap((system, at) =>
    asked.map(([prompt]) => ({
      id: Number(prompt) + 3 + at * 8,
      prompt,
      system,
      text: `${system} says ${prompt}`,
    })),
  );
  const rated = said.flatMap(({ id, prompt, system }) =>
    ['anna', 'ben'].map((who) => ({
      reply: id,
      prompt,
      system,
      who,
      score: (Number(prompt) % 4) + (system === 'large' ? 2 : 1),
    })),
  );
  const ratings = (head: string, row: (one: (typeof rated)[number]) => readonly unknown[]) =>
    table(
      'ratings.csv',
      `id,${head}`,
      rated.map((one, at) => [at + 1, ...row(one)]),
    );
  const scoresOf = (system: string) =>
    t.db
      .prepare(
        `SELECT text, mean FROM human_score JOIN item ON item.id = human_score.item_id
         JOIN response ON response.item_id = item.id AND response.system_id = human_score.system_id
         JOIN system ON system.id = human_score.system_id WHERE system.name = ? ORDER BY item.id`,
      )
      .raw()
      .all(system);
  const expected = (system: string, plus: number) =>
    asked.map(([prompt]) => [`${system} says ${prompt}`, (Number(prompt) % 4) + plus]);

  test.each([
    {
      name: 'a number of each reply, called otherwise in the ratings',
      replies: 'id,prompt_id,model,response',
      row: ({ id, prompt, system, text }: (typeof said)[number]) => [id, prompt, system, text],
      scores: 'response_id,rater,score',
      score: ({ reply, who, score }: (typeof rated)[number]) => [reply, who, score],
    },
    {
      name: 'a number of each reply, beside its system in the ratings',
      replies: 'id,prompt_id,model,response',
      row: ({ id, prompt, system, text }: (typeof said)[number]) => [id, prompt, system, text],
      scores: 'response_id,model,rater,score',
      score: ({ reply, system, who, score }: (typeof rated)[number]) => [reply, system, who, score],
    },
    {
      name: 'no id of the reply, but its prompt and system',
      replies: 'id,prompt_id,model,response',
      row: ({ id, prompt, system, text }: (typeof said)[number]) => [id, prompt, system, text],
      scores: 'prompt_id,model,rater,score',
      score: ({ prompt, system, who, score }: (typeof rated)[number]) => [prompt, system, who, score],
    },
    {
      name: 'called alike, beside the prompt in the ratings',
      replies: 'output_id,prompt_id,model,response',
      row: ({ id, prompt, system, text }: (typeof said)[number]) => [id, prompt, system, text],
      scores: 'prompt_id,output_id,rater,score',
      score: ({ reply, prompt, who, score }: (typeof rated)[number]) => [prompt, reply, who, score],
    },
  ])('$name', async ({ replies, row, scores, score }) => {
    const prompts = table('prompts.csv', 'id,prompt', asked);
    const outputs = table('outputs.csv', replies, said.map(row));
    const done = await take(files(prompts, outputs, ratings(scores, score)));
    expect(done).toMatchObject({ items: 8, responses: 16, humanScores: 16 });
    expect(stored()).toEqual(asked.map(([id]) => [String(id), 'large+small']));
    expect(scoresOf('small')).toEqual(expected('small', 1));
    expect(scoresOf('large')).toEqual(expected('large', 2));
  });

  test('of one system that nothing names, by prompts of another file', async () => {
    const own = said.filter(({ system }) => system === 'large');
    const ids = own.map(({ id }) => id);
    const outputs = table(
      'bot.csv',
      'id,prompt_id,response',
      own.map(({ id, prompt, text }) => [id, prompt, text]),
    );
    const scores = table(
      'ratings.csv',
      'id,response_id,rater,score',
      rated
        .filter(({ reply }) => ids.includes(reply))
        .map(({ reply, who, score }, at) => [at + 1, reply, who, score]),
    );
    await take(files(table('prompts.csv', 'id,prompt', asked), outputs, scores));
    expect(stored()).toEqual(asked.map(([id]) => [String(id), 'bot']));
    expect(scoresOf('bot')).toEqual(expected('large', 2));
  });

  test('numbers with and without .0 are the same ids', async () => {
    const outputs = table(
      'outputs.csv',
      'id,prompt_id,model,response',
      said.map(({ id, prompt, system, text }) => [id, `${prompt}.0`, system, text]),
    );
    const scores = ratings('response_id,rater,score', ({ reply, who, score }) => [`${reply}.0`, who, score]);
    const done = await take(files(table('prompts.csv', 'id,prompt', asked), outputs, scores));
    expect(done).toMatchObject({ items: 8, responses: 16, humanScores: 16 });
    expect(scoresOf('large')).toEqual(expected('large', 2));
  });

  test('scores by ids of replies that come later are no scores of items that have the same numbers', async () => {
    const own = said.filter(({ system }) => system === 'small');
    const outputs = table(
      'bot.csv',
      'id,prompt_id,response',
      own.map(({ id, prompt, text }) => [id, prompt, text]),
    );
    const done = await take(files(table('prompts.csv', 'id,prompt', asked), outputs));
    const scores = table(
      'later.csv',
      'response_id,rater,human_score',
      asked.slice(3).map(([id]) => [id, 'anna', 3]),
    );
    const refused = await refusalOf(add(files(scores), done, ['bot']));
    expect(refused.message).toContain('response_id names replies');
    expect(countRows(t.db, 'human_score')).toBe(0);
  });

  describe('where the numbers of replies are those of other prompts, the name of the column decides', () => {
    const parts = (column: string) => {
      const number = (prompt: unknown) => 9 - Number(prompt);
      return {
        texts: files(
          table('prompts.csv', 'id,prompt', asked),
          table(
            'bot.csv',
            'id,prompt_id,response',
            asked.map(([prompt]) => [number(prompt), prompt, `large says ${prompt}`]),
          ),
        ),
        scores: table(
          'ratings.csv',
          `${column},rater,human_score`,
          asked.map(([prompt]) => [number(prompt), 'anna', (Number(prompt) % 4) + 2]),
        ),
      };
    };

    test.each(['responseId', 'resp_id', 'candidate_id'])('%s names replies', async (column) => {
      const { texts, scores } = parts(column);
      await take([...texts, { path: scores }]);
      expect(scoresOf('bot')).toEqual(expected('large', 2));
    });

    test.each(['sample_id', 'text_id', 'uid'])('%s may name either, so it is asked', async (column) => {
      const { texts, scores } = parts(column);
      const together = await refusalOf(take([...texts, { path: scores }]));
      expect(together.message).toContain(`${column} may name replies or items`);
      const done = await take(texts);
      const later = await refusalOf(add(files(scores), done, ['bot']));
      expect(later.message).toContain(`${column} may name replies`);
      expect(countRows(t.db, 'human_score')).toBe(0);
    });

    test('unless the items have it by that name', async () => {
      const { texts, scores } = parts('sample_id');
      const prompts = table('samples.csv', 'sample_id,prompt', asked);
      expect(await take([{ path: prompts }, texts[1]!, { path: scores }])).toMatchObject({ humanScores: 8 });
      expect(scoresOf('bot')).toEqual(asked.map(([id]) => [`large says ${id}`, ((9 - Number(id)) % 4) + 2]));
    });
  });

  test('scores by numbers that replies of several files have are nobody’s', async () => {
    const replies = ['a', 'b'].map((name, at) =>
      table(
        `${name}.csv`,
        'id,prompt_id,response',
        asked.map(([id]) => [at === 0 ? id : 9 - Number(id), id, `${name} says ${id}`]),
      ),
    );
    const scores = table(
      'ratings.csv',
      'response_id,rater,score',
      asked.map(([id]) => [id, 'anna', 3]),
    );
    const refused = await refusalOf(
      take(files(table('prompts.csv', 'id,prompt', asked), ...replies, scores)),
    );
    expect(refused.message).toContain('response_id names replies of several files');
  });

  test('scores that come later with their replies find them', async () => {
    const outputs = table(
      'outputs.csv',
      'id,prompt_id,model,response',
      said.map(({ id, prompt, system, text }) => [id, prompt, system, text]),
    );
    const done = await take(files(table('prompts.csv', 'id,prompt', asked), outputs));
    const scores = ratings('response_id,rater,score', ({ reply, who, score }) => [reply, who, score]);
    expect(await add(files(outputs, scores), done, ['large', 'small'])).toMatchObject({ humanScores: 16 });
    expect(scoresOf('large')).toEqual(expected('large', 2));
  });

  test('with the prompt beside each reply, and no id of it', async () => {
    const prompts = new Map(asked.map(([id, prompt]) => [id, prompt]));
    const outputs = table(
      'outputs.csv',
      'response_id,prompt,model,response',
      said.map(({ id, prompt, system, text }) => [id, prompts.get(prompt), system, text]),
    );
    const scores = table(
      'ratings.csv',
      'response_id,rater,score',
      rated.map(({ reply, who, score }) => [reply, who, score]),
    );
    expect(await take(files(outputs, scores))).toMatchObject({ items: 8, humanScores: 16 });
    expect(scoresOf('large')).toEqual(expected('large', 2));
  });

  test('answers to nothing that is asked are replies where another file scores them, and offered as such alone', async () => {
    const answers = table(
      'bot.csv',
      'answer_id,answer_text,writer',
      said.map(({ id, text }) => [id, `${text} of them`, 'anna']),
    );
    const scores = table(
      'ratings.csv',
      'answer_id,rater,human_score',
      rated.map(({ reply, who, score }) => [reply, who, score]),
    );
    expect(await take(files(answers, scores))).toMatchObject({ items: 16, responses: 16, humanScores: 16 });
    const { details } = await refusalOf(importFile(t, answers, { format: 'csv' }));
    expect(details.ready![0]!.says).toBe('With answer_text as the reply');
  });

  test('where scores do not say whose they are, the systems that answer are named, and no file', async () => {
    const outputs = table(
      'outputs.csv',
      'prompt_id,model,response',
      said.map(({ prompt, system, text }) => [prompt, system, text]),
    );
    const scores = table(
      'scores.csv',
      'prompt_id,clarity',
      asked.map(([id]) => [id, (Number(id) % 4) + 1]),
    );
    const { details } = await refusalOf(take(files(outputs, scores)));
    expect(details.remedy).toMatch(/"system" with one of: small, large\.$/);
  });
});

test('metrics of a run of HELM are scores of the replies in its requests', async () => {
  const request = (id: string) => ({
    instance: { id, input: { text: `What is ${id}?` }, references: [] },
    request: { model: 'org/model-1' },
    result: { completions: [{ text: `It is ${id}.` }] },
  });
  const metric = (instance_id: string, mean: number) => ({
    instance_id,
    stats: [
      { name: { name: 'exact_match', split: 'test' }, mean },
      { name: { name: 'num_prompt_tokens' }, mean: 9 },
    ],
  });
  const state = t.file('scenario_state.json', JSON.stringify({ request_states: ['a', 'b'].map(request) }));
  const stats = t.file('per_instance_stats.json', JSON.stringify([metric('a', 1), metric('b', 0)]));
  const params = paramsOf([
    { path: state, format: 'helm-json' },
    { path: stats, format: 'helm-json' },
  ]);
  const result = await importWork(testScope(t), params);
  expect([result.items, result.responses, result.machineScores]).toEqual([2, 2, 2]);
});

describe('what a judge scored and wrote out again', () => {
  const turns = (n: number) => [
    { user: `Is line ${n} down?`, bot: `Line ${n} is up since this morning.` },
    { user: 'Thanks.', bot: `You are welcome, caller ${n}.` },
  ];
  const said = (n: number) => ({ dialogue_id: `d${n}`, turns: turns(n) });
  const judged = (n: number) => ({ ...said(n), judge_model: 'gpt-4o', scores: { coherence: n % 2 } });
  const rated = (n: number) => ({
    ...{ dialogue_id: `d${n}`, annotator: `human_${n % 2}` },
    annotations: { coherence: n % 2, task_completion: 1 },
  });

  test('whole conversations are of one system, of which people’s scores are too', async () => {
    const [dialogues, scores, ratings] = [
      write('dialogues.jsonl', rows(8, said)),
      write('judged.jsonl', rows(8, judged)),
      write('rated.jsonl', rows(8, rated)),
    ];
    expect(await take(files(dialogues, scores, ratings))).toMatchObject({
      ...{ items: 8, responses: 8, humanScores: 16, machineScores: 8 },
    });
  });

  test('replies that differ are of two systems, and whose the scores are is asked', async () => {
    const other = (n: number) => ({ ...judged(n), turns: [{ user: `Is line ${n} down?`, bot: 'No.' }] });
    const all = [write('a.jsonl', rows(8, said)), write('b.jsonl', rows(8, other))];
    const { details } = await refusalOf(take(files(...all, write('rated.jsonl', rows(8, rated)))));
    expect(details.remedy).toMatch(/"system" with one of: a, b\.$/);
  });

  test('without scores nobody knows that the same replies are of one', async () => {
    const run = (n: number) => (i: number) => ({ ...reply('x')(i), run: n });
    const all = [write('a.jsonl', rows(24, run(1))), write('b.jsonl', rows(24, run(2)))];
    expect(await take(files(...all))).toMatchObject({ items: 24, responses: 48 });
  });
});
