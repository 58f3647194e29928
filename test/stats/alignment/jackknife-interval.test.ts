import { expect, test } from 'vitest';
import { jackknifeInterval, jackknifeIntervals, mean, studentT } from '../../../stats/index.ts';

const values = [2, 4, 4, 5, 7, 8];

test('of a mean it is the t interval', () => {
  const center = mean(values);
  const variance = values.reduce((sum, value) => sum + (value - center) ** 2, 0) / 5;
  const reach = studentT(0.05, 5) * Math.sqrt(variance / 6);
  const interval = jackknifeInterval(values, mean)!;
  expect(interval.lower).toBeCloseTo(center - reach, 12);
  expect(interval.upper).toBeCloseTo(center + reach, 12);
});

test('several statistics are each as alone; one that is not defined without some item has none', () => {
  const onlyWithTwo = (some: readonly number[]) => (some.includes(2) ? 1 : undefined);
  const both = jackknifeIntervals(values, (some) => [mean(some), onlyWithTwo(some)]);
  expect(both).toEqual([jackknifeInterval(values, mean), undefined]);
});

test('clusters are dealt whole: of equal clusters it is the t interval of their means', () => {
  const clusters = [
    [1, 3],
    [2, 2],
    [5, 7],
    [4, 4],
    [9, 3],
  ];
  const whole = jackknifeInterval(clusters, (some) => mean(some.flat()))!;
  const means = jackknifeInterval(clusters.map(mean), mean)!;
  expect(whole.lower).toBeCloseTo(means.lower, 12);
  expect(whole.upper).toBeCloseTo(means.upper, 12);
});

test('fewer than five items have none', () => {
  expect(jackknifeInterval([1, 2, 3, 4], mean)).toBeUndefined();
});
