import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { iqaTables } from '../../../shared/contract/protocol-tables.ts';
import { asLines } from '../support/in-process.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { madeUpQuizzes } from './support/made-up-quizzes.ts';
import { runToEnd } from './support/scripted-model.ts';
import { programSpec, projectForRuns } from './support/stored-runs.ts';

const scale = (name: string) => ({
  kind: 'criterion' as const,
  name,
  scale: { min: 1, max: 5, direction: 'higher' as const },
});
const scales = { scales: [scale('helpfulness'), scale('fluency')] };
const systems = ['heron', 'wren'];
const helpfulness = [1, 2, 3, 4, 5, 5];
const right = ['yes', 'no', 'yes', 'no', 'yes', 'yes'];

/** Six questions that people asked both systems about; they answered yes every time. */
const records = helpfulness.map((rating, i) => ({
  id: `q${i}`,
  group: `q${i}`,
  conversation: [
    { role: 'user', content: `Question ${i}?` },
    { role: 'assistant', content: 'Perhaps.' },
    ...(i < 3
      ? [
          { role: 'user', content: 'Sure?' },
          { role: 'assistant', content: 'Yes.' },
        ]
      : []),
  ],
  reference: [right[i]],
  responses: { heron: 'yes', wren: 'yes' },
  human: Object.fromEntries(
    systems.map((system) => [system, { helpfulness: [rating], fluency: [6 - rating] }]),
  ),
  meta: { expert: i < 5 ? 'yes' : 'no' },
}));

const standard = { name: 'standard', role: 'r', expectation: 'e' };
const expert = { name: 'expert', role: 'x', expectation: 'y' };

interface Judged {
  readonly scores: readonly number[];
  readonly fluency?: number;
  readonly run?: number;
  readonly persona?: number;
}

const judged = ({ scores, fluency = 4, run = 0, persona = 0 }: Judged) =>
  scores.map((score, item) => ({
    item,
    persona,
    run,
    outcome: {
      judged: [{ helpfulness: score, fluency: fluency + (item % 2) }],
      interactions: [
        { itemId: item + 1, queries: 2, isCorrect: item < 3, isAnswered: true, hasGold: true, sentences: 6 },
      ],
    },
  }));

const settings = (more: object = {}) => ({
  protocol: 'iqa-eval',
  user: programSpec('user'),
  judges: [programSpec('a')],
  personas: [{ ...standard, share: 1 }],
  ...more,
});

const first = [2, 2, 3, 3, 5, 4];

async function project() {
  const { engine, store } = await projectForRuns(records, scales);
  const both = (more: object, outcomes: Judged[]) =>
    systems.map((system) => store({ system, settings: settings(more), outcomes: outcomes.flatMap(judged) }));
  const plain = both({ runs: 2 }, [{ scores: first }, { scores: first.map((score) => score - 1), run: 1 }]);
  const debiased = both({ debias: true }, [{ scores: first }]);
  const several = both({ judges: [programSpec('a'), programSpec('b')] }, [{ scores: first }]);
  const mix = [
    { ...standard, share: 0.8 },
    { ...expert, share: 0.2 },
  ];
  const mixed = both({ personas: mix }, [{ scores: first }, { scores: [1, 1, 1, 1, 1, 1], persona: 1 }]);
  const direct = both({ condition: 'direct', user: null }, [{ scores: first }]);
  return { engine, plain, debiased, several, mixed, direct };
}

type Cells = readonly { value: number | null; deviation: number | null }[];
const values = (cells: Cells) => cells.map(({ value }) => (value === null ? null : Number(value.toFixed(4))));

test('Table 1: people, then evaluators; measures by system', async () => {
  const { engine, plain } = await project();
  const table = await engine.client.protocol.table({ runIds: plain, table: '1' });
  expect(table.columns.map(({ group, name }) => `${group} ${name}`)).toEqual([
    'helpfulness heron',
    'helpfulness wren',
    'fluency heron',
    'fluency wren',
    'queries heron',
    'queries wren',
    'accuracy heron',
    'accuracy wren',
  ]);
  // People: 20/6 and 16/6; 9 queries on 6 questions; 4 of 6 right. Judges: (19 + 13)/12; 4.5; 2; 3 of 6.
  const twice = (list: readonly number[]) => list.flatMap((value) => [value, value]);
  expect(table.rows.map(({ label, cells }) => [label, values(cells)])).toEqual([
    ['People', twice([3.3333, 2.6667, 1.5, 0.6667])],
    ['IQA-EVAL (standard)', twice([2.6667, 4.5, 2, 0.5])],
  ]);
});

test('Table 4: means with the deviation between repetitions, and correlations; Table 2 has these alone', async () => {
  const { engine, plain, mixed } = await project();
  const { columns, rows } = await engine.client.protocol.table({ runIds: [...plain, ...mixed], table: '4' });
  expect(columns.map(({ group, name }) => `${group} ${name}`)).toEqual([
    'helpfulness heron',
    'helpfulness wren',
    'helpfulness ρ',
    'fluency heron',
    'fluency wren',
    'fluency ρ',
    'overall ρ',
  ]);
  expect(rows.map(({ label }) => label)).toEqual([
    'People',
    'IQA-EVAL (standard)',
    'IQA-EVAL (expert 20 % + standard 80 %)',
  ]);
  // The means of the two repetitions are 19/6 and 13/6: their deviation is sqrt(1/2).
  expect(rows[1]!.cells[0]!.deviation).toBeCloseTo(Math.SQRT1_2, 12);
  expect(rows[2]!.cells[0]!.value).toBeCloseTo(0.8 * (19 / 6) + 0.2, 12);
  expect(rows[0]!.cells[2]).toEqual({ value: null, deviation: null });
  const { evaluations } = await engine.client.protocol.meta({ runIds: plain });
  const pooled = evaluations[0]!.rows.filter(({ system }) => system === null);
  const rho = pooled.map(({ pearson }) => pearson.value);
  expect([rows[1]!.cells[2]!.value, rows[1]!.cells[5]!.value, rows[1]!.cells[6]!.value]).toEqual(rho);
  const second = await engine.client.protocol.table({ runIds: plain, table: '2' });
  expect(second.rows).toHaveLength(1);
  expect(second.rows[0]!.cells.map(({ value }) => value)).toEqual(rho);
});

test('Tables 6 and 7 take what differs by debiasing alone, 8 and 9 what several judges scored', async () => {
  const { engine, plain, debiased, several, mixed } = await project();
  const runIds = [...plain, ...debiased, ...several, ...mixed];
  const labels = async (table: '6' | '7' | '8' | '9') =>
    (await engine.client.protocol.table({ runIds, table })).rows.map(({ label }) => label);
  const six = await labels('6');
  expect(six).toHaveLength(3);
  expect(six[1]).toContain('debiasing instruction no');
  expect(six[2]).toContain('debiasing instruction yes');
  expect(await labels('7')).toHaveLength(4);
  const eight = await labels('8');
  expect(eight).toHaveLength(2);
  expect(eight[1]).toContain('/models/a + /models/b');
  expect(await labels('9')).toHaveLength(1);
});

test('Table 15 sets a subset beside the whole, over its items alone', async () => {
  const { engine, mixed } = await project();
  const subset = { field: 'expert', value: 'yes' };
  const { rows } = await engine.client.protocol.table({ runIds: mixed, table: '15', subset });
  expect(rows.map(({ label }) => label)).toEqual([
    'People',
    'IQA-EVAL (expert 20 % + standard 80 %)',
    'People, expert yes',
    'IQA-EVAL (expert 20 % + standard 80 %), expert yes',
  ]);
  expect(rows[2]!.cells[0]!.value).toBe(3);
  expect(rows[3]!.cells[0]!.value).toBeCloseTo(0.8 * 3 + 0.2, 12);
  const none = engine.client.protocol.table({
    runIds: mixed,
    table: '15',
    subset: { field: 'expert', value: 'perhaps' },
  });
  await expect(none).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('Tables 10, 14 and 17 take direct answers alone', async () => {
  const { engine, plain, direct } = await project();
  const runIds = [...plain, ...direct];
  const { rows, columns } = await engine.client.protocol.table({ runIds, table: '14' });
  expect(columns.map(({ name }) => name)).toEqual(['sentences', 'accuracy']);
  // Six sentences in the replies of two queries; 3 of 6 right.
  expect(rows.map(({ label, cells }) => [label, values(cells)])).toEqual([
    ['heron', [3, 0.5]],
    ['wren', [3, 0.5]],
  ]);
  await expect(engine.client.protocol.table({ runIds: plain, table: '10' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('Table 10'),
  });
});

test('every table has as many cells as columns', async () => {
  const { engine, plain, debiased, several, direct } = await project();
  const runIds = [...plain, ...debiased, ...several, ...direct];
  for (const table of iqaTables) {
    const { columns, rows } = await engine.client.protocol.table({ runIds, table });
    expect(rows.length).toBeGreaterThan(0);
    for (const { cells } of rows) expect(cells).toHaveLength(columns.length);
  }
});

test('where people scored nothing the evaluators stand alone', async () => {
  const { engine, store } = await projectForRuns(records.map(({ human: _human, ...record }) => record));
  const runIds = [store({ system: 'heron', settings: settings(), outcomes: judged({ scores: first }) })];
  const { rows, notes } = await engine.client.protocol.table({ runIds, table: '4' });
  expect(rows).toHaveLength(1);
  expect(rows[0]!.cells[1]).toEqual({ value: null, deviation: null });
  expect(notes[0]).toContain('no scores of people');
});

const halie = path.resolve(import.meta.dirname, '../../../../shared/data/halie/iqa_quizzes.jsonl');
const judge = path.resolve(import.meta.dirname, '../../../docs/plain-judge.mjs');

/** Scores the quizzes of a system with the judge of the docs, and lays out Table 4. */
async function tableOfQuizzes(content: string, system: string) {
  const { engine, folder } = await engineWithProject();
  const records = content
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as { system: string })
    .filter((record) => record.system === system);
  const datasetId = await importRecords(engine, folder, records, scales);
  const run = await runToEnd(engine, {
    datasetId,
    model: { kind: 'recorded', system },
    settings: {
      protocol: 'iqa-eval',
      judges: [{ kind: 'command', command: process.execPath, args: [judge], processes: 1 }],
      personas: [{ ...standard, share: 1 }],
    },
  });
  return engine.client.protocol.table({ runIds: [run.id], table: '4' });
}

test.skipIf(!existsSync(halie))(
  'Table 4 on HALIE: people as the paper prints them (skipped where the data are not beside the checkout)',
  { timeout: 120_000 },
  async () => {
    const { rows } = await tableOfQuizzes(readFileSync(halie, 'utf8'), 'Davinci');
    expect(rows.map(({ label, cells }) => [label, cells.map(({ value }) => value?.toFixed(2))])).toEqual([
      ['People', ['3.52', undefined, '3.22', undefined, undefined]],
      ['IQA-EVAL (standard)', ['3.73', '0.12', '3.54', '0.17', '0.17']],
    ]);
  },
);

test('Table 4 on made-up quizzes of their shape', { timeout: 120_000 }, async () => {
  const { rows } = await tableOfQuizzes(asLines(madeUpQuizzes), 'Davinci');
  // Two answers of two words, each a sentence; people's means of the two quizzes are 3.42 and 3.62.
  expect(rows.map(({ label, cells }) => [label, cells.map(({ value }) => value?.toFixed(2))])).toEqual([
    ['People', ['3.52', undefined, '3.22', undefined, undefined]],
    ['IQA-EVAL (standard)', ['1.00', undefined, '5.00', undefined, undefined]],
  ]);
});
