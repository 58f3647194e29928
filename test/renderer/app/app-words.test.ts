import { describe, expect, test } from 'vitest';
import { jobPercent, jobWords } from '../../../renderer/api/job-store.ts';
import { actionGroups, foundPlace, isFoundBy } from '../../../renderer/app/find-actions.ts';
import { mergeWords, moveWords } from '../../../renderer/parts/merge-words.ts';
import { nextStep, shutOut } from '../../../renderer/screens/home/next-step.ts';
import type { Job, MergedBatch, WaitingFor } from '../../../shared/contract/index.ts';
import { mayLabel } from '../../../shared/count-words.ts';

const study = {
  id: 2,
  name: 'heron, helpful',
  system: 'heron',
  comparison: null,
  measureName: 'helpful',
  datasetName: 'March',
  labeled: 0,
  skipped: 0,
  itemsDrawn: 30,
  counts: { labeled: 0, waitingFor: null },
};

describe('what can be found by name', () => {
  const labelsOf = (found: Partial<Parameters<typeof actionGroups>[0]>) =>
    actionGroups({ project: {}, datasets: [], studies: [], scheme: 'auto', ...found }).map(
      ({ group, actions }) => [group, actions.map(({ label }) => label)],
    );
  test('whoever is to label does not read which system it is', () => {
    const [, , [group, labels]] = labelsOf({ studies: [study] }) as [unknown, unknown, [string, string[]]];
    expect(group).toBe('Studies');
    expect(labels.slice(0, 2)).toEqual([
      'Label: helpful on March (study 2)',
      'Team: helpful on March (study 2)',
    ]);
    expect(labels).toContain('Results: heron, helpful');
  });
  test('nothing of a project that is closed, and no colors that are on already', () => {
    const found = labelsOf({
      project: null,
      studies: [study],
      datasets: [{ id: 1, name: 'March' }],
      scheme: 'dark',
    });
    expect(found.map(([group]) => group)).toEqual(['Do', 'Go to', 'View']);
    expect(found[0]![1]).not.toContain('Make a study');
    expect(found[2]![1]).toEqual(['Use the colors of the system', 'Use light colors']);
  });
  test('every action has an id of its own, and what is done differs between the shells', () => {
    for (const isDesktop of [true, false]) {
      const actions = actionGroups({
        project: {},
        datasets: [],
        studies: [study],
        scheme: 'auto',
        isDesktop,
      }).flatMap((group) => group.actions);
      expect(new Set(actions.map(({ id }) => id)).size).toBe(actions.length);
      const copy = actions.find(({ label }) => label === 'Save a copy of the project')!;
      expect('run' in copy.does).toBe(isDesktop);
      const found = actions.filter((one) => isFoundBy('error analysis', one)).map(({ label }) => label);
      expect(found).toEqual(['Count what goes wrong']);
    }
  });
  test('words find an action in any order, whatever their case', () => {
    const found = { label: 'Export the report', description: 'As a page, PDF', keywords: 'print' };
    expect(isFoundBy('report EXPORT', found)).toBe(true);
    expect(isFoundBy('print pdf', found)).toBe(true);
    expect(isFoundBy('report import', found)).toBe(false);
  });
  test('what starts with the words typed comes first', () => {
    const names = ['Collaborate', 'Label: May', 'Open the lab', 'Lab', 'Judges'];
    const inOrder = names.toSorted(
      (a, b) => foundPlace(' LAB', { label: a }) - foundPlace(' LAB', { label: b }),
    );
    expect(inOrder).toEqual(['Lab', 'Label: May', 'Open the lab', 'Collaborate', 'Judges']);
  });
  test('agreement leads to how far people agree', () => {
    const project = { project: {}, datasets: [], studies: [study], scheme: 'auto' } as const;
    const found = actionGroups(project)
      .flatMap(({ actions }) => actions)
      .filter((action) => isFoundBy('agreement', action));
    expect(found.map(({ label }) => label)).toContain('See how far people agree');
  });
  test('a data set is browsed at its own address', () => {
    const groups = actionGroups({
      project: {},
      datasets: [{ id: 9, name: 'May' }],
      studies: [],
      scheme: 'auto',
    });
    expect(groups[2]!.actions).toEqual([{ id: '/data/9', label: 'Browse: May', does: { go: '/data/9' } }]);
  });
});

describe('the next step of a project', () => {
  const decision = {
    ...{ ref: 'r1', item: 4, lacks: 'decision' as const, nth: 1, annotators: [], spokenBy: [] },
    ...{ isSnoozed: false, itemId: 4, criterionId: 1 },
  };
  const project = { datasetCount: 1, labelCount: 50, isSample: false };
  test.each([
    ['no data', { ...project, datasetCount: 0 }, [], 'Import data', '/data/import'],
    ['no study', project, [], 'Set up a study', '/studies/new'],
    ['a fresh study', project, [study], 'Start labeling', '/studies/2/label'],
    [
      'one begun before a fresh one',
      project,
      [study, { ...study, id: 3, labeled: 4, counts: { labeled: 4, waitingFor: null } }],
      'Continue labeling',
      '/studies/3/label',
    ],
    [
      'one of which no label counts yet',
      project,
      [study, { ...study, id: 3, counts: { labeled: 12, waitingFor: decision } }],
      'Continue labeling',
      '/studies/3/label',
    ],
    [
      'every item labeled, and people differ',
      project,
      [{ ...study, labeled: 3, skipped: 1, counts: { labeled: 29, waitingFor: decision } }],
      'Decide where they differ',
      '/studies/2/team/adjudication',
    ],
    [
      'every item answered',
      project,
      [{ ...study, labeled: 28, skipped: 2 }],
      'See the results',
      '/studies/2/results',
    ],
  ] as const)('%s', (_what, at, studies, button, href) => {
    expect(nextStep(at, studies)).toMatchObject({ button, href });
  });
  test('counts what is left without the skipped, and names no system', () => {
    const { words } = nextStep(project, [{ ...study, labeled: 27, skipped: 2 }]);
    expect(words).toBe('1 item waits in “helpful on March (study 2)”.');
  });
  test('asks for ten labels in the first minute of the sample alone', () => {
    expect(nextStep({ ...project, isSample: true, labelCount: 9 }, [study]).words).toContain(
      'Label ten items',
    );
    expect(nextStep({ ...project, isSample: true, labelCount: 10 }, [study]).words).toContain(
      '30 items wait',
    );
  });
});

test('annotators who came by a link are shut out while the portal is closed, those of long ago aside', () => {
  const now = Date.parse('2026-12-08T12:00:00Z');
  const links = [
    { isIn: true, seenAt: '2026-12-08T09:00:00Z' },
    { isIn: true, seenAt: '2026-11-20T09:00:00Z' },
    { isIn: true, seenAt: null },
    { isIn: false, seenAt: '2026-12-08T09:00:00Z' },
  ];
  expect(shutOut({ isOpen: false }, links, now)).toBe(1);
  expect(shutOut({ isOpen: true }, links, now)).toBe(0);
});

describe('a job in words', () => {
  const job = { done: 0, total: null, unit: 'records', ratePerSecond: null, secondsLeft: null } as Job;
  test('says only what is known', () => {
    expect(jobWords(job)).toBe('');
    expect(jobWords({ ...job, done: 1500 })).toBe('1,500 records');
    expect(jobWords({ ...job, total: 0 })).toBe('0 of 0 records');
    expect(jobWords({ ...job, done: 10, total: 40, ratePerSecond: 0.2, secondsLeft: 90 })).toBe(
      '10 of 40 records · 1 a second · 1 min 30 s left',
    );
  });
  test('is never more than done', () => {
    expect(jobPercent({ done: 5, total: null })).toBeNull();
    expect(jobPercent({ done: 0, total: 0 })).toBeNull();
    expect(jobPercent({ done: 1, total: 4 })).toBe(25);
    expect(jobPercent({ done: 5, total: 4 })).toBe(100);
  });
});

describe('the item that an estimate waits for', () => {
  const waiting = { lacks: 'label', annotators: [], spokenBy: [4] } as unknown as WaitingFor;
  test('is a link for whoever may label it, and for nobody where a decision is missing', () => {
    expect(mayLabel(waiting, undefined)).toBe(true);
    expect(mayLabel(waiting, 3)).toBe(true);
    expect(mayLabel(waiting, 4)).toBe(false);
    const assigned = { ...waiting, annotators: [{ id: 4, name: 'Ana' }] };
    expect(mayLabel(assigned, 4)).toBe(true);
    expect(mayLabel(assigned, 3)).toBe(false);
    expect(mayLabel({ ...waiting, lacks: 'decision' }, 3)).toBe(false);
  });
});

describe('what a merge did', () => {
  const merged = {
    annotator: 'Ana',
    isNewPerson: false,
    added: 0,
    changed: 0,
    known: 3,
    taken: 0,
    kept: 1,
    study: 'S',
    scale: { min: 1, max: 5, direction: 'higher' },
    before: { value: 3, lower: 2, upper: 4, labeled: 10, waiting: 0, pairsLeft: null },
    after: { value: 3, lower: 2, upper: 4, labeled: 10, waiting: 0, pairsLeft: null },
    signedBy: null,
  } as unknown as MergedBatch;
  test('nothing new is no number of answers, and moves no estimate', () => {
    const { title, words } = mergeWords(merged);
    expect(title).toBe('Nothing new from Ana');
    expect(words).toContain('3 answers were there already. In 1 conflict the project’s answer was kept.');
    expect(words).not.toContain('The estimate');
  });
  test('a conflict that was taken counts as an answer, and the estimate is said before and after', () => {
    const after = { ...merged.after, value: 3.5, lower: null, upper: null, labeled: 12 };
    const { title, words } = mergeWords({ ...merged, added: 1, taken: 1, after });
    expect(title).toBe('2 answers of Ana added');
    expect(words).toContain('The estimate of “S” was 3.0 (2.0 to 4.0) and is 3.50, from 12 labels.');
    expect(moveWords({ ...merged, after }, 'would be')).toContain('is 3.0 (2.0 to 4.0) and would be 3.50');
    expect(moveWords(merged, 'would be')).toContain('would stay 3.0');
  });
  test('of a ranking, which has no one value, it is told how many pairs are left to decide', () => {
    const none = { value: null, lower: null, upper: null, waiting: 0 };
    const moved = {
      ...merged,
      before: { ...none, labeled: 10, pairsLeft: 3 },
      after: { ...none, labeled: 40, pairsLeft: 1 },
    };
    expect(moveWords(moved, 'is')).toBe(
      'Of “S” 1 pair is left to decide, 3 before, from 40 counted answers.',
    );
    expect(moveWords(moved, 'would be')).toContain('1 pair would be left');
  });
});
