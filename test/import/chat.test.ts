import { afterEach, beforeEach, expect, test } from 'vitest';
import { listSystems } from '../../db/datasets.ts';
import { findItem, listResponses } from '../../db/items.ts';
import { importFile, openTestProject, refusalOf, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const importRecords = (...records: unknown[]) =>
  importFile(t, t.file('chat.jsonl', records.map((record) => `${JSON.stringify(record)}\n`).join('')), {
    format: 'openai-chat-jsonl',
  });
const firstItem = () => ({ ...findItem(t.db, 1), texts: listResponses(t.db, 1).map(({ text }) => text) });

test('the last message of the assistant is the response; all before it is the conversation', async () => {
  await importRecords({
    custom_id: 'c-1',
    model: 'gpt-x',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: [{ type: 'text', text: 'What is' }, { type: 'image_url' }] },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ function: { name: 'look', arguments: '{"q":1}' } }],
      },
      { role: 'tool', content: 'found', tool_call_id: '1' },
      { role: 'assistant', content: [{ type: 'text', text: 'A tower.' }] },
    ],
    metadata: { run: 3 },
  });
  expect(firstItem()).toMatchObject({
    externalId: 'c-1',
    conversation: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'What is\n[image_url]' },
      { role: 'tool_call', content: 'look({"q":1})' },
      { role: 'tool', content: 'found' },
    ],
    texts: ['A tower.'],
    meta: '{"metadata":{"run":3}}',
  });
  expect(listSystems(t.db, 1)).toMatchObject([{ name: 'gpt-x', items: 1 }]);
});

test('without an id the line number is one; without a model the system is the assistant', async () => {
  const messages = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: 'b' },
    { role: 'user', content: 'bye' },
  ];
  await importRecords({ messages }, { messages });
  expect([1, 2].map((id) => findItem(t.db, id)?.externalId)).toEqual(['line-1', 'line-2']);
  expect(JSON.parse(findItem(t.db, 1)?.meta ?? '')).toEqual({ messagesAfterResponse: [messages[2]] });
  expect(listSystems(t.db, 1)[0]?.name).toBe('assistant');
});

test('DeepEval turns and test cases', async () => {
  await importRecords(
    {
      turns: [
        { role: 'user', content: 'q' },
        { role: 'assistant', content: 'a' },
      ],
      scenario: 's',
    },
    { input: 'q', actual_output: 'a', expected_output: 'g', retrieval_context: ['p1', 'p2'] },
  );
  expect(findItem(t.db, 1)?.meta).toBe('{"scenario":"s"}');
  expect(findItem(t.db, 2)).toMatchObject({ references: [['g']], context: 'p1\n\np2' });
  expect(listResponses(t.db, 2)[0]?.text).toBe('a');
});

test.each([
  ['rôle', 'utilisateur', 'assistant', 'contenu'],
  ['rolle', 'Nutzer', 'Assistent', 'Nachricht'],
  ['papel', 'usuário', 'assistente', 'mensagem'],
  ['角色', '用户', '助手', '内容'],
  ['sender', 'visitor', 'chatbot', 'body'],
  ['role', 'user', 'assistant', 'spoken'],
])('messages with %s, said by %s and %s', async (role, user, assistant, said) => {
  await importRecords({
    messages: [
      { [role]: user, [said]: 'What is it?' },
      { [role]: assistant, [said]: 'It is a tower.' },
    ],
  });
  expect(firstItem()).toMatchObject({
    conversation: [{ role: 'user', content: 'What is it?' }],
    texts: ['It is a tower.'],
  });
});

test('OpenAI evals samples', async () => {
  await importRecords(
    { input: [{ role: 'user', content: 'q' }], ideal: ['a', 'b'] },
    { input: 'q', ideal: 'a', completion: 'c' },
  );
  expect(findItem(t.db, 1)).toMatchObject({ references: [['a', 'b']], conversation: [{ content: 'q' }] });
  expect(listResponses(t.db, 1)).toEqual([]);
  expect(listResponses(t.db, 2)[0]?.text).toBe('c');
});

test.each([
  [{}, 'messages'],
  [{ messages: 'x' }, 'messages'],
  [{ messages: [{ role: 'user', content: 'x' }] }, 'messages'],
  [
    {
      messages: [
        { role: 'user', content: 5 },
        { role: 'assistant', content: 'x' },
      ],
    },
    'messages[0].content',
  ],
  [{ messages: [null, { role: 'assistant', content: 'x' }] }, 'messages[0]'],
  [{ messages: [{ content: 'x' }, { role: 'assistant', content: 'x' }] }, 'messages[0].role'],
  [
    {
      messages: [
        { role: 'user', content: 'x' },
        { role: 'assistant', said: 'Not read at all', at: 'noon' },
      ],
    },
    'messages[1].content',
  ],
])('refuses %j', async (record, field) => {
  const { details } = await refusalOf(importRecords(record));
  expect(details.problems?.[0]).toMatchObject({ line: 1, field });
});
