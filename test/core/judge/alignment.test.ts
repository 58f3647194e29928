import { expect, test } from 'vitest';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  ratedStudy,
  submit,
} from '../support/test-engine.ts';

const timeout = 120_000;

test('a judge stands beside imported evaluations, and beside a study’s labels by its design', {
  timeout,
}, async () => {
  const { engine, datasetId, study } = await ratedStudy(20, { count: 60 });
  const { signals } = await engine.client.dataset.get({ datasetId });
  const { id: signalId } = signals.find(({ name }) => name === 'strict')!;
  const asked = { signalId, system: 'secretive' };
  const imported = await engine.client.judge.alignment({ ...asked, subgroup: 'group' });
  expect(imported).toMatchObject({
    items: 60,
    missing: 0,
    humanCriterion: 'quality',
    scale: { min: 1, max: 5 },
  });
  // Human i gives 1 + 7i mod 5, the judge adds (5i mod 3) - 1, kept to 1 to 5: known by hand from the records.
  const humans = Array.from({ length: 60 }, (_, i) => 1 + ((i * 7) % 5));
  const judges = humans.map((human, i) => Math.min(5, Math.max(1, human + ((i * 5) % 3) - 1)));
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  expect(imported.humanMean).toBeCloseTo(mean(humans), 12);
  expect(imported.judgeMean).toBeCloseTo(mean(judges), 12);
  const equal = humans.map((human, i) => (human === judges[i] ? 1 : 0));
  const diagonal = imported.confusion!.counts.map((row, i) => row[i]!);
  expect(diagonal.reduce((a, b) => a + b, 0)).toBeCloseTo(60 * mean(equal), 9);
  expect(imported.biasByLevel.map(({ level }) => level)).toEqual(['1', '2', '3', '4', '5']);
  expect(imported.biasByLevel[0]!.bias).toBeGreaterThan(0);
  expect(imported.biasByLevel[4]!.bias).toBeLessThan(0);
  expect(imported.biasBySubgroup).toHaveLength(9);
  const r = imported.coefficients.find(({ id }) => id === 'pearson')!;
  // By errors of leaving one out: a little below 1/(1 - r^2), which flatters.
  expect(imported.labelFactor).toBeLessThan(1 / (1 - r.value! ** 2));
  expect(imported.labelFactor).toBeGreaterThan(0.9 / (1 - r.value! ** 2));
  // Nobody drew these by chance, and items of one conversation may be alike.
  expect(r).toMatchObject({
    lower: null,
    reason: 'no interval: needs at least 30 conversations or passages',
  });

  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  for (const [i, { ref }] of items.entries()) {
    await submit(engine, batch, ref, { kind: 'score', value: 1 + (i % 5) });
  }
  const weighted = await engine.client.judge.alignment({ ...asked, studyId: study.id });
  expect(weighted).toMatchObject({ items: 20, basis: expect.stringMatching(/weighted by its draw/) });
  const both = await engine.client.judge.alignment(asked);
  expect(both).toMatchObject({
    items: 60,
    basis: expect.stringMatching(
      /^Imported evaluations of 60 items, and labels of 20 items of the study .*: 60 items\. Each counts once/,
    ),
  });
  const { rows } = await engine.client.sample.list({ studyId: study.id });
  const moved = rows.reduce((sum, { externalId, value }) => {
    return sum + (value! - humans[Number(externalId.slice(-4))]!) / 2;
  }, 0);
  expect(both.humanMean).toBeCloseTo(mean(humans) + moved / 60, 9);
  const { estimates } = await engine.client.estimate.current({ studyId: study.id });
  const hajek = estimates.find(({ method }) => method === 'hajek');
  if (hajek?.value) expect(weighted.humanMean).toBeCloseTo(hajek.value, 1);
});

test('what cannot be compared is told', { timeout }, async () => {
  const { engine, datasetId } = await ratedStudy(3, { count: 12 });
  const { signals } = await engine.client.dataset.get({ datasetId });
  const { id: signalId } = signals[0]!;
  const { client } = engine;
  await expect(client.judge.alignment({ signalId: 999, system: 'secretive' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(client.judge.alignment({ signalId, system: 'rival' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
  });
  await expect(
    client.judge.agreement({ a: signalId, b: signalId, system: 'secretive' }),
  ).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});

test('labels of another criterion are never taken for those of a judge', { timeout }, async () => {
  const { engine, folder } = await engineWithProject();
  const records = ratedRecords(12).map(({ human: _, ...record }, i) => ({
    ...record,
    judge: { strict: { secretive: { quality: 3 } }, kind: { secretive: { tone: 1 + (i % 5) } } },
  }));
  const tone = { kind: 'judge', name: 'kind', criterion: 'tone', scale: ratedScales[0]!.scale } as const;
  const datasetId = await importRecords(engine, folder, records, { scales: [...ratedScales, tone] });
  const { client } = engine;
  const study = await client.study.create({
    datasetId,
    system: 'secretive',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    size: 4,
  });
  const { batch, items } = await client.label.open({ studyId: study.id });
  for (const { ref } of items) await submit(engine, batch, ref, { kind: 'score', value: 2 });
  const { signals } = await client.dataset.get({ datasetId });
  const of = (name: string) => {
    const { id } = signals.find((signal) => signal.name === name)!;
    return client.judge.alignment({ signalId: id, system: 'secretive' });
  };
  expect(await of('strict')).toMatchObject({ items: 4, humanCriterion: 'quality' });
  await expect(of('kind')).rejects.toMatchObject({ code: 'INVALID_INPUT' });
});
