import { describe, expect, test } from 'vitest';
import { handOut } from '../../../core/people/exchange/hand-out.ts';
import { handedBatches } from '../../../core/people/exchange/handed-batches.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { byRating, pairedStudy } from '../support/two-systems.ts';
import { all, contentOf, merge, preview, returnedOf } from './returned.ts';

const systems = ['amber', 'basil', 'cedar'];

/** A ranking of three systems that nobody labeled yet, and two people. */
async function rankingToHandOut(onePage: boolean) {
  const { engine, datasetId, study } = await pairedStudy(1);
  const { client } = engine;
  await client.study.remove({ studyId: study.id });
  const asked = { datasetId, systems, ...byRating, size: 5, preset: 'uniform', seed: 3, onePage } as const;
  const pairs = await client.study.createPairs(asked);
  for (const name of ['Ana', 'Ben']) await client.annotator.add({ name });
  return { engine, client, pairs, studyId: pairs[0]!.id, rankingId: pairs[0]!.rankingId! };
}

const asOne = { ...all, wholeRanking: true };
const better: LabelAnswer = { kind: 'pair', values: [4, 2] };

describe('a ranking goes out as one', () => {
  test('the items of all pairs in the order of the queue, without a word of the systems', async () => {
    const { engine, client, studyId, rankingId } = await rankingToHandOut(false);
    const { items } = await client.label.open({ rankingId });
    const file = await handOut(engine.context, studyId, asOne);
    const handed = contentOf(file);
    expect(handed.items.map(({ ref }) => ref)).toEqual(items.map(({ ref }) => ref));
    expect(handed).toMatchObject({ sideBySide: true });
    expect(handed.items.every(({ rightReplies }) => rightReplies !== null)).toBe(true);
    for (const secret of [...systems, 'item-0', 'strict']) expect(JSON.stringify(file)).not.toContain(secret);
    const part = contentOf(await handOut(engine.context, studyId, { ...asOne, from: 4, count: 2 }));
    expect(part.items.map(({ ref }) => ref)).toEqual(items.slice(3, 5).map(({ ref }) => ref));
  });

  test('what comes back goes to the pair that each answer is of; again, it changes nothing', async () => {
    const { engine, client, pairs, studyId, rankingId } = await rankingToHandOut(false);
    const { items } = await client.label.open({ rankingId });
    const file = await handOut(engine.context, studyId, asOne);
    const back = returnedOf(
      file,
      items.map((_, i) => [i, better] as const),
    );
    const shown = await preview(engine, back);
    expect(shown).toMatchObject({ study: 'Ranking of 3 systems, quality', added: items.length });
    expect([shown.before.labeled, shown.before.value]).toEqual([0, null]);
    expect(await client.ranking.get({ rankingId })).toMatchObject({ answered: 0 });
    const merged = await merge(engine, back);
    expect(merged).toMatchObject({ added: items.length, annotator: 'Ana' });
    expect(merged.after).toMatchObject({ labeled: items.length, waiting: 0, pairsLeft: expect.any(Number) });
    for (const { id } of pairs) {
      const { counts, drawCount } = await client.study.get({ studyId: id });
      expect(counts).toMatchObject({ labeled: drawCount, counted: drawCount });
    }
    expect(await client.ranking.get({ rankingId })).toMatchObject({ answered: items.length });
    expect(await merge(engine, back)).toMatchObject({ added: 0, known: items.length });
    const [sent] = handedBatches(engine.context, { studyId, wholeRanking: true });
    expect(sent).toMatchObject({ items: items.length, returns: [{ annotator: 'Ana', added: items.length }] });
    expect(handedBatches(engine.context, { studyId, wholeRanking: false })).toEqual([]);
  });

  test('a share goes to its member; what was answered here meanwhile waits for a choice', async () => {
    const { engine, client, studyId, rankingId } = await rankingToHandOut(false);
    const [ana, ben] = (await client.annotator.list({})).filter(({ name }) => /Ana|Ben/.test(name));
    await client.team.set({ studyId, members: [ana!.id, ben!.id], overlap: 1, wholeRanking: true });
    const { batch, items } = await client.label.open({ rankingId, annotatorId: ana!.id });
    const file = await handOut(engine.context, studyId, { ...asOne, annotatorId: ana!.id });
    expect(contentOf(file).items.map(({ ref }) => ref)).toEqual(items.map(({ ref }) => ref));
    await client.label.submit({
      ...{ batch, ref: items[0]!.ref, durationMs: 1, estimateVisible: false, clientKey: 'given-here-first' },
      answer: { kind: 'pair', values: [1, 1] },
    });
    const { conflicts, added } = await preview(
      engine,
      returnedOf(file, [
        [0, better],
        [1, better],
      ]),
    );
    expect(added).toBe(1);
    expect(conflicts[0]).toMatchObject({
      reasons: ['given-here'],
      project: { answer: { kind: 'pair', values: [1, 1] } },
      file: { answer: better },
    });
  });

  test('pages of all replies go out as a web page, and each rating serves every pair', async () => {
    const { engine, client, pairs, studyId, rankingId } = await rankingToHandOut(true);
    await expect(
      client.batch.out({ studyId, wholeRanking: true, count: 100, shape: 'file' }),
    ).rejects.toThrow('sent as a web page');
    const file = await handOut(engine.context, studyId, asOne);
    const { items } = contentOf(file);
    expect(items.every(({ page, replies }) => page!.length > 1 && replies.length === 0)).toBe(true);
    const back = returnedOf(
      file,
      items.map(({ page }, i) => {
        const most = Math.max(...page!.map(({ place }) => place));
        const values = Array.from({ length: most + 1 }, (_, place) => 1 + (place % 5));
        return [i, { kind: 'replies', values }] as const;
      }),
    );
    expect(await merge(engine, back)).toMatchObject({ added: items.length });
    expect(await client.ranking.get({ rankingId })).toMatchObject({ answered: items.length });
    for (const { id } of pairs) {
      const { counts, drawCount } = await client.study.get({ studyId: id });
      expect(counts).toMatchObject({ labeled: drawCount, counted: drawCount });
    }
    expect(await merge(engine, back)).toMatchObject({ added: 0, known: items.length });
  });
});
