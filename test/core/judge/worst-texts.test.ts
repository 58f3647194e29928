import { expect, test } from 'vitest';
import { builtInPrompts } from '../../../core/sources/judge/built-in-prompts.ts';
import { injectionIn } from '../../../core/sources/judge/injection.ts';
import { exampleItem } from '../../../core/sources/judge/preview-prompt.ts';
import { readVerdicts } from '../../../core/sources/judge/read-verdicts.ts';
import { renderPrompt } from '../../../core/sources/judge/render-prompt.ts';
import { faultOfStatus } from '../../../core/sources/llm/fault.ts';
import { keyRemover } from '../../../core/sources/llm/redact.ts';
import { finalAnswerIn } from '../../../core/sources/protocols/iqa-eval/final-answer.ts';
import { readScores } from '../../../core/sources/protocols/iqa-eval/judge-interaction.ts';

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
  const unsplit = { reasoning: null, isSplit: false, callsTool: false };
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
