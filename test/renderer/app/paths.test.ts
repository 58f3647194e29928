import { describe, expect, test } from 'vitest';
import { blindName } from '../../../renderer/app/blind-name.ts';
import { idOf, paths, studyOf } from '../../../renderer/app/paths.ts';

describe('addresses', () => {
  test('name the study they are about', () => {
    expect(studyOf(paths.study(3))).toBe(3);
    expect(studyOf(paths.label(4))).toBe(4);
    expect(studyOf(paths.team(5))).toBe(5);
    expect(studyOf(paths.team(5, 'members'))).toBe(5);
    expect(studyOf(paths.newStudy)).toBeNull();
    expect(studyOf(paths.newStudyOn(7))).toBeNull();
    expect(studyOf(paths.dataset(7))).toBeNull();
  });
  test.each(['0', '-1', '1.5', 'x', '', undefined, '99999999999999999'])('%s is no id', (text) => {
    expect(idOf(text)).toBeNull();
  });
});

describe('the name of a study for whoever labels', () => {
  const study = { id: 2, system: 'Heron', measureName: 'helpful', datasetName: 'March' };
  test('hides the system', () => {
    expect(blindName({ ...study, name: 'heron, helpful' })).toBe('Study 2: helpful, March');
  });
  test('is the given one where that tells nothing', () => {
    expect(blindName({ ...study, name: 'Pilot' })).toBe('Pilot');
  });
});
