import { expect, test } from 'vitest';
import { fromUnit, intervalFromUnit, type Scale, toUnit } from '../../stats/index.ts';
import fc from './support/seeded-fast-check.ts';

const stars: Scale = { min: 1, max: 5, direction: 'higher' };
const errors: Scale = { min: 0, max: 10, direction: 'lower' };

test('goodness of raw values', () => {
  expect([1, 3, 5].map((x) => toUnit(x, stars))).toEqual([0, 0.5, 1]);
  expect([0, 2.5, 10].map((x) => toUnit(x, errors))).toEqual([1, 0.75, 0]);
});

test('the way back, and an interval whose ends change places', () => {
  expect(fromUnit(0.25, stars)).toBe(2);
  expect(fromUnit(1.1, stars)).toBeCloseTo(5.4);
  expect(intervalFromUnit({ lower: 0.25, upper: 0.75 }, errors)).toEqual({ lower: 2.5, upper: 7.5 });
});

test('there and back again', () => {
  const scales = fc
    .tuple(fc.integer({ min: -100, max: 100 }), fc.integer({ min: 1, max: 100 }), fc.boolean())
    .map(([min, span, up]): Scale => ({ min, max: min + span, direction: up ? 'higher' : 'lower' }));
  fc.assert(
    fc.property(scales, fc.double({ min: 0, max: 1, noNaN: true }), (scale, unit) => {
      expect(toUnit(Math.min(scale.max, Math.max(scale.min, fromUnit(unit, scale))), scale)).toBeCloseTo(
        unit,
        9,
      );
    }),
  );
});

test.each([0.9, 5.1, Number.NaN])('raw value %s is outside the declared range', (value) => {
  expect(() => toUnit(value, stars)).toThrow(RangeError);
});

test('an empty scale is refused', () => {
  expect(() => toUnit(1, { min: 1, max: 1, direction: 'higher' })).toThrow(RangeError);
});
test('so is one whose width is no finite number', () => {
  expect(() => toUnit(1, { min: -1e308, max: 1e308, direction: 'higher' })).toThrow(RangeError);
  expect(() => fromUnit(0.5, { min: -1e308, max: 1e308, direction: 'higher' })).toThrow(RangeError);
});
