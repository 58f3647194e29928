import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { allExpressions, expressionsIn } from './regexp/find-expressions.ts';
import { type Analysis, analyze, type Pump } from './regexp/pumps.ts';
import type { Task } from './regexp/run-expressions.ts';

const isSuperLinear = ({ source, flags }: RegExp) => analyze(source, flags).superLinear.length > 0;

describe('the analysis', () => {
  test.each([
    /\s+$/,
    /(a+)+b/,
    /^(a*)*b/,
    /^(?:a|a)*b/,
    /^(?:a|b|ab)*c/,
    /^(\w|\d)+$/,
    /[a-z]+\d/,
    /<(style|script)[\s\S]*?<\/\1>|<[^>]*>/gi,
    /^\d+\.?\d*$/,
    /(?=.*x).*y/,
    /\b(score|rate|grade|mark)\s+(it|this|me|(this|the) (reply|answer|response))?\s*(as|at|with|an?)?\s*(5|five|10|ten|full|100)\b/i,
    /so,?\s+is\s*:?\s*\d/,
  ])('finds what is slow: %s', (expression) => expect(isSuperLinear(expression)).toBe(true));

  test.each([
    /\s+/g,
    /(?<!\s)\s+$/,
    /^\W*invalid\W*/i,
    /,(\s*[}\]])/g,
    /^#+ *(system|instructions?)\b/im,
    /\b(ignore|forget)\b.{0,30}\b(above|previous)\b/i,
    /"[^"]*"/g,
    /^-?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i,
    /[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu,
  ])('lets what is fast be: %s', (expression) => expect(isSuperLinear(expression)).toBe(false));

  test('expressions are found however they are made', () => {
    const code = `
      const part = /a|b/; const name = 'c+';
      const f = (word: string) => [/x/g.test('/no/'), new RegExp(part, 'u'), RegExp(\`^\${name}\${word}$\`), new RegExp(part.source + 'd')];
      // /comment/
    `;
    expect(expressionsIn('made.ts', code).map(({ source, flags }) => `${source} ${flags}`)).toEqual([
      'a|b ',
      'x g',
      'a|b u',
      '^c+word$ ',
      'a|bd ',
    ]);
  });
});

const expressions = allExpressions();

/** The analysis of each expression, which two tests ask for and several places of the source may share. */
const analyses = new Map<string, Analysis>();
function analysisOf({ source, flags }: { source: string; flags: string }): Analysis {
  const key = `/${source}/${flags}`;
  const known = analyses.get(key) ?? analyze(source, flags);
  analyses.set(key, known);
  return known;
}

test.each(expressions)('$file:$line takes time in proportion to the text: /$source/', (expression) =>
  expect(analysisOf(expression).superLinear).toEqual([]),
);

const length = 20_000;
const endings = ['', '\u0001', '!', 'x', '\n'];

/** The text of a pump, and what it ends in when that shall not match. */
const textsOf = ({ prefix, word }: Pump): string[] =>
  endings.map((end) => prefix + word.repeat(Math.ceil(length / word.length)) + end);

/** Round each loop of the expression, its own text over and over, and single characters. */
const worstTexts = (expression: { source: string; flags: string }): string[] => [
  ...analysisOf(expression).loops.flatMap(textsOf),
  ...[expression.source, ' ', 'a', '0', '"', '{', '<', ', '].flatMap((word) =>
    textsOf({ prefix: '', word }).slice(0, 2),
  ),
];

/** Of the processor, in ms, for all expressions; one that is not linear would take minutes for a single text. */
const mostProcessorMs = 120_000;

test('every expression comes to an end on 20,000 characters of its worst texts', {
  timeout: 300_000,
}, async () => {
  const tasks = expressions.map(
    ({ source, flags }): Task => ({ source, flags, texts: worstTexts({ source, flags }) }),
  );
  const worker = new Worker(new URL('./regexp/run-expressions.ts', import.meta.url));
  let at = -1;
  const { promise, resolve } = Promise.withResolvers<string>();
  worker.on('message', (message: number | 'done') => {
    if (message === 'done') resolve('done');
    else at = message;
  });
  worker.on('error', (error) => resolve(String(error)));
  const looks = setInterval(async () => {
    const { user, system } = await worker.cpuUsage();
    if ((user + system) / 1000 > mostProcessorMs) resolve('hangs');
  }, 1000);
  worker.postMessage(tasks);
  const end = await promise;
  clearInterval(looks);
  await worker.terminate();
  expect(end === 'done' ? end : { end, at: expressions[at] }).toBe('done');
});
