import { describe, expect, test } from 'vitest';
import { expectedAnswer } from '../../../core/labeling/rounds/checks/expected-answer.ts';
import { checkResults } from '../../../core/studies/checks/check-results.ts';
import { knownRatings } from '../../../core/studies/checks/known-ratings.ts';
import { practice } from '../../../core/studies/label-key.ts';
import { insertRating } from '../../../core/studies/ratings/ratings.ts';
import { ensureAnnotator } from '../../../db/annotators.ts';
import { findSystem } from '../../../db/datasets.ts';
import { findItemByExternalId } from '../../../db/items.ts';
import type { LabelContent } from '../../../db/labels.ts';
import { getStudy } from '../../../db/studies.ts';
import { QualityPlanSchema } from '../../../shared/contract/quality.ts';
import {
  byPreference,
  byRating,
  pairedRecords,
  pairedStudy,
  rankingOfThree,
  systemNames,
} from '../support/two-systems.ts';

/** The pages of a ranking whose right answers can be known, and what one person says of them. */
async function pages(question = byRating, { tolerance = 0 } = {}) {
  const { engine, db, datasetId, pairs } = await rankingOfThree(3, { question });
  const studyId = pairs[0]!.id;
  const study = getStudy(db, studyId);
  const [amber, basil, cedar] = systemNames.map((name) => findSystem(db, name)!.id) as [
    number,
    number,
    number,
  ];
  const itemIdOf = (id: string) => findItemByExternalId(db, datasetId, id)!;
  const drawn = new Set(db.prepare('SELECT item_id FROM draw').pluck().all() as number[]);
  // On every third item amber and basil reply alike.
  const [one, two] = [1, 2, 4, 5, 7, 8, 10, 11, 13, 14]
    .map((i) => `item-${String(i).padStart(3, '0')}`)
    .filter((id) => !drawn.has(itemIdOf(id))) as [string, string];
  const known = (answer: string, id = one) =>
    Object.fromEntries(
      [...knownRatings(expectedAnswer(db, study, { id, itemId: itemIdOf(id), answer, poolPosition: 0 }))].map(
        ([system, value]) => [systemNames[[amber, basil, cedar].indexOf(system)], value],
      ),
    );
  const people = ['Ada', 'Ben'].map((name) => ensureAnnotator(db, name).id);
  let count = 0;
  return {
    ...{ known, one },
    ask: (answers: readonly string[]) =>
      engine.client.quality.set({
        ...{ studyId, plan: QualityPlanSchema.parse({ checkRate: 0.1 }), tolerance, seed: 1 },
        gold: answers.map((answer, i) => ({ id: [one, two][i]!, answer, instruction: '' })),
      }),
    /** What is made of ratings of amber, basil and cedar, in this order; undefined for what is not said. */
    judged: (said: readonly (number | 'skip' | undefined)[], who = 0) => {
      const annotatorId = people[who]!;
      for (const [i, value] of said.entries()) {
        if (value === undefined) continue;
        const content: LabelContent =
          value === 'skip' ? { kind: 'skip', reason: 'unclear' } : { kind: 'score', value };
        const about = {
          itemId: itemIdOf(one),
          systemId: [amber, basil, cedar][i]!,
          criterionId: study.criterionId!,
        };
        insertRating(
          db,
          { measure: [{ key: { ...about, instrument: practice(studyId, 0) }, content }] },
          {
            ...{ clientKey: `said-of-a-page-${count++}`, annotatorId, studyId, durationMs: 700 + i },
            ...{ operation: 'submit', source: 'screen', estimateVisible: false },
            createdAt: '2026-01-01T00:00:00.000Z',
          },
        );
      }
      return checkResults(db, study, { annotatorId, round: 0 }).map(({ isRight, durationMs }) => [
        isRight,
        durationMs,
      ]);
    },
  };
}

describe('the right answer of a page', () => {
  test('is one rating for each reply that is named, or one for all', async () => {
    const { known } = await pages();
    expect(known('amber = 5;basil=2')).toEqual({ amber: 5, basil: 2 });
    expect(known(' 3 ')).toEqual({ amber: 3, basil: 3, cedar: 3 });
    expect(known('basil = 1; amber = 1', 'item-003')).toEqual({ amber: 1, basil: 1 });
    expect(known('amber = 1', 'item-003')).toEqual({ amber: 1 });
  });

  test('is refused where no page can have it', async () => {
    const { known, one } = await pages();
    for (const part of ['nobody = 3', '= 3', '3'])
      for (const answer of [`amber = 2; ${part}`, `${part}; amber = 2`])
        expect(() => known(answer)).toThrow(`"${part}" is not a rating of a reply to item "${one}".`);
    for (const value of ['9', ''])
      expect(() => known(`amber = ${value}`)).toThrow(`"${value}" is not an answer to item "${one}".`);
    expect(() => known('amber = 5; basil = 2', 'item-003')).toThrow(
      'Two systems gave the same reply to item "item-003", and have two ratings.',
    );
  });

  test('is refused where replies are alike, of a system that did not reply, and on a page that is asked', async () => {
    const records = pairedRecords(20).map((record, i) => {
      const { amber, basil, cedar } = record.responses as Record<string, string>;
      if (i === 2) return { ...record, responses: { amber, basil }, human: {}, judge: {} };
      return {
        ...record,
        responses: i === 1 ? { amber, basil: amber, cedar: amber } : { amber, basil, cedar },
      };
    });
    const { engine, datasetId } = await pairedStudy(1, { records });
    const { db } = engine.context.session.project!;
    const asked = { datasetId, systems: [...systemNames], ...byRating, preset: 'uniform' as const };
    const [first] = await engine.client.study.createPairs({ ...asked, size: 6, seed: 3, onePage: true });
    const study = getStudy(db, first!.id);
    const expected = (id: string, answer: string) => {
      const itemId = findItemByExternalId(db, datasetId, id)!;
      return expectedAnswer(db, study, { id, itemId, answer, poolPosition: 0 });
    };
    expect(() => expected('item-001', '3')).toThrow('The replies to item "item-001" are all alike.');
    expect(() => expected('item-002', 'amber = 3; cedar = 1')).toThrow(
      'A system named for item "item-002" did not reply to it.',
    );
    expect(knownRatings(expected('item-002', '3')).size).toBe(2);
    const elsewhere = db
      .prepare(
        `SELECT external_id FROM item JOIN draw ON item_id = item.id JOIN study ON study.id = study_id
         WHERE ranking_id IS NOT NULL AND item.id NOT IN (SELECT item_id FROM draw WHERE study_id = ?)`,
      )
      .pluck()
      .get(study.id) as string;
    const set = engine.client.quality.set({
      ...{ studyId: study.id, plan: QualityPlanSchema.parse({ checkRate: 0.1 }), tolerance: 0, seed: 1 },
      gold: [{ id: elsewhere, answer: 'cedar = 3', instruction: '' }],
    });
    await expect(set).rejects.toThrow(`Item "${elsewhere}" is in the sample.`);
  });

  test('is of an order two places or more, from the first to as many as there are replies', async () => {
    const { known, one } = await pages(byPreference);
    expect(known('cedar = 1; amber = 3')).toEqual({ cedar: 1, amber: 3 });
    expect(known('1')).toEqual({ amber: 1, basil: 1, cedar: 1 });
    expect(() => known('amber = 1')).toThrow(`One place alone is no order of the replies to item "${one}".`);
    for (const place of ['0', '4', '1.5', ''])
      expect(() => known(`amber = ${place}; basil = 2`)).toThrow(
        `"${place}" is not a place of a reply to item "${one}".`,
      );
  });
});

describe('an answered page is right', () => {
  test('where each reply that is known is, as far as the tolerance goes', async () => {
    const { ask, judged } = await pages(byRating, { tolerance: 0.5 });
    await ask(['basil = 2; cedar = 4', '3']);
    expect(judged([5])).toEqual([]);
    expect(judged([1, 2.5, 3.5])).toEqual([[true, 701]]);
    expect(judged([1, 2, 3.4])).toEqual([[false, 701]]);
    expect(judged([1, 'skip', 4])).toEqual([[false, 701]]);
    expect(judged([undefined, 'skip', 'skip'], 1)).toEqual([[false, 701]]);
  });

  test('where replies stand in the order that is known, whatever stands between', async () => {
    const { ask, judged } = await pages(byPreference);
    await ask(['basil = 1; amber = 3', '1']);
    // A label of an order is the better the higher it is.
    expect(judged([1, 3, 2])).toEqual([[true, 701]]);
    expect(judged([2, 2, 3])).toEqual([[false, 701]]);
    expect(judged([3, 1, 2])).toEqual([[false, 701]]);
  });

  test('where replies that are equally good have one place', async () => {
    const { ask, judged } = await pages(byPreference);
    await ask(['basil = 1; cedar = 1; amber = 2', '1']);
    expect(judged([1, 2, 2])).toEqual([[true, 701]]);
    expect(judged([1, 3, 2], 1)).toEqual([[false, 701]]);
  });
});
