import { existsSync } from 'node:fs';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { previewImport } from '../../core/import/preview.ts';
import type { ImportPreview } from '../../shared/contract/index.ts';
import { importFile, openTestProject, type TestProject } from './scope.ts';

const folder = path.join(import.meta.dirname, '../../../shared/data/cases/import');

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

/** What a preview shows, in short: items, systems, scores with their kind, the first question and reply. */
function inShort({ itemCount, systems, scales, looks, problems }: ImportPreview) {
  const [look] = looks;
  return {
    items: itemCount,
    systems,
    scores: scales.map(({ kind, name, criterion }) => [kind, name, criterion].filter(Boolean).join(' ')),
    question: look?.conversation.at(-1)?.content ?? null,
    reply: look?.replies[0]?.texts[0] ?? null,
    problem: problems[0]?.message ?? null,
  };
}

const egg = 'How long do I boil an egg?';
const yolk = 'Seven minutes for a firm yolk.';

// Their made-up twins are below and in the tests of each part.
describe.skipIf(!existsSync(folder))('hard files (skipped where they are not there)', () => {
  test.each([
    [
      'h01-columns-about-the-reply.jsonl',
      {
        items: 4,
        systems: ['assistant'],
        scores: ['criterion rating'],
        question: egg,
        reply: yolk,
        problem: null,
      },
    ],
    [
      'h02-answers-with-ids.jsonl',
      { items: 4, systems: ['bot-1'], scores: [], question: null, reply: yolk, problem: null },
    ],
    [
      'h03-judge-scores-one-model.jsonl',
      {
        items: 4,
        systems: ['bot-1'],
        scores: ['judge judge rating'],
        question: null,
        reply: yolk,
        problem: null,
      },
    ],
    [
      'h07-reference-looks-like-a-list.jsonl',
      {
        items: 4,
        systems: ['assistant'],
        scores: [],
        question: 'Solve it, and give a list.',
        reply: yolk,
        problem: null,
      },
    ],
    [
      'h08-toloka.tsv',
      {
        items: 4,
        systems: ['assistant'],
        scores: ['criterion quality'],
        question: egg,
        reply: yolk,
        problem: null,
      },
    ],
    [
      'h11-merged-model-cells.xlsx',
      {
        items: 2,
        systems: ['A', 'B'],
        scores: ['criterion rating'],
        question: 'Does rice float?',
        reply: 'Some of it.',
        problem: null,
      },
    ],
    [
      'h12-windows-1252.csv',
      {
        items: 2,
        systems: ['assistant'],
        scores: ['criterion rating'],
        question: 'Où est le café ?',
        reply: 'Some.',
        problem: null,
      },
    ],
    [
      'h04-mlflow-overridden.json',
      {
        items: 4,
        systems: ['assistant'],
        scores: ['criterion quality'],
        question: egg,
        reply: yolk,
        problem: null,
      },
    ],
    [
      'h09-lm-eval-two-filters.jsonl',
      {
        items: 3,
        systems: ['assistant'],
        scores: ['auto exact_match (strict-match)', 'auto exact_match (flexible-extract)'],
        question: egg,
        reply: 'First I think of it, step by step; so the answer is 7.',
        problem: null,
      },
    ],
  ])('%s', async (name, expected) => {
    expect(inShort(await previewImport({ path: path.join(folder, name) }))).toEqual(expected);
  });

  test('feedback that another one overrides is no vote', async () => {
    const { looks } = await previewImport({ path: path.join(folder, 'h04-mlflow-overridden.json') });
    expect(looks.flatMap(({ scores }) => scores.map(({ values }) => values))).toEqual([[4], [5], [3]]);
  });

  test('chats of a messenger and trees of replies are refused, and never read as something else', async () => {
    const chat = await previewImport({ path: path.join(folder, 'h05-whatsapp-brackets.txt') });
    expect(inShort(chat)).toMatchObject({ items: 0, problem: expect.stringMatching(/chat that was saved/) });
    const tree = await previewImport({ path: path.join(folder, 'h06-message-with-replies.json') });
    expect(inShort(tree)).toMatchObject({ problem: expect.stringMatching(/trees of replies/) });
  });

  test('summaries keep the votes of experts and of workers apart', async () => {
    const read = await previewImport({ path: path.join(folder, 'h10-summaries-expert-turker.jsonl') });
    expect(inShort(read)).toMatchObject({
      items: 4,
      systems: ['M0', 'M1'],
      reply: yolk,
      scores: [
        'criterion coherence (expert)',
        'criterion fluency (expert)',
        'criterion coherence (turker)',
        'criterion fluency (turker)',
      ],
    });
    expect(read.looks[0]!.context).toContain('A long report on it.');
  });
});

const lines = (...records: object[]) => records.map((record) => `${JSON.stringify(record)}\n`).join('');
const preview = async (name: string, content: string | Buffer) =>
  await previewImport({ path: t.file(name, content) });

describe('a format that a key recognized and that can read no record hands the file on', () => {
  test.each([
    ['turns without who speaks', { question_id: 'a', turns: [{ content: egg }], response: yolk }],
    ['a conversation that is a text', { conversation: 'About eggs, a little.', prompt: egg, response: yolk }],
    ['a list of replies', { prompt: egg, responses: [yolk], response: yolk }],
  ])('%s', async (_what, record) => {
    const read = await preview('a.jsonl', lines(record, { ...record, response: `${yolk} So.` }));
    expect(inShort(read)).toMatchObject({ items: 2, systems: ['assistant'], reply: yolk, problem: null });
  });
});

test('a text that looks like a list stays a text in JSON, letter by letter, and is a list in a table', async () => {
  const record = { id: 'a', question: egg, response: yolk, reference: '["x", "y"]' };
  const asJson = await preview('a.jsonl', lines(record, { ...record, id: 'b', reference: '[-1, 2]' }));
  expect(asJson.items.map(({ referenceCount }) => referenceCount)).toEqual([1, 1]);
  const asTable = await preview(
    'a.csv',
    'id,question,response,reference\na,Why?,So.,"[""x"", ""y""]"\nb,Who?,Me.,"[-1, 2]"\n',
  );
  expect(asTable.items.map(({ referenceCount }) => referenceCount)).toEqual([2, 1]);
});

test('lists as Python prints them are read in the cells of a table', async () => {
  const header = 'user_input,response,retrieved_contexts,reference';
  const row = `${egg},${yolk},"['It is an egg.', ""Boil it; don't wait.""]","['Seven minutes', None]"`;
  const read = await preview('ragas.csv', `${header}\n${row}\n`);
  expect(read.looks[0]!.context).toBe("It is an egg.\n\nBoil it; don't wait.");
  const turns = `messages\n"[{'role': 'user', 'content': 'Isn\\'t it?'}, {'role': 'assistant', 'content': 'It is.'}]"\n`;
  const chat = await preview('chat.csv', turns);
  expect(chat.looks[0]!.conversation.map(({ content }) => content)).toEqual(["Isn't it?", 'It is.']);
});

describe('scores of nobody known', () => {
  const table = `question,answer,score\n${egg},${yolk},4\nWhy?,So it is.,5\n`;

  test('are asked about, with one offer for all of them', async () => {
    const read = await preview('a.csv', table);
    expect(read.causes).toHaveLength(1);
    expect(read.causes[0]!.ways).toMatchObject([
      { mapping: { human: [{ column: 'score', system: 'assistant', criterion: 'rating' }] } },
      { mapping: { signals: [{ column: 'score', kind: 'judge', name: 'judge' }] } },
      { mapping: { leaveOut: ['score'] } },
    ]);
    expect(read.scales).toEqual([]);
  });

  test('are fields where they are left out', async () => {
    const mapping = { references: [], responses: [], human: [], signals: [], leaveOut: ['score'] };
    const read = await previewImport({ path: t.file('a.csv', table), mapping });
    expect(inShort(read)).toMatchObject({ items: 2, problem: null, scores: [] });
  });
});

describe('encodings', () => {
  test('UTF-16 with and without its mark', async () => {
    const text =
      'id,question,answer,human_score\na,Où est le café ?,Some of it.,4\nb,Why is that so?,Because.,5\n';
    for (const bytes of [Buffer.from(`\uFEFF${text}`, 'utf16le'), Buffer.from(text, 'utf16le')]) {
      const read = await preview('a.csv', bytes);
      expect(inShort(read)).toMatchObject({ items: 2, question: 'Où est le café ?', problem: null });
      expect(read.formatReason).toContain('UTF-16 (little-endian)');
    }
  });

  test.each([
    ['shift_jis', '93fa967b82cc8ef1937382cd82c782b182c582b782a9', '日本の首都はどこですか'],
    ['gb18030', 'd6d0b9fab5c4cad7b6bccac7c4c4c0ef', '中国的首都是哪里'],
    ['euc-kr', 'c7d1b1b9c0c720bcf6b5b5b4c220beeeb5f0c0d4b4cfb1ee', '한국의 수도는 어디입니까'],
  ] as const)('%s, chosen or guessed', async (encoding, hex, text) => {
    const bytes = Buffer.concat([
      Buffer.from('id,question,answer\na,'),
      Buffer.from(hex, 'hex'),
      Buffer.from(',Yes it is.\n'),
    ]);
    const chosen = await previewImport({ path: t.file('a.csv', bytes), encoding });
    expect(chosen.looks[0]!.conversation[0]!.content).toBe(text);
    expect(chosen.formatReason).toMatch(/^Read as /);
    const guessed = await previewImport({ path: t.file('b.csv', bytes) });
    expect(guessed.formatReason).toMatch(/not UTF-8; it was guessed to be /);
  });
});

test('records keyed by their ids have these as ids, in every orient of pandas', async () => {
  const [a, b] = [egg, 'Why is it so?'].map((question) => ({ question, response: yolk }));
  const byKey = await preview('a.json', JSON.stringify({ q1: a, q2: b }, null, 1));
  expect(byKey.items.map(({ id }) => id)).toEqual(['q1', 'q2']);
  const columns = { question: { '0': egg, '1': 'Why is it so?' }, response: { '0': yolk, '1': yolk } };
  const byColumn = await preview('b.json', JSON.stringify(columns));
  expect(byColumn.items.map(({ id }) => id)).toEqual(['0', '1']);
});

describe('packed files of one table', () => {
  const table = Buffer.from(`question,answer,human_score\n${egg},${yolk},4\nWhy?,So it is.,5\n`);

  test('Zstandard, and a ZIP with what a Mac puts beside a file', async () => {
    const zst = await preview('a.csv.zst', zstdCompressSync(table));
    expect(inShort(zst)).toMatchObject({ items: 2, reply: yolk, problem: null });
    const zip = await preview(
      'a.zip',
      Buffer.from(zipSync({ 'data/a.csv': table, '__MACOSX/._a.csv': Buffer.from('x') })),
    );
    expect(inShort(zip)).toMatchObject({ items: 2, reply: yolk, problem: null });
    expect(zip.formatReason).toContain('Read from a.csv in the ZIP.');
  });

  test('of several files a ZIP is refused, with their names', async () => {
    const zip = Buffer.from(zipSync({ 'a.csv': table, 'b.csv': table }));
    await expect(preview('a.zip', zip)).rejects.toThrow(/holds 2 files: a\.csv, b\.csv/);
  });
});

describe('twins of the hard files', () => {
  const span = (more: object) => ({
    span_id: 's',
    parent_span_id: null,
    start_time_unix_nano: 1,
    attributes: { 'mlflow.spanType': '"CHAIN"' },
    ...more,
  });
  const human = { source_type: 'HUMAN', source_id: 'rater-1' };
  const feedback = (id: string, value: number, more: object = {}) => ({
    assessment_id: id,
    assessment_name: 'quality',
    feedback: { value },
    source: human,
    ...more,
  });
  const info = (more: object = {}) => ({
    trace_id: 'tr-0',
    request_preview: '{"question": "How ...',
    response_preview: 'Seven...',
    ...more,
  });
  const long = `${yolk} `.repeat(100);

  test.each([
    ['that says it does not hold', [feedback('a', 1, { valid: false }), feedback('b', 4)]],
    ['that a later one names', [feedback('a', 1), feedback('b', 4, { overrides: 'a' })]],
    [
      'of a chain of three',
      [feedback('a', 1), feedback('c', 2, { overrides: 'a' }), feedback('b', 4, { overrides: 'c' })],
    ],
  ])('MLflow: overridden feedback %s is no vote; the texts are whole', async (_what, assessments) => {
    const outermost = span({
      attributes: {
        'mlflow.spanType': '"CHAIN"',
        'mlflow.spanInputs': JSON.stringify({ question: egg }),
        'mlflow.spanOutputs': JSON.stringify(long),
      },
    });
    const read = await preview(
      't.json',
      JSON.stringify([{ info: info({ assessments }), data: { spans: [outermost] } }]),
    );
    expect(read.looks[0]).toMatchObject({
      conversation: [{ role: 'user', content: egg }],
      replies: [{ system: 'assistant', texts: [long.slice(0, 4000)] }],
      scores: [{ name: 'quality', values: [4], by: 'people' }],
    });
  });

  test('MLflow: a trace with nothing but previews says so', async () => {
    const read = await preview('t.json', JSON.stringify([{ info: info(), data: { spans: [] } }]));
    expect(inShort(read)).toMatchObject({ items: 1, reply: 'Seven...' });
    expect((await importFile(t, path.join(t.folder, 't.json'), { format: 'traces-json' })).warnings).toEqual([
      '1 trace with previews alone, which may be cut.',
    ]);
  });

  const sample = (id: number, filter: string, taken: unknown, more: object) => ({
    doc_id: id,
    doc: { question: egg, number: id },
    target: '#### 7',
    arguments: { gen_args_0: { arg_0: `Q: ${egg}`, arg_1: { until: ['\n'] } } },
    resps: [[`${yolk} So 7.`]],
    filtered_resps: [taken],
    filter,
    metrics: Object.keys(more),
    ...more,
  });

  test('lm-evaluation-harness: the reply is what the model wrote, extracts and metrics of every filter beside it', async () => {
    const file = t.file(
      'samples_a.jsonl',
      lines(
        ...[0, 1].map((id) => sample(id, 'strict-match', '[invalid]', { exact_match: 0, chrf: 12.5 })),
        ...[0, 1].map((id) => sample(id, 'flexible-extract', '7', { exact_match: 1 })),
        sample(0, 'flexible-extract', '7', { exact_match: 1 }),
        { ...sample(0, 'none', 'x', { acc: 1 }), doc: { question: 'Of another task?' }, resps: [['x', 'y']] },
      ),
    );
    const result = await importFile(t, file, { format: 'lm-eval-jsonl' });
    expect(result).toMatchObject({ items: 3, responses: 3, humanScores: 0, machineScores: 7 });
    expect(
      t.db.prepare('SELECT external_id, text FROM item JOIN response ON item.id = item_id').raw().all(),
    ).toEqual([
      ['0', `${yolk} So 7.`],
      ['1', `${yolk} So 7.`],
      ['0~2', 'x'],
    ]);
    const scores = t.db
      .prepare(
        'SELECT name, value FROM machine_score JOIN signal ON signal.id = signal_id ORDER BY item_id, name',
      )
      .raw()
      .all();
    expect(scores.slice(0, 3)).toEqual([
      ['chrf (strict-match)', 12.5],
      ['exact_match (flexible-extract)', 1],
      ['exact_match (strict-match)', 0],
    ]);
    expect(JSON.parse(t.db.prepare('SELECT meta FROM item').pluck().get() as string)).toMatchObject({
      filtered_resps: { 'strict-match': '[invalid]', 'flexible-extract': '7' },
    });
    expect(result.warnings.filter((one) => one.startsWith('Left'))).toEqual([
      'Left behind: 1 further sample of one document and filter.',
      'Left behind: 1 further reply to a document.',
    ]);
  });

  test('lm-evaluation-harness: the likelihood of a whole text is no reply', async () => {
    const rolling = {
      ...sample(0, 'none', -12.5, { byte_perplexity: 2 }),
      arguments: [['The whole text.']],
      resps: [['-12.5']],
    };
    const read = await preview('samples_b.jsonl', lines(rolling));
    expect(inShort(read)).toMatchObject({ systems: [], reply: null });
  });

  test('a chat saved by a messenger is refused as one, however its dates are written', async () => {
    for (const [open, close] of [
      ['[07-03-25 09:0', ':11] '],
      ['[07.03.25, 09:0', ':11] '],
      ['07/03/2025, 09:0', ' - '],
    ]) {
      const chat = [egg, yolk, 'Why?', 'Because.'].map(
        (said, at) => `${open}${at}${close}${at % 2 === 0 ? 'Nina' : 'Shop Bot'}: ${said}\n`,
      );
      const read = await preview('chat.txt', chat.join(''));
      expect(inShort(read)).toMatchObject({
        items: 0,
        problem: expect.stringMatching(/chat that was saved/),
      });
    }
  });

  test('a message with its replies is refused as a tree', async () => {
    const reply = (rank: number) => ({
      message_id: `r${rank}`,
      text: `${yolk} ${rank}`,
      role: 'assistant',
      rank,
      replies: [],
    });
    const tree = {
      message_id: 'm',
      parent_id: null,
      text: egg,
      role: 'prompter',
      emojis: { '+1': 2 },
      replies: [reply(0), reply(1)],
    };
    const read = await preview('trees.json', JSON.stringify([tree, { ...tree, message_id: 'n' }]));
    expect(inShort(read)).toMatchObject({ problem: expect.stringMatching(/trees of replies/) });
  });

  test('results of Toloka are items with a vote of each worker', async () => {
    const header =
      'INPUT:id\tINPUT:question\tINPUT:answer\tOUTPUT:quality\tGOLDEN:quality\tASSIGNMENT:worker_id\tASSIGNMENT:status';
    const rows = ['a', 'b'].flatMap((id) =>
      ['w0', 'w1'].map((worker, at) => `${id}\t${egg}\t${yolk}\t${4 - at}\t\t${worker}\tAPPROVED`),
    );
    const read = await preview('results.tsv', `${[header, ...rows].join('\n')}\n`);
    expect(inShort(read)).toMatchObject({
      items: 2,
      scores: ['criterion quality'],
      question: egg,
      reply: yolk,
    });
    expect(read.looks[0]!.scores[0]!.values).toEqual([4, 3]);
  });

  test('summaries with lists of annotations by experts and by workers keep them apart', async () => {
    const record = (id: string, model: string) => ({
      id,
      model_id: model,
      decoded: `${yolk} Says ${model} of ${id}.`,
      references: ['One way.', 'Another way.'],
      text: 'A long report on it. '.repeat(9),
      expert_annotations: [3, 4, 5].map((coherence) => ({ coherence, fluency: 5 })),
      turker_annotations: [4, 4, 4, 4, 4].map((coherence) => ({ coherence, fluency: 4 })),
    });
    const read = await preview(
      'model_annotations.jsonl',
      lines(...[0, 1, 2, 3].map((at) => record(`d${at}`, `M${at % 2}`))),
    );
    expect(inShort(read)).toMatchObject({ items: 4, systems: ['M0', 'M1'], reply: `${yolk} Says M0 of d0.` });
    expect(read.looks[0]!.scores.map(({ name, values }) => [name, values.length])).toEqual([
      ['coherence (expert)', 3],
      ['fluency (expert)', 3],
      ['coherence (turker)', 5],
      ['fluency (turker)', 5],
    ]);
  });
});
