import { createHmac, hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Batch } from '../../../core/labeling/assignment/batch-key.ts';
import { dueSystems, systemsOfPair } from '../../../core/labeling/session/due-systems.ts';
import {
  type PagedLabelingSession,
  sessionOfPairs,
} from '../../../core/labeling/session/labeling-session.ts';
import {
  checkedRatings,
  pageAnswer,
  pageItemOf,
  pageOfRef,
} from '../../../core/labeling/session/page-item.ts';
import { pagedOf, pageReplies } from '../../../core/labeling/session/page-replies.ts';
import {
  askedSystems,
  pageReader,
  pagesOf,
  type RankingPage,
} from '../../../core/labeling/session/ranking-page.ts';
import { keepHandedFacts } from '../../../core/studies/annotators/handed-facts.ts';
import { knownText } from '../../../core/studies/checks/known-ratings.ts';
import { ensureAnnotator } from '../../../db/annotators.ts';
import { insertLabel, type LabelContent } from '../../../db/labels.ts';
import { replaceChecks } from '../../../db/quality.ts';
import { getRanking } from '../../../db/rankings.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { rankingOfThree } from '../support/two-systems.ts';

async function pagedRanking(size = 9) {
  const made = await rankingOfThree(size);
  const { engine, db, rankingId } = made;
  const { context } = engine;
  ensureAnnotator(db, 'Ana');
  const labelingSession = () => sessionOfPairs(context, rankingId, 1) as unknown as PagedLabelingSession;
  const { pages: ranking, batches } = labelingSession();
  const pages = pagesOf(context, labelingSession());
  const repliesTo = (itemId: number) => pageReplies(db, ranking, itemId);
  /** A page that all pairs drew, and one on which two systems replied alike. */
  const whole = pages.find(({ itemId }) => repliesTo(itemId).length === 3)!;
  const alike = pages.find(({ itemId }) => repliesTo(itemId).length === 2)!;
  const item = (ref: string) => pageItemOf(context, labelingSession(), ref);
  let count = 0;
  const say = (itemId: number, systemId: number, content: LabelContent) =>
    insertLabel(db, {
      ...{ itemId, systemId, criterionId: batches[0].key.criterionId, instrument: ranking.instrument },
      ...{ clientKey: `k${count++}`, annotatorId: 1, studyId: batches[0].study.id, content },
      ...{ operation: 'submit', refersTo: null, source: 'screen', estimateVisible: false },
      ...{ durationMs: 1, createdAt: 'at' },
    });
  return { ...made, context, labelingSession, ranking, batches, pages, whole, alike, repliesTo, item, say };
}

const systemIds = [1, 2, 3];
const score = (value: number): LabelContent => ({ kind: 'score', value });
/** Has a project look as if it were a batch that was handed out. */
const handOut = (db: Parameters<typeof keepHandedFacts>[0]) =>
  keepHandedFacts(db, { batchId: 'b', contentSha256: 'c', copyId: 'd' });

const askedOn = (page: RankingPage) => ({ ...page, asked: askedSystems(page) });

describe('the replies on a page', () => {
  test.each([
    ['a secret key', true],
    ['their reference, as in earlier rankings', false],
  ])('stand in the order of a hash under %s, the same each time, each text once', async (_, isKeyed) => {
    const { db, ranking: made, pages, rankingId } = await pagedRanking();
    if (!isKeyed) db.prepare('UPDATE ranking SET page_key = NULL').run();
    const ranking = pagedOf(getRanking(db, rankingId))!;
    const repliesTo = (itemId: number) => pageReplies(db, ranking, itemId);
    expect(made.pageKey).toMatch(/^[0-9a-f]{64}$/);
    const hashOf = (reply: string) =>
      ranking.pageKey === null
        ? hash('sha256', `${ranking.batchRef}\n${reply}`)
        : createHmac('sha256', ranking.pageKey).update(reply).digest('hex');
    const textOf = db.prepare('SELECT text FROM response WHERE item_id = ? AND system_id = ?').pluck();
    const orders = new Set<string>();
    for (const { itemId } of pages) {
      const inOrder = systemIds.toSorted((a, b) => {
        const [x, y] = [a, b].map((id) => hashOf(`${itemId}\n${id}`)) as [string, string];
        return x < y ? -1 : 1;
      });
      orders.add(inOrder.join());
      const texts = new Map<string, number[]>();
      for (const id of inOrder) {
        const text = textOf.get(itemId, id) as string;
        texts.set(text, [...(texts.get(text) ?? []), id]);
      }
      expect(repliesTo(itemId)).toEqual(
        [...texts].map(([text, ids]) => ({ systemIds: ids, responses: [text] })),
      );
    }
    expect(orders.size).toBeGreaterThan(1);
  });

  test('leave out a system that did not reply', async () => {
    const { db, whole, repliesTo } = await pagedRanking();
    db.prepare('DELETE FROM response WHERE item_id = ? AND system_id = 2').run(whole.itemId);
    expect(
      repliesTo(whole.itemId)
        .flatMap((one) => one.systemIds)
        .toSorted(),
    ).toEqual([1, 3]);
  });

  test('of a batch that was handed out stand where they stood, up to the last that is there', async () => {
    const { db, whole, alike, repliesTo } = await pagedRanking();
    handOut(db);
    const at = ({ itemId }: { itemId: number }) =>
      repliesTo(itemId).map((one) => [...one.systemIds, one.responses.length]);
    expect(at(whole)).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    expect(at(alike)).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
    const drop = db.prepare('DELETE FROM response WHERE item_id = ? AND system_id = ?');
    drop.run(whole.itemId, 1);
    expect(at(whole)).toEqual([
      [1, 0],
      [2, 1],
      [3, 1],
    ]);
    drop.run(whole.itemId, 3);
    expect(at(whole)).toEqual([
      [1, 0],
      [2, 1],
    ]);
    drop.run(whole.itemId, 2);
    expect(at(whole)).toEqual([]);
  });

  test('are of a ranking that has them on one page', async () => {
    const { ranking } = await pagedRanking(3);
    expect(pagedOf(ranking)).toEqual(ranking);
    expect(pagedOf(null)).toBeNull();
    expect(pagedOf({ ...ranking, instrument: null })).toBeNull();
  });
});

describe('what a page shows', () => {
  test('is each reply that it asks about, by its place, and what is kept of any of its pairs', async () => {
    const { db, pairs, whole, item, repliesTo } = await pagedRanking();
    const { ref, itemId } = whole;
    const all = repliesTo(itemId);
    expect(item(ref)).toEqual({
      ...{ ref, position: 1, passage: null, current: null, draft: null, note: '', flagged: false },
      ...{ conversation: [{ role: 'user', content: expect.stringMatching(/^What is number/) }] },
      ...{ replies: [], rightReplies: null },
      page: all.map(({ responses }, place) => ({ place, replies: [{ prompt: '', text: responses[0] }] })),
    });
    const mark = (studyId: number, columns: string, values: string) =>
      db.exec(
        `INSERT INTO item_mark (study_id, item_id, annotator_id, ${columns}) VALUES (${studyId}, ${itemId}, 1, ${values})`,
      );
    mark(whole.pairs[1]!.study.id, 'draft, note, flagged', "'[3]', 'odd', 1");
    mark(whole.pairs[0]!.study.id, 'draft', 'NULL');
    expect(item(ref)).toMatchObject({ draft: '[3]', note: 'odd', flagged: true });
    // What is decided is asked no more: the reply of one system has no open pair, and its place stays empty.
    const gone = pairs.filter(({ id }) => id !== whole.pairs[0]!.study.id);
    for (const { id } of gone)
      db.prepare('INSERT INTO study_goal (study_id, least_difference) VALUES (?, 4)').run(id);
    const asked = systemsOfPair(whole.pairs[0]!.study);
    const places = all.flatMap((reply, place) => (asked.includes(reply.systemIds[0]!) ? [place] : []));
    expect(places).toHaveLength(2);
    expect(item(ref).page!.map(({ place }) => place)).toEqual(places);
  });

  test('is a reply that several gave if any of them is asked about', async () => {
    const { db, batches, alike, item, repliesTo } = await pagedRanking();
    const shared = repliesTo(alike.itemId).findIndex((one) => one.systemIds.length === 2);
    const twins = repliesTo(alike.itemId)[shared]!.systemIds;
    const other = systemIds.find((id) => !twins.includes(id))!;
    const open = batches.find(({ study }) => {
      const of = systemsOfPair(study);
      return of.includes(other) && alike.pairs.some((pair) => pair.study.id === study.id);
    })!;
    for (const { study } of batches) {
      if (study.id === open.study.id) continue;
      db.prepare('INSERT INTO study_goal (study_id, least_difference) VALUES (?, 4)').run(study.id);
    }
    expect(item(alike.ref).page!.map(({ place }) => place)).toEqual([0, 1]);
  });

  test('is nothing of an item that is on no page, or gone', async () => {
    const { db, context, labelingSession, whole } = await pagedRanking();
    expect(pageOfRef(context, labelingSession(), whole.ref)).toMatchObject({ itemId: whole.itemId });
    expect(() => pageOfRef(context, labelingSession(), 'made up')).toThrow(
      expect.objectContaining({ code: 'NOT_FOUND' }),
    );
    // What came before is told by the first reply: of two turns the last question is not part of it.
    const [first] = pageReplies(db, labelingSession().pages, whole.itemId)[0]!.systemIds;
    db.prepare('INSERT INTO response (item_id, system_id, turn, text) VALUES (?, ?, 1, ?)').run(
      ...[whole.itemId, first, 'more'],
    );
    expect(pageItemOf(context, labelingSession(), whole.ref).conversation).toEqual([]);
    db.prepare('DELETE FROM response WHERE item_id = ?').run(whole.itemId);
    expect(pageItemOf(context, labelingSession(), whole.ref)).toMatchObject({ conversation: [], page: [] });
  });
});

describe('what somebody says of a page', () => {
  test('is a rating at the place of each reply, a skip, or nothing', async () => {
    const { context, labelingSession, whole, alike, repliesTo, say } = await pagedRanking();
    const now = (itemId: number) => pageAnswer(context, labelingSession(), itemId);
    const { itemId } = whole;
    const [first, second, third] = repliesTo(itemId).map((one) => one.systemIds[0]!) as [
      number,
      number,
      number,
    ];
    expect(now(itemId)).toBeNull();
    say(itemId, second, score(2));
    expect(now(itemId)).toEqual({ kind: 'replies', values: [null, 2, null] });
    say(itemId, third, score(5));
    expect(now(itemId)).toEqual({ kind: 'replies', values: [null, 2, 5] });
    say(itemId, second, { kind: 'clear' });
    say(itemId, third, { kind: 'clear' });
    expect(now(itemId)).toBeNull();
    const skip: LabelContent = { kind: 'skip', reason: 'cut off' };
    say(itemId, first, score(1));
    say(itemId, third, skip);
    expect(now(itemId)).toEqual(skip);
    // Of a reply that two gave the rating of either is that of both.
    const shared = repliesTo(alike.itemId).findIndex((one) => one.systemIds.length === 2);
    say(alike.itemId, repliesTo(alike.itemId)[shared]!.systemIds[1]!, score(4));
    expect(now(alike.itemId)).toEqual({ kind: 'replies', values: shared === 0 ? [4, null] : [null, 4] });
  });

  test('becomes one row for each system that replied so', async () => {
    const { context, labelingSession, ranking, whole, alike, repliesTo } = await pagedRanking();
    const rowsOf = (page: typeof whole, answer: LabelAnswer) => {
      const { measure, ...rest } = checkedRatings(context, labelingSession(), askedOn(page), answer);
      expect(rest).toEqual({ criteria: [], fields: new Map() });
      for (const { key } of measure) {
        expect(key).toMatchObject({ itemId: page.itemId, instrument: ranking.instrument });
      }
      return measure.map(({ key, content }) => [key.systemId, content]);
    };
    const of = (page: typeof whole, place: number, content: LabelContent) =>
      repliesTo(page.itemId)[place]!.systemIds.map((id) => [id, content]);
    expect(rowsOf(whole, { kind: 'replies', values: [1, 3, 5] })).toEqual([
      ...of(whole, 0, score(1)),
      ...of(whole, 1, score(3)),
      ...of(whole, 2, score(5)),
    ]);
    expect(rowsOf(whole, { kind: 'replies', values: [null, 3] })).toEqual(of(whole, 1, score(3)));
    expect(rowsOf(alike, { kind: 'replies', values: [2, 4] })).toEqual([
      ...of(alike, 0, score(2)),
      ...of(alike, 1, score(4)),
    ]);
    expect(rowsOf(alike, { kind: 'replies', values: [2, 4] })).toHaveLength(3);
    const skip: LabelContent = { kind: 'skip', reason: 'cut off' };
    expect(rowsOf(whole, skip)).toEqual([0, 1, 2].flatMap((place) => of(whole, place, skip)));
    // A skip is of the replies alone that the page asks about.
    const [asked] = repliesTo(whole.itemId)[1]!.systemIds;
    expect(rowsOf({ ...whole, due: new Set([asked!]) }, skip)).toEqual(of(whole, 1, skip));
    const [twin] = repliesTo(alike.itemId).find((one) => one.systemIds.length === 2)!.systemIds;
    expect(rowsOf({ ...alike, due: new Set([twin!]) }, skip)).toHaveLength(2);
  });

  test('is refused where it does not fit', async () => {
    const { context, labelingSession, whole } = await pagedRanking(5);
    const refused = (answer: object, field: string, message: string) =>
      expect(() => checkedRatings(context, labelingSession(), askedOn(whole), answer as LabelAnswer)).toThrow(
        expect.objectContaining({
          ...{ code: 'INVALID_INPUT', message },
          details: expect.objectContaining({ field }) as object,
        }),
      );
    const asksFor = 'This ranking asks for a score for each reply on the page.';
    refused({ kind: 'score', value: 3 }, 'answer', asksFor);
    const whole3 = { kind: 'replies', values: [1, 2, 3] };
    const further = 'tone: This ranking does not ask that.';
    refused({ ...whole3, fields: { tone: 1 } }, 'answer.fields.tone', further);
    const needs = 'This item has 3 replies: give a value for each that is on the page.';
    for (const values of [[1, 2, 3, 4], [null, null, null], []]) {
      refused({ kind: 'replies', values }, 'answer.values', needs);
    }
    const outside = '6 lies outside the scale from 1 to 5.';
    refused({ kind: 'replies', values: [1, 6, 3] }, 'value', outside);
    expect(() =>
      checkedRatings(context, labelingSession(), askedOn(whole), { ...whole3, fields: {} } as LabelAnswer),
    ).not.toThrow();
  });
});

describe('the replies that have to be rated', () => {
  test('stand on one page also in a round of one pair, which is read as it is for that round', async () => {
    const { db, context, labelingSession, batches, pages, whole } = await pagedRanking(5);
    const [first] = batches;
    db.exec(`INSERT INTO practice_round (study_id, round, batch_ref, seed, target_alpha, created_at)
      VALUES (${first.study.id}, 0, 'round', 1, 0, 'at')`);
    const put = db.prepare('INSERT INTO practice_item VALUES (@studyId, 0, @position, @itemId, 0, @ref)');
    const checks = pages
      .slice(0, 2)
      .map(({ itemId }, position) => ({ itemId, position, ref: `r${position}` }));
    for (const check of checks.toReversed()) put.run({ ...check, studyId: first.study.id });
    const study = { ...first.study, practiceRound: 0 };
    const instrument = `practice:${study.id}:0`;
    const round = { ...first, study, key: { ...first.key, practiceRound: 0, instrument } } as Batch;
    const inRound = {
      ...labelingSession(),
      ranking: null,
      batches: [round],
    } as unknown as PagedLabelingSession;
    expect(pagesOf(context, inRound).map(({ itemId, ref }) => ({ itemId, ref }))).toEqual(
      checks.map(({ itemId, ref }) => ({ itemId, ref })),
    );
    const read = pageReader(context, inRound);
    expect(read(checks[1]!.itemId)).toMatchObject({ ref: 'r1', pairs: [round], labelId: null });
    expect(read(0)).toBeUndefined();
    expect(read(whole.itemId)?.due ?? new Set(systemIds)).toEqual(new Set(systemIds));
  });

  test('of pages that stand for all pairs are those that are there', async () => {
    const { db, context, ranking, batches, whole, alike } = await pagedRanking();
    const due = (itemId: number) => {
      const { of, signature } = dueSystems(context, ranking, batches[0]);
      return [[...of(itemId, batches)].toSorted(), signature];
    };
    expect(due(whole.itemId)).toEqual([systemIds, batches.map(({ study }) => study.id).join()]);
    for (const { study } of batches.slice(1)) {
      db.prepare('INSERT INTO study_goal (study_id, least_difference) VALUES (?, 4)').run(study.id);
    }
    expect(due(whole.itemId)).toEqual([systemsOfPair(batches[0].study).toSorted(), `${batches[0].study.id}`]);
    const { of } = dueSystems(context, ranking, batches[0]);
    expect(of(whole.itemId, batches)).toBe(of(alike.itemId, batches));
    handOut(db);
    expect(due(whole.itemId)).toEqual([systemIds, '']);
    db.prepare('DELETE FROM response WHERE item_id = ? AND system_id = 2').run(whole.itemId);
    expect(due(whole.itemId)).toEqual([[1, 3], '']);
  });

  test('of a page with known answers are those that others ask about, and one that is known in any case', async () => {
    const { db, context, ranking, batches, whole, alike } = await pagedRanking();
    const inRound = { ...batches[0], study: { ...batches[0].study, practiceRound: 0 } } as Batch;
    const due = (itemId: number) => {
      const { of, signature } = dueSystems(context, ranking, inRound);
      expect(signature).toBe('');
      return [...of(itemId, [inRound])].toSorted();
    };
    expect(due(whole.itemId)).toEqual(systemIds);
    const [open, ...decided] = batches;
    const decide = ({ study }: Batch) =>
      db.prepare('INSERT INTO study_goal (study_id, least_difference) VALUES (?, 4)').run(study.id);
    decided.forEach(decide);
    const asked = systemsOfPair(open.study).toSorted();
    const other = systemIds.find((id) => !asked.includes(id))!;
    expect(due(whole.itemId)).toEqual(asked);
    const know = (known: readonly [number, number][]) =>
      replaceChecks(db, open.study.id, [
        { itemId: whole.itemId, expected: knownText(new Map(known)), tolerance: 0, instruction: '' },
      ]);
    know([[other, 3]]);
    expect(due(whole.itemId)).toEqual(systemIds);
    expect(due(alike.itemId)).toEqual(asked);
    know([
      [other, 3],
      [asked[0]!, 2],
    ]);
    expect(due(whole.itemId)).toEqual(asked);
    // A reply that is not there is not asked about.
    db.prepare('DELETE FROM response WHERE item_id = ? AND system_id = ?').run(whole.itemId, asked[1]);
    expect(due(whole.itemId)).toEqual([asked[0]]);
    // Where no pair is left to decide all are asked about.
    decide(open);
    expect(due(alike.itemId)).toEqual(systemIds);
  });
});
