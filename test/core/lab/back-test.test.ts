import { expect, test } from 'vitest';
import { BackTest, type BackTestPlan } from '../../../core/report/lab/back-test.ts';
import { LabCells } from '../../../core/report/lab/lab-cells.ts';
import { labProcedure, labProcedures, plannedId } from '../../../core/report/lab/lab-methods.ts';
import { type LabPool, samplerOf } from '../../../core/report/lab/samplers.ts';
import { emptyCell, summarizeCell } from '../../../core/report/lab/summarize-cell.ts';
import type { LookPlan } from '../../../shared/contract/index.ts';
import {
  CalibratedSequence,
  clip,
  estimateWith,
  exponentialKeyOrder,
  type LiveSequence,
  methodById,
  PlannedSequence,
  roundedInward,
  summarizePool,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { SharedUniforms } from '../../../stats/kernel/shared-uniforms.ts';
import { freezeColumns } from '../../../stats/planned/frozen-columns.ts';

const poolOf = (y: number[], s: number[], u = s.map((value) => 1 - value)): LabPool => ({
  y: Float64Array.from(y),
  s: Float64Array.from(s),
  u: Float64Array.from(u),
});

const planOf = (
  ids: readonly string[],
  budgets: number[],
  more: Partial<BackTestPlan> = {},
): BackTestPlan => ({
  methods: ids.map(labProcedure),
  budgets,
  alpha: 0.05,
  firstSeed: 1,
  disagreement: 0.5,
  labelFirst: 'uncertain',
  looks: { kind: 'labels', labels: budgets.at(-1)! },
  ...more,
});

function runs(pool: LabPool, plan: BackTestPlan, seeds: number): LabCells {
  const cells = new LabCells(plan.methods.length * plan.budgets.length, seeds);
  const test = new BackTest(pool, plan);
  for (let run = 0; run < seeds; run++) test.run(run, cells);
  return cells;
}

test('what labels by uncertainty has no number where every response is equally uncertain', () => {
  const y = Array.from({ length: 40 }, (_, i) => (i % 5) / 4);
  const flat = new BackTest(
    poolOf(y, Array(40).fill(0.5)),
    planOf(['top-k', 'hmceval', 'uniform-plain'], [10]),
  );
  expect([0, 1, 2].map((at) => flat.reason(at, 10))).toEqual([
    'needs responses that differ in uncertainty',
    'needs responses that differ in uncertainty',
    null,
  ]);
});

test('methods that label by rank give what the formulas give by hand', () => {
  // Ranked by uncertainty: items 3, 2, 1, 0; system and surrogate disagree on items 2 and 3.
  const pool = poolOf([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1]);
  const plan = planOf(['top-k', 'hmceval', 'mcm', 'surrogate-only'], [1, 2, 3, 4, 5]);
  const cells = runs(pool, plan, 2);
  const at = (method: number, budget: number) => cells.of('value', method * 5 + budget - 1)[1]!;
  expect([1, 2, 3, 4].map((T) => at(0, T))).toEqual([0, 1 / 2, 1 / 3, 1 / 2]);
  expect(at(1, 1)).toBeCloseTo((0 + 0.3 + 0.8 + 0.9) / 4, 14);
  expect(at(1, 4)).toBeCloseTo(0.5, 14);
  // MCM labels the surest disagreement first, item 2, then item 3, and has no third.
  expect(at(2, 1)).toBeCloseTo((1 + 0.9 + 0.8 + 0.1) / 4, 14);
  expect(at(2, 2)).toBeCloseTo((1 + 0 + 0.9 + 0.8) / 4, 14);
  expect(at(2, 3)).toBeNaN();
  expect(at(3, 2)).toBeCloseTo(2.1 / 4, 14);
  const judged = new BackTest(pool, plan);
  expect(judged.reason(2, 3)).toBe('only 2 items qualify for a label');
  expect(judged.reason(0, 5)).toBe('the pool has only 4 items');
  expect(judged.reason(0, 4)).toBeNull();
});

test('the other end of the ranking is a switch, on which Top-K is not defined', () => {
  const pool = poolOf([1, 0, 1, 0], [0.9, 0.8, 0.3, 0.1]);
  const plan = planOf(['hmceval', 'top-k'], [1], { labelFirst: 'certain' });
  const cells = runs(pool, plan, 1);
  expect(cells.of('value', 0)[0]).toBeCloseTo((1 + 0.8 + 0.3 + 0.1) / 4, 14);
  expect(cells.of('value', 1)[0]).toBeNaN();
  expect(new BackTest(pool, plan).reason(1, 1)).toBe('needs the most uncertain responses labeled first');
});

test('a run is what a study of that seed shows: same draws, same estimate, same interval', () => {
  const y = Array.from({ length: 200 }, (_, i) => ((i * 7) % 5) / 4);
  const s = Array.from({ length: 200 }, (_, i) => ((i * 11) % 13) / 12);
  const pool = poolOf(y, s);
  const ids = ['calibrated-hardness', 'uniform', 'calibrated-hardness-rule-2'];
  const columns = freezeColumns(pool.s, [
    { id: 'x', name: 'x', kind: 'quality', values: s.map((x) => x * x) },
  ]);
  const q = temperedProbabilities(pool.s);
  const equal = uniformProbabilities(200);
  const plans: LookPlan[] = [{ kind: 'labels', labels: 10 }, { kind: 'none' }, { kind: 'once', labels: 12 }];
  for (const looks of plans) {
    const cells = runs({ ...pool, columns }, planOf(ids, [12], { firstSeed: 900, looks }), 3);
    const plan = looks.kind === 'none' ? null : looks.labels;
    const study = { surrogate: pool.s, columns, plan, once: looks.kind === 'once' };
    const byRule2 = new CalibratedSequence(summarizePool(pool.s, q));
    const sequences: [LiveSequence, Float64Array][] = [
      [new PlannedSequence({ ...study, probabilities: q }), q],
      [new PlannedSequence(study), equal],
      [byRule2, q],
    ];
    for (const [cell, [sequence, probabilities]] of sequences.entries()) {
      for (const item of exponentialKeyOrder(probabilities, 902, 12)) {
        const [label, surrogate] = [y[item]!, s[item]!];
        sequence.add({ pool: item, y: label, surrogate, probability: probabilities[item]! });
      }
      const { value, lower, upper } = sequence.state;
      expect(cells.of('value', cell)[2]).toBeCloseTo(value, 12);
      expect(cells.of('lower', cell)[2]).toBeCloseTo(lower, 12);
      expect(cells.of('upper', cell)[2]).toBeCloseTo(upper, 12);
    }
  }
});

test('the approximate interval is tried at each budget as at a declared look, and the bets where it is refused', () => {
  const y = Array.from({ length: 100 }, (_, i) => [0, 0.5, 1, 1][i % 4]!);
  const pool = poolOf(
    y,
    y.map((value, i) => (value + (i % 3) / 2) / 2),
  );
  const cells = runs(pool, planOf(['one-look', 'uniform'], [10, 40]), 20);
  for (const cell of [0, 1]) {
    for (let run = 0; run < 20; run++) {
      const [lower, value, upper] = (['lower', 'value', 'upper'] as const).map(
        (what) => cells.of(what, cell)[run]!,
      );
      expect(lower).toBeLessThanOrEqual(value!);
      expect(value).toBeLessThanOrEqual(upper!);
    }
  }
  // The estimate is that of the study; the interval at 40 labels is the narrower one.
  const mean = (values: Iterable<number>) => [...values].reduce((sum, one) => sum + one, 0) / 20;
  const width = (cell: number) => mean(cells.of('upper', cell)) - mean(cells.of('lower', cell));
  expect(width(1)).toBeLessThan(width(3));
});

test('an interval for one look tells its coverage at that look, and what is left of it at all', () => {
  const y = Array.from({ length: 100 }, (_, i) => Number(i % 10 > 0));
  const pool = poolOf(
    y,
    y.map(() => 0.5),
  );
  const plan = planOf(['uniform-t'], [1, 5, 40]);
  const cells = runs(pool, plan, 50);
  // Five labels of which all are 1 have an interval without width.
  const tight = [...cells.of('lower', 1)].indexOf(1);
  expect(cells.of('upper', 1)[tight]).toBe(1);
  expect([cells.of('lower', 0)[0], cells.of('held', 1)[tight], cells.of('held', 2)[tight]]).toEqual([
    Number.NaN,
    0,
    0,
  ]);
  const truth = {
    scale: { min: 0, max: 1, direction: 'higher' },
    mean: 0.9,
    sampleVariance: 0.09,
    populationSize: 100,
  } as const;
  const [none, early, late] = [0, 1, 2].map((cell) =>
    summarizeCell(
      {
        value: cells.of('value', cell),
        lower: cells.of('lower', cell),
        upper: cells.of('upper', cell),
        held: cells.of('held', cell),
      },
      truth,
    ),
  );
  expect(none!.coverage).toBeNull();
  expect(early!.coverage).toBeLessThan(0.7);
  expect(late!.coverage).toBeGreaterThan(0.8);
  expect(late!.coverageAllT).toBeLessThanOrEqual(early!.coverage!);
});

test('seeds wrap around, and a run depends on its seed alone', () => {
  const pool = poolOf([1, 0, 1, 0, 1], [0.9, 0.8, 0.3, 0.1, 0.5]);
  const last = runs(pool, planOf(['uniform'], [2], { firstSeed: 0xffff_ffff }), 2).of('value', 0);
  const zero = runs(pool, planOf(['humcoe', 'uniform'], [2], { firstSeed: 0 }), 1).of('value', 1);
  expect(last[1]).toBe(zero[0]);
});

test('fast forms say what the methods of the table say', () => {
  const y = Array.from({ length: 40 }, (_, i) => ((i * 5) % 7) / 6);
  const s = Array.from({ length: 40 }, (_, i) => ((i * 17) % 40) / 40);
  const pool = poolOf(y, s);
  const plan = planOf(
    labProcedures.filter(({ isUsual, estimator }) => isUsual && estimator !== plannedId).map(({ id }) => id),
    [1, 7, 12],
  );
  const cells = runs(pool, plan, 3);
  const uniforms = new SharedUniforms(40);
  plan.methods.forEach(({ id, sampler: samplerId, estimator }, m) => {
    const sampler = samplerOf(samplerId, pool, 12, uniforms, plan);
    const order = sampler.draw(plan.firstSeed + 2);
    const q = sampler.q ?? uniformProbabilities(40);
    for (const [b, labels] of plan.budgets.entries()) {
      const told = estimateWith(methodById(estimator)!, {
        design: sampler.design,
        uniform: samplerId === 'uniform',
        summary: summarizePool(pool.s, q),
        alpha: 0.05,
        draws: [...order.slice(0, labels)].map((item) => ({
          pool: item,
          y: pool.y[item]!,
          surrogate: pool.s[item]!,
          probability: sampler.q?.[item] ?? 1,
        })),
        poolSurrogate: pool.s,
      });
      expect(cells.of('value', 3 * m + b)[2], `${id} at ${labels}`).toBeCloseTo(told.value!, 12);
    }
  });
});

test('where values lie in steps, the presets round their ends inward as a study does', () => {
  const y = Array.from({ length: 40 }, (_, i) => ((i * 5) % 4) / 3);
  const pool = poolOf(
    y,
    y.map((value, i) => 0.8 * value + 0.1 * ((i * 7) % 3)),
  );
  const plan = planOf(['calibrated-hardness', 'uniform', 'uniform-rule-2'], [5, 12, 30]);
  const [plain, stepped] = [pool, { ...pool, steps: 3 }].map((one) => runs(one, plan, 20));
  for (let cell = 0; cell < 9; cell++) {
    for (let run = 0; run < 20; run++) {
      const [before, after] = [plain!, stepped!].map((cells) =>
        (['value', 'lower', 'upper'] as const).map((field) => cells.of(field, cell)[run]!),
      );
      const ends = roundedInward({ lower: before![1]!, upper: before![2]! }, 3, 40);
      const expected = [clip(before![0]!, ends.lower, ends.upper), ends.lower, ends.upper];
      expect(after).toEqual(cell < 6 ? expected : before);
    }
  }
});

test('every method of the list runs, and a label of every item is the full evaluation where weights are exact', () => {
  const y = Array.from({ length: 30 }, (_, i) => (i % 3) / 2);
  const pool = poolOf(
    y,
    Array.from({ length: 30 }, (_, i) => ((i * 7) % 30) / 30),
  );
  const plan = planOf(
    labProcedures.map(({ id }) => id),
    [5, 30],
    { disagreement: 1 },
  );
  const cells = runs(pool, plan, 4);
  const exact = [
    'calibrated-hardness',
    'uniform',
    'top-k',
    'hmceval',
    'mcm',
    'uniform-plain',
    'ppi',
    'hardness-lure',
  ];
  plan.methods.forEach(({ id }, m) => {
    // A Poisson sample of few expected items can be empty.
    // Yes and no are needed for another.
    const isDefined = id !== 'active-inference' && id !== 'rogan-gladen';
    if (isDefined) expect(cells.of('value', 2 * m).every(Number.isFinite), id).toBe(true);
    if (exact.includes(id))
      for (const value of cells.of('value', 2 * m + 1)) expect(value, id).toBeCloseTo(0.5, 9);
  });
});

const truth = {
  scale: { min: 1, max: 5, direction: 'higher' },
  mean: 0.5,
  sampleVariance: 0.25,
  populationSize: 100,
} as const;

test('the correction by sensitivity and specificity has a held rate on yes and no, and none elsewhere', () => {
  const y = Array.from({ length: 200 }, (_, i) => Number(i % 5 > 1));
  const judged = poolOf(
    y,
    y.map((value, i) => (i % 8 === 0 ? 1 - value : value)),
  );
  const plan = planOf(['rogan-gladen'], [60]);
  const cells = runs(judged, plan, 20);
  expect(cells.of('value', 0).every(Number.isFinite)).toBe(true);
  const covered = Array.from(
    cells.of('lower', 0),
    (lower, i) => lower <= 0.6 && cells.of('upper', 0)[i]! >= 0.6,
  );
  expect(covered.filter(Boolean).length).toBeGreaterThanOrEqual(16);
  const graded = runs(poolOf([0, 0.5, 1, 0.5], [0.1, 0.2, 0.3, 0.4]), planOf(['rogan-gladen'], [3]), 2);
  expect(graded.of('value', 0)[0]).toBeNaN();
});

test('a cell is summed up as by hand, on the raw scale', () => {
  const summary = summarizeCell(
    {
      value: Float64Array.of(0.25, 0.5, 1),
      lower: Float64Array.of(0, 0.25, 0.75),
      upper: Float64Array.of(0.5, 0.75, 1),
      held: Float64Array.of(1, 0, 0),
    },
    truth,
  );
  // Estimates 2, 3, 5 around the truth 3.
  expect(summary.meanEstimate).toBeCloseTo(10 / 3, 14);
  expect(summary.bias).toBeCloseTo(1 / 3, 14);
  expect(summary.tauE).toBeCloseTo(5 / 3, 14);
  expect(summary.rmse).toBeCloseTo(Math.sqrt(5 / 3), 14);
  expect(summary.meanAbsError).toBeCloseTo(1, 14);
  expect(summary.consistencySingleRun).toBeCloseTo(1 - 1 / 3, 14);
  expect(summary.consistencyOfMean).toBeCloseTo(1 - 1 / 9, 14);
  // Eq. 6: the squared error is the variance plus the squared bias.
  expect(summary.tauV! + summary.bias! ** 2).toBeCloseTo(summary.tauE!, 14);
  expect(summary.coverage).toBeCloseTo(2 / 3, 14);
  expect(summary.coverageAllT).toBeCloseTo(1 / 3, 14);
  expect(summary.meanHalfWidth).toBeCloseTo((4 * (0.5 + 0.5 + 0.25)) / 6, 14);
  // (1 - T/100) * 0.25/T = 5/48 at T = 1/(5/12 + 1/100).
  expect(summary.equalErrorLabels).toBeCloseTo(1 / (5 / 12 + 0.01), 12);
});

test('a truth of 0 has no consistency ratio; a run without number makes its cell not estimable', () => {
  const none = Float64Array.of(Number.NaN);
  const zero = { ...truth, scale: { min: 0, max: 1, direction: 'higher' }, mean: 0 } as const;
  const cell = { value: Float64Array.of(0.5), lower: none, upper: none, held: none };
  expect(summarizeCell(cell, zero)).toMatchObject({
    bias: 0.5,
    consistencySingleRun: null,
    consistencyOfMean: null,
    coverage: null,
    meanHalfWidth: null,
  });
  expect(summarizeCell({ ...cell, value: none }, truth)).toEqual(emptyCell);
});

test('where less is better, the errors are on the raw scale too', () => {
  const none = Float64Array.of(Number.NaN);
  const scale = { min: 0, max: 10, direction: 'lower' } as const;
  const summary = summarizeCell(
    { value: Float64Array.of(0.75), lower: none, upper: none, held: none },
    { ...truth, scale },
  );
  expect(summary).toMatchObject({ meanEstimate: 2.5, bias: -2.5, meanAbsError: 2.5 });
});
