import { describe, expect, test } from 'vitest';
import type { AgreementFigure } from '../../../shared/contract/index.ts';
import { krippendorffAlpha } from '../../../stats/index.ts';
import { cohenKappa } from '../../stats/support/cohen-kappa.ts';
import { submit } from '../support/test-engine.ts';
import { pairedStudy } from '../support/two-systems.ts';
import { ratedHere, said, studyOfThree } from './three-annotators.ts';

const figureValue = (figures: readonly AgreementFigure[], id: AgreementFigure['id']) =>
  figures.find((one) => one.id === id)!.value!;

describe('agreement of three annotators', () => {
  test('every figure is the statistic of the same labels, with an interval around it where there are items enough', async () => {
    const { engine, studyId } = await studyOfThree();
    const found = await engine.client.agreement.get({ studyId });
    const { annotators, criteria } = found;
    expect(annotators.map(({ name }) => name)).toEqual(['Ada', 'Ben', 'Cyd']);
    expect(criteria).toHaveLength(1);
    const [quality] = criteria;
    const { figures, items, completeItems, level } = quality!;
    expect({ level, items, completeItems }).toEqual({ level: 'interval', items: 12, completeItems: 10 });
    const units = said.map((row) => row.map((value) => value ?? undefined));
    expect(figureValue(figures, 'krippendorff-alpha')).toBeCloseTo(krippendorffAlpha(units, 'interval')!, 12);
    expect(figureValue(figures, 'krippendorff-alpha-ordinal')).toBeCloseTo(
      krippendorffAlpha(units, 'ordinal')!,
      12,
    );
    // Of 12 items 6 are unanimous with three labels and 2 with two; of three labels two agree on three items.
    expect(figureValue(figures, 'percent')).toBeCloseTo((8 + 3 / 3 + 0) / 12, 12);
    for (const { id, value, lower, upper, reason, intervalReason } of figures) {
      expect(reason, id).toBeNull();
      if (id !== 'percent' && id !== 'mean-absolute-difference') {
        expect({ lower, upper, intervalReason }, id).toEqual({
          ...{ lower: null, upper: null, intervalReason: 'no interval: needs at least 30 items' },
        });
        continue;
      }
      expect(intervalReason, id).toBeNull();
      expect(lower!, id).toBeLessThanOrEqual(value!);
      expect(upper!, id).toBeGreaterThanOrEqual(value!);
    }
  });

  test('each pair has its kappas on the items that both labeled', async () => {
    const { engine, studyId } = await studyOfThree();
    const { criteria, annotators } = await engine.client.agreement.get({ studyId });
    const { pairs } = criteria[0]!;
    expect(pairs.map(({ items }) => items)).toEqual([11, 10, 11]);
    const [ada, ben] = [0, 1].map((i) => said.map((row) => row[i] ?? undefined));
    const first = pairs[0]!;
    expect([first.first, first.second]).toEqual(annotators.slice(0, 2).map(({ id }) => id));
    const places = [1, 2, 3, 4, 5];
    for (const weights of ['linear', 'quadratic'] as const) {
      expect(figureValue(first.figures, `cohen-kappa-${weights}`)).toBeCloseTo(
        cohenKappa(ada!, ben!, places, weights)!,
        12,
      );
    }
    expect(figureValue(first.figures, 'percent')).toBeCloseTo(10 / 11, 12);
    expect(figureValue(first.figures, 'mean-absolute-difference')).toBeCloseTo(1 / 11, 12);
  });

  test('items stand by disagreement, a skip beside labels first, with what everybody said', async () => {
    const { engine, studyId } = await studyOfThree();
    const { criteria, annotators } = await engine.client.agreement.get({ studyId });
    const { byItem, skips, differences } = criteria[0]!;
    expect(byItem.map(({ draw }) => draw).slice(0, 4)).toEqual([11, 12, 4, 6]);
    expect(byItem[0]).toMatchObject({ spread: 2 / 3, isDecided: false });
    expect(byItem[0]!.said).toEqual([
      { annotatorId: annotators[0]!.id, words: 'skipped: cannot tell', isSkip: true },
      { annotatorId: annotators[1]!.id, words: '4', isSkip: false },
      { annotatorId: annotators[2]!.id, words: '4', isSkip: false },
    ]);
    expect(byItem.filter(({ spread }) => spread === 0)).toHaveLength(6);
    expect(skips.items).toBe(12);
    expect(figureValue(skips.figures, 'percent')).toBeCloseTo((10 + 2 / 3) / 12, 12);
    expect(differences!.map(({ count }) => count)).toEqual([23, 6, 3, 0, 0]);
  });

  test('a new label changes the figures, the same labels give the same intervals', async () => {
    const { engine, studyId } = await studyOfThree();
    const first = await engine.client.agreement.get({ studyId });
    // What the board asks for again and again has the same figures of all together, and neither pairs nor items.
    const ofGroup = await engine.client.agreement.get({ studyId, groupOnly: true });
    expect(ofGroup.criteria.map(({ figures, skips }) => ({ figures, skips }))).toEqual(
      first.criteria.map(({ figures, skips }) => ({ figures, skips })),
    );
    expect(ofGroup.criteria.flatMap(({ pairs, byItem }) => [...pairs, ...byItem])).toEqual([]);
    const { batch, items } = await engine.client.label.open({ studyId });
    await submit(engine, batch, items[0]!.ref, { kind: 'score', value: 5 });
    const second = await engine.client.agreement.get({ studyId });
    expect(second.criteria[0]!.figures[0]!.value!).toBeLessThan(first.criteria[0]!.figures[0]!.value!);
    await submit(engine, batch, items[0]!.ref, { kind: 'score', value: 2 });
    expect((await engine.client.agreement.get({ studyId })).criteria).toEqual(first.criteria);
  });
});

test('one annotator alone: every figure says why there is none', async () => {
  const { engine, studyId } = await ratedHere(4);
  const { batch, items } = await engine.client.label.open({ studyId });
  for (const { ref } of items) await submit(engine, batch, ref, { kind: 'score', value: 3 });
  const { criteria } = await engine.client.agreement.get({ studyId });
  const { figures, pairs, byItem } = criteria[0]!;
  expect({ pairs, byItem }).toEqual({ pairs: [], byItem: [] });
  for (const { value, lower, reason } of figures) {
    expect({ value, lower }).toEqual({ value: null, lower: null });
    expect(reason).toMatch(/^not estimable: .*labels of two annotators/);
  }
});

test('everybody gives one value: alpha is not estimable, percent agreement is 1', async () => {
  const { engine, studyId } = await ratedHere(5);
  for (const name of ['Ada', 'Ben']) {
    await engine.client.annotator.choose({ name });
    const { batch, items } = await engine.client.label.open({ studyId });
    for (const { ref } of items) await submit(engine, batch, ref, { kind: 'score', value: 4 });
  }
  const { criteria } = await engine.client.agreement.get({ studyId });
  const { figures } = criteria[0]!;
  const alpha = figures.find(({ id }) => id === 'krippendorff-alpha')!;
  expect(alpha.value).toBeNull();
  expect(alpha.reason).toMatch(/a single value is in use/);
  expect(figureValue(figures, 'percent')).toBe(1);
});

test('written answers compare as normalized text', async () => {
  const { engine, study } = await pairedStudy(6, {
    question: {
      measure: { kind: 'metric', metric: 'f1-squad1' },
      surrogate: { kind: 'system', system: 'cedar' },
    },
  });
  const studyId = study.id;
  const texts = { Ada: ['The cat.', 'one', 'two'], Ben: ['cat', 'One!', 'three'] };
  for (const [name, answers] of Object.entries(texts)) {
    await engine.client.annotator.choose({ name });
    const { batch, items } = await engine.client.label.open({ studyId });
    for (const [i, text] of answers.entries()) {
      await submit(engine, batch, items[i]!.ref, { kind: 'answer', answers: [text] });
    }
  }
  const { criteria } = await engine.client.agreement.get({ studyId });
  const [written] = criteria;
  expect(written).toMatchObject({
    criterionId: 0,
    level: 'nominal',
    scale: null,
    differences: null,
    items: 3,
  });
  expect(figureValue(written!.figures, 'percent')).toBeCloseTo(2 / 3, 12);
  expect(figureValue(written!.pairs[0]!.figures, 'cohen-kappa')).toBeGreaterThan(0);
});
