import { expect, test } from 'vitest';
import { measureLabel } from '../../shared/charts/estimate-chart.ts';
import { isolated } from '../../shared/isolated.ts';

test('names from right to left are set apart, all others stay as they are', () => {
  expect(isolated('نموذج ٢')).toBe('\u2068نموذج ٢\u2069');
  expect(isolated('מודל 4')).toBe('\u2068מודל 4\u2069');
  for (const name of ['gpt-4', '图书馆', 'модель', '']) expect(isolated(name)).toBe(name);
});

test('a difference names its systems in the order of the sentence', () => {
  const report = { measureName: 'quality', comparison: { system: 'أول', against: 'ثان' } };
  expect(measureLabel(report as Parameters<typeof measureLabel>[0])).toBe(
    'quality, \u2068أول\u2069 minus \u2068ثان\u2069',
  );
});
