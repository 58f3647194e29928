import { describe, expect, test } from 'vitest';
import { type ClusteredResidual, clusterRobustVariance } from '../../../stats/claims/cluster-robust.ts';
import { mean } from '../../../stats/index.ts';
import fc from '../support/seeded-fast-check.ts';
import { readableCr2 } from './readable-cr2.ts';

/** Residuals from the weighted mean. */
function residuals(data: readonly { cluster: number; weight: number; y: number }[]): ClusteredResidual[] {
  const total = data.reduce((sum, { weight }) => sum + weight, 0);
  const center = data.reduce((sum, { weight, y }) => sum + weight * y, 0) / total;
  return data.map(({ cluster, weight, y }) => ({ cluster, weight, residual: y - center }));
}

describe('cluster-robust variance CR2 of a weighted mean', () => {
  test('equals the matrix formula of Bell and McCaffrey (2002), computed by whole matrices', () => {
    const item = fc.record({
      cluster: fc.integer({ min: 0, max: 5 }),
      weight: fc.double({ min: 0.05, max: 20, noNaN: true }),
      y: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(fc.array(item, { minLength: 6, maxLength: 24 }), (data) => {
        fc.pre(new Set(data.map(({ cluster }) => cluster)).size >= 2);
        const items = residuals(data);
        const { variance } = clusterRobustVariance(items);
        const expected = readableCr2(items);
        expect(Math.abs(variance - expected)).toBeLessThanOrEqual(1e-8 * Math.max(expected, 1e-3));
      }),
      { numRuns: 60 },
    );
  });

  test('with equal weights and equal clusters it is the variance of the cluster means over G', () => {
    const means = [0.2, 0.4, 0.9, 0.5];
    const data = means.flatMap((center, cluster) =>
      [-0.1, 0, 0.1].map((shift) => ({ cluster, weight: 2, y: center + shift })),
    );
    const { variance, clusters } = clusterRobustVariance(residuals(data));
    const center = mean(means);
    const expected = means.reduce((sum, x) => sum + (x - center) ** 2, 0) / (4 * 3);
    expect(variance).toBeCloseTo(expected, 14);
    expect(clusters).toBe(4);
  });

  test('with one item in each cluster and equal weights it is s^2/n', () => {
    const ys = [0, 1, 1, 0.5, 0.25];
    const { variance } = clusterRobustVariance(
      residuals(ys.map((y, cluster) => ({ cluster, weight: 1, y }))),
    );
    const center = mean(ys);
    expect(variance).toBeCloseTo(ys.reduce((sum, y) => sum + (y - center) ** 2, 0) / (5 * 4), 14);
  });

  test('is unbiased under the working model', () => {
    // Independent values of variance 1 with these weights: the true variance is sum v^2/V^2. E[CR2] is the sum over
    // an orthonormal set of outcome vectors, because CR2 is a quadratic form.
    const weights = [1, 3, 0.5, 2, 2, 5, 1];
    const clusters = [0, 0, 0, 1, 1, 2, 3];
    const expectation = weights
      .map((_, at) =>
        clusterRobustVariance(
          residuals(weights.map((weight, i) => ({ weight, cluster: clusters[i]!, y: i === at ? 1 : 0 }))),
        ),
      )
      .reduce((sum, { variance }) => sum + variance, 0);
    const total = weights.reduce((a, b) => a + b, 0);
    expect(expectation).toBeCloseTo(weights.reduce((sum, v) => sum + v * v, 0) / (total * total), 12);
  });

  test('one cluster has no variance', () => {
    const items = [1, 2].map((residual) => ({ cluster: 'a', weight: 1, residual }));
    expect(() => clusterRobustVariance(items)).toThrow(RangeError);
  });
});
