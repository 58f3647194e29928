import { expect, test } from 'vitest';
import { createDraftStore, stillFitting } from '../../../renderer/ui/draft-store.ts';

const memory = (kept: string | null = null) => ({
  kept,
  getItem() {
    return this.kept;
  },
  setItem(_key: string, value: string) {
    this.kept = value;
  },
});
const lasting = { isOverReload: true };

test('a form is there after a reload, with the version that it was filled from', () => {
  const storage = memory();
  const before = createDraftStore(storage, 'one');
  before.keep('prompt 3', { text: 'Be' }, { ...lasting, version: '1' });
  before.keep('prompt 3', { text: 'Be strict.' }, { ...lasting, version: '2' });
  before.keep('new study', { size: 12 }, lasting);
  before.keep('new study', null, lasting);
  const { kept } = createDraftStore(storage, 'one').getState();
  expect([...kept.keys()]).toEqual(['prompt 3']);
  expect(kept.get('prompt 3')).toMatchObject({ chosen: { text: 'Be strict.' }, version: { current: '1' } });
});

test('what may hold a key stays in memory', () => {
  const storage = memory();
  const before = createDraftStore(storage, 'one');
  before.keep('new endpoint', { baseUrl: 'http://me:secret@host' }, { isOverReload: false });
  expect(before.getState().kept.size).toBe(1);
  expect(storage.kept).not.toContain('secret');
  expect(createDraftStore(storage, 'one').getState().kept.size).toBe(0);
});

test('of what another build kept, fields stay that the form still has', () => {
  const storage = memory();
  const chosen = { text: 'Be', size: 12, rule: null, tags: ['a'], goal: { half: 0.1 }, gone: 1, kind: 2 };
  createDraftStore(storage, 'one').keep('prompt 3', chosen, lasting);
  const kept = createDraftStore(storage, 'two').getState().kept.get('prompt 3')!;
  expect(kept.isOfOther).toBe(true);
  const usual = { text: '', size: null, rule: 'mean', tags: [] as string[], goal: { width: 0.1 }, kind: '' };
  expect(stillFitting(usual, kept.chosen)).toEqual({ text: 'Be', size: 12, rule: null, tags: ['a'] });
  expect(stillFitting({ goal: { half: 1 }, tags: [{ name: '' }] }, chosen)).toEqual({ goal: { half: 0.1 } });
});

test('what is no draft is left', () => {
  for (const broken of [
    '',
    '{',
    '[]',
    '{"build":"one","forms":[1]}',
    '{"build":"one","forms":{"a":{"chosen":2}}}',
  ])
    expect(createDraftStore(memory(broken), 'one').getState().kept.size, broken).toBe(0);
});

test('a storage that is full or forbidden costs nothing else', () => {
  const full = {
    getItem: () => null,
    setItem() {
      throw new Error('full');
    },
  };
  const store = createDraftStore(full, 'one');
  store.keep('prompt 3', { text: 'Be' }, lasting);
  expect(store.getState().kept.size).toBe(1);
});
