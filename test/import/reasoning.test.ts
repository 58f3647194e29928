import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { previewImport } from '../../core/import/preview.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import type { AppError } from '../../shared/errors.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const empty = { references: [], responses: [], human: [], signals: [] };
const whole = (mapping?: Partial<ColumnMapping>) => mapping && { mapping: { ...empty, ...mapping } };

/** Imports as the command line does. */
async function take(path: string, mapping?: Partial<ColumnMapping>, others?: readonly string[]) {
  const request = {
    path,
    ...whole(mapping),
    ...(others && { others: others.map((other) => ({ path: other, ...whole(mapping) })) }),
  };
  return importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, request));
}

/** Pastes the mapping that a refusal offers. */
const pasted = ({ details }: AppError, at = 0) =>
  JSON.parse(details.ready![at]!.options.map![0]!) as Partial<ColumnMapping>;

const texts = () => t.db.prepare('SELECT text FROM response ORDER BY item_id, system_id, turn').pluck().all();
const metas = () =>
  (t.db.prepare('SELECT meta FROM item ORDER BY id').pluck().all() as (string | null)[]).map(
    (meta) => meta && JSON.parse(meta),
  );

const asked = '2 of 4 replies begin with a model’s reasoning (<think>The capital of France?</think>Par…).';
const replies = [
  '<think>The capital of France?</think>Paris.',
  '<think>\nA river.\n</think>\n\nThe Seine.',
  'It says "<think>" and </think> here.',
  '<think>I never end',
];
const csv = `id,question,response\n${replies
  .map((reply, at) => `${at},"Why ${at}?","${reply.replaceAll('"', '""')}"`)
  .join('\n')}\n`;
const jsonl = replies
  .map((reply, at) =>
    JSON.stringify({
      id: `${at}`,
      conversation: [{ role: 'user', content: `Why ${at}?` }],
      responses: { bot: reply },
    }),
  )
  .join('\n');
const records = replies
  .map((reply, at) => JSON.stringify({ id: `${at}`, question: `Why ${at}?`, response: reply, source: 'web' }))
  .join('\n');
const column = (name: string, data: unknown[]) => ({ name, data, type: 'STRING' as const });
const parquet = () =>
  Buffer.from(
    parquetWriteBuffer({
      columnData: [
        column('id', ['0', '1', '2', '3']),
        column(
          'question',
          replies.map((_, at) => `Why ${at}?`),
        ),
        column('response', replies),
      ],
    }),
  );

const files: [string, () => string | Buffer][] = [
  ['replies.csv', () => csv],
  ['replies.jsonl', () => `${jsonl}\n`],
  ['records.jsonl', () => `${records}\n`],
  ['replies.parquet', parquet],
];

describe.each(files)('replies of %s that begin with reasoning', (name, content) => {
  test('are asked about, with both ways to paste, and nothing is stored', async () => {
    const refused = await refusalOf(take(t.file(name, content())));
    expect(refused.message).toContain(asked);
    expect(refused.details.ready).toEqual([
      { says: 'Keep reasoning apart', options: { map: ['{"reasoning":"apart"}'] } },
      { says: 'Leave replies as they are', options: { map: ['{"reasoning":"whole"}'] } },
    ]);
    expect(texts()).toEqual([]);
  });

  test('are what follows it where it is kept apart, as a field; one that never ends is counted and stays', async () => {
    const path = t.file(name, content());
    const result = await take(path, pasted(await refusalOf(take(path))));
    expect(texts()).toEqual(['Paris.', 'The Seine.', replies[2], replies[3]]);
    expect(metas().map((meta) => meta?.reasoning?.[0].text)).toEqual([
      'The capital of France?',
      'A river.',
      undefined,
      undefined,
    ]);
    expect(metas()[0].reasoning[0]).toMatchObject({ system: expect.any(String), turn: 0 });
    expect(result.warnings).toContain(
      '2 replies with reasoning, which is kept as a field of the item and never scored.',
    );
    expect(result.warnings.join()).toContain('reasoning that never ends');
  });

  test('stay as they are where that was chosen', async () => {
    const path = t.file(name, content());
    await take(path, pasted(await refusalOf(take(path)), 1));
    expect(texts()).toEqual(replies);
  });

  test('are offered in the preview, which then shows what comes in', async () => {
    const path = t.file(name, content());
    const { causes } = await previewImport({ path });
    expect(causes).toMatchObject([
      { ways: [{ mapping: { reasoning: 'apart' } }, {}], examples: [{ message: asked }] },
    ]);
    const apart = await previewImport({ path, mapping: { ...empty, reasoning: 'apart' } });
    expect([apart.problemCount, apart.itemCount]).toEqual([0, 4]);
    expect(apart.looks[0]?.replies[0]?.texts).toEqual(['Paris.']);
    expect(apart.systems).toEqual((await previewImport({ path })).systems);
  });
});

test('a file without reasoning is asked nothing, though texts speak of it', async () => {
  const told = csv.replaceAll(/"<think>[^"]*"/g, '"The tag <think>x</think> is used."');
  expect((await take(t.file('told.csv', told))).items).toBe(4);
});

test('reasoning that never ends alone asks nothing, and is counted', async () => {
  const path = t.file('cut.csv', 'id,question,response\n1,Why?,<think>So\n2,Who?,Me.\n');
  const { warnings } = await take(path);
  expect(warnings).toContain('1 reply with reasoning that never ends, which stays in the reply.');
});

test('a mapping that was given is repeated in what is to be pasted', async () => {
  const path = t.file(
    'odd.csv',
    'a,b,c\n1,Why is it so?,<think>So</think>Because.\n2,Who is it?,It is me.\n',
  );
  const given = { id: 'a', question: 'b', responses: [{ column: 'c', system: 'qwen' }] };
  const mapping = pasted(await refusalOf(take(path, given)));
  expect(mapping).toEqual({ ...given, reasoning: 'apart' });
  await take(path, mapping);
  expect(texts()).toEqual(['Because.', 'It is me.']);
});

test('turns of assistants lose their reasoning too, and those of users keep what they wrote', async () => {
  const conversation = [
    { role: 'user', content: '<think>what I wrote</think>Hi' },
    { role: 'assistant', content: '<think>Greeting.</think>Hello.' },
    { role: 'user', content: 'Why?' },
  ];
  const item = {
    id: '1',
    conversation,
    responses: { bot: ['<think>Hm.</think>'] },
    meta: { reasoning: 'mine' },
  };
  const path = t.file('turns.jsonl', `${JSON.stringify(item)}\n`);
  const refused = await refusalOf(take(path));
  expect(refused.message).toContain('2 of 2 replies begin');
  const { warnings } = await take(path, pasted(refused));
  expect(JSON.parse(t.db.prepare('SELECT conversation FROM item').pluck().get() as string)).toMatchObject([
    { content: '<think>what I wrote</think>Hi' },
    { content: 'Hello.' },
    { content: 'Why?' },
  ]);
  expect(texts()).toEqual(['']);
  expect(metas()[0]).toEqual({
    reasoning: 'mine',
    'reasoning of replies': [
      { turn: 1, text: 'Greeting.' },
      { system: 'bot', turn: 0, text: 'Hm.' },
    ],
  });
  expect(warnings.join()).toContain('1 reply with reasoning and no answer, so that the reply is empty');
});

test('several files are asked about together, and one answer holds for all', async () => {
  const one = t.file('alpha.csv', csv);
  const two = t.file('beta.csv', csv.replaceAll('Paris', 'Lyon'));
  const refused = await refusalOf(take(one, undefined, [two]));
  // One question, whatever each file's replies begin with.
  expect(refused.details.causes).toMatchObject([
    {
      ways: [{ mapping: { reasoning: 'apart' } }, { mapping: { reasoning: 'whole' } }],
      count: 2,
      examples: [
        { message: expect.stringContaining('.csv: ') },
        { message: expect.stringContaining('beta.csv: ') },
      ],
    },
  ]);
  await take(one, pasted(refused), [two]);
  expect(texts().slice(0, 2)).toEqual(['Paris.', 'Lyon.']);
  const { causes } = await previewImport({ path: one });
  expect(causes.map(({ ways }) => ways?.map(({ mapping }) => mapping.reasoning))).toEqual([
    ['apart', 'whole'],
  ]);
});

test('beside another fault no way on is printed that would lead to the next refusal', async () => {
  const path = t.file('twice.csv', `${csv}0,"Why so?","Again."\n`);
  const { details } = await refusalOf(take(path));
  expect(details.problemCount).toBeGreaterThan(1);
  expect(details.ready?.map(({ says }) => says)).not.toContain('Keep reasoning apart');
});

const asLines = (response: (n: number) => string) =>
  [1, 2, 3].map((n) => `${JSON.stringify({ question: `What is ${n}?`, response: response(n) })}\n`).join('');

describe('reasoning in words, and in the notation of other tools', () => {
  test.each([
    [
      'steps of an agent',
      (n: number) =>
        `Thought: I recall ${n}.\nAction: search[${n}]\nObservation: yes\nFinal Answer: It is ${n}.`,
    ],
    ['headings', (n: number) => `## Reasoning\nI recall ${n}.\n\n## Answer\nIt is ${n}.`],
    ['lines in bold', (n: number) => `**Reasoning**\nI recall ${n}.\n\n**Final answer**\nIt is ${n}.`],
    [
      'sentences',
      (n: number) => `Here is my thought process: I recall ${n}.\nHere is my response: It is ${n}.`,
    ],
    [
      'a final response between marks',
      (n: number) =>
        `Here are my reasoning steps:\nI recall ${n}.\n[BEGIN FINAL RESPONSE]\nIt is ${n}.\n[END FINAL RESPONSE]`,
    ],
    ['Chinese', (n: number) => `思考：I recall ${n}.\n回答：It is ${n}.`],
    ['German', (n: number) => `Denkprozess: I recall ${n}.\nAntwort: It is ${n}.`],
    ['a tag that a prompt asked for', (n: number) => `<scratchpad>I recall ${n}.</scratchpad>\nIt is ${n}.`],
    [
      'a longer tag',
      (n: number) => `<inner_monologue>I recall ${n}.</inner_monologue><output>It is ${n}.</output>`,
    ],
    [
      'a folded part of a chat',
      (n: number) => `<details type="reasoning" done="true">\n> I recall ${n}.\n</details>\nIt is ${n}.`,
    ],
    [
      'tokens of Cohere',
      (n: number) =>
        `<|START_THINKING|>I recall ${n}.<|END_THINKING|><|START_RESPONSE|>It is ${n}.<|END_RESPONSE|>`,
    ],
    ['tokens of MedGemma', (n: number) => `<unused94>thought\nI recall ${n}.<unused95>It is ${n}.`],
  ])('is asked about, and kept apart where that is said: %s', async (_name, reply) => {
    const path = t.file('replies.jsonl', asLines(reply));
    const refused = await refusalOf(take(path));
    expect(refused.message).toContain('3 of 3 replies begin with a model’s reasoning');
    await take(path, pasted(refused));
    expect(texts()).toEqual(['It is 1.', 'It is 2.', 'It is 3.']);
    expect(metas()[0].reasoning[0].text).toContain('I recall 1.');
  });

  test.each([
    ['in the middle', (n: number) => `It is ${n}. Thought: none. Answer: ${n}`],
    ['without an answer behind it', (n: number) => `Thought: it may be ${n}.`],
    ['a heading of something else', (n: number) => `## Thinking about ${n}\nIt is ${n}.\n## Answer\nYes.`],
    [
      'a folded part that is no reasoning',
      (n: number) => `<details><summary>${n}</summary>More</details>It is ${n}.`,
    ],
  ])('is the reply: %s', async (_name, reply) => {
    await take(t.file('replies.jsonl', asLines(reply)));
    expect(texts()).toEqual([1, 2, 3].map(reply));
  });
});
