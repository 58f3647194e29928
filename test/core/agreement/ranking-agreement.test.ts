import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import type { LabelAnswer, LabelItem } from '../../../shared/contract/index.ts';
import { submit } from '../support/test-engine.ts';
import { byRating, pairedStudy } from '../support/two-systems.ts';

const systems = ['amber', 'basil', 'cedar'];

/** A ranking whose pairs two annotators labeled; Ben gives the right reply a point less on every second item. */
async function rankingOfTwo({ onePage }: { onePage: boolean }) {
  const { engine, datasetId, study } = await pairedStudy(1);
  const { client } = engine;
  await client.study.remove({ studyId: study.id });
  const asked = { datasetId, systems, ...byRating, size: 6, preset: 'uniform', seed: 3, onePage } as const;
  const pairs = await client.study.createPairs(asked);
  const [{ id: studyId, rankingId }] = pairs as [(typeof pairs)[0]];
  for (const name of ['Ada', 'Ben']) {
    await client.annotator.choose({ name });
    const { batch, items } = await client.label.open({ rankingId: rankingId! });
    for (const [at, { ref }] of items.entries()) {
      const less = name === 'Ben' && at % 2 === 1 ? 1 : 0;
      const item = await client.label.item({ batch, ref });
      await submit(engine, batch, ref, answerTo(item, less));
    }
  }
  const members = (await client.annotator.list({})).map(({ id }) => id);
  await client.team.set({ studyId, members, overlap: 2, wholeRanking: true, confirm: true });
  return { engine, pairs, studyId, rankingId: rankingId! };
}

function answerTo({ page }: LabelItem, less: number): LabelAnswer {
  if (!page) return { kind: 'pair', values: [3, 4 - less] };
  const values = Array.from({ length: 1 + Math.max(...page.map(({ place }) => place)) }, (_, place) =>
    page.some((one) => one.place === place) ? 4 - less : null,
  );
  return { kind: 'replies', values };
}

const agreementOf = (engine: Engine, studyId: number, wholeRanking: boolean) =>
  engine.client.agreement.get({ studyId, wholeRanking });

describe('the team of a ranking', () => {
  test('agreement is that of all pairs together, an item counts once with all its pairs', async () => {
    const { engine, pairs, studyId } = await rankingOfTwo({ onePage: false });
    const whole = await agreementOf(engine, studyId, true);
    const each = await Promise.all(pairs.map(({ id }) => agreementOf(engine, id, false)));
    const sum = each.reduce((total, { criteria }) => total + criteria[0]!.items, 0);
    expect(sum).toBeGreaterThan(each[0]!.criteria[0]!.items);
    const [criterion] = whole.criteria;
    expect(criterion).toMatchObject({ items: sum });
    expect(new Set(criterion!.byItem.map((one) => one.studyId))).toEqual(new Set(pairs.map(({ id }) => id)));
    const spreads = criterion!.byItem.map(({ spread }) => spread);
    expect(spreads).toEqual(spreads.toSorted((a, b) => b - a));
    const percent = (found: typeof whole) => found.criteria[0]!.figures.find(({ id }) => id === 'percent')!;
    const mean = each.reduce((all, one) => all + percent(one).value! * one.criteria[0]!.items, 0) / sum;
    expect(percent(whole).value).toBeCloseTo(mean, 12);
    // Items of all pairs, each one cluster: too few for an interval.
    expect(percent(whole)).toMatchObject({
      lower: null,
      intervalReason: 'no interval: needs at least 8 items',
    });
    expect(criterion!.figures.map(({ id }) => id)).not.toContain('krippendorff-alpha-pool');
    expect(await agreementOf(engine, studyId, true)).toEqual(whole);
  });

  test('one queue holds the disagreements of all pairs, and a decision is of the pair it stands in', async () => {
    const { engine, pairs, studyId } = await rankingOfTwo({ onePage: false });
    const { client } = engine;
    const queue = await client.adjudication.queue({ studyId, wholeRanking: true });
    const alone = await client.adjudication.queue({ studyId });
    expect(queue.differing).toBeGreaterThan(alone.differing);
    expect(new Set(queue.entries.map((one) => one.studyId)).size).toBe(pairs.length);
    const entry = queue.entries.find((one) => one.studyId !== studyId)!;
    const place = { studyId: entry.studyId, itemId: entry.itemId, criterionId: entry.criterionId };
    const { as } = queue;
    expect((await client.adjudication.item({ ...place, as })).labels).toHaveLength(2);
    await client.adjudication.decide({
      ...{ ...place, as, note: 'looked again', clientKey: 'decision-of-a-pair' },
      answer: { kind: 'pair', values: [3, 3] },
    });
    const after = await client.adjudication.queue({ studyId, wholeRanking: true });
    expect(after).toMatchObject({ decided: 1, differing: queue.differing });
    expect(after.entries.at(-1)).toMatchObject({ ...place, isDecided: true });
    expect((await client.adjudication.queue({ studyId })).decided).toBe(0);
  });

  test('progress counts the queue of each member: pages, or the items of all pairs', async () => {
    for (const onePage of [true, false]) {
      const { engine, pairs, rankingId } = await rankingOfTwo({ onePage });
      const members = await engine.client.label.progress({ rankingId });
      expect(members.map(({ name }) => name)).toEqual(expect.arrayContaining(['Ada', 'Ben']));
      const { items } = await engine.client.label.open({ rankingId });
      const drawn = pairs.reduce((sum, { itemsDrawn }) => sum + itemsDrawn, 0);
      for (const { assigned, labeled } of members.filter(({ isMember }) => isMember)) {
        expect(assigned).toBe(items.length);
        expect(labeled).toBe(assigned);
        expect(assigned === drawn).toBe(!onePage);
      }
    }
  });
});
