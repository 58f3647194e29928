import { expect, test } from 'vitest';
import { listChecks } from '../../../db/quality.ts';
import { QualityPlanSchema } from '../../../shared/contract/quality.ts';
import { rankingOfThree } from '../support/two-systems.ts';

test('items with a known answer of a ranking are practiced on in none of its pairs', async () => {
  const { engine, db, pairs } = await rankingOfThree(5);
  const { client } = engine;
  const drawn = new Set(db.prepare('SELECT DISTINCT item_id FROM draw').pluck().all());
  const items = db.prepare('SELECT id, external_id AS name FROM item ORDER BY id').all() as {
    id: number;
    name: string;
  }[];
  const free = items.filter(({ id }) => !drawn.has(id));
  // Amber and basil reply alike to every third item, which is then in the pools of the other pairs alone.
  const gold = free.slice(0, 30).map(({ name }) => ({ id: name, answer: '3', instruction: '' }));
  await client.quality.set({ studyId: pairs[0]!.id, plan: QualityPlanSchema.parse({}), gold });
  const checks = new Set(listChecks(db, pairs[0]!.id).map(({ itemId }) => itemId));
  expect(checks.size).toBe(30);
  for (const { id: studyId } of pairs) {
    const pool = db.prepare('SELECT item_id FROM study_pool WHERE study_id = ?').pluck().all(studyId);
    const open = pool.filter((id) => !drawn.has(id) && !checks.has(id as number));
    const { itemsLeft } = await client.practice.get({ studyId });
    expect(itemsLeft).toBe(open.length);
    await client.practice.start({ studyId, items: itemsLeft, seed: 2 });
    const chosen = db
      .prepare('SELECT item_id FROM practice_item WHERE study_id = ? AND round = 1')
      .pluck()
      .all(studyId) as number[];
    expect(chosen.filter((id) => checks.has(id))).toEqual([]);
    expect(new Set(chosen)).toEqual(new Set(open));
  }
});
