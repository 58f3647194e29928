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
