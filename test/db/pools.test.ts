import { expect, test } from 'vitest';
import { countPool, countSharedPool } from '../../db/pools.ts';
import { asLines, importHere } from '../core/support/in-process.ts';
import { engineWithProject } from '../core/support/test-engine.ts';

test('items are counted by the systems that answered them, in their own data set alone', async () => {
  const { engine } = await engineWithProject();
  const { db } = engine.context.session.project!;
  const records = (systems: readonly string[]) =>
    systems.map((names, i) => ({
      id: `item-${i}`,
      conversation: [{ role: 'user', content: `question ${i}` }],
      responses: Object.fromEntries([...names].map((name) => [name, [`${name} ${i}`]])),
    }));
  const first = await importHere(engine, asLines(records(['ab', 'abc', 'a', 'bc', 'c', 'a'])), 'first.jsonl');
  const second = await importHere(engine, asLines(records(['abc', 'ac', 'ac'])), 'second.jsonl');
  const idOf = (name: string) =>
    db.prepare('SELECT id FROM system WHERE name = ?').pluck().get(name) as number;
  const [a, b, c] = [idOf('a'), idOf('b'), idOf('c')];
  const counts = (datasetId: number) => ({
    alone: [a, b, c].map((id) => countPool(db, datasetId, id)),
    shared: [
      [a, b],
      [b, a],
      [a, c],
      [b, c],
    ].map(([one, other]) => countSharedPool(db, datasetId, one!, other!)),
  });
  expect(counts(first.datasetId!)).toEqual({ alone: [4, 3, 3], shared: [2, 2, 1, 2] });
  expect(counts(second.datasetId!)).toEqual({ alone: [3, 1, 3], shared: [1, 1, 3, 1] });
});
