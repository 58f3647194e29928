import { describe, expect, test } from 'vitest';
import { redrawBatch } from '../../../core/design/sample-batch.ts';
import { batchPage, bundledPart } from '../../../core/labeling/offline-batches/batch-page.ts';
import { handOut } from '../../../core/labeling/offline-batches/hand-out.ts';
import type { ReturnedBatch } from '../../../core/labeling/offline-batches/returned-batch.ts';
import { labelRows } from '../../../core/report/export/label-rows.ts';
import { listAudit } from '../../../db/audit.ts';
import { countEstimateVisible } from '../../../db/labels.ts';
import { updateStudyText } from '../../../db/studies.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { byPreference } from '../support/two-systems.ts';
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

const tens = Array.from({ length: 10 }, (_, i) => [i, score(1 + (i % 5))] as const);

describe('what is handed out', () => {
  test('names no system, item, score, surrogate or other label', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = await handOut(engine.context, studyId, all);
    // What every page is made of was there before the project.
    const page = batchPage(file).replace(bundledPart('page').script, '');
    const text = JSON.stringify(file) + page;
    for (const secret of [
      'amber',
      'basil',
      'cedar',
      'item-0',
      'group-',
      'strict',
      'quality"',
      'data.jsonl',
    ]) {
      expect(text).not.toContain(secret);
    }
    const { items } = contentOf(file);
    expect(items).toHaveLength(12);
    const fields = ['conversation', 'passage', 'position', 'ref', 'replies', 'rightReplies'];
    for (const item of items) expect(Object.keys(item).toSorted()).toEqual(fields);
    expect(Object.keys(JSON.parse(file.content)).toSorted()).toEqual(
      ['fields', 'form', 'guidelines', 'items', 'question', 'sideBySide'].toSorted(),
    );
  });

  test('a part of the batch, in draw order', async () => {
    const { engine, studyId } = await studyToHandOut();
    const whole = contentOf(await handOut(engine.context, studyId, all)).items.map(({ ref }) => ref);
    const part = contentOf(await handOut(engine.context, studyId, { from: 5, count: 3 })).items.map(
      ({ ref }) => ref,
    );
    expect(part).toEqual(whole.slice(4, 7));
    await expect(handOut(engine.context, studyId, { from: 13, count: 1 })).rejects.toThrow(
      'none is number 13',
    );
  });

  test('hostile text cannot leave its place in the page', async () => {
    const { engine, studyId } = await studyToHandOut();
    const guidelines = '</script><script>alert(1)</script><!--';
    updateStudyText(engine.context.session.project!.db, studyId, { guidelines });
    const page = batchPage(await handOut(engine.context, studyId, all));
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    expect(page).not.toContain('<!--');
    expect(page).toContain("default-src 'none'");
  });
});

describe('what comes back', () => {
  test('is merged, and the estimate moves and says so', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = await handOut(engine.context, studyId, all);
    const events: string[] = [];
    engine.context.events.listen(({ type }) => events.push(type));
    const merged = await merge(engine, returnedOf(file, tens));
    expect(merged).toMatchObject({ added: 10, changed: 0, known: 0, annotator: 'Ana', isNewPerson: false });
    expect([merged.before.labeled, merged.after.labeled]).toEqual([0, 10]);
    expect(merged.after.upper! - merged.after.lower!).toBeLessThan(4);
    expect(events).toContain('estimate.changed');
    const rows = labelRows(engine.context, studyId);
    expect(rows.map(({ value }) => value)).toEqual(tens.map(([i]) => 1 + (i % 5)));
    expect(rows[0]).toMatchObject({
      annotator: 'Ana',
      durationMs: 1000,
      labeledAt: secondsAfter(file, 0),
    });
  });

  test('twice is the same as once, and a longer copy adds what is new', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = await handOut(engine.context, studyId, all);
    await merge(engine, returnedOf(file, tens.slice(0, 6)));
    const before = labelRows(engine.context, studyId);
    const { db } = engine.context.session.project!;
    const entries = listAudit(db, studyId).length;
    expect(await merge(engine, returnedOf(file, tens.slice(0, 6)))).toMatchObject({ added: 0, known: 6 });
    expect(labelRows(engine.context, studyId)).toEqual(before);
    // What brings nothing is no part of the history, and nobody elsewhere saw the estimate.
    expect(listAudit(db, studyId)).toHaveLength(entries);
    expect(countEstimateVisible(db, studyId)).toBe(0);
    expect(await merge(engine, returnedOf(file, tens))).toMatchObject({ added: 4, known: 6 });
  });

  test('a correction, a skip and a second person all count', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = await handOut(engine.context, studyId, all);
    const skip: LabelAnswer = { kind: 'skip', reason: '<unclear>' };
    await merge(
      engine,
      returnedOf(file, [
        [0, score(1)],
        [1, skip],
        [0, score(4)],
      ]),
    );
    await merge(engine, returnedOf(file, [[0, score(2)]], { annotator: 'Ben', copyId: 'copy-of-ben' }));
    const rows = labelRows(engine.context, studyId).map(({ annotator, value, reason }) => [
      annotator,
      value,
      reason,
    ]);
    expect(rows).toEqual([
      ['Ana', 4, null],
      ['Ben', 2, null],
      ['Ana', null, '<unclear>'],
    ]);
  });

  test('two replies side by side come back to their systems', async () => {
    const { engine, studyId } = await studyToHandOut({ against: 'basil' });
    const file = await handOut(engine.context, studyId, all);
    const { items } = contentOf(file);
    const answers = items.map(({ replies }, i): readonly [number, LabelAnswer] => {
      const isFirstLeft = !replies[0]!.text.includes('for sure');
      return [i, { kind: 'pair', values: isFirstLeft ? [5, 1] : [1, 5] }];
    });
    await merge(engine, returnedOf(file, answers));
    const { value } = (await engine.client.estimate.current({ studyId })).estimates[0]!;
    expect(value).toBeGreaterThan(0);
    for (const row of labelRows(engine.context, studyId))
      expect(row.value).toBe(row.system === 'amber' ? 5 : 1);
  });

  test('a preference comes back to the system that is preferred', async () => {
    const { engine, studyId } = await studyToHandOut({ against: 'basil', ...byPreference });
    const file = await handOut(engine.context, studyId, all);
    const { items, form } = contentOf(file);
    expect(form).toEqual({ kind: 'preference', steps: 3 });
    const answers = items.map(({ replies }, i): readonly [number, LabelAnswer] => {
      const isFirstLeft = !replies[0]!.text.includes('for sure');
      return [i, { kind: 'pair', values: isFirstLeft ? [1, 0] : [0, 1] }];
    });
    expect(await merge(engine, returnedOf(file, answers))).toMatchObject({ added: 12 });
    const { comparison } = await engine.client.estimate.current({ studyId });
    expect(comparison).toMatchObject({ preference: 3 });
    for (const row of labelRows(engine.context, studyId))
      expect(row.value).toBe(row.system === 'amber' ? 1 : 0);
  });

  test('labels given before a new draw are kept for their items', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = await handOut(engine.context, studyId, all);
    redrawBatch(engine.context, studyId, 99);
    expect(await merge(engine, returnedOf(file, tens))).toMatchObject({ added: 10 });
    // The number that an item had is that of another one now.
    const other = returnedOf(file, [[0, score(5)]], { copyId: 'second-copy' });
    expect((await preview(engine, other)).conflicts).toMatchObject([{ draw: null }]);
  });
});

test('what a form asks stays as it was handed out, so that answers fit it', async () => {
  const { engine, studyId } = await studyToHandOut();
  const file = await handOut(engine.context, studyId, all);
  const fields = [{ name: 'why', question: 'Why?', required: true, form: { kind: 'text' as const } }];
  await expect(engine.client.study.edit({ studyId, fields })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await merge(engine, returnedOf(file, tens))).toMatchObject({ added: 10 });
});

describe('is refused, and nothing merged', () => {
  test('answers to a study that was removed, which is said', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = await handOut(engine.context, studyId, all);
    await engine.client.study.remove({ studyId });
    await expect(merge(engine, returnedOf(file, tens))).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', message: expect.stringContaining('was removed') },
    });
  });

  const changed: [string, (returned: ReturnedBatch) => unknown, string][] = [
    ['a changed value', (r) => ((r.entries[3]!.answer as { value: number }).value = 5.5), 'Answer 4 of 10'],
    ['an answer left out', (r) => r.entries.splice(2, 1), 'Answer 3 of 9'],
    ['answers in another order', (r) => r.entries.reverse(), 'Answer 1 of 10'],
    ['another name', (r) => Object.assign(r, { annotator: 'Ben' }), 'Answer 1 of 10'],
    [
      'another batch',
      (r) => Object.assign(r, { batchId: 'unknown-batch', issued: null, entries: [] }),
      'not handed out',
    ],
    [
      'another batch beside the signature',
      (r) => Object.assign(r, { batchId: 'unknown-batch', entries: [] }),
      'does not fit',
    ],
    [
      'changed texts',
      (r) => Object.assign(r, { contentSha256: 'x', issued: null, entries: [] }),
      'was changed after',
    ],
    ['a newer version', (r) => Object.assign(r, { version: 3 }), 'newer version'],
    ['another document', (r) => Object.assign(r, { assay: 'labels' }), 'not a returned batch'],
  ];
  test.each(changed)('%s', async (_what, change, message) => {
    const { engine, studyId } = await studyToHandOut();
    const returned = returnedOf(await handOut(engine.context, studyId, all), tens);
    change(returned);
    await expect(merge(engine, returned)).rejects.toThrow(message);
    expect(labelRows(engine.context, studyId)).toEqual([]);
  });

  test('a value outside the scale, with a chain that fits', async () => {
    const { engine, studyId } = await studyToHandOut();
    const returned = returnedOf(await handOut(engine.context, studyId, all), [...tens, [10, score(6)]]);
    await expect(merge(engine, returned)).rejects.toThrow('outside the scale');
    expect(labelRows(engine.context, studyId)).toEqual([]);
  });
});
