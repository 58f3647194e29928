import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { submit } from '../support/test-engine.ts';
import { byPreference, pairedStudy, rankingOfThree } from '../support/two-systems.ts';

/** Prefers the left reply of the first so many items, the right one of the next, and neither of the others. */
async function prefer(engine: Engine, studyId: number, left: number, right: number, all: number) {
  const { batch, items } = await engine.client.label.open({ studyId });
  for (const [i, { ref }] of items.slice(0, all).entries()) {
    const values: [number, number] = i < left ? [1, 0] : i < left + right ? [0, 1] : [0.5, 0.5];
    await submit(engine, batch, ref, { kind: 'pair', values });
  }
}

test('is the share of left replies among decided choices, with its exact interval, whichever system stood there', async () => {
  const { engine, study } = await pairedStudy(20, { question: byPreference });
  const { client } = engine;
  const before = await client.agreement.shownFirst({ studyId: study.id });
  expect(before).toMatchObject({
    shown: 'side-by-side',
    people: [{ annotatorId: null, share: null, lower: null }],
  });
  await prefer(engine, study.id, 9, 1, 13);
  const { people } = (await client.agreement.shownFirst({ studyId: study.id }))!;
  expect(people).toHaveLength(2);
  for (const one of people) {
    expect(one).toMatchObject({ decided: 10, ties: 3, share: 0.9 });
    // Clopper and Pearson (1934) of 9 in 10, by scipy.stats.beta.ppf.
    expect(one.lower).toBeCloseTo(0.554984, 5);
    expect(one.upper).toBeCloseTo(0.997471, 5);
  }
});

test('on a page the first reply is held against the last, each item once', async () => {
  const { engine, pairs, rankingId } = await rankingOfThree(8);
  const { batch, next } = await engine.client.label.open({ rankingId });
  for (let ref = next, i = 0; ref !== null && i < 6; i++) {
    const { page } = await engine.client.label.item({ batch, ref });
    const places = page!.map(({ place }) => place);
    const values: (number | null)[] = Array(1 + Math.max(...places)).fill(null);
    for (const place of places) values[place] = 3;
    if (i < 4) values[Math.min(...places)] = 5;
    if (i === 4) values[Math.max(...places)] = 5;
    ({ next: ref } = await submit(engine, batch, ref, { kind: 'replies', values }));
  }
  const found = await engine.client.agreement.shownFirst({ studyId: pairs[0]!.id, wholeRanking: true });
  expect(found).toMatchObject({
    shown: 'page',
    people: [{ decided: 5, ties: 1, share: 0.8 }, { decided: 5 }],
  });
});

test('of written answers, and of one system, nothing stands first', async () => {
  const { engine, datasetId } = await pairedStudy(1);
  const asked = {
    datasetId,
    system: 'amber',
    surrogate: { kind: 'none' as const },
    preset: 'uniform' as const,
  };
  const measure = { kind: 'criterion' as const, criterion: 'quality' };
  const alone = await engine.client.study.create({ ...asked, measure, size: 4, seed: 1 });
  expect(await engine.client.agreement.shownFirst({ studyId: alone.id })).toBeNull();
});
