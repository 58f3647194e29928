import { describe, expect, test } from 'vitest';
import { matteringStudies } from '../../../core/estimate/ranking.ts';
import { batchOfAnnotator } from '../../../core/labeling/assignment/batch-key.ts';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import {
  batchOfRef,
  isPaged,
  itemReader,
  type LabelingSession,
  labelingSessionByRef,
  labelingSessionOf,
  lastRankIn,
  matteringOf,
  pairsOfItem,
  queueOf,
  rankingLabelingSession,
  sealedLabelingSessionRef,
  sessionOfPairs,
} from '../../../core/labeling/session/labeling-session.ts';
import { changeOf } from '../../../core/labeling/session/open-batch.ts';
import { rankingProgress } from '../../../core/labeling/session/ranking-progress.ts';
import { keepHandedFacts } from '../../../core/studies/annotators/handed-facts.ts';
import { saveMark } from '../../../db/marks.ts';
import { replaceMembers } from '../../../db/study-members.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';
import { byPreference, rankingOfThree } from '../support/two-systems.ts';

type Ranking = Awaited<ReturnType<typeof rankingOfThree>>;
const labelingSessionIn = ({ engine, rankingId }: Ranking) => sessionOfPairs(engine.context, rankingId, 1);
const pair: LabelAnswer = { kind: 'pair', values: [3, 3] };
const skip: LabelAnswer = { kind: 'skip', reason: 'cut off' };

const drawOf = ({ db }: Ranking, studyId: number) =>
  db
    .prepare('SELECT item_id FROM draw WHERE study_id = ? ORDER BY draw_order')
    .pluck()
    .all(studyId) as number[];

/** Has the next labels decide nothing of a pair: no difference of it matters. */
const decide = ({ db }: Ranking, studyId: number) =>
  db.prepare('INSERT INTO study_goal (study_id, least_difference) VALUES (?, 4)').run(studyId);

describe('what somebody sits down to', () => {
  test('of a study is its batch; of pages where it stands for all pairs', async () => {
    const made = await rankingOfThree(3);
    const { context } = made.engine;
    const batch = batchOfAnnotator(context, made.pairs[0]!.id, 1);
    const inRound = (practiceRound: number | undefined) =>
      isPaged(labelingSessionOf(context, { ...batch, study: { ...batch.study, practiceRound } }));
    expect(labelingSessionOf(context, batch)).toEqual({ ranking: null, pages: null, batches: [batch] });
    expect([-1, 0, 1, 2, undefined].map(inRound)).toEqual([true, true, false, false, false]);
    const alone = { ...batch, study: { ...batch.study, pageInstrument: null, practiceRound: 0 } };
    expect(isPaged(labelingSessionOf(context, alone))).toBe(false);
    keepHandedFacts(made.db, { batchId: 'b', contentSha256: 'c', copyId: 'd' });
    expect([1, undefined].map(inRound)).toEqual([false, true]);
    expect(
      isPaged(labelingSessionOf(context, { ...batch, study: { ...batch.study, pageInstrument: null } })),
    ).toBe(false);
  });

  test('of a ranking is all its pairs, or the practice of any of them', async () => {
    const made = await rankingOfThree(3, { onePage: false });
    const { engine, rankingId, pairs } = made;
    const { context } = engine;
    const whole = rankingLabelingSession(context, rankingId, 1);
    expect(whole.ranking).toMatchObject({ id: rankingId });
    expect(whole.pages).toBeNull();
    expect(whole.batches.map(({ study }) => study.id).toSorted()).toEqual(
      pairs.map(({ id }) => id).toSorted(),
    );
    const sealed = sealedLabelingSessionRef(context, whole);
    expect(labelingSessionByRef(context, sealed).batches).toHaveLength(3);
    const one = labelingSessionOf(context, batchOfAnnotator(context, pairs[1]!.id, 1));
    expect(labelingSessionByRef(context, sealedLabelingSessionRef(context, one))).toMatchObject({
      ...{ ranking: null, batches: [{ study: { id: pairs[1]!.id } }] },
    });
    expect(() => labelingSessionByRef(context, 'made up')).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
    await engine.client.practice.start({ studyId: whole.batches[1]!.study.id, items: 2 });
    expect(rankingLabelingSession(context, rankingId, 1)).toMatchObject({
      ...{ ranking: null, batches: [{ study: { id: whole.batches[1]!.study.id, practiceRound: 1 } }] },
    });
    expect(sessionOfPairs(context, rankingId, 1).batches).toHaveLength(3);
    made.db.exec('UPDATE study SET ranking_id = NULL');
    expect(() => sessionOfPairs(context, rankingId, 1)).toThrow(`the ranking ${rankingId} has no pair`);
  });

  test('has each item in the batch of its pair', async () => {
    const made = await rankingOfThree(4, { onePage: false });
    const { context } = made.engine;
    const labelingSession = labelingSessionIn(made);
    const read = itemReader(context, labelingSession);
    for (const item of queueOf(context, labelingSession)) {
      const { batch, ...plain } = item;
      expect(batchOfRef(context, labelingSession, item.ref)).toBe(batch);
      expect(read(item.itemId, batch)).toEqual(plain);
      expect(pairsOfItem(context, labelingSession, batch, item.itemId)).toEqual([batch]);
    }
    const [first] = labelingSession.batches;
    expect(() => changeOf(context, labelingSession, first, 0)).toThrow(
      `item 0 is not in the batch of study ${first.study.id}`,
    );
    const other = await ratedStudy(2);
    const { items } = await other.engine.client.label.open({ studyId: other.study.id });
    expect(() => batchOfRef(context, labelingSession, items[0]!.ref)).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
    expect(batchOfRef(context, labelingSessionOf(context, first), items[0]!.ref)).toBe(first);
    const shorter = { ...labelingSession, batches: [first] } as LabelingSession;
    const foreign = [...queueOf(context, labelingSession)].find(({ batch }) => batch !== first)!;
    expect(() => batchOfRef(context, shorter, foreign.ref)).toThrow(
      expect.objectContaining({
        code: 'NOT_FOUND',
        message: 'That item is not among those of this ranking.',
      }),
    );
  });

  test('of pages has the pairs that drew an item', async () => {
    const made = await rankingOfThree(4);
    const { context } = made.engine;
    const labelingSession = labelingSessionIn(made);
    const [page] = [...queueOf(context, labelingSession)];
    const drawn = made.pairs.map(({ id }) => id).filter((id) => drawOf(made, id).includes(page!.itemId));
    const pairs = pairsOfItem(context, labelingSession, page!.batch, page!.itemId);
    expect(pairs.map(({ study }) => study.id).toSorted()).toEqual(drawn.toSorted());
    expect(drawn.length).toBeGreaterThan(1);
    // It has the same place by whichever pair it is named.
    const queue = [...queueOf(context, labelingSession)];
    const { batch } = await made.engine.client.label.open({ rankingId: made.rankingId });
    for (const [i, { itemId }] of queue.entries()) {
      const refs = made.db.prepare('SELECT ref FROM draw WHERE item_id = ?').pluck().all(itemId) as string[];
      for (const ref of refs) {
        expect((await made.engine.client.label.item({ batch, ref })).position).toBe(i + 1);
      }
    }
    expect(pairsOfItem(context, labelingSession, page!.batch, 0)).toEqual([page!.batch]);
    expect(itemReader(context, labelingSession)(page!.itemId, page!.batch)).toMatchObject({ ref: page!.ref });
  });
});

describe('the queue of a ranking', () => {
  test('takes the first item of each pair, then the second, as long as any has more', async () => {
    const made = await rankingOfThree(2, { onePage: false });
    const { engine, pairs } = made;
    await engine.client.sample.grow({ studyId: pairs[1]!.id, size: 5 });
    const labelingSession = labelingSessionIn(made);
    const ids = labelingSession.batches.map(({ study }) => study.id);
    const turns = [0, 1, 2, 3, 4].flatMap((turn) =>
      ids.flatMap((id) => {
        const itemId = drawOf(made, id)[turn];
        return itemId === undefined ? [] : [[id, itemId]];
      }),
    );
    expect(turns).toHaveLength(9);
    const queue = [...queueOf(engine.context, labelingSession)];
    expect(queue.map(({ batch, itemId }) => [batch.study.id, itemId])).toEqual(turns);
    // Of one pair alone they are all of its draw.
    const only = { ...labelingSession, batches: [labelingSession.batches[0]] } as LabelingSession;
    expect([...queueOf(engine.context, only)].map(({ itemId }) => itemId)).toEqual(drawOf(made, ids[0]!));
  });

  test('asks once what answers several pairs, and keeps that as the most urgent of them', async () => {
    const question = {
      measure: { kind: 'metric' as const, metric: 'f1-squad1' },
      surrogate: { kind: 'none' as const },
    };
    const made = await rankingOfThree(6, { onePage: false, question });
    const { context } = made.engine;
    const labelingSession = labelingSessionIn(made);
    const queue = [...queueOf(context, labelingSession)];
    const drawn = made.pairs.flatMap(({ id }) => drawOf(made, id));
    expect(queue.length).toBeLessThan(drawn.length);
    expect(queue.map(({ itemId }) => itemId).toSorted()).toEqual([...new Set(drawn)].toSorted());
    const { batch } = await made.engine.client.label.open({ rankingId: made.rankingId });
    const placeOf = async (ref: string) => (await made.engine.client.label.item({ batch, ref })).position;
    expect(await placeOf(queue[2]!.ref)).toBe(3);
    // The reference by which another pair has the item is none of the queue.
    const refs = new Set(queue.map(({ ref }) => ref));
    const elsewhere = (made.db.prepare('SELECT ref FROM draw').pluck().all() as string[]).find(
      (ref) => !refs.has(ref),
    );
    expect(await placeOf(elsewhere!)).toBe(1);
    // Decided is the pair by which some items came into the queue: others that drew them still want them.
    const [first, ...others] = labelingSession.batches.map(({ study }) => study.id);
    decide(made, first!);
    const wanted = new Set(others.flatMap((id) => drawOf(made, id)));
    const left = matteringOf(context, labelingSessionIn(made), queue);
    expect(left.map(({ itemId }) => itemId).toSorted()).toEqual(
      queue
        .map(({ itemId }) => itemId)
        .filter((itemId) => wanted.has(itemId))
        .toSorted(),
    );
    expect(left.some(({ batch }) => batch.study.id === first)).toBe(true);
  });

  test('leaves what decides nothing, and begins with the pair that is decided first', async () => {
    const made = await rankingOfThree(6, { onePage: false });
    const { engine } = made;
    const mattering = () => {
      const labelingSession = labelingSessionIn(made);
      return matteringOf(engine.context, labelingSession, [...queueOf(engine.context, labelingSession)]);
    };
    const studiesOf = (items: ReturnType<typeof mattering>) => items.map(({ batch }) => batch.study.id);
    expect(mattering()).toHaveLength(made.pairs.reduce((sum, { drawCount }) => sum + drawCount, 0));
    const [first, second, third] = labelingSessionIn(made).batches.map(({ study }) => study.id) as [
      number,
      number,
      number,
    ];
    // A pair whose sample is used up comes last: no label of it is left to decide it.
    labelFromGold(engine.context, first);
    await engine.client.ranking.result({ rankingId: made.rankingId });
    const rates = matteringStudies(engine.context, labelingSessionIn(made).ranking);
    expect(rates.get(first)).toBe(0);
    const drawn = (id: number) => drawOf(made, id);
    expect(mattering().map(({ itemId }) => itemId)).toEqual([
      ...drawn(second).flatMap((itemId, i) => [itemId, drawn(third)[i]!]),
      ...drawn(first),
    ]);
    decide(made, first);
    expect(new Set(studiesOf(mattering()))).toEqual(new Set([second, third]));
    decide(made, second);
    expect(new Set(studiesOf(mattering()))).toEqual(new Set([third]));
    // Of one study alone everything is asked.
    const alone = labelingSessionOf(engine.context, labelingSessionIn(made).batches[0]);
    const queue = [...queueOf(engine.context, alone)];
    expect(matteringOf(engine.context, alone, queue)).toEqual(queue);
  });

  test('of pages leaves those of which nothing is due, unless they were answered', async () => {
    const made = await rankingOfThree(6);
    const { engine, rankingId } = made;
    const { batch, items } = await engine.client.label.open({ rankingId });
    await submit(engine, batch, items[0]!.ref, skip);
    const mattering = () => {
      const labelingSession = labelingSessionIn(made);
      const queue = [...queueOf(engine.context, labelingSession)];
      expect(queue).toHaveLength(items.length);
      return matteringOf(engine.context, labelingSession, queue).map(({ ref }) => ref);
    };
    expect(mattering()).toEqual(items.map(({ ref }) => ref));
    for (const { id } of made.pairs) decide(made, id);
    expect(mattering()).toEqual([items[0]!.ref]);
    expect((await engine.client.label.open({ rankingId })).next).toBeNull();
  });
});

test('what stands before a page of somebody else comes before the next one of their own', async () => {
  const made = await rankingOfThree(12);
  const { engine, pairs } = made;
  const { client, context } = engine;
  const all = [...queueOf(context, labelingSessionIn(made))].map(({ itemId }) => itemId);
  for (const name of ['Ada', 'Ben']) await client.annotator.add({ name });
  const members = (await client.annotator.list({})).slice(-2).map(({ id }) => id);
  const studyId = pairs[0]!.id;
  await client.team.set({ studyId, members, overlap: 1, shuffle: false, wholeRanking: true });
  for (const member of members) {
    const labelingSession = sessionOfPairs(context, made.rankingId, member);
    const own = [...queueOf(context, labelingSession)];
    const ids = own.map(({ itemId }) => itemId);
    const others = all.filter((itemId) => !ids.includes(itemId));
    expect(Math.min(ids.length, others.length)).toBeGreaterThan(2);
    for (const itemId of others) {
      const check = { ...own[0]!, itemId: 0, place: { studyId, itemId } };
      const among = { batch: labelingSession.batches[0], items: () => [check] };
      const queue = [...queueOf(context, { ...labelingSession, among } as unknown as LabelingSession)];
      const before = ids.filter((one) => all.indexOf(one) < all.indexOf(itemId)).length;
      expect(queue.map((one) => one.itemId)).toEqual(ids.toSpliced(before, 0, 0));
    }
  }
});

test('the last rank of what was put off is that of any pair', async () => {
  const made = await rankingOfThree(3, { onePage: false });
  const { engine, db } = made;
  await engine.client.label.open({ rankingId: made.rankingId });
  const labelingSession = labelingSessionIn(made);
  expect(lastRankIn(engine.context, labelingSession)).toBe(0);
  const put = (at: number, laterRank: number) => {
    const { study } = labelingSession.batches[at]!;
    const [itemId] = drawOf(made, study.id);
    const mark = { itemId: itemId!, laterAfter: 0, flagged: false, note: '', draft: null };
    saveMark(db, study.id, 1, { ...mark, laterRank });
  };
  put(1, 4);
  put(2, 2);
  expect(lastRankIn(engine.context, labelingSession)).toBe(4);
});

test('how far each has come with a ranking, those who neither are members nor answered left out', async () => {
  const made = await rankingOfThree(4, { onePage: false });
  const { engine, db, rankingId } = made;
  const { client } = engine;
  const ids: number[] = [];
  for (const name of ['Ana', 'Ben', 'Cas', 'Dan']) {
    ids.push((await client.annotator.add({ name })).find((one) => one.name === name)!.id);
  }
  const [ana, ben, cas] = ids as [number, number, number];
  const answer = async (annotatorId: number, answers: readonly LabelAnswer[]) => {
    const { batch, items } = await client.label.open({ rankingId, annotatorId });
    for (const [i, given] of answers.entries()) await submit(engine, batch, items[i]!.ref, given);
    return { batch, items };
  };
  const total = made.pairs.reduce((sum, { drawCount }) => sum + drawCount, 0);
  const { batch, items } = await answer(ana, [pair, pair, skip]);
  await client.label.later({ batch, ref: items[3]!.ref, later: true });
  await client.label.later({ batch, ref: items[0]!.ref, later: true });
  await answer(ben, [pair, skip]);
  await answer(cas, [skip]);
  const progress = () =>
    rankingProgress(engine.context, rankingId).map(
      ({ name, isMember, assigned, labeled, skipped, later }) => [
        ...[name, isMember, assigned, labeled, skipped, later],
      ],
    );
  expect(progress()).toEqual([
    ['Ana', false, total, 2, 1, 1],
    ['Ben', false, total, 1, 1, 0],
    ['Cas', false, total, 0, 1, 0],
  ]);
  // Whoever is a member of one pair is one of the ranking.
  replaceMembers(db, labelingSessionIn(made).batches[2]!.study.id, [ids[3]!]);
  const members = progress().map(([name, isMember]) => [name, isMember]);
  expect(members).toContainEqual(['Dan', true]);
  expect(members).toContainEqual(['Ana', false]);
  expect(members).toHaveLength(4);
  expect(() => rankingProgress(engine.context, 99)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});

test('a ranking by preference is judged pair by pair', async () => {
  const made = await rankingOfThree(2, { onePage: false, question: byPreference });
  expect(isPaged(labelingSessionIn(made))).toBe(false);
});
