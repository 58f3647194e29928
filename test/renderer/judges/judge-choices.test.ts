import { expect, test } from 'vitest';
import {
  isNewestVersion,
  likelyEndpoint,
  likelyPrompt,
  studyOfRun,
  whyNoStudy,
} from '../../../renderer/parts/judge-choices.ts';
import type { Endpoint, Judge, Prompt, Run, StudyOptions } from '../../../shared/contract/index.ts';

const prompt = (id: number, name: string, ...criteria: string[]) =>
  ({ id, name, criteria: criteria.map((one) => ({ name: one })) }) as Prompt;
const prompts = [
  prompt(1, 'Clarifying question', 'relevance', 'naturalness'),
  prompt(2, 'Grounded', 'groundedness'),
  prompt(3, 'Helpful and fluent', 'helpfulness', 'fluency'),
];
const judge = (id: number, promptId: number, part: Partial<Judge> = {}) =>
  ({ id, promptId, endpointId: id, name: 'j', version: id, ...part }) as Judge;

test('a new judge takes the prompt used last, whatever the data are about', () => {
  expect(likelyPrompt(prompts, [judge(7, 2), judge(5, 1)], ['fluency'])?.id).toBe(2);
  const endpoints = [{ id: 5 }, { id: 7 }] as Endpoint[];
  expect(likelyEndpoint(endpoints, [judge(7, 2), judge(5, 1)])?.id).toBe(7);
  expect(likelyEndpoint(endpoints, [])?.id).toBe(5);
});

test('without a judge it takes the prompt of the criterion in the data, else that of helpfulness, not the first by name', () => {
  expect(likelyPrompt(prompts, [], ['Groundedness'])?.id).toBe(2);
  expect(likelyPrompt(prompts, [], ['helpful'])?.id).toBe(3);
  expect(likelyPrompt(prompts, [], [])?.id).toBe(3);
  expect(likelyPrompt(prompts, [], ['something else'])?.id).toBe(3);
  expect(likelyPrompt([], [], [])).toBeUndefined();
});

test('only the newest version of a judge can be changed', () => {
  const judges = [judge(1, 1), judge(2, 1), judge(1, 1, { name: 'other' })];
  expect(judges.map((one) => isNewestVersion(one, judges))).toEqual([false, true, true]);
});

const run = { system: 'heron', against: null, outcomes: { scored: 3 } } as unknown as Run;
const scorer = judge(1, 1, { signalName: 'strict v2', criteria: prompts[2]!.criteria });

test('a study made with a run has its system, the criterion of the judge and its score', () => {
  expect(studyOfRun(run, scorer)).toEqual({
    compare: 'one',
    system: 'heron',
    measure: { kind: 'criterion', criterion: 'helpfulness' },
    surrogate: { kind: 'judge', judge: 'strict v2', criterion: 'helpfulness' },
  });
  expect(studyOfRun({ ...run, against: 'wren' }, scorer)).toMatchObject({
    compare: 'two',
    against: 'wren',
    surrogate: { criterion: 'helpfulness: heron / wren' },
  });
});

test('what people call the criterion of the judge is what they are asked', () => {
  const spec = { kind: 'judge', judge: 'strict v2', criterion: 'helpfulness' } as const;
  const offered = { spec, measures: 'useful' } as StudyOptions['surrogates'][number];
  expect(studyOfRun(run, scorer, [offered])).toMatchObject({
    measure: { kind: 'criterion', criterion: 'useful' },
    surrogate: { judge: 'strict v2', criterion: 'helpfulness' },
  });
  expect(studyOfRun(run, scorer, [{ ...offered, measures: null }])).toMatchObject({
    measure: { criterion: 'helpfulness' },
  });
});

test('a run without a score has no study to make', () => {
  expect(studyOfRun({ ...run, outcomes: { unreadable: 9 } }, scorer)).toBeNull();
});

test('a run of the practice items alone makes no study until the judge has scored the others', () => {
  const systems = [{ name: 'heron', items: 60 }];
  const spec = { kind: 'judge', judge: 'strict v2', criterion: 'helpfulness' } as const;
  const scored = (items: number) =>
    [
      { spec, measures: null, coverage: [{ system: 'heron', items }] },
    ] as unknown as StudyOptions['surrogates'];
  const asked = (items: number, surrogates: StudyOptions['surrogates']) =>
    whyNoStudy({ ...run, items }, scorer, { systems, surrogates });
  expect(asked(30, scored(30))).toBe(
    'This run asked about 30 of 60 items. Run the judge on all of them first.',
  );
  expect(asked(30, scored(60))).toBeNull();
  // A run of all is offered, also where the judge refused some.
  expect(asked(60, scored(55))).toBeNull();
});

test('of two systems the items count that both answered', () => {
  const pair = { ...run, against: 'wren', items: 40 };
  const systems = [
    { name: 'heron', items: 60 },
    { name: 'wren', items: 50 },
  ];
  const spec = { kind: 'system', system: 'wren' } as const;
  const both = (items: number) =>
    [
      { spec, measures: null, coverage: [{ system: 'heron', items }] },
    ] as unknown as StudyOptions['surrogates'];
  expect(whyNoStudy(pair, scorer, { systems, surrogates: both(40) })).toBeNull();
  expect(whyNoStudy(pair, scorer, { systems, surrogates: both(45) })).toContain('40 of 45 items');
});
