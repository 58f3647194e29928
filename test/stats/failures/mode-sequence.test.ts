import { describe, expect, test } from 'vitest';
import {
  BracketedSequence,
  createRng,
  exponentialKeyOrder,
  judgeCoverage,
  type ModeObservation,
  ModeOrder,
  ModeSequence,
  modeOrderAlpha,
  openModesTogether,
  PlannedSequence,
  roundedInward,
  signalColumns,
  temperedProbabilities,
  uniformOpen,
  uniformOrder,
} from '../../../stats/index.ts';

const N = 200;
const rng = createRng(11);
const s = Float64Array.from({ length: N }, () => uniformOpen(rng));
const z = Array.from(s, (value) => (uniformOpen(rng) < 0.15 + 0.3 * value ? 1 : 0));
const q = temperedProbabilities(s);
const uniform = [...uniformOrder(N, 3, N)];
const weighted = [...exponentialKeyOrder(q, 3, N)];
const known = (pool: number): ModeObservation => ({ pool, y: z[pool]! });
const mean = z.reduce<number>((sum, one) => sum + one, 0) / N;

describe('with clock 0 it is the own sequence of the study, bit for bit', () => {
  const columns = signalColumns({ surrogate: s, other: [Float64Array.from(s, (value) => value ** 2)] });
  test.each([
    ['uniform draws, no signals', uniform, { surrogate: new Float64Array(N).fill(0.1), columns: [] }, {}],
    ['uniform draws, signals', uniform, { surrogate: s, columns }, { surrogate: s, columns }],
    [
      'weighted draws, signals',
      weighted,
      { surrogate: s, columns, probabilities: q },
      { surrogate: s, columns, probabilities: q },
    ],
    [
      'weighted draws, no signals',
      weighted,
      { surrogate: new Float64Array(N).fill(0.1), columns: [], probabilities: q },
      { probabilities: q },
    ],
  ])('%s', (_, order, own, signals) => {
    const study = new BracketedSequence(new PlannedSequence({ ...own, plan: 60, alpha: 0.1 }));
    const mode = new ModeSequence({ populationSize: N, before: [], plan: 60, alpha: 0.1, ...signals });
    for (const pool of order) {
      const expected = study.add({ pool, y: z[pool]!, surrogate: 0, probability: 1 });
      const { value, lower, upper, whereFound } = mode.add(known(pool));
      expect([value, lower, upper, whereFound]).toEqual([
        expected.value,
        expected.lower,
        expected.upper,
        expected.plainMean,
      ]);
    }
    expect(mode.state).toMatchObject({ lower: mean, upper: mean, value: mean, knownCount: N });
  });
});

describe('with a clock', () => {
  test.each([
    ['uniform', uniform, undefined],
    ['weighted', weighted, q],
  ])('it is what was known and a study of the rest: %s draws', (_, order, probabilities) => {
    const m = 40;
    const before = order.slice(0, m).map(known);
    const mode = new ModeSequence({
      ...{ populationSize: N, before, plan: 100, surrogate: s },
      ...(probabilities && { probabilities }),
    });
    const places = Array.from({ length: N }, (_one, pool) => pool).filter(
      (pool) => !order.slice(0, m).includes(pool),
    );
    const rest = new PlannedSequence({
      surrogate: places.map((pool) => s[pool]!),
      columns: [],
      plan: 60,
      ...(probabilities && { probabilities: places.map((pool) => probabilities[pool]!) }),
    });
    const sum = before.reduce((total, { y }) => total + Number(y), 0);
    for (const pool of order.slice(m, 150)) {
      const { value, lower, upper } = rest.add({ pool: places.indexOf(pool), y: z[pool]! });
      const state = mode.add(known(pool));
      expect(state.lower).toBeCloseTo((sum + (N - m) * lower) / N, 12);
      expect(state.upper).toBeCloseTo((sum + (N - m) * upper) / N, 12);
      expect(state.value).toBeCloseTo((sum + (N - m) * value) / N, 12);
    }
    expect(mode.state).toMatchObject({ clock: m, unknownBefore: 0, unknownSince: 0, drawnCount: 150 });
    expect(mode.state.upper - mode.state.lower).toBeLessThan(0.25);
  });

  test('what is not known before it is 0 at the lower end and 1 at the upper', () => {
    const m = 30;
    const all = uniform.slice(0, m).map(known);
    const some = all.map((one, i): ModeObservation => (i < 12 ? { ...one, y: 'unknown' } : one));
    const study = { populationSize: N, plan: 100 };
    const [full, open] = [
      new ModeSequence({ ...study, before: all }),
      new ModeSequence({ ...study, before: some }),
    ];
    for (const pool of uniform.slice(m, 100)) {
      full.advance(known(pool));
      open.advance(known(pool));
    }
    const lost = all.slice(0, 12).reduce((sum, { y }) => sum + Number(y), 0);
    expect(lost).toBeGreaterThan(0);
    expect(open.state.lower).toBeCloseTo(full.state.lower - lost / N, 12);
    expect(open.state.upper).toBeCloseTo(full.state.upper + (12 - lost) / N, 12);
    expect(open.state).toMatchObject({ unknownBefore: 12, knownCount: 88, unknownSince: 0 });
    const sum = some.reduce((total, { y }) => total + (y === 'unknown' ? 0 : y), 0);
    const since = uniform.slice(m, 100).reduce((total, pool) => total + z[pool]!, 0) / 70;
    expect(open.state.value).toBeCloseTo((sum + (N - m + 12) * since) / N, 12);
    expect(open.state.whereFound).toBeCloseTo((sum + 70 * since) / 88, 12);
  });

  test('what is not known since is bracketed, and counts in the value as the others do', () => {
    const study = { populationSize: N, before: uniform.slice(0, 20).map(known), plan: null };
    const skipping = new ModeSequence(study);
    const [low, high] = [new ModeSequence(study), new ModeSequence(study)];
    let [count, sum] = [0, 0];
    for (const [i, pool] of uniform.slice(20, 120).entries()) {
      const isUnknown = i % 5 === 2;
      skipping.advance({ pool, y: isUnknown ? 'unknown' : z[pool]! });
      low.advance({ pool, y: isUnknown ? 0 : z[pool]! });
      high.advance({ pool, y: isUnknown ? 1 : z[pool]! });
      if (!isUnknown) [count, sum] = [count + 1, sum + z[pool]!];
    }
    const { lower, upper, value, unknownSince } = skipping.state;
    expect(unknownSince).toBe(20);
    expect(lower).toBe(Math.min(low.state.lower, high.state.lower));
    expect(upper).toBe(Math.max(low.state.upper, high.state.upper));
    const first = study.before.reduce((total, { y }) => total + Number(y), 0);
    expect(value).toBeCloseTo((first + (180 * sum) / count) / N, 12);
  });

  test('where all were drawn before it, only what is not known is open', () => {
    const before = uniform.map((pool, i): ModeObservation => (i < 3 ? { pool, y: 'unknown' } : known(pool)));
    const { state } = new ModeSequence({ populationSize: N, before, plan: 60 });
    const sum = before.reduce((total, { y }) => total + (y === 'unknown' ? 0 : y), 0);
    expect(state).toMatchObject({ lower: sum / N, value: undefined, drawnCount: N });
    expect(state.upper).toBeCloseTo((sum + 3) / N, 12);
    const all = new ModeSequence({ populationSize: N, before: uniform.map(known), plan: 60 });
    expect(all.state).toMatchObject({ lower: mean, upper: mean, value: mean });
    expect(() => all.add(known(0))).toThrow('before the clock');
  });

  test('there is no value before anything is known since, and what it said stays', () => {
    const sequence = new ModeSequence({
      populationSize: N,
      before: uniform.slice(0, 10).map(known),
      plan: 60,
    });
    const sum = uniform.slice(0, 10).reduce((total, pool) => total + z[pool]!, 0);
    expect(sequence.state.value).toBeUndefined();
    expect(sequence.state.lower).toBeCloseTo(sum / N, 12);
    expect(sequence.state.upper).toBeCloseTo((sum + N - 10) / N, 12);
    const said = [sequence.state, ...uniform.slice(10, 60).map((pool) => sequence.add(known(pool)))];
    for (const { drawnCount, value, lower, upper, knownCount, whereFound } of said) {
      expect({ ...sequence.pointAfter(drawnCount) }).toEqual({
        ...{ drawnCount, value, lower, upper, knownCount, whereFound },
      });
    }
    expect(() => sequence.pointAfter(9)).toThrow('number of draws');
    expect(() => sequence.pointAfter(61)).toThrow('number of draws');
  });

  test('a plan reached before it is none, and a new one counts from it', () => {
    const before = uniform.slice(0, 40).map(known);
    const [reached, none] = [30, null].map((plan) => new ModeSequence({ populationSize: N, before, plan }));
    const replanned = new ModeSequence({ populationSize: N, before, plan: 30 });
    for (const pool of uniform.slice(40, 60))
      for (const one of [reached!, none!, replanned]) one.advance(known(pool));
    expect(reached!.state).toEqual(none!.state);
    replanned.replan(90);
    const own = new PlannedSequence({
      ...{ surrogate: [0.1], counts: Float64Array.of(160), columns: [], plan: null },
    });
    for (const pool of uniform.slice(40, 60)) own.advance({ pool: 0, y: z[pool]! });
    own.replan(50);
    for (const pool of uniform.slice(60, 90)) {
      replanned.advance(known(pool));
      own.advance({ pool: 0, y: z[pool]! });
    }
    const sum = before.reduce((total, { y }) => total + Number(y), 0);
    expect(replanned.state.upper).toBeCloseTo((sum + 160 * own.state.upper) / N, 12);
  });
});

test('a copy goes on by itself', () => {
  const sequence = new ModeSequence({ populationSize: N, before: uniform.slice(0, 10).map(known), plan: 60 });
  for (const pool of uniform.slice(10, 30)) sequence.advance(known(pool));
  const [before, copy] = [sequence.state, sequence.clone()];
  for (const pool of uniform.slice(30, 60)) copy.advance(known(pool));
  expect(sequence.state).toEqual(before);
  for (const pool of uniform.slice(30, 60)) sequence.advance(known(pool));
  expect(copy.state).toEqual(sequence.state);
});

test('a pool known by levels has the shares of one known item by item', () => {
  const counts = Float64Array.of(50, 150);
  const probabilities = [1, 2];
  const items = Array.from({ length: N }, (_, pool) => (pool < 50 ? 0 : 1));
  const order = exponentialKeyOrder(
    Float64Array.from(items, (level) => (level + 1) / 350),
    9,
    90,
  );
  const [byLevel, byItem] = [
    new ModeSequence({
      ...{ populationSize: N, counts, probabilities, plan: 50 },
      before: [...order.slice(0, 20)].map((pool) => ({ pool: items[pool]!, y: z[pool]! })),
    }),
    new ModeSequence({
      ...{ populationSize: N, probabilities: items.map((level) => level + 1), plan: 50 },
      before: [...order.slice(0, 20)].map(known),
    }),
  ];
  for (const pool of order.slice(20)) {
    byLevel.advance({ pool: items[pool]!, y: z[pool]! });
    byItem.advance(known(pool));
  }
  for (const end of ['value', 'lower', 'upper'] as const)
    expect(byLevel.state[end]).toBeCloseTo(byItem.state[end]!, 6);
});

describe('ends on steps', () => {
  test('are the rest’s rounded inward to means that it can have', () => {
    const before = uniform.slice(0, 50).map(known);
    const [plain, stepped] = [undefined, 1].map(
      (steps) => new ModeSequence({ populationSize: N, before, plan: 100, steps }),
    );
    const sum = before.reduce((total, { y }) => total + Number(y), 0);
    let narrower = 0;
    for (const pool of uniform.slice(50, 190)) {
      const [a, b] = [plain!.add(known(pool)), stepped!.add(known(pool))];
      const rest = { lower: (a.lower * N - sum) / 150, upper: (a.upper * N - sum) / 150 };
      const { lower, upper } = roundedInward(rest, 1, 150);
      expect(b.lower).toBeCloseTo((sum + 150 * lower) / N, 9);
      expect(b.upper).toBeCloseTo((sum + 150 * upper) / N, 9);
      expect(b.lower * N).toBeCloseTo(Math.round(b.lower * N), 9);
      if (b.upper - b.lower < a.upper - a.lower - 1e-12) narrower++;
    }
    expect(narrower).toBeGreaterThan(50);
  });

  test('stay as they are after a value between the steps', () => {
    const study = { populationSize: N, before: [], plan: 100 };
    const [plain, stepped] = [new ModeSequence(study), new ModeSequence({ ...study, steps: 1 })];
    for (const [i, pool] of uniform.slice(0, 30).entries()) {
      const item = { pool, y: i === 25 ? 0.5 : z[pool]! };
      const [a, b] = [plain.add(item), stepped.add(item)];
      if (i >= 25) expect([b.lower, b.upper]).toEqual([a.lower, a.upper]);
    }
  });
});

test('a wrong argument is refused and changes nothing', () => {
  const study = { populationSize: N, before: uniform.slice(0, 5).map(known), plan: 60 };
  const sequence = new ModeSequence(study);
  sequence.advance(known(uniform[5]!));
  const before = sequence.state;
  for (const bad of [
    known(uniform[5]!),
    known(uniform[0]!),
    { pool: N, y: 0 },
    { pool: uniform[6]!, y: 1.5 },
  ])
    expect(() => sequence.add(bad)).toThrow(RangeError);
  expect(sequence.state).toEqual(before);
  sequence.add(known(uniform[6]!));
  const wrong: Partial<ConstructorParameters<typeof ModeSequence>[0]>[] = [
    { populationSize: 0 },
    { populationSize: 4 },
    { before: [known(1), known(1)] },
    { before: [{ pool: 0, y: -1 }] },
    { before: [{ pool: N, y: 1 }] },
    { surrogate: [0.5] },
    { probabilities: [1, 2] },
    { alpha: 0 },
    { prior: 0 },
    { steps: 0 },
    { plan: 0.5 },
  ];
  for (const part of wrong)
    expect(() => new ModeSequence({ ...study, ...part }), JSON.stringify(part)).toThrow(RangeError);
});

describe('the order of two modes', () => {
  const other = z.map((one, pool) => (one === 1 && pool % 3 === 0 ? 1 : 0));
  const both = (pool: number) => ({ pool, first: z[pool]!, second: other[pool]! });

  test('is the difference of their shares, from the later clock on', () => {
    const order = new ModeOrder({
      ...{ populationSize: N, before: uniform.slice(0, 30).map(both), plan: 100, steps: 1 },
    });
    const same = new ModeSequence({
      ...{ populationSize: N, plan: 100, prior: 0.5, steps: 2 },
      before: uniform.slice(0, 30).map((pool) => ({ pool, y: (z[pool]! - other[pool]! + 1) / 2 })),
    });
    for (const pool of uniform.slice(30, 150)) {
      const [a, b] = [order.add(both(pool)), same.add({ pool, y: (z[pool]! - other[pool]! + 1) / 2 })];
      expect([a.value, a.lower, a.upper]).toEqual([2 * b.value! - 1, 2 * b.lower - 1, 2 * b.upper - 1]);
    }
    expect(order.state.lower).toBeGreaterThan(0);
    expect({ ...order.pointAfter(150) }).toEqual(order.state);
    const copy = order.clone();
    copy.add(both(uniform[150]!));
    expect(order.add(both(uniform[150]!))).toEqual(copy.state);
    const truth = mean - other.reduce<number>((sum, one) => sum + one, 0) / N;
    for (const pool of uniform.slice(151)) order.add(both(pool));
    expect(order.state.value).toBeCloseTo(truth, 12);
  });

  test('is open where one of the two is not known', () => {
    const before = uniform.slice(0, 4).map(both);
    const one = new ModeOrder({
      populationSize: N,
      plan: 100,
      before: before.map((item, i) => (i === 0 ? { ...item, second: 'unknown' as const } : item)),
    });
    expect(one.state.value).toBeUndefined();
    expect(one.state.lower).toBe(
      -1 + (2 * (3 + before.slice(1).reduce((sum, { first, second }) => sum + first - second, 0))) / 2 / N,
    );
  });

  test('is open by what the other one leaves where half known items are used', () => {
    // Of all items the first is known, and of those from 20 on the second is not.
    const items = uniform.map((pool, draw) => ({
      ...{ pool, first: z[pool]! },
      second: draw < 20 ? (z[(pool + 1) % N] as number) : ('unknown' as const),
    }));
    const of = (usesHalfKnown: boolean, clock: number) => {
      const before = items.slice(0, clock);
      const order = new ModeOrder({
        populationSize: N,
        before,
        plan: 60,
        alpha: 0.1,
        steps: 1,
        usesHalfKnown,
      });
      for (const item of items.slice(clock)) order.advance(item);
      return order.state;
    };
    const sumOf = (values: readonly (number | 'unknown')[]) =>
      values.reduce<number>((sum, one) => sum + (one === 'unknown' ? 0 : one), 0);
    const first = sumOf(items.map((item) => item.first));
    const second = sumOf(items.map((item) => item.second));
    for (const clock of [0, 10, 60]) {
      const { lower, upper, value } = of(true, clock);
      expect(lower).toBeCloseTo((first - second - (N - 20)) / N, 9);
      expect(upper).toBeCloseTo((first - second) / N, 9);
      // Since the 60th nothing is known.
      expect(value === undefined).toBe(clock === 60);
      expect(value ?? lower).toBeGreaterThanOrEqual(lower);
      expect(value ?? upper).toBeLessThanOrEqual(upper);
      expect(of(false, clock).upper - of(false, clock).lower).toBeCloseTo((2 * (N - 20)) / N, 9);
    }
    const copy = new ModeOrder({ populationSize: N, before: [], plan: 60, alpha: 0.1, usesHalfKnown: true });
    for (const item of items.slice(0, 40)) copy.advance(item);
    expect(copy.clone().state).toEqual(copy.state);
  });

  test('has the error level of its pair among the open modes', () => {
    expect(openModesTogether(0.05, 4)).toBe(0.0125);
    expect(modeOrderAlpha(0.05, 5)).toBeCloseTo(0.005, 15);
    expect(() => openModesTogether(0.05, 0)).toThrow(RangeError);
    expect(() => modeOrderAlpha(0.05, 1)).toThrow(RangeError);
  });
});

test('a mode chosen because it was frequent needs its clock: counted from the first label it misses far too often', () => {
  const [size, clock, labels, runs] = [400, 40, 60, 50];
  const missesFrom = (start: number): number => {
    let misses = 0;
    for (let seed = 1; seed <= runs; seed++) {
      const rng = createRng(seed);
      const modes = Array.from({ length: 40 }, () =>
        Array.from({ length: size }, () => (uniformOpen(rng) < 0.05 ? 1 : 0)),
      );
      const order = [...uniformOrder(size, seed, labels)];
      const seen = (mode: readonly number[]) =>
        order.slice(0, clock).reduce((sum, item) => sum + mode[item]!, 0);
      const chosen = modes.reduce((most, mode) => (seen(mode) > seen(most) ? mode : most));
      const share = chosen.reduce<number>((sum, one) => sum + one, 0) / size;
      const of = (pool: number): ModeObservation => ({ pool, y: chosen[pool]! });
      const sequence = new ModeSequence({
        ...{ populationSize: size, before: order.slice(0, start).map(of), plan: labels, alpha: 0.2 },
      });
      for (const pool of order.slice(start)) sequence.advance(of(pool));
      const { lower, upper } = sequence.state;
      if (lower > share + 1e-9 || upper < share - 1e-9) misses++;
    }
    return misses;
  };
  expect(judgeCoverage(missesFrom(clock), runs, 0.2).lies).toBe(false);
  expect(judgeCoverage(missesFrom(0), runs, 0.2).lies).toBe(true);
});
