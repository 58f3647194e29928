import { describe, expect, test } from 'vitest';
import { batchOfAnnotator } from '../../../core/labeling/assignment/batch-key.ts';
import {
  checksAmong,
  fixedPlaces,
  layChecks,
  renewCheck,
} from '../../../core/labeling/rounds/checks/hidden-checks.ts';
import { assignOneMore } from '../../../core/labeling/session/dealing.ts';
import {
  type LabelingSession,
  labelingSessionOf,
  queueOf,
  sealedLabelingSessionRef,
} from '../../../core/labeling/session/labeling-session.ts';
import { snooze } from '../../../core/labeling/session/mark-item.ts';
import { submitLabel } from '../../../core/labeling/session/submit-label.ts';
import { leaseUntil } from '../../../db/dealing.ts';
import { setProjectValue } from '../../../db/project.ts';
import { listDealtChecks } from '../../../db/quality.ts';
import { getStudy } from '../../../db/studies.ts';
import { QualityPlanSchema } from '../../../shared/contract/quality.ts';
import { ratedStudy } from '../support/test-engine.ts';

const start = Date.parse('2026-03-01T08:00:00.000Z');

/** A study with hidden checks that two people label, as their pages see it. */
async function checked(plan: object, { size = 20, gold = 12, deals = false, members = 1 } = {}) {
  const { engine, study } = await ratedStudy(size);
  const { client, context } = engine;
  const { db } = context.session.project!;
  const studyId = study.id;
  setProjectValue(db, 'check_place_key', 'places');
  let minute = 0;
  Object.assign(context, { now: () => new Date(start + minute * 60_000).toISOString() });
  for (const name of ['Ada', 'Ben']) await client.annotator.add({ name });
  const [ada, ben] = (await client.annotator.list({})).slice(-2).map(({ id }) => id) as [number, number];
  const drawn = new Set((await client.sample.list({ studyId })).rows.map(({ externalId }) => externalId));
  const free = Array.from({ length: 80 }, (_, i) => `item-${String(i).padStart(4, '0')}`)
    .filter((id) => !drawn.has(id))
    .slice(0, gold);
  await client.quality.set({
    ...{ studyId, plan: QualityPlanSchema.parse(plan), tolerance: 0, seed: 7 },
    gold: free.map((id) => ({ id, answer: '4', instruction: '' })),
  });
  await client.team.set({ studyId, members: [ada, ben].slice(0, members), deals });
  const row = () => getStudy(db, studyId);
  const session = (who: number): LabelingSession => ({
    ...labelingSessionOf(context, batchOfAnnotator(context, studyId, who)),
    among: checksAmong(context, row(), who),
  });
  const isCheck = (ref: string) =>
    db.prepare('SELECT COUNT(*) FROM practice_item WHERE ref = ?').pluck().get(ref) === 1;
  /** What stands on somebody's list: checks as ?, and answered ones as !, items as the number of their draw. */
  const list = (who: number) =>
    [...queueOf(context, session(who))].map(({ ref, itemId, labelKind }) => {
      const order = db
        .prepare('SELECT draw_order FROM draw WHERE study_id = ? AND generation = ? AND item_id = ?')
        .pluck()
        .get(studyId, row().generation, itemId);
      return isCheck(ref) ? (labelKind === null ? '?' : '!') : Number(order);
    });
  let answers = 0;
  return {
    ...{ client, context, db, studyId, ada, ben, row, list, free, session },
    wait: (minutes: number) => {
      minute += minutes;
    },
    lay: (who: number) => layChecks(context, { ...session(who), among: undefined }, row()),
    deal: (who: number) => assignOneMore(context, session(who)),
    dealt: (who: number) => listDealtChecks(db, studyId, who),
    /** Answers the first open items of somebody's list. */
    answer: async (who: number, count = 1) => {
      for (let i = 0; i < count; i++) {
        const work = session(who);
        const next = [...queueOf(context, work)].find(({ labelKind }) => labelKind === null)!;
        const of = isCheck(next.ref)
          ? labelingSessionOf(context, work.among!.batch)
          : { ...work, among: undefined };
        await submitLabel(
          context,
          {
            ...{ batch: sealedLabelingSessionRef(context, of), ref: next.ref, durationMs: 1000 },
            ...{ answer: { kind: 'score', value: 4 }, estimateVisible: false },
            clientKey: `said-in-a-test-${answers++}`,
          },
          work,
        );
      }
    },
  };
}

const checksIn = (list: readonly (number | string)[]) => list.filter((one) => one === '?' || one === '!');
const itemsIn = (list: readonly (number | string)[]) => list.filter((one) => typeof one === 'number');
/** The items before which checks stand. */
const anchors = (list: readonly (number | string)[]) =>
  list.flatMap((one, i) => (one === '?' || one === '!' ? [list[i + 1]] : []));

describe('checks in a share', () => {
  test('are as many as the rate makes of it, each before an item of its own, and stay', async () => {
    const { ada, lay, list, dealt } = await checked({ checkRate: 0.26 });
    const bare = list(ada);
    expect(bare).toHaveLength(20);
    await lay(ada);
    const laid = list(ada);
    expect(checksIn(laid)).toHaveLength(5);
    expect(itemsIn(laid)).toEqual(bare);
    expect(new Set(anchors(laid)).size).toBe(5);
    expect(new Set(dealt(ada).map(({ itemId }) => itemId)).size).toBe(5);
    await lay(ada);
    expect(list(ada)).toEqual(laid);
  });

  test('stand at other places for each person, and in each project', async () => {
    const { ada, ben, lay, list, db } = await checked({ checkRate: 0.3 }, { members: 2 });
    await lay(ada);
    await lay(ben);
    expect(checksIn(list(ada))).toHaveLength(3);
    expect(checksIn(list(ben))).toHaveLength(3);
    const placesOf = (who: number) =>
      anchors(list(who)).map((one) => itemsIn(list(who)).indexOf(one as number));
    expect(placesOf(ada)).not.toEqual(placesOf(ben));
    const other = await checked({ checkRate: 0.3 }, { members: 2 });
    setProjectValue(other.db, 'check_place_key', 'other places');
    await other.lay(other.ada);
    expect(anchors(other.list(other.ada))).not.toEqual(anchors(list(ada)));
    expect(db.name).not.toBe(other.db.name);
  });

  test('are no more than there are, and none where none are asked for', async () => {
    const few = await checked({ checkRate: 0.5 }, { gold: 3 });
    await few.lay(few.ada);
    expect(checksIn(few.list(few.ada))).toHaveLength(3);
    const none = await checked({ checkRate: 0 });
    await none.lay(none.ada);
    expect(none.dealt(none.ada)).toEqual([]);
    expect(checksIn(none.list(none.ada))).toEqual([]);
  });

  test('go before what is not answered yet, also once the share is longer', async () => {
    const { client, studyId, ada, lay, list, answer } = await checked(
      { checkRate: 0.2 },
      { size: 10, gold: 20 },
    );
    await answer(ada, 6);
    await lay(ada);
    const laid = list(ada);
    expect(checksIn(laid.slice(0, 6))).toEqual([]);
    expect(checksIn(laid)).toHaveLength(2);
    await answer(ada, 6);
    expect(list(ada).filter((one) => one === '!')).toHaveLength(2);
    await client.sample.grow({ studyId, size: 30 });
    await lay(ada);
    const longer = list(ada);
    expect(longer.filter((one) => one === '!')).toHaveLength(2);
    expect(longer.filter((one) => one === '?')).toHaveLength(4);
    expect(longer.slice(0, 12)).toEqual(list(ada).slice(0, 12));
    expect(checksIn(longer.slice(0, 12))).toEqual(['!', '!']);
  });

  test('go with the item that they stand before, until they are answered', async () => {
    const { client, studyId, ada, ben, lay, list, answer } = await checked({ checkRate: 0.5 }, { size: 10 });
    await lay(ada);
    while (!list(ada).includes('!')) await answer(ada);
    expect(checksIn(list(ada))).toHaveLength(5);
    await client.team.set({ studyId, members: [ben] });
    const kept = list(ada);
    expect(kept.filter((one) => one === '!')).toHaveLength(1);
    expect(kept.filter((one) => one === '?').length).toBeLessThan(4);
    expect(kept.filter((one) => one === '?')).toEqual(
      anchors(list(ada))
        .filter((one) => typeof one === 'number' && kept.includes(one))
        .slice(1)
        .map(() => '?'),
    );
  });

  test('are as many as each person is given, at the places that are fixed', async () => {
    const { ada, lay, list, dealt } = await checked({
      checksEach: 3,
      completion: { items: 15, code: 'C', url: '' },
    });
    await lay(ada);
    const laid = list(ada);
    expect(checksIn(laid)).toHaveLength(3);
    const places = anchors(laid).map((one) => itemsIn(laid).indexOf(one as number));
    const [first, second, last] = places as [number, number, number];
    // Of twelve own items: the first within a third, the last within the last tenth.
    expect(first).toBeLessThan(4);
    expect([second >= 4, second < 8]).toEqual([true, true]);
    expect([last >= 10, last < 12]).toEqual([true, true]);
    expect(dealt(ada)).toHaveLength(3);
    await lay(ada);
    expect(list(ada)).toEqual(laid);
  });

  test('are as many as the rate makes of a share, also where people are done after so many items', async () => {
    const { ada, lay, list } = await checked({
      checkRate: 0.5,
      completion: { items: 15, code: 'C', url: '' },
    });
    await lay(ada);
    expect(checksIn(list(ada))).toHaveLength(10);
  });

  test('where a share ends before their places stand before others of its items, as far as there are', async () => {
    const plan = { checksEach: 3, completion: { items: 15, code: 'C', url: '' } };
    const short = await checked(plan, { size: 5 });
    await short.lay(short.ada);
    expect(checksIn(short.list(short.ada))).toHaveLength(3);
    const shorter = await checked(plan, { size: 2 });
    await shorter.lay(shorter.ada);
    expect(shorter.list(shorter.ada).map((one) => one === '?')).toEqual([true, false, true, false]);
  });

  test('fall away with the share once items are dealt', async () => {
    const { client, studyId, ada, lay, list } = await checked({ checkRate: 0.5 });
    await lay(ada);
    await client.team.set({ studyId, deals: true });
    expect(list(ada)).toEqual([]);
  });

  test('where their places are answered take the next that are free, each its own', async () => {
    const { ada, lay, list, answer } = await checked({
      ...{ checksEach: 3, completion: { items: 15, code: 'C', url: '' } },
    });
    await answer(ada, 9);
    await lay(ada);
    const laid = list(ada);
    expect(checksIn(laid.slice(0, 9))).toEqual([]);
    expect(laid.slice(9, 13)).toEqual(['?', laid[10], '?', laid[12]]);
    expect(checksIn(laid)).toHaveLength(3);
    await lay(ada);
    expect(list(ada)).toEqual(laid);
  });
});

test('fixed places are in order, one of one check, and never beyond the items', () => {
  expect(fixedPlaces(12, 24, () => 0)).toEqual([0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22]);
  expect(fixedPlaces(1, 30, () => 0)).toEqual([0]);
  expect(fixedPlaces(1, 30, () => 0.999)).toEqual([9]);
  expect(fixedPlaces(4, 40, () => 0)).toEqual([0, 10, 20, 36]);
  expect(fixedPlaces(4, 40, () => 0.999)).toEqual([9, 19, 29, 39]);
  expect(fixedPlaces(2, 2, () => 0.999)).toEqual([0, 1]);
  expect(fixedPlaces(2, 5, () => 0)).toEqual([0, 4]);
});

describe('checks among items that are dealt', () => {
  test('take the place of the next item, which comes after', async () => {
    const { ada, deal, list, answer } = await checked({ checkRate: 0.5 }, { deals: true, gold: 2 });
    await deal(ada);
    for (const given of [1, 2]) {
      while (list(ada).at(-1) !== '?') await answer(ada);
      const shown = list(ada);
      expect(checksIn(shown)).toHaveLength(given);
      await deal(ada);
      expect(list(ada)).toEqual(shown);
      await answer(ada);
      expect(list(ada)).toEqual([...shown.slice(0, -1), '!', itemsIn(shown).length]);
    }
    // None is left.
    await answer(ada, 15);
    expect(checksIn(list(ada))).toHaveLength(2);
  });

  test('come at the given rate, each once, and none where none are asked for', async () => {
    const { ada, deal, list, answer } = await checked({ checkRate: 0.5 }, { deals: true });
    await deal(ada);
    for (let i = 0; i < 20; i++) await answer(ada);
    const checks = checksIn(list(ada)).length;
    expect(checks).toBeGreaterThan(4);
    expect(checks).toBeLessThan(13);
    const few = await checked({ checkRate: 0.2 }, { deals: true, gold: 30, size: 30 });
    await few.deal(few.ada);
    await few.answer(few.ada, 30);
    expect(checksIn(few.list(few.ada)).length).toBeGreaterThan(1);
    expect(checksIn(few.list(few.ada)).length).toBeLessThan(12);
    const none = await checked({ checkRate: 0 }, { deals: true });
    await none.deal(none.ada);
    for (let i = 0; i < 6; i++) await none.answer(none.ada);
    expect(checksIn(none.list(none.ada))).toEqual([]);
  });

  test('are not laid out beforehand, and none is of a try of the qualification', async () => {
    const { ada, deal, list, answer, lay } = await checked(
      { checkRate: 0.5, qualification: { items: 2, passMark: 1 } },
      { deals: true, gold: 6 },
    );
    await deal(ada);
    await answer(ada, 3);
    const before = list(ada);
    await lay(ada);
    expect(list(ada)).toEqual(before);
    await answer(ada, 15);
    expect(checksIn(list(ada))).toHaveLength(2);
  });

  test('that were put off keep nobody from the next item', async () => {
    const { context, ada, deal, list, answer, session } = await checked(
      { checkRate: 0.5 },
      { deals: true, gold: 2 },
    );
    await deal(ada);
    while (list(ada).at(-1) !== '?') await answer(ada);
    const items = itemsIn(list(ada)).length;
    const work = session(ada);
    const check = [...queueOf(context, work)].at(-1)!;
    const batch = sealedLabelingSessionRef(context, labelingSessionOf(context, work.among!.batch));
    await snooze(context, { batch, ref: check.ref, later: true }, work);
    expect(itemsIn(list(ada))).toHaveLength(items + 1);
  });

  test('that an earlier version gave stand after as many items as then, and are nowhere put back', async () => {
    const { context, db, studyId, row, ada, deal, list, answer } = await checked(
      { checkRate: 0 },
      { deals: true },
    );
    await deal(ada);
    await answer(ada, 3);
    const itemId = db.prepare('SELECT item_id FROM practice_item LIMIT 1').pluck().get() as number;
    db.prepare(
      'INSERT INTO check_dealt (study_id, annotator_id, item_id, after_items) VALUES (?, ?, ?, 2)',
    ).run(studyId, ada, itemId);
    expect(list(ada)).toEqual([0, 1, '?', 2, 3]);
    await deal(ada);
    await renewCheck(context, row(), { annotatorId: ada, itemId });
    expect(list(ada)).toEqual([0, 1, '?', 2, 3]);
    await answer(ada);
    expect(list(ada)).toEqual([0, 1, '!', 2, 3]);
  });

  test('come at the places that are fixed, as many as each person is given', async () => {
    const { ada, deal, list, answer } = await checked(
      { checksEach: 2, completion: { items: 12, code: 'C', url: '' } },
      { deals: true },
    );
    await deal(ada);
    for (let i = 0; i < 14; i++) await answer(ada);
    const shown = list(ada);
    expect(checksIn(shown)).toHaveLength(2);
    const [first, last] = anchors(shown) as [number, number];
    expect(first).toBeLessThan(5);
    expect(last).toBe(9);
  });

  test('are no items that were drawn since', async () => {
    const { client, studyId, free, ada, deal, list, answer, dealt, db } = await checked(
      { checkRate: 0.5 },
      { deals: true, size: 20, gold: 60 },
    );
    await client.sample.grow({ studyId, size: 74 });
    await deal(ada);
    await answer(ada, 40);
    const drawn = new Set(
      db.prepare('SELECT item_id FROM draw WHERE study_id = ?').pluck().all(studyId) as number[],
    );
    expect(free).toHaveLength(60);
    expect(checksIn(list(ada))).toHaveLength(6);
    expect(dealt(ada).filter(({ itemId }) => drawn.has(itemId))).toEqual([]);
  });

  test('go to nobody once their time is over and somebody else has the item, and come back to who answers late', async () => {
    const { context, db, studyId, row, ada, ben, deal, list, wait, answer, dealt } = await checked(
      { checkRate: 0.5 },
      { deals: true, gold: 2, members: 2 },
    );
    await deal(ada);
    while (list(ada).at(-1) !== '?') await answer(ada);
    const shown = list(ada);
    const [check] = dealt(ada);
    const before = { studyId, annotatorId: ada, itemId: check!.beforeItemId! };
    const minutes = (after: number) => new Date(start + after * 60_000).toISOString();
    expect(leaseUntil(db, before)).toBe(minutes(20));
    wait(15);
    await deal(ada);
    wait(10);
    // Nobody else has taken it.
    await deal(ada);
    expect([list(ada), leaseUntil(db, before)]).toEqual([shown, minutes(45)]);
    wait(30);
    await deal(ben);
    await deal(ada);
    expect(list(ada).slice(0, shown.length - 1)).toEqual(shown.slice(0, -1));
    expect(dealt(ada)[0]).toMatchObject({ isDropped: true });
    const without = list(ada);
    await renewCheck(context, row(), { annotatorId: ada, itemId: 999 });
    expect([list(ada), leaseUntil(db, before)]).toEqual([without, minutes(45)]);
    await renewCheck(context, row(), { annotatorId: ada, itemId: check!.itemId });
    expect(list(ada)).toEqual([...shown, ...without.slice(shown.length - 1)]);
    expect(leaseUntil(db, before)).toBe(minutes(75));
    await answer(ada);
    expect(checksIn(list(ada))[0]).toBe('!');
  });
});
