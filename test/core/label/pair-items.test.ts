import { expect, test } from 'vitest';
import { sessionOfPairs } from '../../../core/labeling/session/labeling-session.ts';
import { itemLists } from '../../../core/labeling/session/pair-items.ts';
import { iterateBatch } from '../../../db/batches.ts';
import { submit } from '../support/test-engine.ts';
import { rankingOfThree } from '../support/two-systems.ts';

/** Acts of one annotator on a ranking of three pairs, after each of which the kept items are to be those that are stored. */
test('kept items of pairs are those that are stored, after labels, marks, undo, more draws and another program', async () => {
  const { engine, db, pairs, rankingId } = await rankingOfThree(12, { onePage: false });
  const { context, client } = engine;
  const { batch, annotator } = await client.label.open({ rankingId });
  const compared = () => {
    const { batches } = sessionOfPairs(context, rankingId, annotator.id);
    const kept = itemLists(db, batches).map((list) => [...list]);
    expect(kept).toEqual(batches.map(({ key }) => [...iterateBatch(db, key)]));
    return kept.flat();
  };
  const refs = async () => (await client.label.open({ rankingId })).items.map(({ ref }) => ref);
  expect(compared()).toHaveLength(36);
  for (const ref of (await refs()).slice(0, 5)) {
    await submit(engine, batch, ref, { kind: 'pair', values: [4, 2] });
    compared();
  }
  expect(compared().filter(({ labelKind }) => labelKind === 'score')).toHaveLength(5);
  const open = (await refs())[7]!;
  await client.label.later({ batch, ref: open, later: true });
  expect(compared().filter(({ laterRank }) => laterRank !== null)).toHaveLength(1);
  await client.label.later({ batch, ref: open, later: false });
  await client.label.flag({ batch, ref: open, flagged: true });
  expect(compared().filter(({ flagged, laterRank }) => flagged && laterRank === null)).toHaveLength(1);
  await client.label.undo({ batch });
  expect(compared().filter(({ labelKind }) => labelKind === 'score')).toHaveLength(4);
  await client.label.redo({ batch });
  expect(compared().filter(({ labelKind }) => labelKind === 'score')).toHaveLength(5);
  await client.ranking.grow({ rankingId, by: 3 });
  expect(compared().length).toBeGreaterThan(36);
  await submit(engine, batch, open, { kind: 'skip', reason: 'unclear' });
  expect(compared().filter(({ labelKind }) => labelKind === 'skip')).toHaveLength(1);
  db.transaction(() => compared()).immediate();
  expect(pairs).toHaveLength(3);
});
