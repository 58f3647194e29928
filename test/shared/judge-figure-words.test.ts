import { expect, test } from 'vitest';
import type { JudgeFigures } from '../../shared/contract/index.ts';
import { judgeVersionWords } from '../../shared/judge-figure-words.ts';

const figure = { value: 0.8, lower: null, upper: null, reason: null };
const figures = (kind: JudgeFigures['kind']): JudgeFigures => ({
  ...{ kind, items: 14, unscored: 0, agreement: figure, sensitivity: null, specificity: null },
  ...{ kappa: null, bias: figure, distance: figure, worth: figure },
});

test('a version of a judge has no number without the name of its figure', () => {
  const of = (kind: JudgeFigures['kind']) =>
    judgeVersionWords({ practice: figures(kind), practiceLeft: 0, cost: null, checks: [] }, String);
  expect(of('yes-no')).toBe('Same answer 0.8 on practice (flattering) · not checked');
  expect(of('rating')).toBe('Correlation (Pearson) 0.8 on practice (flattering) · not checked');
  const open = { practice: null, practiceLeft: 3, cost: 0.0123, checks: [] };
  expect(judgeVersionWords(open, String)).toBe('3 practice items to run · not checked · cost 0.012');
});
