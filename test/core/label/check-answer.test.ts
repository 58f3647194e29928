import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { checkedAnswer, checkedContents, checkedScore } from '../../../core/labeling/session/check-answer.ts';
import type { AskedStudy } from '../../../core/studies/label-key.ts';
import { type StoredField, writeStudyFields } from '../../../db/study-fields.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { makeProject } from '../../db/support/made-project.ts';

const db = makeProject();
const passage = 'Ada was born in London.';
db.exec('DELETE FROM response');
db.exec(`INSERT INTO response (item_id, system_id, turn, text) VALUES (1, 1, 0, 'a'), (1, 1, 1, 'b')`);
db.prepare('UPDATE item SET context = ? WHERE id = 1').run(passage);
beforeEach(() => {
  db.exec('SAVEPOINT each');
  writeStudyFields(db, 1, []);
});
afterEach(() => void db.exec('ROLLBACK TO each; RELEASE each'));

const scale = { min: 1, max: 5, direction: 'higher' as const };
const rating = { kind: 'rating' as const, min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const binary = { kind: 'binary' as const, noLabel: 'No', yesLabel: 'Yes' };
const category = {
  kind: 'category' as const,
  options: [
    { label: 'good', value: 5 },
    { label: 'bad', value: 1 },
  ],
};
const studyOf = (more: object) =>
  ({
    ...{ id: 1, systemId: 1, criterionId: 1, against: null, pageInstrument: null, form: rating, scale },
    ...more,
  }) as unknown as AskedStudy;
const single = studyOf({});
const pair = studyOf({ against: { systemId: 2, sideSeed: 4 } });
const written = studyOf({ criterionId: null, form: { kind: 'answer', turns: 2 } });
const perTurn = studyOf({ form: { ...rating, perTurn: true } });
const options = studyOf({ form: category });
const preferred = studyOf({
  ...{ against: { systemId: 2, sideSeed: 4 }, scale: { min: 0, max: 1, direction: 'higher' } },
  form: { kind: 'preference', steps: 3, bothBad: true },
});
const place = { itemId: 1, poolPosition: 3 };
const check = (study: AskedStudy, answer: object) => checkedAnswer(db, study, place, answer as LabelAnswer);
const contents = (study: AskedStudy, answer: object) =>
  checkedContents(db, study, place, answer as LabelAnswer);
const refusal = (message: string | RegExp, field: string) =>
  expect.objectContaining({
    code: 'INVALID_INPUT',
    message: expect.stringMatching(message) as string,
    details: expect.objectContaining({ field }) as object,
  });

describe('the answer to the measure', () => {
  const skip = { kind: 'skip', reason: 'unclear' };
  const score = (value: number) => ({ kind: 'score', value });

  test('is of the kind that the study asks for', () => {
    const answers = [
      [single, score(3), 'a score'],
      [pair, { kind: 'pair', values: [1, 2] }, 'a score for each side'],
      [written, { kind: 'answer', answers: ['x', 'y'] }, 'a written answer'],
      [perTurn, { kind: 'turns', values: [1, 2] }, 'a score for each reply'],
      [options, { kind: 'category', option: 'good' }, 'one of its options'],
    ] as const;
    for (const [study, , asked] of answers)
      for (const [own, answer] of answers)
        if (own === study) expect(() => check(study, answer)).not.toThrow();
        else
          expect(() => check(study, answer)).toThrow(refusal(`^This study asks for ${asked}\\.$`, 'answer'));
    const page = { kind: 'replies', values: [1] };
    expect(() => check(single, page)).toThrow(refusal('asks for a score', 'answer'));
    expect(() => contents(perTurn, page)).toThrow(refusal('asks for', 'answer'));
  });

  test('is skipped as a whole', () => {
    expect(contents(single, skip)).toEqual([skip]);
    expect(contents(pair, skip)).toEqual([skip, skip]);
  });

  test('is on the scale, its ends included', () => {
    expect([1, 5, 2.5].map((value) => checkedScore(single, value))).toEqual([score(1), score(5), score(2.5)]);
    for (const value of [0.99, 5.01])
      expect(() => checkedScore(single, value)).toThrow(
        refusal(`^${value} lies outside the scale from 1 to 5\\.$`, 'value'),
      );
    expect(() => contents(pair, { kind: 'pair', values: [1, 6] })).toThrow(refusal('^6 lies', 'value'));
    expect(() => contents(perTurn, { kind: 'turns', values: [0, 6] })).toThrow(refusal('^0 lies', 'value'));
  });

  test('of a pair is turned back from the sides where the replies stood', () => {
    const at = (poolPosition: number) =>
      checkedContents(db, pair, { itemId: 1, poolPosition }, { kind: 'pair', values: [1, 2] });
    const orders = new Set(Array.from({ length: 20 }, (_, i) => JSON.stringify(at(i))));
    expect([...orders].sort()).toEqual([
      JSON.stringify([score(1), score(2)]),
      JSON.stringify([score(2), score(1)]),
    ]);
  });

  test('of single replies has one for each, and counts as their mean', () => {
    expect(contents(perTurn, { kind: 'turns', values: [1, 4] })).toEqual([score(2.5)]);
    expect(check(perTurn, { kind: 'turns', values: [1, 4] }).fields).toEqual(new Map([['turns', [1, 4]]]));
    for (const values of [[1], [1, 2, 3]])
      expect(() => contents(perTurn, { kind: 'turns', values })).toThrow(
        refusal('^This item needs 2 values, one for each reply\\.$', 'values'),
      );
    db.exec('DELETE FROM response WHERE item_id = 1');
    expect(contents(perTurn, { kind: 'turns', values: [4] })).toEqual([score(4)]);
    expect(() => contents(perTurn, { kind: 'turns', values: [] })).toThrow(
      refusal('needs 0 values', 'values'),
    );
  });

  test('in words has one for each reply', () => {
    expect(contents(written, { kind: 'answer', answers: ['x', 'y'] })).toEqual([
      { kind: 'answer', answers: [['x'], ['y']] },
    ]);
    expect(() => contents(written, { kind: 'answer', answers: ['x'] })).toThrow(
      refusal('2 answers', 'answers'),
    );
    db.exec('DELETE FROM response WHERE item_id = 1');
    expect(contents(written, { kind: 'answer', answers: [] })).toEqual([{ kind: 'answer', answers: [] }]);
  });

  test('by options counts as the value of the one chosen', () => {
    expect(contents(options, { kind: 'category', option: 'good' })).toEqual([score(5)]);
    expect(check(options, { kind: 'category', option: 'bad' })).toMatchObject({
      ...{ measure: [{ content: score(1) }], fields: new Map([['category', 'bad']]) },
    });
    expect(() => contents(options, { kind: 'category', option: 'odd' })).toThrow(
      refusal('^"odd" is not one of the options of this study\\.$', 'option'),
    );
  });

  test('by a score stands for options and for single replies where it comes from elsewhere', () => {
    expect([options, perTurn].map((study) => contents(study, score(4)))).toEqual([[score(4)], [score(4)]]);
    expect(() => contents(pair, score(4))).toThrow(refusal('asks for a score for each side', 'answer'));
    expect(() => check(options, score(4))).toThrow(refusal('one of its options', 'answer'));
  });

  test('of a preference is one of its steps, and both bad is a tie where it is offered', () => {
    const tie = { kind: 'pair', values: [0.5, 0.5], bothBad: true };
    expect(contents(preferred, tie)).toEqual([score(0.5), score(0.5)]);
    expect(check(preferred, tie).fields).toEqual(new Map([['bothBad', true]]));
    expect(check(preferred, { ...tie, bothBad: undefined }).fields).toEqual(new Map());
    expect(() => contents(preferred, { kind: 'pair', values: [0.3, 0.6] })).toThrow(
      refusal('^0.3 and 0.6 are not a preference between two replies\\.$', 'answer.values'),
    );
    expect(() => contents(preferred, { kind: 'pair', values: [0.3, 0.6] })).toThrow(
      expect.objectContaining({
        details: {
          field: 'answer.values',
          remedy: 'Give the left and the right reply 1 and 0, 0.5 and 0.5, 0 and 1.',
        },
      }),
    );
    const refusedBad = refusal('^This study does not offer “both are bad”', 'answer.bothBad');
    expect(() => contents(preferred, { ...tie, values: [1, 0] })).toThrow(refusedBad);
    expect(() => contents({ ...preferred, form: { kind: 'preference', steps: 3 } } as never, tie)).toThrow(
      refusedBad,
    );
    expect(() => contents(pair, { kind: 'pair', values: [1, 1], bothBad: true })).toThrow(refusedBad);
  });

  test('may show where in the passage it stands', () => {
    const span = { text: 'Ada', start: 0, end: 3 };
    const answer = (spans?: unknown[]) => ({ kind: 'answer', answers: ['x', 'y'], spans });
    expect(check(written, answer([null, span])).fields).toEqual(new Map([['span', [null, span]]]));
    for (const none of [undefined, [null, null]])
      expect(check(written, answer(none)).fields).toEqual(new Map());
    expect(() => check(written, answer([{ ...span, end: 4 }, null]))).toThrow(
      refusal('^spans: The span is not in the passage of this item\\.$', 'answer.fields.spans'),
    );
  });
});

describe('the answers to further questions', () => {
  const field = (name: string, form: object, more: Partial<StoredField> = {}) =>
    ({ name, question: '', required: false, criterionId: null, ...more, form }) as StoredField;
  const ask = (fields: readonly StoredField[], given: object) => {
    writeStudyFields(db, 1, fields);
    return check(single, { kind: 'score', value: 3, fields: given });
  };

  test('are labels of their criterion, cleared where they are left out, and kept by name where they have none', () => {
    const asked = [
      field('tone', rating, { criterionId: 2 }),
      field('safe', binary, { criterionId: 3 }),
      field('grade', category, { criterionId: 4 }),
      field('note', { kind: 'text' }),
      field('where', { kind: 'span' }),
    ];
    const where = { text: 'London', start: 16, end: 22 };
    const given = { tone: 4, grade: 'good', note: 'n', where };
    const { measure, criteria, fields } = ask(asked, given);
    expect(measure).toMatchObject([{ key: { systemId: 1, criterionId: 1 }, content: { value: 3 } }]);
    expect(
      criteria.map(({ key, content }) => [key.criterionId, key.systemId, key.instrument, content]),
    ).toEqual([
      [2, 1, 'blind-single', { kind: 'score', value: 4 }],
      [3, 1, 'blind-single', { kind: 'clear' }],
      [4, 1, 'blind-single', { kind: 'score', value: 5 }],
    ]);
    expect(fields).toEqual(
      new Map<string, unknown>([
        ['grade', 'good'],
        ['note', 'n'],
        ['where', where],
      ]),
    );
    const skip = { kind: 'skip', reason: 'unclear' };
    const skipped = check(single, skip);
    expect(skipped.criteria.map(({ content }) => content)).toEqual([skip, skip, skip]);
    expect([skipped.measure[0]!.content, skipped.fields]).toEqual([skip, new Map()]);
  });

  test('are needed where they are required', () => {
    const asked = [field('tone', { kind: 'text' }, { required: true, question: 'Polite?' })];
    for (const given of [{}, { tone: ' ' }])
      expect(() => ask(asked, given)).toThrow(
        refusal('^tone: "Polite\\?" needs an answer\\.$', 'answer.fields.tone'),
      );
    expect(() => ask([field('tone', rating, { required: true })], {})).toThrow(/"tone" needs an answer/);
    expect(ask([field('tone', rating, { required: true })], { tone: 1 }).fields).toEqual(
      new Map([['tone', 1]]),
    );
    expect(ask([field('tone', { kind: 'text' })], { tone: ' ' }).fields).toEqual(new Map());
    const failures = { kind: 'failures', mayMake: false };
    expect(ask([field('wrong', failures)], {}).fields).toEqual(new Map());
    // Where nothing else is asked, they are what the label says.
    expect(() => ask([field('wrong', { ...failures, alone: true })], {})).toThrow(/"wrong" needs an answer/);
    expect(() => ask([field('wrong', failures)], { wrong: 'rude' })).toThrow(
      refusal('^wrong: Say what went wrong\\.$', 'answer.fields.wrong'),
    );
    expect(() => ask([field('better', { kind: 'correction' })], { better: 'x' })).toThrow(
      refusal('^better: Say what the reply should have said\\.$', 'answer.fields.better'),
    );
    expect(() => ask([field('tone', rating)], { other: 1 })).toThrow(
      refusal('^other: This study does not ask that\\.$', 'answer.fields.other'),
    );
    expect(ask([field('constructor', rating)], {}).fields).toEqual(new Map());
  });

  test.each([
    ['a rating', rating, [1, 5], [0.9, 5.1, 'x', '3'], 'Give a value from 1 to 5\\.'],
    ['yes or no', binary, [0, 1], [0.5, 2, 'x'], 'Give 1 for yes or 0 for no\\.'],
    ['an option', category, ['good', 'bad'], ['odd', 5], 'Give the name of one of its options\\.'],
    ['a text', { kind: 'text' }, ['x'], [1], 'Give a text\\.'],
    [
      'a span',
      { kind: 'span' },
      [{ text: 'Ada', start: 0, end: 3 }],
      ['Ada', 1],
      'Give a span of the passage\\.',
    ],
  ])('fit their question: %s', (_, form, right, wrong, problem) => {
    for (const value of right) expect(ask([field('q', form)], { q: value }).fields.get('q')).toEqual(value);
    for (const value of wrong)
      expect(() => ask([field('q', form)], { q: value })).toThrow(
        refusal(`^q: ${problem}$`, 'answer.fields.q'),
      );
  });

  test('in the passage stand where they say', () => {
    for (const span of [
      { text: 'Ada', start: 1, end: 4 },
      { text: 'x', start: 0, end: 1 },
    ])
      expect(() => ask([field('where', { kind: 'span' })], { where: span })).toThrow(
        refusal('^where: The span is not in the passage', 'answer.fields.where'),
      );
    db.exec('UPDATE item SET context = NULL WHERE id = 1');
    expect(() =>
      ask([field('where', { kind: 'span' })], { where: { text: 'Ada', start: 0, end: 3 } }),
    ).toThrow(/not in the passage/);
  });
});
