import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ByteWriter, parquetWrite } from 'hyparquet-writer';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { voterOf } from '../../core/import/formats/pairs/preference-judge.ts';
import { previewImport } from '../../core/import/preview.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import { wayToRead } from '../../shared/mapping.ts';
import { asLines, importHere, studyHere } from '../core/support/in-process.ts';
import { engineWithProject } from '../core/support/test-engine.ts';
import { importFile, openTestProject, refusalOf, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const file = (...records: object[]) => t.file('pairs.jsonl', asLines(records));
const format = 'preference-pairs';
const vote = { model_a: 'm', model_b: 'n', prompt: 'Why?', response_a: 'So.', response_b: 'No.' };

describe('what cannot be a preference of two named systems is refused with the mend', () => {
  test.each([
    [
      'DPO that names no models',
      { prompt: 'Why?', chosen: 'So.', rejected: 'No.' },
      'which models',
      'chosen_model',
    ],
    ['votes without replies', { model_a: 'm', model_b: 'n', winner: 'tie' }, 'two replies', 'response_a'],
    ['a winner of no known name', { ...vote, winner: 'o' }, 'names no winner', 'bothbad'],
    ['a system without a name', { ...vote, model_b: '', winner: 'tie' }, 'both of its systems', 'model_a'],
    [
      'replies that fit no turn',
      { ...vote, prompt: ['a', 'b', 'c'], response_a: ['x', 'y'], winner: 'tie' },
      'neither texts',
      'role',
    ],
  ])('%s', async (_what, record, message, remedy) => {
    const path = file(record);
    expect((await previewImport({ path })).format).toBe(format);
    const { details } = await refusalOf(importFile(t, path, { format }));
    expect(details.problems![0]).toMatchObject({ line: 1 });
    expect(details.problems![0]!.message).toContain(message);
    expect(details.problems![0]!.remedy).toContain(remedy);
  });

  test('a column for each winner that says none or two', async () => {
    const row = { ...vote, winner_model_a: 1, winner_model_b: 1, winner_tie: 0 };
    const { details } = await refusalOf(importFile(t, file(row), { format }));
    expect(details.problems![0]).toMatchObject({ line: 1, field: 'winner_model_a' });
  });
});

test('the two in the other order are the same pair, and a person counts once', async () => {
  const turned = { model_a: 'n', model_b: 'm', prompt: 'Why?', response_a: 'No.', response_b: 'So.' };
  const result = await importFile(
    t,
    file(
      { ...vote, winner: 'model_a', judge: 'author_1' },
      { ...turned, winner: 'model_b', judge: 'author_2' },
      { ...turned, winner: 'model_a', judge: 'author_1' },
    ),
    { format },
  );
  expect(result).toMatchObject({ items: 1, responses: 2, humanScores: 2 });
  expect(t.db.prepare('SELECT votes FROM human_score ORDER BY system_id').pluck().all()).toEqual([
    '[1,1]',
    '[0,0]',
  ]);
  expect(result.warnings).toContain('Left behind: 1 second vote of a person on the same two replies.');
});

test('systems that the file does not name are said to be unnamed', async () => {
  const row = { prompt: 'Why?', response_a: 'So.', response_b: 'No.', winner: 'a', annotator: 'ann' };
  const { warnings } = await importFile(t, file(row), { format });
  expect(warnings.join()).toContain('1 pair of systems that the file does not name');
  const { remarks } = await previewImport({ path: file(row) });
  expect(remarks).toHaveLength(1);
});

describe('what people write in a spreadsheet', () => {
  const asked = ['How do I reset it?', 'Where is the key?', 'When do you open?', 'Why was it sent back?'];
  const left = asked.map(
    (question) => `Open the settings and look for what ${question.slice(0, -1)} is about.`,
  );
  const right = asked.map((question) => `Please ask our team about "${question}" at the desk.`);
  /** Imports a table of one row a question, and tells who won each by system and who said so. */
  async function chosenIn(columns: Record<string, readonly string[]>, choices?: ColumnMapping['choices']) {
    const rows = [
      Object.keys(columns),
      ...asked.map((_, at) => Object.values(columns).map((cells) => cells[at]!)),
    ];
    const text = rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');
    const path = t.file('table.csv', text);
    const mapping = choices && wayToRead('', { choices }).mapping;
    const found = await previewImport({ path, mapping });
    const { humanScores, machineScores } = await importFile(t, path, { format: found.format, mapping });
    return {
      format: found.format,
      systems: found.systems,
      humanScores,
      machineScores,
      remarks: found.remarks,
    };
  }
  const people = ['Ann', 'Bo', 'Ann', 'Bo'];

  test.each<[string, Record<string, readonly string[]>, readonly string[]]>([
    [
      'names with spaces and capitals',
      {
        Prompt: asked,
        'Response A': left,
        'Response B': right,
        Winner: ['A', 'B', 'Tie', 'A'],
        Annotator: people,
      },
      ['first', 'second'],
    ],
    [
      'replies under their systems, of which one is named',
      {
        Question: asked,
        'Old bot': left,
        'New bot': right,
        'Which is better?': ['Old bot', 'New bot', 'same', 'New bot'],
        Rater: people,
      },
      ['New bot', 'Old bot'],
    ],
    [
      'replies that differ by a letter, of which one never won',
      {
        Question: asked,
        'Bot A': left,
        'Bot B': right,
        'Preferred (A/B/tie)': ['A', 'tie', 'A', 'A'],
        Who: people,
      },
      ['Bot A', 'Bot B'],
    ],
    [
      'letters alone',
      { Prompt: asked, A: left, B: right, 'best reply': ['A', 'tie', 'A', 'A'], annotator: people },
      ['first', 'second'],
    ],
    [
      'a label as judges write it',
      {
        question: asked,
        response_A: left,
        response_B: right,
        label: ['A>B', '[[A=B]]', 'A<B', 'A>B'],
        annotator: people,
      },
      ['first', 'second'],
    ],
    [
      'a winner in words',
      {
        prompt: asked,
        response_a: left,
        response_b: right,
        winner: ['Response A is better', 'same', 'Response B', 'neither'],
        annotator: people,
      },
      ['first', 'second'],
    ],
  ])('%s: a choice is a preference of people', async (_what, columns, systems) => {
    const found = await chosenIn(columns);
    expect(found).toMatchObject({ format, systems, humanScores: 8, machineScores: 0 });
  });

  const chosen = {
    Prompt: asked,
    'Model A': asked.map(() => 'x'),
    'Model B': asked.map(() => 'y'),
    'Answer A': left,
    'Answer B': right,
    Winner: ['A', 'B', 'tie', 'A'],
  };

  test('a choice of a model is no vote of a person', async () => {
    const found = await chosenIn({ ...chosen, Annotator: asked.map(() => 'gpt-4o') });
    expect(found).toMatchObject({ format, systems: ['x', 'y'], humanScores: 0, machineScores: 8 });
  });

  test('whose a choice of nobody is, is asked, and counts as it is said', async () => {
    const { details, message } = await refusalOf(chosenIn(chosen));
    expect(message).toContain('4 choices between two replies: did people make them, or a machine?');
    const said = details.ready!.map(({ options }) => JSON.parse(options.map![0]!) as { choices: 'people' });
    expect(said).toEqual([{ choices: 'people' }, { choices: 'machine' }, { choices: 'neither' }]);
    expect(await chosenIn(chosen, 'people')).toMatchObject({ humanScores: 8, machineScores: 0 });
    expect(await chosenIn(chosen, 'machine')).toMatchObject({ humanScores: 0, machineScores: 8 });
    expect(await chosenIn(chosen, 'neither')).toMatchObject({ humanScores: 0, machineScores: 0 });
  });

  test('choices of people and of judges stand beside each other, each by the name of its column', async () => {
    const found = await chosenIn({
      question: asked,
      model_a_answer: left,
      model_b_answer: right,
      judge_winner: ['A', 'B', 'A', 'tie'],
      human_winner: ['B', 'B', 'A', 'A'],
    });
    expect(found).toMatchObject({ systems: ['model_a', 'model_b'], humanScores: 8, machineScores: 8 });
    expect(found.remarks).toEqual([]);
    const alone = { question: asked, model_a_answer: left, model_b_answer: right };
    const judged = await chosenIn({ ...alone, gpt4_preference: ['A', 'B', 'A', 'tie'] });
    expect(judged).toMatchObject({ humanScores: 0, machineScores: 8 });
  });

  test('a name beside a choice is a person’s where its column is one of people', async () => {
    const { humanScores } = await chosenIn({
      question: asked,
      answer_a: left,
      answer_b: right,
      better: ['a', 'b', 'a', 'b'],
      rater: people,
    });
    expect(humanScores).toBe(8);
  });

  test('a judge is no person because a column of raters stands beside it', async () => {
    const records = { question: asked, answer_a: left, answer_b: right, better: ['a', 'b', 'a', 'b'] };
    const judged = (name: string) => ({ ...records, judge: asked.map(() => name), rater: people });
    const found = await chosenIn(judged('gpt-4o'));
    expect(found).toMatchObject({ humanScores: 0, machineScores: 8 });
    expect((await refusalOf(chosenIn(judged('strict')))).message).toContain(
      'by strict: did people make them',
    );
  });

  test('with scores of single replies beside them the table is read by its columns', async () => {
    const scores = ['4', '2', '5', '3'];
    const found = await chosenIn({
      Question: asked,
      'Bot A': left,
      'Bot B': right,
      bot_a_human_score: scores,
      Preferred: ['A', 'B', 'A', 'B'],
      Annotator: people,
    });
    expect(found.format).toBe('csv');
    expect(found.humanScores).toBe(4);
  });
});

test('rows of Parquet are pairs too', async () => {
  const writer = new ByteWriter();
  const column = (name: string, ...data: unknown[]) => ({ name, data, type: 'STRING' as const });
  const conversationSaying = (text: string) => [
    { role: 'user', content: 'Why?' },
    { role: 'assistant', content: text },
  ];
  parquetWrite({
    writer,
    columnData: [
      column('question_id', 'q1', 'q2'),
      column('model_a', 'm', 'm'),
      column('model_b', 'n', 'n'),
      column('winner', 'model_a', 'tie (bothbad)'),
      {
        name: 'conversation_a',
        data: [conversationSaying('So.'), conversationSaying('Thus.')],
        type: 'JSON',
      },
      { name: 'conversation_b', data: [conversationSaying('No.'), conversationSaying('Not.')], type: 'JSON' },
    ],
  });
  const path = t.file('pairs.parquet', Buffer.from(writer.getBuffer()));
  const result = await importFile(t, path, { format: 'parquet' });
  expect(result).toMatchObject({ items: 2, responses: 4, humanScores: 4 });
});

test.each([
  ['author_2', 'people', true],
  ['expert_17', null, true],
  ['Ann', 'people', true],
  ['Ann', null, null],
  ['Ann', 'models', false],
  ['gpt4_pair', 'people', false],
  ['claude-3-opus', 'people', false],
  ['alpaca_eval_gpt4', null, false],
  [['gpt-4', 'pair-v2'], 'people', false],
  [undefined, null, null],
  [undefined, 'people', true],
] as const)('the vote of %j in a file of %j is a person’s: %j', (name, byShape, isPerson) =>
  expect(voterOf(name, byShape).isPerson).toBe(isPerson),
);

describe('who chose between two replies, and scored both', () => {
  const texts = [0, 1, 2, 3].map((at) => `Why ${at}?,So it is ${at}.,No it is not ${at}.`);
  const table = (names: string, cells: (at: number) => string) =>
    t.file('pairs.csv', [names, ...texts.map((text, at) => `${text},${cells(at)}`), ''].join('\n'));
  const scores = () =>
    t.db
      .prepare(
        'SELECT criterion.name AS criterion, votes FROM human_score JOIN criterion ON criterion.id = criterion_id',
      )
      .all();
  const side = (at: number) => (at % 2 === 0 ? 'A' : 'B');

  test.each(['reviewer', 'evaluator', 'Annotator email', 'labeled_by', 'Tester', 'participant_id'])(
    'a person who is named under %s',
    async (name) => {
      const file = table(`prompt,response_a,response_b,winner,${name}`, (at) => `${side(at)},Ann Lee`);
      expect(await importFile(t, file, { format })).toMatchObject({ humanScores: 8, machineScores: 0 });
    },
  );

  test('a model, whatever the column is called, and a name under "judge" that says neither', async () => {
    const by = (name: string) =>
      table('prompt,response_a,response_b,winner,reviewer', (at) => `${side(at)},${name}`);
    expect(await importFile(t, by('gpt-4o'), { format })).toMatchObject({ humanScores: 0, machineScores: 8 });
    const file = table('prompt,response_a,response_b,winner,judge', (at) => `${side(at)},Ann`);
    const { message } = await refusalOf(importFile(t, file, { format }));
    expect(message).toContain('4 choices between two replies by Ann: did people make them, or a machine?');
  });

  test.each([
    ['prompt,response_a,response_b,rating_a,rating_b,winner,annotator', (at: number) => side(at)],
    [
      'Question,Old bot,New bot,Old bot rating,New bot rating,Better,Rater',
      (at: number) => (at % 2 === 0 ? 'Old bot' : 'New bot'),
    ],
    ['prompt,answer_1,answer_2,score 1,score 2,preference,labeled_by', (at: number) => `${1 + (at % 2)}`],
  ])('scores of both beside the choice: %s', async (names, choice) => {
    const { result } = await importByGuess(names, (at) => `${at + 1},5,${choice(at)},Ann`);
    expect(result).toMatchObject({ items: 4, humanScores: 16 });
    expect(scores()).toEqual(
      expect.arrayContaining([
        { criterion: 'rating', votes: '[2]' },
        { criterion: 'rating', votes: '[5]' },
        { criterion: 'preference', votes: '[1]' },
      ]),
    );
  });

  test('scores that name a machine are its, beside a person’s choice', async () => {
    const names = 'prompt,response_a,response_b,gpt4_score_a,gpt4_score_b,winner,annotator';
    const { result } = await importByGuess(names, (at) => `${at + 1},5,${side(at)},Ann`);
    expect(result).toMatchObject({ humanScores: 8, machineScores: 8 });
  });

  test('scores of nobody are asked about with the choices, and a cell that is none is refused', async () => {
    const names = 'prompt,response_a,response_b,score_a,score_b,winner';
    const error = await refusalOf(importByGuess(names, (at) => `${at + 1},5,${side(at)}`));
    expect(error.message).toContain('4 choices between two replies and 4 pairs of scores');
    const wrong = table(`${names},annotator`, (at) => `${at + 1},so,${side(at)},Ann`);
    const { details } = await refusalOf(importFile(t, wrong, { format }));
    expect(details.problems![0]).toMatchObject({ line: 2, field: 'score_b' });
  });

  function importByGuess(names: string, cells: (at: number) => string) {
    const path = table(names, cells);
    return previewImport({ path }).then(async (preview) => ({
      result: await importFile(t, path, { format: preview.format! }),
    }));
  }
});

/** Share of wins of the first of two systems, from the data set's own description, and what a study of them says. */
async function assertNetWin(text: string, items: number, share: number, judged: number): Promise<void> {
  const { engine } = await engineWithProject();
  const { datasetId } = await importHere(engine, text, 'pairs.jsonl');
  const studyId = await studyHere(engine, {
    datasetId: datasetId!,
    system: 'bloom-7b',
    against: 'llama-7b',
    measure: { kind: 'criterion', criterion: 'preference' },
    surrogate: { kind: 'judge', judge: 'pandalm-7b', criterion: 'preference' },
  });
  const { form } = await engine.client.study.get({ studyId });
  expect(form).toEqual({ kind: 'preference', steps: 3 });
  const { fullEvaluation, judges } = await engine.client.estimate.current({ studyId });
  expect(fullEvaluation!.items).toBe(items);
  expect((1 + fullEvaluation!.value) / 2).toBeCloseTo(share, 4);
  expect((1 + judges.find(({ name }) => name === 'pandalm-7b')!.value) / 2).toBeCloseTo(judged, 4);
  await engine.close();
}

const pandalm = path.join(import.meta.dirname, '../../../shared/data/pandalm_pairs/items.jsonl');

test.skipIf(!existsSync(pandalm))(
  'PandaLM: the net win rate is the published one (skipped where the data is not there)',
  () => assertNetWin(readFileSync(pandalm, 'utf8'), 111, 0.3048, 0.4099),
);

test('a made-up set of the same shape', () => {
  const made = Array.from({ length: 20 }, (_, i) => ({
    id: `p${i}`,
    group: 'g',
    conversation: [{ role: 'user', content: `Why ${i}?` }],
    responses: { 'llama-7b': `So ${i}.`, 'bloom-7b': `No ${i}.` },
    pair: i % 2 === 0 ? ['llama-7b', 'bloom-7b'] : ['bloom-7b', 'llama-7b'],
    human: { pair: { preferred: [1, 0] } },
    judge: { 'pandalm-7b': { pair: { preferred: i < 10 ? 1 : 2 } } },
  }));
  // Every person who decided took the first one, which was each of the two as often; so did the judge in the first half alone.
  return assertNetWin(
    asLines([...made, { ...made[0], id: 'more' }]),
    21,
    (10 * 0.75 + 11 * 0.25) / 21,
    10 / 21,
  );
});
