import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { QualityView } from '../../../renderer/screens/judges/quality-view.tsx';
import type { JudgeQuality } from '../../../shared/contract/index.ts';

const none = { lower: null, upper: null, reason: 'not estimable: needs at least 10 labels' };
const quality: JudgeQuality = {
  judge: 'strict',
  criterion: 'tone',
  system: 'alpha',
  basis: 'Labels of 40 items.',
  interval: '95 %, approximate.',
  labels: 40,
  populationSize: 300,
  worth: [
    {
      signalId: 1,
      name: 'strict',
      criterion: 'tone',
      items: 40,
      alone: { saved: 12.4, lower: 2.6, upper: 24.2, reason: null },
      added: null,
    },
    {
      signalId: 2,
      name: 'rouge',
      criterion: '',
      items: 4,
      alone: { saved: null, ...none },
      added: { saved: null, ...none },
    },
  ],
  length: { items: 40, share: 0.2, lower: 0.1, upper: 0.4, reason: null, perDoubling: 0.3 },
  position: {
    items: 0,
    first: null,
    ...none,
    reason: 'not estimable: no pair was judged',
    turned: null,
    turnedLower: null,
    turnedUpper: null,
  },
  repeats: null,
  summary: ['strict saves about 12 labels.'],
};

const shown = (of: JudgeQuality) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(QualityView, { quality: of })));

test('labels saved in whole numbers, what is not estimable with its reason, never as 0', () => {
  const html = shown(quality);
  expect(html).toContain('strict: tone');
  expect(html).toMatch(/>12<\/td>.*3 to 24/);
  expect(html).toMatch(/>not estimable<\/td>.*needs at least 10 labels/);
  expect(html).toContain('Labels saved at 40 labels of 300 items.');
  expect(html).toContain('Position: not estimable: no pair was judged.');
  expect(html).not.toMatch(/NaN|null|undefined/);
});

test('without labels there is no table', () => {
  const html = shown({ ...quality, worth: [], labels: null, populationSize: null });
  expect(html).not.toContain('<table');
  expect(html).not.toMatch(/Labels saved at|null/);
});
