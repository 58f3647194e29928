import { expect, test } from 'vitest';
import { optionsOf, type StudyMaterial } from '../../../core/design/study-options.ts';
import { metrics } from '../../../stats/index.ts';

const signal = (kind: 'judge' | 'auto', name: string, more: object = {}) =>
  ({
    ...{
      kind,
      name,
      criterion: null,
      measures: null,
      declared: true,
      scale: { min: 1, max: 5, direction: 'higher' },
    },
    coverage: [{ system: 'amber', items: 4, extra: 1 }],
    ...more,
  }) as never;

const material: StudyMaterial = {
  systems: [
    { name: 'amber', items: 9 },
    { name: 'basil', items: 5 },
  ],
  criteria: [
    { name: 'tone', kind: 'rating', scale: { min: 1, max: 5, direction: 'higher' }, declared: false },
  ],
  signals: [
    signal('judge', 'strict', { criterion: 'fit', measures: 'tone' }),
    signal('judge', 'plain'),
    signal('auto', 'bleu'),
  ],
  guessers: [{ name: 'gpt', coverage: [{ system: 'basil', items: 2 }] }],
  readable: 6,
  isWhole: false,
  shared: () => 3,
};

const of = (more: Partial<StudyMaterial> = {}) => optionsOf({ ...material, ...more });
const kinds = (more: Partial<StudyMaterial> = {}) => of(more).surrogates.map(({ spec }) => spec.kind);

test('what a study can guess by: scores, the other systems, guesses, the reader, nothing', () => {
  expect(kinds()).toEqual(['judge', 'judge', 'auto', 'llm', 'system', 'system', 'reader', 'none']);
  // One system has no other to be compared with.
  expect(kinds({ systems: material.systems.slice(0, 1) })).not.toContain('system');
  const [strict, plain, auto, , amber, basil, reader, none] = of().surrogates;
  expect(strict).toMatchObject({
    spec: { kind: 'judge', judge: 'strict', criterion: 'fit' },
    ...{ measures: 'tone', note: expect.stringContaining('the judge scores') },
  });
  expect(strict!.coverage).toEqual([{ system: 'amber', items: 4 }]);
  expect(plain).toMatchObject({ spec: { judge: 'plain', criterion: 'score' }, measures: 'score' });
  expect(auto).toMatchObject({
    spec: { kind: 'auto', name: 'bleu' },
    measures: null,
    note: expect.stringContaining('came with'),
  });
  expect([amber!.coverage, basil!.coverage]).toEqual([
    [{ system: 'basil', items: 3 }],
    [{ system: 'amber', items: 3 }],
  ]);
  expect([reader!.coverage, none!.coverage]).toEqual([
    [
      { system: 'amber', items: 6 },
      { system: 'basil', items: 5 },
    ],
    [
      { system: 'amber', items: 9 },
      { system: 'basil', items: 5 },
    ],
  ]);
  const noteOfReader = (readable: number) => of({ readable }).surrogates.at(-2)!.note;
  expect([noteOfReader(1), noteOfReader(0)]).toEqual([
    expect.stringContaining('The sentence of the passage'),
    expect.stringContaining('nearest answered question'),
  ]);
});

test('what can be asked: systems with their items, criteria, and metrics with what they say', () => {
  const { systems, criteria, metrics: offered } = of();
  expect(systems).toEqual(material.systems);
  expect(criteria[0]).toEqual(material.criteria[0]);
  expect(offered).toEqual(metrics.map(({ id, name, description }) => ({ id, name, description })));
});

test('the version changes when a judge is said to measure something else, and with nothing else', () => {
  const { version } = of();
  expect(of({ readable: 0, guessers: [] }).version).toBe(version);
  const [strict, ...others] = material.signals;
  // A score without a criterion measures none.
  expect(of({ signals: [strict!] }).version).toBe(version);
  expect(of({ signals: [{ ...strict!, measures: null }, ...others] }).version).not.toBe(version);
});
