import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { previewImport } from '../../core/import/preview.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import { importFile, openTestProject, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

/** A mapping that says only what classes are worth. */
const classes = (worth: NonNullable<ColumnMapping['classes']>): ColumnMapping => ({
  ...{ references: [], responses: [], human: [], signals: [] },
  classes: worth,
});

/** Imports a file in the format that is found out: every vote by item, system and criterion, and what was told. */
async function people(name: string, text: string, mapping?: ColumnMapping) {
  const file = t.file(name, text);
  const { format } = await previewImport({ path: file });
  const result = await importFile(t, file, { format, ...(mapping && { mapping }) });
  const votes = t.db
    .prepare(
      `SELECT item.external_id AS item, system.name AS system, criterion.name AS criterion, votes FROM human_score
       JOIN item ON item.id = item_id JOIN system ON system.id = system_id
       JOIN criterion ON criterion.id = criterion_id ORDER BY item.id, 2, 3`,
    )
    .all() as { item: string; system: string; criterion: string; votes: string }[];
  return {
    format,
    warnings: result.warnings,
    items: result.items,
    votes: votes.map((row) => `${row.item} ${row.system} ${row.criterion} ${row.votes}`),
    stored: JSON.stringify(t.db.prepare('SELECT * FROM item').all()),
  };
}

const table = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\n');

/** Rows of Mechanical Turk: task, worker, status, and what was asked and answered. */
const turk = (inputs: readonly string[], answers: readonly string[], rows: readonly (readonly string[])[]) =>
  table([
    ['HITId', 'WorkerId', 'AssignmentStatus', 'WorkTimeInSeconds', ...inputs, ...answers],
    ...rows.map(([hit, worker, ...rest]) => [hit!, worker!, 'Approved', '9', ...rest]),
  ]);

describe('results of crowd platforms', () => {
  test('answers that are all in one cell of JSON, and choices of true and false', async () => {
    const answer = (given: number, note: string) =>
      JSON.stringify([
        {
          quality: { 1: given === 1, 2: given === 2, 3: given === 3 },
          tags: { rude: true, long: true },
          note,
        },
      ]);
    const { votes, stored } = await people(
      'batch.csv',
      turk(
        ['Input.question', 'Input.response'],
        ['Answer.taskAnswers'],
        [
          ['h1', 'w1', 'Why?', 'Because.', answer(3, 'I like 2 of it')],
          ['h1', 'w2', 'Why?', 'Because.', answer(1, 'bad')],
        ],
      ),
    );
    expect(votes).toEqual([
      'h1 assistant quality [3,1]',
      'h1 assistant tags.long [1,1]',
      'h1 assistant tags.rude [1,1]',
    ]);
    expect(stored).toContain('I like 2 of it');
  });

  test('replies of two systems to one prompt are one item; ages and free numbers rate nothing', async () => {
    const { votes, items } = await people(
      'batch.csv',
      turk(
        ['Input.id', 'Input.question', 'Input.system', 'Input.response'],
        ['Answer.rating', 'Answer.age'],
        [
          ['h1', 'w1', 'q1', 'Why?', 'A', 'Because.', '4', '31'],
          ['h2', 'w1', 'q1', 'Why?', 'B', 'No.', '2', '31'],
          ['h2', 'w2', 'q1', 'Why?', 'B', 'No.', '1', '44'],
        ],
      ),
    );
    expect(items).toBe(1);
    expect(votes).toEqual(['q1 A rating [4]', 'q1 B rating [2,1]']);
  });

  test('words are no score until a mapping says what they are worth', async () => {
    const text = turk(
      ['Input.question', 'Input.response'],
      ['Answer.tone'],
      [
        ['h1', 'w1', 'Why?', 'Because.', 'warm'],
        ['h1', 'w2', 'Why?', 'Because.', 'cold'],
        ['h2', 'w1', 'When?', 'Now.', 'warm'],
      ],
    );
    const read = await people('batch.csv', text);
    expect(read.votes).toEqual([]);
    expect(read.warnings.join()).toContain('3 answers to "tone" are words, kept with the item');
    t.close();
    t = openTestProject();
    const said = await people('batch.csv', text, classes({ tone: { warm: 1, cold: 0 } }));
    expect(said.votes).toEqual(['h1 assistant tone [1,0]', 'h2 assistant tone [1]']);
  });

  test('two replies with a choice are preferences of people', async () => {
    const { votes } = await people(
      'batch.csv',
      turk(
        ['Input.prompt', 'Input.model_a', 'Input.model_b', 'Input.response_a', 'Input.response_b'],
        ['Answer.preferred'],
        [
          ['h1', 'w1', 'Why?', 'S', 'T', 'Because.', 'No.', 'A'],
          ['h1', 'w2', 'Why?', 'S', 'T', 'Because.', 'No.', 'Response B'],
          ['h2', 'w1', 'When?', 'S', 'T', 'Now.', 'Later.', 'tie'],
        ],
      ),
    );
    expect(votes).toEqual([
      'h1 S preference [1,0]',
      'h1 T preference [0,1]',
      'h2 S preference [0.5]',
      'h2 T preference [0.5]',
    ]);
  });

  test('a table with such columns and no worker, status or task is no result of a platform', async () => {
    const { format } = await previewImport({
      path: t.file('x.csv', 'Input.question,Answer.text,human\nWhy?,Because.,4\nWhen?,Now.,3\n'),
    });
    expect(format).toBe('csv');
  });

  test('fields called by other names than "system" and "response" are found as in any table', async () => {
    const text = 'Ann: I was late today. Bob: How come? Ann: The train stood still for an hour.';
    const { votes, stored, items } = await people(
      'batch.csv',
      turk(
        ['Input.model_type', 'Input.dialogue', 'Input.summary'],
        ['Answer.Fluency'],
        [
          ['h1', 'w1', 'E', text, 'Ann came late by train.', '4'],
          ['h1', 'w2', 'E', text, 'Ann came late by train.', '3'],
          ['h2', 'w1', 'F', text, 'Bob was late on that day.', '2'],
          ['h3', 'w1', 'E', `${text} Bob: I see.`, 'Bob sees why Ann was late.', '5'],
        ],
      ),
    );
    expect(items).toBe(2);
    expect(votes).toEqual(['h1 E Fluency [4,3]', 'h1 F Fluency [2]', 'h3 E Fluency [5]']);
    expect(stored).toContain(text);
    expect(stored).not.toContain('model_type');
  });

  test('one page of several tasks is several items, with the answers of their numbers', async () => {
    const list = (of: string) => `['${of} one is it?', "${of} two isn't it?", '${of} three is it?']`;
    const page = (inputs: readonly string[], row: readonly string[]) =>
      people(
        'batch.csv',
        turk(
          inputs,
          ['Answer.clear_1', 'Answer.clear_2', 'Answer.clear_3', 'Answer.age'],
          [
            ['h1', 'w1', ...row, '1', '2', '3', '44'],
            ['h1', 'w2', ...row, '3', '2', '1', '20'],
          ],
        ),
      );
    const lists = await page(
      ['Input.query_id', 'Input.query', 'Input.response'],
      ['[7, 8, 9]', list('Question'), list('Reply')],
    );
    const wanted = ['7 assistant clear [1,3]', '8 assistant clear [2,2]', '9 assistant clear [3,1]'];
    expect(lists.votes).toEqual(wanted);
    expect(lists.warnings.join()).toContain('2 answers that are about a page and none of its tasks');
    t.close();
    t = openTestProject();
    const numbered = await page(
      [
        'Input.question_1',
        'Input.question_2',
        'Input.question_3',
        'Input.answer_1',
        'Input.answer_2',
        'Input.answer_3',
      ],
      ['Why?', 'When?', 'Who?', 'Because of it.', 'Now and then.', 'Nobody at all.'],
    );
    expect(numbered.votes).toEqual(wanted.map((vote, at) => vote.replace(/^\d/, `h1-${at + 1}`)));
  });

  test('results that lost the columns of the platform are read, with a further person for each row', async () => {
    const rows = table([
      [
        'Input.eventId',
        'Input.summaryId',
        'Input.summary_text',
        'Input.statement_1',
        'Answer.S1Answer',
        'Answer.fluency',
        '',
      ],
      ['cnndm1', 'bart_out', 'A striker blew a kiss at the keeper.', 'A kiss was blown.', 'p', '4', ''],
      ['cnndm1', 'bart_out', 'A striker blew a kiss at the keeper.', 'A kiss was blown.', 'n', '2', ''],
      ['cnndm2', 'bart_out', 'It rained on the whole of the island.', 'It rained.', 'p', '5', ''],
    ]);
    const { format, votes, warnings } = await people('ratings.csv', rows);
    expect(format).toBe('crowd-table');
    expect(votes).toEqual(['cnndm1 assistant fluency [4,2]', 'cnndm2 assistant fluency [5]']);
    expect(warnings.join()).toContain('3 answers to "S1Answer" are words, kept with the item');
  });

  test('a row that lost a cell refuses the file, with its line', async () => {
    const { problems } = await previewImport({
      path: t.file('x.csv', 'HITId,WorkerId,Input.question,Input.response,Answer.q\nh1,w1,Why?,Because.\n'),
    });
    expect(problems[0]).toMatchObject({ line: 2, message: expect.stringMatching(/4 cells/) });
  });
});

const lines = (records: readonly object[]) => records.map((one) => JSON.stringify(one)).join('\n');

describe('records of tools for annotation', () => {
  const prodigy = (more: object) => ({
    text: 'a?',
    _input_hash: 1,
    _task_hash: 2,
    answer: 'accept',
    ...more,
  });

  test('Prodigy: what people marked in a text is no vote, and an answer of another word is refused with its line', async () => {
    const marked = { spans: [{ start: 0, end: 1, label: 'X' }], _view_id: 'ner_manual' };
    const { votes, warnings } = await people('p.jsonl', lines([prodigy(marked)]));
    expect(votes).toEqual([]);
    expect(warnings).toEqual(['Left behind: 1 annotation of parts of a text.']);
    const { problems } = await previewImport({
      path: t.file('q.jsonl', lines([prodigy({}), prodigy({ _input_hash: 3, answer: 'maybe' })])),
    });
    expect(problems[0]).toMatchObject({ line: 2, field: 'answer' });
  });

  test('Prodigy: of several options each is a question of its own', async () => {
    const options = [
      { id: 1, text: 'kind' },
      { id: 2, text: 'long' },
    ];
    const config = { choice_style: 'multiple' };
    const { votes } = await people('p.jsonl', lines([prodigy({ options, accept: [2], config })]));
    expect(votes).toEqual(['input1 assistant kind [0]', 'input1 assistant long [1]']);
  });

  test('Label Studio: a column is an answer where two people differ in it; a field of numbers in a table is none', async () => {
    const head = 'annotation_id,annotator,created_at,updated_at,lead_time,id,question,response,tone,length';
    const row = (annotator: string, tone: string) => `1,${annotator},c,u,2.5,7,Why?,Because.,${tone},12`;
    const { votes, format, warnings } = await people(
      'x.csv',
      [head, row('a', '3'), row('b', '5')].join('\n'),
    );
    expect(format).toBe('label-studio-min');
    expect(votes).toEqual(['7 assistant tone [3,5]']);
    expect(warnings.join()).toContain('kept as a field');
  });

  test('Argilla: lists beside each other as data sets store them, drafts and rankings', async () => {
    const record = {
      question: 'Why?',
      response: 'Because.',
      quality: { user_id: ['u', 'v', 'w'], value: [4, 1, 2], status: ['submitted', 'submitted', 'draft'] },
      order: [{ user_id: 'u', status: 'submitted', value: [{ value: 'a', rank: 1 }] }],
      external_id: 'e',
      metadata: '{}',
    };
    const { votes, warnings } = await people('a.jsonl', lines([record]));
    expect(votes).toEqual(['e assistant quality [4,1]']);
    expect(warnings).toEqual([
      'Criterion "quality" goes from 1 to 4 in the file, which is taken as its range. Declare it where it can be more (--scale).',
      'Left behind: 1 ranking.',
      'Left behind: 1 draft.',
    ]);
  });

  test('records that only resemble them stay with the reader that has their fields', async () => {
    const found = await previewImport({
      path: t.file('x.jsonl', lines([{ question: 'a?', response: 'b', annotation: 'good', status: 'open' }])),
    });
    expect(found.format).toBe('json-records');
    const choices = lines([{ prompt: 'a?', response1: 'b', response2: 'c', overall_preference: -2 }]);
    expect((await previewImport({ path: t.file('y.jsonl', choices) })).format).not.toBe('preference-pairs');
  });
});

test('EvalConvQA: a later answer is shown with the conversation that was held, and broken conversations are named', async () => {
  const turn = (question: string, correct: string) => ({ turn_id: question, question, answer: 'b', correct });
  const humanConversation = (more: object) => ({
    model_name: 'm',
    dialog_id: 'd',
    context: 'p',
    qas: [turn('q1', 'y')],
    ...more,
  });
  const file = (talks: readonly object[]) => JSON.stringify({ data: talks });
  const { votes } = await people(
    'h.json',
    file([humanConversation({ qas: [turn('q1', 'y'), turn('q2', 'n')] }), humanConversation({})]),
  );
  expect(votes).toEqual(['d m #q1 m correct [1]', 'd m #q2 m correct [0]', 'd m (2) #q1 m correct [1]']);
  const [, second] = t.db.prepare('SELECT conversation FROM item ORDER BY id').pluck().all() as string[];
  expect(JSON.parse(second!).map(({ content }: { content: string }) => content)).toEqual(['q1', 'b', 'q2']);
  const long = Array.from({ length: 201 }, (_, at) => turn(`q${at}`, 'y'));
  const { problems } = await previewImport({
    path: t.file(
      'x.json',
      file([
        humanConversation({}),
        humanConversation({ model_name: null }),
        humanConversation({ qas: long }),
      ]),
    ),
  });
  expect(problems.map(({ message }) => message)).toEqual([
    expect.stringMatching(/names no model/),
    expect.stringMatching(/201 turns/),
  ]);
});

test('marks in a text are no votes, and who gave a vote is no criterion', async () => {
  const marks = (user: number) => [
    { label: 12, start_offset: 9, end_offset: 14, user },
    { label: 13, start_offset: 31, end_offset: 36, user: user + 1 },
  ];
  const texts = lines([
    { id: 1, text: 'Japan had a lucky win at the cup.', annotations: marks(1) },
    { id: 2, text: 'China met with a surprise defeat.', annotations: marks(3) },
  ]);
  expect((await people('marks.jsonl', texts)).votes).toEqual([]);
  t.close();
  t = openTestProject();
  const rated = lines([
    {
      id: 1,
      text: 'Ann came by train.',
      annotations: [
        { fluency: 4, user: 1 },
        { fluency: 2, user: 2 },
      ],
    },
    {
      id: 2,
      text: 'Bob came by car.',
      annotations: [
        { fluency: 5, user: 1 },
        { fluency: 5, user: 2 },
      ],
    },
  ]);
  const { votes } = await people('rated.jsonl', rated);
  expect(votes).toEqual(['1 assistant fluency [4,2]', '2 assistant fluency [5,5]']);
});

describe('surveys, a row for each person', () => {
  const asked = ['Reply 1: how helpful is it?', 'Reply 2: how helpful is it?'];
  const answers = [
    ['5', '3'],
    ['4', '2'],
  ];
  const votesOf = (...items: readonly string[]) => [
    `${items[0]} assistant rating [5,4]`,
    `${items[1]} assistant rating [3,2]`,
  ];
  const rowsOf = (before: (at: number) => readonly string[], after: readonly string[] = []) =>
    answers.map((row, at) => [...before(at), ...row, ...after]);

  test.each([
    {
      tool: 'Microsoft Forms',
      rows: [
        ['ID', 'Start time', 'Completion time', 'Email', 'Name', ...asked],
        ...rowsOf((at) => [`${at + 1}`, '4/26/24 10:01', '4/26/24 10:11', 'anonymous', '']),
      ],
      items: ['question 6', 'question 7'],
    },
    {
      tool: 'Microsoft Forms in German',
      rows: [
        ['ID', 'Startzeit', 'Fertigstellungszeit', 'E-Mail', 'Name', ...asked],
        ...rowsOf((at) => [`${at + 1}`, '26.4.24 10:01', '26.4.24 10:11', 'anonymous', '']),
      ],
      items: ['question 6', 'question 7'],
    },
    {
      tool: 'SurveyMonkey, with both parts of one question',
      rows: [
        ['Respondent ID', 'Collector ID', 'Start Date', 'End Date', 'How helpful is each?', '', 'What else?'],
        ['', '', '', '', 'Reply 1', 'Reply 2', 'Open-Ended Response'],
        ...rowsOf((at) => [`11${at}`, '42', '04/26/2024', '04/26/2024'], ['Too long for me']),
      ],
      items: ['question 5', 'question 6'],
    },
    {
      tool: 'LimeSurvey, codes and texts',
      rows: [
        [
          'id. Response ID',
          'submitdate. Date submitted',
          'lastpage. Last page',
          'startlanguage. Start language',
          'token. Access code',
          `R1Q1. ${asked[0]}`,
          `R2Q1. ${asked[1]}`,
          `R2Q1[comment]. ${asked[1]} [Comment]`,
          'interviewtime. Total time',
          'R2Q1Time. Question time: R2Q1',
        ],
        ...rowsOf((at) => [`${at + 1}`, '2024-04-26', '5', 'en', `s_${at}`], ['Good', '71.5', '12.5']),
        ['9', '', '2', 'en', 's_9', '1', '1', '', '', ''],
      ],
      items: ['R1Q1', 'R2Q1'],
    },
    {
      tool: 'LimeSurvey, codes alone',
      rows: [
        ['id', 'submitdate', 'lastpage', 'startlanguage', 'R1Q1', 'R2Q1'],
        ...rowsOf((at) => [`${at + 1}`, '2024-04-26', '5', 'en']),
      ],
      items: ['R1Q1', 'R2Q1'],
    },
    {
      tool: 'Typeform',
      rows: [
        ['#', ...asked, 'Response Type', 'Start Date (UTC)', 'Submit Date (UTC)', 'Network ID', 'Tags'],
        ...rowsOf((at) => [`a${at}`], ['completed', '2024-04-26', '2024-04-26', 'n1', '']),
        ['a9', '1', '1', 'partial', '2024-04-26', '', 'n1', ''],
      ],
      items: ['question 2', 'question 3'],
    },
  ])('$tool', async ({ rows, items }) => {
    const { format, votes } = await people('survey.csv', table(rows));
    expect(format).toBe('survey-table');
    expect(votes).toEqual(votesOf(...items));
  });

  test('questions of the same words stay apart', async () => {
    const same = 'How helpful is this reply?';
    const form = [['Timestamp', same, same, 'Any comments?'], ...rowsOf(() => ['1/31/2026'], ['Good'])];
    expect((await people('form.csv', table(form))).votes).toEqual(votesOf('question 2', 'question 3'));
    const ids = ['a', 'b', 'c'].map((one) => `{"ImportId":"${one}"}`);
    const rows = [
      ['ResponseId', '1_Q1', '2_Q1'],
      ['Response ID', same, same],
      ids,
      ...rowsOf((at) => [`R_${at}`]),
    ];
    const { votes } = await people('qualtrics.csv', table(rows));
    expect(votes.slice(2)).toEqual(votesOf('1_Q1', '2_Q1'));
  });

  test('a question in other words that goes beyond the others has a criterion of its own', async () => {
    const likely = 'How likely are you to recommend it, from 0 to 10?';
    const asks = [1, 2, 3].map((reply) => `How helpful is reply ${reply}?`);
    const scales = [['Timestamp', ...asks, likely], ...[7, 9].map((far) => ['', '1', '5', '3', `${far}`])];
    expect(
      (await people('scales.csv', table(scales))).votes.map((vote) => vote.split(' assistant ')[1]),
    ).toEqual([...['rating [1,1]', 'rating [5,5]', 'rating [3,3]'], `${likely} [7,9]`]);
  });

  test('a few questions on another scale than the others have a criterion of their own', async () => {
    const hours = 'How many hours a week do you use chatbots?';
    const form = [['Timestamp', hours, ...asked], ...rowsOf((at) => ['1/31/2026', `${12 + at}`])];
    expect((await people('form.csv', table(form))).votes).toEqual([
      `question 2 assistant ${hours} [12,13]`,
      ...votesOf('question 3', 'question 4'),
    ]);
    const others = ['Reply 3?', 'Reply 4?'];
    const sliders = [['Timestamp', asked[0]!, ...others], ...answers.map(([low]) => ['', low!, '80', '60'])];
    const { votes } = await people('form.csv', table(sliders));
    expect(votes.slice(3).map((vote) => vote.includes(' assistant rating '))).toEqual([true, true, true]);
  });

  test('rows of one name are one person or several, which is asked; an id says it', async () => {
    const form = (column: string) =>
      table([['Timestamp', column, ...asked], ...rowsOf(() => ['1/31/2026', 'Anna'])]);
    await expect(people('form.csv', form('Name'))).rejects.toThrow(
      '2 rows are by "Anna": one person again, or',
    );
    const several = await people('form.csv', form('Name'), { ...classes({}), repeats: 'votes' });
    expect(several.votes).toEqual(votesOf('question 3', 'question 4'));
    const one = await people('form.csv', form('Your name'), { ...classes({}), repeats: 'last' });
    expect(one.votes.slice(2)).toEqual([
      'question 3 assistant rating [4]',
      'question 4 assistant rating [2]',
    ]);
    const email = await people('form.csv', form('Email address'));
    expect(email.votes.slice(4)).toEqual(one.votes.slice(2));
  });

  test('questions that are asked again in the same order are criteria of further items', async () => {
    const again = ['Is it fluent?', 'Is it true?'];
    const people2 = rowsOf(() => ['1/31/2026']).map(([time, ...two]) => [time!, ...two, ...two.toReversed()]);
    const form = await people('form.csv', table([['Timestamp', ...again, ...again], ...people2]));
    const votes = (first: string, second: string) => [
      `${first} assistant Is it fluent? [5,4]`,
      `${first} assistant Is it true? [3,2]`,
      `${second} assistant Is it fluent? [3,2]`,
      `${second} assistant Is it true? [5,4]`,
    ];
    expect(form.votes).toEqual(votes('part 1', 'part 2'));
    expect(form.warnings.join()).toContain('asked 2 times');
    const lime = ['R1Q1', 'R1Q2', 'R2Q1', 'R2Q2'].map((code, at) => `${code}. ${again[at % 2]}`);
    const own = ['id. ID', 'submitdate. Date', 'lastpage. Page', 'startlanguage. Language'];
    const rows = people2.map(([, ...cells], at) => [`${at + 1}`, '2026-01-31', '1', 'en', ...cells]);
    const { votes: ofReports } = await people('lime.csv', table([[...own, ...lime], ...rows]));
    expect(ofReports.slice(4)).toEqual(votes('R1', 'R2'));
  });

  test('words are worth what the mapping says, and a survey in words alone says so', async () => {
    const form = table([
      ['Timestamp', 'The reply is helpful', 'The reply is true'],
      ...['Agree', 'Disagree', 'Agree', 'Agree'].map((word) => ['1/31/2026', word, word]),
    ]);
    await expect(people('form.csv', form)).rejects.toThrow(/answered in words/);
    const worth = classes({ 'The reply is true': { Agree: 1, Disagree: 0 } });
    const { votes, warnings } = await people('form.csv', form, worth);
    expect(votes).toEqual(['question 3 assistant rating [1,0,1,1]']);
    expect(JSON.stringify(warnings)).toContain('answered in a few words, such as \\"The reply is helpful\\"');
  });

  test('a table of no known tool is offered as a survey', async () => {
    const rows = table([['Participant', ...asked], ...rowsOf((at) => [`P${at}`])]);
    const file = t.file('people.csv', rows);
    await expect(importFile(t, file, { format: 'csv' })).rejects.toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ remedy: expect.stringContaining('--format survey-table') }),
      }),
    );
    const { humanScores } = await importFile(t, file, { format: 'survey-table' });
    expect(humanScores).toBe(2);
  });
});

describe('an entry that calls what was scored its label or question', () => {
  const entries = (one: (who: string, what: string, at: number) => object, what: readonly string[]) =>
    [1, 2, 3, 4]
      .map((at) =>
        JSON.stringify({
          ...{ id: at, question: `How do I reset device ${at} here?`, response: `You press it ${at} times.` },
          annotations: ['Ann', 'Bo'].flatMap((who, place) =>
            what.map((name, turn) => one(who, name, ((at + place + turn * at) % 5) + 1)),
          ),
        }),
      )
      .join('\n');
  const scoresOf = async (content: string) => {
    const { took } = await importFile(t, t.file('said.jsonl', `${content}\n`), { format: 'json-records' });
    return took?.find(({ name }) => name === 'Scores by people')?.value;
  };

  test('has the score beside it', async () => {
    const label = (annotator: string, label: string, value: number) => ({ annotator, label, value });
    expect(await scoresOf(entries(label, ['helpful']))).toMatch(/^helpful \(/);
    expect(await scoresOf(entries(label, ['helpfulness', 'accuracy']))).toMatch(
      /^helpfulness \(.*accuracy \(/,
    );
    const asked = (annotator: string, question: string, at: number) => ({
      ...{ annotator, question },
      answer: at % 2 === 0 ? 'yes' : 'no',
    });
    expect(await scoresOf(entries(asked, ['Is it helpful?', 'Is it right?']))).toBe(
      'is_it_helpful (0 to 1), is_it_right (0 to 1)',
    );
  });

  test('but a label that is worth a number is the score', async () => {
    const label = (annotator: string, _: string, at: number) => ({
      ...{ annotator, label: at % 2 === 0 ? 'good' : 'bad' },
      score: at / 10,
    });
    expect(await scoresOf(entries(label, ['']))).toBe('rating (0 to 1)');
  });
});

describe('people’s numbers by the names of systems, in a list of who rated', () => {
  const said = (at: number) =>
    ['Ann', 'Bo'].map((rater, place) => ({ rater, scores: { x: ((at + place) % 5) + 1, y: 5 - (at % 3) } }));
  const reply = (system: string, at: number) => `By ${system} you press it ${at} times and wait.`;
  const votes = () =>
    t.db
      .prepare(
        `SELECT system.name, criterion.name, votes FROM human_score JOIN system ON system.id = system_id
         JOIN criterion ON criterion.id = criterion_id ORDER BY item_id, system.id LIMIT 2`,
      )
      .raw()
      .all();

  test.each([
    [
      'in a list of replies',
      (at: number) => ({ answers: ['x', 'y'].map((system) => ({ system, answer: reply(system, at) })) }),
    ],
    ['in an object of replies', (at: number) => ({ responses: { x: reply('x', at), y: reply('y', at) } })],
  ])('are of the reply of each: %s', async (_, replies) => {
    const records = [1, 2, 3, 4].map((at) =>
      JSON.stringify({
        qid: at,
        question: `How do I reset device ${at} here?`,
        ...replies(at),
        judgments: said(at),
      }),
    );
    await importFile(t, t.file('rated.jsonl', `${records.join('\n')}\n`), { format: 'json-records' });
    expect(votes()).toEqual([
      ['x', 'rating', '[2,3]'],
      ['y', 'rating', '[4,4]'],
    ]);
  });
});
