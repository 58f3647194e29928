import { describe, expect, test } from 'vitest';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { applyRule, showExclusion } from '../../../core/labeling/rounds/checks/exclude.ts';
import { labelKeysFor } from '../../../core/studies/label-key.ts';
import { insertRating } from '../../../core/studies/ratings/ratings.ts';
import { listAssignments } from '../../../db/assignments.ts';
import { listChecks } from '../../../db/quality.ts';
import { getStudy } from '../../../db/studies.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../../shared/contract/quality.ts';
import { all, contentOf, merge, preview, returnedOf } from '../exchange/returned.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';
import { rankingOfThree } from '../support/two-systems.ts';

const score = (value: number): LabelAnswer => ({ kind: 'score', value });

/** A study with three people, Ana, Ben and Cid. */
async function withThree(size: number) {
  const { engine, study, datasetId } = await ratedStudy(size);
  const { client, context } = engine;
  for (const name of ['Ana', 'Ben', 'Cid']) await client.annotator.add({ name });
  const ids = (await client.annotator.list({})).slice(-3).map(({ id }) => id) as [number, number, number];
  return { engine, client, context, db: context.session.project!.db, datasetId, studyId: study.id, ids };
}

describe('undo where two studies ask the same', () => {
  const opened = async () => {
    const { engine, client, datasetId, studyId } = await withThree(5);
    const asked = { system: 'secretive', measure: { kind: 'criterion', criterion: 'quality' } } as const;
    const other = await client.study.create({
      ...{ datasetId, ...asked, surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' } },
      ...{ preset: 'calibrated-hardness', seed: 11, size: 5 },
    });
    const one = await client.label.open({ studyId });
    const two = await client.label.open({ studyId: other.id });
    const label = (of: typeof one, i: number, value: number) =>
      submit(engine, of.batch, of.items[i]!.ref, score(value));
    const said = () =>
      Promise.all(
        two.items.slice(0, 2).map(async ({ ref }) => {
          const { current } = await client.label.item({ batch: two.batch, ref });
          return current?.kind === 'score' ? current.value : null;
        }),
      );
    return { client, one, two, label, said };
  };

  test('leaves what was said since in the other one, and takes back what was not', async () => {
    const { client, one, two, label, said } = await opened();
    await label(one, 0, 3);
    await label(one, 1, 3);
    await label(two, 1, 5);
    expect(await client.label.undo({ batch: one.batch })).toMatchObject({ undoable: false, redoable: true });
    expect(await said()).toEqual([null, 5]);
    await label(two, 0, 4);
    expect(await client.label.open({ studyId: 1 })).toMatchObject({ undoable: false, redoable: false });
    await expect(client.label.redo({ batch: one.batch })).rejects.toThrow('nothing to redo');
    expect(await said()).toEqual([4, 5]);
  });

  test('goes on where the other one took its answer back', async () => {
    const { client, one, two, label, said } = await opened();
    await label(one, 1, 3);
    await label(two, 1, 5);
    await client.label.undo({ batch: two.batch });
    expect(await said()).toEqual([null, 3]);
    await client.label.redo({ batch: two.batch });
    await expect(client.label.undo({ batch: one.batch })).rejects.toThrow('nothing to undo');
    await client.label.undo({ batch: two.batch });
    await client.label.undo({ batch: one.batch });
    expect(await said()).toEqual([null, null]);
  });
});

describe('a returned page of which a part was rated here', () => {
  const handed = async () => {
    const { engine, pairs, rankingId } = await rankingOfThree(5);
    const { client } = engine;
    await client.annotator.add({ name: 'Ana' });
    await client.annotator.choose({ name: 'Ana' });
    const file = await handOut(engine.context, pairs[0]!.id, { ...all, wholeRanking: true });
    const { batch } = await client.label.open({ rankingId });
    const { ref, page } = contentOf(file).items[0]!;
    expect(page).toHaveLength(3);
    const values = (...given: (number | null)[]): LabelAnswer => ({ kind: 'replies', values: given });
    return {
      ...{ engine, file, values },
      rate: (...given: (number | null)[]) => submit(engine, batch, ref, values(...given)),
      said: async () => (await client.label.item({ batch, ref })).current,
    };
  };

  test('waits for a choice where it says otherwise of any reply', async () => {
    const { engine, file, values, rate, said } = await handed();
    await rate(null, 4, 4);
    const back = returnedOf(file, [[0, values(2, 4, 1)]]);
    const { added, conflicts } = await preview(engine, back);
    expect(added).toBe(0);
    expect(conflicts).toMatchObject([
      { reasons: ['given-here'], project: { answer: values(null, 4, 4) }, file: { answer: values(2, 4, 1) } },
    ]);
    await expect(merge(engine, back)).rejects.toThrow('1 answer is in conflict');
    expect(await said()).toEqual(values(null, 4, 4));
    await merge(engine, back, { take: 'file' });
    expect(await said()).toEqual(values(2, 4, 1));
  });

  test('is merged where it adds the other replies alone, and so is its own correction', async () => {
    const { engine, file, values, rate, said } = await handed();
    await rate(null, 4, 4);
    const first = returnedOf(file, [[0, values(2, 4, 4)]]);
    expect(await merge(engine, first)).toMatchObject({ added: 1, changed: 0 });
    expect(await said()).toEqual(values(2, 4, 4));
    const corrected = returnedOf(file, [
      [0, values(2, 4, 4)],
      [0, values(3, 4, 4)],
    ]);
    expect(await merge(engine, corrected)).toMatchObject({ added: 0, changed: 1 });
    expect(await said()).toEqual(values(3, 4, 4));
  });

  test('is merged without a question where a later answer of its copy rates the last reply otherwise', async () => {
    const { engine, file, values, said } = await handed();
    await merge(engine, returnedOf(file, [[0, values(2, 4, 4)]]));
    const corrected = returnedOf(file, [
      [0, values(2, 4, 4)],
      [0, values(2, 4, 5)],
    ]);
    expect(await merge(engine, corrected)).toMatchObject({ added: 0, changed: 1 });
    expect(await said()).toEqual(values(2, 4, 5));
  });
});

test('items are not shared out beforehand while a third vote is asked for', async () => {
  const { client, studyId, ids } = await withThree(4);
  const plan = (thirdVote: boolean) =>
    client.quality.set({ studyId, plan: QualityPlanSchema.parse({ thirdVote }), tolerance: 0 });
  const shares = { studyId, deals: false };
  await client.team.set({ studyId, members: ids, overlap: 2, finalRule: 'majority', deals: true });
  await plan(true);
  await expect(client.team.set(shares)).rejects.toThrow('nobody can be asked for a third vote');
  expect(await client.team.get({ studyId })).toMatchObject({ deals: true });
  await client.team.set({ studyId, overlap: 1 });
  // Under another rule none is asked for.
  await client.team.set({ ...shares, finalRule: 'mean' });
  await expect(client.team.set({ studyId, finalRule: 'majority' })).rejects.toThrow('third vote');
  await plan(false);
  await client.team.set({ studyId, finalRule: 'majority' });
});

test('a team of its own does not make an open study one whose third votes nobody gives', async () => {
  const { client, studyId, ids } = await withThree(4);
  await client.team.set({ studyId, overlap: 2, finalRule: 'majority' });
  await client.quality.set({ studyId, plan: QualityPlanSchema.parse({ thirdVote: true }), tolerance: 0 });
  await expect(client.team.set({ studyId, members: ids })).rejects.toThrow('third vote');
  await client.team.set({ studyId, members: ids, deals: true });
});

describe('an annotator who is excluded where items are shared out', () => {
  const excluded = async () => {
    const made = await withThree(6);
    const { client, context, db, studyId, ids } = made;
    const { rows } = await client.sample.list({ studyId });
    const drawn = new Set(rows.map(({ externalId }) => externalId));
    const free = Array.from({ length: 80 }, (_, i) => `item-${String(i).padStart(4, '0')}`);
    await client.quality.set({
      ...{ studyId, tolerance: 0, seed: 7 },
      plan: QualityPlanSchema.parse({ checkRate: 0.2, exclusion: { fewestChecks: 1, leastRight: 1 } }),
      gold: free
        .filter((id) => !drawn.has(id))
        .slice(0, 4)
        .map((id) => ({ id, answer: '4', instruction: '' })),
    });
    await client.team.set({ studyId, members: ids, overlap: 1 });
    const study = getStudy(db, studyId);
    const [ana] = ids;
    const [check] = listChecks(db, studyId);
    insertRating(
      db,
      {
        measure: labelKeysFor({ ...study, practiceRound: 0 }, check!.itemId).map((key) => {
          return { key, content: { kind: 'score', value: 1 } };
        }),
      },
      {
        ...{ clientKey: 'a-check-answered-wrong', annotatorId: ana, studyId, durationMs: 1000 },
        ...{ operation: 'submit', source: 'screen', estimateVisible: false, createdAt: context.now() },
      },
    );
    const itemsOf = (who: number) =>
      listAssignments(db, studyId).flatMap((one) => (one.annotatorId === who ? [one.itemId] : []));
    return { ...made, study, ana, itemsOf };
  };

  test('keeps what they have, and others get it once it shows', async () => {
    const { engine, client, context, study, studyId, ids, ana, itemsOf } = await excluded();
    const own = itemsOf(ana);
    const { batch, items } = await client.label.open({ studyId, annotatorId: ana });
    await submit(engine, batch, items[0]!.ref, score(1));
    await applyRule(context, study, ana);
    expect(itemsOf(ana)).toEqual(own);
    await showExclusion(context, study, { annotatorId: ana, answers: () => 10, isOver: false });
    expect(itemsOf(ana)).toEqual(own);
    const others = ids.slice(1).flatMap(itemsOf);
    expect(others).toHaveLength(6);
    expect(others).toEqual(expect.arrayContaining(own));
    for (const annotatorId of ids.slice(1)) {
      const opened = await client.label.open({ studyId, annotatorId });
      for (const { ref } of opened.items) await submit(engine, opened.batch, ref, score(3));
    }
    expect((await client.study.get({ studyId })).counts).toMatchObject({ labeled: 6, counted: 6 });
  });

  test('gets nothing of a longer batch, and of another overlap', async () => {
    const { client, context, study, studyId, ids, ana, itemsOf } = await excluded();
    const own = itemsOf(ana);
    await applyRule(context, study, ana);
    await client.sample.grow({ studyId, size: 12 });
    expect(itemsOf(ana)).toEqual(own);
    expect(ids.slice(1).map((one) => itemsOf(one).length)).toEqual([6, 6]);
    await client.team.set({ studyId, overlap: 2 });
    expect(itemsOf(ana)).toEqual(own);
    expect(ids.slice(1).map((one) => itemsOf(one).length)).toEqual([12, 12]);
    // Who leaves the team as well has nothing to label.
    await client.team.dropOut({ studyId, annotatorId: ana });
    expect(itemsOf(ana)).toEqual([]);
  });
});
