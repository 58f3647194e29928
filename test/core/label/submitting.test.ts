import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { sessionOfPairs } from '../../../core/labeling/session/labeling-session.ts';
import { stepsOf } from '../../../core/labeling/session/undo-stacks.ts';
import type { AppEvent, LabelAnswer } from '../../../shared/contract/index.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';
import { rankingOfThree } from '../support/two-systems.ts';

const score = (value: number): LabelAnswer => ({ kind: 'score', value });

/** A study as somebody labels it, with its rows and what is told to pages. */
async function opened(size: number) {
  const { engine, study } = await ratedStudy(size);
  const { client, context } = engine;
  const { db } = context.session.project!;
  const { batch, items } = await client.label.open({ studyId: study.id });
  const told: AppEvent[] = [];
  context.events.listen((event) => told.push(event));
  return {
    ...{ engine, client, db, batch, told, studyId: study.id, refs: items.map(({ ref }) => ref) },
    marks: () =>
      db
        .prepare('SELECT later_rank, later_after, flagged, note, draft FROM item_mark ORDER BY item_id')
        .raw()
        .all(),
    /** What was told since the last time, but for what labels themselves tell. */
    newlyTold: (type: AppEvent['type']) => told.splice(0).filter((event) => event.type === type),
  };
}

describe('an answer', () => {
  test('ends what was half written and what was put off, and leaves flags and notes', async () => {
    const { engine, client, batch, refs, marks } = await opened(5);
    await submit(engine, batch, refs[0]!, score(3));
    expect(marks()).toEqual([]);
    const at = (i: number) => ({ batch, ref: refs[i]! });
    await client.label.draft({ ...at(1), draft: '4' });
    await submit(engine, batch, refs[1]!, score(3));
    expect(marks()).toEqual([[null, 0, 0, '', null]]);
    await client.label.later({ ...at(2), later: true });
    await submit(engine, batch, refs[2]!, score(3));
    expect(marks().at(-1)).toEqual([null, 0, 0, '', null]);
    await client.label.flag({ ...at(3), flagged: true });
    await client.label.note({ ...at(3), note: 'odd' });
    await client.label.later({ ...at(3), later: true });
    await client.label.draft({ ...at(3), draft: '2' });
    await submit(engine, batch, refs[3]!, score(3));
    expect(marks()).toContainEqual([null, 0, 1, 'odd', null]);
    expect(marks()).toHaveLength(3);
  });

  test('keeps under which guidelines it was given, once, and none where there are none', async () => {
    const { engine, client, db, batch, refs, studyId } = await opened(4);
    const kept = () =>
      db
        .prepare(
          'SELECT text FROM label_guidelines JOIN guidelines_text USING (version) ORDER BY label_guidelines.label_id',
        )
        .pluck()
        .all();
    await submit(engine, batch, refs[0]!, score(3));
    await client.study.edit({ studyId, guidelines: ' \n ' });
    await submit(engine, batch, refs[1]!, score(3));
    expect(kept()).toEqual([]);
    await client.study.edit({ studyId, guidelines: 'Be strict.' });
    const sent = {
      ...{ batch, ref: refs[2]!, answer: score(3), durationMs: 1, estimateVisible: false },
      clientKey: 'sent-twice-over',
    };
    await client.label.submit(sent);
    await client.study.edit({ studyId, guidelines: 'Be kind.' });
    await client.label.submit(sent);
    expect(kept()).toEqual(['Be strict.']);
    expect(db.prepare('SELECT text FROM guidelines_text').pluck().all()).toEqual(['Be strict.']);
    await submit(engine, batch, refs[3]!, score(3));
    expect(kept()).toEqual(['Be strict.', 'Be kind.']);
  });

  test('is told as a new estimate; in practice how far the round is, and no estimate', async () => {
    const { engine, client, batch, refs, studyId, newlyTold, told } = await opened(3);
    await submit(engine, batch, refs[0]!, score(3));
    expect(newlyTold('estimate.changed')).toEqual([{ type: 'estimate.changed', studyId }]);
    const other = await ratedStudy(2);
    await other.engine.client.practice.start({ studyId: other.study.id, items: 2 });
    const round = await other.engine.client.label.open({ studyId: other.study.id });
    const ofRound: string[] = [];
    other.engine.context.events.listen(({ type }) => ofRound.push(type));
    await submit(other.engine, round.batch, round.items[0]!.ref, score(3));
    expect(ofRound).toContain('study.changed');
    expect(ofRound).not.toContain('estimate.changed');
    ofRound.length = 0;
    await submit(other.engine, round.batch, round.items[1]!.ref, score(3));
    expect(ofRound).toEqual(['study.changed']);
    told.length = 0;
    await client.label.undo({ batch });
    expect(newlyTold('estimate.changed')).toHaveLength(1);
  });
});

test('the last answer of a study tells pages that wait, and no other does', async () => {
  const { engine, batch, refs, studyId, newlyTold } = await opened(2);
  await submit(engine, batch, refs[0]!, score(3));
  expect(newlyTold('study.changed')).toEqual([]);
  await submit(engine, batch, refs[1]!, score(3));
  expect(newlyTold('study.changed')).toEqual([{ type: 'study.changed', studyId }]);
});

describe('a mark', () => {
  test('is a flag, a note, a draft until it is empty, or a rank among what was put off', async () => {
    const { engine, client, db, batch, refs, studyId, marks, newlyTold } = await opened(4);
    await submit(engine, batch, refs[3]!, score(3));
    await submit(engine, batch, refs[3]!, score(4));
    const [a, b] = refs.map((ref) => ({ batch, ref }));
    expect(await client.label.draft({ ...a!, draft: '3' })).toHaveProperty('version');
    const ofItem = (ref: string) =>
      db
        .prepare(
          `SELECT later_rank, later_after, flagged, note, draft FROM item_mark
           WHERE item_id = (SELECT item_id FROM draw WHERE ref = ?)`,
        )
        .raw()
        .get(ref);
    expect(ofItem(a!.ref)).toEqual([null, 0, 0, '', '3']);
    await client.label.draft({ ...a!, draft: '' });
    expect(ofItem(a!.ref)).toEqual([null, 0, 0, '', null]);
    newlyTold('study.changed');
    await client.label.flag({ ...a!, flagged: true });
    expect(newlyTold('study.changed')).toEqual([]);
    await client.label.later({ ...a!, later: true });
    // The estimate waits for it: screens say that it was put off.
    expect(newlyTold('study.changed')).toEqual([{ type: 'study.changed', studyId }]);
    await client.label.later({ ...b!, later: true });
    expect([ofItem(a!.ref), ofItem(b!.ref)]).toEqual([
      [1, 2, 1, '', null],
      [2, 2, 0, '', null],
    ]);
    await client.label.later({ ...a!, later: false });
    await client.label.note({ ...a!, note: 'odd' });
    expect(ofItem(a!.ref)).toEqual([null, 0, 1, 'odd', null]);
    await client.label.flag({ ...a!, flagged: false });
    expect(ofItem(a!.ref)).toEqual([null, 0, 0, 'odd', null]);
    expect(marks()).toHaveLength(2);
  });

  test('of a page is kept with each of its pairs, and ends in each', async () => {
    const { engine, db, rankingId } = await rankingOfThree(4);
    const { batch, items } = await engine.client.label.open({ rankingId });
    const { ref } = items[0]!;
    const drawn = db
      .prepare('SELECT COUNT(*) FROM draw WHERE item_id = (SELECT item_id FROM draw WHERE ref = ?)')
      .pluck()
      .get(ref) as number;
    expect(drawn).toBeGreaterThan(1);
    const drafts = () => db.prepare('SELECT draft FROM item_mark').pluck().all();
    await engine.client.label.draft({ batch, ref, draft: '[3]' });
    expect(drafts()).toEqual(Array.from({ length: drawn }, () => '[3]'));
    await submit(engine, batch, ref, { kind: 'skip', reason: 'cut off' });
    expect(drafts()).toEqual(Array.from({ length: drawn }, () => null));
  });
});

describe('a step back', () => {
  const rows = ({ context }: Engine) =>
    context.session
      .project!.db.prepare('SELECT operation, kind, value, refers_to, duration_ms FROM label ORDER BY id')
      .raw()
      .all();

  test('writes what held before, or that nothing does, and refers to what it takes back', async () => {
    const { engine, client, batch, refs } = await opened(3);
    await submit(engine, batch, refs[0]!, score(2));
    await submit(engine, batch, refs[0]!, score(5));
    const able: boolean[][] = [];
    for (const step of ['undo', 'undo', 'redo', 'redo'] as const) {
      const { undoable, redoable } = await client.label[step]({ batch });
      able.push([undoable, redoable]);
    }
    expect(able).toEqual([
      [true, true],
      [false, true],
      [true, true],
      [true, false],
    ]);
    const shown = rows(engine);
    const [first, second] = [1, 2];
    expect(shown).toEqual([
      ['submit', 'score', 2, null, 1000],
      ['submit', 'score', 5, null, 1000],
      ['undo', 'score', 2, second, 0],
      ['undo', 'clear', null, first, 0],
      ['redo', 'score', 2, first, 0],
      ['redo', 'score', 5, second, 0],
    ]);
    await expect(client.label.redo({ batch })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'There is nothing to redo in this batch.',
      data: { remedy: 'Labels of items that left the batch are kept. Go on with the items it has.' },
    });
  });

  test('is known in a transaction as it is outside, of pages too', async () => {
    const { engine, db, rankingId } = await rankingOfThree(4);
    const { client, context } = engine;
    const { batch, items } = await client.label.open({ rankingId });
    const steps = () => {
      const known = stepsOf(context, sessionOfPairs(context, rankingId, 1));
      // Inside a transaction nothing is taken from memory.
      expect(db.transaction(() => stepsOf(context, sessionOfPairs(context, rankingId, 1)))()).toEqual(known);
      return [known.undo, known.redo].map((step) =>
        step === null ? null : db.prepare('SELECT item_id FROM label WHERE id = ?').pluck().get(step.id),
      );
    };
    const itemOf = (i: number) =>
      db.prepare('SELECT item_id FROM draw WHERE ref = ?').pluck().get(items[i]!.ref);
    const skip: LabelAnswer = { kind: 'skip', reason: 'cut off' };
    expect(steps()).toEqual([null, null]);
    await submit(engine, batch, items[0]!.ref, skip);
    expect(steps()).toEqual([itemOf(0), null]);
    await submit(engine, batch, items[1]!.ref, skip);
    expect(steps()).toEqual([itemOf(1), null]);
    await client.label.undo({ batch });
    expect(steps()).toEqual([itemOf(0), itemOf(1)]);
    await client.label.undo({ batch });
    expect(steps()).toEqual([null, itemOf(0)]);
    await client.label.redo({ batch });
    expect(steps()).toEqual([itemOf(0), itemOf(1)]);
    await submit(engine, batch, items[2]!.ref, skip);
    expect(steps()).toEqual([itemOf(2), null]);
  });
});

describe('two windows of one person', () => {
  const windows = async () => {
    const made = await opened(4);
    const { client, batch, refs } = made;
    const send = (value: number, version: string, clientKey: string) =>
      client.label.submit({
        ...{ batch, ref: refs[0]!, answer: score(value), version, clientKey },
        ...{ durationMs: 5, estimateVisible: false },
      });
    const shown = () => client.label.item({ batch, ref: refs[0]! });
    return { ...made, send, shown };
  };

  test('the later answer is refused with both values, and can be given on top of what is shown now', async () => {
    const { send, shown } = await windows();
    const { version } = await shown();
    await send(2, version, 'first-window-1');
    const refused = await send(5, version, 'second-window-1').catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      data: {
        stale: {
          version: (await shown()).version,
          changed: [{ field: 'answer', stored: score(2), yours: score(5) }],
        },
      },
    });
    expect((await shown()).current).toEqual(score(2));
    await send(5, (await shown()).version, 'second-window-1');
    expect((await shown()).current).toEqual(score(5));
  });

  test('the same answer, and the same submission sent again, are no conflict', async () => {
    const { send, shown, db } = await windows();
    const { version } = await shown();
    await send(2, version, 'first-window-1');
    await send(2, version, 'first-window-1');
    await send(2, version, 'second-window-1');
    expect((await shown()).current).toEqual(score(2));
    expect(db.prepare('SELECT COUNT(*) FROM label WHERE value <> 2').pluck().get()).toBe(0);
    await send(5, (await shown()).version, 'second-window-2');
    await send(2, version, 'first-window-1');
    expect((await shown()).current).toEqual(score(5));
  });

  test('an answer that was taken back meanwhile is a conflict, too', async () => {
    const { client, batch, send, shown } = await windows();
    await send(2, (await shown()).version, 'first-window-1');
    const { version } = await shown();
    await client.label.undo({ batch });
    await expect(send(4, version, 'second-window-1')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('a note or draft over another is a conflict, a flag is none, and an empty draft is none any more', async () => {
    const { client, batch, refs, shown } = await windows();
    const at = { batch, ref: refs[0]! };
    const { version } = await shown();
    const noted = await client.label.note({ ...at, note: 'odd', version });
    expect(noted).toMatchObject({ item: { hasNote: true }, version: (await shown()).version });
    const conflict = (field: string) => ({
      data: { stale: { changed: [expect.objectContaining({ field })] } },
    });
    await expect(client.label.note({ ...at, note: 'even', version })).rejects.toMatchObject(conflict('note'));
    await client.label.draft({ ...at, draft: '4', version });
    await expect(client.label.draft({ ...at, draft: '5', version })).rejects.toMatchObject(conflict('draft'));
    const flagged = await client.label.flag({ ...at, flagged: true });
    expect(flagged.item).toMatchObject({ hasNote: true, flagged: true });
    expect(await shown()).toMatchObject({ note: 'odd', draft: '4', flagged: true });
    await client.label.draft({ ...at, draft: '' });
    expect((await shown()).draft).toBeNull();
  });

  test('a submission tells the version of what it stored, for a page that stays at the item', async () => {
    const { send, shown } = await windows();
    const { version } = await send(2, (await shown()).version, 'first-window-1');
    expect(version).toBe((await shown()).version);
  });
});
