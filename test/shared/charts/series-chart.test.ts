import { describe, expect, test } from 'vitest';
import { seriesChart } from '../../../shared/charts/series-chart.ts';
import type { Release, Watch } from '../../../shared/contract/index.ts';

const scale = { min: 1, max: 5, direction: 'higher' as const };
const release = (position: number, system: string, more: Partial<Release> = {}): Release => ({
  position,
  studyId: position,
  study: system,
  system,
  datasetName: `week ${position}`,
  measureName: 'helpful',
  scale,
  populationSize: 100,
  drawn: 40,
  labeled: 30,
  reused: 0,
  labelsSpent: 0,
  labelsSaved: 0,
  value: 3 + position / 4,
  lower: 2.5,
  upper: 4.5,
  notReused: null,
  difference: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...more,
});
const watch: Watch = {
  leastDrop: 0.2,
  verdict: 'undecided',
  dropAtLeast: 0,
  dropIfAlike: 0,
  dropOfConversations: 0,
  waiting: 0,
  smallWindow: null,
  reference: { lower: 3, upper: 4 },
  leftOut: [],
  alertedAt: null,
};
const marks = (chart: ReturnType<typeof seriesChart>, hasPointer = false) =>
  chart!.optionsOn({ width: 600, hasPointer }).marks!;

describe('the chart of a series', () => {
  test('has a row for each release in its order, with what it came to in words', () => {
    const chart = seriesChart({
      watch: null,
      releases: [release(1, 'v1'), release(2, 'v2', { value: null, lower: null, upper: null })],
    })!;
    expect(chart.summary).toBe('helpful of each release: v1 3.3 (2.5 to 4.5)');
    const { y } = chart.optionsOn({ width: 600, hasPointer: false });
    expect(y!.domain).toEqual([1, 2]);
    expect((y!.tickFormat as (id: number) => string)(2)).toBe('v2');
  });

  test('names windows by their data, and shows where the reference lies', () => {
    const releases = [release(1, 'bot'), release(2, 'bot')];
    const ofWatch = seriesChart({ watch, releases });
    expect(ofWatch!.summary).toContain('each window: week 1');
    expect(marks(ofWatch).length).toBe(marks(seriesChart({ watch: null, releases })).length + 1);
  });

  test('is left out before the first number, and where scales differ', () => {
    expect(seriesChart({ watch: null, releases: [] })).toBeNull();
    expect(seriesChart({ watch: null, releases: [release(1, 'v1', { value: null })] })).toBeNull();
    const other = release(2, 'v2', { scale: { ...scale, max: 10 } });
    expect(seriesChart({ watch: null, releases: [release(1, 'v1'), other] })).toBeNull();
  });
});
