import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AltTestView } from '../../../renderer/screens/judges/alt-test-view.tsx';
import type { AltTestReport } from '../../../shared/contract/index.ts';

const report: AltTestReport = {
  ...{ signalId: 1, judge: 'strict', criterion: 'tone', system: 'alpha', humanCriterion: 'tone' },
  ...{ score: 'rmse', epsilon: 0.15, basis: 'Everybody’s own labels.', interval: '95 %, approximate.' },
  items: 60,
  annotators: [{ name: 'Ada', items: 60, judge: 0.9, person: 0.85, probability: 0.0012, isBeaten: true }],
  leftOut: [{ name: 'Ben', items: 12 }],
  ...{ winningRate: 1, passes: true, advantage: { value: 0.9, lower: 0.8, upper: 0.95 }, lacks: [] },
  summary: 'strict wins against 1 of 1 people.',
};

const shown = (one: AltTestReport) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(AltTestView, { report: one })));

test('the verdict comes first, then each person, and who rated too little is named', () => {
  const html = shown(report);
  expect(html).toMatch(
    /strict wins against 1 of 1 people[\s\S]*0\.9\d? \(0\.8\d? to 0\.95\)[\s\S]*Ada[\s\S]*0\.0012[\s\S]*yes/,
  );
  expect(html).toMatch(/Ben rated 12 such items, too few to be compared/);
});

test('what is not estimable shows no figure', () => {
  const html = shown({
    ...report,
    ...{ items: null, annotators: [], leftOut: [], winningRate: null, passes: null },
    advantage: { value: null, lower: null, upper: null },
    lacks: ['needs more'],
    summary: 'Whether strict may replace people is not estimable: it needs more.',
  });
  expect(html).toMatch(/not estimable: it needs more/);
  expect(html).not.toMatch(/<table|NaN/);
});
