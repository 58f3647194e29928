import { describe, expect, test } from 'vitest';
import { spreadLabels } from '../../../shared/charts/direct-labels.ts';
import { endLabels, fittedDomain } from '../../../shared/charts/estimate-lines.ts';
import type { EstimatePoint, Scale } from '../../../shared/contract/index.ts';

const scale: Scale = { min: 1, max: 5, direction: 'higher' };
const point = (
  labeled: number,
  value: number,
  half: number,
  plainMean: number | null = value,
): EstimatePoint => ({
  draws: labeled,
  labeled,
  value,
  lower: value - half,
  upper: value + half,
  plainMean,
});

describe('labels at the ends of lines', () => {
  const at = (text: string, y: number) => ({ text, at: y });
  test('stay where they are when there is room', () => {
    expect(spreadLabels([at('a', 10), at('b', 60)], 16, 0, 100).map((label) => label.placed)).toEqual([
      10, 60,
    ]);
  });
  test('move apart in their order and stay inside', () => {
    const placed = spreadLabels([at('c', 99), at('a', 95), at('b', 96)], 16, 0, 100);
    expect(placed.map((label) => label.text)).toEqual(['a', 'b', 'c']);
    expect(placed.map((label) => label.placed)).toEqual([68, 84, 100]);
  });
  test('name the estimate only once there is a label', () => {
    expect(endLabels([point(0, 4, 1, null)], [])).toEqual([]);
    expect(endLabels([point(0, 4, 1, null), point(1, 3, 1)], []).map((label) => label.kind)).toEqual([
      'estimate',
      'plainMean',
    ]);
  });
});

describe('the part of the scale that is drawn', () => {
  test('leaves out the wide start of the band', () => {
    const points = [point(0, 3, 2), ...Array.from({ length: 20 }, (_, i) => point(i + 1, 3, 0.4))];
    const [low, high] = fittedDomain(points, [], scale);
    expect(low).toBeGreaterThan(2);
    expect(high).toBeLessThan(4);
  });
  test('holds every reference line and never leaves the scale', () => {
    const [low, high] = fittedDomain(
      [point(5, 4.9, 0.3)],
      [{ kind: 'full', name: 'Full', value: 1.2 }],
      scale,
    );
    expect(low).toBeLessThan(1.2);
    expect(low).toBeGreaterThanOrEqual(1);
    expect(high).toBe(5.2);
  });
  test('follows a value outside the scale rather than hide it', () => {
    expect(fittedDomain([point(1, 6.1, 0)], [], scale)[1]).toBeGreaterThanOrEqual(6.1);
  });
  test('is the whole scale when there is nothing to draw', () => {
    expect(fittedDomain([], [], scale)).toEqual([1, 5]);
  });
});
