import { expect, test } from 'vitest';
import { redrawBatch } from '../../core/design/sample-batch.ts';
import { checkStudies } from '../../core/report/integrity/check-studies.ts';
import { checkBindings } from '../../db/binding.ts';
import { listDraws } from '../../db/draws.ts';
import { getStudy } from '../../db/studies.ts';
import type { LabelChange, LabelItem } from '../../shared/contract/index.ts';
import { rankingOfThree } from '../core/support/two-systems.ts';
import { type Guest, newKey, open, openPortal, portalOnStudy, studyWithGold } from './portal-fixture.ts';

const score = { kind: 'score', value: 3 };
const submit = async (guest: Guest, batch: string, ref: string, answer: object = score) =>
  guest.call<LabelChange>('label/submit', { batch, ref, durationMs: 5, clientKey: newKey(), answer });
const ahead = async (guest: Guest, batch: string) =>
  (await guest.call<LabelItem[]>('label/ahead', { batch, have: [] })).body.map(({ ref }) => ref);

test.each([true, false])(
  'answers of pages that were open at a redraw are kept, and count where the new draw has their items; dealt: %s',
  async (deals) => {
    const { engine, study, guestNamed } = await portalOnStudy(20);
    const [ada, ben] = [await guestNamed('Ada'), await guestNamed('Ben')];
    if (!deals) await engine.client.team.set({ studyId: study.id, deals, confirm: true });
    const { batch, next } = await open(ada);
    const answered = await submit(ada, batch, next!);
    expect(answered.body).not.toHaveProperty('isDrawnOut');
    const hers = await ahead(ada, batch);
    const { db } = engine.context.session.project!;
    const itemOf = (ref: string) => listDraws(db, study.id, 1).find((one) => one.ref === ref)!.itemId;
    redrawBatch(engine.context, study.id, 99);
    const drawn = new Map(
      listDraws(db, study.id, getStudy(db, study.id).generation).map((one) => [one.itemId, one.ref]),
    );
    const outcomes = new Set<boolean>();
    for (const ref of [next!, ...hers]) {
      const { status, body } = await submit(ada, batch, ref, { kind: 'score', value: 4 });
      const isDrawn = drawn.has(itemOf(ref));
      outcomes.add(isDrawn);
      expect([status, body.isDrawnOut, body.item.state]).toEqual([
        200,
        isDrawn ? undefined : true,
        'labeled',
      ]);
      expect(body.ref).toBe(drawn.get(itemOf(ref)) ?? ref);
      if (body.next !== null) expect([...drawn.values()]).toContain(body.next);
    }
    expect(outcomes).toEqual(new Set([true, false]));
    expect(db.prepare('SELECT COUNT(*) FROM label').pluck().get()).toBe(hers.length + 2);
    const kept = [next!, ...hers].filter((ref) => drawn.has(itemOf(ref)));
    expect((await engine.client.team.get({ studyId: study.id })).counts).toMatchObject({
      labeled: kept.length,
    });
    // All of her work is done work.
    const own = await open(ada);
    expect([own.done, (await ada.call<{ labeled: number }>('visit/progress')).body.labeled]).toEqual([
      hers.length + 1,
      hers.length + 1,
    ]);
    expect((await submit(ben, (await open(ben)).batch, hers[0]!)).status).toBe(404);
  },
);

test.each([true, false])(
  'a pair of a ranking is drawn anew with all that share its pages, and answers are kept; on pages: %s',
  async (onePage) => {
    const { engine, db, pairs } = await rankingOfThree(8, { onePage });
    const portal = await openPortal(engine);
    const { path } = await engine.client.invitation.create({ studyId: pairs[0]!.id, name: 'Ada' });
    const ada = await portal.guest(path.slice('/#'.length));
    const { batch } = await open(ada);
    const hers = await ahead(ada, batch);
    const items = () =>
      db
        .prepare(
          `SELECT COUNT(DISTINCT item_id) FROM draw JOIN study ON study.id = study_id
           WHERE study.generation = draw.generation`,
        )
        .pluck()
        .get() as number;
    const before = items();
    await engine.client.sample.redraw({ studyId: pairs[1]!.id, seed: 41 });
    const redraws = await Promise.all(
      pairs.map(async ({ id }) => (await engine.client.study.get({ studyId: id })).redraws),
    );
    expect(redraws).toEqual(onePage ? [1, 1, 1] : [0, 1, 0]);
    // Three orders by one seed need about as many pages as the three before.
    if (onePage) expect(items()).toBeLessThan(1.3 * before);
    const outcomes = new Set<true | undefined>();
    for (const ref of hers) {
      const { body: item } = await ada.call<LabelItem>('label/item', { batch, ref });
      const answer = onePage
        ? { kind: 'replies', values: item.page!.map(() => 3) }
        : { kind: 'pair', values: [3, 2] };
      const { status, body } = await submit(ada, batch, ref, answer);
      outcomes.add(body.isDrawnOut);
      expect([status, body.item?.state]).toEqual([200, 'labeled']);
    }
    expect(outcomes).toContain(true);
    const stored = db
      .prepare('SELECT COUNT(*) FROM (SELECT DISTINCT study_id, item_id FROM label)')
      .pluck()
      .get();
    expect(stored).toBe(hers.length);
    expect((await open(ada)).done).toBe(hers.length);
    expect([checkStudies(db), checkBindings(db).faults]).toEqual([[], []]);
  },
);

test('who is paid by a number of items does no more of them because of a redraw', async () => {
  const completion = { items: 6, code: 'DONE' };
  const { engine, study, guestNamed } = await studyWithGold({ completion }, 0);
  const ada = await guestNamed('Ada');
  const { batch, ...first } = await open(ada);
  let next = first.next;
  for (let answers = 0; next !== null; answers += 1) {
    if (answers === 4) redrawBatch(engine.context, study.id, 99);
    next = (await submit(ada, batch, next)).body.next;
  }
  const { db } = engine.context.session.project!;
  expect(db.prepare('SELECT COUNT(*) FROM label').pluck().get()).toBe(6);
  expect(await open(ada)).toMatchObject({ done: 6, next: null, completion: { code: 'DONE' } });
});
