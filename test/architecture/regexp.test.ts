import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { isLong } from '../support/chance.ts';
import { slowOf, uncheckedOf } from './regexp/checked.ts';
import { allExpressions, expressionsIn } from './regexp/find-expressions.ts';
import { analyze, type Pump } from './regexp/pumps.ts';
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
/** What stands in no list of checked expressions; `npm run test:long` trusts no list. */
const unchecked = isLong ? expressions : uncheckedOf(expressions);

test('every expression that is new or changed takes time in proportion to the text', () => {
  expect(expressions.length).toBeGreaterThan(300);
  expect(slowOf(unchecked)).toEqual([]);
});

test('the list of checked expressions knows each by its text and its flags', () => {
  const [known] = expressions.filter((one) => !unchecked.includes(one));
  const others = [
    { source: `${known?.source}(a+)+b`, flags: known?.flags ?? '' },
    { source: known?.source ?? '', flags: `${known?.flags}y` },
  ];
  expect(uncheckedOf(others)).toEqual(others);
});

const length = 20_000;
const endings = ['', '\u0001', '!', 'x', '\n'];

/** The text of a pump, and what it ends in when that shall not match. */
const textsOf = ({ prefix, word }: Pump): string[] =>
  endings.map((end) => prefix + word.repeat(Math.ceil(length / word.length)) + end);

/** Its own text over and over, and single characters. */
const repeatedTexts = (source: string): string[] =>
  [source, ' ', 'a', '0', '"', '{', '<', ', '].flatMap((word) => textsOf({ prefix: '', word }).slice(0, 2));

const tasks: Task[] = [
  // Some that are known, so that running them is tried each time.
  ...[...expressions.slice(0, 20), ...unchecked].map(({ source, flags }) => ({
    source,
    flags,
    texts: repeatedTexts(source),
  })),
  // Round each loop.
  ...unchecked.map(({ source, flags }) => {
    return { source, flags, texts: analyze(source, flags).loops.flatMap(textsOf) };
  }),
];

/** Of the processor, in ms, for all expressions; one that is not linear would take minutes for a single text. */
const mostProcessorMs = 120_000;

test('every expression that is new or changed comes to an end on 20,000 characters of repeated text', {
  timeout: 300_000,
}, async () => {
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
  expect(end === 'done' ? end : { end, at: tasks[at] }).toBe('done');
});
