import { expect, test } from 'vitest';
import type { ProtocolComparison } from '../../shared/contract/index.ts';
import { ownReason, shownCorrelations } from '../../shared/correlation-words.ts';

type Row = ProtocolComparison['correlations'][number];

const row = (measure: string, systems: number, value: number | null): Row => ({
  evaluation: 'auto-gold',
  measure,
  systems,
  coefficients: ['Pearson', 'Spearman'].map((name) => ({
    ...{ name, value, lower: null, upper: null, pValue: null },
    reason: value === null ? 'not estimable: needs at least 3 systems' : 'no interval',
  })) as Row['coefficients'],
  sameRanking: systems >= 2 ? true : null,
  warning: systems === 2 ? 'A correlation between 2 systems says little.' : '',
});

test('what holds for all rows is said once, and rows without a system are not shown', () => {
  const none = shownCorrelations([row('f1', 0, null), row('em', 0, null)]);
  expect(none).toEqual({
    rows: [],
    estimable: false,
    notes: ['People scored none of these systems, so there is nothing to correlate.'],
  });
  const one = shownCorrelations([row('f1', 1, null), row('em', 0, null)]);
  expect(one.rows).toEqual([]);
  expect(one.notes).toEqual(['A correlation needs at least 3 systems that people scored, too. Here is 1.']);
});

test('two systems have an order, but no coefficient and no reason in each cell', () => {
  const two = row('f1', 2, null);
  const shown = shownCorrelations([two, row('em', 2, null), row('rouge', 0, null)]);
  expect(shown.rows.map(({ measure }) => measure)).toEqual(['f1', 'em']);
  expect(shown.estimable).toBe(false);
  expect(shown.notes).toHaveLength(2);
  expect(ownReason(two, two.coefficients[0]!)).toBeNull();
});

test('a reason that is of one row alone stands in its cell', () => {
  const shown = shownCorrelations([row('f1', 4, 0.8), row('em', 4, null)]);
  expect(shown.estimable).toBe(true);
  expect(shown.notes).toEqual([]);
  expect(
    ownReason(shown.rows[1]!, { ...shown.rows[1]!.coefficients[0]!, reason: 'one side is the same' }),
  ).toBe('one side is the same');
});
