import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Drift } from '../../../renderer/screens/judges/drift.tsx';
import type { JudgeWatch } from '../../../shared/contract/index.ts';
import { judgeDriftWords } from '../../../shared/judge-drift-words.ts';

const calm = { criterion: 'tone', kind: 'none', replies: 100, moved: 0.004, apart: 0.1 } as const;
const watch = (last: JudgeWatch['checks'][number]['findings'][number]): JudgeWatch => {
  const facts = {
    ...{ judge: 'strict v1', dataset: 'calls', system: 'bot', against: null, ofRun: 3, seed: 1, alpha: 0.05 },
    ...{ since: '2026-01-02T00:00:00.000Z', hasDrifted: last.kind !== 'none' },
    checks: [calm, last].map((finding, i) => ({
      ...{
        runId: 4 + i,
        dataset: 'calls',
        number: i + 1,
        at: `2026-0${2 + i}-01T00:00:00.000Z`,
        findings: [finding],
      },
    })),
  };
  return { ...facts, words: judgeDriftWords(facts) };
};

const shown = (one: JudgeWatch) =>
  renderToStaticMarkup(createElement(MantineProvider, null, createElement(Drift, { watches: [one] })));

test('the screen of judges says which has drifted, since when, and what to do', () => {
  const html = shown(watch({ ...calm, kind: 'lower', moved: -0.43, apart: 0.6 }));
  expect(html).toContain('strict v1 has drifted on bot');
  expect(html).toContain('as check 2 of 2026-03-01 shows: lower.');
  expect(html).toContain('100 replies score 0.43 lower than on 2026-01-02.');
  expect(html).toContain('Name a pinned model or change its prompt');
});

test('of a judge that did not it says how many checks there were, and how rare a false alarm is', () => {
  const html = shown(watch(calm));
  expect(html).not.toContain('has drifted');
  expect(html).toContain('No drift of strict v1 is shown in 2 checks of bot, the newest of 100 replies.');
  expect(html).toContain('ever called drifted with probability 0.05 at most');
});
