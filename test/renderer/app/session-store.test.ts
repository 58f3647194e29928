import { describe, expect, test } from 'vitest';
import { createSessionStore, studyIn } from '../../../renderer/app/session-store.ts';

describe('the study last looked at', () => {
  const [spring, autumn] = [{ path: '/a/spring.assay' }, { path: '/a/autumn.assay' }];

  test('is forgotten in another project, however that came to be open: its study 2 is another', () => {
    const store = createSessionStore();
    store.getState().chooseStudy({ project: spring.path, id: 2 });
    expect(studyIn(store.getState(), spring)).toBe(2);
    expect(studyIn(store.getState(), autumn)).toBeNull();
    expect(studyIn(store.getState(), null)).toBeNull();
    expect(studyIn(store.getState(), undefined)).toBeNull();
  });

  test('is there again when its project is, and gone when it was removed', () => {
    const store = createSessionStore();
    store.getState().chooseStudy({ project: spring.path, id: 2 });
    expect(studyIn(store.getState(), autumn)).toBeNull();
    expect(studyIn(store.getState(), spring)).toBe(2);
    store.getState().chooseStudy(null);
    expect(studyIn(store.getState(), spring)).toBeNull();
  });
});

test('who labels is of a window and a project, and each choice counts as a turn', () => {
  const store = createSessionStore();
  store.getState().keepAnnotator('/a', 1);
  expect(store.getState()).toMatchObject({ annotatorTurn: 0, confirmedProject: null });
  store.getState().confirmAnnotator('/b', 3);
  expect(store.getState()).toMatchObject({
    annotatorTurn: 1,
    confirmedProject: '/b',
    annotator: { project: '/b', id: 3 },
  });
});
