import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { labelFromGold } from '../../core/labeling/session/label-from-gold.ts';
import { verifyFile } from '../../core/report/verify/verify-file.ts';
import { labelKeysFor } from '../../core/studies/label-key.ts';
import { currentLabels } from '../../db/labels.ts';
import { getStudy } from '../../db/studies.ts';
import type { LabelAnswer, LabelForm } from '../../shared/contract/index.ts';
import { asLines, importHere } from './support/in-process.ts';
import { submit, temporaryFolder } from './support/test-engine.ts';
import {
  byPreference,
  byRating,
  pairedCount,
  pairedDiffering,
  pairedRecords,
  pairedStudy,
} from './support/two-systems.ts';

const threeSteps: LabelForm = { kind: 'preference', steps: 3 };
const fiveSteps: LabelForm = { kind: 'preference', steps: 5 };
const asked = (form: LabelForm) => ({ ...byPreference, form });
const pair = (left: number): LabelAnswer => ({ kind: 'pair', values: [left, 1 - left] });

type Paired = Awaited<ReturnType<typeof pairedStudy>>;

const dbOf = ({ engine }: Pick<Paired, 'engine'>) => engine.context.session.project!.db;

/** Whether amber's reply stands on the left of each item of the batch, in draw order. */
async function amberLeft({ engine, study }: Paired) {
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  const isAmber = dbOf({ engine })
    .prepare(
      `SELECT COUNT(*) > 0 FROM response JOIN system ON system.id = system_id WHERE text = ? AND name = 'amber'`,
    )
    .pluck();
  const refs: { ref: string; isLeft: boolean }[] = [];
  for (const { ref } of items) {
    const { replies } = await engine.client.label.item({ batch, ref });
    refs.push({ ref, isLeft: isAmber.get(replies[0]!.text) === 1 });
  }
  return { batch, refs };
}

const chosenOf = async ({ engine, study }: Paired) => {
  const report = await engine.client.estimate.current({ studyId: study.id });
  return { report, chosen: report.estimates.find(({ method }) => method === report.default)! };
};

describe('what a preference is worth', () => {
  test.each([
    [threeSteps, [1, 0.5, 0], [1, 0, -1]],
    [fiveSteps, [1, 0.75, 0.5, 0.25, 0], [1, 0.5, 0, -0.5, -1]],
  ] as const)('%j: by hand, whichever side the first system stood on', async (form, lefts, worth) => {
    const paired = await pairedStudy(pairedDiffering, { question: asked(form) });
    const { batch, refs } = await amberLeft(paired);
    expect(new Set(refs.map(({ isLeft }) => isLeft)), 'both sides come up').toEqual(new Set([true, false]));
    let sum = 0;
    for (const [i, { ref, isLeft }] of refs.entries()) {
      const step = i % lefts.length;
      await submit(paired.engine, batch, ref, pair(lefts[step]!));
      sum += isLeft ? worth[step]! : -worth[step]!;
    }
    const { report, chosen } = await chosenOf(paired);
    // Pairs whose replies are equal count 0 without a label.
    expect(chosen.value).toBeCloseTo(sum / pairedCount, 12);
    expect(chosen.lower).toBeCloseTo(sum / pairedCount, 12);
    expect(report).toMatchObject({
      scale: { min: -1, max: 1 },
      labeled: pairedDiffering,
      comparison: { preference: form.kind === 'preference' ? form.steps : 0, equal: 20 },
    });
  });

  test('is stored as shares of a win of each system, and shown again as it was given', async () => {
    const paired = await pairedStudy(8, { question: asked(fiveSteps) });
    const { batch, refs } = await amberLeft(paired);
    const study = getStudy(dbOf(paired), paired.study.id);
    for (const side of [true, false]) {
      const { ref } = refs.find(({ isLeft }) => isLeft === side)!;
      await submit(paired.engine, batch, ref, pair(0.75));
      expect((await paired.engine.client.label.item({ batch, ref })).current).toEqual(pair(0.75));
      const itemId = dbOf(paired)
        .prepare('SELECT item_id FROM draw WHERE ref = ?')
        .pluck()
        .get(ref) as number;
      const shares = labelKeysFor(study, itemId).map((key) => currentLabels(dbOf(paired), key)[0]!.content);
      const [own, other] = side ? [0.75, 0.25] : [0.25, 0.75];
      expect(shares).toEqual([
        { kind: 'score', value: own },
        { kind: 'score', value: other },
      ]);
    }
  });

  test.each([
    [threeSteps, pair(0.75)],
    [threeSteps, { kind: 'pair', values: [1, 1] }],
    [fiveSteps, pair(0.6)],
    [fiveSteps, { kind: 'score', value: 1 }],
  ] as const)('%j refuses %j, and stores nothing', async (form, answer) => {
    const paired = await pairedStudy(2, { question: asked(form) });
    const { batch, next } = await paired.engine.client.label.open({ studyId: paired.study.id });
    await expect(submit(paired.engine, batch, next!, answer as LabelAnswer)).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
    expect(dbOf(paired).prepare('SELECT COUNT(*) FROM label').pluck().get()).toBe(0);
  });
});

test('agreement is of the preference, from -1 to 1, with the ordinal alpha beside it', async () => {
  const paired = await pairedStudy(6, { question: asked(threeSteps) });
  const { engine, study } = paired;
  const ids = dbOf(paired)
    .prepare('SELECT external_id FROM draw JOIN item ON item.id = draw.item_id ORDER BY item.id')
    .pluck()
    .all() as string[];
  // Ana: win, win, tie, loss, loss, win; Ben: win, tie, tie, loss, win, win.
  const shares = { Ana: [1, 1, 0.5, 0, 0, 1], Ben: [1, 0.5, 0.5, 0, 1, 1] };
  const rows = Object.entries(shares).flatMap(([annotator, of]) =>
    ids.map((id, i) => ({ id, annotator, system: 'amber', value: of[i] })),
  );
  await importHere(engine, asLines(rows), 'labels.jsonl', { studyId: study.id });
  const [own] = (await engine.client.agreement.get({ studyId: study.id })).criteria;
  expect(own).toMatchObject({ level: 'interval', compared: 'the preference', items: 6 });
  const figure = (id: string) => own!.figures.find((one) => one.id === id)?.value;
  expect(figure('percent')).toBeCloseTo(4 / 6, 12);
  // Differences 0, 1, 0, 0, 2, 0.
  expect(figure('mean-absolute-difference')).toBeCloseTo(3 / 6, 12);
  expect(figure('krippendorff-alpha-ordinal')).toBeTypeOf('number');
  expect(own!.differences).toEqual([
    { from: 0, to: 0, count: 4 },
    { from: 1, to: 1, count: 1 },
    { from: 2, to: 2, count: 1 },
  ]);
});

describe('a study of preferences', () => {
  test('asks in three steps unless told otherwise, of data that knows no such criterion', async () => {
    const { study, engine, datasetId } = await pairedStudy(5, { question: byPreference });
    expect(study).toMatchObject({
      name: 'Preference on data',
      form: threeSteps,
      scale: { min: 0, max: 1, direction: 'higher' },
      question: 'Which of the two replies is better?',
      drawCount: 5,
    });
    const preview = await engine.client.study.preview({
      datasetId,
      system: 'amber',
      against: 'basil',
      ...byPreference,
    });
    // The difference of a judge's scores from 1 to 5, rescaled: its mean is that of the ratings' surrogate by 4.
    const rated = await engine.client.study.preview({
      datasetId,
      system: 'amber',
      against: 'basil',
      ...byRating,
    });
    expect(preview.scale).toMatchObject({ min: -1, max: 1 });
    expect(preview.surrogateMean).toBeCloseTo(rated.surrogateMean / 4, 12);
  });

  test('is of two systems, on a scale of shares', async () => {
    const { engine, datasetId } = await pairedStudy(2);
    const create = (changes: object) =>
      engine.client.study.create({ datasetId, system: 'amber', ...byPreference, size: 5, ...changes });
    await expect(create({})).rejects.toMatchObject({ data: { field: 'measure' } });
    await expect(create({ against: 'basil', ...byRating, form: threeSteps })).rejects.toMatchObject({
      data: { field: 'form' },
    });
    await expect(create({ ...byRating, form: threeSteps })).rejects.toMatchObject({
      data: { field: 'form' },
    });
  });

  test('shares its labels with the study the other way round, not with other steps', async () => {
    const paired = await pairedStudy(pairedDiffering, { question: asked(fiveSteps) });
    const { batch, refs } = await amberLeft(paired);
    for (const [i, { ref, isLeft }] of refs.entries()) {
      const share = i % 3 === 0 ? 0.25 : 0.75;
      await submit(paired.engine, batch, ref, pair(isLeft ? share : 1 - share));
    }
    const { value } = (await chosenOf(paired)).chosen;
    const again = async (system: string, against: string, form: LabelForm) => {
      const study = await paired.engine.client.study.create({
        ...{ datasetId: paired.datasetId, system, against, ...byPreference },
        ...{ form, seed: 6, size: pairedDiffering },
      });
      return { ...paired, study };
    };
    const turned = await again('basil', 'amber', fiveSteps);
    expect(turned.study.labeled).toBe(pairedDiffering);
    expect(value).toBeGreaterThan(0);
    expect((await chosenOf(turned)).chosen.value).toBeCloseTo(-value!, 12);
    expect((await again('amber', 'basil', threeSteps)).study.labeled).toBe(0);
    // As side by side as ratings: the row names the other system.
    const beside = dbOf(paired).prepare('SELECT COUNT(*) FROM label WHERE counterpart_id IS NULL').pluck();
    expect(beside.get()).toBe(0);
  });

  test('labels of a file say one share; the other follows, and may not contradict it', async () => {
    const paired = await pairedStudy(pairedDiffering, { question: asked(threeSteps) });
    const id = 'item-001';
    const take = (rows: object[]) =>
      importHere(paired.engine, asLines(rows), 'labels.jsonl', { studyId: paired.study.id });
    await expect(
      take([
        { id, annotator: 'Ana', system: 'amber', value: 1 },
        { id, annotator: 'Ana', system: 'basil', value: 1 },
      ]),
    ).rejects.toMatchObject({ code: 'IMPORT_REFUSED' });
    await expect(take([{ id, annotator: 'Ana', system: 'amber', value: 0.75 }])).rejects.toMatchObject({
      code: 'IMPORT_REFUSED',
    });
    await take([{ id, annotator: 'Ana', system: 'basil', value: 1 }]);
    const stored = dbOf(paired)
      .prepare('SELECT name, value FROM label JOIN system ON system.id = system_id ORDER BY name')
      .all();
    expect(stored).toEqual([
      { name: 'amber', value: 0 },
      { name: 'basil', value: 1 },
    ]);
  });
});

test('how often the longer reply wins stands in Results and in the report, and nothing of ratings', async () => {
  const paired = await pairedStudy(pairedDiffering, { question: asked(threeSteps) });
  const { batch, refs } = await amberLeft(paired);
  const studyId = paired.study.id;
  for (const { ref } of refs.slice(0, 9)) await submit(paired.engine, batch, ref, pair(1));
  expect((await paired.engine.client.estimate.reading({ studyId })).length).toBeUndefined();
  // basil ends its replies with two words more; it wins all but four.
  for (const [i, { ref, isLeft }] of refs.entries()) {
    await submit(paired.engine, batch, ref, pair(isLeft === i < 4 ? 1 : 0));
  }
  const { length } = await paired.engine.client.estimate.reading({ studyId });
  expect(length).toMatchObject({ items: pairedDiffering, atEqualLength: null });
  // All labeled, so that every weight is 1.
  expect(length!.longer.value).toBeCloseTo(36 / 40, 12);
  expect(length!.longer.lower).toBeCloseTo(0.7634, 4);
  const { content } = await paired.engine.client.report.render({ studyId, format: 'html' });
  expect(content).toContain('The longer reply wins 0.9');
  expect(content).toContain('Win rate of amber at equal length: not estimable');
  const file = path.join(temporaryFolder(), 'report.html');
  writeFileSync(file, content);
  expect((await verifyFile(file)).checks.filter(({ agrees }) => !agrees)).toEqual([]);
  const rated = await pairedStudy(12, { question: byRating });
  labelFromGold(rated.engine.context, rated.study.id);
  expect((await rated.engine.client.estimate.reading({ studyId: rated.study.id })).length).toBeUndefined();
});

test('the win rate at equal length is over all items, those with the same reply as ties', async () => {
  const records = pairedRecords().map((record, i) => ({
    ...record,
    responses: {
      ...record.responses,
      ...(i % 3 !== 0 && {
        amber: `It is ${'so '.repeat(1 + (i % 7))}${i}.`,
        basil: `Well ${'oh '.repeat(1 + (i % 5))}${i}.`,
      }),
    },
  }));
  const paired = await pairedStudy(pairedDiffering, { question: asked(threeSteps), records });
  const { batch, refs } = await amberLeft(paired);
  // amber always wins, however long it is: 1 on the 40 that differ, a tie on the 20 others.
  for (const { ref, isLeft } of refs) await submit(paired.engine, batch, ref, pair(isLeft ? 1 : 0));
  const { length } = await paired.engine.client.estimate.reading({ studyId: paired.study.id });
  expect(length!.atEqualLength!.value).toBeCloseTo((40 + 20 / 2) / 60, 9);
});

test('that both are bad is a tie that is told apart, can be undone, and is refused where it is not offered', async () => {
  const { engine, study } = await pairedStudy(1, { question: byPreference });
  const { client } = engine;
  const open = async (form?: LabelForm) => {
    const { datasetId } = study;
    const asked = { datasetId, ...byPreference, system: 'amber', against: 'basil', size: 4 } as const;
    const made = await client.study.create({ ...asked, ...(form && { form }) });
    return { studyId: made.id, ...(await client.label.open({ studyId: made.id })) };
  };
  const bad: LabelAnswer = { kind: 'pair', values: [0.5, 0.5], bothBad: true };
  const plain = await open();
  const first = plain.items[0]!.ref;
  await expect(submit(engine, plain.batch, first, bad)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const { studyId, batch, items } = await open({ kind: 'preference', steps: 3, bothBad: true });
  const wrong: LabelAnswer = { ...bad, values: [1, 0] };
  await expect(submit(engine, batch, items[0]!.ref, wrong)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const answers: LabelAnswer[] = [bad, { kind: 'pair', values: [0.5, 0.5] }, bad, bad];
  for (const [i, { ref }] of items.entries()) await submit(engine, batch, ref, answers[i]!);
  expect((await client.label.item({ batch, ref: items[0]!.ref })).current).toEqual(bad);
  expect((await client.label.item({ batch, ref: items[1]!.ref })).current).toEqual(answers[1]);
  expect((await client.estimate.reading({ studyId })).bothBad).toBe(3);
  expect(Math.abs((await client.estimate.current({ studyId })).estimates[0]!.value!)).toBeLessThan(0.02);
  await client.label.undo({ batch });
  expect((await client.estimate.reading({ studyId })).bothBad).toBe(2);
  await client.label.redo({ batch });
  const { content } = await client.report.render({ studyId, format: 'html' });
  expect(content).toContain('People called both replies bad on 3 items that count');
  const file = path.join(temporaryFolder(), 'report.html');
  writeFileSync(file, content);
  expect((await verifyFile(file)).checks.filter(({ agrees }) => !agrees)).toEqual([]);
});
