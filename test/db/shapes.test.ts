import { expect, test } from 'vitest';
import { toColumns } from '../../db/label-content.ts';
import {
  anything,
  isObject,
  isOfNumbers,
  numbersShape,
  referencesShape,
  spansShape,
  tokensShape,
  turnsShape,
} from '../../db/shapes.ts';

const object = { a: 1, b: 2 };
test.each([
  ['an object', (value: unknown) => isObject(value), [{}, object], [null, [], 'a', 1, undefined]],
  [
    'numbers by name',
    (value: unknown) => isOfNumbers(value, ['a', 'b']),
    [object],
    [{ a: 1 }, { ...object, a: '1' }, null],
  ],
  ['no numbers by name', (value: unknown) => isOfNumbers(value, []), [{}], [null, []]],
  ...(
    [
      [
        'turns',
        turnsShape,
        [[], [{ role: 'user', content: '' }]],
        [{}, [{ role: 'user' }], [{ content: 'a' }], [null]],
      ],
      ['answers', referencesShape, [[], [[]], [['a', 'b'], ['c']]], ['a', ['a'], [['a', 1]], null]],
      ['tokens', tokensShape, [[], [{}]], [{}, [1], [[]], [null]]],
      [
        'spans',
        spansShape,
        [
          [],
          [[1, 2]],
          [
            [1, 2],
            [3, 4],
          ],
        ],
        [{}, [1, 2], [[1]], [[1, 2, 3]], [[1, '2']], [['', 2]]],
      ],
      ['numbers', numbersShape, [[], [1, 2]], [1, ['1'], [1, null]]],
      ['anything', anything, [null, 1, 'a', {}, []], []],
    ] as const
  ).map(
    ([name, shape, fit, others]) =>
      [name, (value: unknown) => shape.safeParse(value).success, fit, others] as const,
  ),
] as const)('%s are told from all else', (_, fits, fit, others) => {
  expect([fit.map(fits), others.map(fits)]).toEqual([fit.map(() => true), others.map(() => false)]);
});

test('what fits is handed on as it is', () => {
  const data = [{ role: 'user', content: 'a', more: 1 }];
  expect(turnsShape.safeParse(data)).toEqual({ success: true, data });
});

test('what a label says stands in the columns of its kind, and in no other', () => {
  const none = { value: null, answers: null, reason: null };
  expect(
    [
      { kind: 'score', value: 0 } as const,
      { kind: 'answer', answers: [['a']] } as const,
      { kind: 'skip', reason: 'r' } as const,
      { kind: 'clear' } as const,
    ].map(toColumns),
  ).toStrictEqual([
    { ...none, kind: 'score', value: 0 },
    { ...none, kind: 'answer', answers: '[["a"]]' },
    { ...none, kind: 'skip', reason: 'r' },
    { ...none, kind: 'clear' },
  ]);
});
