import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { studyForecast } from '../../core/estimate/forecast/study-advice.ts';
import { labelFromGold } from '../../core/labeling/session/label-from-gold.ts';
import { openProject } from '../../db/open.ts';
import { getSeries, listReleases } from '../../db/series.ts';
import type { ReleaseDifference, Series } from '../../shared/contract/index.ts';
import { goalLines } from '../../shared/goal-words.ts';
import { seriesPlanCurves, seriesPlanWords } from '../../shared/series-plan-words.ts';
import { differenceNumber, differenceWords, watchDetails, watchWords } from '../../shared/series-words.ts';
import { writeOlder } from '../attack/frame/older-project.ts';
import { engineWithProject, importRecords, submit, temporaryFolder } from './support/test-engine.ts';

const count = 60;
const scales = [
  { kind: 'criterion', name: 'quality', scale: { min: 1, max: 5, direction: 'higher' } },
] as const;

/** What people say of an item's reply by a release; every third reply is the same in both. */
const ratingOf = (release: number, i: number) => (i % 3 === 0 ? 3 : 1 + ((i * 7 + release * 2) % 5));
const replyOf = (release: number, i: number) => `Reply ${i} of ${i % 3 === 0 ? 'all' : release}.`;

const recordsOf = (release: number, name: string, items = count) =>
  Array.from({ length: items }, (_, i) => ({
    id: `q-${String(i).padStart(3, '0')}`,
    conversation: [{ role: 'user', content: `What is ${i}?` }],
    responses: { [name]: replyOf(release, i) },
    human: { [name]: { quality: [ratingOf(release, i)] } },
  }));

/** Two releases, each in a data set of its own; the first has a study of all its items. */
async function twoReleases({ preset = 'uniform' as 'uniform' | 'calibrated-hardness', size = count } = {}) {
  const { engine, folder } = await engineWithProject();
  const first = await importRecords(engine, folder, recordsOf(1, 'v1'), { name: 'one', scales: [...scales] });
  const second = await importRecords(engine, folder, recordsOf(2, 'v2', count + 5), {
    name: 'two',
    scales: [...scales],
  });
  const study = await engine.client.study.create({
    datasetId: first,
    system: 'v1',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    preset,
    seed: 5,
    size,
    alpha: 0.05,
  });
  return { engine, study, second };
}

const dbOf = (engine: Engine) => engine.context.session.project!.db;
const orderOf = (engine: Engine, studyId: number): string[] =>
  dbOf(engine)
    .prepare(
      'SELECT external_id FROM draw JOIN item ON item.id = item_id WHERE study_id = ? ORDER BY draw_order',
    )
    .pluck()
    .all(studyId) as string[];

async function withSecond(size = count) {
  const { engine, study, second } = await twoReleases({ size });
  labelFromGold(engine.context, study.id, 30);
  const { id } = await engine.client.series.begin({ studyId: study.id, name: 'Chat' });
  const series = await engine.client.series.release({ seriesId: id, system: 'v2', datasetId: second });
  return { engine, series, first: study.id, studyId: series.releases[1]!.studyId };
}

function estimated(series: Series): Extract<ReleaseDifference, { kind: 'estimate' }> {
  const { difference } = series.releases[1]!;
  if (difference?.kind !== 'estimate') throw new Error(JSON.stringify(difference));
  return difference;
}

test('a release is judged on the sample of the one before, whatever was added', async () => {
  const { engine, first, studyId } = await withSecond();
  const added = new Set(Array.from({ length: 5 }, (_, i) => `q-${String(count + i).padStart(3, '0')}`));
  const later = orderOf(engine, studyId).filter((id) => !added.has(id));
  expect(later).toEqual(orderOf(engine, first).slice(0, later.length));
  expect(later.length).toBeLessThan(count);
});

test('equal replies take over their labels under the name of who gave them, once, and are counted', async () => {
  const { engine, series, first, studyId } = await withSecond();
  const labeledBefore = orderOf(engine, first).slice(0, 30);
  const drawn = new Set(orderOf(engine, studyId));
  const equal = labeledBefore.filter((id) => Number(id.slice(2)) % 3 === 0 && drawn.has(id));
  expect(equal.length).toBeGreaterThan(5);
  expect(series.releases[1]).toMatchObject({ reused: equal.length, labeled: equal.length, notReused: null });
  expect(series.releases[1]).toMatchObject({ labelsSpent: 0, labelsSaved: equal.length });
  expect(series.releases[0]).toMatchObject({ labelsSpent: series.releases[0]!.labeled, labelsSaved: 0 });
  const taken = dbOf(engine)
    .prepare(
      `SELECT own.annotator_id = other.annotator_id AS same, own.value - other.value AS off
       FROM reused_label JOIN label own ON own.id = label_id JOIN label other ON other.id = from_label_id`,
    )
    .all();
  expect(taken).toEqual(equal.map(() => ({ same: 1, off: 0 })));
  labelFromGold(engine.context, first);
  const refreshed = await engine.client.series.refresh({ seriesId: series.id });
  const all = [...drawn].filter((id) => Number(id.slice(2)) % 3 === 0 && Number(id.slice(2)) < count);
  expect(refreshed.releases[1]!.reused).toBe(all.length);
  const again = await engine.client.series.refresh({ seriesId: series.id });
  expect(again.releases[1]!.reused).toBe(all.length);
});

test('a release is called by its data, and names no system to those who label', async () => {
  const { engine, series, studyId } = await withSecond();
  expect(series.releases[1]!.study).toBe('Quality on two');
  expect((await engine.client.study.get({ studyId })).name).not.toContain('v2');
});

test('what somebody said of a reply is never replaced by what was said of an equal one', async () => {
  const { engine, study, second } = await twoReleases();
  const { id } = await engine.client.series.begin({ studyId: study.id });
  const { releases } = await engine.client.series.release({ seriesId: id, system: 'v2', datasetId: second });
  labelFromGold(engine.context, releases[1]!.studyId);
  labelFromGold(engine.context, study.id);
  const refreshed = await engine.client.series.refresh({ seriesId: id });
  expect(refreshed.releases[1]!.reused).toBe(0);
});

test('the difference is over all items that both answered, exact once all that differ are labeled', async () => {
  const { engine, series, first, studyId } = await withSecond();
  expect(estimated(series)).toMatchObject({ sharedItems: count, differing: 40, pairs: 0, value: null });
  expect(differenceNumber(series.releases[1]!)).toBe('not estimable');
  expect(differenceWords(series.releases[1]!)).toContain('Nothing can be said');
  labelFromGold(engine.context, first);
  const { client } = engine;
  await client.sample.grow({ studyId, size: count + 5 });
  labelFromGold(engine.context, studyId);
  const done = estimated(await client.series.get({ seriesId: series.id }));
  const differences = Array.from({ length: count }, (_, i) => ratingOf(2, i) - ratingOf(1, i));
  const exact = differences.reduce((sum, one) => sum + one, 0) / count;
  expect(done.pairs).toBe(40);
  expect(done.value).toBeCloseTo(exact, 12);
  expect([done.lower, done.upper]).toEqual([expect.closeTo(exact, 12), expect.closeTo(exact, 12)]);
});

test('halfway, the interval holds the difference and the plan is what was foreseen at the draw', async () => {
  const { engine, series, studyId, first } = await withSecond(40);
  const drawn = orderOf(engine, studyId).filter(
    (id) => Number(id.slice(2)) % 3 !== 0 && Number(id.slice(2)) < count,
  );
  labelFromGold(engine.context, studyId, 20);
  labelFromGold(engine.context, first);
  const found = estimated(await engine.client.series.get({ seriesId: series.id }));
  expect(found.plannedPairs).toBe(drawn.length);
  expect(found.pairs).toBeGreaterThan(5);
  expect(found.pairs).toBeLessThan(40);
  const truth =
    Array.from({ length: count }, (_, i) => ratingOf(2, i) - ratingOf(1, i)).reduce((a, b) => a + b, 0) /
    count;
  expect(found.lower).toBeLessThanOrEqual(truth);
  expect(found.upper).toBeGreaterThanOrEqual(truth);
  expect(found.lower).toBeLessThan(found.value!);
});

test('changed guidelines end the reuse, and it is said', async () => {
  const { engine, series, studyId } = await withSecond();
  await engine.client.study.edit({ studyId, guidelines: 'Be strict.' });
  const [, release] = (await engine.client.series.get({ seriesId: series.id })).releases;
  const said = 'Labels of the previous release are not used: the guidelines were changed.';
  expect(release).toMatchObject({ notReused: said, difference: { kind: 'none', reason: said } });
});

test('a gate takes over what the release before got since', async () => {
  const { engine, first, studyId } = await withSecond();
  const labeled = async () => (await engine.client.study.get({ studyId })).labeled;
  const before = await labeled();
  labelFromGold(engine.context, first, count);
  expect(await labeled()).toBe(before);
  const claim = { kind: 'not-worse' as const, thanStudyId: first, by: 1 };
  expect(await engine.client.claim.gate({ studyId, claim })).toMatchObject({ basis: 'paired' });
  expect(await labeled()).toBeGreaterThan(before);
});

test('a gate on releases that are both drawn anew counts their draws', async () => {
  const { engine, first, studyId } = await withSecond(20);
  const claim = { kind: 'not-worse' as const, thanStudyId: first, by: 1 };
  const ask = () => engine.client.claim.gate({ studyId, claim });
  for (const one of [first, studyId]) {
    labelFromGold(engine.context, one, 5);
    await engine.client.sample.redraw({ studyId: one, seed: 9 });
  }
  expect(await ask()).toMatchObject({ basis: 'two-intervals', draws: 2 });
});

test('a series of releases takes no window', async () => {
  const { engine, series, studyId } = await withSecond();
  await expect(engine.client.series.take({ seriesId: series.id, studyId })).rejects.toThrow(
    '"Chat" is not a watch with a reference.',
  );
});

test('a study whose sample would be another for each release begins no series', async () => {
  const { engine, study } = await twoReleases({ preset: 'calibrated-hardness' });
  await expect(engine.client.series.begin({ studyId: study.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringContaining('draws some items more often than others'),
  });
});

test('a release that answered other questions is refused, and nothing of it remains', async () => {
  const { engine, series } = await withSecond();
  const before = (await engine.client.study.list({})).length;
  const other = recordsOf(3, 'v3').map((record) => ({
    ...record,
    conversation: [{ role: 'user', content: 'Something else?' }],
  }));
  const folder = engine.context.dataDir;
  const datasetId = await importRecords(engine, folder, other, { name: 'three', scales: [...scales] });
  const asked = { seriesId: series.id, system: 'v3', datasetId };
  await expect(engine.client.series.release(asked)).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    data: { remedy: expect.stringContaining('60 items have the same ids') },
  });
  expect(await engine.client.study.list({})).toHaveLength(before);
});

test('removing a release or the series leaves studies and labels', async () => {
  const { engine, series, first, studyId } = await withSecond();
  await engine.client.study.remove({ studyId: first });
  const [release] = (await engine.client.series.get({ seriesId: series.id })).releases;
  expect(release).toMatchObject({
    studyId,
    difference: { kind: 'none', reason: 'The study of the previous release was removed.' },
  });
  const told = vi.spyOn(engine.context.events, 'publish');
  await engine.client.series.remove({ seriesId: series.id });
  expect(told).toHaveBeenCalledWith({ type: 'study.changed', studyId });
  expect(await engine.client.series.list({})).toEqual([]);
  expect((await engine.client.study.get({ studyId })).labeled).toBeGreaterThan(0);
});

/** A reference and windows of one system, each a data set of its own with new conversations. */
async function watched(means: readonly number[], { leastDrop = 0.4, labeled = 80 } = {}) {
  const { engine, folder, file } = await engineWithProject();
  const records = (window: number, good: number) =>
    Array.from({ length: 100 }, (_, i) => ({
      id: `w${window}-${i}`,
      conversation: [{ role: 'user', content: `Window ${window}, question ${i}?` }],
      responses: { bot: `Answer ${window} ${i}` },
      human: { bot: { quality: [(i * 37) % 100 < good * 100 ? 5 : 1] } },
    }));
  const datasets: number[] = [];
  for (const [k, good] of means.entries())
    datasets.push(
      await importRecords(engine, folder, records(k, good), { name: `week ${k}`, scales: [...scales] }),
    );
  const study = await engine.client.study.create({
    datasetId: datasets[0]!,
    system: 'bot',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    preset: 'uniform',
    seed: 4,
    size: 80,
    alpha: 0.05,
  });
  if (labeled > 0) labelFromGold(engine.context, study.id, labeled);
  const { id } = await engine.client.series.begin({ studyId: study.id, leastDrop });
  return { engine, seriesId: id, datasets, file };
}

test('a watch says what it claims of whom, however often it is looked at', async () => {
  const { engine, seriesId, datasets } = await watched([0.9, 0.9, 0.1, 0.9], { leastDrop: 1 });
  const { client } = engine;
  const add = async (k: number) => {
    const { releases } = await client.series.release({ seriesId, system: 'bot', datasetId: datasets[k]! });
    const { studyId, drawn } = releases.at(-1)!;
    expect(drawn).toBe(80);
    return studyId;
  };
  const begun = await client.series.get({ seriesId });
  expect(begun.watch).toMatchObject({ verdict: 'undecided', dropAtLeast: 0, waiting: 0, smallWindow: null });
  expect(watchDetails({ watch: begun.watch!, releases: begun.releases })).toEqual([]);
  const first = await add(1);
  labelFromGold(engine.context, first, 80);
  const held = await client.series.get({ seriesId });
  expect(held.watch).toMatchObject({ verdict: 'held', dropAtLeast: 0, waiting: 0, alertedAt: null });
  expect(watchWords({ watch: held.watch!, releases: held.releases })).toMatch(
    /^Held: the mean of the newest/,
  );
  const second = await add(2);
  labelFromGold(engine.context, second, 40);
  // .9 against .1 of a scale of 4 steps, in one window: of its conversations, and of the system if windows are alike.
  const { watch: low, releases } = await client.series.get({ seriesId });
  expect(low).toMatchObject({ verdict: 'undecided', dropAtLeast: 0, waiting: 1 });
  for (const drop of [low!.dropIfAlike, low!.dropOfConversations]) {
    expect(drop).toBeGreaterThan(1);
    expect(drop).toBeLessThan(3.2);
  }
  expect(low!.dropOfConversations).toBeGreaterThan(low!.dropIfAlike);
  const words = watchDetails({ watch: low!, releases }).join(' ');
  expect(words).toMatch(/sets windows apart: the system is worse by at least/);
  expect(words).toMatch(
    /conversations of some window, as they were: worse by at least .* says nothing of the system/,
  );
  expect(words).toContain('One window lacks labels that were planned');
  expect((await client.series.alerted({ seriesId })).watch?.alertedAt).not.toBeNull();

  await client.study.edit({ studyId: second, guidelines: 'Be strict.' });
  const { watch } = await client.series.get({ seriesId });
  expect(watch).toMatchObject({ dropIfAlike: 0, dropOfConversations: 0, waiting: 0 });
  // The next window is asked as the reference was, not as the one before is by now.
  const later = await client.series.release({ seriesId, system: 'bot', datasetId: datasets[3]! });
  expect(later.releases.map(({ drawn }) => drawn)).toEqual([80, 80, 80, 80]);
  expect(later.watch?.leftOut).toHaveLength(1);
  expect(watch?.leftOut).toMatchObject([
    { studyId: second, reason: expect.stringMatching(/guidelines were changed/) },
  ]);
});

test('a drop of the system is told when windows as such show it; more labels of a window do not count again', async () => {
  const { engine, seriesId, datasets, file } = await watched([0.9, 0.1, 0, 0.1, 0, 0, 0, 0], {
    leastDrop: 0.2,
  });
  const { client } = engine;
  const verdicts: string[] = [];
  for (const datasetId of datasets.slice(1)) {
    const { releases } = await client.series.release({ seriesId, system: 'bot', datasetId, size: 20 });
    labelFromGold(engine.context, releases.at(-1)!.studyId, 20);
    verdicts.push((await client.series.get({ seriesId })).watch!.verdict);
  }
  expect(verdicts.slice(0, 2)).toEqual(['undecided', 'undecided']);
  expect(verdicts.at(-1)).toBe('dropped');
  const dropped = await client.series.get({ seriesId });
  const { watch, releases } = dropped;
  expect(watch!.dropAtLeast).toBeGreaterThan(0.2);
  expect(watch!.dropAtLeast).toBeLessThan(watch!.dropIfAlike);
  expect(watchWords({ watch: watch!, releases })).toMatch(
    /^Dropped: the system is, or was for a time, at least/,
  );
  // 100 conversations vary by more than a twentieth of the scale.
  expect(watch!.smallWindow).toMatchObject({ conversations: 100 });
  // Two standard deviations of such a mean: 2 sqrt(.9 * .1 / 100) of 4 steps.
  expect(watch!.smallWindow!.byChance).toBeCloseTo(0.24, 1);
  expect(watchDetails({ watch: watch!, releases }).at(-1)).toMatch(/^Small windows: the mean of 100/);
  const { studyId } = releases[1]!;
  await client.sample.grow({ studyId, size: 50 });
  labelFromGold(engine.context, studyId, 50);
  expect((await client.series.get({ seriesId })).watch!.dropAtLeast).toBe(watch!.dropAtLeast);

  // A file of the version before: its windows count by the labels that are drawn, and what was told is told anew.
  await client.series.alerted({ seriesId });
  await client.project.close({});
  const older = path.join(temporaryFolder(), 'older.assay');
  writeOlder(older, 490, file);
  const project = openProject(older, '2026-02-02T00:00:00.000Z');
  try {
    expect(listReleases(project.db, seriesId).map(({ windowLabels }) => windowLabels)).toEqual([
      null,
      50,
      ...[20, 20, 20, 20, 20, 20],
    ]);
    expect(getSeries(project.db, seriesId)).toMatchObject({ leastDrop: 0.2, alertedAt: null });
  } finally {
    project.close();
  }
});

test('before any label a window may vary by as much as two values can', async () => {
  const { engine, seriesId, datasets } = await watched([0.9, 0.9], { leastDrop: 0.3, labeled: 0 });
  const { watch } = await engine.client.series.release({ seriesId, system: 'bot', datasetId: datasets[1]! });
  // Two standard deviations of .5, of a mean of 100, on 4 steps.
  expect(watch!.smallWindow).toEqual({ conversations: 100, byChance: 0.4 });
});

test('a watch takes no conversations twice, and no study that asks something else', async () => {
  const { engine, seriesId, datasets } = await watched([0.9, 0.5]);
  const { client } = engine;
  const { series } = client;
  await expect(series.release({ seriesId, system: 'bot', datasetId: datasets[0]! })).rejects.toThrow(
    /already/,
  );
  const asked = {
    datasetId: datasets[1]!,
    system: 'bot',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    size: 10,
    seed: 9,
  } as const;
  const other = await client.study.create({ ...asked, preset: 'uniform', guidelines: 'Be strict.' });
  await expect(series.take({ seriesId, studyId: other.id })).rejects.toThrow(/guidelines/);
  const tempered = await client.study.create({ ...asked, preset: 'calibrated-hardness' });
  await expect(series.take({ seriesId, studyId: tempered.id })).rejects.toThrow(
    /draws some items more often/,
  );
  const fit = await client.study.create({ ...asked, preset: 'uniform' });
  expect((await series.take({ seriesId, studyId: fit.id })).releases).toHaveLength(2);
  await expect(series.take({ seriesId, studyId: fit.id })).rejects.toThrow(/belongs to a series/);
  const begin = series.begin({ studyId: other.id, leastDrop: 4 });
  await expect(begin).rejects.toThrow(/No drop on this scale/);
});

test('the plan says before labeling what the next release takes, and learns from the last two', async () => {
  const { engine, study, second } = await twoReleases({ size: count });
  const { id } = await engine.client.series.begin({ studyId: study.id });
  const guessed = await engine.client.series.plan({ seriesId: id, by: 0.8 });
  expect(guessed).toMatchObject({
    by: 0.8,
    power: 0.9,
    spread: 'guessed',
    sharedItems: count,
    differing: count,
  });
  expect(guessed.likely!.least).toBeLessThan(guessed.labels);
  expect(guessed.likely!.most).toBeGreaterThan(guessed.labels);
  // An equal release passes, and a drop of D is found, with the chance that the plan is for.
  const [half, whole, twice] = guessed.drops.map(({ chance }) => chance);
  expect(whole).toBeGreaterThanOrEqual(0.9);
  expect(half!).toBeLessThan(whole!);
  expect(twice!).toBeGreaterThan(whole!);
  const [equal] = seriesPlanCurves(guessed);
  const values = equal!.points.map(({ value }) => value);
  expect(values).toEqual(values.toSorted((a, b) => a - b));
  expect(seriesPlanWords(guessed)[0]!.replaceAll('\u00a0', ' ')).toMatch(
    /^Not worse by 0\.8: \d+ to (all )?\d+ labels pass an equal release with a chance of 90 %\.$/,
  );

  labelFromGold(engine.context, study.id, count);
  await engine.client.series.release({ seriesId: id, system: 'v2', datasetId: second });
  const [, { studyId }] = (await engine.client.series.get({ seriesId: id })).releases as [
    unknown,
    { studyId: number },
  ];
  labelFromGold(engine.context, studyId, count);
  const learned = await engine.client.series.plan({ seriesId: id, by: 0.8 });
  expect(learned).toMatchObject({ spread: 'learned', sharedItems: count, differing: 40 });
  expect(learned.likely).toBeUndefined();
  expect(learned.items).toBeGreaterThan(learned.labels);
  expect(seriesPlanWords(learned).join(' ')).toContain('40 of 60 replies differ');
  await expect(engine.client.series.plan({ seriesId: id, by: 4 })).rejects.toThrow('as large as 4');
});

test('no labels are planned for a watch', async () => {
  const { engine, study } = await twoReleases();
  const { id } = await engine.client.series.begin({ studyId: study.id, leastDrop: 0.5 });
  await expect(engine.client.series.plan({ seriesId: id, by: 0.5 })).rejects.toThrow(
    'not a series of releases',
  );
});

test('a stated share of equal replies is rated again, and the drift of the people is taken out', async () => {
  const { engine, study, second } = await twoReleases();
  labelFromGold(engine.context, study.id);
  const { id } = await engine.client.series.begin({ studyId: study.id, name: 'Chat' });
  const added = await engine.client.series.release({
    ...{ seriesId: id, system: 'v2', datasetId: second, again: 0.5 },
  });
  const found = estimated(added);
  const drawn = orderOf(engine, added.releases[1]!.studyId).map((name) => Number(name.slice(2)));
  const equal = drawn.filter((i) => i % 3 === 0 && i < count).length;
  const { asked } = found.drift!;
  expect(asked).toBeGreaterThan(3);
  expect(asked).toBeLessThan(equal);
  // Those rated again took nothing over, and until somebody rates them nothing is claimed.
  expect(added.releases[1]!.reused).toBe(equal - asked);
  expect(found.drift).toMatchObject({ pairs: 0, value: null, lower: -4, upper: 4 });
  expect(found.value).toBeNull();
  expect(differenceWords(added.releases[1]!)).toContain('no equal reply to rate again is labeled in both');

  // Everybody who is asked again is stricter by one point than before: also on the replies that changed.
  const { studyId } = added.releases[1]!;
  const db = dbOf(engine);
  const { label } = engine.client;
  const { batch } = await label.open({ studyId });
  let { next } = await label.open({ studyId });
  const names = db.prepare(
    'SELECT external_id FROM draw JOIN item ON item.id = item_id WHERE study_id = ? AND ref = ?',
  );
  let given = 0;
  while (next) {
    const name = names.pluck().get(studyId, next) as string;
    const value = Math.max(1, ratingOf(2, Number(name.slice(2))) - 1);
    const answer = { kind: 'score' as const, value };
    const about = {
      batch,
      ref: next,
      durationMs: 1,
      estimateVisible: false,
      clientKey: `stricter-${given++}`,
    };
    ({ next } = await label.submit({ ...about, answer }));
  }
  const series = await engine.client.series.refresh({ seriesId: id });
  const rated = estimated(series);
  expect(rated.drift!.pairs).toBe(asked);
  expect(rated.drift!.value).toBeCloseTo(-1, 1);
  expect(rated.drift!.lower).toBeLessThanOrEqual(-1);
  expect(rated.drift!.upper).toBeLessThan(0.9);
  expect(series.releases[1]!.reused).toBe(equal - asked);
  expect(differenceWords(series.releases[1]!)).toContain('which is taken out');
  // Nobody's label counts twice.
  const { labelsSpent, labelsSaved, labeled } = series.releases[1]!;
  expect(labelsSpent + labelsSaved).toBe(labeled);

  // A file of the version before: every equal reply keeps its label, and the difference is told without a drift.
  const file = engine.context.session.project!.path;
  await engine.client.project.close({});
  const older = path.join(temporaryFolder(), 'older.assay');
  writeOlder(older, 650, file);
  const project = openProject(older, '2026-02-02T00:00:00.000Z');
  try {
    expect(listReleases(project.db, id).map(({ againShare }) => againShare)).toEqual([null, null]);
  } finally {
    project.close();
  }
});

test('only ratings are asked again, not answers that people write', async () => {
  const { engine, study, second } = await twoReleases();
  const written = await engine.client.study.create({
    datasetId: study.datasetId,
    system: 'v1',
    measure: { kind: 'metric', metric: 'rouge-l' },
    surrogate: { kind: 'none' },
    preset: 'uniform',
    seed: 5,
    size: 20,
    alpha: 0.05,
  });
  const { id } = await engine.client.series.begin({ studyId: written.id });
  await expect(
    engine.client.series.release({ seriesId: id, system: 'v2', datasetId: second, again: 0.2 }),
  ).rejects.toThrow(/Only ratings are asked again/);
});

test('labels that are taken over are not among those to go', async () => {
  const { engine, study, second } = await twoReleases();
  const { client } = engine;
  const first = await client.label.open({ studyId: study.id });
  for (const { ref } of first.items) {
    await submit(engine, first.batch, ref, { kind: 'score', value: 3 });
  }
  const { id: seriesId } = await client.series.begin({ studyId: study.id, name: 'Chat' });
  const { releases } = await client.series.release({ seriesId, system: 'v2', datasetId: second });
  const { studyId, reused } = releases[1]!;
  const goal = { targetHalfWidth: 0.2, threshold: null, budget: 50 };
  await client.study.edit({ studyId, goal });
  expect(reused).toBe(19);

  const { batch, items } = await client.label.open({ studyId });
  const open = items.filter(({ state }) => state === 'open').length;
  const { itemsDrawn, labeled, counts } = await client.study.get({ studyId });
  expect(itemsDrawn - labeled).toBe(open);
  expect(counts.counted).toBeLessThan(labeled);
  const standing = await client.label.standing({ batch });
  if (standing.kind !== 'open') throw new Error(`hidden: ${standing.because}`);
  const { forWidth: _, ...advice } = await client.plan.advice({ studyId });
  expect(standing.forecast).toEqual(advice);
  expect(advice.toGo!.look).toBe(open);
  expect(advice.toGo!.budget).toBe(items.slice(0, 50).filter(({ state }) => state === 'open').length);
  expect(goalLines(advice, { score: String, count: String }).join(' ')).toContain(
    `${advice.toGo!.budget} labels of the budget left`,
  );

  // A report counts from the labels that its estimate has.
  const { remainingLabels } = studyForecast(engine.context, studyId).advice;
  expect(advice.advice.remainingLabels).toBeLessThan(remainingLabels!);
  await engine.close();
});
