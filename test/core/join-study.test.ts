import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../core/engine.ts';
import { forgetLabels, forgetLiveEstimates } from '../../core/estimate/kept-estimates.ts';
import { LiveEstimate } from '../../core/estimate/live-estimate.ts';
import { liveEstimateOf } from '../../core/estimate/live-estimates.ts';
import { handOut } from '../../core/labeling/offline-batches/hand-out.ts';
import { verifyFile } from '../../core/report/verify/verify-file.ts';
import { verifyProject } from '../../core/report/verify/verify-project.ts';
import { listAudit } from '../../db/audit.ts';
import { putExclusion } from '../../db/quality.ts';
import { getStudy } from '../../db/studies.ts';
import { readColumns } from '../../db/study-columns.ts';
import { readJoins } from '../../db/study-joins.ts';
import { joinedColumn, toUnit } from '../../stats/index.ts';
import { all, merge, returnedOf, score } from './exchange/returned.ts';
import { importHere } from './support/in-process.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  submit,
} from './support/test-engine.ts';

const late = 'judge:late/quality';
const scale = { min: 1, max: 5, direction: 'higher' } as const;

/** A study that left a good judge out, and one that has scored a part of the items only. */
async function studyWithoutJudge(preset: 'uniform' | 'calibrated-hardness' = 'uniform', count = 120) {
  const { engine, folder, file } = await engineWithProject();
  const records = ratedRecords(count).map((record, i) => ({
    ...record,
    judge: {
      strict: { secretive: { quality: 1 + ((i * 3) % 5) } },
      late: { secretive: { quality: record.human.secretive.quality[0] } },
      ...(i % 3 === 0 && { partial: { secretive: { quality: 2 + (i % 2) } } }),
    },
  }));
  const judges = ['strict', 'late', 'partial'].map((name) => ({
    ...{ kind: 'judge' as const, name, criterion: 'quality', scale },
  }));
  const datasetId = await importRecords(engine, folder, records, { scales: [ratedScales[0]!, ...judges] });
  const study = await engine.client.study.create({
    ...{ datasetId, system: 'secretive', preset, size: 60, seed: 4 },
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    leftOut: [late, 'judge:partial/quality'],
  });
  return { engine, file, study, studyId: study.id, db: engine.context.session.project!.db };
}

async function label(engine: Engine, studyId: number, from: number, to: number) {
  const { client } = engine;
  const { batch, items } = await client.label.open({ studyId });
  const { rows } = await client.sample.list({ studyId });
  for (const [i, { ref }] of items.slice(from, to).entries()) {
    const number = Number(rows[from + i]!.externalId.slice('item-'.length));
    await submit(engine, batch, ref, { kind: 'score', value: 1 + ((number * 7) % 5) });
  }
}

test.each(['uniform', 'calibrated-hardness'] as const)(
  'a judge joins after the labels that are there, and narrows the interval from then on: %s',
  { timeout: 60_000 },
  async (preset) => {
    const { engine, file, studyId, db } = await studyWithoutJudge(preset);
    const { client } = engine;
    await label(engine, studyId, 0, 20);
    const before = await client.estimate.current({ studyId });
    const study = await client.study.join({ studyId, signal: late, by: 'Ana' });
    expect(study.joins).toEqual([
      expect.objectContaining({ signal: late, name: 'Judge late (quality)', drawsBefore: 20, by: 'Ana' }),
    ]);
    // Nothing is restarted, and the labels that it may know change nothing.
    const after = await client.estimate.current({ studyId });
    expect(after.estimates).toEqual(before.estimates);
    await label(engine, studyId, 20, 60);
    const { narrowed, signals } = await client.study.joinable({ studyId });
    const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;
    expect(width(narrowed!.with)).toBeLessThan(0.9 * width(narrowed!.without));
    const calibrated = (await client.estimate.current({ studyId })).estimates.find(
      ({ method }) => method === 'calibrated',
    )!;
    expect([calibrated.lower, calibrated.upper]).toEqual([narrowed!.with.lower, narrowed!.with.upper]);
    expect(signals.find(({ id }) => id === late)).toMatchObject({
      scored: 120,
      problem: 'it joined after draw 20',
    });
    const [entry] = listAudit(db, studyId).filter(({ action }) => action === 'study.join');
    expect(entry!.details).toMatchObject({ signal: late, drawsBefore: 20, by: 'Ana' });
    const report = await client.report.render({ studyId, format: 'html' });
    expect(report.content).toContain('joined after draw 20');
    expect(report.content).not.toContain('Ana');
    expect(verifyProject(file).alterations).toEqual([]);

    // A new draw knows it from its beginning: it was frozen before that was drawn.
    await client.sample.redraw({ studyId, seed: 77 });
    await label(engine, studyId, 0, 60);
    const again = await client.study.joinable({ studyId });
    expect(again.joined).toMatchObject([{ signal: late, drawsBefore: 0 }]);
    expect(width(again.narrowed!.with)).toBeLessThan(0.9 * width(again.narrowed!.without));
    const jsonl = `${file}.jsonl`;
    const labels = await client.report.render({ studyId, format: 'labels-jsonl' });
    writeFileSync(jsonl, labels.content as string);
    expect(verifyFile(jsonl).differing).toEqual([]);
    const python = spawnSync('python3', ['docs/verify.py', jsonl], { encoding: 'utf8' });
    expect([python.status, python.stdout + python.stderr]).toEqual([0, expect.any(String)]);
    expect(verifyProject(file).alterations).toEqual([]);
  },
);

test('a judge counts from the first draw that nobody has read, for its prompt may be made from what was put off', async () => {
  const { engine, studyId } = await studyWithoutJudge();
  const { client } = engine;
  await label(engine, studyId, 0, 5);
  const { batch, items } = await client.label.open({ studyId });
  const drawsBefore = async () => (await client.study.joinable({ studyId })).drawsBefore;
  expect(await drawsBefore()).toBe(5);
  await client.label.later({ batch, ref: items[8]!.ref, later: true });
  expect(await drawsBefore()).toBe(9);
  await client.label.item({ batch, ref: items[11]!.ref });
  expect(await drawsBefore()).toBe(12);
  await client.study.join({ studyId, signal: late });
  expect((await client.study.joinable({ studyId })).joined).toMatchObject([{ drawsBefore: 12 }]);
});

test('its column is what it says of the pool beyond the signals from the start', async () => {
  const { engine, studyId, db } = await studyWithoutJudge();
  await label(engine, studyId, 0, 3);
  await engine.client.study.join({ studyId, signal: 'Judge late (quality)' });
  const [join] = readJoins(db, studyId, getStudy(db, studyId).generation);
  const rows = db
    .prepare(
      `SELECT value FROM machine_score JOIN signal ON signal.id = signal_id JOIN study_pool USING (item_id)
       WHERE signal.name = 'late' ORDER BY position`,
    )
    .all() as { value: number }[];
  const column = joinedColumn(
    rows.map(({ value }) => toUnit(value, scale)),
    readColumns(db, studyId),
    3,
  )!;
  expect(join!.slope).toBeCloseTo(column.slope, 6);
  expect([...join!.values].map((x) => x * join!.unit)).toEqual(
    [...column.values].map((x) => expect.closeTo(x, 5)),
  );
});

test('what cannot join is refused, and says why', async () => {
  const { engine, studyId, db } = await studyWithoutJudge();
  const { client } = engine;
  const join = (signal: string) => client.study.join({ studyId, signal });
  await expect(join('judge:partial/quality')).rejects.toMatchObject({
    message:
      '"Judge partial (quality)" cannot join the study: it has scored 40 of the 120 items of the pool.',
  });
  await expect(join('judge:strict/quality')).rejects.toThrow('it is in the study from the start');
  await expect(join('judge:none')).rejects.toThrow('The data set has no machine score called "judge:none".');
  await join(late);
  await expect(join(late)).rejects.toThrow('it joined before the first draw');
  expect(readJoins(db, studyId, 1)).toHaveLength(1);
  const other = await client.study.create({
    ...{ datasetId: getStudy(db, studyId).datasetId, system: 'secretive', preset: 'humcoe', size: 5 },
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
  });
  await expect(client.study.join({ studyId: other.id, signal: late })).rejects.toThrow(
    'No signal can join "',
  );
});

test('a study that is opened again has the bits that it had', async () => {
  const { engine, studyId } = await studyWithoutJudge();
  const { client } = engine;
  await label(engine, studyId, 0, 12);
  await client.study.join({ studyId, signal: late });
  await label(engine, studyId, 12, 25);
  const whole = liveEstimateOf(engine.context, studyId).state;
  forgetLiveEstimates(engine.context, studyId);
  expect(liveEstimateOf(engine.context, studyId).state).toEqual(whole);
});

test('labels that come in as a file count as those given here', async () => {
  const { engine, studyId, db } = await studyWithoutJudge();
  await label(engine, studyId, 0, 10);
  await engine.client.study.join({ studyId, signal: late });
  const { rows } = await engine.client.sample.list({ studyId });
  const lines = rows.slice(10, 30).map(({ externalId: id }) =>
    JSON.stringify({
      id,
      annotator: 'Ben',
      system: 'secretive',
      value: 1 + ((Number(id.slice(5)) * 7) % 5),
    }),
  );
  await importHere(engine, `${lines.join('\n')}\n`, 'labels.jsonl', { studyId });
  expect(liveEstimateOf(engine.context, studyId).state.labeledCount).toBe(30);
  expect(readJoins(db, studyId, 1)[0]!.drawsBefore).toBe(10);
});

test('after corrections, a merged batch and an exclusion the number is that of all labels taken in anew', {
  timeout: 120_000,
}, async () => {
  const { engine, file, studyId, db } = await studyWithoutJudge();
  const { client, context } = engine;
  await label(engine, studyId, 0, 14);
  await client.study.join({ studyId, signal: late });
  await label(engine, studyId, 14, 34);
  await client.estimate.current({ studyId });
  const seen: string[] = [];
  const compare = () => {
    const kept = liveEstimateOf(context, studyId);
    const anew = new LiveEstimate(db, getStudy(db, studyId));
    expect([kept.state, kept.points]).toEqual([anew.state, anew.points]);
    expect(readJoins(db, studyId, 1)[0]!.drawsBefore).toBe(14);
    seen.push(JSON.stringify(kept.state));
  };
  compare();
  const { batch, items } = await client.label.open({ studyId });
  const { rows } = await client.sample.list({ studyId });
  // Before the signal joined, at the draw at which it did, and after.
  for (const place of [3, 14, 27]) {
    const was = 1 + ((Number(rows[place]!.externalId.slice('item-'.length)) * 7) % 5);
    await submit(engine, batch, items[place]!.ref, score(1 + (was % 5)));
    compare();
  }
  await client.annotator.add({ name: 'Ben' });
  const handed = await handOut(context, studyId, all);
  const answers = [0, 5, 14, 20, 33].map((place, i) => [place, score(1 + (i % 5)), i] as const);
  await merge(engine, returnedOf(handed, answers, { annotator: 'Ben' }));
  compare();
  const ben = (await client.annotator.list({})).find(({ name }) => name === 'Ben')!.id;
  putExclusion(db, studyId, {
    annotatorId: ben,
    reason: 'too quick',
    excludedAt: '2026-01-01T00:00:00.000Z',
  });
  forgetLabels(context);
  compare();
  // Each of them moved the number, and without Ben it is what it was before him.
  expect(new Set(seen).size).toBe(seen.length - 1);
  expect(seen.at(-1)).toBe(seen.at(-3));
  const report = await client.report.render({ studyId, format: 'json' });
  const written = path.join(path.dirname(file), 'report.json');
  writeFileSync(written, report.content);
  const { differing, alterations } = verifyProject(file, { report: written });
  expect([differing, alterations]).toEqual([[], []]);
});
