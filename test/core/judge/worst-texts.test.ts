import { expect, test } from 'vitest';
import { builtInPrompts } from '../../../core/models/judge/built-in-prompts.ts';
import { injectionIn } from '../../../core/models/judge/injection.ts';
import { exampleItem } from '../../../core/models/judge/preview-prompt.ts';
import { readVerdicts } from '../../../core/models/judge/read-verdicts.ts';
import { renderPrompt } from '../../../core/models/judge/render-prompt.ts';
import { faultOfStatus } from '../../../core/models/llm/fault.ts';
import { keyRemover } from '../../../core/models/llm/redact.ts';
import { finalAnswerIn } from '../../../core/protocols/iqa-eval/final-answer.ts';
import { readScores } from '../../../core/protocols/iqa-eval/judge-interaction.ts';

const prompt = builtInPrompts.find(({ name }) => name === 'Helpful and fluent')!;
const clean = keyRemover('sk-very-secret-0123456789abcdef');

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'a judge’s reply': (text) => verdicts(text, text),
  'a judge’s reply with a preface': (text) => verdicts(`So: ${text} {"helpfulness":1}`, text),
  'an item': (text) =>
    renderPrompt(prompt, [{ ...exampleItem, responses: [text] }], { seed: 's', swapped: false }),
  'orders to a judge': (text) => injectionIn([text]),
  'scores of an interaction': (text) => readScores(text, [text]),
  'a final answer': (text) => finalAnswerIn(text),
  'what may hold a key': (text) => clean(text),
  'the page of an error': (text) => faultOfStatus(400, new Headers(), text),
};

function verdicts(text: string, judged: string) {
  const unsplit = { servedBy: null, reasoning: null, isSplit: false, callsTool: false };
  const reply = { ...unsplit, text, refusal: null, cutOff: false, filtered: false, tokens: [] };
  return readVerdicts(prompt, { ...reply, inputTokens: 1, outputTokens: 1 }, 1, [judged]);
}

const parts = [
  ...[
    '{',
    '{"',
    '[{',
    '{}',
    '{"a":1}',
    '{"items":[',
    '"',
    '\\',
    ',',
    ' ',
    '\n',
    'a',
    'score ',
    '<',
    '<script',
  ],
  ...[
    'Helpfulness: ',
    'Helpfulness: 1\n',
    'so the answer is ',
    '</think>',
    '<think>',
    '{{response}}',
    '\\u0073',
  ],
];

const length = 1_000_000;

/** No time is measured: what takes more than its share of a text would take hours here. */
test.each(Object.keys(readers))(
  '%s of a million of the worst characters is read',
  { timeout: 300_000 },
  (name) => {
    for (const part of parts) {
      expect(() => readers[name]!(part.repeat(length / part.length))).not.toThrow();
    }
  },
);
