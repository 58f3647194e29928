import { describe, expect, test } from 'vitest';
import {
  BracketedSequence,
  bracketedProcedure,
  CalibratedSequence,
  calibratedProcedure,
  exponentialKeyOrder,
  HashOrder,
  hashDrawnProcedure,
  type Look,
  levelOf,
  type Procedure,
  plannedBracketProcedure,
  plannedProcedure,
  summarizePool,
  syntheticPopulation,
  temperedProbabilities,
  uniformFormProcedure,
  uniformProbabilities,
  valueOfLevel,
} from '../../../stats/index.ts';
import { PlannedSequence } from '../../../stats/planned/planned-sequence.ts';
import { signalColumns } from '../../../stats/planned/signal-columns.ts';
import { UniformSequence } from '../../../stats/sequence/uniform-sequence.ts';
import { simulate } from '../support/simulate.ts';

describe('a simulation', () => {
  const population = { name: 'four', s: Float64Array.of(0, 0, 1, 1), y: Float64Array.of(0, 1, 0.5, 0.5) };

  /** Says at each look what it is told to, run after run. */
  function told(hasInterval: boolean, runs: readonly (readonly Look[])[]) {
    const asked: [seed: number, lookAt: readonly number[]][] = [];
    const procedure: Procedure = {
      name: 'told',
      hasInterval,
      prepare: () => (seed, lookAt) => {
        asked.push([seed, [...lookAt]]);
        return [...runs[asked.length - 1]!];
      },
    };
    return { procedure, asked };
  }

  test('looks after every label where there is an interval, and counts runs that ever miss', () => {
    const held = { value: 0.5, lower: 0.4, upper: 0.8 };
    const { procedure, asked } = told(true, [
      [{ value: 0.6, lower: 0.51, upper: 0.9 }, held, { value: 0.7, lower: 0.5, upper: 0.6 }],
      [held, held, { value: 0.2, lower: 0, upper: 0.49 }],
      [held, held, { value: 0.4, lower: 0.1, upper: 0.5 - 1e-10 }],
    ]);
    const result = simulate(procedure, population, { runs: 3, seed: 5, labels: [2, 3] });
    expect(asked.map(([, lookAt]) => lookAt)).toEqual([
      ...[
        [1, 2, 3],
        [1, 2, 3],
        [1, 2, 3],
      ],
    ]);
    expect(new Set(asked.map(([seed]) => seed)).size).toBe(3);
    const near = (x: number) => expect.closeTo(x, 9);
    expect(result).toEqual({
      ...{ procedure: 'told', population: 'four', runs: 3, missesAtAnyLook: 2 },
      accuracy: [
        { labels: 2, rmse: 0, bias: 0, coverage: 1, halfWidth: near(0.2) },
        {
          ...{
            labels: 3,
            rmse: near(Math.sqrt((0.04 + 0.09 + 0.01) / 3)),
            bias: near((0.2 - 0.3 - 0.1) / 3),
          },
          ...{ coverage: near(2 / 3), halfWidth: near((0.05 + 0.245 + 0.2) / 3) },
        },
      ],
    });
  });

  test('looks at the numbers asked for where there is none', () => {
    const { procedure, asked } = told(false, [
      [{ value: 0.75 }, { value: 0.25 }],
      [{ value: 0.5 }, { value: 0.5 }],
    ]);
    const { accuracy, missesAtAnyLook } = simulate(procedure, population, {
      runs: 2,
      seed: 5,
      labels: [1, 4],
    });
    expect(asked.map(([, lookAt]) => lookAt)).toEqual([
      ...[
        [1, 4],
        [1, 4],
      ],
    ]);
    expect(missesAtAnyLook).toBeUndefined();
    expect(
      accuracy.map(({ labels, bias, coverage, halfWidth }) => [labels, bias, coverage, halfWidth]),
    ).toEqual([
      ...[
        [1, 0.125, undefined, undefined],
        [4, -0.125, undefined, undefined],
      ],
    ]);
  });

  test('takes numbers of labels from 1 to all, ascending', () => {
    const { procedure } = told(false, []);
    const asked = (...labels: number[]) => simulate(procedure, population, { runs: 0, seed: 1, labels });
    expect(asked().accuracy).toEqual([]);
    for (const wrong of [[0], [2, 2], [3, 2], [5], [1.5]]) expect(() => asked(...wrong)).toThrow(RangeError);
  });
});

describe('a procedure', () => {
  const population = syntheticPopulation('ratings of five levels, .62', 60, 8);
  const { s, y } = population;
  const lookAt = [1, 7, 20];
  const q = temperedProbabilities(s);
  const looks = (procedure: Procedure) => procedure.prepare(population, lookAt)(9, lookAt);
  const at = (states: readonly Look[]) =>
    lookAt.map((count) => {
      const { value, lower, upper } = states[count - 1]!;
      return {
        value: expect.closeTo(value, 10),
        lower: expect.closeTo(lower!, 10),
        upper: expect.closeTo(upper!, 10),
      };
    });
  const order = exponentialKeyOrder(q, 9, 20);
  const weight = (one: number) => Math.sqrt(2 - one);

  test('of a sequence has a name and an interval', () => {
    const isSkipped = () => false;
    const all = [
      calibratedProcedure('a', temperedProbabilities, 0.1),
      uniformFormProcedure('b', 0.1),
      bracketedProcedure('c', temperedProbabilities, 0.1, isSkipped),
      plannedProcedure('d', 15, 0.1),
      plannedBracketProcedure('e', 15, 0.1, temperedProbabilities, isSkipped),
      hashDrawnProcedure('f', 15, 0.1, weight, () => ''),
    ];
    expect(all.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    for (const { hasInterval } of all) expect(hasInterval).toBe(true);
  });

  test('shows what the sequence of its name knows after the labels looked at', () => {
    const sequence = new CalibratedSequence(summarizePool(s, q), { alpha: 0.1 });
    const states = Array.from(order, (i) => sequence.add({ y: y[i]!, surrogate: s[i]!, probability: q[i]! }));
    expect(looks(calibratedProcedure('', temperedProbabilities, 0.1))).toMatchObject(at(states));

    const even = uniformProbabilities(60);
    const own = new UniformSequence(summarizePool(s, even), { alpha: 0.1 });
    const uniform = Array.from(exponentialKeyOrder(even, 9, 20), (i) =>
      own.add({ y: y[i]!, surrogate: s[i]! }),
    );
    expect(looks(uniformFormProcedure('', 0.1))).toMatchObject(at(uniform));

    const isSkipped = (_: unknown, position: number) => position % 7 === 0;
    const bracket = new BracketedSequence(new CalibratedSequence(summarizePool(s, q), { alpha: 0.1 }));
    const skipping = Array.from(order, (i) =>
      bracket.add({
        ...{ pool: i, surrogate: s[i]!, probability: q[i]! },
        y: isSkipped(null, i) ? 'skipped' : y[i]!,
      }),
    );
    expect(looks(bracketedProcedure('', temperedProbabilities, 0.1, isSkipped))).toMatchObject(at(skipping));
  });

  test('with planned looks shows what the planned sequence does, by chance and by hash', () => {
    const columns = signalColumns({ surrogate: s });
    const planned = (
      items: Iterable<number>,
      study: Partial<ConstructorParameters<typeof PlannedSequence>[0]>,
    ) => {
      const sequence = new PlannedSequence({ surrogate: s, columns, plan: 15, alpha: 0.1, ...study });
      return Array.from(items, (item) => sequence.add({ pool: item, y: y[item]! }));
    };
    const even = exponentialKeyOrder(uniformProbabilities(60), 9, 20);
    expect(looks(plannedProcedure('', 15, 0.1))).toEqual(at(planned(even, {})));
    expect(looks(plannedProcedure('', 15, 0.1, undefined, temperedProbabilities))).toEqual(
      at(planned(order, { probabilities: q })),
    );

    const hashOf = (seed: number, id: string) =>
      ((seed * 7919 + Number(id) * 104729) % 65521)
        .toString(16)
        .padStart(64, '0')
        .split('')
        .reverse()
        .join('');
    const surrogate = s.map((value) => valueOfLevel(levelOf(value)));
    const probabilities = surrogate.map(weight);
    const hashed = new HashOrder<number>(20);
    for (const [i, own] of probabilities.entries()) hashed.offer(i, `${i}`, hashOf(9, `${i}`), own);
    const states = planned(hashed.first, { surrogate, columns: signalColumns({ surrogate }), probabilities });
    expect(looks(hashDrawnProcedure('', 15, 0.1, weight, hashOf))).toEqual(at(states));
  });
});
