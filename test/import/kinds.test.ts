import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

/** Files of kinds that once came in as something else, each with what it must become. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const questions = ['Where is the old mill?', 'Who built the bridge?', 'When did it rain?', 'Why is it blue?'];
const replies = [
  'It stands by the river.',
  'A mason did, they say.',
  'It came in the night.',
  'Nobody knows that.',
];
const others = ['I cannot tell you.', 'The king built it.', 'It never rained there.', 'It was painted so.'];
const grades = [4, 2, 5, 3];
const passage = (at: number) => `The council met on ${at} May and sold the mill to a man from the coast.`;

type Row = Record<string, unknown>;
const rows = (of: (at: number) => Row | Row[]): Row[] =>
  questions.flatMap((_, at): Row[] => [of(at)].flat() as Row[]);
const jsonl = (of: (at: number) => Row | Row[]) =>
  rows(of)
    .map((row) => `${JSON.stringify(row)}\n`)
    .join('');
const table = (of: (at: number) => Row | Row[], sign = ',') => {
  const all = rows(of);
  const columns = Object.keys(all[0]!);
  const cell = (value: unknown) =>
    `"${(typeof value === 'object' ? JSON.stringify(value) : String(value)).replaceAll('"', '""')}"`;
  return [columns.map(cell), ...all.map((row) => columns.map((column) => cell(row[column])))]
    .map((cells) => `${cells.join(sign)}\n`)
    .join('');
};

const take = (name: string, content: string | Buffer) =>
  importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, { path: t.file(name, content) }));

/** What came in: the first item's turns, passage, replies and scores, and what was said of the file. */
async function read(name: string, content: string | Buffer) {
  const result = await take(name, content);
  const first = t.db.prepare('SELECT * FROM item ORDER BY id').get() as {
    id: number;
    external_id: string;
    conversation: string;
    context: string | null;
  };
  const pairs = (sql: string) =>
    Object.fromEntries((t.db.prepare(sql).raw().all(first.id) as [string, unknown][]).map((one) => one));
  return {
    items: result.items,
    id: first.external_id,
    asked: (JSON.parse(first.conversation) as { content: string }[]).map(({ content }) => content),
    context: first.context,
    replies: pairs('SELECT name, text FROM response JOIN system ON system.id = system_id WHERE item_id = ?'),
    human: pairs(`SELECT criterion.name || ' of ' || system.name, votes FROM human_score
      JOIN criterion ON criterion.id = criterion_id JOIN system ON system.id = system_id WHERE item_id = ?`),
    machine:
      pairs(`SELECT signal.kind || ' ' || signal.name || ' of ' || system.name, value FROM machine_score
      JOIN signal ON signal.id = signal_id JOIN system ON system.id = system_id WHERE item_id = ?`),
    said: result.warnings.join('\n'),
  };
}

const asked = (at: number) => ({ question: questions[at], answer: replies[at] });
const [question, reply, other] = [questions[0]!, replies[0]!, others[0]!];
const votes = (people: number) =>
  Array.from({ length: people }, (_, k) => ({ coherence: 1 + k, fluency: 5 - k }));

describe('comes in right', () => {
  test.each<[string, string, string, Row]>([
    [
      'the text of an answer is no system, and who rated is no criterion',
      'a.csv',
      table((at) => ({
        question: questions[at],
        answer_text: replies[at],
        answer_author: 'bot',
        rating_by_human: grades[at],
      })),
      { replies: { assistant: reply }, human: { 'rating of assistant': '[4]' } },
    ],
    [
      'a count of reactions is no reply; candidates by rank are',
      'a.json',
      JSON.stringify(
        rows((at) => ({
          prompt: questions[at],
          reactions: { _answer_ok: at },
          candidates: [
            { text: replies[at], rank: 0 },
            { text: others[at], rank: 1 },
          ],
        })),
      ),
      { asked: [question], replies: { 'candidates 1': reply, 'candidates 2': other } },
    ],
    [
      'names of judges and reasons in other languages',
      'a.csv',
      table((at) => ({
        问题: questions[at],
        回答: replies[at],
        评分: grades[at],
        评估模型: 'gpt-4',
        理由: `因为它说明了第${at}点所以得分如此`,
      })),
      { human: {}, machine: { 'judge gpt-4 of assistant': 4 } },
    ],
    [
      'what a judge wrote is not what was asked',
      'a.jsonl',
      jsonl((at) => ({
        question_id: at,
        reviewer_id: 'gpt-4-0125',
        text: `It is fine in part ${at}.`,
        score: grades[at],
        model_output: replies[at],
      })),
      { asked: [], said: expect.stringContaining('If text was asked, say so') },
    ],
    [
      'a judge that is named beside a chat',
      'a.jsonl',
      jsonl((at) => ({
        messages: [
          { role: 'user', content: questions[at] },
          { role: 'assistant', content: replies[at] },
        ],
        quality: grades[at],
        quality_judge: 'llama-3-70b',
      })),
      { asked: [question, reply], human: {}, machine: { 'judge judge of assistant': 4 } },
    ],
    [
      'a rating beside what a sample of OpenAI evals has',
      'a.jsonl',
      jsonl((at) => ({
        input: `[${at}, 1]`,
        output: `[1, ${at}]`,
        ideal: `(1, ${at})`,
        human_rating: grades[at],
      })),
      { asked: ['[0, 1]'], replies: { assistant: '[1, 0]' }, human: { 'rating of assistant': '[4]' } },
    ],
    [
      'votes of kinds of people in one object',
      'a.json',
      JSON.stringify(
        rows((at) => ({
          id: `d${at}`,
          article: passage(at),
          output: replies[at],
          annotations: { expert: votes(3), crowd: votes(2) },
        })),
      ),
      {
        human: {
          'coherence (expert) of assistant': '[1,2,3]',
          'fluency (expert) of assistant': '[5,4,3]',
          'coherence (crowd) of assistant': '[1,2]',
          'fluency (crowd) of assistant': '[5,4]',
        },
      },
    ],
    [
      'votes by person in one object',
      'a.jsonl',
      jsonl((at) => ({
        article: passage(at),
        output: replies[at],
        ratings: { expert_1: { fluency: 3 }, expert_2: { fluency: 4 } },
      })),
      { human: { 'fluency of assistant': '[3,4]' } },
    ],
    [
      'votes as lists of objects in the cells of a table',
      'a.csv',
      table((at) => ({
        id: `d${at}`,
        text: passage(at),
        decoded: replies[at],
        expert_annotations: votes(2),
      })),
      {
        context: passage(0),
        human: { 'coherence of assistant': '[1,2]', 'fluency of assistant': '[5,4]' },
      },
    ],
    [
      'a column for the vote of each person',
      'a.csv',
      table((at) => ({ ...asked(at), coherence_expert_1: 3, coherence_expert_2: 4, coherence_turker_1: 1 })),
      {
        human: { 'coherence (expert) of assistant': '[3,4]', 'coherence (turker) of assistant': '[1]' },
      },
    ],
    [
      'replies and metrics deep in parts that are called by their systems',
      'a.json',
      JSON.stringify(
        Object.fromEntries(
          questions.map((_, at) => [
            `d${at}`,
            {
              ref_summ: others[at],
              outputs_by_system: {
                bart: { sys_summ: replies[at], scores: { rouge_1_f: 0.1 * at } },
                t5: { sys_summ: `${others[at]} So.`, scores: { rouge_1_f: 0.2 * at } },
              },
            },
          ]),
        ),
      ),
      {
        replies: { bart: reply, t5: `${other} So.` },
        machine: { 'auto rouge_1_f of bart': 0, 'auto rouge_1_f of t5': 0 },
      },
    ],
    [
      'a summary in a part of its record, with its policy and what it sums up',
      'a.jsonl',
      jsonl((at) => ({
        info: { id: `x${at}`, post: passage(at) },
        summary: { text: replies[at], policy: `sup${at % 2}` },
        worker: `w${at % 2}`,
        axes: { overall: grades[at], coverage: 3 },
      })),
      {
        context: passage(0),
        replies: { sup0: reply },
        human: { 'overall of sup0': '[4]', 'coverage of sup0': '[3]' },
      },
    ],
    [
      'the answer beside a target, where people scored it',
      'a.jsonl',
      jsonl((at) => ({ ...asked(at), target: `[${at}]`, human_score: grades[at] })),
      { replies: { assistant: reply }, human: { 'score of assistant': '[4]' } },
    ],
    [
      'a human rating by the name of a model that replied',
      'a.csv',
      table((at) => ({
        question: questions[at],
        'GPT response': replies[at],
        'GPT human rating': grades[at],
        'Llama response': others[at],
        'Llama human rating': 1,
      })),
      {
        replies: { gpt: reply, llama: other },
        human: { 'rating of gpt': '[4]', 'rating of llama': '[1]' },
      },
    ],
    [
      'a name that stands twice in the header',
      'a.csv',
      `question,answer,rating,rating\n${questions.map((one, at) => `${one},"${replies[at]}",${grades[at]},1`).join('\n')}\n`,
      { human: { 'rating of assistant': '[4,1]' }, said: expect.stringContaining('read as "rating (2)"') },
    ],
    [
      'traditional Chinese',
      'a.csv',
      table((at) => ({ 問題: questions[at], 回覆: replies[at], 評分: grades[at] })),
      { asked: [question], human: { 'rating of assistant': '[4]' } },
    ],
    [
      'a table of traces of MLflow, whose feedback is overridden',
      'a.csv',
      table((at) => ({
        trace_id: `tr-${at}`,
        request: JSON.stringify({ question: questions[at] }),
        response: JSON.stringify(replies[at]),
        assessments: [
          {
            assessment_id: 'a',
            assessment_name: 'q',
            feedback: { value: 1 },
            source: { source_type: 'HUMAN', source_id: 'x' },
            valid: false,
          },
          {
            assessment_id: 'b',
            assessment_name: 'q',
            feedback: { value: grades[at] },
            source: { source_type: 'HUMAN', source_id: 'x' },
            overrides: 'a',
          },
        ],
      })),
      { id: 'tr-0', asked: [question], replies: { assistant: reply }, human: { 'q of assistant': '[4]' } },
    ],
    [
      'two texts side by side on Toloka',
      'a.tsv',
      table(
        (at) =>
          ['u1', 'u2'].map((worker, k) => ({
            'INPUT:query': questions[at],
            'INPUT:left': replies[at],
            'INPUT:right': others[at],
            'OUTPUT:result': k ? 'left' : 'right',
            'ASSIGNMENT:worker_id': worker,
          })),
        '\t',
      ),
      {
        replies: { first: reply, second: other },
        human: { 'preference of first': '[0,1]', 'preference of second': '[1,0]' },
      },
    ],
    [
      'aggregated results of Toloka',
      'a.tsv',
      table(
        (at) => ({
          'INPUT:id': `n${at}`,
          'INPUT:question': questions[at],
          'INPUT:answer': replies[at],
          'OUTPUT:quality': grades[at],
          'CONFIDENCE:quality': 0.9,
        }),
        '\t',
      ),
      { id: 'n0', replies: { assistant: reply }, human: { 'quality of assistant': '[4]' } },
    ],
    [
      'samples of lm-evaluation-harness in one list, with a chat as the prompt',
      'a.json',
      JSON.stringify(
        rows((at) => ({
          doc_id: at,
          doc: { key: at },
          target: '',
          arguments: [[JSON.stringify([{ role: 'user', content: questions[at] }]), {}]],
          resps: [[replies[at]]],
          filtered_resps: [replies[at]],
          metrics: ['acc', 'parts'],
          acc: 1,
          parts: [true, false],
        })),
      ),
      {
        asked: [question],
        replies: { assistant: reply },
        said: expect.stringContaining('lists of values of "parts"'),
      },
    ],
  ])('%s', async (_, name, content, wanted) => {
    expect(await read(name, content)).toMatchObject(wanted);
  });

  test.each<[string, string, Row]>([
    [
      'a prompt that quotes the reply is a judge’s',
      jsonl((at) => ({
        prompt: `Judge it. ${questions[at]} ${replies[at]}`,
        query: questions[at],
        response: replies[at],
      })),
      { asked: [question], replies: { assistant: reply } },
    ],
    [
      'what was said before is what a reply answers',
      jsonl((at) => ({ knowledge: passage(at), history: questions[at], ctrl: replies[at] })),
      { asked: [question], context: passage(0), replies: { assistant: reply } },
    ],
    [
      'earlier turns as pairs of question and answer',
      jsonl((at) => ({
        instruction: questions[at],
        histories: [...(at === 0 ? [[questions[1], replies[1]]] : []), [questions[at], replies[at]]],
        model_answer: replies[at],
      })),
      { asked: [questions[1], replies[1], question], replies: { assistant: reply } },
    ],
    [
      'predictions beside the right answer, both by short names',
      jsonl((at) => ({
        query: questions[at],
        gt: `(B) ${others[at]}`,
        'claude-1.3_pred': at % 2 ? 'B' : 'A',
      })),
      { replies: { claude_1_3: 'A' } },
    ],
    [
      'the candidate of a judge’s file is a reply of nobody named',
      jsonl((at) => ({
        id: at,
        instruction: questions[at],
        output_cand: replies[at],
        generator_cand: 'runs/tulu.json',
      })),
      { asked: [question], replies: { assistant: reply } },
    ],
    [
      'an answer that is an object is no label',
      jsonl((at) => ({ id: at, query: questions[at], answer: { steps: at, final: replies[at] } })),
      { asked: [question] },
    ],
    [
      'what a model said of a reply is no reply',
      jsonl((at) => ({
        prompt: questions[at],
        output: replies[at],
        gpt4_annotation: at % 2 ? 'Harmful text' : 'Fine text',
      })),
      { replies: { assistant: reply } },
    ],
  ])('%s', async (_, content, wanted) => {
    expect(await read('a.jsonl', content)).toMatchObject(wanted);
  });

  test('the last of what one person said counts, by its time and not by its place', async () => {
    const worker = (at: number, quality: number, hour: number) => ({
      HITId: `h${at}`,
      WorkerId: 'w',
      AssignmentStatus: 'Approved',
      SubmitTime: `Sat Mar 01 0${hour}:00:30 PST 2025`,
      'Input.question': questions[at],
      'Input.answer': replies[at],
      'Answer.quality': quality,
    });
    const mturk = await read(
      'a.csv',
      table((at) => [worker(at, 5, 2), worker(at, 1, 1)]),
    );
    expect(mturk.human).toEqual({ 'quality of assistant': '[5]' });
    t.close();
    t = openTestProject();
    const star = (id: number, rating: number, day: number) => ({
      id,
      completed_by: 1,
      updated_at: `2025-03-0${day}T00:00:00Z`,
      result: [{ type: 'rating', from_name: 'stars', to_name: 't', value: { rating } }],
    });
    const tasks = rows((at) => ({
      id: at,
      data: { text: questions[at], response: replies[at] },
      annotations: [star(1, 4, 2), star(2, 1, 1)],
    }));
    expect((await read('a.json', JSON.stringify(tasks))).human).toEqual({ 'stars of assistant': '[4]' });
  });

  test('a row of averages below the others is left behind', async () => {
    const rated = table((at) => ({
      topic: 'x',
      question: questions[at],
      answer: replies[at],
      human: grades[at],
    }));
    const { items, said } = await read('a.csv', `${rated},,Average,3.5\n`);
    expect(items).toBe(4);
    expect(said).toContain('1 row of totals or averages');
  });

  test('what is said of a whole dialogue in a row of its own is no turn', async () => {
    const turns = questions.map((one, k) => `USER\t${one}\t\t3,4\nSYSTEM\t${replies[k]}\t\t\n`).join('');
    const talk = questions.map(() => `${turns}USER\tOVERALL\t\t4,4\n`);
    const { said } = await read('talks.txt', talk.join('\n'));
    expect(said).toContain('4 rows that rate a dialogue as a whole');
    const stored = JSON.stringify(t.db.prepare('SELECT conversation FROM item').pluck().all());
    expect(stored).not.toContain('OVERALL');
  });

  test.each<[string, string[][]]>([
    ['the notes', [['Read me first'], ['The data are on the other sheet.']]],
    [
      'the list of columns',
      [
        ['Field', 'Description'],
        ['question', 'what was asked'],
        ['answer', 'what was said'],
      ],
    ],
    [
      'the totals',
      [
        ['Topic', 'Mean'],
        ['math', '3.2'],
        ['prose', '3.9'],
      ],
    ],
  ])('of a workbook the sheet with the items is read, and not %s before it', async (_, before) => {
    const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
    const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
    const sheet = (lines: readonly (readonly string[])[]) =>
      `<worksheet xmlns="${main}"><sheetData>${lines
        .map(
          (cells, y) =>
            `<row r="${y + 1}">${cells.map((cell, x) => `<c r="${'ABC'[x]}${y + 1}" t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`,
        )
        .join('')}</sheetData></worksheet>`;
    const parts: Record<string, string> = {
      'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Notes" sheetId="1" r:id="r1"/><sheet name="Data" sheetId="2" r:id="r2"/></sheets></workbook>`,
      'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Target="worksheets/sheet2.xml"/></Relationships>`,
      'xl/worksheets/sheet1.xml': sheet(before),
      'xl/worksheets/sheet2.xml': sheet([
        ['question', 'answer', 'human'],
        ...questions.map((one, at) => [one, replies[at]!, String(grades[at])]),
      ]),
    };
    const zip = zipSync(
      Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, new TextEncoder().encode(text)])),
    );
    const { items, said } = await read('a.xlsx', Buffer.from(zip));
    expect(items).toBe(4);
    expect(said).toContain('Read from the sheet "Data"; left behind: the sheets "Notes"');
  });
});

describe('is refused as what it is', () => {
  test.each<[string, string, string, RegExp]>([
    [
      'a tree under another name',
      'a.jsonl',
      jsonl((at) => ({
        id: `m${at}`,
        score: at,
        body: questions[at],
        children: [{ id: 'a', body: replies[at], children: [] }],
      })),
      /trees of replies/,
    ],
    [
      'single messages in a table',
      'a.csv',
      table((at) => [
        { msg_id: `m${at}`, reply_to: '', user: 'nina', text: questions[at], likes: 0 },
        { msg_id: `a${at}`, reply_to: `m${at}`, user: 'bot', text: replies[at], likes: 2 },
      ]),
      /single messages/,
    ],
    [
      'a score over all that nobody gave',
      'a.csv',
      table((at) => ({ ...asked(at), overall_score: grades[at] })),
      /people’s/,
    ],
    [
      'talks in lines',
      'a.txt',
      `${questions.map((one, at) => `${one} __eou__ ${replies[at]} __eou__`).join('\n')}\n`,
      /with __eou__ between turns/,
    ],
    [
      'reviews of two answers that stand elsewhere',
      'a.jsonl',
      jsonl((at) => ({
        question_id: at,
        answer1_id: `a${at}`,
        answer2_id: `b${at}`,
        text: 'Both are fine, I think.',
        score: [8, 9],
        reviewer_id: 'gpt-4-0328-generic',
      })),
      /reviews of two answers/,
    ],
    [
      'dialogues whose turns name nobody',
      'a.jsonl',
      jsonl((at) => ({
        fold: 'test',
        topic: 'x',
        dialogue: [questions[at], replies[at]].map((text) => ({ act: 'inform', text })),
      })),
      /do not say who speaks/,
    ],
    [
      'talks as lists of texts',
      'a.json',
      JSON.stringify({ valid: questions.map((one, at) => [one, replies[at]]), train: [[...questions]] }),
      /Each talk is a list of texts/,
    ],
    [
      'answers of workers to questions that stand elsewhere',
      'a.csv',
      table((at) => ['w1', 'w2'].map((worker, k) => ({ question: `q${at}`, worker, answer: (at + k) % 2 }))),
      /Nothing in the file was recognized/,
    ],
  ])('%s', async (_, name, content, what) => {
    const refused = await refusalOf((async () => take(name, content))());
    expect(refused.message).toMatch(what);
  });
});
