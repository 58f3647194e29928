import { describe, expect, test } from 'vitest';
import { listAudit } from '../../db/audit.ts';
import { currentLabels, labelersOf } from '../../db/labels.ts';
import { hasLabels } from '../../db/study-fields.ts';
import { ratedStudy, submit } from './support/test-engine.ts';

describe('labeling', () => {
  test('walks the batch in draw order, skips stay out of the way, put-off items come last', async () => {
    const { engine, study } = await ratedStudy(5);
    const batch = await engine.client.label.open({ studyId: study.id });
    expect(batch.items).toHaveLength(5);
    expect(batch.title).toBe('5 items');
    expect(batch.sideBySide).toBe(false);
    expect(batch).toMatchObject({ undoable: false, redoable: false, next: batch.items[0]!.ref });
    const [first, second, third, fourth, fifth] = batch.items.map(({ ref }) => ref) as string[];
    expect(batch.next).toBe(first);
    expect((await submit(engine, batch.batch, first!, { kind: 'score', value: 4 })).next).toBe(second);
    expect(await engine.client.label.item({ batch: batch.batch, ref: second! })).toMatchObject({
      ...{ ref: second, position: 2, replies: [{ prompt: '', text: expect.stringContaining('It is') }] },
      ...{ rightReplies: null, passage: expect.stringContaining('is written here'), current: null },
    });
    const later = await engine.client.label.later({ batch: batch.batch, ref: second!, later: true });
    expect(later.item.state).toBe('later');
    expect(later.next).toBe(third);
    const skipped = await submit(engine, batch.batch, third!, { kind: 'skip', reason: 'cut off' });
    expect(skipped.item.state).toBe('skipped');
    await submit(engine, batch.batch, fourth!, { kind: 'score', value: 1 });
    expect((await submit(engine, batch.batch, fifth!, { kind: 'score', value: 5 })).next).toBe(second);
    expect((await submit(engine, batch.batch, second!, { kind: 'score', value: 2 })).next).toBeNull();
  });

  test('undo and redo write new rows and walk across submissions', async () => {
    const { engine, study } = await ratedStudy(4);
    const { batch, items } = await engine.client.label.open({ studyId: study.id });
    const [a, b] = items.map(({ ref }) => ref) as string[];
    await submit(engine, batch, a!, { kind: 'score', value: 2 });
    await submit(engine, batch, a!, { kind: 'score', value: 3 });
    await submit(engine, batch, b!, { kind: 'score', value: 4 });
    const undone = await engine.client.label.undo({ batch });
    expect(undone.ref).toBe(b);
    expect(undone.item.state).toBe('open');
    await engine.client.label.undo({ batch });
    expect((await engine.client.label.item({ batch, ref: a! })).current).toEqual({ kind: 'score', value: 2 });
    const last = await engine.client.label.undo({ batch });
    expect(last).toMatchObject({ ref: a, undoable: false, redoable: true });
    await expect(engine.client.label.undo({ batch })).rejects.toMatchObject({ code: 'CONFLICT' });
    await engine.client.label.redo({ batch });
    await engine.client.label.redo({ batch });
    await engine.client.label.redo({ batch });
    expect((await engine.client.label.item({ batch, ref: a! })).current).toEqual({ kind: 'score', value: 3 });
    expect((await engine.client.label.item({ batch, ref: b! })).current).toEqual({ kind: 'score', value: 4 });
    await engine.client.label.undo({ batch });
    const fresh = await submit(engine, batch, b!, { kind: 'score', value: 1 });
    expect(fresh.redoable).toBe(false);
    const { db } = engine.context.session.project!;
    expect(db.prepare('SELECT COUNT(*) AS n FROM label').get()).toEqual({ n: 11 });
    expect(() => db.exec('UPDATE label SET value = 5')).toThrow(/append-only/);
    expect(() => db.exec('DELETE FROM label')).toThrow(/append-only/);
  });

  test('undo and redo step over labels of items that a new draw left out, and never lose them', async () => {
    const { engine, study } = await ratedStudy(20);
    const { batch, items } = await engine.client.label.open({ studyId: study.id });
    const { db } = engine.context.session.project!;
    const itemOf = (ref: string) =>
      db.prepare('SELECT item_id FROM draw WHERE generation = 1 AND ref = ?').pluck().get(ref) as number;
    for (const { ref } of items) await submit(engine, batch, ref, { kind: 'score', value: 4 });
    const takenBack = itemOf((await engine.client.label.undo({ batch })).ref);
    const isDrawn = () =>
      db
        .prepare(
          'SELECT 1 FROM draw JOIN study ON study.id = study_id AND study.generation = draw.generation WHERE item_id = ?',
        )
        .get(takenBack) !== undefined;
    let seed = 1;
    const redrawUntil = async (drawn: boolean) => {
      for (const last = seed + 100; seed < last; ) {
        await engine.client.sample.redraw({ studyId: study.id, seed: seed++ });
        if (isDrawn() === drawn) return;
      }
      throw new Error(`In 100 draws the item was ${drawn ? 'never' : 'always'} drawn.`);
    };
    await redrawUntil(false);

    const redrawn = await engine.client.label.open({ studyId: study.id });
    const kept = redrawn.items.filter(({ state }) => state === 'labeled').map(({ ref }) => ref);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.length).toBeLessThan(19);
    expect(redrawn).toMatchObject({ undoable: true, redoable: false });
    const before = db.prepare('SELECT COUNT(*) FROM label').pluck().get();
    await expect(engine.client.label.redo({ batch })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { remedy: expect.stringContaining('kept') },
    });
    expect(db.prepare('SELECT COUNT(*) FROM label').pluck().get()).toBe(before);

    const undone: string[] = [];
    for (let change = { undoable: true }; change.undoable; ) {
      const step = await engine.client.label.undo({ batch });
      undone.push(step.ref);
      change = step;
    }
    expect(undone.toSorted()).toEqual(kept.toSorted());
    await expect(engine.client.label.undo({ batch })).rejects.toMatchObject({ code: 'CONFLICT' });
    const current = db
      .prepare(
        'SELECT COUNT(DISTINCT item_id) FROM label l WHERE kind = ? AND id = (SELECT MAX(id) FROM label WHERE item_id = l.item_id)',
      )
      .pluck();
    expect(current.get('score')).toBe(19 - kept.length);
    for (const ref of undone.toReversed()) {
      expect((await engine.client.label.redo({ batch })).ref).toBe(ref);
    }

    await redrawUntil(true);
    const back = await engine.client.label.open({ studyId: study.id });
    expect(back.redoable).toBe(true);
    await engine.client.label.redo({ batch });
    expect(current.get('score')).toBe(20);
  });

  test('the same submission twice stores one label', async () => {
    const { engine, study } = await ratedStudy(2);
    const { batch, next } = await engine.client.label.open({ studyId: study.id });
    const once = {
      batch,
      ref: next!,
      answer: { kind: 'score' as const, value: 3 },
      durationMs: 5,
      estimateVisible: false,
      clientKey: 'the-same-key-twice',
    };
    await engine.client.label.submit(once);
    await engine.client.label.submit(once);
    const { db } = engine.context.session.project!;
    expect(db.prepare('SELECT COUNT(*) AS n FROM label').get()).toEqual({ n: 1 });
  });

  test('refuses a score outside the scale and an answer of the wrong kind, and stores nothing', async () => {
    const { engine, study } = await ratedStudy(2);
    const { batch, next } = await engine.client.label.open({ studyId: study.id });
    const call = (answer: Parameters<typeof engine.client.label.submit>[0]['answer']) =>
      engine.client.label.submit({
        batch,
        ref: next!,
        answer,
        durationMs: 0,
        estimateVisible: false,
        clientKey: 'refused-label',
      });
    await expect(call({ kind: 'score', value: 6 })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      data: { field: 'value' },
    });
    await expect(call({ kind: 'answer', answers: ['text'] })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    const { db } = engine.context.session.project!;
    expect(db.prepare('SELECT COUNT(*) AS n FROM label').get()).toEqual({ n: 0 });
  });

  test('a label keeps how long it took and whether the estimate was in sight', async () => {
    const { engine, study } = await ratedStudy(2);
    const { batch, items } = await engine.client.label.open({ studyId: study.id });
    for (const [i, { ref }] of items.entries()) {
      const answer = { kind: 'score' as const, value: 2 + i };
      const said = { durationMs: 1234 + i, estimateVisible: i === 1, clientKey: `label-in-sight-${i}` };
      await engine.client.label.submit({ batch, ref, answer, ...said });
    }
    const { db } = engine.context.session.project!;
    expect(
      db.prepare('SELECT value, duration_ms, estimate_visible FROM label ORDER BY id').raw().all(),
    ).toEqual([
      [2, 1234, 0],
      [3, 1235, 1],
    ]);
  });

  test.each([0, 0.99, 5.01, 5.5])('%d is no label on a scale from 1 to 5', async (value) => {
    const { engine, study } = await ratedStudy(1);
    const { batch, next, title } = await engine.client.label.open({ studyId: study.id });
    expect(title).toBe('1 item');
    const given = submit(engine, batch, next!, { kind: 'score', value });
    await expect(given).rejects.toMatchObject({ code: 'INVALID_INPUT', data: { field: 'value' } });
    const { db } = engine.context.session.project!;
    expect(db.prepare('SELECT COUNT(*) FROM label').pluck().get()).toBe(0);
  });

  test('both ends of the scale, and what lies between, are labels', async () => {
    const { engine, study } = await ratedStudy(3);
    const { batch, items } = await engine.client.label.open({ studyId: study.id });
    for (const [i, value] of [1, 5, 4.5].entries()) {
      await submit(engine, batch, items[i]!.ref, { kind: 'score', value });
      expect((await engine.client.label.item({ batch, ref: items[i]!.ref })).current).toEqual({
        kind: 'score',
        value,
      });
    }
  });

  test('an answer to an item of an earlier draw is kept, with its draft and note, and counts where the new draw has it', async () => {
    const { engine, study } = await ratedStudy(6);
    const { label } = engine.client;
    const { batch, items } = await label.open({ studyId: study.id });
    await engine.client.sample.redraw({ studyId: study.id, seed: 12 });
    const { db } = engine.context.session.project!;
    const drawnNow = db
      .prepare(
        `SELECT present.ref FROM draw JOIN draw AS present USING (study_id, item_id)
         WHERE draw.ref = ? AND draw.generation = 1 AND present.generation = 2`,
      )
      .pluck();
    for (const { ref } of items) {
      const present = drawnNow.get(ref);
      await label.draft({ batch, ref, draft: 'half' });
      const noted = await label.note({ batch, ref, note: 'odd' });
      expect(await label.item({ batch, ref })).toMatchObject({ ref, draft: 'half', note: 'odd' });
      const late = await submit(engine, batch, ref, { kind: 'score', value: 3 });
      expect([noted.isDrawnOut, late.isDrawnOut]).toEqual(present ? [undefined, undefined] : [true, true]);
      expect(late.item).toEqual({ ref: present ?? ref, state: 'labeled', flagged: false, hasNote: true });
    }
    expect(db.prepare('SELECT COUNT(*) FROM label').pluck().get()).toBe(6);
    const again = items.filter(({ ref }) => drawnNow.get(ref)).length;
    expect(again).toBeLessThan(6);
    expect((await engine.client.study.get({ studyId: study.id })).counts.labeled).toBe(again);
    await expect(submit(engine, batch, 'never', { kind: 'score', value: 3 })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      data: { field: 'ref' },
    });
  });

  test('an item that is drawn again is labeled once, where it first stands', async () => {
    const { engine, study } = await ratedStudy(40, { count: 20, preset: 'humcoe' });
    const { rows } = await engine.client.sample.list({ studyId: study.id });
    const drawn = rows.map(({ itemId }) => itemId);
    const first = drawn.filter((itemId, i) => drawn.indexOf(itemId) === i);
    // The order of first places is another one than that of the last.
    expect(first).not.toEqual(drawn.filter((itemId, i) => drawn.lastIndexOf(itemId) === i));
    const { batch, items, next } = await engine.client.label.open({ studyId: study.id });
    const { db } = engine.context.session.project!;
    const itemOf = db.prepare('SELECT DISTINCT item_id FROM draw WHERE ref = ?').pluck();
    expect(items.map(({ ref }) => itemOf.get(ref))).toEqual(first);
    expect(next).toBe(items[0]!.ref);
    for (const [i, { ref }] of items.entries()) {
      expect((await engine.client.label.item({ batch, ref })).position).toBe(i + 1);
    }
  });

  test('drafts, notes and flags stay with their annotator; a label ends the draft', async () => {
    const { engine, study } = await ratedStudy(2);
    await engine.client.annotator.choose({ name: 'Ada' });
    const { batch, next } = await engine.client.label.open({ studyId: study.id });
    const at = { batch, ref: next! };
    await engine.client.label.draft({ ...at, draft: 'half a thought' });
    await engine.client.label.note({ ...at, note: 'odd wording' });
    await engine.client.label.flag({ ...at, flagged: true });
    expect(await engine.client.label.item(at)).toMatchObject({
      draft: 'half a thought',
      note: 'odd wording',
      flagged: true,
    });
    await submit(engine, batch, next!, { kind: 'score', value: 2 });
    expect(await engine.client.label.item(at)).toMatchObject({ draft: null, note: 'odd wording' });
    await engine.client.annotator.choose({ name: 'Ben' });
    const bens = await engine.client.label.open({ studyId: study.id });
    expect(await engine.client.label.item({ ...at, batch: bens.batch })).toMatchObject({
      draft: null,
      note: '',
      flagged: false,
      current: null,
    });
    expect((await engine.client.label.open({ studyId: study.id })).next).toBe(next);
  });

  test('a later study that asks the same uses the labels that are there', async () => {
    const { engine, study, datasetId } = await ratedStudy(80);
    const { batch, items } = await engine.client.label.open({ studyId: study.id });
    for (const { ref } of items.slice(0, 40)) await submit(engine, batch, ref, { kind: 'score', value: 3 });
    const again = await engine.client.study.create({
      datasetId,
      system: 'secretive',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'none' },
      preset: 'uniform',
      size: 80,
    });
    expect(again.labeled).toBe(40);
    const { db } = engine.context.session.project!;
    const { item_id: itemId } = db.prepare('SELECT item_id FROM label LIMIT 1').get() as { item_id: number };
    const key = db.prepare('SELECT system_id, criterion_id, instrument FROM label LIMIT 1').get() as {
      system_id: number;
      criterion_id: number;
      instrument: string;
    };
    const stored = currentLabels(db, {
      itemId,
      systemId: key.system_id,
      criterionId: key.criterion_id,
      instrument: key.instrument,
    });
    expect(stored).toHaveLength(1);
  });

  test('a study made after another was removed takes nothing for its own that was said or done under that one', async () => {
    const { engine, study, datasetId } = await ratedStudy(4);
    const { client } = engine;
    const asked = {
      datasetId,
      system: 'secretive',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
      seed: 11,
      size: 4,
    } as const;
    const removed = await client.label.open({ studyId: study.id });
    for (const { ref } of removed.items.slice(0, 3)) {
      await submit(engine, removed.batch, ref, { kind: 'score', value: 4 });
    }
    await client.label.undo({ batch: removed.batch });
    await client.study.remove({ studyId: study.id });
    const again = await client.study.create(asked);
    expect(again.id).toBe(study.id + 1);
    const { db } = engine.context.session.project!;
    expect(listAudit(db, again.id).map(({ action }) => action)).toEqual(['study.create']);
    expect([labelersOf(db, again.id), hasLabels(db, again.id)]).toEqual([[], false]);
    const { batch, items, ...opened } = await client.label.open({ studyId: again.id });
    expect(items.map(({ state }) => state)).toEqual(['labeled', 'labeled', 'open', 'open']);
    expect(opened).toMatchObject({ undoable: false, redoable: false });
    for (const step of ['undo', 'redo'] as const) {
      await expect(client.label[step]({ batch })).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    // Also where the removed one was never labeled, and none is left.
    await client.study.remove({ studyId: again.id });
    expect((await client.study.create(asked)).id).toBe(study.id + 2);
  });

  test('a label of an item that a study did not draw, given for another study, counts for that one alone', async () => {
    const { engine, study, datasetId } = await ratedStudy(20);
    const other = await engine.client.study.create({
      datasetId,
      system: 'secretive',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
      seed: 12,
      size: 20,
    });
    const { db } = engine.context.session.project!;
    const drawn = (studyId: number) =>
      new Set(db.prepare('SELECT item_id FROM draw WHERE study_id = ?').pluck().all(studyId) as number[]);
    const outside = [...drawn(other.id)].filter((itemId) => !drawn(study.id).has(itemId));
    expect(outside.length).toBeGreaterThan(0);
    // Looked at before, so that what comes is told to estimates that are kept.
    const labeled = async () => (await engine.client.study.list({})).map(({ counts }) => counts.labeled);
    expect(await labeled()).toEqual([0, 0]);
    const { batch, items } = await engine.client.label.open({ studyId: other.id });
    const refs = db.prepare('SELECT ref FROM draw WHERE study_id = ? AND item_id = ?').pluck();
    const ref = refs.get(other.id, outside[0]) as string;
    expect(items.map((item) => item.ref)).toContain(ref);
    await submit(engine, batch, ref, { kind: 'score', value: 3 });
    const inOrder = (await engine.client.study.list({})).map(({ id }) => (id === other.id ? 1 : 0));
    expect(await labeled()).toEqual(inOrder);
  });
});
