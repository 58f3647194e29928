import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { previewImport } from '../../core/import/preview.ts';
import { ParquetTable } from '../../core/import/readers/parquet/parquet-table.ts';
import { openSourceFile } from '../../core/import/readers/source-file.ts';
import type { ImportFormat } from '../../shared/contract/index.ts';
import { countRows, importFile, openTestProject, refusalOf, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const fixture = (name: string) => path.join(import.meta.dirname, '../fixtures/import', name);

/** Imports a fixture in the format that is found out, and gives what was stored of each item. */
async function stored(file: string) {
  const { format } = await previewImport({ path: file });
  const result = await importFile(t, file, { format });
  const all = (sql: string) => t.db.prepare(sql).all() as Record<string, unknown>[];
  return {
    format,
    result,
    items: all(
      'SELECT external_id, group_key AS group_name, conversation, context, reference_answers AS refs, meta FROM item ORDER BY id',
    ),
    responses: all(
      `SELECT item.external_id AS item, system.name AS system, turn, text FROM response
       JOIN item ON item.id = response.item_id JOIN system ON system.id = response.system_id ORDER BY 1, 2, 3`,
    ),
    human: all(
      `SELECT item.external_id AS item, system.name AS system, criterion.name AS criterion, votes FROM human_score
       JOIN item ON item.id = item_id JOIN system ON system.id = system_id
       JOIN criterion ON criterion.id = criterion_id ORDER BY 1, 2, 3`,
    ),
    machine: all(
      `SELECT item.external_id AS item, system.name AS system, kind, signal.name AS name, signal.criterion, value
       FROM machine_score JOIN item ON item.id = item_id JOIN system ON system.id = system_id
       JOIN signal ON signal.id = signal_id ORDER BY 1, 2, 3, 4, 5`,
    ),
  };
}

const json = (row: Record<string, unknown> | undefined, column: string) => JSON.parse(String(row?.[column]));

test.each<[string, ImportFormat]>([
  ['promptfoo.json', 'promptfoo-json'],
  ['inspect.json', 'inspect-json'],
  ['label-studio.json', 'label-studio-json'],
  ['argilla.json', 'argilla-json'],
  ['argilla-flat.json', 'argilla-json'],
  ['coqa.json', 'coqa-json'],
  ['quac.json', 'quac-json'],
  ['clariq.tsv', 'clariq-tsv'],
  ['deepeval.json', 'openai-chat-jsonl'],
  ['openai-evals.jsonl', 'openai-chat-jsonl'],
])('%s is known as %s and previewed without a problem', async (name, format) => {
  const preview = await previewImport({ path: fixture(name) });
  expect(preview).toMatchObject({ format, problemCount: 0, wholeFileRead: true });
  expect(preview.items.length).toBeGreaterThan(0);
});

test('a document is known on one line as well as over many', async () => {
  for (const name of ['promptfoo.json', 'inspect.json', 'label-studio.json', 'argilla.json']) {
    const text = JSON.stringify(JSON.parse(readFileSync(fixture(name), 'utf8')));
    const preview = await previewImport({ path: t.file(name, text) });
    expect(preview).toMatchObject({ format: `${name.replace('.json', '')}-json`, problemCount: 0 });
  }
});

describe('promptfoo', () => {
  test('a test is an item, a provider a system, a person the human score', async () => {
    const { items, responses, human, machine } = await stored(fixture('promptfoo.json'));
    expect(items.map((item) => item.external_id)).toEqual(['test-0', 'talk-1', 'test-3']);
    expect(json(items[0], 'conversation')).toEqual([
      { role: 'user', content: 'Answer shortly: Where do herons nest?' },
    ]);
    expect(items[0]).toMatchObject({ context: 'Herons nest in trees.', refs: '[["In trees"]]' });
    expect(json(items[1], 'conversation')).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'user', content: 'Open on Sunday?' },
    ]);
    expect(responses).toEqual([
      { item: 'talk-1', system: 'openai:gpt-4o-mini (prompt 2)', turn: 0, text: 'Hi!' },
      { item: 'talk-1', system: 'openai:gpt-4o-mini (prompt 2)', turn: 1, text: 'From ten.' },
      { item: 'test-0', system: 'Haiku', turn: 0, text: '{"place":"reeds"}' },
      { item: 'test-0', system: 'openai:gpt-4o-mini (prompt 1)', turn: 0, text: 'In trees.' },
    ]);
    expect(human).toEqual([
      { item: 'test-0', system: 'Haiku', criterion: 'rating', votes: '[0]' },
      { item: 'test-0', system: 'openai:gpt-4o-mini (prompt 1)', criterion: 'rating', votes: '[1]' },
    ]);
    expect(machine.map(({ kind, name, criterion, value }) => [kind, name, criterion, value])).toEqual([
      // Of talk-1; what test-0 came to has a person's rating in it, and the call of test-3 failed.
      ['auto', 'pass', '', 1],
      ['auto', 'score', '', 1],
      ['auto', 'icontains', '', 1],
      ['judge', 'promptfoo', 'brevity', 0.8],
      ['judge', 'promptfoo', 'llm-rubric', 0.9],
    ]);
  });

  test('hostile text stays text', async () => {
    const { items } = await stored(fixture('promptfoo.json'));
    expect(json(items[2], 'conversation')[0].content).toContain('<script>alert(1)</script> =SUM(A1)');
  });

  test('the older shape with outputs, and names that are no plain keys', async () => {
    const row = {
      provider: '__proto__',
      vars: { question: 'a' },
      prompt: { raw: 'a' },
      response: { output: 'b' },
      gradingResult: { componentResults: [{ pass: true, assertion: { type: 'human' } }] },
    };
    const { human, responses } = await stored(
      t.file('x.json', JSON.stringify({ results: { outputs: [row] } })),
    );
    expect(responses).toMatchObject([{ system: '__proto__', text: 'b' }]);
    expect(human).toMatchObject([{ system: '__proto__', votes: '[1]' }]);
  });
});

describe('Inspect', () => {
  test('letters are numbers, epochs are averaged, people are votes', async () => {
    const { items, responses, human, machine } = await stored(fixture('inspect.json'));
    expect(items.map((item) => item.external_id)).toEqual(['1', 'two']);
    expect(items[1]).toMatchObject({ refs: '[["3","three"]]' });
    expect(json(items[1], 'conversation')).toEqual([
      { role: 'system', content: 'Be short.' },
      { role: 'user', content: 'How many eggs?' },
    ]);
    expect(responses).toMatchObject([
      { item: '1', system: 'openai/gpt-4o-mini', text: 'Trees' },
      { item: 'two', text: 'Five' },
    ]);
    expect(human).toMatchObject([{ item: '1', criterion: 'people', votes: '[4,2]' }]);
    expect(machine.map(({ item, kind, name, value }) => [item, kind, name, value])).toEqual([
      ['1', 'auto', 'match', 0.5],
      ['1', 'judge', 'model_graded_qa', 0.75],
      ['two', 'auto', 'match', 0.5],
      ['two', 'judge', 'model_graded_qa', 0],
    ]);
  });

  test('a packed log that breaks off is refused with the command that unpacks it', async () => {
    const name = Buffer.from('PK\x03\x04..........................._journal/start.json', 'latin1');
    const { message, details } = await refusalOf(previewImport({ path: t.file('a.eval', name) }));
    expect(message).toContain('its directory is missing');
    expect(details.remedy).toContain('inspect log dump');
  });
});

describe('Label Studio', () => {
  test('every annotator is a vote, a skip is none, predictions may be bare numbers', async () => {
    const { items, responses, human, machine } = await stored(fixture('label-studio.json'));
    expect(items.map((item) => item.external_id)).toEqual(['101', '102']);
    expect(json(items[0], 'meta')).toMatchObject({ source: 'wiki', skippedBy: 1 });
    expect(json(items[0], 'meta').texts).toEqual([{ name: 'why', text: ['clear', '<b>bold</b>'] }]);
    expect(json(items[1], 'conversation')).toEqual([
      { role: 'user', content: 'Hello' },
      { role: 'assistant', content: 'Hi!' },
      { role: 'user', content: 'Bye' },
    ]);
    expect(responses).toMatchObject([
      { item: '101', system: 'assistant', text: 'In trees.' },
      { item: '102', system: 'assistant', text: null },
    ]);
    expect(human.map(({ criterion, votes }) => [criterion, votes])).toEqual([
      ['helpful', '[4,2]'],
      ['safe', '[1]'],
    ]);
    expect(machine).toMatchObject([{ kind: 'judge', name: 'judge-1', criterion: 'helpful', value: 5 }]);
  });

  test('a class that is not a number is refused by its question, given a worth, or left out', async () => {
    const tasks = JSON.parse(readFileSync(fixture('label-studio.json'), 'utf8'));
    tasks[0].annotations[0].result[1].value.choices = ['toxic'];
    const file = t.file('ls.json', JSON.stringify(tasks, null, 1));
    const { details } = await refusalOf(importFile(t, file, { format: 'label-studio-json' }));
    expect(details.problems).toMatchObject([{ line: 2, field: 'safe' }]);
    expect(details.causes).toMatchObject([{ ways: [{ mapping: { leaveOut: [expect.any(String)] } }] }]);
    expect(countRows(t.db, 'item')).toBe(0);

    const noColumns = { references: [], responses: [], human: [], signals: [] };
    const criteria = () => t.db.prepare('SELECT name FROM criterion ORDER BY name').pluck().all();
    const format = 'label-studio-json' as const;
    await importFile(t, file, { format, mapping: { ...noColumns, leaveOut: ['safe'] } });
    expect(criteria()).not.toContain('safe');
    const classes = { safe: { toxic: 0.25 } };
    await importFile(t, file, { format, mapping: { ...noColumns, classes }, datasetName: 'with a worth' });
    expect(criteria()).toContain('safe');
    expect(t.db.prepare('SELECT votes FROM human_score').pluck().all().join()).toContain('0.25');
  });

  test('a class that may be the middle of three or the better of two is refused', async () => {
    const tasks = JSON.parse(readFileSync(fixture('label-studio.json'), 'utf8'));
    tasks[0].annotations[0].result[1].value.choices = ['Okay'];
    const file = t.file('ls.json', JSON.stringify(tasks, null, 1));
    const { message } = await refusalOf(importFile(t, file, { format: 'label-studio-json' }));
    expect(message).toContain('The choice "Okay" of "safe" is not a number.');
  });

  test('a task that is no conversation shows its fields', async () => {
    const task = {
      id: 7,
      annotations: [],
      predictions: [],
      data: { title: 'TAN BAI', writers: ['A', 'B'], empty: null },
    };
    const { items } = await stored(t.file('fields.json', JSON.stringify([task])));
    expect(items).toMatchObject([{ external_id: '7', context: 'title: TAN BAI\nwriters: ["A","B"]' }]);
  });
});

describe('Argilla', () => {
  test('records as a list', async () => {
    const { items, responses, human, machine } = await stored(fixture('argilla.json'));
    expect(items.map((item) => item.external_id)).toEqual(['a1', 'a2']);
    expect(items[1]).toMatchObject({ refs: '[["3"]]' });
    expect(responses.map(({ text }) => text)).toEqual(['In trees.', 'Three']);
    expect(human.map(({ criterion, votes }) => [criterion, votes])).toEqual([
      ['helpful', '[4,2]'],
      ['safe', '[1]'],
    ]);
    expect(machine).toMatchObject([{ name: 'judge-1', criterion: 'helpful', value: 5 }]);
    expect(json(items[0], 'meta')).toEqual({ split: 'dev', texts: [{ question: 'why', value: 'clear' }] });
  });

  test('flattened columns; what was discarded is no vote', async () => {
    const { items, human, machine } = await stored(fixture('argilla-flat.json'));
    expect(items.map((item) => item.external_id)).toEqual(['a1', 'a2']);
    expect(human).toMatchObject([{ item: 'a1', criterion: 'helpful', votes: '[4,2]' }]);
    expect(machine).toMatchObject([{ name: 'judge-1', value: 5 }]);
  });
});

test('CoQA: a story is an item with the references of every turn', async () => {
  const { items, result } = await stored(fixture('coqa.json'));
  expect(items).toMatchObject([
    { external_id: 'story-1', group_name: 'story-1', refs: '[["In trees","trees"],["three","three"]]' },
  ]);
  expect(json(items[0], 'meta')).toMatchObject({ domain: 'wikipedia' });
  expect(json(items[0], 'conversation').map(({ content }: { content: string }) => content)).toEqual([
    'Where do they nest?',
    'How many eggs?',
  ]);
  expect(result.warnings[0]).toContain('No item has a response');
});

test('QuAC: a dialog is an item with the answers of all annotators', async () => {
  const { items } = await stored(fixture('quac.json'));
  expect(items).toMatchObject([
    {
      external_id: 'C_1_0',
      group_name: 'Grey heron: Nesting',
      refs: '[["in trees","nest in trees"],["CANNOTANSWER"]]',
    },
  ]);
  expect(items[0]!.context).toContain('Grey heron: Nesting\n\nHerons nest');
  expect(json(items[0], 'meta')).toMatchObject({ title: 'Grey heron', section: 'Nesting' });
});

test('ClariQ: a facet is an item, its clarifying questions are the references', async () => {
  const { items } = await stored(fixture('clariq.tsv'));
  expect(items.map(({ external_id, refs }) => [external_id, refs])).toEqual([
    ['14-F0159', '[["are you interested in coloring books","which dinosaurs"]]'],
    ['14-F0160', null],
    ['15-F0200', '[["yes or no"]]'],
  ]);
  expect(items[0]).toMatchObject({ group_name: '14', context: 'Go to the "Discovery" site.' });
  expect(json(items[0], 'meta').answers).toEqual({ Q00173: 'no i want the site', Q03021: 'none of them' });
});

test('DeepEval turns and OpenAI evals', async () => {
  const deepeval = await stored(fixture('deepeval.json'));
  expect(deepeval.items.map((item) => item.external_id)).toEqual(['record-1', 'record-2']);
  expect(deepeval.responses.map(({ text }) => text)).toEqual(['In trees.', 'Three.']);
  const evals = await stored(fixture('openai-evals.jsonl'));
  expect(evals.items.slice(2).map(({ refs }) => refs)).toEqual(['[["In trees","trees"]]', '[["three"]]']);
});

describe('Parquet', () => {
  const table = () => {
    const columns = [
      { name: 'id', data: ['a', 'b', 'c'], type: 'STRING' as const },
      { name: 'question', data: ['Where?', '=1+1', 'Größe 😀'], type: 'STRING' as const },
      { name: 'response_alpha', data: ['x', 'y', 'z'], type: 'STRING' as const },
      { name: 'human_alpha', data: [1, 4, 5], type: 'DOUBLE' as const },
      { name: 'judge_alpha', data: [1n, 2n, 3n], type: 'INT64' as const },
    ];
    return Buffer.from(parquetWriteBuffer({ columnData: columns }));
  };

  test('columns are mapped as those of a table', async () => {
    const file = t.file('table.parquet', table());
    const preview = await previewImport({ path: file });
    expect(preview).toMatchObject({ format: 'parquet', problemCount: 0, linesRead: 3, wholeFileRead: true });
    expect(preview.columns).toEqual(['id', 'question', 'response_alpha', 'human_alpha', 'judge_alpha']);
    expect(preview.rows[1]![1]).toBe('=1+1');
    expect(preview.mapping?.id).toBe('id');
    const { items, human, machine } = await stored(file);
    expect(items.map((item) => item.external_id)).toEqual(['a', 'b', 'c']);
    expect(json(items[2], 'conversation')[0].content).toBe('Größe 😀');
    expect(human.map(({ votes }) => votes)).toEqual(['[1]', '[4]', '[5]']);
    expect(machine.map(({ value }) => value)).toEqual([1, 2, 3]);
    expect((await importFile(t, file, { format: 'parquet' })).unchanged).toBe(true);
  });

  test('a damaged page that would keep its reader busy for ever is given up', async () => {
    const source = openSourceFile(fixture('endless-page.parquet'));
    const table = await ParquetTable.open(source, { patienceMs: 6_000 });
    await expect(table.rows().next()).rejects.toMatchObject({ code: 'IMPORT_REFUSED' });
    await table.close();
    source.close();
  });

  test('a damaged file is refused and leaves nothing', async () => {
    const bytes = table();
    bytes.fill(7, 20, 90);
    for (const broken of [bytes, table().subarray(0, 60), Buffer.from('PAR1PAR1')]) {
      const { code } = await refusalOf(importFile(t, t.file('x.parquet', broken), { format: 'parquet' }));
      expect(code).toBe('IMPORT_REFUSED');
    }
    expect(countRows(t.db, 'item')).toBe(0);
  });
});

describe('faults are named by line and path', () => {
  const refused = async (name: string, change: (content: never) => void, format: ImportFormat) => {
    const content = JSON.parse(readFileSync(fixture(name), 'utf8'));
    change(content as never);
    const { details } = await refusalOf(
      importFile(t, t.file(name, JSON.stringify(content, null, 2)), { format }),
    );
    expect(countRows(t.db, 'item')).toBe(0);
    return details.problems?.[0];
  };

  test('promptfoo', async () => {
    type Results = { results: { results: { gradingResult: { componentResults: { score: unknown }[] } }[] } };
    const change = (content: Results) => {
      content.results.results[1]!.gradingResult.componentResults[0]!.score = 'good';
    };
    expect(
      await refused('promptfoo.json', change as (content: never) => void, 'promptfoo-json'),
    ).toMatchObject({
      field: 'results.results[1].gradingResult.componentResults[0].score',
      remedy: expect.stringContaining('number'),
    });
  });

  test('Inspect', async () => {
    const change = (content: { samples: { scores: { match: { value: unknown } } }[] }) => {
      content.samples[3]!.scores.match.value = 'maybe';
    };
    expect(await refused('inspect.json', change as (content: never) => void, 'inspect-json')).toMatchObject({
      field: 'samples[3].scores.match.value',
    });
  });

  test.each([
    ['breaks off', '[{"id":1,"annotations":[]}, {"id":2,"annot', 'breaks off'],
    ['bad part', '[{"id":1,"annotations":[]},\n {"id":2,,}]', 'not JSON'],
    ['another shape', '{"tasks":[{"id":1}]}', 'no records'],
    ['something after it', '[] {"a":1}', 'follows the end'],
    ['wrong bracket', '{"a":]', 'bracket'],
    ['a plain number', '12', 'no records'],
  ])('a document that has %s', async (_what, text, message) => {
    const file = t.file('x.json', text);
    const { details } = await refusalOf(importFile(t, file, { format: 'label-studio-json' }));
    expect(details.problems?.[0]?.message).toContain(message);
    expect(countRows(t.db, 'item')).toBe(0);
  });
});

test("a person's state in Potato becomes labels, in both forms that it is written in", async () => {
  const items = ['i1', 'i2'].map((id) => ({ id, question: 'Why?', responses: { m: 'So.' } }));
  await importFile(t, t.file('items.jsonl', items.map((item) => `${JSON.stringify(item)}\n`).join('')));
  const labels = { quality: { scale_4: '4' }, verdict: { good: 'true' } };
  const pairs = [[{ schema: 'quality', name: 'scale_2' }, '2']];
  for (const [user_id, item, said] of [
    ['ann', 'i1', labels],
    ['bob', 'i2', pairs],
  ] as const) {
    const state = { user_id, instance_id_to_label_to_value: { [item]: said } };
    const file = t.file(`${user_id}.json`, JSON.stringify(state));
    await importFile(t, file, { format: 'potato-state' });
  }
  expect(t.db.prepare('SELECT votes FROM human_score ORDER BY criterion_id').pluck().all()).toEqual([
    '[4]',
    '[2]',
    '[1]',
  ]);
});
