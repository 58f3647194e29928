import { describe, expect, test } from 'vitest';
import { createSessionStore, lastOrNewest, placeIn } from '../../../renderer/api/session-store.ts';

describe('what was last looked at', () => {
  const [spring, autumn] = [{ path: '/a/spring.assay' }, { path: '/a/autumn.assay' }];
  const memory = (kept: string | null = null) => ({
    kept,
    getItem() {
      return this.kept;
    },
    setItem(_key: string, value: string) {
      this.kept = value;
    },
  });

  test('is of one project: study 2 of another is another', () => {
    const store = createSessionStore();
    store.getState().choosePlace(spring.path, { study: 2 });
    expect(placeIn(store.getState(), spring)).toEqual({ study: 2 });
    for (const other of [autumn, null, undefined]) expect(placeIn(store.getState(), other)).toEqual({});
  });

  test('a data set that was chosen leaves the study as it is', () => {
    const store = createSessionStore();
    store.getState().choosePlace(spring.path, { study: 2, dataset: 1 });
    store.getState().choosePlace(spring.path, { dataset: 4 });
    expect(placeIn(store.getState(), spring)).toEqual({ study: 2, dataset: 4 });
  });

  test('is there after a reload, for the projects last looked at', () => {
    const storage = memory();
    const before = createSessionStore(storage).getState();
    before.choosePlace(spring.path, { study: 2 });
    for (let i = 0; i < 19; i += 1) before.choosePlace(`/b/${i}`, { study: i });
    expect(placeIn(createSessionStore(storage).getState(), spring)).toEqual({ study: 2 });
    before.choosePlace('/b/last', { study: 1 });
    expect(placeIn(createSessionStore(storage).getState(), spring)).toEqual({});
    expect(placeIn(createSessionStore(storage).getState(), { path: '/b/last' })).toEqual({ study: 1 });
  });

  test.each(['{', '[]', '{"/a/spring.assay":{"study":"2"}}'])('%s in the storage is nothing', (kept) => {
    const store = createSessionStore(memory(kept));
    expect(placeIn(store.getState(), spring)).toEqual({});
  });

  test('lasts as long as the window where nothing can be stored', () => {
    const full = {
      getItem: () => null,
      setItem() {
        throw new Error('QuotaExceededError');
      },
    };
    const store = createSessionStore(full);
    store.getState().choosePlace(spring.path, { study: 2 });
    expect(placeIn(store.getState(), spring)).toEqual({ study: 2 });
  });
});

test('the current one is the last looked at while it is there, else the newest', () => {
  const all = [{ id: 2 }, { id: 7 }, { id: 4 }];
  expect(lastOrNewest(all, 4)).toEqual({ id: 4 });
  expect(lastOrNewest(all, 5)).toEqual({ id: 7 });
  expect(lastOrNewest(all, undefined)).toEqual({ id: 7 });
  expect(lastOrNewest([], 4)).toBeUndefined();
  expect(lastOrNewest(undefined, 4)).toBeUndefined();
});

test('who labels is of a window and a project, and each choice counts as a turn', () => {
  const store = createSessionStore();
  store.getState().keepAnnotator('/a', 1);
  expect(store.getState()).toMatchObject({ annotatorTurn: 0, confirmedIn: [] });
  store.getState().confirmAnnotator('/b', 3);
  expect(store.getState()).toMatchObject({
    annotatorTurn: 1,
    confirmedIn: ['/b'],
    annotator: { projects: ['/b'], id: 3 },
  });
});

test('who labels goes on in the file that a project was saved to', () => {
  const store = createSessionStore();
  store.getState().confirmAnnotator('/a', 3);
  store.getState().choosePlace('/a', { study: 2 });
  store.getState().goOnIn('/a', '/b');
  expect(store.getState()).toMatchObject({
    annotatorTurn: 1,
    confirmedIn: ['/a', '/b'],
    annotator: { projects: ['/a', '/b'], id: 3 },
    places: { '/b': { study: 2 } },
  });
  store.getState().goOnIn('/c', '/d');
  expect(store.getState().confirmedIn).toEqual(['/a', '/b']);
});
