import { beforeEach, expect, test } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { putExclusion } from '../../db/quality.ts';
import { QualityPlanSchema } from '../../shared/contract/quality.ts';
import { engineWithProject, importRecords, submit } from './support/test-engine.ts';

const scales = [
  { kind: 'criterion', name: 'quality', scale: { min: 1, max: 5, direction: 'higher' } },
] as const;
const isEqual = (i: number) => i % 2 === 0;

let engine: Engine;
let studyId: number;
let second: number;
let people: [number, number, number];

/** Two releases of 24 replies, every second of them the same, and three people; a study of the first. */
beforeEach(async () => {
  const made = await engineWithProject();
  engine = made.engine;
  const datasets: number[] = [];
  for (const name of ['v1', 'v2']) {
    const records = Array.from({ length: 24 }, (_, i) => ({
      id: `q-${i}`,
      conversation: [{ role: 'user', content: `What is ${i}?` }],
      responses: { [name]: isEqual(i) ? `It is ${i}.` : `${name} says ${i}.` },
    }));
    datasets.push(await importRecords(engine, made.folder, records, { name, scales: [...scales] }));
  }
  second = datasets[1]!;
  const { client } = engine;
  for (const name of ['Ada', 'Ben', 'Cas']) await client.annotator.add({ name });
  people = (await client.annotator.list({})).slice(-3).map(({ id }) => id) as typeof people;
  const study = await client.study.create({
    ...{ datasetId: datasets[0]!, system: 'v1', measure: { kind: 'criterion', criterion: 'quality' } },
    ...{ surrogate: { kind: 'none' }, preset: 'uniform', seed: 5, size: 24, alpha: 0.05 },
  });
  studyId = study.id;
});

/** Has somebody answer all that they are asked, or so many of it. @returns how many they answered */
async function answerAll(
  of: number,
  annotatorId: number,
  { most, value }: { most?: number; value?: number } = {},
): Promise<number> {
  for (let count = 0; ; count++) {
    const { batch, next } = await engine.client.label.open({ studyId: of, annotatorId });
    if (next === null || count === most) return count;
    await submit(engine, batch, next, { kind: 'score', value: value ?? 1 + (count % 5) });
  }
}

async function nextRelease() {
  const { client } = engine;
  const { id: seriesId } = await client.series.begin({ studyId });
  const { releases } = await client.series.release({ seriesId, system: 'v2', datasetId: second });
  return { seriesId, release: releases[1]! };
}

const listed = async (of: number, annotatorId: number) =>
  (await engine.client.label.open({ studyId: of, annotatorId })).items.length;

test('another annotator is not asked again what was taken over, where one label of each item is enough', async () => {
  const [ada, ben] = people;
  await answerAll(studyId, ada);
  const { release } = await nextRelease();
  expect(release).toMatchObject({ drawn: 24, labeled: 12, labelsSpent: 0, labelsSaved: 12 });
  // Ada sees her own again; Ben is asked for the changed replies alone.
  expect(await listed(release.studyId, ada)).toBe(24);
  expect(await listed(release.studyId, ben)).toBe(12);
  expect(await answerAll(release.studyId, ben)).toBe(12);
  const [, done] = (await engine.client.series.list({}))[0]!.releases;
  expect(done).toMatchObject({ labeled: 24, counted: 24, labelsSpent: 12, labelsSaved: 12 });
});

test('what was taken over of somebody who does not count is asked for anew', async () => {
  const [ada, ben] = people;
  await answerAll(studyId, ada);
  const { release } = await nextRelease();
  const excluded = { annotatorId: ada, reason: 'too quick', excludedAt: '2026-01-01T00:00:00.000Z' };
  putExclusion(engine.context.session.project!.db, release.studyId, excluded);
  expect(await listed(release.studyId, ben)).toBe(24);
});

test('whom the release before left out is not of the team of the next, and is given nothing', async () => {
  const [ada, ben, cas] = people;
  await engine.client.team.set({ studyId, members: [ada, ben, cas], overlap: 1, shuffle: false });
  const excluded = { annotatorId: cas, reason: 'too quick', excludedAt: '2026-01-01T00:00:00.000Z' };
  putExclusion(engine.context.session.project!.db, studyId, excluded);
  const { release } = await nextRelease();
  const { members, shuffle } = await engine.client.team.get({ studyId: release.studyId });
  expect(shuffle).toBe(false);
  expect(members.map(({ id, isMember, assigned }) => [id, isMember, assigned])).toEqual([
    [ada, true, 12],
    [ben, true, 12],
  ]);
});

test('the next release has the team of the one before, and asks a second person for what one has said', async () => {
  const [ada, ben, cas] = people;
  const { client } = engine;
  await client.team.set({ studyId, members: [ada, ben], overlap: 2, finalRule: 'majority' });
  await answerAll(studyId, ada);
  await answerAll(studyId, ben, { most: 10 });
  const { seriesId, release } = await nextRelease();
  const later = release.studyId;
  const team = await client.team.get({ studyId: later });
  expect(team).toMatchObject({ overlap: 2, finalRule: 'majority' });
  expect(team.members.filter(({ isMember }) => isMember).map(({ id }) => id)).toEqual([ada, ben]);
  expect(await listed(later, cas)).toBe(0);
  const [, before] = (await client.series.get({ seriesId })).releases;
  const bySecond = before!.labelsSaved - 12;
  expect(bySecond).toBeGreaterThan(0);
  // Ben says more of the first release: it is taken off his list of the second.
  await answerAll(studyId, ben);
  await client.series.refresh({ seriesId });
  expect(await answerAll(later, ada)).toBe(12);
  expect(await answerAll(later, ben)).toBe(12);
  const [, done] = (await client.series.get({ seriesId })).releases;
  expect(done).toMatchObject({ labelsSpent: 24, labelsSaved: 24 });
});

test('what two have said of the release before is on the list of nobody else', async () => {
  const [ada, ben, cas] = people;
  const { client } = engine;
  await client.team.set({ studyId, members: [ben, cas], overlap: 2 });
  const { seriesId, release } = await nextRelease();
  await client.team.set({ studyId: release.studyId, members: [ada, ben] });
  for (const one of [ben, cas]) expect(await answerAll(studyId, one)).toBe(24);
  expect(await listed(release.studyId, ada)).toBe(24);
  await client.series.refresh({ seriesId });
  expect(await listed(release.studyId, ada)).toBe(12);
  expect(await listed(release.studyId, ben)).toBe(24);
});

test('an item that one more is to label stays with who counts, where another does not', async () => {
  const [ada, ben, cas] = people;
  const { client } = engine;
  await client.team.set({ studyId, members: [ben, cas], overlap: 2 });
  const { seriesId, release } = await nextRelease();
  await client.team.set({ studyId: release.studyId, members: [ada, ben] });
  const excluded = { annotatorId: ada, reason: 'too quick', excludedAt: '2026-01-01T00:00:00.000Z' };
  putExclusion(engine.context.session.project!.db, release.studyId, excluded);
  await answerAll(studyId, cas);
  await client.series.refresh({ seriesId });
  expect(await answerAll(release.studyId, ben)).toBe(24);
  const [, done] = (await client.series.get({ seriesId })).releases;
  expect(done).toMatchObject({ labeled: 12 });
});

test('a third vote is taken over as one: where others differ, and beside no agreement', async () => {
  const [ada, ben, cas] = people;
  const { client } = engine;
  await client.team.set({
    studyId,
    members: [ada, ben, cas],
    overlap: 2,
    finalRule: 'majority',
    deals: true,
  });
  const plan = QualityPlanSchema.parse({ thirdVote: true });
  await client.quality.set({ studyId, plan });
  const { seriesId, release } = await nextRelease();
  const later = release.studyId;
  expect((await client.quality.get({ studyId: later })).plan.thirdVote).toBe(true);
  await answerAll(studyId, ben);
  await answerAll(studyId, cas, { value: 3 });
  await client.series.refresh({ seriesId });
  const wait = async () => (await client.series.get({ seriesId })).releases[1]!.labeled;
  const agreed = await wait();
  expect(agreed).toBeLessThan(12);
  expect(await answerAll(studyId, ada, { value: 3 })).toBeGreaterThan(12);
  await client.series.refresh({ seriesId });
  expect(await wait()).toBe(12);
  const [measure] = (await client.agreement.get({ studyId: later })).criteria;
  expect(measure!.pairs.map(({ first, second, items }) => [first, second, items])).toEqual([[ben, cas, 12]]);
});
