import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AskedStudy } from '../../../core/studies/label-key.ts';
import {
  isOfNobody,
  preferenceOf,
  ratingOf,
  type SystemLabel,
  systemLabels,
} from '../../../core/studies/ratings/rating.ts';
import {
  decidedRating,
  insertDecision,
  insertRating,
  itemRatings,
  metricValues,
} from '../../../core/studies/ratings/ratings.ts';
import type { LabelContent } from '../../../db/label-content.ts';
import { labelFieldsOf } from '../../../db/label-fields.ts';
import { labelsOfSubmission } from '../../../db/labels.ts';
import { makeProject } from '../../db/support/made-project.ts';

const scale = { min: 1, max: 5, direction: 'higher' as const };
const form = { kind: 'rating', min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const rated = {
  ...{ id: 1, systemId: 1, criterionId: 1, against: null, form, pageInstrument: null, scale },
  measure: { kind: 'criterion', criterion: 'quality' },
} as unknown as AskedStudy;
const compared = { ...rated, against: { systemId: 2 } } as unknown as AskedStudy;
const answered = {
  ...{ ...rated, criterionId: null, scale: { min: 0, max: 1, direction: 'higher' } },
  measure: { kind: 'metric', metric: 'f1-squad1' },
} as unknown as AskedStudy;
const answeredByTwo = { ...answered, against: { systemId: 2 } } as unknown as AskedStudy;
const score = (value: number): LabelContent => ({ kind: 'score', value });
const skip: LabelContent = { kind: 'skip', reason: 'unclear' };

describe('a word', () => {
  const label = (value: number | null, more: Partial<SystemLabel> = {}): SystemLabel => ({
    ...{ kind: 'score', value, text: null, reason: null },
    ...more,
  });
  const skipped = label(null, { kind: 'skip', reason: 'unclear' });

  test('of one system is its score, on the scale from 0 to 1', () => {
    expect(ratingOf([label(4)], scale)).toEqual({ kind: 'value', rating: 4, y: 0.75 });
    expect(ratingOf([label(4)])).toEqual({ kind: 'value', rating: 4, y: undefined });
    expect(ratingOf([label(0)], { min: 0, max: 5, direction: 'lower' })).toMatchObject({ rating: 0, y: 1 });
  });

  test('of two is their difference, 1/2 where they are equal', () => {
    expect(ratingOf([label(5), label(2)], scale)).toEqual({ kind: 'value', rating: 3, y: 0.875 });
    expect(ratingOf([label(2), label(2)], scale)).toEqual({ kind: 'value', rating: 0, y: 0.5 });
  });

  test('has no value where the metric leaves one out', () => {
    expect(ratingOf([label(null)], scale)).toEqual({ kind: 'value', rating: 0, y: undefined });
    expect(ratingOf([label(3), label(null)], scale)).toMatchObject({ rating: 3, y: undefined });
    expect(ratingOf([label(null), label(3)], scale)).toMatchObject({ rating: -3, y: undefined });
    expect(ratingOf([], scale)).toMatchObject({ rating: 0, y: undefined });
  });

  test('of written answers is their text', () => {
    const written = label(0.5, { kind: 'answer', text: '[["march"]]' });
    expect(ratingOf([written], { min: 0, max: 1, direction: 'higher' })).toEqual({
      ...{ kind: 'value', rating: '[["march"]]', y: 0.5 },
    });
  });

  test('is a skip where either system was skipped', () => {
    expect(
      [
        [skipped, label(3)],
        [label(3), skipped],
      ].map((labels) => ratingOf(labels, scale)),
    ).toEqual([
      { kind: 'skip', reason: 'unclear' },
      { kind: 'skip', reason: 'unclear' },
    ]);
    expect(ratingOf([label(null, { kind: 'skip' })])).toEqual({ kind: 'skip', reason: '' });
  });
});

test('places on a page make a preference of two scores, and of nothing else', () => {
  expect(preferenceOf([score(3), score(1)])).toEqual([score(1), score(0)]);
  expect(preferenceOf([score(1), score(3)])).toEqual([score(0), score(1)]);
  expect(preferenceOf([score(2), score(2)])).toEqual([score(0.5), score(0.5)]);
  for (const contents of [[skip, score(1)], [score(1), skip], [score(3)], []])
    expect(preferenceOf(contents)).toEqual(contents);
});

describe('what a label says of systems', () => {
  const none = () => [];

  test('is of the one of its key, of both where the key is the item', () => {
    const of = (study: AskedStudy, content: LabelContent, i: number) =>
      systemLabels(study, content, i, none).map(({ system }) => system);
    expect([of(rated, score(3), 0), of(compared, score(3), 1), of(answered, skip, 0)]).toEqual([
      [0],
      [1],
      [0],
    ]);
    expect(of(answeredByTwo, skip, 0)).toEqual([0, 1]);
  });

  test('is a score, a skip with its reason, or nothing', () => {
    const says = (content: LabelContent) => systemLabels(rated, content, 0, none);
    expect(says(score(3))).toEqual([{ system: 0, kind: 'score', value: 3, reason: null, text: null }]);
    expect(says(skip)).toEqual([{ system: 0, kind: 'skip', value: null, reason: 'unclear', text: null }]);
    expect(says({ kind: 'clear' })).toMatchObject([{ kind: 'skip', reason: '' }]);
  });

  test('of a written answer is what the metric makes of it, and its text as the metric reads it', () => {
    const content: LabelContent = { kind: 'answer', answers: [['The  March!', 'it']] };
    expect(systemLabels(answeredByTwo, content, 0, () => [0.5, undefined])).toEqual([
      { system: 0, kind: 'answer', value: 0.5, text: '[["march","it"]]', reason: null },
      { system: 1, kind: 'answer', value: null, text: '[["march","it"]]', reason: null },
    ]);
    const text = (measure: object) =>
      systemLabels({ ...answered, measure } as unknown as AskedStudy, content, 0, none)[0]!.text;
    expect(text({ kind: 'metric', metric: 'accuracy' })).toBe('[["the march!","it"]]');
    expect(text({ kind: 'criterion', metric: 'accuracy' })).toBe('[["march","it"]]');
  });

  test('is of nobody where it came with the data or was simulated', () => {
    expect(['gold', 'simulated', 'screen', 'import'].map((source) => isOfNobody({ source }))).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('words of a project', () => {
  const db = makeProject();
  for (const table of ['label', 'adjudication', 'label_field', 'exclusion', 'word_chain', 'response'])
    db.exec(`DELETE FROM ${table}`);
  db.exec(
    `INSERT INTO response (item_id, system_id, turn, text) VALUES (1, 1, 0, 'in march'), (1, 2, 0, 'may')`,
  );
  beforeEach(() => void db.exec('SAVEPOINT each'));
  afterEach(() => void db.exec('ROLLBACK TO each; RELEASE each'));
  const given = (clientKey: string, annotatorId: number) => ({
    ...{ clientKey, annotatorId, studyId: 1, operation: 'submit' as const, source: 'screen' as const },
    ...{ estimateVisible: false, durationMs: 1, createdAt: '2026-01-02T03:04:05.678Z' },
  });
  const key = { itemId: 1, systemId: 1, criterionId: 1, instrument: 'blind-single' };
  const beside = [
    { ...key, instrument: 'side-by-side:2' },
    { ...key, systemId: 2, instrument: 'side-by-side:1' },
  ];
  const both = (a: number, b: number) => beside.map((one, i) => ({ key: one, content: score([a, b][i]!) }));
  const gold = { itemId: 1, systemId: 0, criterionId: 0, instrument: 'gold-answer' };

  test('each annotator has one, in their order; who judged one reply of two has none yet', () => {
    insertRating(db, { measure: both(5, 2) }, given('b', 2));
    insertRating(db, { measure: both(1, 1) }, given('a', 1));
    insertRating(db, { measure: both(4, 4).slice(0, 1) }, given('c', 3));
    const words = itemRatings(db, compared, 1);
    expect(words.map(({ annotatorId, word }) => [annotatorId, word])).toEqual([
      [1, { kind: 'value', rating: 0, y: 0.5 }],
      [2, { kind: 'value', rating: 3, y: 0.875 }],
    ]);
    expect(words[1]!.labels.map(({ content }) => content)).toEqual([score(5), score(2)]);
    expect(itemRatings(db, compared, 1, { isScored: false })[1]!.word).toEqual({
      ...{ kind: 'value', rating: 3, y: undefined },
    });
  });

  test('who was excluded has none, but where the study counts them', () => {
    insertRating(db, { measure: [{ key, content: score(4) }] }, given('a', 1));
    db.exec(`INSERT INTO exclusion (study_id, annotator_id, reason, excluded_at) VALUES (1, 1, 'r', 'at')`);
    expect(itemRatings(db, rated, 1)).toEqual([]);
    expect(itemRatings(db, { ...rated, countsExcluded: true }, 1)).toHaveLength(1);
  });

  test('a written answer is worth what the metric makes of each reply, where it has one for each turn', () => {
    const content: LabelContent = { kind: 'answer', answers: [['march']] };
    insertRating(db, { measure: [{ key: gold, content }] }, given('a', 1));
    expect(metricValues(db, answeredByTwo, 1)([['march']])).toEqual([2 / 3, 0]);
    expect(metricValues(db, answered, 1)([['march']])).toEqual([2 / 3]);
    expect(metricValues(db, answered, 1)([['march'], ['may']])).toEqual([undefined]);
    expect(metricValues(db, rated, 1)([['march']])).toEqual([undefined]);
    expect(itemRatings(db, answered, 1)[0]!.word).toEqual({ kind: 'value', rating: '[["march"]]', y: 2 / 3 });
    expect(itemRatings(db, answered, 1, { isScored: false })[0]!.word).toMatchObject({ y: undefined });
  });

  test('is decided where each reply is', () => {
    const { studyId, annotatorId, createdAt } = given('', 2);
    const decision = (clientKey: string) => ({ clientKey, studyId, annotatorId, createdAt, note: 'n' });
    expect(decidedRating(db, compared, 1)).toBeUndefined();
    insertDecision(db, both(5, 3).slice(0, 1), decision('half'));
    expect(decidedRating(db, compared, 1)).toBeUndefined();
    insertDecision(db, both(4, 2), decision('whole'));
    expect(decidedRating(db, compared, 1)).toEqual({ kind: 'value', rating: 2, y: 0.75 });
    const keys = db.prepare('SELECT client_key FROM adjudication ORDER BY id').pluck().all();
    expect(keys).toEqual(['half', 'whole', 'whole/against']);
  });

  test('is stored once, with further answers, and nothing is cleared that was never said', () => {
    const further = (criterionId: number, content: LabelContent) => ({
      key: { ...key, criterionId },
      content,
    });
    const third = { key: { ...key, systemId: 3 }, content: score(3) };
    const fields = new Map([['tone', 'polite']]);
    const criteria = [further(2, score(3)), further(3, { kind: 'clear' })];
    const rows = { measure: [...both(5, 2), third], criteria, fields };
    expect(insertRating(db, rows, given('said', 1))).toBe(true);
    expect(insertRating(db, rows, given('said', 1))).toBe(false);
    const stored = labelsOfSubmission(db, 'said');
    expect(stored.map(({ clientKey, content, refersTo }) => [clientKey, content, refersTo])).toEqual([
      ['said', score(5), null],
      ['said/against', score(2), null],
      ['said/reply-2', score(3), null],
      ['said/criterion-2', score(3), null],
    ]);
    expect([...labelFieldsOf(db, stored[0]!.id)]).toEqual([['tone', 'polite']]);
    const back = { key: beside[0]!, content: { kind: 'clear' } as const, refersTo: stored[0]!.id };
    expect(
      insertRating(db, { measure: [back], criteria: [further(2, { kind: 'clear' })] }, given('back', 1)),
    ).toBe(true);
    const cleared = labelsOfSubmission(db, 'back');
    expect(cleared.map(({ clientKey, refersTo }) => [clientKey, refersTo])).toEqual([
      ['back', stored[0]!.id],
      ['back/criterion-2', null],
    ]);
    expect([...labelFieldsOf(db, cleared[0]!.id)]).toEqual([]);
  });
});
