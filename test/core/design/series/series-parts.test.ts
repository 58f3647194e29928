import { describe, expect, test } from 'vitest';
import { unassignTakenOver } from '../../../../core/design/assignments.ts';
import { driftFound, type ReplyScores } from '../../../../core/design/series/judge-drift.ts';
import { judgesOf } from '../../../../core/design/series/release-judges.ts';
import { labelFromGold } from '../../../../core/labeling/session/label-from-gold.ts';
import { listAssignments } from '../../../../db/assignments.ts';
import { getStudy } from '../../../../db/studies.ts';
import type { ScaleDeclaration } from '../../../../shared/contract/index.ts';
import { engineWithProject, importRecords, ratedStudy } from '../../support/test-engine.ts';

const scale = { min: 1, max: 5, direction: 'higher' } as const;
const quality: ScaleDeclaration = { kind: 'criterion', name: 'quality', scale };
const asked = {
  measure: { kind: 'criterion', criterion: 'quality' },
  surrogate: { kind: 'none' },
  preset: 'uniform',
  seed: 4,
  alpha: 0.05,
} as const;

/** Conversations of a bot with what people said of it. */
const said = (
  name: string,
  count: number,
  rating: (i: number) => number,
  reply = (i: number) => `Reply ${i}`,
) =>
  Array.from({ length: count }, (_, i) => ({
    id: `${name}${i}`,
    conversation: [{ role: 'user', content: `Question ${name}${i}` }],
    responses: { bot: reply(i) },
    human: { bot: { quality: [rating(i)] } },
  }));

test('the smallest window of a watch is told, whichever came first', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const datasets: number[] = [];
  for (const [name, count] of [
    ['a', 50],
    ['b', 40],
    ['c', 9],
    ['d', 30],
  ] as const)
    datasets.push(
      await importRecords(
        engine,
        folder,
        said(name, count, (i) => 1 + (i % 5)),
        { name, scales: [quality] },
      ),
    );
  const study = await client.study.create({ ...asked, datasetId: datasets[0]!, system: 'bot', size: 50 });
  labelFromGold(engine.context, study.id, 50);
  const { id: seriesId } = await client.series.begin({ studyId: study.id, leastDrop: 0.1 });
  for (const datasetId of datasets.slice(1))
    await client.series.release({ seriesId, system: 'bot', datasetId });
  const { watch } = await client.series.get({ seriesId });
  // Two standard deviations of the mean of 9 ratings that vary by 2.
  expect(watch!.smallWindow).toEqual({ conversations: 9, byChance: expect.closeTo((2 * Math.SQRT2) / 3, 9) });
  expect(watch!.waiting).toBe(3);
  expect(watch!.reference.lower).toBeLessThan(3);
  expect(watch!.reference.upper).toBeGreaterThan(3);
});

test('one reply that differs is the whole difference of two releases', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const make = (name: string, last: string, rating: number) =>
    importRecords(
      engine,
      folder,
      said(
        'q',
        8,
        (i) => (i === 7 ? rating : 3),
        (i) => (i === 7 ? last : `Reply ${i}`),
      ),
      { name, scales: [quality] },
    );
  const [first, second] = [await make('one', 'Old.', 1), await make('two', 'New.', 5)];
  const study = await client.study.create({ ...asked, datasetId: first, system: 'bot', size: 8 });
  labelFromGold(engine.context, study.id, 8);
  const { id: seriesId } = await client.series.begin({ studyId: study.id });
  const { releases } = await client.series.release({ seriesId, system: 'bot', datasetId: second });
  const { studyId } = releases[1]!;
  expect(releases[1]!.difference).toMatchObject({ differing: 1, sharedItems: 8, pairs: 0, value: null });
  labelFromGold(engine.context, studyId, 8);
  const { difference } = (await client.series.get({ seriesId })).releases[1]!;
  // 5 - 1 on one of eight items.
  expect(difference).toMatchObject({ pairs: 1, value: 0.5, lower: 0.5, upper: 0.5 });
});

test('a plan pictures what its labels show, and goes by a guess before ten of them', async () => {
  const { engine, folder } = await engineWithProject();
  const { client, context } = engine;
  const half = (name: string) =>
    said(
      'q',
      40,
      (i) => 1 + ((i * (name === 'one' ? 3 : 7)) % 5),
      (i) => `Reply ${i} of ${i % 4 === 0 ? 'both' : name}`,
    );
  const datasets: number[] = [];
  for (const name of ['one', 'two'])
    datasets.push(await importRecords(engine, folder, half(name), { name, scales: [quality] }));
  const study = await client.study.create({ ...asked, datasetId: datasets[0]!, system: 'bot', size: 40 });
  labelFromGold(context, study.id, 40);
  const { id: seriesId } = await client.series.begin({ studyId: study.id });
  const plan = (by: number, power?: number) => client.series.plan({ seriesId, by, ...(power && { power }) });
  const first = await plan(1);
  expect(first).toMatchObject({ spread: 'guessed', sharedItems: 40, differing: 40, items: first.labels });
  const counts = [0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 1, 1.25, 1.5, 2]
    .map((share) => Math.round(share * first.labels))
    .filter((count) => count >= 1 && count <= 40);
  expect(first.curve.map(({ labels }) => labels)).toEqual([...new Set(counts)]);
  const planned = first.curve.find(({ labels }) => labels === first.labels)!;
  expect(planned.chances).toEqual(first.drops.map(({ chance }) => chance));
  expect(first.reachable).toBe(true);
  expect((await plan(1, 0.6)).labels).toBeLessThan(first.labels);
  expect(await plan(0.05)).toMatchObject({ labels: 40, reachable: false });
  const { releases } = await client.series.release({ seriesId, system: 'bot', datasetId: datasets[1]! });
  const { studyId } = releases[1]!;
  const drawn = (await client.sample.list({ studyId })).rows.map(({ externalId }) =>
    Number(externalId.slice(1)),
  );
  const after = (differing: number) => {
    let left = differing;
    return drawn.findIndex((i) => i % 4 !== 0 && --left === 0) + 1;
  };
  const spread = async () => (await plan(1)).spread;
  labelFromGold(context, studyId, after(9) - drawn.slice(0, after(9)).filter((i) => i % 4 === 0).length);
  expect(await spread()).toBe('guessed');
  labelFromGold(context, studyId, 1);
  const learned = await plan(1);
  expect(learned).toMatchObject({ spread: 'learned', sharedItems: 40, differing: 30 });
  expect(learned.items).toBe(Math.min(40, Math.ceil((learned.labels * 40) / 30)));
});

describe('the drift of a judge', () => {
  const about = { number: 1, criteria: 1, range: 4 };
  const of = (one: ReplyScores, count = 60) => Array.from({ length: count }, () => [one]);

  test('is found where scores rise, fall, or lie farther apart than at the first check', () => {
    const found = (one: ReplyScores, count?: number) => driftFound(of(one, count), about);
    expect(found({ before: 2, now: 3 })).toBe('higher');
    expect(found({ before: 3, now: 2 })).toBe('lower');
    expect(found({ before: 3, now: 3 })).toBe('none');
    expect(found({ before: 2, now: 3 }, 3)).toBe('none');
    const wide = [1, 5].flatMap((now) => of({ before: 3, now, first: 3 }, 30));
    expect(driftFound(wide, about)).toBe('less steady');
  });

  test('in steadiness is found among replies that the first check asked of, beside others', () => {
    const wide = [1, 5].flatMap((now) => [
      ...of({ before: 3, now, first: 3 }, 30),
      ...of({ before: 3, now }, 30),
    ]);
    expect(driftFound(wide, about)).toBe('less steady');
    // Each request is one, however many replies it asked of.
    const one = Array.from({ length: 60 }, (_, i) => ({ before: 3, now: i % 2 === 0 ? 1 : 5, first: 3 }));
    expect(driftFound([one], about)).toBe('none');
    const mixed = wide.map((replies) => [...replies, { before: 3, now: 3 }]);
    expect(driftFound(mixed, about)).toBe('less steady');
  });

  test('takes more to be found the more checks and criteria there are', () => {
    const kinds = (more: Partial<typeof about>) =>
      Array.from({ length: 60 }, (_, i) => driftFound(of({ before: 2, now: 3 }, i), { ...about, ...more }));
    const least = (more: Partial<typeof about> = {}) => kinds(more).indexOf('higher');
    expect(least()).toBeGreaterThan(5);
    expect(least({ number: 2 })).toBeGreaterThan(least());
    expect(least({ criteria: 4 })).toBeGreaterThan(least());
    expect(least({ number: 2 })).toBe(least({ criteria: 3 }));
    expect(least({ range: 6 })).toBeGreaterThan(least());
  });
});

describe('a judge of files', () => {
  const judged =
    (judge: string, score: (i: number) => number, system = 'bot') =>
    (i: number) => ({
      [judge]: { [system]: { quality: score(i) } },
    });
  const weekly = (week: number, judge: (i: number) => object, more: (i: number) => object = () => ({})) =>
    Array.from({ length: 60 }, (_, i) => ({
      ...{ id: `q${i}`, conversation: [{ role: 'user', content: `What of ${i}?` }], meta: { week } },
      ...{ responses: { bot: `It is ${i}.`, cat: `Meow ${i}.` }, judge: judge(i), ...more(i) },
    }));

  test('is watched by scores of a judge alone, those of a metric are none', async () => {
    const { engine, folder } = await engineWithProject();
    const scales: ScaleDeclaration[] = [{ kind: 'judge', name: 'gpt', criterion: 'quality', scale }];
    for (const week of [1, 2]) {
      const metric = (i: number) => ({ auto: { length: { bot: (i % 5) / 5 + week / 10 } } });
      const records = weekly(
        week,
        judged('gpt', (i) => 1 + (i % 3) + week - 1),
        metric,
      );
      await importRecords(engine, folder, records, { name: `week-${week}`, scales });
    }
    const watches = await engine.client.judge.watches({});
    expect(watches.map(({ judge, hasDrifted }) => [judge, hasDrifted])).toEqual([['gpt', true]]);
    expect(watches[0]!.checks).toMatchObject([
      { number: 1, dataset: 'week-2', findings: [{ kind: 'higher' }] },
    ]);
  });

  test('that scored another system alone is none of those that a study guesses by', async () => {
    const { engine, folder } = await engineWithProject();
    const { client, context } = engine;
    const judges = ['gpt', 'stranger'].map((name) => ({
      kind: 'judge' as const,
      name,
      criterion: 'quality',
      scale,
    }));
    const records = weekly(1, (i) => ({
      ...judged('gpt', () => 1 + (i % 5))(i),
      ...judged('stranger', () => 1 + ((i * 3) % 5), 'cat')(i),
    }));
    await importRecords(engine, folder, records, { scales: [quality, ...judges] });
    const { id } = await client.study.create({ ...asked, datasetId: 1, system: 'bot', size: 10 });
    const { db } = context.session.project!;
    const { signals } = await client.study.get({ studyId: id });
    expect(signals.map((one) => one.id)).toContain('judge:stranger/quality@others');
    expect(judgesOf(db, getStudy(db, id))).toEqual(['gpt']);
    // One that joins while the study runs is one of them from then on.
    const late = await client.study.create({
      ...{ ...asked, datasetId: 1, system: 'bot', size: 10, leftOut: ['judge:gpt/quality'] },
    });
    expect(judgesOf(db, getStudy(db, late.id))).toEqual([]);
    await client.study.join({ studyId: late.id, signal: 'judge:gpt/quality' });
    expect(judgesOf(db, getStudy(db, late.id))).toEqual(['gpt']);
  });
});

test('items whose labels were not taken over stay on the lists', async () => {
  const { engine, study } = await ratedStudy(12, { preset: 'uniform' });
  const { client, context } = engine;
  const { db } = context.session.project!;
  for (const name of ['Ada', 'Ben']) await client.annotator.add({ name });
  const members = (await client.annotator.list({})).slice(-2).map(({ id }) => id);
  await client.team.set({ studyId: study.id, members, overlap: 1 });
  // Somebody of no team labels two of them.
  labelFromGold(context, study.id, 2);
  const before = listAssignments(db, study.id);
  const { rows } = await client.sample.list({ studyId: study.id });
  const [first, second] = rows.map(({ itemId }) => itemId) as [number, number];
  unassignTakenOver(db, getStudy(db, study.id), [first]);
  expect(listAssignments(db, study.id)).toEqual(before.filter(({ itemId }) => itemId !== first));
  unassignTakenOver(db, getStudy(db, study.id), []);
  expect(listAssignments(db, study.id).some(({ itemId }) => itemId === second)).toBe(true);
});
