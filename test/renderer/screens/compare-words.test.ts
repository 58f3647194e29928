import { describe, expect, test } from 'vitest';
import {
  completeDraft,
  emptyDraft,
  goalFor,
  questionOf,
  type StudyDraft,
  scaleOf,
  systemsOfDraft,
} from '../../../renderer/parts/study/study-draft.ts';
import { comparisonWords, stillCloseWords } from '../../../renderer/screens/results/difference-words.ts';
import { expectedWords, gapWords } from '../../../renderer/screens/study/gap-words.ts';
import { rankingWords } from '../../../renderer/screens/study/systems-field.tsx';
import { blindName } from '../../../renderer/ui/blind-name.ts';
import { referenceLines } from '../../../shared/charts/estimate-lines.ts';
import {
  pairedItemsWords,
  pairVerdictWords,
  placeWords,
  standingWords,
  verdictWords,
  withinWords,
} from '../../../shared/comparison-words.ts';
import type { Comparison, RankedPair, Ranking, StudyOptions } from '../../../shared/contract/index.ts';
import { signedScore } from '../../../shared/number-text.ts';
import { rankingHeading, rankingSentence } from '../../../shared/ranking-words.ts';
import { surrogatesFor } from '../../../shared/study-choices.ts';
import { methodOf, reportOf } from '../results/report-of.ts';

const compared = (changes: Partial<Comparison> = {}): Comparison => ({
  system: 'new',
  against: 'old',
  sharedItems: 1000,
  differing: 400,
  equal: 600,
  verdict: 'undecided',
  ...changes,
});
const differences = { min: -1, max: 1, direction: 'higher' } as const;

describe('a comparison in words', () => {
  test('names the winner, or says that it is too close', () => {
    expect(verdictWords(compared({ verdict: 'system' }))).toBe('new is better than old.');
    expect(verdictWords(compared({ verdict: 'against' }))).toBe('old is better than new.');
    expect(verdictWords(compared())).toMatch(/^Too close to tell new and old apart so far/);
    expect(verdictWords(compared({ verdict: 'equal', differing: 0 }))).toMatch(/no response differs/);
  });

  test('says how much is practically nothing, and that it is not decided yet', () => {
    const stated = { leastDifference: 0.02 };
    expect(verdictWords(compared({ ...stated, verdict: 'practically-equal' }))).toBe(
      'new and old are practically equal: their difference is less than 0.02, the smallest that matters.',
    );
    expect(verdictWords(compared(stated))).toMatch(
      /^Not decided yet whether new or old is better: .*\(0\.02 or more\)\.$/,
    );
    const estimates = [methodOf({ value: 0.004, lower: 0.001, upper: 0.007 })];
    const verdict = 'practically-equal';
    const report = reportOf({ scale: differences, comparison: compared({ verdict }), estimates, N: 400 });
    expect(comparisonWords(report, compared({ verdict }))).toMatch(
      /contains no difference that matters\. The interval is right/,
    );
    expect(stillCloseWords(report)).toBeNull();
  });

  test('says how many responses differ', () => {
    expect(pairedItemsWords(compared())).toBe(
      'Both answered 1,000 items; 400 have replies that differ. 600 are equal and count as a difference of 0 without a label.',
    );
    expect(pairedItemsWords(compared({ differing: 1000, equal: 0 }))).toBe(
      'The replies to all 1,000 items that both answered differ.',
    );
  });

  test('a difference carries its sign, 0 none', () => {
    expect(signedScore(0.123, differences)).toBe('+0.123');
    expect(signedScore(-0.123, differences)).toBe('−0.123');
    expect(signedScore(-0.0001, differences)).toBe('0.000');
  });

  test('says who is ahead, also where lower is better', () => {
    const estimates = [methodOf({ value: 0.08, lower: 0.02, upper: 0.14 })];
    const report = reportOf({ scale: differences, comparison: compared(), estimates, N: 400 });
    expect(comparisonWords(report, compared())).toMatch(/new ahead by about 0\.080, over all 1,000 items/);
    const errors = { ...report, scale: { ...differences, direction: 'lower' as const } };
    expect(comparisonWords(errors, compared())).toMatch(/old ahead by about 0\.080/);
    expect(comparisonWords(report, compared({ verdict: 'system' }))).toMatch(
      /leaves out 0\. The interval is right in at least 95 of 100 studies\.$/,
    );
    expect(comparisonWords({ ...report, labeled: 400 }, compared())).toMatch(
      /^Every item that differs is labeled/,
    );
    expect(comparisonWords({ ...report, labeled: 0 }, compared())).toMatch(/not evidence of what people/);
  });

  test('says nobody to be ahead by 0', () => {
    const estimates = [methodOf({ value: 0.002, lower: -0.6, upper: 0.64 })];
    const report = reportOf({ scale: differences, comparison: compared(), estimates, N: 400, labeled: 12 });
    expect(comparisonWords(report, compared())).toMatch(/would find next to no difference, over all 1,000/);
  });

  test('tells that an undecided gap may stay open, and says nothing once decided', () => {
    const report = reportOf({ scale: differences, comparison: compared() });
    expect(stillCloseWords(report)).toMatch(/They may be equally good/);
    expect(stillCloseWords({ ...report, comparison: compared({ verdict: 'system' }) })).toBeNull();
  });

  test('the chart has a line at no difference', () => {
    const report = reportOf({ scale: differences, comparison: compared() });
    expect(referenceLines(report)[0]).toEqual({ kind: 'zero', name: 'No difference', value: 0 });
    expect(referenceLines(reportOf()).some(({ kind }) => kind === 'zero')).toBe(false);
  });

  test('the name over the label screen hides either system', () => {
    const study = { id: 4, name: 'Old revisited', system: 'new', measureName: 'tone', datasetName: 'chats' };
    const comparison = { against: 'old', sharedItems: 3, differing: 2, equal: 1 };
    expect(blindName({ ...study, comparison })).toBe('tone on chats (study 4)');
  });
});

describe('what labels can tell, in advance', () => {
  const preview = { ...compared(), gaps: [], expected: { gap: 0.05, labels: 300, reachable: true } };
  test('a gap and its labels', () => {
    expect(gapWords({ gap: 0.1, labels: 137, reachable: true }, differences, 400)).toBe(
      'gap 0.100: about 137',
    );
    expect(gapWords({ gap: 0.01, labels: 400, reachable: false }, differences, 400)).toBe(
      'gap 0.010: all 400',
    );
    const likely = { least: 80, most: 400 };
    expect(gapWords({ gap: 0.1, labels: 137, reachable: true, likely }, differences, 400)).toBe(
      'gap 0.100: 80 to all 400',
    );
  });

  test('too close for the budget, or not', () => {
    expect(expectedWords(preview, 0.05, 30, differences)).toBe(
      'The machine score expects new ahead by 0.050. That is too close for 30 labels: telling it takes about 300.',
    );
    expect(expectedWords(preview, -0.05, 350, differences)).toMatch(
      /^The machine score expects old ahead.*about 300/,
    );
    const hopeless = { ...preview, expected: { gap: 0.001, labels: 400, reachable: false } };
    expect(expectedWords(hopeless, 0.001, 100, differences)).toMatch(/only labeling all 400 would tell it/);
    expect(expectedWords({ ...preview, expected: null }, 0, 30, differences)).toMatch(
      /expects no difference/,
    );
  });
});

describe('a ranking in words', () => {
  const pair = (system: string, against: string, verdict: RankedPair['verdict']): RankedPair => ({
    studyId: 1,
    study: '',
    system,
    against,
    studies: 1,
    alpha: 0.0167,
    labeled: 10,
    differing: 20,
    sharedItems: 30,
    value: 0,
    lower: 0,
    upper: 0,
    verdict,
  });
  const place = (system: string, best: number, worst: number) => ({ system, best, worst });
  const shared = { measureName: '', datasetName: '', scale: differences, alpha: 0.05, missing: [] };

  test('is complete only when every pair is decided', () => {
    const places = [place('a', 1, 1), place('b', 2, 2), place('c', 3, 3)];
    const pairs = [pair('a', 'b', 'system'), pair('a', 'c', 'system'), pair('b', 'c', 'system')];
    expect(rankingSentence({ ...shared, places, pairs })).toBe('a is best; b is second; c is worst.');
    const open = [place('a', 1, 1), place('b', 2, 3), place('c', 2, 3)];
    const undecided = [pairs[0]!, pairs[1]!, pair('b', 'c', 'undecided')];
    expect(rankingSentence({ ...shared, places: open, pairs: undecided })).toBe(
      'a is best; b or c is worst; 1 of 3 pairs is not decided yet.',
    );
    const close = { ...pair('b', 'c', 'practically-equal'), leastDifference: 0.02 };
    expect(rankingSentence({ ...shared, places: open, pairs: [pairs[0]!, pairs[1]!, close] })).toBe(
      'a is best; b and c cannot be told apart within 0.02.',
    );
    expect(withinWords({ pairs: [close] })).toContain('less than 0.02');
    expect(withinWords({ pairs })).toBe('');
    const missing = [{ system: 'b', against: 'c' }];
    expect(rankingSentence({ ...shared, places: open, pairs: undecided.slice(0, 1), missing })).toMatch(
      /1 of 2 pairs is not decided yet\.$/,
    );
    expect(placeWords(open[1]!)).toBe('2 to 3');
    expect(placeWords(open[0]!)).toBe('1');
    expect(pairVerdictWords(pair('a', 'b', 'against'))).toBe('b is better');
    expect(pairVerdictWords(pair('a', 'b', 'equal'))).toBe('exactly equal');
    expect(pairVerdictWords(pair('a', 'b', 'practically-equal'))).toBe('practically equal');
  });

  test('counts systems in a heading where more than three may be best', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    const all = names.flatMap((first, i) =>
      names
        .slice(i + 1)
        .map((second) => pair(first, second, second === 'e' && first === 'a' ? 'system' : 'undecided')),
    );
    const wide = names.map((name) => place(name, name === 'e' ? 2 : 1, name === 'a' ? 4 : 5));
    const ranking = { ...shared, places: wide, pairs: all };
    expect(rankingHeading(ranking)).toBe(
      '4 of 5 systems may be best, 4 may be worst; 9 of 10 pairs are not decided yet.',
    );
    expect(rankingSentence(ranking)).toMatch(/^a, b, c or d is best; b, c, d or e is worst;/);
    const few = { ...shared, places: wide.slice(0, 2), pairs: [pair('a', 'b', 'system')] };
    expect(rankingHeading(few)).toBe(rankingSentence(few));
  });

  test('is one sentence: who is best, who cannot be told apart, who is worst', () => {
    const beats = (first: string, second: string) => pair(first, second, 'system');
    const close = { ...pair('A', 'B', 'practically-equal'), leastDifference: 0.02 };
    const places = [place('C', 1, 1), place('A', 2, 3), place('B', 2, 3), place('D', 4, 4)];
    const others = [beats('C', 'A'), beats('C', 'B'), beats('C', 'D'), beats('A', 'D'), beats('B', 'D')];
    const said = (inner: RankedPair) => rankingSentence({ ...shared, places, pairs: [...others, inner] });
    expect(said(close)).toBe('C is best; A and B cannot be told apart within 0.02; D is worst.');
    expect(said(pair('A', 'B', 'equal'))).toBe('C is best; A and B score exactly the same; D is worst.');
    expect(said(pair('A', 'B', 'undecided'))).toBe(
      'C is best; A and B share the places 2 to 3; D is worst; 1 of 6 pairs is not decided yet.',
    );
    const nothing = ['A', 'B'].map((system) => place(system, 1, 2));
    expect(rankingSentence({ ...shared, places: nothing, pairs: [pair('A', 'B', 'undecided')] })).toBe(
      'Nothing is decided yet: A or B may be the best.',
    );
  });

  test('names no more than six systems one by one', () => {
    const systems = [...'abcdefgh'];
    const places = systems.map((system) => place(system, 1, 8));
    const open = systems.slice(1).map((system) => ({ ...pair('a', system, 'undecided'), matters: true }));
    expect(rankingSentence({ ...shared, places, pairs: open })).toBe(
      'Nothing is decided yet: any of the 8 systems may be the best.',
    );
    const pairs = [...open, pair('g', 'h', 'system')];
    expect(rankingSentence({ ...shared, top: 1, places, pairs })).toBe(
      'a, b, c or one of 5 others may be the best; 7 of 8 pairs still have to be decided.',
    );
  });

  test('says what is to be found, who is out, and what follows by way of others', () => {
    const open = (first: string, second: string) => ({ ...pair(first, second, 'undecided'), matters: true });
    const idle = (first: string, second: string) => ({ ...pair(first, second, 'undecided'), matters: false });
    const beats = (first: string, second: string) => ({ ...pair(first, second, 'system'), matters: false });
    const said = (top: number, places: Ranking['places'], pairs: RankedPair[]) =>
      rankingSentence({ ...shared, top, places, pairs });
    const race = [place('a', 1, 2), place('b', 1, 3), place('c', 2, 3)];
    expect(said(1, race, [open('a', 'b'), beats('a', 'c'), idle('b', 'c')])).toBe(
      'a or b may be the best; 1 of 3 pairs still has to be decided.',
    );
    const won = [place('a', 1, 1), place('b', 2, 3), place('c', 2, 3)];
    expect(said(1, won, [beats('a', 'b'), beats('a', 'c'), idle('b', 'c')])).toBe('a is best.');
    expect(said(2, won, [beats('a', 'b'), beats('a', 'c'), open('b', 'c')])).toBe(
      'a is among the best 2; b or c may be among the best 2; 1 of 3 pairs still has to be decided.',
    );
    const close = { ...pair('a', 'b', 'practically-equal'), leastDifference: 0.02, matters: false };
    const tied = [place('a', 1, 2), place('b', 1, 2), place('c', 3, 3)];
    expect(said(1, tied, [close, beats('a', 'c'), beats('b', 'c')])).toBe(
      'a and b cannot be told apart within 0.02: no system is better than a or b by a difference that matters.',
    );
    expect(said(2, tied, [idle('a', 'b'), beats('a', 'c'), beats('b', 'c')])).toBe('a and b are the best 2.');
    const circle = ['a', 'b', 'c'].map((system) => place(system, 2, 2));
    expect(said(1, circle, [beats('a', 'b'), beats('c', 'a'), beats('b', 'c')])).toBe(
      'No system is better than all others.',
    );
    const through = { ...pair('a', 'c', 'undecided'), through: 'system' as const, matters: false };
    expect(standingWords(through)).toBe('a is better, by way of other pairs');
    expect(standingWords(idle('b', 'c'))).toBe('undecided, and need not be');
    expect(standingWords(open('b', 'c'))).toBe('undecided');
    const goal = { alpha: 0.0125, lower: 0.1, upper: 0.9, verdict: 'system' as const };
    expect(standingWords({ ...open('b', 'c'), goal })).toBe('b is better, for what is to be found');
    const whole = [place('a', 1, 1), place('b', 2, 2), place('c', 3, 3)];
    expect(
      rankingSentence({
        ...shared,
        top: null,
        places: whole,
        pairs: [beats('a', 'b'), through, beats('b', 'c')],
      }),
    ).toBe('a is best; b is second; c is worst.');
  });

  test('says what it takes', () => {
    expect(rankingWords(5, 0.05).replaceAll('\u00a0', ' ')).toMatch(
      /All 10 pairs of 5 systems.*with 95 %, each interval with 99\.5 %/,
    );
  });
});

const coverage = ['a', 'b', 'c'].map((system) => ({ system, items: 20 }));
const options: StudyOptions = {
  version: '',
  systems: ['a', 'b', 'c'].map((name) => ({ name, items: 20 })),
  criteria: [
    { name: 'tone', kind: 'rating', scale: { min: 1, max: 5, direction: 'higher' }, declared: true },
  ],
  metrics: [],
  surrogates: [
    {
      spec: { kind: 'system', system: 'c' },
      name: 'c',
      note: '',
      measures: null,
      coverage: coverage.slice(0, 2),
    },
    {
      spec: { kind: 'system', system: 'b' },
      name: 'b',
      note: '',
      measures: null,
      coverage: [coverage[0]!, coverage[2]!],
    },
    { spec: { kind: 'none' }, name: 'none', note: '', measures: null, coverage },
  ],
};
const draftOf = (changes: Partial<StudyDraft>) => completeDraft({ ...emptyDraft(), ...changes }, options);

describe('a comparison being set up', () => {
  test('takes another system, no surrogate that is compared, and no draws with replacement', () => {
    const draft = draftOf({ compare: 'two', preset: 'humcoe' });
    expect(draft).toMatchObject({
      system: 'a',
      against: 'b',
      preset: 'calibrated-hardness',
      surrogate: { kind: 'system', system: 'c' },
    });
    expect(questionOf(draft, 7)).toMatchObject({ system: 'a', against: 'b' });
    expect(draftOf({ compare: 'two', system: 'b', against: 'b' })).toMatchObject({ against: 'a' });
    expect(questionOf(draftOf({ compare: 'one' }), 7)).not.toHaveProperty('against');
  });

  test('ranking is about all systems, so only a surrogate outside them serves', () => {
    const draft = draftOf({ compare: 'all' });
    expect(systemsOfDraft(draft, options)).toEqual(['a', 'b', 'c']);
    expect(draft.surrogate).toEqual({ kind: 'none' });
    expect(surrogatesFor(options, ['a', 'b', 'c'], draft.measure!)).toHaveLength(1);
  });

  test('is done when 0 is decided, unless another goal is set', () => {
    const none = { targetHalfWidth: null, threshold: null, budget: 50 };
    expect(goalFor('two', none)).toEqual({ ...none, threshold: 0 });
    expect(goalFor('two', { ...none, threshold: 0.5 }).threshold).toBe(0.5);
    expect(goalFor('one', { ...none, threshold: 0, leastDifference: 1 })).toMatchObject({
      threshold: null,
      leastDifference: null,
    });
    expect(scaleOf(draftOf({ compare: 'two' }), options)).toEqual({ min: -4, max: 4, direction: 'higher' });
  });

  test('with a single system there is nothing to compare', () => {
    const single = { ...options, systems: options.systems.slice(0, 1) };
    expect(completeDraft({ ...emptyDraft(), compare: 'two' }, single).compare).toBe('one');
  });
});
