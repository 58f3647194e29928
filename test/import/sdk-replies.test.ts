import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getItem } from '../../core/data/items.ts';
import { importWork } from '../../core/import/import-work.ts';
import { previewImport } from '../../core/import/preview.ts';
import { resolveImport } from '../../core/import/resolve-import.ts';
import { openTestProject, type TestProject, testScope } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

const asked = 'How long do I boil an egg?';
const said = 'Seven minutes for a firm yolk.';

/** What SDKs return, each with the same reply. */
const outputs: Readonly<Record<string, unknown>> = {
  'a text': said,
  'a chat completion': { choices: [{ message: { role: 'assistant', content: said } }] },
  "items of OpenAI's Responses": {
    id: 'r',
    output: [
      { type: 'reasoning', summary: [] },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] },
      { type: 'function_call', name: 'log', arguments: '{}' },
    ],
  },
  'a list of these items': [
    { type: 'function_call', name: 'time', arguments: '{}' },
    { type: 'function_call_output', output: '7 min' },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] },
  ],
  "candidates of Gemini's API": {
    candidates: [
      { content: { role: 'model', parts: [{ text: 'I think of an egg.', thought: true }, { text: said }] } },
    ],
    usageMetadata: {},
  },
  'a message of Anthropic': {
    type: 'message',
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'An egg.' },
      { type: 'text', text: said },
      { type: 'tool_use', name: 'log', input: {} },
    ],
  },
  'blocks of Anthropic alone': [
    { type: 'text', text: said },
    { type: 'tool_use', name: 'log', input: {} },
  ],
  'a state of LangGraph': {
    messages: [
      { type: 'human', content: asked },
      { type: 'ai', content: said },
    ],
    documents: ['x'],
  },
  'a state of LangGraph under its node': { agent: { messages: [{ type: 'ai', content: said }] } },
  'a state with its answer beside the history': {
    input: asked,
    chat_history: [
      { type: 'human', content: 'Hi.' },
      { type: 'ai', content: 'Hello.' },
    ],
    output: said,
  },
  'a run of the Agents SDK': {
    new_items: [
      { type: 'tool_call_item', raw_item: { type: 'function_call', name: 'time', arguments: '{}' } },
      {
        type: 'message_output_item',
        raw_item: { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] },
      },
    ],
  },
};

const attribute = (key: string, value: unknown) => ({ key, value: { stringValue: JSON.stringify(value) } });

/** The same run of one model, as tools for tracing keep it. */
const tools: Readonly<Record<string, (output: unknown) => object>> = {
  MLflow: (output) => ({
    info: { trace_id: 't', assessments: [] },
    data: {
      spans: [
        {
          span_id: 's',
          parent_span_id: null,
          attributes: {
            'mlflow.spanInputs': JSON.stringify({ question: asked }),
            'mlflow.spanOutputs': JSON.stringify(output),
          },
        },
      ],
    },
  }),
  Langfuse: (output) => ({ id: 't', input: asked, output, observations: [], scores: [] }),
  LangSmith: (output) => ({ id: 't', run_type: 'chain', inputs: { question: asked }, outputs: output }),
  OpenTelemetry: (output) => ({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              {
                traceId: 't',
                spanId: 's',
                attributes: [attribute('input.value', asked), attribute('output.value', output)],
              },
            ],
          },
        ],
      },
    ],
  }),
  Phoenix: (output) => ({
    context: { trace_id: 't', span_id: 's' },
    span_kind: 'CHAIN',
    attributes: { input: { value: asked }, output: { value: JSON.stringify(output) } },
  }),
  "OpenAI's Agents SDK": (output) => ({
    object: 'trace.span',
    id: 's',
    trace_id: 't',
    span_data: { type: 'custom', input: asked, output },
  }),
};

const lookAt = async (...records: object[]) => {
  const file = t.file('t.jsonl', records.map((record) => `${JSON.stringify(record)}\n`).join(''));
  const { looks, systems } = await previewImport({ path: file, format: 'traces-json' });
  return { systems, ...looks[0]! };
};

describe.each(Object.entries(tools))('%s', (_tool, trace) => {
  test.each(Object.entries(outputs))('reads the reply out of %s', async (_what, output) => {
    const { conversation, replies } = await lookAt(trace(output));
    expect(replies.map(({ texts }) => texts)).toEqual([[said]]);
    expect(conversation.at(0)).toEqual({ role: 'user', content: asked });
  });
});

test('batches of Anthropic and of Gemini are replies', async () => {
  const anthropic = {
    type: 'message',
    role: 'assistant',
    model: 'm',
    content: [{ type: 'text', text: said }],
  };
  expect(
    (await lookAt({ custom_id: 'a', result: { type: 'succeeded', message: anthropic } })).replies,
  ).toEqual([{ system: 'm', texts: [said] }]);
  const gemini = { candidates: [{ content: { parts: [{ text: said }] } }], modelVersion: 'g' };
  const request = { contents: [{ role: 'user', parts: [{ text: asked }] }] };
  expect(await lookAt({ key: 'a', request, response: gemini })).toMatchObject({
    conversation: [{ role: 'user', content: asked }],
    replies: [{ system: 'g', texts: [said] }],
  });
});

test("a span's draft is no system, and its prompt is not what was asked", async () => {
  const span = (id: string, model: string, output: string, more: object = {}) => ({
    id,
    traceId: 't',
    parentObservationId: 'root',
    type: 'GENERATION',
    startTime: `2025-01-01T00:00:0${id}Z`,
    model,
    input: [{ role: 'user', content: `Write a draft about: ${asked}` }],
    output,
    ...more,
  });
  const trace = (...observations: object[]) => ({
    id: 't',
    input: asked,
    output: said,
    observations,
    scores: [],
  });
  const drafts = await lookAt(
    trace(span('1', 'small', 'Boil it long.'), span('2', 'large', 'Boil it a while.')),
  );
  expect(drafts).toMatchObject({
    systems: ['assistant'],
    conversation: [{ role: 'user', content: asked }],
    replies: [{ texts: [said] }],
  });
  const final = await lookAt(trace(span('1', 'large', said), span('2', 'small', 'An egg (title)')));
  expect(final).toMatchObject({ systems: ['large'], replies: [{ texts: [said] }] });
});

describe('feedback inside a trace', () => {
  const attributes = (input: unknown, output: unknown, type: string) => ({
    'mlflow.spanType': JSON.stringify(type),
    'mlflow.spanInputs': JSON.stringify(input),
    'mlflow.spanOutputs': JSON.stringify(output),
  });
  const mlflow = (...assessments: object[]) => ({
    info: { trace_id: 't', assessments },
    data: {
      spans: [
        { span_id: 'root', parent_span_id: null, attributes: attributes({ question: asked }, said, 'AGENT') },
        {
          span_id: 'find',
          parent_span_id: 'root',
          attributes: attributes('eggs', 'Two pages.', 'RETRIEVER'),
        },
      ],
    },
  });
  const feedback = (value: unknown, more: object = {}) => ({
    ...{ assessment_name: 'quality', feedback: { value } },
    ...{ source: { source_type: 'HUMAN', source_id: 'ann' }, ...more },
  });
  const expectation = (assessment_name: string, held: object, more: object = {}) => ({
    ...{ assessment_name, expectation: held, source: { source_type: 'HUMAN', source_id: 'ann' }, ...more },
  });
  const read = async (record: object) => {
    const file = t.file('t.json', JSON.stringify([record]));
    const { looks, leftBehind } = await previewImport({ path: file, format: 'traces-json' });
    return { scores: looks[0]!.scores, leftBehind };
  };
  const people = (...values: number[]) => [{ name: 'quality', values, by: 'people' }];

  test.each<[string, object, number[], number]>([
    ['MLflow: of the outermost span', mlflow(feedback(4, { span_id: 'root' })), [4], 0],
    [
      'MLflow: of a step alone',
      mlflow(feedback(4), feedback(1, { span_id: 'find', assessment_name: 'hits' })),
      [4],
      1,
    ],
    [
      'MLflow: twice by one person',
      mlflow(feedback(1, { create_time: 1 }), feedback(4, { create_time: 2 })),
      [4],
      0,
    ],
    [
      'MLflow: by two people',
      mlflow(feedback(1), feedback(4, { source: { source_type: 'HUMAN', source_id: 'tom' } })),
      [1, 4],
      0,
    ],
    [
      'MLflow: what a deleted one had overridden holds again',
      mlflow(
        feedback(4, { assessment_id: 'a', valid: true }),
        feedback(1, { assessment_id: 'b', overrides: 'a', valid: false }),
      ),
      [4],
      0,
    ],
    [
      'Langfuse: of a step',
      {
        ...{ id: 't', input: asked, output: said },
        observations: [
          { id: 'o', traceId: 't', type: 'SPAN', name: 'find', input: 'eggs', output: 'Two pages.' },
        ],
        scores: [
          { name: 'quality', value: 4, source: 'ANNOTATION' },
          { name: 'quality', value: 1, source: 'ANNOTATION', observationId: 'o' },
        ],
      },
      [4],
      1,
    ],
    [
      'Langfuse: of the call that gave the answer',
      {
        ...{ id: 't', input: asked, output: said },
        observations: [{ id: 'o', traceId: 't', type: 'GENERATION', model: 'm', input: asked, output: said }],
        scores: [{ name: 'quality', value: 4, source: 'ANNOTATION', observationId: 'o' }],
      },
      [4],
      0,
    ],
  ])('%s', async (_what, record, values, steps) => {
    const { scores, leftBehind } = await read(record);
    expect(scores).toMatchObject(people(...values));
    const count = leftBehind.find(({ what }) => what === 'scores of steps inside a trace')?.count ?? 0;
    expect(count).toBe(steps);
  });

  test('a child run of LangSmith keeps its feedback to itself', async () => {
    const run = (id: string, parent_run_id: string | null, outputs: unknown, avg: number) => ({
      ...{ id, trace_id: 'r', parent_run_id, run_type: 'chain', inputs: { question: asked } },
      ...{ outputs: { output: outputs }, feedback_stats: { quality: { n: 1, avg } } },
    });
    const { scores } = await lookAt(run('r', null, said, 0.5), run('c', 'r', 'Two pages.', 0.1));
    expect(scores).toMatchObject([{ name: 'quality', values: [0.5] }]);
  });

  test('an expected answer is a reference; facts, guidelines and expectations of a step are none', async () => {
    const record = mlflow(
      expectation('expected_response', { value: 'Seven.' }),
      expectation('expected_facts', {
        serialized_value: { serialization_format: 'JSON_FORMAT', value: '["7 min"]' },
      }),
      expectation('guidelines', { value: 'Be short.' }),
      expectation('expected_output', { value: 'Three pages.' }, { span_id: 'find' }),
      expectation('expected_response', { value: 'Eight.' }, { valid: false }),
    );
    const file = t.file('t.json', JSON.stringify([record]));
    await importWork(testScope(t), resolveImport({ settings: { annotator: 'me' } }, { path: file }));
    const item = t.db.prepare('SELECT reference_answers AS right, meta FROM item').get() as Record<
      string,
      string
    >;
    expect(JSON.parse(item.right!)).toEqual([['Seven.']]);
    expect(JSON.parse(item.meta!)).toMatchObject({
      expected: { expected_facts: ['7 min'], guidelines: 'Be short.' },
    });
  });
});

describe('steps of an agent', () => {
  const span = (id: string, parent: string | null, seconds: [number, number], more: object) => ({
    ...{ traceId: 't', spanId: id, ...(parent && { parentSpanId: parent }), name: id },
    startTimeUnixNano: `${1_700_000_000 + seconds[0]}000000000`,
    endTimeUnixNano: `${1_700_000_000 + seconds[1]}000000000`,
    ...more,
  });
  const plain = (fields: object) => ({
    attributes: Object.entries(fields).map(([key, value]) => ({
      key,
      value: typeof value === 'number' ? { doubleValue: value } : { stringValue: value },
    })),
  });
  const tool = (name: string, said: string) =>
    plain({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': name,
      'gen_ai.tool.call.arguments': '{"q":"egg"}',
      'gen_ai.tool.call.result': said,
    });
  const trace = (messages?: unknown) => ({
    resourceSpans: [
      {
        scopeSpans: [
          {
            spans: [
              span('run', null, [0, 9], plain({ 'input.value': asked, 'output.value': said })),
              span('a', 'run', [1, 4], tool('research', 'found')),
              span('b', 'a', [2, 3], tool('search', 'hits')),
              span('c', 'b', [2, 3], plain({ 'gen_ai.operation.name': 'chat', 'gen_ai.usage.cost': 0.002 })),
              ...(messages === undefined
                ? []
                : [
                    span(
                      'm',
                      'run',
                      [5, 6],
                      plain({
                        'gen_ai.operation.name': 'chat',
                        'gen_ai.input.messages': JSON.stringify(messages),
                        'output.value': said,
                      }),
                    ),
                  ]),
            ],
          },
        ],
      },
    ],
  });

  const kept = async (record: object) => {
    const path = t.file('steps.jsonl', `${JSON.stringify(record)}\n`);
    await importWork(
      testScope(t),
      resolveImport({ settings: { annotator: 'me' } }, { path, format: 'traces-json' }),
    );
    return getItem(t.db, 1).conversation;
  };
  const outer = { durationMs: 3000, costUsd: 0.002 };
  const inner = { durationMs: 1000, costUsd: 0.002, depth: 1 };

  test('keep their time, cost and nesting; a step costs what was called inside of it', async () => {
    expect(await kept(trace())).toEqual([
      { role: 'user', content: asked },
      { role: 'tool_call', content: 'research({"q":"egg"})', step: outer },
      { role: 'tool', content: 'found' },
      { role: 'tool_call', content: 'search({"q":"egg"})', step: inner },
      { role: 'tool', content: 'hits' },
    ]);
  });

  test('told by messages have them where the trace has as many of that tool', async () => {
    const call = (name: string) => ({
      role: 'assistant',
      parts: [{ type: 'tool_call', name, arguments: {} }],
    });
    const messages = [{ role: 'user', parts: [{ type: 'text', content: asked }] }];
    const told = await kept(trace([...messages, call('research'), call('search'), call('search')]));
    expect(told.filter(({ role }) => role === 'tool_call')).toEqual([
      { role: 'tool_call', content: 'research({})', step: outer },
      { role: 'tool_call', content: 'search({})' },
      { role: 'tool_call', content: 'search({})' },
    ]);
  });
});
