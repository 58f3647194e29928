import { afterEach, beforeEach, expect, test } from 'vitest';
import { importWork } from '../../core/import/import-work.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

/** Kinds of files that once came in as something else, under other names and in other nestings. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const questions = [
  'Where is the old mill?',
  'Who built the bridge?',
  'When did the storm come?',
  'Why blue?',
];
const replies = [
  'It stands by the river.',
  'A mason did, they say.',
  'It came in the night.',
  'Nobody knows that.',
];
const grades = [4, 2, 5, 3];

const lines = (record: (at: number) => object) =>
  `${questions.map((_, at) => JSON.stringify(record(at))).join('\n')}\n`;
const take = async (name: string, content: string) =>
  importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, { path: t.file(name, content) }));

const asked = (at: number) => ({ question: questions[at], response: replies[at] });
const passage = 'The town sold the mill to a miller from the coast last year.';

test.each<[string, string, Record<string, string>]>([
  [
    'the model inside of a judgment judged, and did not reply',
    lines((at) => ({
      ...asked(at),
      evaluation: { score: grades[at], reasoning: 'So it is.', model: 'claude-3' },
    })),
    { Systems: 'assistant', 'Score, rating': '4 for assistant, by the judge claude-3' },
  ],
  [
    'the prompt of a judge is no score',
    lines((at) => ({ ...asked(at), grade: grades[at], judge_prompt: 'Rate it from 1 to 5.' })),
    { 'Score, grade': '4 for assistant, by the judge' },
  ],
  [
    'what a reply answers is no system',
    lines((at) => ({
      text: replies[at],
      question: questions[at],
      reply_to: `u${at}`,
      response: replies[at],
    })),
    { Systems: 'assistant', 'Reply of assistant': replies[0]! },
  ],
  [
    'a right answer is one whatever stands behind the word',
    lines((at) => ({ question: questions[at], answer_gold: `[${at}]`, prediction: replies[at] })),
    { 'Right answer': '[0]', 'Reply of assistant': replies[0]! },
  ],
  [
    'people in a list are told by name, systems by id',
    lines((at) => ({
      ...{ doc: passage, summary: replies[at], system_id: `M${at % 2}` },
      annotations: ['ann', 'bo'].map((worker, k) => ({ worker, coherence: k + 2 })),
    })),
    { Systems: 'M0, M1', 'Score, coherence': '2, 3 for M1, by people (2 votes)' },
  ],
  [
    'the reply beside the question answers it',
    lines((at) => ({
      output: 'The reply is short.',
      cost: at,
      meta: { prompt: questions[at], response: replies[at] },
    })),
    { Question: questions[0]!, 'Reply of assistant': replies[0]! },
  ],
  [
    'an answer beside a right answer is the reply, scored or not',
    lines((at) => ({ question: questions[at], answer: replies[at], ground_truth: `It is ${at}.` })),
    { 'Right answer': 'It is 0.', 'Reply of assistant': replies[0]! },
  ],
  [
    'a choice by a named judge is a judge’s',
    lines((at) => ({
      ...{ prompt: questions[at], response_a: replies[at], response_b: `No, ${at}.` },
      ...{ preferred: at % 2 ? 'response_a' : 'response_b', judge: 'gpt-4' },
    })),
    { 'Score, preference': '1 for second, by the judge gpt-4', 'Scores by people': 'none' },
  ],
  [
    'a choice that is called a person’s is one',
    lines((at) => ({
      ...{ prompt: questions[at], completion_1: replies[at], completion_2: `No, ${at}.` },
      ...{ model_1: 'm1', model_2: 'm2', human_preference: 1 + (at % 2) },
    })),
    { 'Score, preference': '0 for m2, by people (1 vote)', Systems: 'm1, m2' },
  ],
  [
    'scores told apart by the numbers of their replies',
    lines((at) => ({
      ...{ question: questions[at], response_1: replies[at], response_2: `No, ${at}.` },
      ...{
        human_score_1: grades[at],
        human_score_2: 1 + (at % 3),
        judge_score1: 2,
        judge_score2: 3 + (at % 2),
      },
    })),
    { Systems: 'response_1, response_2', 'Score, rating': '3 for response_2, by the judge' },
  ],
  [
    'ratings told apart by the letters of their replies',
    lines((at) => ({
      ...{ prompt: questions[at], model_a: replies[at], model_b: `No, it is ${at}.` },
      ...{ rating_a: grades[at], rating_b: 1 + (at % 3) },
    })),
    { Systems: 'model_a, model_b', 'Score, rating': '1 for model_b, by people (1 vote)' },
  ],
  [
    'several people, each of whom rated both replies',
    lines((at) => ({
      ...{ question: questions[at], response_1: replies[at], response_2: `No, ${at}.` },
      ...{ annotator_1_score_1: grades[at], annotator_1_score_2: 1 + (at % 3) },
      ...{ annotator_2_score_1: 1 + (at % 2), annotator_2_score_2: 5 - (at % 2) },
    })),
    { 'Score, rating': '1, 5 for response_2, by people (2 votes)' },
  ],
  [
    'a list of people’s scores, one for each reply',
    lines((at) => ({
      ...{ question: questions[at], responses: [replies[at], `No, ${at}.`] },
      human_scores: [grades[at], 1 + (at % 3)],
    })),
    { Systems: 'responses 1, responses 2', 'Score, score': '1 for responses 2, by people (1 vote)' },
  ],
  [
    'people’s scores of a system that is called as a model is',
    lines((at) => {
      const part = (text: string, people: number, judged: number) => ({
        text,
        score: { human: people, chatgpt: judged, rouge1: at / 10 },
      });
      return {
        prompt: questions[at],
        gen: {
          gpt: part(replies[at]!, grades[at]!, 5 - at),
          fusion: part(`No, nobody knows that of ${at}.`, 1 + (at % 3), at),
        },
      };
    }),
    {
      Systems: 'gpt, fusion',
      'Scores by people': 'score (1 to 5)',
      'Scores by machines': 'judge chatgpt, score (0 to 5), rouge1 (0 to 0.3)',
    },
  ],
  [
    'what experts say is people’s, whatever they call it, and what a judge was asked is no score',
    lines((at) => ({
      ...{ ...asked(at), sme_tone: grades[at], sme_reviewer: 'ab'[at % 2], sme_age: 40, expert_id: at % 2 },
      judge_instructions: `Award points for what is right about ${questions[at]}`,
      policy_reference: `policy_a_v${at}`,
      retrieved_chunks: [passage],
    })),
    {
      'Scores by people': 'tone (2 to 5)',
      'Scores by machines': 'none',
      Passage: passage,
      'Only kept, as fields': 'sme_reviewer, sme_age, judge_instructions, policy_reference',
    },
  ],
])('%s', async (_, content, wanted) => {
  const { took = [] } = await take('records.jsonl', content);
  expect(Object.fromEntries(took.map(({ name, value }) => [name, value]))).toMatchObject(wanted);
});

test('a turn table with a short name for its dialogue is read', async () => {
  const rows = [0, 1, 2].flatMap((at) => [
    `ann,c${at},0,User,${questions[at]},`,
    `ann,c${at},1,Bot,${replies[at]!.replace(',', '')},${grades[at]}`,
  ]);
  const { items, humanScores } = await take(
    'turns.csv',
    ['Rater,Conv,Turn,Speaker,Utterance,Score', ...rows].join('\n'),
  );
  expect([items, humanScores]).toEqual([3, 3]);
});

test('a form whose column is called the bot’s answer is about what it carries', async () => {
  const rows = questions.map(
    (question, at) => `2024-01-0${at + 1} 10:00,ann@example.org,"${question}","${replies[at]}",${grades[at]}`,
  );
  const header = 'Timestamp,Email,Question,Bot answer,"How helpful was this answer? (1-5)"';
  const { items, humanScores } = await take('form.csv', [header, ...rows].join('\n'));
  expect([items, humanScores]).toEqual([4, 4]);
});

test('a form in another language is about the replies that it carries', async () => {
  const rows = questions.map(
    (question, at) => `2024-01-0${at + 1} 10:00,${grades[at]},"${replies[at]}","${question}"`,
  );
  const {
    items,
    responses,
    took = [],
  } = await take(
    'form.csv',
    ['Zeitstempel,Wie hilfreich ist die Antwort? (1-5),Antwort,Frage', ...rows].join('\n'),
  );
  expect([items, responses]).toEqual([4, 4]);
  expect(took).toContainEqual({ name: 'Question', value: questions[0] });
});

test('thumbs up and down are people’s', async () => {
  const { took } = await take(
    'thumbs.jsonl',
    lines((at) => ({ ...asked(at), thumbs: at % 2 ? 'up' : 'down' })),
  );
  expect(took!.find(({ name }) => name === 'Scores by people')?.value).toBe('thumbs (0 to 1)');
});

/** The scores of the first item of records that list what was said of their reply; two people and two criteria. */
test.each<[string, (x: number, y: number) => object, Record<string, string>]>([
  [
    'by people, one score each',
    (x, y) => ({
      ratings: [
        { rater: 'ann', value: x },
        { rater: 'bo', value: y },
      ],
    }),
    { 'Score, rating': '4, 3 for assistant, by people (2 votes)' },
  ],
  [
    'by people, with remarks and days, of whom one did not score',
    (x) => ({
      reviews: [
        { reviewer: 'ann', score: x, comment: 'Fine.', createdAt: '2026-01-02' },
        { reviewer: 'bo', score: null, comment: 'I cannot say.' },
      ],
    }),
    { 'Score, rating': '4 for assistant, by people (1 vote)', 'Only kept, as fields': 'human_reviews' },
  ],
  [
    'by people, each of one criterion',
    (x, y) => ({
      annotations: [
        { annotator: 'ann', criterion: 'fluency', score: x },
        { annotator: 'bo', criterion: 'fluency', score: y },
        { annotator: 'ann', criterion: 'helpfulness', score: y },
      ],
    }),
    {
      'Score, fluency': '4, 3 for assistant, by people (2 votes)',
      'Score, helpfulness': '3 for assistant, by people (1 vote)',
    },
  ],
  [
    'by people, in parts',
    (x, y) => ({ annotations: [{ annotator: 'ann', ratings: { fluency: x, clarity: y } }] }),
    {
      'Score, fluency': '4 for assistant, by people (1 vote)',
      'Score, clarity': '3 for assistant, by people (1 vote)',
    },
  ],
  [
    'in words',
    (x) => ({
      human_feedback: [
        { user: 'ann', thumbs: x > 2 ? 'up' : 'down' },
        { user: 'bo', thumbs: 'down' },
      ],
    }),
    { 'Score, thumbs': '1, 0 for assistant, by people (2 votes)' },
  ],
  [
    'by judges',
    (x, y) => ({
      judgments: [
        { judge: 'gpt-4o', score: x, reason: 'So it is.' },
        { judge: 'gpt-5', score: y, reason: 'It is so.' },
      ],
    }),
    {
      'Scores by machines': 'judge gpt-4o, rating (2 to 5, 4 scores), judge gpt-5, rating (1 to 4, 4 scores)',
      'Scores by people': 'none',
    },
  ],
  [
    'by a judge and a person',
    (x, y) => ({
      evaluations: [
        { evaluator: 'gpt-4o', score: x },
        { evaluator: 'Ann', score: y },
      ],
    }),
    {
      'Scores by machines': 'judge gpt-4o, rating (2 to 5)',
      'Scores by people': 'rating (1 to 4)',
    },
  ],
  [
    'by metrics',
    (x, y) => ({
      metrics: [
        { metric: 'faithfulness', score: x / 5 },
        { metric: 'relevancy', score: y / 5 },
      ],
    }),
    { 'Scores by machines': 'faithfulness (0.4 to 1), relevancy (0.2 to 0.8)' },
  ],
  [
    'by names that may be criteria: they are nobody’s',
    (x, y) => ({
      labels: [
        { name: 'neat', value: x > 3 },
        { name: 'terse', value: y > 3 },
      ],
    }),
    { 'Scores by people': 'none', 'Scores by machines': 'none' },
  ],
  [
    'of parts of the reply: they are no scores of the whole',
    (x, y) => ({
      annotations: [
        { annotator: 'ann', claim_id: 1, score: x },
        { annotator: 'ann', claim_id: 2, score: y },
      ],
    }),
    { 'Scores by people': 'none', 'Only kept, as fields': 'annotations' },
  ],
])('a list of scores %s', async (_, said, expected) => {
  const { took = [] } = await take(
    'said.jsonl',
    lines((at) => ({ ...asked(at), ...said(grades[at]!, grades[at]! - 1) })),
  );
  expect(Object.fromEntries(took.map(({ name, value }) => [name, value]))).toMatchObject(expected);
});

test('a word in a list of scores that nobody knows is refused, and given a worth', async () => {
  const label = (at: number, word: string) => (at === 2 ? 'okay' : word);
  const text = lines((at) => ({
    ...asked(at),
    annotations: [
      { annotator: 'ann', label: 'good' },
      { annotator: 'bo', label: label(at, 'bad') },
    ],
  }));
  const refused = await refusalOf(take('a.jsonl', text));
  expect(refused.details).toMatchObject({ line: 3, field: 'human_annotations.rating' });
  const classes = { 'human_annotations.rating': { okay: 0.5 } };
  const mapping = { references: [], responses: [], human: [], signals: [], classes };
  const params = { path: t.file('b.jsonl', text), mapping };
  await importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, params));
  expect(t.db.prepare('SELECT votes FROM human_score ORDER BY item_id').pluck().all()).toContain('[1,0.5]');
});

test('a list of scores by criterion, in a cell or a record, is asked about as a whole', async () => {
  const said = (at: number) => [
    { criterion: 'helpfulness', score: grades[at] },
    { criterion: 'fluency', score: 5 - at },
  ];
  const asking = 'helpfulness (2 to 5), evaluations.fluency (2 to 5): are these people’s scores';
  const record = lines((at) => ({ ...asked(at), evaluations: said(at) }));
  expect((await refusalOf(take('a.jsonl', record))).message).toContain(asking);
  const rows = questions.map((text, at) => [text, replies[at], JSON.stringify(said(at))]);
  const cells = [['question', 'response', 'evaluations'], ...rows].map((row) =>
    row.map((cell) => `"${String(cell).replaceAll('"', '""')}"`).join(','),
  );
  expect((await refusalOf(take('a.csv', `${cells.join('\n')}\n`))).message).toContain(asking);
});

test.each<[string, (at: number) => object, string]>([
  [
    'means of several people under names of what was scored',
    (at) => ({ ...asked(at), scores: { coherence: 2 + at / 3, fluency: 4 - at / 3 } }),
    'scores.coherence (2 to 3), scores.fluency (3 to 4): are these',
  ],
  [
    'numbered answers that are scored',
    (at) => ({
      ...{ question: questions[at], answer_1: replies[at], answer_2: `No, it is ${at}.` },
      ...{ helpfulness_1: grades[at], helpfulness_2: 1 + (at % 3) },
    }),
    'helpfulness_1 (2 to 5), helpfulness_2 (1 to 3): are these',
  ],
  [
    'numbers of a short range beside an annotator, called by nothing',
    (at) => ({ ...asked(at), annotator: 'ab'[at % 2], Q1: 1 + (at % 3), Q2: at % 2, age: 30 + (at % 2) }),
    'Q1 (1 to 3), Q2 (0 to 1): are these',
  ],
])('%s are asked about', async (_, record, wanted) => {
  expect((await refusalOf(take('asked.jsonl', lines(record)))).message).toContain(wanted);
});

test('a number that may say which reply is better is named, with what to write', async () => {
  const pair = (at: number) => ({
    ...{ question: questions[at], output_1: replies[at], output_2: `No, ${at}.` },
    gold_label: 1 + (at % 2),
  });
  const { warnings } = await take('pairs.jsonl', lines(pair));
  expect(warnings.join(' ')).toContain('gold_label; if it says which reply is better, call it "winner"');
  const named = await take(
    'winners.jsonl',
    lines((at) => ({
      ...pair(at),
      gold_label: undefined,
      winner: ['output_1', 'tie'][at % 2],
      annotator: 'ann',
    })),
  );
  expect(named).toMatchObject({ items: 4, humanScores: 8 });
});

test('numbers that a judge chose, without what was asked, are no replies', async () => {
  const judged = (at: number) => ({
    ...{ id: `n${at}`, gold_label: 1 + (at % 2), prediction_original: 1, prediction_swapped: 2 - (at % 2) },
    raw_original: `It is the first, since ${replies[at]}`,
  });
  const { took = [] } = await take('judged.jsonl', lines(judged));
  expect(took.find(({ name }) => name === 'Only kept, as fields')?.value).toBe(
    'prediction_original, prediction_swapped',
  );
});

test('an answer beside the true ones is the reply', async () => {
  const { took = [] } = await take(
    'rag.jsonl',
    lines((at) => ({
      question: questions[at],
      answer: replies[at],
      ground_truth_answers: `It is ${at} for sure.`,
    })),
  );
  expect(took.find(({ name }) => name === 'Reply of assistant')?.value).toBe(replies[0]);
});

test('a crowd that chose between two sentences gives preferences', async () => {
  const head =
    'HITId,WorkerId,AssignmentStatus,Input.id,Input.text1,Input.text2,Input.model1,Input.model2,Answer.Selection.label';
  const rows = [0, 1, 2, 3].map(
    (at) =>
      `h${at},w${at % 2},Approved,${at},"${replies[at]}",No one (${at}).,m1,m2,Sentence ${'AB'[at % 2]}`,
  );
  const { humanScores, took = [] } = await take('batch.csv', `${[head, ...rows].join('\n')}\n`);
  expect(humanScores).toBe(8);
  expect(took.find(({ name }) => name === 'Systems')?.value).toBe('m1, m2');
});

test('small numbers of a log, and columns of two people, are not asked about as if each were a criterion', async () => {
  const log = (at: number) => ({ ...asked(at), user_id: `u${at % 2}`, visits: 1 + (at % 2), turn: at % 2 });
  expect(await take('log.jsonl', lines(log))).toMatchObject({ items: 4, humanScores: 0 });
  const rated = (at: number) => ({ ...asked(at), rater_bob: grades[at], rater_eva: 1 + (at % 3) });
  const { took = [] } = await take('rated.jsonl', lines(rated));
  expect(took.find(({ name }) => name === 'Scores by people')?.value).toBe('none');
});

test('ids of the entries of a list say nothing of the record', async () => {
  const { warnings } = await take(
    'feedback.jsonl',
    lines((at) => ({ ...asked(at), feedback: { missing: [{ passage_id: '2', sentence_id: `${at % 2}` }] } })),
  );
  expect(warnings.filter((one) => one.includes('an earlier row has too'))).toEqual([]);
});

const rated = (at: number, first: object, second: object) => ({
  messages: [
    { role: 'user', content: questions[at] },
    { role: 'assistant', content: replies[at], ...first },
    { role: 'user', content: 'And what then?' },
    { role: 'assistant', content: `Then came the next, ${at}.`, ...second },
  ],
});
test.each<[string, (at: number) => object, Record<string, string>]>([
  [
    'a rating each',
    (at) => ({ id: `c${at}`, ...rated(at, { rating: grades[at] }, { rating: 1 + (at % 3) }) }),
    { 'First item': 'c0#2', 'Score, rating': '4 for assistant, by people (1 vote)' },
  ],
  [
    'votes of several people',
    (at) => {
      const said = (score: number) => ({
        annotations: ['ann', 'bo'].map((annotator) => ({ annotator, score })),
      });
      return { conversation_id: `c${at}`, ...rated(at, said(grades[at]!), said(3)) };
    },
    { 'Score, rating': '4, 4 for assistant, by people (2 votes)' },
  ],
])('scores inside of messages are of their replies: %s', async (_, record, wanted) => {
  const { items, humanScores, took = [] } = await take('chats.jsonl', lines(record));
  expect([items, humanScores! % 8]).toEqual([8, 0]);
  expect(Object.fromEntries(took.map(({ name, value }) => [name, value]))).toMatchObject(wanted);
});

test('rated messages of ShareGPT are read, and a call of a tool far below is a turn', async () => {
  const shared = (at: number) => ({
    id: `c${at}`,
    conversations: [
      { from: 'human', value: questions[at % 4] },
      { from: 'gpt', value: replies[at % 4], rating: 1 + (at % 3) },
    ],
  });
  const many = Array.from({ length: 60 }, (_, at) => ({ ...shared(at) }));
  const call = { from: 'gpt', content: null, tool_calls: [{ function: { name: 'look', arguments: '{}' } }] };
  many[57]!.conversations.splice(1, 0, call as never);
  const text = `${many.map((one) => JSON.stringify(one)).join('\n')}\n`;
  const { items, humanScores, took = [] } = await take('shared.jsonl', text);
  expect([items, humanScores]).toEqual([60, 60]);
  expect(took.find(({ name }) => name === 'Reply of assistant')?.value).toBe(replies[0]);
});

test('scores inside of messages that are not read are named; classes of what was said are none', async () => {
  const parts = { content: [{ type: 'text', text: 'See here.' }] };
  const { warnings } = await take(
    'chats.jsonl',
    lines((at) => rated(at, { rating: 3 }, { rating: 4, ...parts })),
  );
  expect(warnings.join(' ')).toContain('8 values of "rating" in messages left out');
  const acts = await take(
    'acts.jsonl',
    lines((at) => ({ id: `c${at}`, ...rated(at, { label: 'inform' }, {}) })),
  );
  expect(acts).toMatchObject({ items: 4, warnings: [] });
});

const chat = (at: number) => ({
  messages: [
    { role: 'user', content: questions[at] },
    { role: 'assistant', content: replies[at] },
  ],
});
test.each<[string, (at: number) => object, string]>([
  ['of a database', (at) => ({ _id: `65c5${at}`, ...chat(at) }), '65c50'],
  ['as MongoDB exports it', (at) => ({ _id: { $oid: `65c5${at}` }, ...chat(at) }), '65c50'],
  ['of its conversation', (at) => ({ conversation_id: `c${at}`, ...chat(at) }), 'c0'],
  ['that several records share is none', (at) => ({ conversation_id: `c${at % 2}`, ...chat(at) }), 'line-1'],
])('the id of a chat: %s', async (_, record, id) => {
  const { took = [] } = await take('chat.jsonl', lines(record));
  expect(took.find(({ name }) => name === 'First item')?.value).toBe(id);
});

test('a chat whose id comes again far below keeps both records', async () => {
  const many = Array.from({ length: 60 }, (_, at) =>
    JSON.stringify({ chat_id: `c${at % 55}`, ...chat(at % 4) }),
  );
  expect((await take('chats.jsonl', `${many.join('\n')}\n`)).items).toBe(60);
});

test.each<[string, string, string, string]>([
  [
    'texts by number',
    'texts.json',
    JSON.stringify(Object.fromEntries(replies.map((text, at) => [at, text]))),
    'Nothing in the file',
  ],
  [
    'a chat under the ending of a table',
    'chat.csv',
    '[10/02/24, 10:15 PM] Ann: Hi\n[10/02/24, 10:16 PM] Bot: Hello, you\n',
    'chat that was saved',
  ],
  [
    'messages with their parents',
    'thread.jsonl',
    lines((at) => ({ id: at, parent: at || null, author: 'u', body: replies[at] })),
    'single messages',
  ],
  [
    'a shop of plugins',
    'plugins.json',
    JSON.stringify({ name: 'x', plugins: [{ name: 'a', source: './' }] }),
    'Nothing in the file',
  ],
])('%s is refused', async (_, name, content, what) => {
  expect((await refusalOf(take(name, content))).message).toContain(what);
});

const span = (type: string, said: object) => ({ uuid: type, name: type, status: 'SUCCESS', type, ...said });

test('of a trace in one document the whole is judged, and no step', async () => {
  const steps = {
    ...{ uuid: 't1', baseSpans: [], environment: 'testing', status: 'SUCCESS', retrieverSpans: [] },
    agentSpans: [span('agent', { input: 'Do this: where is it?', output: 'Look it up.' })],
    llmSpans: [
      span('llm', {
        input: [{ role: 'user', content: 'Find it.' }],
        output: 'A draft of it.',
        model: 'gpt-4o',
      }),
      span('llm', { input: { context: passage }, output: 'Another draft.', model: 'gpt-4o' }),
    ],
    toolSpans: [span('tool', { input: 'mill', output: 'A map.' })],
  };
  const whole = { input: { query: questions[0] }, output: replies[0] };
  const { items, took = [] } = await take('trace.json', JSON.stringify({ ...steps, ...whole }));
  expect(items).toBe(1);
  expect(Object.fromEntries(took.map(({ name, value }) => [name, value]))).toMatchObject({
    Question: questions[0],
    'Reply of assistant': replies[0],
    Systems: 'assistant',
  });
});
