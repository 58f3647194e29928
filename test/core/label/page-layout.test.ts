import { describe, expect, test } from 'vitest';
import { mergedOrder, pageLayout } from '../../../core/labeling/assignment/page-layout.ts';
import { sessionOfPairs } from '../../../core/labeling/session/labeling-session.ts';
import { rankingOfThree } from '../support/two-systems.ts';

describe('several orders in one', () => {
  test.each([
    { of: 'none', lists: [], merged: [] },
    { of: 'one', lists: [[3, 1, 2], []], merged: [3, 1, 2] },
    {
      of: 'orders that agree',
      lists: [
        [5, 1, 3],
        [1, 2, 3],
        [5, 2],
      ],
      merged: [5, 1, 2, 3],
    },
    { of: 'equals, the first order first', lists: [[1], [2], [3]], merged: [1, 2, 3] },
    { of: 'what stands earliest in its own', lists: [[1, 2, 3], [4]], merged: [1, 4, 2, 3] },
    {
      of: 'what stands earliest anywhere, also where it stands in several',
      lists: [[1, 9], [2, 8, 9], [3, 7, 6], [9]],
      merged: [1, 2, 3, 8, 9, 7, 6],
    },
    { of: 'what has to wait for another order', lists: [[2], [1, 2]], merged: [1, 2] },
    {
      of: 'what has to wait in the middle',
      lists: [
        [1, 4],
        [2, 3, 4, 5],
        [6, 7, 8],
      ],
      merged: [1, 2, 6, 3, 4, 7, 8, 5],
    },
    {
      of: 'orders that contradict each other',
      lists: [[], [1, 2, 3], [2, 1]],
      merged: [1, 2, 3],
    },
  ])('of $of', ({ lists, merged }) => {
    expect(mergedOrder(lists)).toEqual(merged);
  });
});

describe('the pages of a ranking', () => {
  test('name each item of a draw once, by its first pair, with all the pairs that drew it', async () => {
    const { engine, db, rankingId } = await rankingOfThree(9);
    const { batches } = sessionOfPairs(engine.context, rankingId, 1);
    const pages = pageLayout(db, rankingId, batches);
    const drawn = batches.map(
      ({ study }) =>
        new Map(
          db.prepare('SELECT item_id, ref FROM draw WHERE study_id = ?').raw().all(study.id) as [
            number,
            string,
          ][],
        ),
    );
    expect(pages.map(({ itemId }) => itemId).toSorted()).toEqual(
      [...new Set(drawn.flatMap((items) => [...items.keys()]))].toSorted(),
    );
    for (const { itemId, ref, pairs } of pages) {
      expect(pairs).toEqual([0, 1, 2].filter((place) => drawn[place]!.has(itemId)));
      expect(ref).toBe(drawn[pairs[0]!]!.get(itemId));
    }
    // Pages of the same pairs share one list, which is what pages are put together by.
    expect(new Set(pages.map(({ pairs }) => pairs)).size).toBe(new Set(pages.map((p) => `${p.pairs}`)).size);
    expect(new Set(pages.map((p) => `${p.pairs}`)).size).toBeGreaterThan(1);
  });

  test('are read once, until a draw is another or longer', async () => {
    const { engine, db, pairs, rankingId } = await rankingOfThree(4);
    const laidOut = () => {
      const { batches } = sessionOfPairs(engine.context, rankingId, 1);
      return pageLayout(db, rankingId, batches);
    };
    const first = laidOut();
    expect(laidOut()).toBe(first);
    await engine.client.sample.grow({ studyId: pairs[0]!.id, size: 6 });
    const longer = laidOut();
    expect(longer.length).toBeGreaterThan(first.length);
    expect(laidOut()).toBe(longer);
    await engine.client.sample.redraw({ studyId: pairs[1]!.id, seed: 12 });
    const refs = new Set(db.prepare('SELECT ref FROM draw').pluck().all());
    expect(laidOut()).not.toBe(longer);
    expect(laidOut().every(({ ref }) => refs.has(ref))).toBe(true);
  });
});
