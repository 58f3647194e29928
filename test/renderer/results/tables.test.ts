import { describe, expect, test } from 'vitest';
import { choiceFor, filesOf, purposeOf } from '../../../renderer/screens/results/report-formats.ts';
import { noForecastWords, stepWords, widthText } from '../../../renderer/screens/results/stop-advice.ts';
import {
  machineScoreColumns,
  pageOf,
  shortNumber,
  signedNumber,
} from '../../../renderer/screens/results/table-rows.ts';
import { reportFormats } from '../../../shared/contract/estimate.ts';
import { methodRows } from '../../../shared/estimate-words.ts';
import { methodOf, reportOf } from './report-of.ts';

describe('the table of methods', () => {
  const estimates = [
    methodOf({ method: 'ppi', estimable: false, reason: 'needs uniform draws' }),
    methodOf({ method: 'young', estimable: false, reason: 'not estimable yet: needs at least 2 labels' }),
    methodOf({ method: 'mean' }),
    methodOf({
      method: 'lure',
      estimable: false,
      reason: 'needs a label for every drawn item, and 1 was skipped',
    }),
    methodOf({ method: 'calibrated' }),
  ];
  const ids = (rows: readonly { method: string }[]) => rows.map(({ method }) => method);
  test('begins with the study’s own method and sets apart those that more labels would not help', () => {
    const { rows, forOtherDraws } = methodRows({ estimates, default: 'calibrated' });
    expect(ids(rows)).toEqual(['calibrated', 'mean', 'young', 'lure']);
    expect(ids(forOtherDraws)).toEqual(['ppi']);
    expect(ids(estimates)[0]).toBe('ppi');
  });
});

describe('a page of draws', () => {
  test.each([
    [0, 0, { isOnly: true, hasEarlier: false, hasLater: false, words: '0 to 0 of 0' }],
    [100, 0, { isOnly: true, hasEarlier: false, hasLater: false, words: '1 to 100 of 100' }],
    [101, 0, { isOnly: false, hasEarlier: false, hasLater: true, words: '1 to 100 of 101' }],
    [101, 1, { isOnly: false, hasEarlier: true, hasLater: false, words: '101 to 101 of 101' }],
    [2500, 3, { isOnly: false, hasEarlier: true, hasLater: true, words: '301 to 400 of 2,500' }],
  ])('of %i draws, page %i', (total, page, expected) => {
    expect(pageOf(total, 100, page)).toEqual(expected);
  });
});

test('small numbers keep three digits, shifts their sign', () => {
  expect([shortNumber(0.0038765), shortNumber(1.0234), shortNumber(2)]).toEqual(['0.00388', '1.02', '2']);
  expect([signedNumber(0.0984), signedNumber(-0.0788), signedNumber(0)]).toEqual(['+0.0984', '-0.0788', '0']);
});

describe('when to stop, in words', () => {
  const step = { halfWidth: 0.2, labels: 1200, more: 1170 };
  test('a width costs labels, all items, or nothing any more', () => {
    expect(stepWords({ ...step, state: 'ahead' })).toEqual({ labels: 'about 1,200', more: '1,170 more' });
    expect(stepWords({ ...step, state: 'everything' })).toEqual({ labels: 'all 1,200', more: 'every item' });
    expect(stepWords({ ...step, state: 'reached' })).toEqual({ labels: '', more: 'reached' });
  });
  test('a width is of the measure’s own scale, also of a difference', () => {
    expect(widthText(0.594, reportOf())).toBe('± 0.59');
    expect(widthText(12.34, reportOf({ scale: { min: -100, max: 100, direction: 'higher' } }))).toBe('± 12');
  });
  test('without a forecast it is said why', () => {
    const open = reportOf({ plan: { residualStandardDeviation: null, halfWidth: null } });
    expect(noForecastWords(reportOf(), { preset: 'uniform' })).toBeNull();
    expect(noForecastWords(open, { preset: 'uniform' })).toBe('The forecast starts at 10 labels.');
    expect(noForecastWords(open, { preset: 'humcoe' })).toContain('no interval');
  });
});

describe('files of a report', () => {
  const props = { studyId: 3, also: [4, 5], sign: true, texts: false };
  const figures = ['figure-svg', 'figure-png'];
  const correction = { name: 'better', question: '', required: false, form: { kind: 'correction' as const } };
  const allFiles = filesOf({ fields: [correction] });
  test('are those of corrections where a study asks for any', () => {
    const corrected = /^corrections-/;
    expect(filesOf({ fields: [] })).toEqual(allFiles.filter(({ format }) => !corrected.test(format)));
    expect(allFiles.filter(({ format }) => corrected.test(format))).toHaveLength(2);
  });
  test('are all that there are but the figures', () => {
    expect(allFiles.map(({ format }) => format).sort()).toEqual(
      reportFormats.filter((format) => !figures.includes(format)).sort(),
    );
  });
  test('take in further studies and a signature only where they have a place for them', () => {
    expect(choiceFor('html', props)).toEqual({
      studyId: 3,
      format: 'html',
      also: [4, 5],
      texts: false,
      sign: true,
    });
    expect(choiceFor('pdf', props)).toEqual({ studyId: 3, format: 'pdf', also: [4, 5], texts: false });
    expect(choiceFor('labels-jsonl', props)).toEqual({ studyId: 3, format: 'labels-jsonl', sign: true });
    expect(choiceFor('labels-parquet', props)).toEqual({ studyId: 3, format: 'labels-parquet' });
    const also = { also: [4, 5], texts: false };
    expect(choiceFor('labels-csv', props)).toEqual({ studyId: 3, format: 'labels-csv', ...also });
  });
  test('say so before somebody saves them', () => {
    const said = (format: string, chosen: { also: number[]; sign: boolean }) =>
      purposeOf(allFiles.find((file) => file.format === format)!, chosen);
    expect(said('labels-parquet', { also: [4], sign: true })).toMatch(/; of this study alone$/);
    expect(said('labels-csv', { also: [4], sign: true })).not.toContain(';');
    expect(said('labels-jsonl', { also: [4], sign: true })).toMatch(/; of this study alone; signed$/);
    expect(said('html', { also: [4], sign: true })).toMatch(/verify it by; signed$/);
    expect(said('html', { also: [], sign: false })).not.toContain(';');
  });
});

test('a study without a machine score shows none', () => {
  expect(machineScoreColumns({ surrogate: { kind: 'none' } })).toEqual([]);
  const [column] = machineScoreColumns({ surrogate: { kind: 'reader' } });
  expect(column?.cell({ surrogateValue: 0.25 })).toBe('0.25');
});
