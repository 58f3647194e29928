import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { directionTold } from '../../core/import/evidence/scores/fault-names.ts';
import { previewImport } from '../../core/import/preview.ts';
import { importFile, openTestProject, type TestProject } from './scope.ts';

let t: TestProject;
beforeEach(() => {
  t = openTestProject();
});
afterEach(() => t.close());

describe('which end of a scale is better, by the name of its column', () => {
  test.each([
    ...['toxicity', 'Hallucination', 'hallucination_rate', 'error count', 'severity', 'overall rank', 'bias'],
    ...['Quality (1 = best, 5 = worst)', 'Fluency: 1=excellent 3=poor'],
    ...['a-4-incorrectness.1', 'Incoherence', 'factual inconsistency', 'Unsupported claims count'],
  ])('lower: %s', (name) => expect(directionTold(name, name, undefined)).toBe('lower'));

  test.each([
    ...[
      'helpfulness',
      'no hallucination',
      'non-toxic',
      'error handling',
      'harmlessness',
      'rating',
      'pass fail',
    ],
    ...['ranking', 'Toxicity (1 = worst, 5 = best)', 'franks'],
  ])('higher: %s', (name) => expect(directionTold(name, name, undefined)).not.toBe('lower'));

  test('of classes, the one that is worth most says it', () => {
    expect(directionTold('toxicity', 'toxicity', { pass: 1, fail: 0 })).toBe('higher');
    expect(directionTold('toxicity', 'toxicity', { yes: 1, no: 0 })).toBe('lower');
  });
});

const table = (column: string, values: readonly (number | string)[]) =>
  [
    `question,response,${column},annotator`,
    ...values.map((value, at) => `Why is it so ${at}?,So it is ${at}.,${value},Ann`),
    '',
  ].join('\n');

test.each([
  ['Hallucination (0=none;1=minor;2=major)', [0, 1, 1, 0], { min: 0, max: 2, direction: 'lower' }],
  ['Accuracy %', [10, 70, 40, 0], { min: 0, max: 100, direction: 'higher' }],
  ['Quality (1 = best; 5 = worst)', [2, 3, 2, 3], { min: 1, max: 5, direction: 'lower' }],
] as const)('%s tells its range and its better end', async (column, values, scale) => {
  const { scales } = await previewImport({ path: t.file('told.csv', table(column, values)) });
  expect(scales).toMatchObject([{ kind: 'criterion', scale, observed: false }]);
});

test('that lower is better by the name alone is said, unless the scale was declared', async () => {
  const path = t.file('toxic.csv', table('toxicity', [1, 5, 2, 4]));
  const { warnings } = await importFile(t, path, { format: 'csv' });
  expect(warnings).toContainEqual(
    expect.stringContaining('Lower is taken as better for criterion "toxicity"'),
  );
  const direction = () =>
    t.db.prepare("SELECT direction FROM criterion WHERE name = 'toxicity'").pluck().get();
  expect(direction()).toBe('lower');
  const scale = { min: 1, max: 5, direction: 'higher' } as const;
  const scales = [{ kind: 'criterion' as const, name: 'toxicity', scale }];
  const said = await importFile(t, path, { format: 'csv', scales });
  expect(said.warnings.filter((one) => one.includes('Lower is taken'))).toEqual([]);
  expect(direction()).toBe('higher');
});

test('the same of criteria that rows or records name', async () => {
  const rows = [1, 5, 2, 4].flatMap((value, at) =>
    ['toxicity', 'fluency'].map((name) => `Why is it so ${at}?,So it is ${at}.,${name},${value},Ann`),
  );
  const long = ['question,response,criterion,score,annotator', ...rows, ''].join('\n');
  const record = {
    id: 'q1',
    prompt: 'Why?',
    responses: { one: 'So.' },
    human: { one: { toxicity: [1, 5], fluency: [2] } },
  };
  for (const path of [t.file('long.csv', long), t.file('records.jsonl', `${JSON.stringify(record)}\n`)]) {
    const { scales } = await previewImport({ path });
    const direction = Object.fromEntries(scales.map(({ name, scale }) => [name, scale.direction]));
    expect(direction).toEqual({ toxicity: 'lower', fluency: 'higher' });
  }
});

test('less uncertainty is better, as before, in a column of a table', async () => {
  const { scales } = await previewImport({
    path: t.file('unsure.csv', table('auto_uncertainty', [0.5, 0.2, 0.7])),
  });
  expect(scales).toMatchObject([{ kind: 'auto', name: 'uncertainty', scale: { direction: 'lower' } }]);
});
