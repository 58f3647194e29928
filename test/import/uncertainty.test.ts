import { expect, test } from 'vitest';
import type { AppError } from '../../shared/errors.ts';
import { engineWithProject, importRecords } from '../core/support/test-engine.ts';

const record = (id: string, more: object) => ({
  id,
  conversation: [{ role: 'user', content: 'Who?' }],
  responses: { bot: 'Ann' },
  ...more,
});

test('uncertainties, token log-probabilities and class probabilities become automatic scores of which less is better', async () => {
  const { engine, folder } = await engineWithProject();
  const half = Math.log(0.5);
  const datasetId = await importRecords(engine, folder, [
    record('a', {
      uncertainty: { bot: 0.2 },
      logProbabilities: { bot: [[half, half], [0]] },
      classProbabilities: { bot: [0.7, 0.2, 0.1] },
    }),
    // Of one system alone its name may be left out; a list of numbers holds the chosen tokens alone.
    record('b', { uncertainty: 3, logProbabilities: [half, 0], classProbabilities: [0.5, 0.5] }),
  ]);
  const { signals } = await engine.client.dataset.get({ datasetId });
  const of = (name: string) => {
    const { scale, coverage, kind } = signals.find((one) => one.name === name)!;
    return { kind, ...scale, items: coverage[0]!.items, mean: coverage[0]!.mean };
  };
  expect(of('uncertainty')).toEqual({
    kind: 'auto',
    min: 0.2,
    max: 3,
    direction: 'lower',
    items: 2,
    mean: 1.6,
  });
  // (ln 2 + 0) / 2; the second item has no alternatives, and so no entropy.
  expect(of('uncertainty: token entropy (top 5)')).toEqual({
    kind: 'auto',
    min: 0,
    max: Math.log(5),
    direction: 'lower',
    items: 1,
    mean: expect.closeTo(Math.LN2 / 2, 12),
  });
  expect(of('uncertainty: 1 - mean token probability')).toMatchObject({
    items: 2,
    mean: expect.closeTo(0.25, 12),
  });
  expect(of('uncertainty: 1 - largest class probability')).toEqual({
    kind: 'auto',
    min: 0,
    max: 1,
    direction: 'lower',
    items: 2,
    mean: expect.closeTo(0.4, 12),
  });
});

test.each([
  ['a text', { uncertainty: { bot: 'high' } }, /uncertainty\.bot is the text/],
  ['a number of nobody', { responses: { bot: 'A', other: 'B' }, uncertainty: 0.4 }, /uncertainty .*object/],
  [
    'a probability for a logarithm',
    { logProbabilities: { bot: [[0.5, 0.2]] } },
    /logProbabilities\.bot is not a list of tokens/,
  ],
  [
    'an empty token',
    { logProbabilities: { bot: [[-1], []] } },
    /logProbabilities\.bot is not a list of tokens/,
  ],
  [
    'classes that sum to more',
    { classProbabilities: { bot: [0.9, 0.9] } },
    /classProbabilities\.bot is not a list/,
  ],
])('%s is refused with its field, and nothing is imported', async (_, more, message) => {
  const { engine, folder } = await engineWithProject();
  const failure = await importRecords(engine, folder, [record('a', more)]).catch((error: unknown) => error);
  expect(JSON.stringify((failure as AppError).details.problems)).toMatch(message);
  expect(await engine.client.dataset.list({})).toEqual([]);
});
