import { expect, test } from 'vitest';
import { skipReasons } from '../../../renderer/handed-page/kept-answers.ts';
import { reasonOfKey, standardReasons, withReason } from '../../../renderer/label-form/skip-reasons.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';

const press = { key: '1', ctrlKey: false, metaKey: false, altKey: false, repeat: false };

test('a digit gives the reason at its place, once and by itself', () => {
  const reasons = ['cut off', 'empty'];
  expect(reasonOfKey(reasons, press)).toBe('cut off');
  expect(reasonOfKey(reasons, { ...press, key: '2' })).toBe('empty');
  for (const key of ['0', '3', 's', 'Enter']) expect(reasonOfKey(reasons, { ...press, key })).toBeNull();
  for (const held of ['ctrlKey', 'metaKey', 'altKey', 'repeat']) {
    expect(reasonOfKey(reasons, { ...press, [held]: true })).toBeNull();
  }
});

test('own reasons are kept, the latest first, four of them, and no standard one twice', () => {
  const given = ['a', 'b', 'a', standardReasons[0], 'c', 'd', 'e'];
  expect(given.reduce<readonly string[]>(withReason, [])).toEqual(['e', 'd', 'c', 'a']);
});

test('a page offers the reasons that were given in it', () => {
  const facts = { durationMs: 1, at: '', hash: '' };
  const entry = (ref: string, answer: LabelAnswer) => ({ ref, answer, ...facts });
  const entries = [
    entry('a', { kind: 'skip', reason: 'cut off' }),
    entry('b', { kind: 'score', value: 4 }),
    entry('c', { kind: 'skip', reason: standardReasons[1] }),
  ];
  expect(skipReasons({ annotator: '', copyId: '', entries })).toEqual([...standardReasons, 'cut off']);
});
