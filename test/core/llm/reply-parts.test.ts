import { describe, expect, test } from 'vitest';
import { kindOfReply, readReply } from '../../../core/models/llm/read-reply.ts';
import { splitWritten } from '../../../core/models/llm/reasoning.ts';

const parted = (text: string) => {
  const { answer, reasoning } = splitWritten(text);
  return [answer, reasoning];
};

describe('reasoning is told apart by where it stands', () => {
  test.each([
    ['<think>Hm.</think>Paris', 'Paris', 'Hm.'],
    ['<think>\nHm.\n</think>\n\nParis\n', 'Paris', 'Hm.'],
    ['\n <thinking>Hm.</thinking> Paris', 'Paris', 'Hm.'],
    ['<reasoning>Hm.</reasoning>Paris', 'Paris', 'Hm.'],
    ['<THINK>Hm.</THINK>Paris', 'Paris', 'Hm.'],
    ['<thought>Hm.</thought>Paris', 'Paris', 'Hm.'],
    ['[THINK]Hm.[/THINK]Paris', 'Paris', 'Hm.'],
    ['◁think▷Hm.◁/think▷Paris', 'Paris', 'Hm.'],
    [
      '<|begin_of_thought|>Hm.<|end_of_thought|><|begin_of_solution|>Paris<|end_of_solution|>',
      'Paris',
      'Hm.',
    ],
    ['<|START_THINKING|>Hm.<|END_THINKING|><|START_RESPONSE|>Paris<|END_RESPONSE|>', 'Paris', 'Hm.'],
    ['<scratchpad>Hm.</scratchpad><final_answer>Paris</final_answer>', 'Paris', 'Hm.'],
    ['<details type="reasoning" done="true">Hm.</details>Paris', 'Paris', 'Hm.'],
    ['<think></think>\n\nParis', 'Paris', ''],
    ['<think>One.</think><think>Two.</think>Paris', 'Paris', 'One.\n\nTwo.'],
    ['<think>Hm.</think><answer>Paris</answer>', 'Paris', 'Hm.'],
  ])('%j', (text, answer, reasoning) => expect(parted(text)).toEqual([answer, reasoning]));

  test.each([
    ['as vLLM sends it', 'They ask for a city.\n</think>\n\nParis', 'Paris', 'They ask for a city.'],
    ['on one line', 'A city, then.</think>Paris', 'Paris', 'A city, then.'],
    ['a sentence before it', 'A city, then. </think> Paris', 'Paris', 'A city, then.'],
    [
      'quoting a block',
      'It says <think>x</think> there.\n</think>\nParis',
      'Paris',
      'It says <think>x</think> there.',
    ],
  ])('an opening tag that the server kept: %s', (_name, text, answer, reasoning) =>
    expect(parted(text)).toEqual([answer, reasoning]),
  );

  test.each([
    [
      'a channel each',
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Paris<|return|>',
    ],
    ['without ends', '<|channel|>analysis<|message|>Hm.<|channel|>final<|message|>Paris'],
    ['without special tokens', 'analysisHm.assistantfinalParis'],
    [
      'with a quoted channel',
      '<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final<|message|>Paris',
    ],
  ])('gpt-oss, %s', (_name, text) => expect(parted(text)).toEqual(['Paris', 'Hm.']));

  test('a channel that the analysis quotes is no channel', () => {
    const quoted = 'It says <|channel|>final<|message|>Rome.';
    const text = `<|channel|>analysis<|message|>${quoted}<|end|><|start|>assistant<|channel|>final<|message|>Paris<|return|>`;
    expect(parted(text)).toEqual(['Paris', quoted]);
  });

  test.each([
    'It wrote <think>Hm.</think> and stopped.',
    'The tag is </think> in most models.',
    'The tag is "</think>".',
    '`</think>` ends it.',
    'Helpfulness: 3\nFluency: 4\nReason: it shows </think> in the answer.',
    '{"score": 3, "reason": "It ends with </think>"}',
    '```json\n{"reason": "Hm. </think> It goes on."}\n```',
    'Paris <think>',
  ])('a tag that an answer quotes changes nothing: %j', (text) => expect(parted(text)).toEqual([text, '']));

  test.each([
    ['<think>It says <think>x</think> there.</think>Paris', 'It says <think>x</think> there.'],
    ['<think>It says <think> there.</think>Paris', 'It says <think> there.'],
    ['<think>It says "</think>" there.</think>Paris', 'It says "</think>" there.'],
    ['<think>\nIt says </think> there.\n</think>\nParis', 'It says </think> there.'],
  ])('a tag that the reasoning quotes does not end it: %j', (text, reasoning) =>
    expect(parted(text)).toEqual(['Paris', reasoning]),
  );

  test('an answer may quote a block after the reasoning', () =>
    expect(parted('<think>Hm.</think>It wrote <think>x</think>.')).toEqual([
      'It wrote <think>x</think>.',
      'Hm.',
    ]));
});

const chat = (message: Record<string, unknown>, finish_reason = 'stop', more: Record<string, unknown> = {}) =>
  readReply({ choices: [{ finish_reason, message: { role: 'assistant', ...message }, ...more }] })!;

describe('what a reply is', () => {
  test.each([
    ['an answer', { content: 'Paris' }, 'stop', 'answer'],
    ['a letter', { content: 'A' }, 'stop', 'answer'],
    ['a refusal', { content: null, refusal: 'I will not.' }, 'stop', 'refusal'],
    ['a filter', { content: '' }, 'content_filter', 'refusal'],
    ['empty', { content: '' }, 'stop', 'empty'],
    ['blank', { content: ' \n' }, 'stop', 'empty'],
    ['reasoning alone', { content: null, reasoning_content: 'Hm.' }, 'stop', 'empty'],
    ['a block alone', { content: '<think>Hm.</think>' }, 'stop', 'empty'],
    ['a tool call', { content: null, tool_calls: [{ id: '1' }] }, 'tool_calls', 'tool-call'],
    ['an old tool call', { content: null, function_call: { name: 'f' } }, 'function_call', 'tool-call'],
    ['a written tool call', { content: '<tool_call>{"name": "f"}</tool_call>' }, 'stop', 'tool-call'],
    [
      'a tool call after reasoning',
      { content: '<think>Hm.</think><tool_call>{}</tool_call>' },
      'stop',
      'tool-call',
    ],
    [
      'a channel to a tool',
      { content: '<|channel|>commentary to=functions.f<|message|>{}<|call|>' },
      'stop',
      'tool-call',
    ],
    ['cut', { content: 'Par' }, 'length', 'cut'],
    ['cut in its reasoning', { content: '<think>Hm' }, 'stop', 'cut'],
    ['cut in a channel', { content: '<|channel|>analysis<|message|>Hm' }, 'length', 'cut'],
    ['garbage', { content: '\uFFFD\uFFFD\u0000' }, 'stop', 'unreadable'],
  ])('%s', (_name, message, finish, kind) => expect(kindOfReply(chat(message, finish))).toBe(kind));

  test('fields of their own hold the reasoning', () => {
    for (const field of ['reasoning_content', 'reasoning', 'thinking']) {
      expect(chat({ content: 'Paris', [field]: 'Hm.' })).toMatchObject({ text: 'Paris', reasoning: 'Hm.' });
    }
    const pieces = [
      { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
      { type: 'text', text: 'Paris' },
    ];
    expect(chat({ content: pieces })).toMatchObject({ text: 'Paris', reasoning: 'Hm.', isSplit: false });
    expect(chat({ content: 'It shows </think>\nhere', reasoning: 'Hm.' }).text).toBe(
      'It shows </think>\nhere',
    );
  });

  test('the Responses API keeps reasoning in items of its own', () => {
    const reply = readReply({
      output: [
        { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] },
        { type: 'message', content: [{ type: 'output_text', text: 'Paris' }] },
      ],
    })!;
    expect(reply).toMatchObject({ text: 'Paris', reasoning: 'Hm.' });
    const call = readReply({ output: [{ type: 'function_call', name: 'f', arguments: '{}' }] })!;
    expect(kindOfReply(call)).toBe('tool-call');
  });

  test('tokens are those of the answer', () => {
    const tokens = ['<think>', 'Hm', '</think>', 'Par', 'is'].map((token, i) => ({
      token,
      logprob: -i,
      top_logprobs: [{ logprob: -i }],
    }));
    const reply = chat({ content: '<think>Hm</think>Paris' }, 'stop', { logprobs: { content: tokens } });
    expect(reply.tokens.map(({ token }) => token)).toEqual(['Par', 'is']);
  });
});
