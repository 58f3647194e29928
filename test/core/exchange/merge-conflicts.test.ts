import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import type { BatchFile } from '../../../core/labeling/offline-batches/batch-file.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import { handedBatches } from '../../../core/labeling/offline-batches/handed-batches.ts';
import { labelRows } from '../../../core/report/export/label-rows.ts';
import { listAudit } from '../../../db/audit.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { submit } from '../support/test-engine.ts';
import {
  all,
  contentOf,
  merge,
  preview,
  returnedOf,
  score,
  secondsAfter,
  studyToHandOut,
} from './returned.ts';

const valuesOf = (engine: Engine, studyId: number, annotator = 'Ana') =>
  Object.fromEntries(
    labelRows(engine.context, studyId)
      .filter((row) => row.annotator === annotator)
      .map(({ drawOrder, value }) => [drawOrder, value]),
  );

const lastMerge = (engine: Engine, studyId: number) =>
  listAudit(engine.context.session.project!.db, studyId).findLast(({ action }) => action === 'batch.merge')!
    .details as { conflicts: unknown[]; taken: number; kept: number };

/** Ana labels in the app itself. */
async function labelHere(
  engine: Engine,
  studyId: number,
  file: BatchFile,
  index: number,
  answer: LabelAnswer,
) {
  await engine.client.annotator.choose({ name: 'Ana' });
  const { batch } = await engine.client.label.open({ studyId });
  await submit(engine, batch, contentOf(file).items[index]!.ref, answer);
  return batch;
}

async function handedOut() {
  const made = await studyToHandOut();
  return { ...made, file: await handOut(made.engine.context, made.studyId, all) };
}

describe('a label that is dated when it cannot have been given', () => {
  const days = 86_400;
  test.each([
    ['future', 'in the year 9999', '9999-12-31T23:59:59.000Z'],
    ['future', 'in eleven minutes', 660],
    ['before-hand-out', 'a day before the batch', -days],
    ['before-hand-out', 'eleven minutes before', -660],
  ] as const)('%s: %s waits for a choice', async (reason, _when, at) => {
    const { engine, studyId, file } = await handedOut();
    await merge(engine, returnedOf(file, [[1, score(4)]]));
    const { value } = (await engine.client.estimate.current({ studyId })).estimates[0]!;
    const forged = returnedOf(file, [[0, score(1), at]], { copyId: 'forged-copy' });
    const remedy = expect.stringContaining('--take file or --take project');
    await expect(merge(engine, forged)).rejects.toMatchObject({ code: 'CONFLICT', details: { remedy } });
    expect((await engine.client.estimate.current({ studyId })).estimates[0]!.value).toBe(value);
    const { conflicts, added } = await preview(engine, forged);
    expect(added).toBe(0);
    expect(conflicts).toEqual([
      {
        ref: contentOf(file).items[0]!.ref,
        draw: 1,
        reasons: [reason],
        project: null,
        file: { answer: score(1), at: forged.entries[0]!.at },
        take: null,
      },
    ]);
    expect(await merge(engine, forged, { take: 'project' })).toMatchObject({ taken: 0, kept: 1 });
    expect(lastMerge(engine, studyId)).toMatchObject({ kept: 1, chain: forged.entries[0]!.hash });
    expect(valuesOf(engine, studyId)).toEqual({ 2: 4 });
    expect(await merge(engine, forged, { take: 'file' })).toMatchObject({ taken: 1, kept: 0 });
    expect(valuesOf(engine, studyId)).toEqual({ 1: 1, 2: 4 });
    // A day that has not come is no day on which a label can stand.
    const stored = labelRows(engine.context, studyId)[0]!.labeledAt;
    expect(Date.parse(stored)).toBeLessThanOrEqual(Date.now() + 660_000);
    // What was taken by choice is not asked about again.
    const longer = returnedOf(
      file,
      [
        [0, score(1), at],
        [0, score(2), 0],
      ],
      { copyId: 'forged-copy' },
    );
    expect(await merge(engine, longer)).toMatchObject({ changed: 1, kept: 0 });
  });

  test.each([
    ['future', 660],
    ['before-hand-out', -660],
  ] as const)('%s: also where another answer to the item has a day that fits', async (reason, at) => {
    const { engine, file } = await handedOut();
    const back = returnedOf(file, [
      [0, score(1), at],
      [0, score(2), 0],
    ]);
    expect((await preview(engine, back)).conflicts).toMatchObject([{ reasons: [reason] }]);
  });

  test('clocks that differ by a few minutes are no conflict', async () => {
    const { engine, file } = await handedOut();
    const near = returnedOf(file, [
      [0, score(1), -500],
      [1, score(2), 500],
    ]);
    expect(await merge(engine, near)).toMatchObject({ added: 2, taken: 0, kept: 0 });
  });
});

describe('an answer that would replace a label', () => {
  test.each(['newer', 'older'])('given in the app, %s: both are shown, and the lead chooses', async (age) => {
    const { engine, studyId, file } = await handedOut();
    await labelHere(engine, studyId, file, 0, score(4));
    const back = returnedOf(file, [
      [0, score(1), age === 'newer' ? 300 : -300],
      [1, score(5)],
    ]);
    await expect(merge(engine, back)).rejects.toThrow('1 answer is in conflict');
    expect(valuesOf(engine, studyId)).toEqual({ 1: 4 });
    const shown = await preview(engine, back);
    expect(shown).toMatchObject({ added: 1, changed: 0, known: 0, whose: { person: { name: 'Ana' } } });
    expect(shown.conflicts).toMatchObject([
      { reasons: ['given-here'], project: { answer: score(4) }, file: { answer: score(1) } },
    ]);
    const kept = await merge(engine, back, { take: 'project' });
    expect(kept).toMatchObject({ added: 1, kept: 1, taken: 0 });
    expect(valuesOf(engine, studyId)).toEqual({ 1: 4, 2: 5 });
    expect(lastMerge(engine, studyId).conflicts).toMatchObject([
      { draw: 1, took: 'project', project: { answer: score(4) }, file: { answer: score(1) } },
    ]);
    expect(await merge(engine, back, { take: 'file' })).toMatchObject({ added: 0, known: 1, taken: 1 });
    const [sent] = handedBatches(engine.context, { studyId, wholeRanking: false });
    expect(sent!.returns.map(({ answers }) => answers)).toEqual([1, 1]);
    expect(valuesOf(engine, studyId)).toEqual({ 1: 1, 2: 5 });
    expect(await merge(engine, back)).toMatchObject({ added: 0, known: 2, taken: 0, kept: 0 });
  });

  test('of another copy: neither order takes one without a word, and each item has its own choice', async () => {
    const copies = (file: BatchFile) => [
      returnedOf(
        file,
        [
          [0, score(1)],
          [1, score(2)],
          [2, score(3)],
        ],
        { copyId: 'first-copy' },
      ),
      returnedOf(
        file,
        [
          [0, score(5)],
          [1, score(2)],
          [2, score(4)],
        ],
        { copyId: 'second-copy' },
      ),
    ];
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { engine, studyId, file } = await handedOut();
      const [first, second] = order.map((i) => copies(file)[i]!);
      await merge(engine, first);
      const before = valuesOf(engine, studyId);
      await expect(merge(engine, second)).rejects.toThrow('2 answers are in conflict');
      expect(valuesOf(engine, studyId)).toEqual(before);
      const { conflicts, known } = await preview(engine, second);
      expect(known).toBe(1);
      // Both copies gave their answers in the same seconds.
      expect(conflicts.map(({ reasons }) => reasons)).toEqual([
        ['other-copy', 'same-instant'],
        ['other-copy', 'same-instant'],
      ]);
      const choices = { [conflicts[0]!.ref]: 'file', [conflicts[1]!.ref]: 'project' } as const;
      await expect(merge(engine, second, { choices: { [conflicts[0]!.ref]: 'file' } })).rejects.toThrow(
        '1 answer is in conflict',
      );
      expect(await merge(engine, second, { choices })).toMatchObject({ taken: 1, kept: 1 });
      const file0 = second!.entries[0]!.answer as { value: number };
      expect(valuesOf(engine, studyId)).toEqual({ ...before, 1: file0.value });
    }
  });

  test('a chain of the same copy that leaves the merged one is no correction of it', async () => {
    const { engine, studyId, file } = await handedOut();
    await merge(
      engine,
      returnedOf(file, [
        [0, score(2)],
        [1, score(2)],
      ]),
    );
    const follows = returnedOf(file, [
      [0, score(2)],
      [1, score(2)],
      [0, score(3)],
    ]);
    expect(await merge(engine, follows)).toMatchObject({ added: 0, changed: 1, known: 1 });
    const leaves = returnedOf(file, [
      [0, score(5)],
      [1, score(2)],
    ]);
    await expect(merge(engine, leaves)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(valuesOf(engine, studyId)).toEqual({ 1: 3, 2: 2 });
  });

  test('taken back in the app after it was merged', async () => {
    const { engine, studyId, file } = await handedOut();
    const batch = await labelHere(engine, studyId, file, 0, score(4));
    await engine.client.label.undo({ batch });
    const back = returnedOf(file, [[0, score(1)]]);
    expect((await preview(engine, back)).conflicts).toMatchObject([
      { reasons: ['given-here'], project: { answer: null } },
    ]);
    await merge(engine, back, { take: 'file' });
    expect(valuesOf(engine, studyId)).toEqual({ 1: 1 });
  });

  test('that differs beside the measure alone, on the right side of two', async () => {
    const { engine, studyId } = await studyToHandOut({ against: 'basil' });
    const file = await handOut(engine.context, studyId, all);
    const pair = (left: number, right: number): LabelAnswer => ({ kind: 'pair', values: [left, right] });
    await merge(engine, returnedOf(file, [[0, pair(4, 2)]]));
    const left = returnedOf(file, [[0, pair(4, 3)]], { copyId: 'second-copy' });
    const right = returnedOf(file, [[0, pair(3, 2)]], { copyId: 'third-copy' });
    for (const other of [left, right]) {
      await expect(merge(engine, other)).rejects.toMatchObject({ code: 'CONFLICT' });
    }
    const corrected = returnedOf(file, [
      [0, pair(4, 2)],
      [0, pair(4, 3)],
    ]);
    expect(await merge(engine, corrected)).toMatchObject({ changed: 1, kept: 0 });
  });
});

test('an answer with another further answer alone takes the place of one only by choice', async () => {
  const fields = [{ name: 'why', question: 'Why?', required: false, form: { kind: 'text' as const } }];
  const { engine, studyId } = await studyToHandOut();
  await engine.client.study.edit({ studyId, fields });
  const file = await handOut(engine.context, studyId, all);
  const says = (why: string): LabelAnswer => ({ kind: 'score', value: 4, fields: { why } });
  await labelHere(engine, studyId, file, 0, says('short'));
  expect(await merge(engine, returnedOf(file, [[0, says('short')]]))).toMatchObject({ known: 1 });
  const other = returnedOf(file, [[0, says('rude')]]);
  await expect(merge(engine, other)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect((await preview(engine, other)).conflicts).toMatchObject([
    { reasons: ['given-here'], project: { answer: says('short') }, file: { answer: says('rude') } },
  ]);
});

test('what another study measures changes only by choice, and stays where a file leaves it out', async () => {
  const form = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' } as const;
  const fields = [{ name: 'tone', question: 'How kind?', required: false, form }];
  const { engine, studyId } = await studyToHandOut();
  const { client } = engine;
  const { datasetId, system } = await client.study.edit({ studyId, fields });
  const { id: other } = await client.study.create({
    ...{ datasetId, system, measure: { kind: 'criterion', criterion: 'tone' }, surrogate: { kind: 'none' } },
    ...{ preset: 'uniform', seed: 5, size: 40 },
  });
  const file = await handOut(engine.context, studyId, all);
  const { rows } = await client.sample.list({ studyId, offset: 0, limit: 2 });
  const { rows: there } = await client.sample.list({ studyId: other, offset: 0, limit: 40 });
  await client.annotator.choose({ name: 'Ana' });
  const { batch, items } = await client.label.open({ studyId: other });
  const placeOf = (draw: number) => there.findIndex(({ itemId }) => itemId === rows[draw]!.itemId);
  for (const draw of [0, 1]) await submit(engine, batch, items[placeOf(draw)]!.ref, score(5));
  const toneOf = (draw: number) => valuesOf(engine, other)[placeOf(draw) + 1];
  const says = (tone: number): LabelAnswer => ({ kind: 'score', value: 4, fields: { tone } });
  const back = returnedOf(file, [
    [0, says(2)],
    [1, score(3)],
    [0, score(4)],
  ]);
  await expect(merge(engine, back)).rejects.toThrow('1 answer is in conflict');
  expect((await preview(engine, back)).conflicts).toMatchObject([
    { draw: 1, reasons: ['other-study'], project: null },
  ]);
  await merge(engine, back, { take: 'project' });
  expect([toneOf(0), toneOf(1)]).toEqual([5, 5]);
  await merge(engine, back, { take: 'file' });
  expect(valuesOf(engine, studyId)).toEqual({ 1: 4, 2: 3 });
  expect([toneOf(0), toneOf(1)]).toEqual([undefined, 5]);
  const same = returnedOf(file, [[1, says(5)]], { copyId: 'second-copy' });
  expect((await preview(engine, same)).conflicts).toMatchObject([{ reasons: ['other-copy'] }]);
});

test('a preview says what a merge then does, and leaves nothing behind', async () => {
  const { engine, studyId, file } = await handedOut();
  await merge(
    engine,
    returnedOf(file, [
      [0, score(2)],
      [1, score(3)],
    ]),
  );
  await labelHere(engine, studyId, file, 2, score(1));
  const events: string[] = [];
  engine.context.events.listen(({ type }) => events.push(type));
  const db = engine.context.session.project!.db;
  const rows = () => db.prepare('SELECT COUNT(*) FROM label').pluck().get();
  const [before, audit] = [rows(), listAudit(db, studyId).length];
  const back = returnedOf(file, [
    ...([
      [0, score(2)],
      [1, score(3)],
      [1, score(4)],
    ] as const),
    ...([
      [2, score(5)],
      [3, score(2)],
    ] as const),
  ]);
  for (const take of ['project', 'file'] as const) {
    const shown = await preview(engine, back, { take });
    expect(shown).toMatchObject({ added: 1, changed: 1, known: 1, conflicts: [{ take }] });
    expect([rows(), listAudit(db, studyId).length, events]).toEqual([before, audit, []]);
    expect((await engine.client.estimate.current({ studyId })).labeled).toBe(shown.before.labeled);
  }
  const kept = await preview(engine, back);
  const taken = await preview(engine, back, { take: 'file' });
  expect(kept.after.value).not.toBe(taken.after.value);
  const merged = await merge(engine, back, { take: 'file' });
  expect([merged.before, merged.after]).toEqual([taken.before, taken.after]);
  const now = await engine.client.estimate.current({ studyId });
  const { value, lower, upper } = now.estimates.find(({ method }) => method === now.default)!;
  expect(merged.after).toMatchObject({ value, lower, upper });
});

test('answers that stand under one name are not merged under another as well', async () => {
  const { engine, studyId, file } = await handedOut();
  const back = returnedOf(file, [[0, score(1)]]);
  await merge(engine, back);
  await expect(merge(engine, back, { as: 'Ben' })).rejects.toMatchObject({ details: { field: 'as' } });
  await expect(preview(engine, back, { as: 'Zoë' })).rejects.toThrow('under another name');
  expect(valuesOf(engine, studyId, 'Ben')).toEqual({});
});

test('what the audit trail keeps of a choice tells a reader of the report both answers and their times', async () => {
  const { engine, studyId, file } = await handedOut();
  await labelHere(engine, studyId, file, 0, score(4));
  const at = secondsAfter(file, 60);
  await merge(engine, returnedOf(file, [[0, score(1), at]]), { take: 'file' });
  const { content } = await engine.client.report.render({ studyId, format: 'html' });
  expect(content).toContain('differs from what was labeled in the app');
  expect(content).toContain(`the file 1 of ${at}`);
});
