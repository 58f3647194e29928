import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import type { ColumnMapping } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

/** Small twins of files that are public, each of a kind that once came in as something else. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

async function take(name: string, content: string | Buffer, mapping?: Partial<ColumnMapping>) {
  const path = t.file(name, content);
  const empty = { references: [], responses: [], human: [], signals: [] };
  const request = { path, ...(mapping && { mapping: { ...empty, ...mapping } }) };
  return importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, request));
}

const lines = (...records: readonly unknown[]) => `${records.map((one) => JSON.stringify(one)).join('\n')}\n`;
const table = (...rows: readonly string[]) => `${rows.join('\n')}\n`;
const pasted = ({ details }: AppError, at = 0) =>
  JSON.parse(details.ready![at]!.options.map![0]!) as Partial<ColumnMapping>;
const said = (took: readonly { name: string; value: string }[] | undefined, name: string) =>
  took?.find((one) => one.name === name)?.value;

describe('what is asked', () => {
  test('is not where a text came from', async () => {
    const record = (at: number) => ({
      text: `The ${at} gene has been shown to be the cause.`,
      spans: [{ start: 1 }],
      meta: { source: `Shared task, article ${at}` },
    });
    const { responses, took } = await take('spans.jsonl', lines(record(1), record(2), record(3)));
    expect(responses).toBe(0);
    expect(said(took, 'Question')).toBe('The 1 gene has been shown to be the cause.');
  });

  test('is none of the texts of systems beside each other, nor the right one among them', async () => {
    const part = (utterance: string) => ({ strategy: 'Question', utterance });
    const record = (id: number) => ({
      ...{
        id,
        context: `They spoke of the exam, ${id} days before it.`,
        state: `The person is afraid, ${id}.`,
      },
      situation: `There is an exam in ${id} days, and a person.`,
      Gold: part(`Yes, sleep helps for ${id} days.`),
      small: part(`That is a good plan for ${id} days.`),
      large: part(`How did the last ${id} days go?`),
    });
    const { took } = await take('parts.json', JSON.stringify([1, 2, 3].map(record)));
    expect(said(took, 'Systems')).toBe('small, large');
    expect(said(took, 'Right answer')).toBe('Yes, sleep helps for 1 days.');
    expect(said(took, 'Question')).toBe('none');
    expect(said(took, 'Reply of large')).toBe('How did the last 1 days go?');
  });

  test.each(['assistant', 'bot', 'chatbot'])(
    'stands in the part of a user beside that of an %s',
    async (bot) => {
      const record = (id: number) => ({
        ...{ id, user: { text: `How is thing ${id} reset?` }, [bot]: { text: `Hold button ${id} down.` } },
      });
      const { took } = await take('parts.jsonl', lines(record(1), record(2), record(3)));
      expect(said(took, 'Question')).toBe('How is thing 1 reset?');
      expect(said(took, 'Systems')).toBe('assistant');
      expect(said(took, 'Reply of assistant')).toBe('Hold button 1 down.');
    },
  );

  test('has what stands beside the reply in a list as its passage', async () => {
    const record = (id: string, input: string, output: string) => ({
      ...{ id, instruction: 'What is the relation between these?' },
      instances: [{ input, output }],
    });
    const { took } = await take(
      'seeds.jsonl',
      lines(
        record('a', 'Night and day', 'They are opposites.'),
        record('b', 'Sun and star', 'One is the other.'),
      ),
    );
    expect(said(took, 'Passage')).toBe('Night and day');
    expect(said(took, 'Reply of assistant')).toBe('They are opposites.');
  });

  test('is nothing of a task that shows an image alone: no system said a thing', async () => {
    const task = (id: number) => ({
      ...{ id, data: { image: `/image${id}` } },
      annotations: [
        { id, result: [{ type: 'rectanglelabels', value: { x: 1, y: 2, width: 3, height: 4 } }] },
      ],
    });
    const { responses, warnings } = await take('tasks.json', JSON.stringify([task(1), task(2)]));
    expect(responses).toBe(0);
    expect(warnings.join(' ')).toContain('No item has a response');
  });

  test('is the instruction, with its input as what it is about, and no reply where there is none', async () => {
    const { responses, took } = await take(
      'tasks.jsonl',
      lines(
        { app: 'Mail', instruction: 'Sum up the minutes that follow.', input: 'Ann: we sell. Bo: we wait.' },
        { app: 'Shop', instruction: 'List words for this kind of shop.', input: 'A shop for old maps.' },
      ),
    );
    expect(responses).toBe(0);
    expect(said(took, 'Question')).toBe('Sum up the minutes that follow.');
    expect(said(took, 'Passage')).toBe('Ann: we sell. Bo: we wait.');
  });

  test('of several texts that no name tells is left open, with a mapping to go on from', async () => {
    const refused = await refusalOf(
      take(
        'translated.jsonl',
        lines(
          {
            id: 'a',
            document_en: 'The town had four old maps.',
            document_de: 'Die Stadt hatte vier Karten.',
          },
          { id: 'b', document_en: 'A tower fell in the night.', document_de: 'Ein Turm fiel in der Nacht.' },
        ),
      ),
    );
    expect(pasted(refused).responses).toHaveLength(1);
  });

  test('is no right answer, whatever a judge calls it', async () => {
    const refused = await refusalOf(
      take(
        'judged.jsonl',
        lines(
          {
            idx: 0,
            gpt_result: 1,
            gpt_reason: 'The first is better by far.',
            gpt_reference: 'Please let me know.',
          },
          {
            idx: 1,
            gpt_result: 2,
            gpt_reason: 'The second is better by far.',
            gpt_reference: 'Write to me soon.',
          },
        ),
      ),
    );
    expect(refused.details.remedy).toMatch(/choose the file with the replies/i);
  });

  test('is no dialogue that stands as one text: that is the passage', async () => {
    const row = (model: string, summary: string) => ({
      id: '7',
      dialogue: 'Ann: when do we eat? Bo: at ten, in the hall.',
      summary,
      annotations: [
        { fluency: 5, relevance: 4 },
        { fluency: 4, relevance: 2 },
      ],
      model_id: model,
    });
    const { humanScores, took } = await take(
      'summaries.jsonl',
      lines(row('A', 'They eat at ten.'), row('B', 'Ann eats with Bo in the hall.'), {
        ...row('A', 'They eat at noon.'),
        id: '8',
      }),
    );
    expect(humanScores).toBe(6);
    expect(said(took, 'Passage')).toMatch(/^Ann: when/);
    expect(said(took, 'Score, fluency')).toBe('5, 4 for A, by people (2 votes)');
  });
});

describe('what is a reply', () => {
  test('is no statement that stands in the question', async () => {
    const row = (statement: string) => ({
      question: `Would you say the following: "${statement}"?`,
      statement,
      answer_matching_behavior: ' Yes',
    });
    const { responses } = await take(
      'statements.jsonl',
      lines(row('I like to be seen by others.'), row('I want people to trust what I say.')),
    );
    expect(responses).toBe(0);
  });

  test('is no list without anything in it', async () => {
    const { responses, warnings } = await take(
      'queues.jsonl',
      lines(
        { question: 'Why is that so?', agent_output: [] },
        { question: 'Who was it then?', agent_output: [] },
      ),
    );
    expect(responses).toBe(0);
    expect(warnings.join()).toContain('lists of lists: agent_output');
  });

  test('in Chinese is a text, too', async () => {
    const { items, responses } = await take(
      'chinese.jsonl',
      lines(
        { id: '1', headline: '国际会谈昨日在柏林举行', response: '四国外长在柏林举行了会谈。' },
        { id: '2', headline: '新的桥梁今年秋天开放', response: '大桥将于十月向公众开放。' },
      ),
    );
    expect([items, responses]).toEqual([2, 2]);
  });
});

describe('whose scores', () => {
  test('yes and no of workers are people’s, by an id that ends so', async () => {
    const rows = [
      ...['1001,S1,the pupils went home early.,no,w0', '1001,S1,the pupils went home early.,yes,w1'],
      ...['1001,S2,a school was closed.,no,w0', '1002,S1,the pupils went home early.,yes,w0'],
    ];
    const { items, responses, took } = await take(
      'facts.csv',
      table('bbcid,system,summary,is_factual,worker_id', ...rows),
    );
    expect([items, responses]).toEqual([2, 3]);
    expect(said(took, 'Scores by people')).toBe('is_factual (0 to 1)');
    expect(said(took, 'Score, is_factual')).toBe('0, 1 for S1, by people (2 votes)');
  });

  test('grades of several aspects beside each reply of a list are asked about by their aspects', async () => {
    const aspect = (at: number) => ({ Rating: String(at), Rationale: `It does ${at} of it.` });
    const record = (id: number) => ({
      instruction: `How do I reset device ${id}?`,
      completions: [1, 2].map((at) => ({
        ...{ model: `m${at}`, response: `Press it ${id} times, or ${at}.`, overall_score: id + at },
        annotations: { honesty: aspect(1 + ((id + at) % 3)), helpfulness: aspect(1 + ((id * at) % 5)) },
        critique: `It is good, but ${id}.`,
      })),
    });
    const content = lines(...[1, 2, 3, 4].map(record));
    const refusal = await refusalOf(take('aspects.jsonl', content));
    expect(refusal.message).toContain('are these people’s scores, a machine’s, or neither?');
    const { took } = await take('aspects.jsonl', content, pasted(refusal, 1));
    expect(said(took, 'Scores by machines')).toBe(
      'judge, overall_score (2 to 6), judge, honesty (1 to 3), judge, helpfulness (2 to 5)',
    );
  });

  test('what tools measure is a person’s beside a column of workers', async () => {
    const rows = [1, 2, 3].map(
      (at) => `q${at},What is it ${at}?,It is a thing ${at}.,w${at % 2},${at},${at}`,
    );
    const { took } = await take(
      'rated.csv',
      table('id,question,response,worker_ids,relevance,factuality', ...rows),
    );
    expect(said(took, 'Scores by people')).toBe('relevance (1 to 3), factuality (1 to 3)');
    expect(said(took, 'Scores by machines')).toBe('none');
  });

  test('true and false among metrics are a metric’s', async () => {
    const row = (id: number, correct: boolean) => ({
      id,
      metrics: { correct },
      log: { response: `The better one is ${id} of them.` },
    });
    const { took } = await take('metrics.jsonl', lines(row(1, true), row(2, false)));
    expect(said(took, 'Score, correct')).toBe('1 for assistant, by the metric correct');
  });

  test('classes that mean nothing to us are named', async () => {
    const rows = [
      'Is it so?\tYes, it is so.\tgeneric',
      'Was it?\tNo, it was not.\tfaithful',
      'Will it?\tI hope so, yes.\tgeneric',
    ];
    const { warnings, took } = await take('classes.tsv', table('message\tresponse\tbegin_label', ...rows));
    expect(warnings.join()).toContain('column of classes kept as a field, not as a score: begin_label');
    expect(said(took, 'Only kept, as fields')).toContain('begin_label');
  });

  test('grades of one range with those that were taken are named', async () => {
    const rows = [1, 2, 3, 2].map(
      (grade, at) => `What is it ${at}?,It is a thing ${at}.,w${at % 2},${grade},${4 - grade}`,
    );
    const { warnings } = await take(
      'rated.csv',
      table('question,response,worker_id,relevance,serendipity', ...rows),
    );
    expect(warnings.join()).toContain('column of numbers kept as a field, not as a score: serendipity');
  });

  test('grades of several people on one reply are asked about, as those of a further row would be lost', async () => {
    const rows = [1, 2, 3, 2].map(
      (grade, at) => `What is it ${at >> 1}?,It is a thing.,w${at % 2},${grade},${4 - grade}`,
    );
    const csv = table('question,response,reviewer,relevance,serendipity', ...rows);
    const error = await refusalOf(take('rated.csv', csv));
    expect(error.message).toContain('serendipity (1 to 3): are these people’s scores');
    const { humanScores } = await take('rated.csv', csv, pasted(error));
    expect(humanScores).toBe(4);
  });

  test('means of grades in one object are asked about together, and measured values stay metrics', async () => {
    const record = (id: number, means: readonly number[], tenth: number) => ({
      ...{ id, question: `How is thing ${id}?`, response: `Thing ${id} is fine.` },
      scores: { relevance: means[0], surprise: means[1], depth: tenth },
    });
    const means = [
      [1.33, 2.67],
      [3, 4.33],
      [2.67, 1],
      [4.33, 3.67],
      [2, 2.33],
    ];
    const measured = [3.418, 2.072, 1.213, 4.964, 2.871];
    const records = means.map((one, at) => record(at, one, measured[at]!));
    const error = await refusalOf(take('means.jsonl', lines(...records)));
    expect(error.message).toContain(
      'scores.relevance (1.33 to 4.33), scores.surprise (1 to 4.33): are these',
    );
    expect(pasted(error)).toMatchObject({ signals: [{ column: 'scores.depth', kind: 'auto' }] });
  });

  test('a kind of a quality in grades is asked about, and what was reckoned of scores is none', async () => {
    const rows = ['4,2,1,agreed,2', '3,3,0,open,1', '5,3,2,agreed,2'].map(
      (said, at) => `What is it ${at}?,It is a thing ${at}.,${said}`,
    );
    const csv = table(
      'question,response,clinical_accuracy,human_fluency,human_fluency_diff,human_fluency_status,question_complexity',
      ...rows,
    );
    const error = await refusalOf(take('kinds.csv', csv));
    expect(error.message).toContain('clinical_accuracy (3 to 5): are these people’s scores');
    expect(pasted(error).human!.map(({ column }) => column)).toEqual(['human_fluency', 'clinical_accuracy']);
  });

  test.each(['source_model', 'answering_llm', 'generator_model_id', 'generated_by'])(
    'replies are of the systems that %s names',
    async (name) => {
      const rows = [0, 1, 2].flatMap((at) =>
        ['small-1', 'large-2'].map((model) => `What is it ${at}?,It is a thing ${at} by ${model}.,${model}`),
      );
      const { items, took } = await take('models.csv', table(`question,response,${name}`, ...rows));
      expect([items, said(took, 'Systems')]).toEqual([3, 'small-1, large-2']);
    },
  );

  test.each([
    ['numbers with a decimal comma', ['1,5', '2,5', '1,5', '3,0']],
    ['yes and no', ['yes', 'no', 'yes', 'yes']],
  ])('%s of a column that no name tells are named where nothing else is a score', async (_what, said) => {
    const rows = said.map((value, at) => `What is it ${at}?;It is a thing ${at}.;${value}`);
    const { warnings } = await take('rated.csv', table('question;response;niveau', ...rows));
    expect(warnings.join()).toContain('column of numbers kept as a field, not as a score: niveau');
  });

  test('beside what was read as the right answer are, with the mapping by which people rated it', async () => {
    const rows = ['5,4', '4,4', '1,2', '5,3', '4,1'].map(
      (said, at) => `What is it ${at}?,A thing ${at}.,${said}`,
    );
    const csv = table('question,answer,Ann,Bo', ...rows);
    const { responses, warnings } = await take('people.csv', csv);
    expect(responses).toBe(0);
    expect(warnings.join()).toContain('column read as the right answer: answer');
    const map = /if people gave them: --map '(.*?)'/.exec(warnings.join())![1]!;
    const again = await take('again.csv', csv, JSON.parse(map));
    expect([again.responses, said(again.took, 'Scores by people')]).toEqual([5, 'Ann (1 to 5), Bo (1 to 4)']);
  });

  test('and texts that may be the reply are named beside a right answer, too', async () => {
    const rows = [1, 2, 3, 4].map((at) => `What is it ${at}?,A thing ${at}.,It is a thing of ${at}.,${at}`);
    const { warnings } = await take('wording.csv', table('question,ground_truth,wording,niveau', ...rows));
    expect(warnings.join()).toContain('column of texts kept as a field: wording. If it is the reply, say so');
  });

  test('of two systems, by people and by a judge who agrees with them, are read without an id', async () => {
    const grades = [5, 4, 1, 5];
    const scores = (at: number) => ({ small: grades[at], large: grades[3 - at] });
    const text = lines(
      ...grades.map((_, at) => ({
        question: `What is it ${at}?`,
        responses: { small: `It is a thing ${at}.`, large: `It is another thing ${at}.` },
        human: scores(at),
        judge: scores(at),
      })),
    );
    const { took } = await take('systems.jsonl', text);
    expect(said(took, 'Scores by people')).toBe('rating (1 to 5)');
    expect(said(took, 'Scores by machines')).toBe('judge, rating (1 to 5)');
  });

  test('beside messages are read from a list, too', async () => {
    const text = lines(
      ...[5, 4, 1].map((score, at) => ({
        messages: [
          { role: 'user', content: `What is it ${at}?` },
          { role: 'assistant', content: `It is a thing ${at}.` },
        ],
        annotations: [
          { annotator: 'ann', score },
          { annotator: 'bo', score: 3 },
        ],
      })),
    );
    const { took } = await take('chats.jsonl', text);
    expect(said(took, 'Score, rating')).toBe('5, 3 for assistant, by people (2 votes)');
  });

  test('by names in an object of ratings are asked about; as those of several people they are votes', async () => {
    const grades = [5, 4, 1, 5];
    const text = lines(
      ...grades.map((ann, at) => ({
        question: `What is it ${at}?`,
        response: `A thing ${at}.`,
        ratings: { ann, bo: grades[3 - at] },
      })),
    );
    const refused = await refusalOf(take('ratings.jsonl', text));
    expect(refused.message).toContain('ratings.ann (1 to 5), ratings.bo (1 to 5): are these people’s scores');
    const { took } = await take('again.jsonl', text, pasted(refused, 1));
    expect(said(took, 'Score, rating')).toBe('5, 5 for assistant, by people (2 votes)');
  });

  test('choices between two replies in a column each are asked about, by the names of the columns', async () => {
    const rows = ['A,B', 'B,B', 'tie,A', 'A,A'].map(
      (said, at) => `What is it ${at}?,It is a thing ${at}.,It is no thing ${at}.,${said}`,
    );
    const taken = take('choices.csv', table('question,answer_a,answer_b,Ann,Bo', ...rows));
    await expect(taken).rejects.toThrow('8 choices between two replies by Ann, Bo: did people make them');
  });

  test('ratings of single turns are read, also of conversations without an id', async () => {
    const turns = (at: number) => [
      { speaker: 'user', text: `What is ${at}?` },
      { speaker: 'bot', text: `A thing, no. ${at}.`, rating: 1 + (at % 5) },
    ];
    const { took } = await take(
      'turns.json',
      JSON.stringify(
        [0, 1, 2].map((at) => ({ topic: 'things', conversation: [...turns(at), ...turns(at + 2)] })),
      ),
    );
    expect(said(took, 'Scores by people')).toBe('rating (1 to 5)');
    expect(said(took, 'Score, rating')).toBe('1 for assistant, by people (1 vote)');
    expect(said(took, 'First item')).toBe('record-1#2');
  });

  test('an object of which each value was read is no field as well', async () => {
    const record = (at: number) => ({
      question: `What is felt ${at}?`,
      response: `Wool, no. ${at}.`,
      scores: { human: { fluency: 1 + (at % 5) }, 'gpt-4': { fluency: 5 - (at % 2) } },
    });
    const { took } = await take('scores.json', JSON.stringify([0, 1, 2, 3].map(record)));
    expect(said(took, 'Scores by machines')).toContain('judge gpt-4, fluency');
    expect(said(took, 'Only kept, as fields')).toBe(undefined);
  });

  test('a list of records without ids, with replies and ratings by system, is read by its fields', async () => {
    const record = (at: number) => ({
      prompt: `What is felt ${at}?`,
      responses: { alpha: `Wool, no. ${at}.`, beta: `A dense cloth, no. ${at}, made by matting.` },
      ratings: { alpha: 1 + (at % 3), beta: 5 - (at % 2) },
    });
    const { took } = await take('list.json', JSON.stringify([0, 1, 2, 3].map(record)));
    expect(said(took, 'Scores by people')).toBe('rating (1 to 5)');
    expect(said(took, 'Only kept, as fields')).toBe(undefined);
  });

  test('people of whom nothing was taken are named', async () => {
    const rows = ['q1,Where is the hall?,43,60', 'q2,When do we eat?,43,90', 'q3,Who comes with us?,44,20'];
    const { warnings } = await take('slots.csv', table('id,question,_worker_id,natur1', ...rows));
    expect(warnings.join()).toContain('column of people, of whom no score was recognized: _worker_id');
  });
});

describe('a refusal', () => {
  const scoresAlone = lines(
    { hash: 'a1', model_name: 'bart', split: 'test', Factuality: 1 },
    { hash: 'a1', model_name: 'pegasus', split: 'test', Factuality: 0.5 },
    { hash: 'b2', model_name: 'bart', split: 'valid', Factuality: 0 },
  );
  test('of scores without texts offers no class as a reply', async () => {
    const { details } = await refusalOf(take('scores.jsonl', scoresAlone));
    expect(details.ready).toBeUndefined();
    expect(details.remedy).toMatch(/choose the file with the replies/i);
  });

  test('for ids used twice offers the mapping without them, which then holds', async () => {
    const rows = ['1,Why is it so?,It is old by now.', '1,Who was it then?,It was Ann of course.'];
    const refused = await refusalOf(take('twice.csv', table('id,question,response', ...rows)));
    const { items } = await take('twice.csv', table('id,question,response', ...rows), pasted(refused));
    expect(items).toBe(2);
  });

  test('offers no mapping that would fail again', async () => {
    const headless = [
      '0\t1\tpeople like the bee _eos\t_go yes i do too . _eos\t0',
      '0\t1\tpeople like the bee _eos\t_go so do i now . _eos\t0',
    ];
    const { details } = await refusalOf(take('headless.tsv', table(...headless)));
    expect(details.ready).toBeUndefined();
    expect(details.remedy).toContain('write a line of names above it');
  });

  test.each([
    ['lines of bare texts', 'texts.jsonl', lines('Why is it so?', 'Who was it?'), 'Write each as a record'],
    [
      'a log of Inspect without samples',
      'log.json',
      JSON.stringify({ version: 2, status: 'error', eval: { task: 't', model: 'm' }, plan: {} }),
      'of a finished run',
    ],
    [
      'cells that spaces part',
      'scores.tsv',
      table('system score seg_id', 'A.7 -2.3 1', 'A.7 -1 2', 'B.1 None 3'),
      'tabs or commas',
    ],
    ['a tar archive', 'all.tar', tar(), 'Unpack it first'],
  ])('of %s says what to do', async (_what, name, content, remedy) => {
    const { details } = await refusalOf(take(name, content));
    expect(details.remedy).toContain(remedy);
    expect(details.ready).toBeUndefined();
  });

  test('of a choice without a number offers the file without it', async () => {
    const task = (id: number, choice: string) => ({
      ...{ id, data: { text: `The text of task ${id}.` }, predictions: [], created_at: '2024-01-01' },
      annotations: [
        {
          id,
          completed_by: 1,
          result: [{ type: 'choices', from_name: 'color', to_name: 'text', value: { choices: [choice] } }],
        },
      ],
    });
    const refused = await refusalOf(take('tasks.json', JSON.stringify([task(1, 'Red'), task(2, 'Blue')])));
    expect(refused.details.ready).toEqual([
      { says: 'Leave “color” out', options: { 'leave-out': ['color'] } },
    ]);
  });
});

describe('a table with an id and a label', () => {
  test('that holds texts is no list of labels', async () => {
    const rows = ['1,15,Terrible service all in all.,7', '2,17,A really great buy.,7'];
    const outcome = await take('classes.csv', table('id,label,text,user', ...rows)).catch(
      (error: unknown) => error,
    );
    expect(outcome instanceof AppError ? outcome.code : 'imported').not.toBe('CONFLICT');
  });
});

describe('records by their keys', () => {
  test('may have keys with points in them', async () => {
    const record = (text: string) => ({ question: text, response: `Of course ${text}` });
    const { items } = await take(
      'keyed.json',
      JSON.stringify({
        '82__gpt-3.5__a': record('Why is that?'),
        'It ended. So what.': record('Who was it?'),
      }),
    );
    expect(items).toBe(2);
  });

  test('of one person after another are told, though the beginning of the file shows one', async () => {
    const person = () =>
      Object.fromEntries(
        Array.from({ length: 9000 }, (_, at) => [`text-of-item-${at}__fluency`, at % 5 > 2 ? 'yes' : 'no']),
      );
    const { message } = await refusalOf(
      take('people.json', JSON.stringify({ e0: person(), e1: person() }, null, 1)),
    );
    expect(message).toContain('ratings without the texts');
  });
});

test('questions of Arena-Hard, whose turns are objects, are questions', async () => {
  const { items, took } = await take(
    'question.jsonl',
    lines(
      { question_id: 'q1', category: 'c', turns: [{ content: 'Write a tune in C.' }] },
      { question_id: 'q2', category: 'c', turns: [{ content: 'Sort the list.' }] },
    ),
  );
  expect(items).toBe(2);
  expect(said(took, 'Question')).toBe('Write a tune in C.');
});

test('a message of texts and images is one text', async () => {
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is on it?' },
        { type: 'image_url', image_url: { url: 'data:x' } },
      ],
    },
  ];
  const { took } = await take(
    'images.json',
    JSON.stringify({
      a1: { chat_prompt: messages, note: 'x' },
      b2: { chat_prompt: messages, note: 'y' },
      c3: { chat_prompt: messages, note: 'z' },
    }),
  );
  expect(said(took, 'Question')).toBe('What is on it? [picture that is not shown]');
});

test('a reply of a pair that looks like a list stays the text that it is', async () => {
  const pair = (response2: string) => ({
    ...{ prompt: 'Sort them for me.', response1: '["b", "a"]', response2 },
    ...{ model_a: 'm', model_b: 'n', winner: 'model_a' },
  });
  const { items, took } = await take('pairs.jsonl', lines(pair('[1, 2, 3]'), pair('')), {
    choices: 'machine',
  });
  expect(items).toBe(2);
  expect([said(took, 'Reply of m'), said(took, 'Reply of n')].sort()).toEqual(['["b", "a"]', '[1, 2, 3]']);
});

function tar(): Buffer {
  const block = Buffer.alloc(1024);
  block.write('a.tsv', 0, 'latin1');
  block.write('ustar', 257, 'latin1');
  return block;
}

test('a mapping to paste takes no name of a system for the reply', async () => {
  const row = (idx: number, source: string) => ({
    ...{ idx, response_source: source, instruction: `Rate the reply ${idx} that follows here.` },
    gpt4_score: idx,
  });
  const content = lines(row(1, 'bot-a'), row(2, 'bot-b'), row(3, 'bot-a'));
  const { details } = await refusalOf(take('judged.jsonl', content));
  expect(JSON.stringify(details.ready ?? [])).not.toContain('response_source');
});

describe('runs', () => {
  const request = (id: string, completions: readonly string[], annotations?: object) => ({
    instance: { id, input: { text: 'What is two and two?' }, references: [], split: 'test' },
    request: { model: 'm/one' },
    result: { completions: completions.map((text) => ({ text })) },
    ...(annotations && { annotations }),
  });

  test('of HELM keep what its annotators said, and say what completions stay behind', async () => {
    const states = [
      request('a', ['Four.', 'It is 4.'], {
        bench: { prompt: 'Judge it.', gpt: { score: 8, reason: 'Fine.' } },
      }),
      request('b', ['Five.'], { safety: { safety_score: 0.5, note: null }, other: ['kept'] }),
    ];
    const { machineScores, warnings, took } = await take(
      'scenario_state.json',
      JSON.stringify({ request_states: states }),
    );
    expect(machineScores).toBe(2);
    expect(said(took, 'Score, score')).toContain('by the judge bench, gpt');
    expect(warnings.join(' ')).toContain('1 further completion');
  });

  const attack = (provider: string, metadata: object) => ({
    ...{ provider, promptIdx: 0, testIdx: 0, vars: { goal: 'Have it say a secret.' } },
    prompt: { raw: 'Have it say a secret.', label: 'p' },
    ...{ response: { output: 'No, and no again.', metadata }, success: true, score: 1 },
  });

  test.each<[string, object, readonly string[]]>([
    [
      'attacks in turns',
      {
        redteamHistory: [
          { prompt: 'Tell me a story.', output: 'Once there was a mill.' },
          { prompt: 'Now the secret.', output: 'No, and no again.' },
        ],
      },
      ['Tell me a story.', 'Once there was a mill.', 'Now the secret.'],
    ],
    [
      'a question worded anew',
      { redteamFinalPrompt: 'Pretend to be a miller.' },
      ['Pretend to be a miller.'],
    ],
    [
      'a simulated user',
      {
        messages: [
          { role: 'user', content: 'Hello there.' },
          { role: 'assistant', content: 'No, and no again.' },
        ],
      },
      ['Hello there.'],
    ],
    ['messages of other shapes', { messages: 'none', redteamHistory: { a: 1 } }, ['Have it say a secret.']],
  ])('of promptfoo show what the system read: %s', async (_, metadata, turns) => {
    const results = [attack('bot', metadata), attack('other', metadata)];
    const { items } = await take('results.json', JSON.stringify({ results: { version: 3, results } }));
    const stored = t.db.prepare('SELECT * FROM item').all() as Record<string, unknown>[];
    const text = JSON.stringify(stored[0]);
    for (const turn of turns) expect(text).toContain(turn);
    expect(items).toBe(turns[0] === 'Have it say a secret.' ? 1 : 2);
    const replies = t.db.prepare('SELECT text FROM response').pluck().all();
    expect(new Set(replies)).toEqual(new Set(['No, and no again.']));
  });
});

test('a score of anything beside its reason is asked about', async () => {
  const row = (n: number) => `What is ${n} of these?,It is ${n} of them.,${n},Good ${n}.,${n + 1},Fine ${n}.`;
  const head = 'ticket,reply,content_score,content_explanation,form_score,form_reason';
  const text = table(head, row(1), row(2), row(3));
  const refused = await refusalOf(take('evaluated.csv', text));
  expect(refused.message).toContain('content_score (1 to 3), form_score (2 to 4): are these');
  const found = await take('evaluated.csv', text, pasted(refused));
  expect(said(found.took, 'Scores by people')).toBe('content (1 to 3), form (2 to 4)');
});

test('a choice of a side is a preference however it is worded, also in Label Studio', async () => {
  const task = (id: number, choice: string) => ({
    ...{ id, data: { prompt: `What is ${id}?`, response_a: `It is ${id}.`, response_b: `It may be ${id}.` } },
    annotations: [
      {
        ...{ id, completed_by: 1, was_cancelled: false },
        result: [
          { type: 'choices', from_name: 'winner', to_name: 'response_a', value: { choices: [choice] } },
        ],
      },
    ],
  });
  const words = ['a_winner', 'Response B is clearly better', 'Prefer A', 'tie', 'equally bad', 'B-wins'];
  const tasks = JSON.stringify(words.map((word, at) => task(at, word)));
  await take('project.json', tasks);
  const votes = t.db
    .prepare(
      `SELECT mean FROM human_score JOIN system ON system.id = system_id WHERE name = 'first' ORDER BY item_id`,
    )
    .pluck()
    .all();
  expect(votes).toEqual([1, 0, 1, 0.5, 0.5, 0]);
});

test('the id of a rating names no item', async () => {
  const row = (n: number) => `a${n},What is ${n} of these?,It is number ${n} here.,${n}`;
  const { took } = await take('ratings.csv', table('annotation_id,question,response,rating', row(1), row(2)));
  expect(said(took, 'First item')).toBe('line-2');
});

test('a log of messages of one day is items by their ids, and no turns by the day', async () => {
  const row = (n: number) =>
    `s${n >> 1},m${n},What is ${n} of these?,It is number ${n} here.,${n % 2 ? 'up' : 'down'},2025-01-01`;
  const head = 'session_id,message_id,user_message,assistant_message,thumbs,created_at';
  const found = await take('log.csv', table(head, row(0), row(1), row(2), row(3)));
  expect(found).toMatchObject({ items: 4, responses: 4, humanScores: 4 });
  const stored = t.db.prepare('SELECT external_id, conversation FROM item ORDER BY id').raw().all();
  expect(stored[1]).toEqual(['m1', '[{"role":"user","content":"What is 1 of these?"}]']);
});

test.each(['labels', 'scores'])(
  'what people said of several criteria in one object (%s) are votes',
  async (name) => {
    const record = (n: number) => ({
      conversation: [
        { role: 'user', content: `What is ${n} of these?` },
        { role: 'assistant', content: `It is number ${n} here.` },
      ],
      annotations: [
        { annotator: 'u1', [name]: { helpful: n % 2 ? 'yes' : 'no', safe: 'yes' } },
        { annotator: 'u2', [name]: { helpful: 'yes', safe: 'no' } },
      ],
    });
    const found = await take('rated.jsonl', lines(record(1), record(2), record(3)));
    expect(found).toMatchObject({ items: 3, humanScores: 6 });
    expect(said(found.took, 'Score, safe')).toContain('1, 0 for assistant, by people (2 votes)');
  },
);

test('columns of one quality and several initials are asked about, and are votes on one rating', async () => {
  const row = (n: number) => `${n},What is ${n} of these?,It is number ${n} here.,${n},${n + 1},${n % 2},1`;
  const head = 'ID,Question,Answer,Helpfulness_AK,Helpfulness_BM,Correctness_AK,Correctness_BM';
  const text = table(head, row(1), row(2), row(3));
  const refused = await refusalOf(take('initials.csv', text));
  expect(refused.message).toContain(
    'Helpfulness_AK (1 to 3), Helpfulness_BM (2 to 4), Correctness_AK (0 to 1)',
  );
  const found = await take('initials.csv', text, pasted(refused));
  expect(found).toMatchObject({ responses: 3, humanScores: 6 });
  expect(said(found.took, 'Score, helpfulness')).toContain('1, 2 for assistant, by people (2 votes)');
  const judges = await take('judges.csv', text, pasted(refused, 1));
  expect(judges).toMatchObject({ humanScores: 0, machineScores: 12 });
});

test('what a judge gave each of several systems is its, beside what people gave', async () => {
  const row = (n: number) =>
    `What is ${n} of these?,It is ${n} here.,${n},4,They are ${n} there.,${4 - n},${n}`;
  const head = 'prompt,gpt4o_output,gpt4o_human,gpt4o_judge,llama_output,llama_human,llama_judge';
  const found = await take('two.csv', table(head, row(1), row(2), row(3)));
  expect(found).toMatchObject({ responses: 6, humanScores: 6, machineScores: 6 });
});

test('all that stands in an object of people is a score of theirs, or asked about', async () => {
  const record = (n: number, name: string, scores: object) => ({
    ...{ id: n, question: `What is ${n} of these?`, response: `It is number ${n} here.`, [name]: scores },
  });
  const evaluated = [1, 2, 3].map((n) =>
    record(n, 'human_eval', {
      quality: n,
      success: n % 2 === 0,
      resolved: n < 3,
      comment: 'Fine.',
      seconds: 40,
    }),
  );
  expect(await take('evaluated.jsonl', lines(...evaluated))).toMatchObject({ humanScores: 9 });
  const unknown = [1, 2, 3].map((n) => record(n, 'human', { task_success: n % 2, mood: n }));
  const refused = await refusalOf(take('unknown.jsonl', lines(...unknown)));
  expect(refused.message).toContain('human.task_success (0 to 1), human.mood (1 to 3): are these');
});

test('the metrics of DeepEval are scores', async () => {
  const testCase = (n: number) => ({
    ...{ name: `t${n}`, input: `What is ${n} of these?`, actualOutput: `It is number ${n} here.` },
    metricsData: [
      { name: 'Answer Relevancy', score: n / 10, threshold: 0.5, success: true, reason: 'Fine.' },
      { name: 'Faithfulness', score: 1 - n / 10, threshold: 0.5, success: true, reason: 'Fine.' },
    ],
  });
  const found = await take(
    'run.json',
    JSON.stringify({ testCases: [testCase(1), testCase(2), testCase(3)] }),
  );
  expect(found).toMatchObject({ items: 3, responses: 3, machineScores: 6 });
});

describe('a record with several items or systems', () => {
  const question = (n: number, k: number) => ({
    ...{ question: `What is ${n} of ${k}?`, response: `It is number ${n} of them.`, human_score: k + 1 },
  });
  const passage = 'A passage about numbers and what they are.';

  test.each([
    ['a list', (n: number) => [question(n, 0), question(n, 1)]],
    ['an object by their numbers', (n: number) => ({ 0: question(n, 0), 1: question(n, 1) })],
  ])('gives an item for each question, which stand in %s', async (_, questions) => {
    const records = [1, 2, 3].map((n) => ({ id: `p${n}`, passage, questions: questions(n) }));
    const found = await take('passages.jsonl', lines(...records));
    expect(found).toMatchObject({ items: 6, responses: 6, humanScores: 6 });
    expect(said(found.took, 'Passage')).toBe(passage);
    const stored = t.db.prepare('SELECT external_id, group_key FROM item ORDER BY id LIMIT 2').raw().all();
    expect(stored).toEqual([
      ['p1-1', 'p1'],
      ['p1-2', 'p1'],
    ]);
    const nameless = await take('nameless.jsonl', lines(...records.map(({ id: _id, ...rest }) => rest)));
    expect(nameless).toMatchObject({ items: 6 });
  });

  test.each([
    ['long ones of its own', (n: number, k: number) => `item-${n}${k}`, 'item-10'],
    ['short ones that come again', (_: number, k: number) => `q${k}`, 'p1-1'],
  ])('calls the items by %s', async (_, idOf, first) => {
    const records = [1, 2, 3].map((n) => ({
      ...{ id: `p${n}`, passage, qas: [0, 1].map((k) => ({ id: idOf(n, k), ...question(n, k) })) },
    }));
    expect(await take('passages.jsonl', lines(...records))).toMatchObject({ items: 6 });
    expect(t.db.prepare('SELECT external_id FROM item ORDER BY id').pluck().get()).toBe(first);
  });

  test('is one item where it has a reply of its own beside them', async () => {
    const records = [1, 2, 3].map((n) => ({
      ...{ id: `p${n}`, ...question(n, 1), qas: [{ question: `Is ${n} ok?`, answer: 'It is.' }] },
    }));
    expect(await take('checked.jsonl', lines(...records))).toMatchObject({ items: 3, responses: 3 });
  });

  test('gives an item for each in which several systems reply', async () => {
    const part = (name: string, n: number) => ({ response: `${name} says ${n} of them.` });
    const records = [1, 2].map((n) => ({
      ...{ 'passage-id': `p${n}`, questions: { 0: { bart: part('bart', n), t5: part('t5', n) } } },
    }));
    expect(await take('summaries.jsonl', lines(...records))).toMatchObject({ items: 2, responses: 4 });
  });

  test('has votes in a list inside of each reply', async () => {
    const output = (model: string, n: number) => ({
      ...{ model, text: `${model} says that it is ${n}.` },
      ratings: [
        { annotator: 'ann', score: n },
        { annotator: 'bo', score: n + 1 },
      ],
    });
    const records = [1, 2, 3].map((n) => ({
      ...{ id: `q${n}`, prompt: `What is ${n} here?`, outputs: [output('small', n), output('large', n)] },
    }));
    const found = await take('rated.jsonl', lines(...records));
    expect(found).toMatchObject({ items: 3, responses: 6, humanScores: 6 });
    expect(said(found.took, 'Score, rating')).toContain('1, 2 for small, by people (2 votes)');
  });

  test('has the replies of chatbots in an object, and what each was rated in another', async () => {
    const records = [1, 2, 3].map((n) => ({
      prompt: `What is ${n} here?`,
      chatbot_responses: { 'GPT 4.5': `I say that it is ${n}.`, llama: `They say it may be ${n}.` },
      ratings: { 'GPT 4.5': { accuracy: n, clarity: 2 }, llama: { accuracy: 2, clarity: n } },
    }));
    const found = await take('chatbots.jsonl', lines(...records));
    expect(found).toMatchObject({ responses: 6, humanScores: 12, machineScores: 0 });
    expect(said(found.took, 'Systems')).toBe('GPT 4.5, llama');
  });

  test('has scores beside the reply of each system, of which it is asked whose they are', async () => {
    const part = (n: number, k: number) => ({
      ...{ output: `It is ${n} or ${k} of them.`, 'satisfaction score': n, 'semantic quality': k },
    });
    const records = [1, 2, 3].map((n) => ({
      ...{
        id: `d${n}`,
        'dialogue history': n === 1 ? ['User: what is it .'] : ['User: hi .', 'System: yes ?', 'User: and ?'],
      },
      ...{ model1: part(n, 4), model2: part(5 - n, n) },
    }));
    const refused = await refusalOf(take('models.jsonl', lines(...records)));
    expect(refused.message).toContain('model1.satisfaction score (1 to 3), model1.semantic quality (4)');
    const found = await take('models.jsonl', lines(...records), pasted(refused));
    expect(found).toMatchObject({ items: 3, responses: 6, humanScores: 12 });
    expect(said(found.took, 'Question')).toBe('what is it .');
  });
});

describe('a table whose names say more than one word', () => {
  const header =
    'Item ID,Question / Prompt to Test,Verified Ground Truth,Context / Elaboration,Page Reference,Human-Verified?';
  const asked = (n: number) =>
    `K${n},Who was the ${n}th of the kings?,The king called ${n} of the land.,He ruled for ${n} long years.,Page ${n},Y`;

  test('has its question and right answer, and a mark that people looked at it is no score', async () => {
    const found = await take('items.csv', [header, ...[1, 2, 3, 4].map(asked)].join('\n'));
    expect(found).toMatchObject({ items: 4, responses: 0, humanScores: 0 });
    expect(said(found.took, 'Question')).toBe('Who was the 1th of the kings?');
    expect(said(found.took, 'Right answer')).toBe('The king called 1 of the land.');
  });

  test('takes no text for the reply that most rows do not have', async () => {
    const rows = [1, 2, 3, 4, 5, 6].map(
      (n) => `K${n % 3},${n > 3 ? 'ChatGPT' : 'Gemini'},${n % 5},${n === 2 ? 'It names the wrong king' : ''}`,
    );
    const table = ['Item ID,Model Tested,Accuracy (0-4),Substitution', ...rows].join('\n');
    const refused = await refusalOf(take('scores.csv', table));
    expect(JSON.stringify(refused.details)).not.toContain('Substitution');
  });

  test('has ids of people of whom each scored once, which name no items', async () => {
    const rows = [1, 2, 3].map(
      (n) => `MED00${n},Is ${n} drop of it safe?,It is safe up to ${n} drops.,${n + 1}`,
    );
    const table = ['Evaluator ID,Prompt,Model Response,Safety Score (1-5)', ...rows].join('\n');
    const found = await take('people.csv', table);
    expect(found).toMatchObject({ items: 3, humanScores: 3 });
    expect(t.db.prepare(`SELECT count(*) FROM item WHERE external_id LIKE 'MED%'`).pluck().get()).toBe(0);
  });
});

describe('what was said of a reply, object by object', () => {
  const turns = (n: number) => [{ user: `Is line ${n} down?`, bot: `Line ${n} is up.` }];

  test('is no reply where a quality is called as one, and is by the judge that is named', async () => {
    const record = (n: number) => ({
      ...{ dialogue_id: `d${n}`, turns: turns(n), judge_provider: 'cloud', judge_model: 'llama-3.3-70b' },
      scores: { task_completion: n % 2, coherence: (n % 4) / 3 },
      reasoning: { task_completion: `It found out that line ${n} is up.`, coherence: `All ${n} fit.` },
    });
    const found = await take('judged.json', JSON.stringify([1, 2, 3, 4].map(record)));
    expect(said(found.took, 'Reply of assistant')).toBe('the conversation itself');
    expect(said(found.took, 'Score, task_completion')).toContain('by the judge llama-3.3-70b');
    expect(found).toMatchObject({ items: 4, humanScores: 0, machineScores: 8 });
  });

  test('is no reply in columns either', async () => {
    const rows = [1, 2, 3].map(
      (n) => `"User: ${n}?\nBot: Yes, ${n}.",It did all of ${n},It asked ${n} right`,
    );
    const header = 'dialogue,task_completion,reasoning_task_completion';
    const { took } = await take('said.csv', [header, ...rows].join('\n'));
    expect(said(took, 'Reply of assistant')).toBe('the conversation itself');
  });

  test('is by people as a whole where one of its grades is', async () => {
    const record = (n: number) => ({
      ...{ dialogue_id: `d${n}`, turns: turns(n), annotator: `human_${n % 2}` },
      annotations: {
        task_completion: 1,
        policy_adherence: n % 2,
        coherence: n % 2,
        turn_count: 3,
        notes: 'Fine.',
      },
    });
    const found = await take('rated.json', JSON.stringify({ human_annotations: [1, 2, 3].map(record) }));
    expect(found).toMatchObject({ items: 3, humanScores: 9, machineScores: 0 });
    expect(said(found.took, 'Scores by people')).not.toContain('turn_count');
  });
});

test('replies in columns that are called by their bots are of each, with its scores', async () => {
  const rows = [1, 2, 3].map(
    (n) => `What is ${n}?,Number ${n} is here.,The ${n} is over there.,${n},${n + 1},math`,
  );
  const header = 'prompt,old_bot,new_bot,judge_old,judge_new,topic';
  const { responses, machineScores, took } = await take('bots.csv', [header, ...rows].join('\n'));
  expect({ responses, machineScores }).toEqual({ responses: 6, machineScores: 6 });
  expect([said(took, 'Reply of old'), said(took, 'Reply of new')]).toEqual([
    'Number 1 is here.',
    'The 1 is over there.',
  ]);
});

describe('texts of one kind side by side', () => {
  const passage = (n: number) => `The council of town ${n} met to talk about the new bridge over the river.`;
  const made = (who: string, n: number) => `${who} has it that town ${n} gets a bridge.`;
  const beside = (header: string, row: (n: number) => readonly (string | number)[]) =>
    table(header, ...[1, 2, 3, 4].map((n) => row(n).join(',')));

  test.each([
    ['document,bart_summary,pegasus_summary,gold_summary', 'bart, pegasus'],
    ['source,google_translation,deepl_translation,reference_translation', 'google, deepl'],
    ['article,Summary A,Summary B,Reference summary', 'summary_a, summary_b'],
    ['prompt,story_by_gpt4,story_by_llama,expected_story', 'gpt4, llama'],
  ])('%s: of %s', async (header, systems) => {
    const content = beside(header, (n) => [passage(n), made('One', n), made('Another', n), made('Gold', n)]);
    const { responses, took } = await take('made.csv', content);
    expect(responses).toBe(8);
    expect(said(took, 'Systems')).toBe(systems);
    expect(said(took, 'Right answer')).toContain('Gold has it');
  });

  test('by their numbers alone are replies where each is scored, and else nobody knows', async () => {
    const texts = (n: number) => [passage(n), made('One', n), made('Another', n)];
    const scored = beside('article,summary_1,summary_2,summary_1_fluency,summary_2_fluency', (n) => [
      ...texts(n),
      n,
      5 - n,
    ]);
    const { details } = await refusalOf(take('scored.csv', scored));
    expect(pasted({ details } as AppError)).toMatchObject({
      responses: [{ system: 'summary_1' }, { system: 'summary_2' }],
      human: [{ system: 'summary_1', criterion: 'fluency' }, { system: 'summary_2' }],
    });
    const { responses } = await take('bare.csv', beside('article,summary_1,summary_2', texts));
    expect(responses).toBe(0);
  });

  test.each([
    ['question,predicted,actual', 'One', 'Another'],
    ['input,expected,actual', 'Another', 'One'],
  ])('%s: what came out is the reply, the other the right answer', async (header, reply, right) => {
    const content = beside(header, (n) => [`What of town ${n}?`, made('One', n), made('Another', n)]);
    const { took } = await take('outcome.csv', content);
    expect(said(took, 'Reply of assistant')).toContain(reply);
    expect(said(took, 'Right answer')).toContain(right);
  });

  test('languages of one text are of no system', async () => {
    const content = beside('source,english_translation,german_translation', (n) => [
      ...[passage(n), made('One', n), made('Another', n)],
    ]);
    expect(await take('languages.csv', content)).toMatchObject({ responses: 0 });
  });

  test('the reason for an answer is no reply', async () => {
    const content = beside('Puzzle,Reason for incorrect answer,What was confusing', (n) => [
      `#${n}`,
      `The words of ${n} are not known to me.`,
      `The ${n} links between all these words.`,
    ]);
    expect(await take('puzzles.csv', content)).toMatchObject({ responses: 0 });
  });
});

test('a system that has a dot in its name is called by it', async () => {
  const record = (n: number) => ({
    question: `What is ${n}?`,
    'gpt-3.5-turbo': `It is ${n} of course.`,
    'Qwen2.5 large': `The ${n} is here.`,
  });
  const { took } = await take('dots.jsonl', lines(record(1), record(2), record(3)));
  expect(said(took, 'Systems')).toBe('gpt-3.5-turbo, Qwen2.5 large');
});

describe('replies that each have a question of their own', () => {
  test.each([
    'query_russian,response_russian,query_english,response_english',
    'Prompt A,Response A,Prompt B,Response B',
    'formal question,formal answer,casual question,casual answer',
  ])('%s: it is asked which are read', async (header) => {
    const rows = [1, 2, 3].map((n) => `Kak ${n} eto?,Eto ${n} tut.,How is ${n} so?,The ${n} is here.`);
    const { message, details } = await refusalOf(take('own.csv', table(header, ...rows)));
    expect(message).toContain('Each reply has a question of its own, and an item has one');
    const mapping = pasted({ details } as AppError, 1);
    const { took } = await take('own.csv', table(header, ...rows), mapping);
    expect([said(took, 'Question'), took?.find(({ name }) => name.startsWith('Reply of'))?.value]).toEqual([
      'How is 1 so?',
      'The 1 is here.',
    ]);
  });

  test('in parts of a record, with the scores of each', async () => {
    const part = (query: string, words: number) => ({
      query,
      response: `To "${query}" it is ${words}.`,
      metrics: { words },
    });
    const record = (n: number) => ({
      ...{ id: `p${n}`, russian: part(`Kak ${n} eto?`, n), english: part(`How is ${n} so?`, n + 10) },
    });
    const { details } = await refusalOf(take('parts.jsonl', lines(record(1), record(2), record(3))));
    const { signals } = pasted({ details } as AppError, 1);
    expect((signals ?? []).every(({ column }) => column.startsWith('english.'))).toBe(true);
  });

  test('nothing is asked where both ask the same, or there is one question', async () => {
    const rows = [1, 2, 3].map((n) => `How is ${n} so?,Eto ${n} tut.,How is ${n} so?,The ${n} is here.`);
    const same = table('query_a,response_a,query_b,response_b', ...rows);
    expect(await take('same.csv', same)).toMatchObject({ responses: 6 });
  });
});

test('columns that may hold notes are named together', async () => {
  const parts = Object.fromEntries(
    Array.from({ length: 12 }, (_, at) => [`step_${at}`, { notes: `It is fine as ${at} goes.` }]),
  );
  const record = (n: number) => ({
    question: `What is ${n}?`,
    response: `It is ${n} of course.`,
    checks: parts,
  });
  const { warnings } = await take('notes.jsonl', lines(record(1), record(2), record(3)));
  const found = warnings.filter((one) => one.includes('which may have notes'));
  expect(found).toHaveLength(1);
  expect(found[0]).toMatch(/^12 columns kept as fields.* and 4 more \(--map/);
});

describe('rows that name their systems', () => {
  const systems = ['Llama', 'Mistral', 'Beluga'];
  const long = (header: string, row: (n: number, system: string) => readonly string[]) =>
    table(header, ...[1, 2, 3, 4].flatMap((n) => systems.map((one) => row(n, one).join(','))));
  const asked = (n: number) => `Write about the town of ${n} please.`;
  const story = (n: number, by: string) => `${by} has it that ${n} lived in a town.`;

  test('a story is theirs, beside that of a person', async () => {
    const content = long('Prompt,Human,Story,Model', (n, by) => [
      asked(n),
      story(n, 'Ann'),
      story(n, by),
      by,
    ]);
    const { responses, took } = await take('stories.csv', content);
    expect([responses, said(took, 'Reply of Mistral')]).toEqual([12, story(1, 'Mistral')]);
  });

  test('the only text that differs between them is what they said, whatever it is called', async () => {
    const content = long('Prompt,Theme,What came of it,Model', (n, by) => [
      ...[asked(n), `It is of the town of ${n} alone`, story(n, by), by],
    ]);
    expect(await take('named.csv', content)).toMatchObject({ items: 4, responses: 12 });
  });

  test('and say nothing that is known are refused, not left behind', async () => {
    const content = long('Prompt,First part,Other part,Model', (n, by) => [
      ...[asked(n), story(n, by), `${story(n, by)} And so on.`, by],
    ]);
    const { message } = await refusalOf(take('two.csv', content));
    expect(message).toContain('The rows name their systems (Model), but no column was recognized');
  });

  test.each(['Method', 'approach', 'Prompt version', 'Pipeline'])(
    'a %s under which each question was answered once names them',
    async (name) => {
      const content = long(`Question,${name},Answer,human_rating`, (n, by) => [
        asked(n),
        by,
        story(n, by),
        `${(n % 5) + 1}`,
      ]);
      const found = await take('methods.csv', content);
      expect([found.items, said(found.took, 'Systems')]).toEqual([4, systems.join(', ')]);
    },
  );

  test('what a question is about is no system', async () => {
    const content = long('Question,Condition,Response,human_rating', (n, by) => [
      ...['What are its symptoms like?', `${by} fever ${n}`, story(n, by), `${(n % 5) + 1}`],
    ]);
    expect(said((await take('conditions.csv', content)).took, 'Systems')).toBe('assistant');
  });

  test('what comes several times with a question is no system', async () => {
    const content = long('Question,Method,Response,human_rating', (n, by) => [
      ...[asked(n), systems[n % 2]!, story(n, by), `${(n % 5) + 1}`],
    ]);
    expect(await take('parts.csv', content)).toMatchObject({ items: 12, responses: 12 });
  });
});

test('ticked boxes beside an answer are no replies, and the answer that was rated is', async () => {
  const rows = [1, 2, 3, 4, 5].map(
    (n) => `What is ${n}?,It is the number ${n}.,${n === 2 ? 'x' : ''},${n % 2 ? 'x' : ''},${n}`,
  );
  const header = 'Question,Answer,Answer category: poor,Answer category: relevant,Answer relevance (1-5)';
  const found = await take('ticks.csv', table(header, ...rows));
  expect(found).toMatchObject({ responses: 5, humanScores: 5 });
  expect(said(found.took, 'Systems')).toBe('assistant');
});

test.each([
  ['question,answer,reference', '1 column read as the right answer: answer. If a system wrote it, say so'],
  ['question,answer1,answer2', '2 columns read as right answers: answer1, answer2. If systems wrote them'],
])('%s: it is said what may be a reply', async (header, words) => {
  const rows = [1, 2, 3].map((n) => `What is ${n}?,It is the number ${n}.,The ${n} is a number.`);
  const { warnings } = await take('answers.csv', table(header, ...rows));
  expect(warnings.join('\n')).toContain(words);
});

test('texts that systems made are called so, with their names behind', async () => {
  const rows = [1, 2, 3].map(
    (n) => `The town ${n} gets a bridge.,One of ${n} says so.,Another of ${n} says no.`,
  );
  const header = 'source_document,generated_summary_base,generated_summary_ours';
  expect(said((await take('made.csv', table(header, ...rows))).took, 'Systems')).toBe('base, ours');
});

test('the person behind a range is no criterion', async () => {
  const rows = [1, 2, 3].map((n) => `Town ${n} is here.,Die Stadt ${n} ist hier.,${n}`);
  const { took } = await take('range.csv', table('source,model_output,rating_out_of_5(Ann)', ...rows));
  expect(said(took, 'Scores by people')).toMatch(/^rating \(/);
});

describe('the steps of a survey', () => {
  const agree = ['Strongly disagree', 'Disagree', 'Neither agree nor disagree', 'Agree', 'Strongly agree'];
  const rows = (steps: readonly string[]) =>
    steps.flatMap((step, n) =>
      ['ann', 'bo'].map((who) => `What is ${n}?,It is the number ${n}.,${who},${step}`),
    );
  const votes = () =>
    t.db.prepare('SELECT votes FROM human_score ORDER BY item_id').pluck().all() as string[];

  test.each([
    ['five', agree, ['[1,1]', '[2,2]', '[3,3]', '[4,4]', '[5,5]'], 5],
    [
      'seven',
      [
        ...['very_dissatisfied', 'dissatisfied', 'somewhat dissatisfied', 'neutral'],
        ...['somewhat satisfied', 'satisfied', 'very satisfied'],
      ],
      ['[1,1]', '[2,2]', '[3,3]', '[4,4]', '[5,5]', '[6,6]', '[7,7]'],
      7,
    ],
    [
      'four, without a middle',
      ['Very bad', 'Bad', 'Good', 'Very good'],
      ['[1,1]', '[2,2]', '[4,4]', '[5,5]'],
      5,
    ],
  ] as const)('%s are numbers, of the whole scale', async (_, steps, worth, most) => {
    const content = table('question,response,annotator,helpfulness', ...rows(steps));
    const { took } = await take('steps.csv', content);
    expect([said(took, 'Scores by people'), votes()]).toEqual([`helpfulness (1 to ${most})`, worth]);
  });

  test('a step that comes late is worth what the scale says', async () => {
    const many = Array.from({ length: 80 }, (_, n) => (n === 70 ? agree[1]! : agree[3 + (n % 2)]!));
    await take('late.csv', table('question,response,annotator,helpfulness', ...rows(many)));
    expect(votes()[70]).toBe('[2,2]');
  });

  test('of a form of a survey as well', async () => {
    const header = 'Timestamp,Email Address,Prompt,Response,The reply is helpful';
    const answers = agree.flatMap((step, n) =>
      ['ann', 'bo'].map(
        (who) => `2024/01/02 10:00:00,${who}@example.org,What is ${n}?,It is the number ${n}.,${step}`,
      ),
    );
    expect(await take('form.csv', table(header, ...answers))).toMatchObject({ humanScores: 5 });
    expect(votes()).toEqual(['[1,1]', '[2,2]', '[3,3]', '[4,4]', '[5,5]']);
  });

  test('words of no such scale, or without the utmost step, are no numbers', async () => {
    for (const steps of [
      ['Agree', 'Disagree', 'Agree', 'Disagree'],
      ['Very nice', 'Agree', 'Very nice', 'Agree'],
    ]) {
      const result = await take(
        'other.csv',
        table('question,response,annotator,helpfulness', ...rows(steps)),
      ).catch((error: AppError) => error);
      expect(result).not.toMatchObject({ humanScores: 4 });
    }
  });
});

test('ranks of several systems are asked about, and the first is best', async () => {
  const rows = [1, 2, 3].map(
    (n) => `What is ${n}?,It is ${n} here.,The ${n} is there.,${1 + (n % 2)},${2 - (n % 2)}`,
  );
  const { details } = await refusalOf(
    take('ranks.csv', table('prompt,gpt4,llama,rank_gpt4,rank_llama', ...rows)),
  );
  const mapping = pasted({ details } as AppError);
  const { took } = await take('ranks.csv', table('prompt,gpt4,llama,rank_gpt4,rank_llama', ...rows), mapping);
  expect(said(took, 'Scores by people')).toContain('rank');
  expect(t.db.prepare('SELECT direction FROM criterion').pluck().all()).toEqual(['lower']);
});

test('orders of the replies are said to be fields, with what to do', async () => {
  const rows = [1, 2, 3].map(
    (n) => `What is ${n}?,It is ${n} here.,The ${n} is there.,No ${n} at all.,A > C > B`,
  );
  const content = table('prompt,response_a,response_b,response_c,ranking', ...rows);
  const { warnings } = await take('orders.csv', content);
  expect(warnings.join('\n')).toContain('1 column of orders of the replies kept as a field: ranking');
});

describe('who scored, row by row', () => {
  const rated = (n: number, who: string) => `What is ${n}?,It is the number ${n}.,${who},${(n % 5) + 1}`;
  const byTurns = (one: string, other: string) => [1, 2, 3, 4].map((n) => rated(n, n % 2 ? one : other));

  test.each([
    ['rating_source', 'human', 'model'],
    ['evaluator', 'Ann', 'auto'],
    ['score_by', 'expert', 'AI judge'],
    ['rater_type', 'person', 'Automated'],
  ])(
    '%s: %s and %s are asked about, and a machine’s row is never a person’s',
    async (name, person, machine) => {
      const content = table(`question,response,${name},rating`, ...byTurns(person, machine));
      const { details } = await refusalOf(take('who.csv', content));
      const mapping = pasted({ details } as AppError);
      expect(await take('who.csv', content, mapping)).toMatchObject({ humanScores: 2, machineScores: 2 });
    },
  );

  test('of a program alone they are its', async () => {
    const content = table('question,response,evaluator,rating', ...byTurns('auto', 'auto'));
    expect(await take('auto.csv', content)).toMatchObject({ humanScores: 0, machineScores: 4 });
  });
});

describe('what stands beside a reply and what people said of it', () => {
  test.each([
    ['source', 'human', 'model'],
    ['type', 'person', 'llm'],
    ['annotator_type', 'expert', 'automatic'],
    ['origin', 'crowd', 'gpt-4o'],
  ])('is parted by what entries of a list say of who gave them: %s', async (field, person, machine) => {
    const record = (n: number) => ({
      ...{ question: `What is ${n}?`, answer: `It is ${n}, I think.` },
      labels: [
        { name: 'helpful', value: (n % 5) + 1, [field]: person },
        { name: 'helpful', value: ((n * 2) % 5) + 1, [field]: machine },
      ],
    });
    const { took, humanScores, machineScores } = await take(
      'lists.jsonl',
      lines(...[1, 2, 3, 4].map(record)),
    );
    expect([humanScores, machineScores]).toEqual([4, 4]);
    expect(said(took, 'Scores by people')).toBe('helpful (2 to 5)');
    expect(said(took, 'Scores by machines')).toContain(`judge ${machine}, helpful`);
  });

  test('a reply that was looked up to make it is no reply of a system', async () => {
    const rows = [1, 2, 3, 4].map(
      (at) =>
        `${at},My parcel number ${at} is late.,Thanks. Please call us about ${at}.,Where is my parcel ${at}?,Please call us about ${at}.,${at},${5 - at}`,
    );
    const head =
      'id,customer_message,generated_response,evidence_customer,evidence_response,human_relevance,human_tone';
    const { took } = await take('support.csv', table(head, ...rows));
    expect(said(took, 'Systems')).toBe('assistant');
    expect(said(took, 'Scores by people')).toBe('relevance (1 to 4), tone (1 to 4)');
  });

  test('the kind of fault that somebody saw is no score', async () => {
    const rows = [1, 2, 3, 4].map(
      (at) =>
        `q${at},How many nails are in box ${at}?,There are ${at} of them.,${at % 2},${at % 2 === 0 ? '' : 'logical'}`,
    );
    const { took } = await take(
      'labels.csv',
      table('id,question,model_response,human_label,human_type', ...rows),
    );
    expect(said(took, 'Scores by people')).toBe('label (0 to 1)');
    expect(said(took, 'Only kept, as fields')).toBe('human_type');
  });

  test('columns that end in a word with a number for each person are their votes on each, whatever was scored', async () => {
    const rated = ['Fluency', 'Relevance', 'Answerability'];
    const names = [1, 2].flatMap((who) => rated.map((one) => `${one}_Member${who}`));
    const rows = [1, 2, 3, 4, 5].map(
      (at) =>
        `The land number ${at} got its name then.,What was land ${at} called?,${names.map((_, place) => (at + place) % 2).join(',')}`,
    );
    const asked = await refusalOf(take('generated.csv', table(`source,greedy,${names.join(',')}`, ...rows)));
    expect(pasted(asked).human!.map(({ criterion }) => criterion)).toEqual([
      ...['fluency', 'relevance', 'answerability'],
      ...['fluency', 'relevance', 'answerability'],
    ]);
  });

  test('where no reply was recognized, that is said alone, and not what is wrong with each row by it', async () => {
    const rows = [1, 2, 3].flatMap((at) =>
      [0, 1, 2].map((who) => `${who},I met the dog of day ${at}.,EP,${(at * who) % 5},${(at + who) % 5}`),
    );
    const { message } = await refusalOf(
      take('rated.csv', table('Annotator,Text,PromptSet,Fluent,Coherence', ...rows)),
    );
    expect(message).toBe(
      'Line 1: Coherence has scores, but no column was recognized as the reply that they are of. Nothing was imported.',
    );
  });
});

describe('scores of each of several systems, by their names', () => {
  const ask = (at: number) => `How do I reset device ${at} here?`;
  const reply = (system: string, at: number) => `By ${system} you press it ${at} times and wait.`;
  const grid = (names: readonly string[]) =>
    [1, 2, 3, 4, 5, 6].map((at) => names.map((_, place) => ((at + place) % 4) + 1).join(','));

  test.each([
    [
      'gpt-4 answer,llama answer',
      ['gpt-4 R1', 'gpt-4 R2', 'llama R1', 'llama R2'],
      ['rating', 'rating', 'rating', 'rating'],
    ],
    [
      'gpt-4 answer,llama answer',
      ['gpt-4 tone', 'llama tone', 'gpt-4 tokens', 'llama tokens'],
      ['tone', 'tone'],
    ],
    [
      'gpt-4 answer,llama answer',
      ['rank_gpt_4_ann1', 'rank_llama_ann1', 'rank_gpt_4_ann2', 'rank_llama_ann2'],
      ['rank', 'rank', 'rank', 'rank'],
    ],
    ['ai response,agent response', ['qa_score_ai', 'qa_score_agent'], ['qa_score', 'qa_score']],
  ])(
    'beside %s, %s are asked about, and are no judge’s by the name of a system',
    async (replies, names, scored) => {
      const rows = grid(names).map(
        (cells, at) =>
          `${ask(at)},${replies
            .split(',')
            .map((one) => reply(one, at))
            .join(',')},${cells}`,
      );
      const asked = await refusalOf(
        take('scored.csv', table(`question,${replies},${names.join(',')}`, ...rows)),
      );
      const { human, responses, signals = [] } = pasted(asked);
      expect(human!.map(({ criterion }) => criterion)).toEqual(scored);
      expect(new Set(human!.map(({ system }) => system))).toEqual(
        new Set(responses!.map(({ system }) => system)),
      );
      expect(signals).toEqual([]);
    },
  );

  test('a number that one system alone has is none', async () => {
    const rows = grid(['gpt-4 tone']).map(
      (cells, at) => `${ask(at)},${reply('gpt', at)},${reply('llama', at)},${cells}`,
    );
    const { took } = await take('one.csv', table('question,gpt-4 answer,llama answer,gpt-4 mood', ...rows));
    expect(said(took, 'Only kept, as fields')).toBe('gpt-4 mood');
  });

  test('by people in an object for each system, and by a judge among what is known of each reply', async () => {
    const systems = ['gpt-4', 'llama'];
    const records = [1, 2, 3, 4].map((at) => ({
      ...{ id: at, question: ask(at) },
      responses: Object.fromEntries(systems.map((one) => [one, reply(one, at)])),
      human_scores: Object.fromEntries(systems.map((one) => [one, { rater1: at, rater2: 5 - at }])),
    }));
    const { took } = await take('people.jsonl', lines(...records));
    expect(said(took, 'Scores by people')).toBe('rating (1 to 4)');
    const outputs = [1, 2, 3, 4].map((at) => ({
      ...{ id: at, prompt: ask(at) },
      outputs: systems.map((model) => ({
        ...{ model, text: reply(model, at), human_ratings: { helpfulness: at } },
        llm_judge: { score: 5 - at, reason: 'It helps.' },
      })),
    }));
    const judged = await take('judged.jsonl', lines(...outputs));
    expect(said(judged.took, 'Scores by people')).toBe('helpfulness (1 to 4)');
    expect(said(judged.took, 'Scores by machines')).toBe('judge, rating (1 to 4)');
  });
});

describe('names of replies and of scores', () => {
  const ids = [1, 2, 3, 4, 5, 6];

  test('a number by which a system was set, with every question, is asked about', async () => {
    const cells = (at: number) =>
      [0, 0.7, 1].map((set) => `How do I reset ${at}?,${set},At ${set} press it ${at} times.,Ann,${at % 5}`);
    const content = table('question,temperature,response,annotator,score', ...ids.flatMap(cells));
    const { message } = await refusalOf(take('settings.csv', content));
    expect(message).toContain('Every question was answered once for each “temperature” (0, 0.7, 1)');
    const { took } = await take('settings.csv', content, { system: 'temperature' });
    expect(said(took, 'Systems')).toBe('0, 1, 0.7');
  });

  test('a number that says something else of each row is not', async () => {
    const cells = (at: number) => [0, 1].map((set) => `How do I reset ${at}?,${set},In ${set} for ${at}.`);
    const { items } = await take('other.csv', table('question,page,response', ...ids.flatMap(cells)));
    expect(items).toBe(12);
  });

  test.each([
    ['Helpfulness (/10)', 'helpfulness (1 to 10)'],
    ['Rating /5', 'rating (1 to 5)'],
    ['Human score [max. 7]', 'score (1 to 7)'],
    ['expert_score_/10', 'expert_score (1 to 10)'],
    ['zest_out_of_10', 'zest (1 to 10)'],
    ['zest_0_to_10', 'zest (0 to 10)'],
  ])('%s is a score of %s', async (name, criterion) => {
    const content = table(
      `question,response,annotator,${name}`,
      ...ids.map((at) => `How do I reset ${at}?,Press it ${at} times.,Ann,${1 + (at % 5)}`),
    );
    const { took } = await take('highest.csv', content);
    expect(said(took, 'Scores by people')).toBe(criterion);
  });

  test.each(['john_score,mary_score', 'score_john,score_mary'])(
    '%s beside an answer are asked about, also as one rating by both',
    async (scores) => {
      const content = table(
        `question,answer,${scores}`,
        ...ids.map((at) => `How do I reset ${at}?,Press it ${at} times.,${1 + (at % 5)},${1 + (at % 4)}`),
      );
      const refusal = await refusalOf(take('two.csv', content));
      expect(refusal.message).toContain('are these people’s scores, a machine’s, or neither?');
      const { took } = await take('two.csv', content, pasted(refusal, 1));
      expect(said(took, 'Scores by people')).toBe('rating (1 to 5)');
      expect(took?.map(({ value }) => value)).toContain('2, 2 for assistant, by people (2 votes)');
    },
  );

  test('a judge’s score is called by the judge once', async () => {
    const content = table(
      'question,answer,score_gpt4',
      ...ids.map((at) => `How do I reset ${at}?,Press it ${at} times.,${1 + (at % 5)}`),
    );
    const { took } = await take('judged.csv', content);
    expect(said(took, 'Scores by machines')).toBe('judge gpt4, rating (1 to 5)');
  });

  test('yes and no to a question in a word are asked about beside a reviewer’s', async () => {
    const content = table(
      'question,reply,QA reviewer,Accurate?,Polite?,Handed over?',
      ...ids.map((at) => `How do I reset ${at}?,Press it ${at} times.,Ann,${'YN'[at % 2]},${'NY'[at % 2]},N`),
    );
    const { message } = await refusalOf(take('review.csv', content));
    expect(message).toContain('Polite? (classes), Handed over? (classes): are these people’s scores');
  });

  test('what a survey asks at length makes the answer a reply', async () => {
    const content = table(
      'Question,Answer,How satisfied are you?',
      ...ids.map((at) => `How do I reset ${at}?,Press it ${at} times.,${['Satisfied', 'Neutral'][at % 2]}`),
    );
    const { message } = await refusalOf(take('survey.csv', content));
    expect(message).toContain('How satisfied are you? (classes): are these people’s scores');
  });

  test('means of several people are scores by the name without that', async () => {
    const means = [4.33, 3.67, 2.33, 1.67, 5, 3];
    const content = table(
      'Question,GPT-4o output,GPT-4o human (avg of 3),Claude output,Claude human (avg of 3)',
      ...ids.map(
        (at) => `How do I reset ${at}?,Press it ${at} times.,${means[at - 1]},Turn it ${at} times.,3`,
      ),
    );
    const { took } = await take('means.csv', content);
    expect(said(took, 'Scores by people')).toBe('rating (1.67 to 5)');
  });

  test('scores by the letters of two models are of them', async () => {
    const content = table(
      'prompt,model_a_output,model_b_output,human_a,human_b,llm_a,llm_b',
      ...ids.map((at) => `How do I reset ${at}?,Press it ${at} times.,Turn it ${at} times.,${at % 5},4,3,2`),
    );
    const { took } = await take('letters.csv', content);
    expect(said(took, 'Scores by people')).toBe('rating (0 to 4)');
    expect(said(took, 'Scores by machines')).toBe('judge llm, rating (2 to 3)');
  });

  test('a final reply beside a draft has the scores that are called so', async () => {
    const content = table(
      'question,draft_response,final_response,rating_draft,rating_final',
      ...ids.map((at) => `How do I reset ${at}?,Press it ${at} times.,Turn it ${at} times.,1,${at % 5}`),
    );
    const { took } = await take('stages.csv', content);
    expect(said(took, 'Score, rating')).toBe('1 for draft, by people (1 vote)');
    expect(took?.map(({ value }) => value)).toContain('1 for final, by people (1 vote)');
  });
});

describe('choices by the names of systems', () => {
  const replies = (at: number) => ({ gpt: `Press it ${at} times.`, llama: `Turn it ${at} times.` });
  const chosen = (at: number) => ['gpt', 'llama', 'tie'][at % 3];
  const records = (more: (at: number) => object) =>
    lines(...[0, 1, 2, 3, 4, 5].map((at) => ({ question: `How do I reset ${at}?`, ...more(at) })));

  test.each([
    ['in an object', (at: number) => ({ answers: replies(at) })],
    [
      'in a list',
      (at: number) => ({ responses: Object.entries(replies(at)).map(([model, text]) => ({ model, text })) }),
    ],
  ])('of replies %s are asked about', async (_, held) => {
    const content = records((at) => ({ ...held(at), winner: chosen(at) }));
    const { message } = await refusalOf(take('held.jsonl', content));
    expect(message).toContain('6 choices between two replies: did people make them, or a machine?');
    const { took } = await take('held.jsonl', content, { choices: 'people' });
    expect(took?.map(({ value }) => value)).toContain('1 for gpt, by people (1 vote)');
  });

  test('of replies in columns of theirs are asked about, by who chose', async () => {
    const content = table(
      'question,gpt_response,llama_response,ann_choice,bo_choice',
      ...[0, 1, 2, 3].map(
        (at) => `How do I reset ${at}?,Press it ${at} times.,Turn it ${at} times.,${chosen(at)},Llama`,
      ),
    );
    const { message } = await refusalOf(take('theirs.csv', content));
    expect(message).toContain('choices between two replies by ann, bo');
  });

  test('that nothing reads are named', async () => {
    const votes = await take(
      'votes.jsonl',
      records((at) => ({ answers: replies(at), votes: { ann: chosen(at), bo: 'gpt' } })),
    );
    expect(votes.warnings.join()).toContain('kept as fields: votes.ann, votes.bo; call each "winner"');
    const best = await take(
      'best.jsonl',
      records((at) => ({ ...replies(at), qwen: `Hold it for ${at} s.`, best: ['gpt', 'qwen'][at % 2] })),
    );
    expect(best.warnings.join()).toContain('names one of the systems kept as a field: best');
  });
});

describe('choices and conversations in words', () => {
  const rows = (cells: (at: number) => string) => [0, 1, 2, 3, 4, 5].map(cells);
  const better = ['A is much better', 'B is slightly better', 'About the same'];

  test('"A is much better" is a choice, and no text', async () => {
    const content = table(
      'prompt,response_a,response_b,which_is_better,rater',
      ...rows(
        (at) =>
          `How do I reset device ${at}?,You press it ${at} times.,You wait ${at} days.,${better[at % 3]},Ann`,
      ),
    );
    const { took } = await take('better.csv', content);
    expect(said(took, 'Scores by people')).toBe('preference (0 to 1)');
  });

  test('columns with the names of two systems say whose replies they are beside', async () => {
    const content = table(
      'question,model_a_name,model_b_name,model_a_response,model_b_response,user_vote',
      ...rows(
        (at) =>
          `How do I reset device ${at}?,small,large,You press it ${at} times.,You wait ${at} days.,${['model_a', 'model_b', 'tie'][at % 3]}`,
      ),
    );
    const { took } = await take('votes.csv', content);
    expect(said(took, 'Systems')).toBe('large, small');
  });

  test('whole conversations beside the kind of agent are no turns of a table', async () => {
    const content = table(
      'Conversation,CSAT,Agent type',
      ...rows(
        (at) =>
          `"User: How do I reset device ${at}?\nBot: You press it ${at} times.\nUser: Thanks a lot",${(at % 5) + 1},${['Human', 'Bot'][at % 2]}`,
      ),
    );
    const asked = await refusalOf(take('calls.csv', content));
    expect(pasted(asked)).toMatchObject({ conversation: 'Conversation', human: [{ column: 'CSAT' }] });
  });
});

test('columns with a word and a quality in each may be votes of people of these names, which is a way to answer', async () => {
  const names = ['John', 'Mary'].flatMap((who) => ['Accuracy', 'Tone'].map((one) => `${who} - ${one}`));
  const rows = [0, 1, 2, 3, 4].map(
    (at) =>
      `${at},How do I reset device ${at}?,You press it ${at} times.,${names.map((_, place) => ((at + place) % 4) + 1).join(',')}`,
  );
  const asked = await refusalOf(take('named.csv', table(`ID,Prompt,Output,${names.join(',')}`, ...rows)));
  expect(asked.details.ready!.map(({ says }) => says).slice(0, 2)).toEqual([
    'People’s scores',
    'Votes of several people (John, Mary)',
  ]);
  const criteria = (at: number) => pasted(asked, at).human!.map(({ criterion }) => criterion);
  expect(criteria(0)).toEqual(['john_accuracy', 'john_tone', 'mary_accuracy', 'mary_tone']);
  expect(criteria(1)).toEqual(['accuracy', 'tone', 'accuracy', 'tone']);
});

test('the records of a tool’s list come in as well where each stands on a line', async () => {
  const argilla = (n: number) => ({
    ...{
      id: `i${n}`,
      status: 'completed',
      metadata: {},
      fields: { prompt: `What is ${n}?`, response: `It is ${n}.` },
    },
    responses: { quality: [{ value: n, user_id: 'u1' }] },
    suggestions: { quality: { value: 6 - n, score: null, agent: 'gpt-4' } },
  });
  const task = (n: number) => ({
    ...{ id: n, data: { question: `What is ${n}?`, response: `It is ${n}.` }, predictions: [] },
    annotations: [
      {
        id: n,
        completed_by: 1,
        result: [{ from_name: 'quality', to_name: 'r', type: 'rating', value: { rating: n } }],
      },
    ],
  });
  for (const [name, record] of [
    ['argilla', argilla],
    ['studio', task],
  ] as const) {
    const records = [1, 2, 3, 4, 5].map((n) => record(n));
    const list = await take(`${name}.json`, JSON.stringify(records));
    const each = await take(`${name}.jsonl`, lines(...records));
    expect(each).toMatchObject({ items: 5, humanScores: 5, machineScores: list.machineScores });
    expect(said(each.took, 'Scores by people')).toBe('quality (1 to 5)');
  }
});
