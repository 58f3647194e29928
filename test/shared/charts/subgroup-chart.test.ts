import { expect, test } from 'vitest';
import { subgroupChart } from '../../../shared/charts/subgroup-chart.ts';
import type { Subgroups } from '../../../shared/contract/index.ts';

const found: Subgroups = {
  field: 'meta:topic',
  name: 'topic',
  scale: { min: 0, max: 1, direction: 'higher' },
  alpha: 0.05,
  interval: 'approximate, at one look',
  assumptions: '',
  whole: 0.7,
  subgroups: [
    {
      level: 'billing',
      items: 80,
      labeled: 20,
      skipped: 0,
      value: 0.8,
      lower: 0.6,
      upper: 0.9,
      estimable: true,
      reason: null,
    },
    {
      level: 'a very long name of a kind of question that nobody reads',
      items: 20,
      labeled: 3,
      skipped: 1,
      value: null,
      lower: null,
      upper: null,
      estimable: false,
      reason: 'not estimable: needs 10 labeled items',
    },
  ],
  omitted: 0,
};
const optionsOf = (groups: Subgroups) =>
  subgroupChart(groups, 'accuracy').optionsOn({ width: 800, hasPointer: true });

/** Data of the marks by what they draw. */
const marksOf = (options: ReturnType<typeof optionsOf>) =>
  (options.marks as unknown as { data: unknown; constructor: { name: string } }[]).map((mark) => [
    mark.constructor.name,
    mark.data,
  ]);

test('a row for each subgroup on the whole scale, a dot only where there is a number, never a band', () => {
  const options = optionsOf(found);
  expect(options.x).toMatchObject({ domain: [0, 1], label: 'accuracy (0 to 1)' });
  expect((options.y as { domain: string[] }).domain).toHaveLength(2);
  const marks = marksOf(options);
  expect(marks.filter(([name]) => name === 'Dot')).toEqual([['Dot', [found.subgroups[0]]]]);
  expect(marks.some(([name]) => name === 'Area')).toBe(false);
  expect(marks.filter(([name]) => name === 'Text').at(-1)).toEqual(['Text', [found.subgroups[1]]]);
});

test('long names are cut in the chart, and there is no line of the whole without it', () => {
  const { tickFormat } = optionsOf(found).y as { tickFormat: (text: string) => string };
  expect(tickFormat(found.subgroups[1]!.level)).toHaveLength(28);
  expect(tickFormat('billing')).toBe('billing');
  const before = marksOf(optionsOf(found)).length;
  expect(marksOf(optionsOf({ ...found, whole: null }))).toHaveLength(before - 2);
});
