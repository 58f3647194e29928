import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sealed, unsealed } from '../../core/report/seal.ts';
import { verifyFile } from '../../core/report/verify/verify-file.ts';
import type { Preset } from '../../shared/contract/index.ts';
import { engineWithProject, importRecords, submit } from './support/test-engine.ts';

/** Six responses: people's values, the surrogate's, and how uncertain the system was of each; two are equally so. */
const y = [1, 0, 1, 0, 1, 0];
const s = [0.9, 0.8, 0.3, 0.1, 0.4, 0.6];
const u = [0.1, 0.2, 0.9, 0.3, 0.3, 0.25];

const records = y.map((value, i) => ({
  id: `i${i}`,
  conversation: [{ role: 'user', content: `Question ${i}?` }],
  responses: { bot: `Answer ${i}.`, other: 'No.' },
  human: { bot: { right: value }, other: { right: 0 } },
  auto: { guess: { bot: s[i], other: 0.5 }, 'uncertainty: token entropy (top 5)': { bot: u[i] } },
}));

async function projectWith() {
  const { engine, folder, file } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, records, {
    scales: [
      { kind: 'criterion', name: 'right', scale: { min: 0, max: 1, direction: 'higher' } },
      { kind: 'auto', name: 'guess', scale: { min: 0, max: 1, direction: 'higher' } },
      {
        kind: 'auto',
        name: 'uncertainty: token entropy (top 5)',
        scale: { min: 0, max: 2, direction: 'lower' },
      },
    ],
  });
  const create = (preset: Preset, size: number, more: object = {}) =>
    engine.client.study.create({
      datasetId,
      system: 'bot',
      measure: { kind: 'criterion', criterion: 'right' },
      surrogate: { kind: 'auto', name: 'guess' },
      ...{ preset, size, seed: 1, ...more },
    });
  const idsOf = async (studyId: number) =>
    (await engine.client.sample.list({ studyId })).rows.map(({ externalId }) => externalId);
  return { engine, folder, file, create, idsOf };
}

/** Labels all of a batch as people would. */
async function labelAll({ engine, idsOf }: Awaited<ReturnType<typeof projectWith>>, studyId: number) {
  const ids = await idsOf(studyId);
  const { batch, items } = await engine.client.label.open({ studyId });
  for (const [order, { ref }] of items.entries()) {
    const value = y[Number(ids[order]!.slice(1))]!;
    await submit(engine, batch, ref, { kind: 'score', value });
  }
}

test('each baseline labels its own end of the ranking by uncertainty, ties by the seed', async () => {
  const project = await projectWith();
  const { create, idsOf } = project;
  const [topK, certain, mcm] = [
    await create('top-k', 6),
    await create('hmceval-certain', 6),
    await create('mcm', 3),
  ];
  expect((await idsOf(topK.id)).filter((id) => !['i3', 'i4'].includes(id))).toEqual(['i2', 'i5', 'i1', 'i0']);
  expect((await idsOf(topK.id)).slice(1, 3).sort()).toEqual(['i3', 'i4']);
  expect((await idsOf(certain.id)).filter((id) => !['i3', 'i4'].includes(id))).toEqual([
    'i0',
    'i1',
    'i5',
    'i2',
  ]);
  expect((await idsOf(mcm.id)).at(-1)).toBe('i2');
  expect((await idsOf(mcm.id)).slice(0, 2).sort()).toEqual(['i3', 'i4']);
  expect(mcm.choice).toEqual({
    uncertainty: 'automatic score “uncertainty: token entropy (top 5)”',
    disagreement: 0.5,
  });
  const orders = new Set<string>();
  for (let seed = 1; seed <= 12; seed++)
    orders.add((await idsOf((await create('mcm', 2, { seed })).id)).join());
  expect([...orders].sort()).toEqual(['i3,i4', 'i4,i3']);
  expect(await idsOf((await create('top-k', 6, { uncertainty: null })).id)).toEqual([
    'i3',
    'i2',
    'i4',
    'i5',
    'i1',
    'i0',
  ]);
});

test('the number is that of the paper, and nothing claims an interval', async () => {
  const project = await projectWith();
  const { engine, create, idsOf } = project;
  const study = await create('hmceval', 2);
  await labelAll(project, study.id);
  const labeled = (await idsOf(study.id)).map((id) => Number(id.slice(1)));
  const report = await engine.client.estimate.current({ studyId: study.id });
  const own = report.estimates.find(({ method }) => method === report.default)!;
  const rest = s.filter((_, i) => !labeled.includes(i));
  const sum = [...labeled.map((i) => y[i]!), ...rest].reduce((a, b) => a + b);
  expect(own).toMatchObject({ method: 'hmceval', lower: null, upper: null, interval: null });
  expect(own.value).toBeCloseTo(sum / 6, 12);
  const withEnds = report.estimates.filter(({ lower }) => lower !== null);
  expect(withEnds).toEqual([]);
  const defined = report.estimates.filter(({ estimable }) => estimable).map(({ method }) => method);
  expect(defined).toEqual(expect.arrayContaining(['hmceval', 'plain-mean', 'surrogate-only', 'top-k']));
  for (const id of ['calibrated', 'hajek', 'lure', 'ppi', 'mcm']) expect(defined, id).not.toContain(id);
  await expect(
    engine.client.claim.gate({ studyId: study.id, claim: { kind: 'at-least', value: 0.5 } }),
  ).rejects.toThrow(/no interval that holds/);
  const { content } = await engine.client.report.render({ studyId: study.id, format: 'html' });
  expect(content).toContain('without an honest interval');
  expect(content).toContain('This number has no honest interval');
  expect(content).not.toContain('the interval allows for them');
  const rows = (await engine.client.sample.list({ studyId: study.id })).rows;
  expect(rows.map(({ weight }) => weight)).toEqual([null, null]);
  expect((await engine.client.study.list({})).length).toBe(1);
});

test('verify replays the choice from the file alone', async () => {
  const project = await projectWith();
  const { engine, create, folder } = project;
  const study = await create('mcm', 3);
  await labelAll(project, study.id);
  const { content } = await engine.client.report.render({ studyId: study.id, format: 'labels-jsonl' });
  const { text } = unsealed('labels', content)!;
  const differing = (changed: string) => {
    const file = path.join(folder, 'labels.jsonl');
    writeFileSync(file, sealed('labels', changed, null));
    return verifyFile(file).differing.map(({ what, stated }) => `${what} ${stated}`);
  };
  expect(differing(text)).toEqual([]);
  expect(differing(text.replace(/("draw_order":3.*"u":)[\d.]+/, '$10.05')).join()).toMatch(
    /comes before an earlier item/,
  );
  expect(differing(text.replace('"disagreement":0.5', '"disagreement":0.35')).join()).toMatch(
    /s: not below 0.35/,
  );
});

test('a longer batch continues the order, another draw changes ties alone, and the project stays sound', async () => {
  const project = await projectWith();
  const { engine, create, idsOf } = project;
  const study = await create('hmceval', 2);
  const before = await idsOf(study.id);
  await engine.client.sample.grow({ studyId: study.id, size: 5 });
  expect((await idsOf(study.id)).slice(0, 2)).toEqual(before);
  await engine.client.sample.redraw({ studyId: study.id, seed: 77 });
  expect((await idsOf(study.id))[0]).toBe('i2');
  const check = () => engine.client.project.check({ wait: true });
  expect(await check()).toEqual({ isDone: true, isMissing: false, alterations: [] });
});

test('what cannot be is refused with its mend', async () => {
  const { create } = await projectWith();
  await expect(create('mcm', 4)).rejects.toThrow('The machine score disagrees with 3 responses');
  await expect(create('mcm', 4, { disagreement: 0.7 })).resolves.toMatchObject({ drawCount: 4 });
  await expect(create('hmceval', 2, { surrogate: { kind: 'none' } })).rejects.toThrow(
    'and the study has none',
  );
  await expect(create('top-k', 2, { surrogate: { kind: 'none' } })).resolves.toMatchObject({ drawCount: 2 });
  await expect(create('top-k', 2, { surrogate: { kind: 'none' }, uncertainty: null })).rejects.toThrow(
    'How sure the system was is unknown',
  );
  await expect(create('top-k', 7)).rejects.toThrow('The pool has 6 items');
  await expect(create('top-k', 2, { uncertainty: 'none such' })).rejects.toThrow('no automatic score named');
  await expect(create('uniform', 2, { uncertainty: null })).rejects.toThrow('no use for uncertainty');
  await expect(create('top-k', 2, { disagreement: 0.4 })).rejects.toThrow('no use for disagreement');
  await expect(create('top-k', 2, { plan: { kind: 'none' } })).rejects.toThrow('no look to plan');
  await expect(create('top-k', 2, { against: 'other' })).rejects.toThrow('not defined for the difference');
});

const meanOf = (values: readonly number[]): number => values.reduce((a, b) => a + b, 0) / values.length;
/** People's values of the labeled items and the surrogate's of all others. */
const completed = (labeled: readonly number[]): number =>
  meanOf(s.map((value, i) => (labeled.includes(i) ? y[i]! : value)));

/** Equations 2 to 4 of HumCoE written out, with the floor of 0.2/N. */
function byWeights(drawn: readonly number[]): number {
  const hardness = s.map((value) => 1 - value);
  const sum = hardness.reduce((a, b) => a + b, 0);
  const floored = hardness.map((one) => Math.max(one / sum, 0.2 / s.length));
  const whole = floored.reduce((a, b) => a + b, 0);
  const [N, T] = [s.length, drawn.length];
  return meanOf(drawn.map((i) => (1 + ((N - T) / (N - 1)) * (1 / ((N * floored[i]!) / whole) - 1)) * y[i]!));
}

const presets: readonly (readonly [Preset, (labeled: readonly number[]) => number])[] = [
  ['humcoe', byWeights],
  ['top-k', (labeled) => meanOf(labeled.map((i) => y[i]!))],
  ['hmceval', completed],
  ['hmceval-certain', completed],
  ['mcm', completed],
];

test.each(presets)('the number of %s is that of the paper, by its formula', async (preset, byFormula) => {
  const project = await projectWith();
  const { engine, create, idsOf } = project;
  // Two draws of different items, where one may come twice.
  let study = await create(preset, 2, { seed: 1 });
  for (let seed = 2; new Set(await idsOf(study.id)).size < 2; seed++)
    study = await create(preset, 2, { seed });
  await labelAll(project, study.id);
  const labeled = (await idsOf(study.id)).map((id) => Number(id.slice(1)));
  const report = await engine.client.estimate.current({ studyId: study.id });
  const own = report.estimates.find(({ method }) => method === report.default)!;
  expect(own).toMatchObject({ lower: null, upper: null });
  expect(own.value).toBeCloseTo(byFormula(labeled), 12);
});
