import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { textOfHtml } from '../../core/import/formats/chats/html-text.ts';
import { wayTo } from '../../core/import/formats/chats/message-tree.ts';
import { importWork } from '../../core/import/import-work.ts';
import { previewImport } from '../../core/import/preview.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { openTestProject, refusalOf, type TestProject, testScope } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const problemsIn = async (name: string, content: string) =>
  (await previewImport({ path: t.file(name, content) })).problems;

/** What people chose for ten items each, some of which others have not. */
const votes = (people: readonly string[], choice: (k: number, i: number) => unknown, step: number) =>
  Object.fromEntries(
    people.map((person, k) => [
      person,
      Object.fromEntries(Array.from({ length: 10 }, (_, i) => [`item${i + step * (k + 1)}`, choice(k, i)])),
    ]),
  );

test('lists by names that say no column are no table of pandas; uneven columns of one are', async () => {
  const refusal = async (lists: object) =>
    refusalOf(previewImport({ path: t.file('lists.json', JSON.stringify(lists)) }));
  const byItem = await refusal({ q1: ['d1', 'd2'], q2: ['d3'] });
  expect(byItem.message).toContain('lists by names that say no column: "q1" has 2 values, "q2" has 1');
  expect(JSON.stringify(byItem.details)).not.toContain('orient');
  const uneven = await refusal({ question: ['Why?', 'Who?'], response: ['So.'] });
  expect(JSON.stringify(uneven.details)).toContain('orient');
});

test('ratings by person and item are labels of the items that are there', async () => {
  const ratings = () =>
    t.file('ratings.json', JSON.stringify(votes(['ann', 'bo'], (k, i) => (i + k) % 5, 1)));
  const run = (path: string, datasetName: string) =>
    importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, { path, datasetName }));
  const texts = Array.from({ length: 13 }, (_, i) =>
    JSON.stringify({ id: `item${i}`, question: 'Why?', response: `So ${i}.` }),
  );
  await run(t.file('texts.jsonl', texts.join('\n')), 'texts');
  expect((await run(ratings(), 'texts')).humanScores).toBe(11);
  const words = votes(['ann', 'bo'], (k, i) => ((i + k) % 2 ? 'yes' : 'no'), 1);
  const { details, message } = await refusalOf(run(t.file('words.json', JSON.stringify(words)), 'more'));
  expect(message).toContain('ratings without the texts');
  expect(details.remedy).toContain('assay label');
  expect(details.ready).toBeUndefined();
});

test.each([[['gpt-4o', 'gemini-1.5']], [['coherence', 'fluency']], [['bleu', 'rouge1']]])(
  'scores by item under %s are no labels of people',
  async (names) => {
    const path = t.file('judges.json', JSON.stringify(votes(names, (k, i) => i + k, 1)));
    const { message, details } = await refusalOf(
      importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, { path })),
    );
    expect(message).toContain('scores without the texts');
    expect(details.remedy).toContain('judge_score');
  },
);

const refusedWith = async (name: string, content: string) => {
  const path = t.file(name, content);
  return refusalOf(importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, { path })));
};

test.each<[string, string, string, string]>([
  [
    'a prompt',
    'prompt.txt',
    'You are a judge, and fair.\n\nRate the reply, from 1 to 5, for: help, tone.\nWrite a number.\n',
    'plain text',
  ],
  [
    'summaries, one a line',
    'out.txt',
    'The town, it says, has sold its mill.\nA storm hit the coast.\nRain, wind, and hail fell.\n',
    'plain text',
  ],
  ['a list of numbers', 'scores.json', '[0, 1, 1, 0]', 'list of numbers or texts'],
  ['a list of texts', 'texts.json', '["It is so.", "It is not."]', 'list of numbers or texts'],
  [
    'texts of prompts by task, with other fields beside',
    'prompts.json',
    JSON.stringify({
      ethics: { prompt: 'Say whether this is wrong:', mapping: { a: 1 } },
      squad: { prompt: 'Say whether these agree:', question: 'one' },
      facts: { prompt: 'Say whether this is known:' },
    }),
    'one object that holds many records',
  ],
  [
    'settings',
    'settings.json',
    JSON.stringify({ title: 'Rate the text', keywords: 'text, data, rating', reward: 0.2, most: 3 }),
    'Nothing in the file was recognized',
  ],
  [
    'messages, one a line',
    'messages.jsonl',
    '{"role":"system","content":"Be brief."}\n{"role":"user","content":"Why is it so?"}\n{"role":"assistant","content":"It just is."}\n',
    'single message',
  ],
])('%s is refused with what it is', async (_, name, content, what) => {
  expect((await refusedWith(name, content)).message).toContain(what);
});

test('one record alone is read where its fields are called by what they are', async () => {
  const path = t.file('one.json', JSON.stringify({ question: 'Why?', response: 'So.', note: 'Ask again.' }));
  const scope = testScope(t);
  const { items, responses } = await importWork(
    scope,
    resolveImport({ settings: { annotator: 'me' } }, { path }),
  );
  expect([items, responses]).toEqual([1, 1]);
});

test('a table that is called a text is read', async () => {
  const path = t.file('table.txt', 'question,response\nWhy?,So.\nWho?,"Ann, and Bo"\n');
  expect((await previewImport({ path })).problems).toEqual([]);
});

test('records by their ids, scores among them, are still read', async () => {
  const named = { q1: { question: 'Why?', answer: 'So.' }, q2: { question: 'Who?', answer: 'Me.' } };
  expect(await problemsIn('named.json', JSON.stringify(named))).toEqual([]);
  const columns = { question: { '0': 'Why?', '1': 'Who?' }, answer: { '0': 'So.', '1': 'Me.' } };
  expect(await problemsIn('columns.json', JSON.stringify(columns))).toEqual([]);
});

describe('a file that only looks like one with items says what it looks like, and what to do', () => {
  const slackPeople = [{ id: 'U1', team_id: 'T1', name: 'ann', profile: { real_name: 'Ann' } }];
  const people = [
    { type: 'message', user: 'U1', text: 'Lunch?', ts: '1.0' },
    { type: 'message', user: 'U2', text: 'Yes', ts: '2.0' },
  ];
  test.each<[string, string, string, RegExp, RegExp]>([
    [
      'a chat of a messenger',
      'chat.txt',
      '[31.01.26, 10:15:00] Ann: Hi\n[31.01.26, 10:16:02] Bo: Hello: you\nand more\n',
      /chat that was saved as plain text/,
      /conversation, speaker and text/,
    ],
    [
      'a chat of another, with dashes',
      'WhatsApp Chat with Bo.txt',
      '1/31/26, 10:15 AM - Ann: Hi\n1/31/26, 10:16 AM - Bo: Hello\n',
      /chat that was saved as plain text/,
      /"messages"/,
    ],
    [
      'a transcript',
      'log.txt',
      'User: What is two and two, please?\n\nAssistant: Four.\nIt always was.\n\nUser: And three?\n\nAssistant: Six.\n',
      /chat that was saved as plain text/,
      /conversation, speaker and text/,
    ],
    [
      'people of Slack',
      'users.json',
      JSON.stringify(slackPeople),
      /people or channels of a Slack export/,
      /folder in the export/,
    ],
    [
      'a channel without a bot',
      '2026-01-31.json',
      JSON.stringify(people),
      /export of Slack, but no assistant/,
      /one answers/,
    ],
    [
      'predictions of HELM',
      'display_predictions.json',
      JSON.stringify([{ instance_id: 'id1', predicted_text: 'Vermeer' }]),
      /predictions or scores of HELM/,
      /scenario_state\.json/,
    ],
    [
      'thumbs of ChatGPT',
      'message_feedback.json',
      JSON.stringify([{ conversation_id: 'c', rating: 'thumbs_up', content: '{}' }]),
      /ChatGPT keeps of thumbs/,
      /conversations\.json/,
    ],
    [
      'ratings by person and item',
      'ratings.json',
      JSON.stringify(votes(['ann1', 'ann2', 'ann3'], (k, i) => 'abc'[(i * k) % 3], 1)),
      /ratings without the texts that were rated, such as a by "ann1" for "item1"/,
      /assay label.*\{"id":"item1","annotator":"ann1","value":4\}/,
    ],
    [
      'the same of the same items, of which one of two is shown to be better',
      'choices.json',
      JSON.stringify(
        votes(['Ann', 'Bo'], (k, i) => (i % (k + 2) === 0 ? 'A' : 'B'), 0),
        null,
        2,
      ),
      /ratings without the texts that were rated, such as A by "Ann" for "item0"/,
      /Import the texts first/,
    ],
    [
      'numbered people, numbered items',
      'people.json',
      JSON.stringify({ annotator_1: ['a', 'b', 'a', 'a'], annotator_2: ['a', 'b', 'b', 'b'] }, (_, value) =>
        Array.isArray(value) ? { ...value } : value,
      ),
      /ratings without the texts that were rated, such as a by "annotator_1" for "0"/,
      /Import the texts first/,
    ],
    [
      'a vocabulary with the names of fields of Slack',
      'encoder.json',
      JSON.stringify(
        Object.fromEntries(['the', 'ts', 'user', 'text', 'type', 'bot_id', 'no'].map((name, i) => [name, i])),
      ),
      /one value under each name, such as 0 for "the"/,
      /Choose the file with the replies/,
    ],
  ])('%s', async (_what, name, content, message, remedy) => {
    const problems = await problemsIn(name, content);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      message: expect.stringMatching(message),
      remedy: expect.stringMatching(remedy),
    });
  });

  test('text that is JSON or a table is still read, whatever its ending', async () => {
    expect(await problemsIn('a.txt', '[{"prompt": "Why?", "response": "So."}]')).toEqual([]);
    expect(await problemsIn('b.txt', ' {"prompt": "Why?", "response": "User: so."}\n')).toEqual([]);
    expect(await problemsIn('c.txt', 'prompt,response\nUser: why?,Bot: so.\nUser: who?,Bot: I.\n')).toEqual(
      [],
    );
  });
});

test('a way through a tree ends at its root, at a message that is missing, and at one that is its own forefather', () => {
  const tree = new Map([
    ['a', null],
    ['b', 'a'],
    ['c', 'gone'],
    ['d', 'e'],
    ['e', 'd'],
  ]);
  const keys = new Map([...tree].map(([key]) => [key, key] as const));
  const way = (last: string) => wayTo(last, keys, (key) => tree.get(key));
  expect(way('b')).toEqual(['a', 'b']);
  expect(way('c')).toEqual(['c']);
  expect(way('d')).toEqual(['e', 'd']);
  expect(way('none')).toEqual([]);
});

test('markup becomes text that says the same, and what only looks like markup stays', () => {
  expect(textOfHtml('<p>2 &lt; 3 &amp; <b>so</b><br/>on</p><ol><li>a</li><li>b</li></ol>')).toBe(
    '2 < 3 & **so**\non\n\n- a\n- b',
  );
  expect(textOfHtml('a < b > c &unknown; &#x110000;')).toBe('a < b > c &unknown; &#x110000;');
  expect(textOfHtml('<script>alert(1)</script>&#39;')).toBe("alert(1)'");
});
