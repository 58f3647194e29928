import { describe, expect, test } from 'vitest';
import type { EstimateReport, MethodEstimate } from '../../shared/contract/index.ts';
import {
  approximateOffer,
  approximateProblem,
  approximateWords,
  fewestApproximate,
} from '../../shared/one-look-words.ts';
import { methodById } from '../../stats/index.ts';
import { ONE_LOOK_FEWEST, ONE_LOOK_MEASURED } from '../../stats/intervals/one-look.ts';

const estimate: MethodEstimate = {
  ...{ method: 'one-look', name: 'All signals, one look', value: 3.5, lower: 3.2, upper: 3.7 },
  interval: 'approximate interval from all signals, valid at one look only',
  ...{ estimable: true, reason: null, assumptions: 'Approximate.' },
};
const report = (row: Partial<MethodEstimate>, lookPlan: EstimateReport['lookPlan']) => ({
  lookPlan,
  estimates: [{ ...estimate, ...row }],
  scale: { min: 1, max: 5, direction: 'higher' as const },
});
const declared = { kind: 'once', labels: 30, approximate: true } as const;

describe('the approximate interval in words', () => {
  test('is given with what it rests on, and with how often it held on these data', () => {
    expect(approximateWords(report({}, declared), [])).toBe(
      'The approximate interval from all signals, at this one look: 3.20 to 3.70. Approximate. On these data: not measured here: run the Lab.',
    );
    const measured = [{ method: 'one-look', coverage: 0.96, seeds: 200 }];
    expect(approximateWords(report({}, declared), measured)).toContain(
      'held in 96 % of 200 Lab studies'.replace(' %', '\u00a0%'),
    );
  });

  test('says why there is none', () => {
    const none = { lower: null, upper: null, interval: null, assumptions: 'It has no interval here: so.' };
    expect(approximateWords(report(none, declared), [])).toBe(
      'The approximate interval from all signals: none. It has no interval here: so.',
    );
    const notYet = { estimable: false, value: null, reason: 'too early' };
    expect(approximateWords(report(notYet, declared), [])).toBe(
      'The approximate interval from all signals: too early.',
    );
  });

  test('is not spoken of where it was not declared', () => {
    for (const plan of [null, { kind: 'once', labels: 30 } as const, { kind: 'none' } as const])
      expect(approximateWords(report({}, plan), [])).toBeNull();
  });
});

test('what is offered has the figures that were measured, and the limits that hold', () => {
  expect(fewestApproximate).toBe(ONE_LOOK_FEWEST);
  const { assumptions } = methodById('one-look')!;
  for (const share of Object.values(ONE_LOOK_MEASURED)) {
    expect(approximateOffer).toContain(`${Math.round(100 * share)} %`);
    expect(assumptions).toContain(`${Math.round(100 * share)} %`);
  }
  const study = { preset: 'uniform', isComparison: false, labels: 20 } as const;
  expect(approximateProblem(study)).toBeNull();
  expect(approximateProblem({ ...study, labels: 19 })?.what).toContain('and this one is at 19');
  expect(approximateProblem({ ...study, preset: 'calibrated-hardness' })?.what).toContain('uniform draws');
  expect(approximateProblem({ ...study, isComparison: true })?.what).toContain('one system');
});
