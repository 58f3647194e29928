import { describe, expect, test } from 'vitest';
import { blindName } from '../../../renderer/ui/blind-name.ts';
import {
  datasetOf,
  idOf,
  isLabeling,
  movedTo,
  paths,
  rankingIn,
  studyOf,
} from '../../../renderer/ui/place/paths.ts';

describe('addresses', () => {
  test('name the study they are about', () => {
    expect(studyOf(paths.results(3))).toBe(3);
    expect(studyOf(paths.setup(3))).toBe(3);
    expect(studyOf(paths.label(4))).toBe(4);
    expect(studyOf(paths.label(4, 'a/b'))).toBe(4);
    expect(studyOf(paths.team(5, 'hand-out'))).toBe(5);
    for (const path of [paths.newStudy, paths.newStudyOn(7), paths.current('label'), paths.dataset(7)]) {
      expect(studyOf(path)).toBeNull();
    }
  });
  test('name the ranking they are about, which is no study by number', () => {
    expect(paths.ranking(4)).toBe('/studies/ranking/4/results');
    expect(rankingIn(paths.ranking(4, 'label'))).toBe(4);
    expect(studyOf(paths.ranking(4, 'setup'))).toBeNull();
    expect(rankingIn(paths.setup(4))).toBeNull();
    expect(isLabeling(paths.ranking(4, 'label'))).toBe(true);
    expect(movedTo('/studies/ranking/4')).toBe('/studies/ranking/4/results');
  });
  test('name the data set they are about', () => {
    expect(datasetOf(paths.dataset(7))).toBe(7);
    expect(datasetOf(paths.item(7, 12))).toBe(7);
    expect(datasetOf(paths.datasetView(7, 'eyJ_-0'))).toBe(7);
    expect(datasetOf(paths.newStudyOn(8))).toBe(8);
    for (const path of [paths.results(7), paths.importData, paths.newStudy, paths.run(7)]) {
      expect(datasetOf(path)).toBeNull();
    }
  });
  test('tell where one item is in view', () => {
    expect(isLabeling(paths.label(4))).toBe(true);
    expect(isLabeling(paths.label(4, '12'))).toBe(true);
    expect(isLabeling(paths.results(4))).toBe(false);
    expect(isLabeling('/studies/4/labels')).toBe(false);
  });
  test.each([
    ['/study', '/studies'],
    ['/study/new', '/studies/new'],
    ['/study/new/7', '/studies/new/7'],
    ['/study/3', '/studies/3/setup'],
    ['/studies/3', '/studies/3/results'],
    ['/label', '/studies/current/label'],
    ['/team', '/studies/current/team'],
    ['/results', '/studies/current/results'],
    ['/report', '/studies/current/report'],
    ['/label/3', '/studies/3/label'],
    ['/label/3/a%2Fb', '/studies/3/label/a%2Fb'],
    ['/team/3/hand-out', '/studies/3/team/hand-out'],
    ['/lab', '/research/lab'],
    ['/lab/2', '/research/lab/2'],
    ['/research', '/research/lab'],
    ['/protocols', '/research/protocols'],
    ['/protocols/run/4', '/research/protocols/run/4'],
    ['/protocols/run/4/2', '/research/protocols/run/4/2'],
    ['/protocols/talk/4', '/research/protocols/talk/4'],
    ['/protocols/compare', '/research/comparison'],
    ['/protocols/papers', '/research/papers'],
    ['/protocols/personas', '/research/personas'],
    ['/protocols/validation/5', '/research/validation/5'],
    ['/protocols/validate', '/research/validation/open'],
    ['/protocols/validate/5', '/research/validation/open/5'],
  ])('%s of before leads to %s', (old, now) => {
    expect(movedTo(old)).toBe(now);
    expect(movedTo(now)).toBeNull();
  });
  test.each(['/', '/data', '/data/1', '/judges/run/3', '/labels', '/study/x', '/settings'])(
    '%s is taken as it stands',
    (path) => {
      expect(movedTo(path)).toBeNull();
    },
  );
  test.each(['0', '-1', '1.5', 'x', '', undefined, '99999999999999999'])('%s is no id', (text) => {
    expect(idOf(text)).toBeNull();
  });
});

describe('the name of a study for whoever labels', () => {
  const study = { id: 2, system: 'Heron', measureName: 'helpful', datasetName: 'March' };
  test('hides the system', () => {
    expect(blindName({ ...study, name: 'heron, helpful' })).toBe('helpful on March (study 2)');
  });
  test('is the given one where that tells nothing', () => {
    expect(blindName({ ...study, name: 'Pilot' })).toBe('Pilot');
    const unnamed = { ...study, system: 'assistant', name: 'helpful, assistant chats' };
    expect(blindName(unnamed)).toBe('helpful, assistant chats');
  });
});
