import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { batchOfAnnotator } from '../../../core/labeling/assignment/batch-key.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { dealerOf } from '../../../core/labeling/session/dealing.ts';
import { labelingSessionOf, sessionOfPairs } from '../../../core/labeling/session/labeling-session.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { listAssignments } from '../../../db/assignments.ts';
import { leaseUntil } from '../../../db/dealing.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { QualityPlanSchema } from '../../../shared/contract/quality.ts';
import { all, contentOf, merge, returnedOf } from '../exchange/returned.ts';
import { ratedStudy, submit, temporaryFolder } from '../support/test-engine.ts';
import { rankingOfThree } from '../support/two-systems.ts';

const start = Date.parse('2026-03-01T08:00:00.000Z');
const instant = (minutes: number) => new Date(start + minutes * 60_000).toISOString();
/** Sets the engine's clock to so many minutes after the start. */
const at = ({ context }: Engine, minutes: number) => Object.assign(context, { now: () => instant(minutes) });

/** Two people to whom the items of a study, or of its ranking, are dealt. */
async function dealtToTwo(engine: Engine, studyId: number, more: object = {}): Promise<[number, number]> {
  const ids: number[] = [];
  for (const name of ['Ana', 'Ben']) {
    ids.push((await engine.client.annotator.add({ name })).find((one) => one.name === name)!.id);
  }
  await engine.client.team.set({ studyId, members: ids, deals: true, ...more });
  at(engine, 0);
  return ids as [number, number];
}

const score: LabelAnswer = { kind: 'score', value: 3 };

describe('the next item of a dealt study', () => {
  const dealt = async (size: number) => {
    const { engine, study } = await ratedStudy(size);
    const { db } = engine.context.session.project!;
    const studyId = study.id;
    const [ana, ben] = await dealtToTwo(engine, studyId);
    const open = (annotatorId: number) => engine.client.label.open({ studyId, annotatorId });
    const itemOf = (ref: string) =>
      db.prepare('SELECT item_id FROM draw WHERE ref = ?').pluck().get(ref) as number;
    const held = (annotatorId: number, ref: string) =>
      leaseUntil(db, { studyId, annotatorId, itemId: itemOf(ref) });
    return { engine, db, studyId, ana, ben, open, held, itemOf };
  };

  test('is dealt when the batch is opened, after an answer, and when one is put off', async () => {
    const { engine, db, studyId, ana, open, held } = await dealt(6);
    expect(listAssignments(db, studyId)).toEqual([]);
    const { batch, items, next, title } = await open(ana);
    expect([title, items.map(({ ref }) => ref)]).toEqual(['1 item', [next]]);
    expect(held(ana, next!)).toBe(instant(20));
    const second = await submit(engine, batch, next!, score);
    expect([second.item.state, (await open(ana)).title]).toEqual(['labeled', '2 items']);
    expect(held(ana, second.next!)).toBe(instant(20));
    const third = await engine.client.label.later({ batch, ref: second.next!, later: true });
    expect((await open(ana)).items.map(({ ref, state }) => [ref, state])).toEqual([
      [next, 'labeled'],
      [second.next, 'later'],
      [third.next, 'open'],
    ]);
    // Nothing more is dealt while one is open.
    await engine.client.label.flag({ batch, ref: next!, flagged: true });
    expect((await open(ana)).items).toHaveLength(3);
  });

  test('waits from the last that was done with it: written, flagged, answered, taken back', async () => {
    const { engine, ana, open, held } = await dealt(6);
    const { batch, next } = await open(ana);
    const ref = next!;
    at(engine, 7);
    await engine.client.label.draft({ batch, ref, draft: '3' });
    expect(held(ana, ref)).toBe(instant(27));
    at(engine, 9);
    await engine.client.label.flag({ batch, ref, flagged: true });
    expect(held(ana, ref)).toBe(instant(29));
    at(engine, 11);
    await submit(engine, batch, ref, score);
    expect(held(ana, ref)).toBe(instant(31));
    at(engine, 13);
    await engine.client.label.undo({ batch });
    expect(held(ana, ref)).toBe(instant(33));
  });

  test('waits anew for who comes back to it late, and no longer for who only looks again', async () => {
    const { engine, ana, ben, open, held } = await dealt(6);
    const { next } = await open(ana);
    at(engine, 5);
    await open(ana);
    expect(held(ana, next!)).toBe(instant(20));
    at(engine, 21);
    expect((await open(ana)).next).toBe(next);
    expect(held(ana, next!)).toBe(instant(41));
    at(engine, 22);
    expect((await open(ben)).next).not.toBe(next);
  });

  test('is none that somebody is at, though they put another off', async () => {
    const { engine, ana, ben, open } = await dealt(2);
    const { batch, next } = await open(ana);
    const second = await engine.client.label.later({ batch, ref: next!, later: true });
    expect(second.next).not.toBe(next);
    expect((await open(ben)).next).toBeNull();
    expect((await open(ana)).next).toBe(second.next);
  });

  test('is one whose label was taken back, once it waits for nobody', async () => {
    const { engine, ana, ben, open } = await dealt(6);
    const { batch, next: first } = await open(ana);
    const { next: second } = await submit(engine, batch, first!, score);
    expect(second).not.toBe(first);
    await engine.client.label.undo({ batch });
    at(engine, 21);
    expect((await open(ben)).next).toBe(first);
  });

  test('stands where it stood for whoever has it on screen, also once somebody else has it', async () => {
    const { engine, ana, ben, open } = await dealt(6);
    const { batch, next: first } = await open(ana);
    const { next: second } = await submit(engine, batch, first!, score);
    at(engine, 21);
    expect((await open(ben)).next).toBe(second);
    expect((await open(ana)).items.map(({ ref }) => ref)).not.toContain(second);
    expect(await engine.client.label.item({ batch, ref: second! })).toMatchObject({
      ref: second,
      position: 2,
    });
    const late = await submit(engine, batch, second!, score);
    expect(late.item).toMatchObject({ ref: second, state: 'labeled' });
  });

  test('is the first that lacks a label, however many come before it that others hold or answered', async () => {
    const { engine, db, studyId, ana, ben, open } = await dealt(20);
    const cas = (await engine.client.annotator.add({ name: 'Cas' })).find(({ name }) => name === 'Cas')!.id;
    await engine.client.team.set({ studyId, members: [ana, ben, cas] });
    const hers = await open(ana);
    const { batch, next } = await open(ben);
    let last = next;
    for (let i = 0; i < 12; i++) last = (await submit(engine, batch, last!, score)).next;
    at(engine, 19);
    await engine.client.label.draft({ batch: hers.batch, ref: hers.next!, draft: '3' });
    await engine.client.label.draft({ batch, ref: last!, draft: '3' });
    at(engine, 21);
    const order = (ref: string) => db.prepare('SELECT draw_order FROM draw WHERE ref = ?').pluck().get(ref);
    expect([hers.next!, last!, (await open(cas)).next!].map(order)).toEqual([0, 13, 14]);
  });

  test('is one whose answer could not be stored, once it waits for nobody', async () => {
    const { engine, db, ana, ben, open, itemOf } = await dealt(6);
    const { batch, next: first } = await open(ana);
    db.exec(
      `CREATE TEMP TRIGGER full_disk BEFORE INSERT ON main.lease WHEN NEW.item_id <> ${itemOf(first!)}
       BEGIN SELECT RAISE(ROLLBACK, 'database or disk is full'); END`,
    );
    await expect(submit(engine, batch, first!, score)).rejects.toThrow('database or disk is full');
    db.exec('DROP TRIGGER full_disk');
    const his = await open(ben);
    at(engine, 21);
    // His answer takes the number that hers would have had.
    expect((await submit(engine, his.batch, his.next!, score)).next).toBe(first);
  });

  test('is not dealt where items are shared out, nor in a round of practice', async () => {
    const { engine, study } = await ratedStudy(6);
    const { context } = engine;
    const batch = batchOfAnnotator(context, study.id, 1);
    expect(dealerOf(context, labelingSessionOf(context, batch))).toBeUndefined();
    await dealtToTwo(engine, study.id);
    const now = batchOfAnnotator(context, study.id, 2);
    expect(dealerOf(context, labelingSessionOf(context, now))).toBeDefined();
    const inRound = { ...now, study: { ...now.study, practiceRound: 1 } };
    expect(dealerOf(context, labelingSessionOf(context, inRound))).toBeUndefined();
  });
});

describe('a third vote', () => {
  /** Three people who look at each of three items in twos, of whom two have given all the same value. */
  const agreed = async () => {
    const { engine, study } = await ratedStudy(3);
    const studyId = study.id;
    const [ana, ben] = await dealtToTwo(engine, studyId, { overlap: 2, finalRule: 'majority' });
    const cas = (await engine.client.annotator.add({ name: 'Cas' })).find(({ name }) => name === 'Cas')!.id;
    await engine.client.team.set({ studyId, members: [ana, ben, cas] });
    await engine.client.quality.set({ studyId, plan: QualityPlanSchema.parse({ thirdVote: true }) });
    const open = (annotatorId: number) => engine.client.label.open({ studyId, annotatorId });
    const first = (await open(ana)).next!;
    for (const who of [ana, ben]) {
      let { batch, next } = await open(who);
      while (next !== null) ({ next } = await submit(engine, batch, next, score));
    }
    expect((await open(cas)).next).toBeNull();
    return { engine, studyId, ana, ben, cas, open, first };
  };
  const differs: LabelAnswer = { kind: 'score', value: 5 };

  test('is asked for where a correction makes two differ', async () => {
    const { engine, ben, cas, open, first } = await agreed();
    await submit(engine, (await open(ben)).batch, first, differs);
    expect((await open(cas)).next).toBe(first);
  });

  test('that is waited for stands in a report that verifies', async () => {
    const { engine, studyId, ben, open, first } = await agreed();
    await submit(engine, (await open(ben)).batch, first, differs);
    const { content } = await engine.client.report.render({ studyId, format: 'html' });
    const file = path.join(temporaryFolder(), 'report.html');
    writeFileSync(file, content!);
    expect(verifyFile(file).checks.filter(({ agrees }) => !agrees)).toEqual([]);
  });

  test('is asked for in another study of the same labels, too, and an answer that is taken back is missing there', async () => {
    const { engine, studyId, ana, ben, cas, open, first } = await agreed();
    const { datasetId } = await engine.client.study.get({ studyId });
    const other = await engine.client.study.create({
      ...{ datasetId, system: 'secretive', preset: 'calibrated-hardness', seed: 11, size: 3 },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    });
    const team = { members: [ana, ben, cas], overlap: 2, deals: true };
    await engine.client.team.set({ studyId: other.id, ...team, finalRule: 'majority' });
    await engine.client.quality.set({
      studyId: other.id,
      plan: QualityPlanSchema.parse({ thirdVote: true }),
    });
    const there = async (annotatorId: number) =>
      (await engine.client.label.open({ studyId: other.id, annotatorId })).next;
    expect([await there(cas), await there(ana)]).toEqual([null, null]);
    await submit(engine, (await open(ben)).batch, first, differs);
    expect(await there(cas)).not.toBeNull();
    await engine.client.label.undo({ batch: (await open(ana)).batch });
    expect(await there(ana)).not.toBeNull();
  });

  test('is asked for once a rule that asks for none is taken back', async () => {
    const { engine, studyId, ben, cas, open, first } = await agreed();
    await submit(engine, (await open(ben)).batch, first, differs);
    await engine.client.team.set({ studyId, finalRule: 'mean', confirm: true });
    expect((await open(cas)).next).toBeNull();
    await engine.client.team.set({ studyId, finalRule: 'majority', confirm: true });
    expect((await open(cas)).next).toBe(first);
  });

  test('is asked for once a decision is taken back', async () => {
    const { engine, studyId, ana, ben, cas, open, first } = await agreed();
    const { adjudication } = engine.client;
    const { team } = engine.client;
    await submit(engine, (await open(ben)).batch, first, differs);
    const queue = () => adjudication.queue({ studyId });
    expect(await queue()).toMatchObject({ entries: [], differing: 0, awaitingThirdVote: 1 });
    // Nobody is left who could give one.
    await team.set({ studyId, members: [ana, ben] });
    const { entries, as, awaitingThirdVote } = await queue();
    expect([entries.length, awaitingThirdVote]).toEqual([1, 0]);
    expect(await team.get({ studyId })).toMatchObject({ waiting: 0, undecided: 1 });
    await team.set({ studyId, members: [ana, ben, cas] });
    expect(await team.get({ studyId })).toMatchObject({ waiting: 1, undecided: 0 });
    const { itemId, criterionId } = entries[0]!;
    const place = { studyId, as, itemId, criterionId };
    await adjudication.decide({ ...place, answer: score, note: 'so', clientKey: 'decided-first' });
    expect((await open(cas)).next).toBeNull();
    expect(await queue()).toMatchObject({ entries: [{ isDecided: true }], awaitingThirdVote: 0 });
    await adjudication.undo({ ...place, clientKey: 'taken-back-then' });
    expect((await open(cas)).next).toBe(first);
  });

  test('is asked for where what comes back from elsewhere makes two differ', async () => {
    const { engine, studyId, ben, cas, open, first } = await agreed();
    const file = await handOut(engine.context, studyId, { ...all, annotatorId: ben });
    const at = contentOf(file).items.findIndex(({ ref }) => ref === first);
    await merge(engine, returnedOf(file, [[at, differs]], { annotator: 'Ben' }), { take: 'file' });
    expect((await open(cas)).next).toBe(first);
  });
});

describe('the next item of a dealt ranking', () => {
  test('is of a pair that has to be decided, also where one pair alone is dealt', async () => {
    const { engine, db, pairs, rankingId } = await rankingOfThree(5, { onePage: false });
    const [first, second] = pairs.map(({ id }) => id) as [number, number];
    const [ana] = await dealtToTwo(engine, second);
    const { context } = engine;
    expect(dealerOf(context, sessionOfPairs(context, rankingId, ana))).toBeDefined();
    await engine.client.label.open({ rankingId, annotatorId: ana });
    expect(listAssignments(db, second).map(({ annotatorId }) => annotatorId)).toEqual([ana]);
    expect(listAssignments(db, first)).toEqual([]);
    db.exec('DELETE FROM assignment; DELETE FROM lease');
    // No difference of that pair matters.
    db.prepare('INSERT INTO study_goal (study_id, least_difference) VALUES (?, 4)').run(second);
    await engine.client.label.open({ rankingId, annotatorId: ana });
    expect(listAssignments(db, second)).toEqual([]);
  });

  test('waits in its own pair alone where the replies are judged pair by pair', async () => {
    const { engine, db, pairs, rankingId } = await rankingOfThree(5, { onePage: false });
    const [ana] = await dealtToTwo(engine, pairs[0]!.id, { wholeRanking: true });
    const { batch, items, next, annotator } = await engine.client.label.open({ rankingId, annotatorId: ana });
    expect([items.map(({ ref }) => ref), annotator.name]).toEqual([[next], 'Ana']);
    const held = () => db.prepare('SELECT study_id, until FROM lease').raw().all();
    const asked = db.prepare('SELECT study_id FROM draw WHERE ref = ?').pluck().get(next);
    expect(held()).toEqual([[asked, instant(20)]]);
    at(engine, 3);
    await engine.client.label.draft({ batch, ref: next!, draft: '[3, 4]' });
    expect(held()).toEqual([[asked, instant(23)]]);
  });

  test('is a page in all pairs that drew it, given to one at a time', async () => {
    const { engine, db, pairs, rankingId } = await rankingOfThree(4);
    const [ana, ben] = await dealtToTwo(engine, pairs[0]!.id, { wholeRanking: true });
    const open = (annotatorId: number) => engine.client.label.open({ rankingId, annotatorId });
    const hers = await open(ana);
    const his = await open(ben);
    expect([hers.items.length, his.items.length]).toEqual([1, 1]);
    expect(hers.next).not.toBe(his.next);
    const pairsOf = (ref: string, annotatorId: number) => {
      const itemId = db.prepare('SELECT item_id FROM draw WHERE ref = ?').pluck().get(ref) as number;
      const drawn = db.prepare('SELECT study_id FROM draw WHERE item_id = ? ORDER BY 1').pluck().all(itemId);
      const of = (table: string) =>
        db
          .prepare(`SELECT study_id FROM ${table} WHERE item_id = ? AND annotator_id = ? ORDER BY 1`)
          .pluck()
          .all(itemId, annotatorId);
      expect(of('lease')).toEqual(drawn);
      return [of('assignment'), drawn];
    };
    const [assigned, drawn] = pairsOf(hers.next!, ana);
    expect(assigned).toEqual(drawn);
    expect(drawn!.length).toBeGreaterThan(1);
    at(engine, 5);
    await engine.client.label.draft({ batch: hers.batch, ref: hers.next!, draft: '[3]' });
    expect(new Set(db.prepare('SELECT until FROM lease WHERE annotator_id = ?').pluck().all(ana))).toEqual(
      new Set([instant(25)]),
    );
  });

  test('comes back to whom it was dealt to once they answer or mark it late', async () => {
    for (const act of ['submit', 'flag'] as const) {
      const { engine, db, pairs, rankingId } = await rankingOfThree(1);
      const [ana, ben] = await dealtToTwo(engine, pairs[0]!.id, { wholeRanking: true });
      const open = (annotatorId: number) => engine.client.label.open({ rankingId, annotatorId });
      const pages = db.prepare('SELECT COUNT(DISTINCT item_id) FROM draw').pluck().get() as number;
      const hers = await open(ana);
      const ref = hers.next!;
      const { page } = await engine.client.label.item({ batch: hers.batch, ref });
      at(engine, 21);
      // All that is left goes to somebody else, who has more time from then on.
      const his = await open(ben);
      for (let i = 0; i < pages; i++) {
        const { next } = await open(ben);
        if (next !== null) await engine.client.label.later({ batch: his.batch, ref: next, later: true });
      }
      expect((await open(ana)).items).toEqual([]);
      // What she has on her page is hers to look at still.
      expect(await engine.client.label.item({ batch: hers.batch, ref })).toMatchObject({ page });
      const change =
        act === 'submit'
          ? await submit(engine, hers.batch, ref, { kind: 'replies', values: page!.map(() => 3) })
          : await engine.client.label.flag({ batch: hers.batch, ref, flagged: true });
      expect(change.item).toMatchObject(act === 'submit' ? { state: 'labeled' } : { flagged: true });
      expect((await open(ana)).items).toMatchObject([change.item]);
    }
  });
});
