import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  assertSameAnswers,
  isOfCriterion,
  shownFields,
  storedFields,
} from '../../../core/studies/form-fields.ts';
import { findCriterionScale } from '../../../db/human-scores.ts';
import type { FieldForm, StudyField } from '../../../shared/contract/index.ts';
import { makeProject } from '../../db/support/made-project.ts';

type Place = Parameters<typeof storedFields>[1];

const db = makeProject();
const rating = { kind: 'rating' as const, min: 1, max: 5, step: 1, lowLabel: '', highLabel: '' };
const binary = { kind: 'binary' as const, noLabel: 'No', yesLabel: 'Yes' };
const study: Place = { datasetId: 1, criterionId: 999, isComparison: false, form: binary };
const compared: Place = { ...study, isComparison: true };
const answered: Place = { ...study, criterionId: null };

const field = (name: string, form: FieldForm, more: Partial<StudyField> = {}): StudyField => ({
  ...{ name, question: '', required: false, form },
  ...more,
});
const text = (name: string) => field(name, { kind: 'text' });
const failures = (name: string, more: object = {}) =>
  field(name, { kind: 'failures', mayMake: false, ...more });
const correction = (name: string, more: Partial<StudyField> = {}) =>
  field(name, { kind: 'correction' }, more);
const of = (place: Place, ...fields: StudyField[]) => storedFields(db, place, fields);
const asking =
  (place: Place, ...fields: StudyField[]) =>
  () =>
    of(place, ...fields);

beforeEach(() => void db.exec('SAVEPOINT each'));
afterEach(() => void db.exec('ROLLBACK TO each; RELEASE each'));

describe('further questions of a form', () => {
  test('are kept as they are asked; a rating has a criterion, made where there is none', () => {
    const asked = [
      text('why'),
      failures('wrong'),
      correction('better'),
      field('fluent', rating),
      field('right', binary),
    ];
    const stored = of(study, ...asked);
    expect(shownFields(stored)).toEqual(asked);
    const [fluent, right] = ['fluent', 'right'].map((name) => findCriterionScale(db, 1, name)!);
    expect(stored.map(({ criterionId }) => criterionId)).toEqual([null, null, null, fluent!.id, right!.id]);
    expect(fluent!.scale).toEqual({ min: 1, max: 5, direction: 'higher' });
    expect(right!.scale).toEqual({ min: 0, max: 1, direction: 'higher' });
    expect(of(study, field('fluent', rating))[0]!.criterionId).toBe(fluent!.id);
    expect(asking(study, field('fluent', { ...rating, max: 7 }))).toThrow('the scale runs from 1 to 5');
    expect(asking({ ...study, criterionId: fluent!.id }, field('fluent', rating))).toThrow(
      '"fluent" is what the study measures.',
    );
    const kinds = ['text', 'span', 'correction', 'failures', 'rating', 'binary', 'category'];
    expect(kinds.map((kind) => isOfCriterion({ kind } as FieldForm))).toEqual([
      ...[false, false, false, false, true, true, true],
    ]);
  });

  test('have names of their own', () => {
    expect(asking(study, text('why'), text('why'))).toThrow('"why" is taken.');
    for (const name of ['category', 'span', 'turns', 'bothBad'])
      expect(asking(study, text(name))).toThrow(`"${name}" is taken.`);
    expect(asking(study, text('why'), text('how'))).not.toThrow();
    expect(asking(study, text('why'), text('why'))).toThrow(
      expect.objectContaining({ details: expect.objectContaining({ field: 'fields.why' }) }),
    );
  });

  test('ask once what went wrong, of one reply that is rated', () => {
    expect(asking(study, failures('a'), failures('b'))).toThrow('asks once what went wrong');
    expect(asking(compared, failures('a'))).toThrow('In a comparison failures cannot be asked');
    expect(asking(answered, failures('a'))).toThrow(
      'Where people write the right answer failures cannot be asked',
    );
    const remedyOf = (place: Place) => expect(asking(place, failures('a')));
    remedyOf(compared).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ remedy: expect.stringMatching(/of each system/) }),
      }),
    );
    remedyOf(answered).toThrow(
      expect.objectContaining({
        details: expect.objectContaining({ remedy: expect.stringMatching(/of the same system/) }),
      }),
    );
    expect(asking(study, failures('a'), text('why'))).not.toThrow();
    expect(asking({ ...study, form: rating }, failures('a'))).not.toThrow();
  });

  test('ask for failures alone beside a yes or no, and nothing else then', () => {
    const alone = failures('a', { alone: true });
    expect(asking(study, alone)).not.toThrow();
    expect(asking(study, alone, text('why'))).toThrow('asks for failures alone');
    expect(asking({ ...study, form: rating }, alone)).toThrow('its measure says whether there are none');
  });

  test('ask once for a correction, of one reply, and never have to be answered', () => {
    expect(asking(study, correction('a'), correction('b'))).toThrow('asks once for a correction');
    expect(asking(study, text('why'), correction('a', { required: true }))).toThrow('cannot be required');
    expect(asking(study, correction('a'), { ...text('why'), required: true })).not.toThrow();
    expect(asking(compared, correction('a'))).toThrow('In a comparison no correction');
    expect(asking(answered, correction('a'))).toThrow('Where people write the right answer no correction');
  });

  test('ask for ratings of one system that is rated alone', () => {
    expect(asking(compared, field('fluent', rating))).toThrow('In a comparison no further ratings');
    expect(asking(answered, field('fluent', rating))).toThrow(
      'Where people write the right answer no further',
    );
    expect(of(compared, text('why'))).toEqual([{ ...text('why'), criterionId: null }]);
  });

  test('are the same where nothing but their wording differs', () => {
    const [one, other] = [text('why'), field('fluent', rating)];
    expect(() => assertSameAnswers([{ ...one, question: 'Why so?' }], [one])).not.toThrow();
    for (const changed of [
      [],
      [other],
      [{ ...one, required: true }],
      [one, other],
      [{ ...one, name: 'how' }],
    ])
      expect(() => assertSameAnswers(changed, [one])).toThrow('cannot change any more');
  });
});
