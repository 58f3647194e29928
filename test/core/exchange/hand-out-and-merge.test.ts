import { describe, expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { type BatchContent, BatchContentSchema, type BatchFile } from '../../../core/exchange/batch-file.ts';
import { batchPage } from '../../../core/exchange/batch-page.ts';
import { handOut } from '../../../core/exchange/hand-out.ts';
import { mergeBatch } from '../../../core/exchange/merge-batch.ts';
import { firstHash, nextHash, type ReturnedBatch } from '../../../core/exchange/returned-batch.ts';
import { labelRows } from '../../../core/report/label-rows.ts';
import { redrawBatch } from '../../../core/study/sample-batch.ts';
import { updateStudyText } from '../../../db/studies.ts';
import type { LabelAnswer, StudyQuestion } from '../../../shared/contract/index.ts';
import { asLines, importHere, studyHere } from '../support/in-process.ts';
import { engineWithProject } from '../support/test-engine.ts';
import { byRating, pairedRecords } from '../support/two-systems.ts';

const all = { from: 1, count: 100 };

async function studyToHandOut(
  more: Partial<StudyQuestion> = {},
): Promise<{ engine: Engine; studyId: number }> {
  const { engine } = await engineWithProject();
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const { datasetId } = await importHere(engine, asLines(pairedRecords()), 'data.jsonl', {
    scales: [
      { kind: 'criterion', name: 'quality', scale },
      { kind: 'judge', name: 'strict', criterion: 'quality', scale },
    ],
  });
  const question = { datasetId: datasetId!, system: 'amber', ...byRating, ...more };
  return { engine, studyId: await studyHere(engine, question, { size: 12 }) };
}

const contentOf = (file: BatchFile): BatchContent => BatchContentSchema.parse(JSON.parse(file.content));

/** What an annotator elsewhere would send back. */
function returnedOf(
  file: BatchFile,
  answers: readonly (readonly [index: number, answer: LabelAnswer, at?: string])[],
  { annotator = 'Ana', copyId = 'copy-of-ana' } = {},
): ReturnedBatch {
  const { items } = contentOf(file);
  const facts = { batchId: file.batchId, contentSha256: file.contentSha256, annotator, copyId };
  let before = firstHash(facts);
  const entries = answers.map(([index, answer, at], i) => {
    const entry = {
      ref: items[index]!.ref,
      answer,
      durationMs: 1000 + i,
      at: at ?? `2026-03-04T05:06:${String(i).padStart(2, '0')}.000Z`,
    };
    before = nextHash(before, entry);
    return { ...entry, hash: before };
  });
  return { assay: 'returned-batch', version: 1, ...facts, entries };
}

const score = (value: number): LabelAnswer => ({ kind: 'score', value });
const tens = Array.from({ length: 10 }, (_, i) => [i, score(1 + (i % 5))] as const);
const merge = (engine: Engine, returned: unknown) =>
  mergeBatch(engine.context, JSON.stringify(returned), 'back.json');

describe('what is handed out', () => {
  test('names no system, item, score, surrogate or other label', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = handOut(engine.context, studyId, all);
    const text = JSON.stringify(file) + batchPage(file).replace("'use strict'", '');
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
    const whole = contentOf(handOut(engine.context, studyId, all)).items.map(({ ref }) => ref);
    const part = contentOf(handOut(engine.context, studyId, { from: 5, count: 3 })).items.map(
      ({ ref }) => ref,
    );
    expect(part).toEqual(whole.slice(4, 7));
    expect(() => handOut(engine.context, studyId, { from: 13, count: 1 })).toThrow('none is number 13');
  });

  test('hostile text cannot leave its place in the page', async () => {
    const { engine, studyId } = await studyToHandOut();
    const guidelines = '</script><script>alert(1)</script><!--';
    updateStudyText(engine.context.session.project!.db, studyId, { guidelines });
    const page = batchPage(handOut(engine.context, studyId, all));
    expect(page.match(/<script/g)).toHaveLength(2);
    expect(page.match(/<\/script/g)).toHaveLength(2);
    expect(page).not.toContain('<!--');
    expect(page).toContain("default-src 'none'");
  });
});

describe('what comes back', () => {
  test('is merged, and the estimate moves and says so', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = handOut(engine.context, studyId, all);
    const events: string[] = [];
    engine.context.events.listen(({ type }) => events.push(type));
    const merged = await merge(engine, returnedOf(file, tens));
    expect(merged).toMatchObject({ added: 10, known: 0, older: 0, annotator: 'Ana' });
    expect([merged.before.labeled, merged.after.labeled]).toEqual([0, 10]);
    expect(merged.after.upper! - merged.after.lower!).toBeLessThan(4);
    expect(events).toContain('estimate.changed');
    const rows = labelRows(engine.context, studyId);
    expect(rows.map(({ value }) => value)).toEqual(tens.map(([i]) => 1 + (i % 5)));
    expect(rows[0]).toMatchObject({
      annotator: 'Ana',
      durationMs: 1000,
      labeledAt: '2026-03-04T05:06:00.000Z',
    });
  });

  test('twice is the same as once, and a longer copy adds what is new', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = handOut(engine.context, studyId, all);
    await merge(engine, returnedOf(file, tens.slice(0, 6)));
    const before = labelRows(engine.context, studyId);
    expect(await merge(engine, returnedOf(file, tens.slice(0, 6)))).toMatchObject({ added: 0, known: 6 });
    expect(labelRows(engine.context, studyId)).toEqual(before);
    expect(await merge(engine, returnedOf(file, tens))).toMatchObject({ added: 4, known: 6 });
  });

  test('the order in which files come back does not matter', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = handOut(engine.context, studyId, all);
    const early = returnedOf(file, [[0, score(1), '2026-01-01T00:00:00.000Z']], { copyId: 'first-copy' });
    const late = returnedOf(file, [[0, score(5), '2026-01-02T00:00:00.000Z']], { copyId: 'second-copy' });
    await merge(engine, late);
    expect(await merge(engine, early)).toMatchObject({ added: 0, older: 1 });
    expect(labelRows(engine.context, studyId)[0]!.value).toBe(5);
    const other = await studyToHandOut();
    const again = handOut(other.engine.context, other.studyId, all);
    for (const [copyId, value, day] of [
      ['first-copy', 1, 1],
      ['second-copy', 5, 2],
    ] as const) {
      await merge(
        other.engine,
        returnedOf(again, [[0, score(value), `2026-01-0${day}T00:00:00.000Z`]], { copyId }),
      );
    }
    expect(labelRows(other.engine.context, other.studyId)[0]!.value).toBe(5);
  });

  test('of two answers of the same instant the one that is merged last holds; the same one is known', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = handOut(engine.context, studyId, all);
    const instant = '2026-01-01T00:00:00.000Z';
    const from = (copyId: string, value: number) =>
      merge(engine, returnedOf(file, [[0, score(value), instant]], { copyId }));
    await from('first-copy', 1);
    expect(await from('second-copy', 1)).toMatchObject({ added: 0, known: 1, older: 0 });
    expect(await from('third-copy', 5)).toMatchObject({ added: 1, known: 0, older: 0 });
    expect(labelRows(engine.context, studyId).map(({ value }) => value)).toEqual([5]);
    // A millisecond before is before.
    const early = returnedOf(file, [[0, score(2), '2025-12-31T23:59:59.999Z']], { copyId: 'fourth-copy' });
    expect(await merge(engine, early)).toMatchObject({ added: 0, older: 1 });
  });

  test('the same value at another instant is another answer', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = handOut(engine.context, studyId, all);
    for (const [copyId, day] of [
      ['first-copy', 1],
      ['second-copy', 2],
    ] as const) {
      const at = `2026-01-0${day}T00:00:00.000Z`;
      expect(await merge(engine, returnedOf(file, [[0, score(4), at]], { copyId }))).toMatchObject({
        added: 1,
      });
    }
  });

  test('a correction, a skip and a second person all count', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = handOut(engine.context, studyId, all);
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
    const file = handOut(engine.context, studyId, all);
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

  test('labels given before a new draw are kept for their items', async () => {
    const { engine, studyId } = await studyToHandOut();
    const file = handOut(engine.context, studyId, all);
    redrawBatch(engine.context, studyId, 99);
    expect(await merge(engine, returnedOf(file, tens))).toMatchObject({ added: 10 });
  });
});

describe('is refused, and nothing merged', () => {
  const changed: [string, (returned: ReturnedBatch) => unknown, string][] = [
    ['a changed value', (r) => ((r.entries[3]!.answer as { value: number }).value = 5.5), 'Answer 4 of 10'],
    ['an answer left out', (r) => r.entries.splice(2, 1), 'Answer 3 of 9'],
    ['answers in another order', (r) => r.entries.reverse(), 'Answer 1 of 10'],
    ['another name', (r) => Object.assign(r, { annotator: 'Ben' }), 'Answer 1 of 10'],
    ['another batch', (r) => Object.assign(r, { batchId: 'unknown-batch', entries: [] }), 'not handed out'],
    ['changed texts', (r) => Object.assign(r, { contentSha256: 'x', entries: [] }), 'was changed after'],
    ['a newer version', (r) => Object.assign(r, { version: 2 }), 'newer version'],
    ['another document', (r) => Object.assign(r, { assay: 'labels' }), 'no returned batch'],
  ];
  test.each(changed)('%s', async (_what, change, message) => {
    const { engine, studyId } = await studyToHandOut();
    const returned = returnedOf(handOut(engine.context, studyId, all), tens);
    change(returned);
    await expect(merge(engine, returned)).rejects.toThrow(message);
    expect(labelRows(engine.context, studyId)).toEqual([]);
  });

  test('a value outside the scale, with a chain that fits', async () => {
    const { engine, studyId } = await studyToHandOut();
    const returned = returnedOf(handOut(engine.context, studyId, all), [...tens, [10, score(6)]]);
    await expect(merge(engine, returned)).rejects.toThrow('outside the scale');
    expect(labelRows(engine.context, studyId)).toEqual([]);
  });
});
