import { describe, expect, test } from 'vitest';
import { readReturnedBatch } from '../../../core/labeling/offline-batches/returned-batch.ts';
import { sha256 as hashOf } from '../../../core/platform/signing/sha256.ts';
import { type BatchInPage, readBatch } from '../../../renderer/handed-page/handed-batch.ts';
import {
  hasBegun,
  keptFrom,
  returnedFile,
  storeKey,
  withAnswer,
} from '../../../renderer/handed-page/kept-answers.ts';
import {
  begunAs,
  movedBy,
  openedPage,
  withFilled,
  withGiven,
} from '../../../renderer/handed-page/page-state.ts';
import { withText } from '../../../renderer/label-form/form-state.ts';
import type { LabelForm } from '../../../shared/contract/index.ts';

const gold: LabelForm = { kind: 'answer', turns: 1 };
const answer = (text: string) => ({ kind: 'answer' as const, answers: [text] });
const facts = { durationMs: 1200, at: '2026-03-01T10:00:00.000Z' };

function handed(annotator: string | null = null, count = 3, form = gold) {
  const items = Array.from({ length: count }, (_, i) => ({
    ref: `r${i + 1}`,
    position: i + 1,
    conversation: [],
    replies: [{ prompt: '', text: 'reply' }],
    rightReplies: null,
    passage: null,
  }));
  const content = JSON.stringify({
    question: 'q',
    guidelines: '',
    form,
    fields: [],
    sideBySide: false,
    items,
  });
  const file: BatchInPage = {
    batchId: 'abcdefgh1234',
    contentSha256: hashOf(content),
    study: 's',
    annotator,
    handedOutAt: facts.at,
    signature: null,
    content,
  };
  return readBatch(JSON.stringify(file));
}

const opened = (batch = handed(), stored: string | null = null) =>
  openedPage(batch, keptFrom(batch, stored, 'copy-0001'));

describe('who labels', () => {
  test('says a name once, and it is there when the page is opened again', () => {
    const batch = handed();
    expect(hasBegun(batch, opened().kept)).toBe(false);
    const { kept } = begunAs(opened(), 'Ana');
    expect(hasBegun(batch, kept)).toBe(true);
    expect(keptFrom(batch, JSON.stringify(kept), 'other-copy')).toEqual(kept);
  });

  test('is whom the page is for, whatever the browser says', () => {
    const batch = handed('Ärne');
    const stored = JSON.stringify({ annotator: 'Bob', copyId: 'copy-0001', entries: [] });
    const state = opened(batch, stored);
    expect(state.kept.annotator).toBe('Ärne');
    expect(hasBegun(batch, state.kept)).toBe(false);
    expect(hasBegun(batch, begunAs(state).kept)).toBe(true);
  });

  test('begins anew where the browser kept nothing that can be read', () => {
    for (const stored of [null, '', '{', 'null', '[]', '{"entries":[]}', '{"annotator":"A","copyId":"c"}']) {
      expect(opened(handed(), stored).kept).toEqual({ annotator: '', copyId: 'copy-0001', entries: [] });
    }
  });

  test('goes on where an earlier version of the page kept answers, without drafts', () => {
    const batch = handed();
    const entry = { ref: 'r1', answer: answer('x'), ...facts, hash: 'h' };
    const stored = JSON.stringify({ annotator: 'Ana', copyId: 'copy-0001', entries: [entry] });
    expect(opened(batch, stored)).toMatchObject({ place: 1, kept: { entries: [entry] } });
    expect(storeKey(batch)).toBe('assay-batch-abcdefgh1234');
  });
});

describe('from item to item', () => {
  test('an answer leads to the next item without one, then to those passed over, then to the end', () => {
    const batch = handed();
    let state = movedBy(batch, opened(batch), 1);
    state = withGiven(batch, state, answer('two'), facts);
    expect(state.place).toBe(2);
    state = withGiven(batch, state, { kind: 'skip', reason: 'odd' }, facts);
    expect(state.place).toBe(0);
    state = withGiven(batch, state, answer('one'), facts);
    expect(state.place).toBe(3);
    expect(state.filled.questions).toEqual([]);
    expect(withGiven(batch, state, answer('none'), facts)).toBe(state);
  });

  test('goes no further than the ends', () => {
    const batch = handed(null, 1);
    const state = opened(batch);
    expect(movedBy(batch, state, -1).place).toBe(0);
    expect(movedBy(batch, movedBy(batch, state, 1), 1).place).toBe(1);
  });

  test('shows the last answer again, and another one takes its place', () => {
    const batch = handed(null, 1);
    let state = withGiven(batch, opened(batch), answer('first'), facts);
    state = movedBy(batch, withGiven(batch, movedBy(batch, state, -1), answer('second'), facts), -1);
    expect(state.filled.texts).toEqual(['second']);
    expect(state.kept.entries).toHaveLength(2);
  });
});

describe('a draft', () => {
  const batch = handed();
  const written = withFilled(batch, opened(batch), withText(opened(batch).filled, 0, 'half'));

  test('is kept with the answers, by its item, and restored when the item comes back', () => {
    expect(written.kept.drafts).toEqual({ r1: '["half"]' });
    const away = movedBy(batch, written, 1);
    expect(away.filled.texts).toEqual(['']);
    expect(movedBy(batch, away, -1).filled.texts).toEqual(['half']);
    expect(opened(batch, JSON.stringify(written.kept)).filled.texts).toEqual(['half']);
  });

  test('is gone when its item is answered, or nothing is left of it', () => {
    expect(withGiven(batch, written, answer('whole'), facts).kept.drafts).toEqual({});
    expect(withFilled(batch, written, withText(written.filled, 0, '')).kept.drafts).toEqual({});
  });

  test('is none where another question is chosen and nothing written', () => {
    const state = opened(batch);
    const chosen = { ...state.filled, active: 0 };
    expect(withFilled(batch, state, chosen)).toEqual({ ...state, filled: chosen });
  });

  test('never leaves with the file', () => {
    expect(returnedFile(batch, { ...written.kept, annotator: 'Ana' }).text).not.toContain('half');
  });
});

describe('the file to send back', () => {
  const given = (batch = handed()) => {
    let { kept } = begunAs(opened(batch), 'Ana B.');
    kept = withAnswer(batch, kept, { ref: 'r1', answer: answer('äö "x"\n'), ...facts });
    return withAnswer(batch, kept, { ref: 'r2', answer: { kind: 'skip', reason: 'odd' }, ...facts });
  };

  test('says of which answers it is, and its chain is one that is read', () => {
    const batch = handed();
    const { name, text } = returnedFile(batch, given());
    expect(name).toBe('Ana-B--abcdef.assay-labels');
    const unsigned = JSON.parse(text) as { version: number; issued: unknown };
    const returned = readReturnedBatch(JSON.stringify({ ...unsigned, issued: null }), 'back');
    expect(returned).toMatchObject({ annotator: 'Ana B.', copyId: 'copy-0001', version: 2, signature: null });
    expect(returned.entries.map(({ ref }) => ref)).toEqual(['r1', 'r2']);
    expect(unsigned.issued).toMatchObject({ contentSha256: batch.file.contentSha256, study: 's' });
  });

  test('shows an answer that was changed in the browser', () => {
    const kept = given();
    const changed = kept.entries.map((entry, i) => (i === 0 ? { ...entry, answer: answer('other') } : entry));
    const { text } = returnedFile(handed(), { ...kept, entries: changed });
    const file = { ...(JSON.parse(text) as object), issued: null };
    expect(() => readReturnedBatch(JSON.stringify(file), 'back')).toThrow(/Answer 1 of 2 does not fit/);
  });
});
