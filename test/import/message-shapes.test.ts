import { deflateSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { isForeignMessage, plainMessages } from '../../core/import/formats/chats/plain-message.ts';
import { turnsOf } from '../../core/import/formats/traces/message-turns.ts';
import { importWork } from '../../core/import/import-work.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { openTestProject, type TestProject, testScope } from './scope.ts';

/** Messages with calls of tools, as libraries write them: all of them read as the same conversation. */

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const question = 'What is the weather in Oslo?';
const answer = 'It is 3 degrees.';
const asked = { role: 'user', content: question };
const input = { city: 'Oslo' };
const output = { c: 3 };
const text = (said: string) => ({ type: 'text', text: said });

const shapes: Record<string, readonly object[]> = {
  OpenAI: [
    asked,
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'c', type: 'function', function: { name: 'weather', arguments: JSON.stringify(input) } },
      ],
    },
    { role: 'tool', tool_call_id: 'c', content: JSON.stringify(output) },
    { role: 'assistant', content: answer },
  ],
  'OpenAI Responses': [
    asked,
    { type: 'reasoning', summary: [] },
    { type: 'function_call', call_id: 'c', name: 'weather', arguments: JSON.stringify(input) },
    { type: 'function_call_output', call_id: 'c', output: JSON.stringify(output) },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer }] },
  ],
  Anthropic: [
    asked,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c', name: 'weather', input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c', content: JSON.stringify(output) }] },
    { role: 'assistant', content: [text(answer)] },
  ],
  'Anthropic, by a server': [
    asked,
    {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 'c', name: 'weather', input },
        { type: 'weather_tool_result', tool_use_id: 'c', content: output },
        text(answer),
      ],
    },
  ],
  Bedrock: [
    { role: 'user', content: [{ text: question }] },
    {
      role: 'assistant',
      content: [
        { reasoningContent: { reasoningText: { text: 'I think.' } } },
        { toolUse: { toolUseId: 'c', name: 'weather', input } },
      ],
    },
    {
      role: 'user',
      content: [{ toolResult: { toolUseId: 'c', content: [{ json: output }], status: 'success' } }],
    },
    { role: 'assistant', content: [{ text: answer }] },
  ],
  Gemini: [
    { role: 'user', parts: [{ text: question }] },
    { role: 'model', parts: [{ functionCall: { name: 'weather', args: input } }] },
    { role: 'user', parts: [{ functionResponse: { name: 'weather', response: output } }] },
    { role: 'model', parts: [{ text: answer }] },
  ],
  "Gemini's library for Python": [
    { role: 'user', parts: [{ text: question }] },
    { role: 'model', parts: [{ function_call: { name: 'weather', args: input } }] },
    { role: 'user', parts: [{ function_response: { name: 'weather', response: output } }] },
    { role: 'model', parts: [{ text: answer }] },
  ],
  'the AI SDK': [
    asked,
    {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'I think.' },
        { type: 'tool-call', toolCallId: 'c', toolName: 'weather', input },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'c',
          toolName: 'weather',
          output: { type: 'json', value: output },
        },
      ],
    },
    { role: 'assistant', content: [text(answer)] },
  ],
  'the AI SDK 4': [
    asked,
    { role: 'assistant', content: [{ type: 'tool-call', toolName: 'weather', args: input }] },
    { role: 'tool', content: [{ type: 'tool-result', toolName: 'weather', result: output }] },
    { role: 'assistant', content: answer },
  ],
  'a page of the AI SDK': [
    { id: 'a', role: 'user', parts: [text(question)] },
    {
      id: 'b',
      role: 'assistant',
      parts: [
        { type: 'step-start' },
        { type: 'tool-weather', toolCallId: 'c', state: 'output-available', input, output },
        { type: 'step-start' },
        text(answer),
      ],
    },
  ],
  'a page of the AI SDK 4': [
    { role: 'user', content: '', parts: [text(question)] },
    {
      role: 'assistant',
      parts: [
        { type: 'tool-invocation', toolInvocation: { toolName: 'weather', args: input, result: output } },
        text(answer),
      ],
    },
  ].map(({ content: _, ...message }) => message),
  LangChain: [
    { type: 'human', data: { content: question } },
    { type: 'ai', data: { content: '', tool_calls: [{ name: 'weather', args: input, id: 'c' }] } },
    { type: 'tool', data: { content: JSON.stringify(output), tool_call_id: 'c' } },
    { type: 'ai', data: { content: answer, tool_calls: [] } },
  ],
  LangGraph: [
    { type: 'human', content: question },
    { type: 'ai', content: '', tool_calls: [{ name: 'weather', args: input, id: 'c' }] },
    { type: 'tool', content: JSON.stringify(output), tool_call_id: 'c' },
    { type: 'ai', content: answer },
  ],
  'LangChain, as it stores': [
    { lc: 1, id: ['langchain', 'schema', 'HumanMessage'], kwargs: { content: question } },
    {
      lc: 1,
      id: ['langchain', 'schema', 'AIMessage'],
      kwargs: { content: '', tool_calls: [{ name: 'weather', args: input }] },
    },
    { lc: 1, id: ['langchain', 'schema', 'ToolMessage'], kwargs: { content: JSON.stringify(output) } },
    { lc: 1, id: ['langchain', 'schema', 'AIMessage'], kwargs: { content: answer } },
  ],
  OpenTelemetry: [
    { role: 'user', parts: [{ type: 'text', content: question }] },
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'c', name: 'weather', arguments: input }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c', response: output }] },
    { role: 'assistant', parts: [{ type: 'text', content: answer }], finish_reason: 'stop' },
  ],
  'Pydantic AI': [
    { kind: 'request', parts: [{ part_kind: 'user-prompt', content: question }] },
    {
      kind: 'response',
      parts: [
        { part_kind: 'thinking', content: 'I think.' },
        { part_kind: 'tool-call', tool_name: 'weather', args: input },
      ],
    },
    { kind: 'request', parts: [{ part_kind: 'tool-return', tool_name: 'weather', content: output }] },
    { kind: 'response', parts: [{ part_kind: 'text', content: answer }] },
  ],
};

const take = async (name: string, records: readonly object[]) => {
  const file = t.file(name, `${records.map((one) => JSON.stringify(one)).join('\n')}\n`);
  const { warnings } = await importWork(
    testScope(t),
    resolveImport({ settings: { annotator: 'me' } }, { path: file }),
  );
  return warnings.join('\n');
};
const storedTurns = (id: string) =>
  JSON.parse(t.db.prepare('SELECT conversation FROM item WHERE external_id = ?').pluck().get(id) as string);
const said = (id: string) =>
  (storedTurns(id) as { role: string; content: string }[]).map(({ role, content }) => ({ role, content }));

const steps = [
  asked,
  { role: 'tool_call', content: 'weather({"city":"Oslo"})' },
  { role: 'tool', content: '{"c":3}' },
];

describe.each(Object.entries(shapes))('messages of %s', (_, messages) => {
  test('are a conversation whose last message is judged', async () => {
    expect(
      await take('chats.jsonl', [
        { id: 'a', messages },
        { id: 'b', messages },
      ]),
    ).not.toContain('not shown');
    expect(said('a')).toEqual(steps);
    expect(t.db.prepare('SELECT text FROM response').pluck().all()).toEqual([answer, answer]);
  });

  test('are one beside scores of their own', async () => {
    const rated = ['a', 'b', 'c'].map((id, at) => ({ id, messages, rating: at + 1 }));
    expect(await take('rated.jsonl', rated)).not.toContain('not shown');
    expect(said('b')).toEqual([...steps, { role: 'assistant', content: answer }]);
  });

  test('are the same where a trace holds what a model was sent', () => {
    const turns = turnsOf(JSON.stringify({ messages }));
    expect(turns?.map(({ role, content }) => ({ role, content }))).toEqual([
      ...steps,
      { role: 'assistant', content: answer },
    ]);
  });
});

test('what a page says before and after its calls keeps its order', async () => {
  const call = (name: string) => ({
    type: `tool-${name}`,
    state: 'output-available',
    input: name,
    output: name,
  });
  const parts = [text('One.'), call('a'), text('Two.'), text('Three.'), call('b'), call('c'), text('Four.')];
  await take('page.jsonl', [
    {
      id: 'a',
      messages: [asked, { role: 'assistant', parts }, asked, { role: 'assistant', content: 'End.' }],
    },
  ]);
  expect(said('a').map(({ role, content }) => `${role}: ${content}`)).toEqual([
    `user: ${question}`,
    ...['assistant: One.', 'tool_call: a(a)', 'tool: a'],
    ...['assistant: Two.\nThree.', 'tool_call: b(b)', 'tool: b', 'tool_call: c(c)', 'tool: c'],
    ...['assistant: Four.', `user: ${question}`],
  ]);
});

test('calls that are made together stay before what they gave back', async () => {
  const use = (name: string) => ({ toolUse: { name, input: {} } });
  const result = (said: string) => ({ toolResult: { content: [{ text: said }] } });
  const messages = [
    asked,
    { role: 'assistant', content: [use('a'), use('b')] },
    { role: 'user', content: [result('of a'), result('of b')] },
    { role: 'assistant', content: [{ text: answer }] },
  ];
  await take('two.jsonl', [{ id: 'a', messages }]);
  expect(
    said('a')
      .slice(1)
      .map(({ role, content }) => `${role}: ${content}`),
  ).toEqual([...['tool_call: a({})', 'tool_call: b({})', 'tool: of a', 'tool: of b']]);
});

test('a screenshot that a tool gave back is a picture of its step', async () => {
  const head = Buffer.alloc(25);
  head.write('\u0089PNG\r\n\u001a\n', 0, 'latin1');
  head.write('IHDR', 12, 'latin1');
  head.writeUInt32BE(30, 16);
  head.writeUInt32BE(20, 20);
  const data = Buffer.concat([head, deflateSync(Buffer.alloc(9))]).toString('base64');
  const content = {
    type: 'content',
    value: [text('Here.'), { type: 'media', data, mediaType: 'image/png' }],
  };
  const ofBedrock = [{ text: 'Here.' }, { image: { format: 'png', source: { bytes: data } } }];
  const messages = (shown: object) => [asked, shown, { role: 'assistant', content: answer }];
  const warnings = await take('shots.jsonl', [
    {
      id: 'a',
      messages: messages({
        role: 'tool',
        content: [{ type: 'tool-result', toolName: 's', output: content }],
      }),
    },
    { id: 'b', messages: messages({ role: 'user', content: [{ toolResult: { content: ofBedrock } }] }) },
  ]);
  for (const id of ['a', 'b']) {
    expect(said(id)[1]).toEqual({
      role: 'tool',
      content: expect.stringMatching(/^Here\.\n!\[picture\]\(assay:picture\/[0-9a-f]{64}\)$/),
    });
  }
  expect(warnings).not.toContain('not shown');
});

test('plain messages stay the objects that they are, and other objects are no messages', () => {
  const [first] = shapes.OpenAI!;
  for (const message of [first, { role: 'user', content: [text('a')] }, 'a', null, { role: 'user' }])
    expect(plainMessages(message)[0]).toBe(message);
  for (const one of [
    { type: 'human' },
    { kind: 'request', parts: ['a'] },
    { type: 'bank_call', name: 'a' },
    { id: ['x'] },
  ])
    expect(isForeignMessage(one)).toBe(false);
});

test.each([
  ['isBot', 'text', true],
  ['is_user', 'message', false],
  ['fromUser', 'content', false],
  ['from_assistant', 'body', true],
])('%s says by yes and no who speaks', async (flag, field, isOfSystem) => {
  const said = (content: string, isReply: boolean) => ({ [field]: content, [flag]: isReply === isOfSystem });
  const records = [1, 2, 3].map((n) => ({
    id: `c${n}`,
    messages: [said(`Is line ${n} down?`, false), said(`Line ${n} is up.`, true)],
  }));
  const path = t.file('flags.json', JSON.stringify(records));
  const request = resolveImport({ settings: { annotator: 'me' } }, { path });
  const { responses, took } = await importWork(testScope(t), request);
  expect([responses, took!.find(({ name }) => name === 'Reply of assistant')?.value]).toEqual([
    3,
    'Line 1 is up.',
  ]);
});

test.each(['is_bot', 'Is user?', 'From assistant', 'isHuman'])(
  '%s says so in a table of turns',
  async (flag) => {
    const isOfSystem = /bot|assistant/i.test(flag);
    const rows = [1, 2, 3].flatMap((n) => [
      `c${n},${isOfSystem ? 'no' : 'yes'},Is line ${n} down?`,
      `c${n},${isOfSystem ? 'yes' : 'no'},Line ${n} is up.`,
    ]);
    const path = t.file('flags.csv', [`conversation_id,${flag},text`, ...rows].join('\n'));
    const request = resolveImport({ settings: { annotator: 'me' } }, { path });
    const { items, took } = await importWork(testScope(t), request);
    expect([items, took!.find(({ name }) => name === 'Reply of assistant')?.value]).toEqual([
      3,
      'Line 1 is up.',
    ]);
  },
);
