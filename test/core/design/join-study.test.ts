import { describe, expect, test } from 'vitest';
import { liveEstimateOf } from '../../../core/estimate/live-estimates.ts';
import { labelFromGold } from '../../../core/labeling/session/label-from-gold.ts';
import { checkStudies } from '../../../core/report/integrity/check-studies.ts';
import { listAudit } from '../../../db/audit.ts';
import type { Scale, Study } from '../../../shared/contract/index.ts';
import { failureStudy, failuresField, freshKey } from '../support/failure-study.ts';
import { engineWithProject, importRecords, ratedRecords, ratedScales } from '../support/test-engine.ts';
import { pairedRecords } from '../support/two-systems.ts';

type Direction = Scale['direction'];
type Asked = Partial<
  Parameters<Awaited<ReturnType<typeof engineWithProject>>['engine']['client']['study']['create']>[0]
>;

const names = ['flat', 'late', 'partial', 'strict', 'twin'];

/** Forty items with scores of six machines, of which a study may leave some out. */
async function machines(asked: Asked = {}, direction: Direction = 'higher') {
  const { engine, folder } = await engineWithProject();
  const records = ratedRecords(40).map((record, i) => {
    const strict = record.judge.strict.secretive.quality;
    const by = (quality: number) => ({ secretive: { quality } });
    const judge = { strict: by(strict), late: by(1 + ((i * 3) % 5)), twin: by(6 - strict), flat: by(3) };
    return {
      ...record,
      judge: { ...judge, ...(i % 4 === 0 && { partial: by(2 + (i % 3)) }) },
      auto: { tidy: { secretive: i / 40 } },
    };
  });
  const scale = { min: 1, max: 5, direction };
  const judges = names.map((name) => ({
    ...{ kind: 'judge' as const, name, criterion: 'quality', scale },
  }));
  const scales = [{ ...ratedScales[0]!, scale }, ...judges];
  const datasetId = await importRecords(engine, folder, records, { scales });
  const study = await engine.client.study.create({
    ...{ datasetId, system: 'secretive', preset: 'uniform', size: 40, seed: 4 },
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    leftOut: ['late', 'twin', 'flat', 'partial'].map((name) => `judge:${name}/quality`),
    ...asked,
  });
  const ask = (studyId = study.id) => engine.client.study.joinable({ studyId });
  const join = (signal: string, { id: studyId }: Pick<Study, 'id'> = study) =>
    engine.client.study.join({ studyId, signal, by: 'Ana' });
  return {
    engine,
    client: engine.client,
    db: engine.context.session.project!.db,
    datasetId,
    study,
    ask,
    join,
  };
}

const problems = ({ signals }: { signals: readonly { id: string; problem: string | null }[] }) =>
  Object.fromEntries(signals.map(({ id, problem }) => [id, problem]));

const whereFromStart = 'it is in the study from the start';

describe('what may join a study', () => {
  test('is every machine score of the whole pool that it does not know', async () => {
    const { ask, study, engine } = await machines();
    labelFromGold(engine.context, study.id, 3);
    const { signals, ...facts } = await ask();
    expect(facts).toEqual({ problem: null, populationSize: 40, drawsBefore: 3, joined: [], narrowed: null });
    expect(signals.map(({ scored }) => scored)).toEqual([40, 40, 40, 10, 40, 40]);
    expect(problems({ signals })).toEqual({
      'auto:tidy': whereFromStart,
      'judge:flat/quality': null,
      'judge:late/quality': null,
      'judge:partial/quality': 'it has scored 10 of the 40 items of the pool',
      'judge:strict/quality': whereFromStart,
      'judge:twin/quality': null,
    });
  });

  test('is not what the study guesses by, whatever that is', async () => {
    const every = ['auto:tidy', ...names.map((name) => `judge:${name}/quality`)];
    const auto = await machines({ surrogate: { kind: 'auto', name: 'tidy' }, leftOut: every });
    expect(problems(await auto.ask())).toMatchObject({
      'auto:tidy': whereFromStart,
      'judge:strict/quality': null,
      'judge:late/quality': null,
    });
    const judged = await machines({ leftOut: every });
    expect(problems(await judged.ask())).toMatchObject({
      'auto:tidy': null,
      'judge:strict/quality': whereFromStart,
    });
    const none = await machines({ surrogate: { kind: 'none' }, leftOut: every });
    expect(problems(await none.ask())).toMatchObject({ 'auto:tidy': null, 'judge:strict/quality': null });
  });

  test('is nothing where no interval bets item by item, or it rests on what is there', async () => {
    const { client, db, study, ask, datasetId } = await machines();
    const why = async (studyId = study.id) => {
      const found = await ask(studyId);
      expect(found).toMatchObject({
        narrowed: null,
        signals: found.problem === null ? expect.anything() : [],
      });
      return found.problem;
    };
    const other = async (more: Asked) => {
      const { id } = await client.study.create({
        ...{ datasetId, system: 'secretive', preset: 'uniform', size: 40, seed: 4 },
        ...{ measure: study.measure, surrogate: study.surrogate, ...more },
      });
      return why(id);
    };
    expect(await why()).toBeNull();
    expect(await other({ preset: 'humcoe' })).toBe('it has no betting interval');
    const once = { kind: 'once' as const, labels: 30 };
    expect(await other({ plan: { ...once, approximate: false } })).toBeNull();
    expect(await other({ plan: { ...once, approximate: true } })).toBe(
      'its approximate interval at one look rests on the signals that it began with',
    );
    db.exec('UPDATE study SET betting_rule = 2, value_steps = NULL; DELETE FROM study_plan');
    expect(await why()).toBe('it began under rule 2, whose bets rest on one surrogate');
  });

  test('of a comparison are scores of both systems, counted in pairs', async () => {
    const { engine, folder } = await engineWithProject();
    const records = pairedRecords(20).map((record, i) => ({
      ...record,
      judge: {
        ...record.judge,
        ...(i < 9 && { half: { amber: { quality: 1 }, basil: { quality: 1 + (i % 5) } } }),
      },
    }));
    const scale = { min: 1, max: 5, direction: 'higher' as const };
    await importRecords(engine, folder, records, {
      scales: [
        { kind: 'criterion', name: 'quality', scale },
        ...['strict', 'half'].map((name) => ({ kind: 'judge' as const, name, criterion: 'quality', scale })),
      ],
    });
    const { id: studyId } = await engine.client.study.create({
      ...{ datasetId: 1, system: 'amber', against: 'basil', preset: 'uniform', size: 10, seed: 4 },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
      leftOut: ['judge:half/quality'],
    });
    const found = await engine.client.study.joinable({ studyId });
    expect(problems(found)['judge:half/quality']).toBe(
      `it has scored ${found.signals[0]!.scored} of the ${found.populationSize} pairs of the pool`,
    );
  });
});

describe('a machine score that joins', () => {
  test('is told once, with what it rests on, and counts at once', async () => {
    const { engine, study, join, db, ask } = await machines();
    labelFromGold(engine.context, study.id, 5);
    const before = liveEstimateOf(engine.context, study.id);
    const told: unknown[] = [];
    engine.context.events.listen((event) => told.push(event));
    const { joins } = await join('judge:late/quality');
    expect(told).toEqual([{ type: 'study.changed', studyId: study.id }]);
    expect(liveEstimateOf(engine.context, study.id)).not.toBe(before);
    const details = { signal: 'judge:late/quality', name: 'Judge late (quality)', drawsBefore: 5, by: 'Ana' };
    expect(joins).toEqual([{ ...details, sha256: joins[0]!.sha256, at: joins[0]!.at }]);
    const [entry] = listAudit(db, study.id).filter(({ action }) => action === 'study.join');
    expect(entry).toMatchObject({ at: joins[0]!.at, details: { ...details, sha256: joins[0]!.sha256 } });
    expect(entry!.details).not.toHaveProperty('failure');
    expect((await ask()).joined).toEqual([
      { signal: 'judge:late/quality', name: 'Judge late (quality)', drawsBefore: 5 },
    ]);
    // A new draw has it from its beginning: it was frozen before that was drawn.
    await engine.client.sample.redraw({ studyId: study.id, seed: 9 });
    const joined = [{ signal: 'judge:late/quality', name: 'Judge late (quality)', drawsBefore: 0 }];
    expect(await ask()).toMatchObject({ joined });
    const [, again] = listAudit(db, study.id).filter(({ action }) => action === 'study.join');
    expect(again).toMatchObject({ details: { ...joined[0], by: 'Ana' } });
    expect(checkStudies(db)).toEqual([]);
    // The order of a draw that it was made in is known to it.
    const seeds = [study.seed, 9];
    for (const seed of seeds) {
      const known = engine.client.sample.redraw({ studyId: study.id, seed });
      await expect(known).rejects.toThrow(`drawn by seed ${seed} before`);
    }
  });

  test('narrows an interval that is told from its lower end to its upper one, whichever is better', async () => {
    const { engine, study, join, ask } = await machines({}, 'lower');
    await join('judge:late/quality');
    labelFromGold(engine.context, study.id, 12);
    const { narrowed } = await ask();
    for (const { lower, upper } of [narrowed!.with, narrowed!.without]) expect(lower).toBeLessThan(upper);
  });

  test('is refused with what else to do, and nothing is written then', async () => {
    const { engine, client, datasetId, study, join, db } = await machines();
    const refused = async (signal: string, message: string, remedy: string, of: Pick<Study, 'id'> = study) =>
      expect(join(signal, of)).rejects.toMatchObject({ code: 'INVALID_INPUT', message, data: { remedy } });
    const another = 'Choose another machine score.';
    await refused(
      'judge:partial/quality',
      '"Judge partial (quality)" cannot join the study: it has scored 10 of the 40 items of the pool.',
      'Run it on all items of the pool, then let it join.',
    );
    await refused(
      'judge:flat/quality',
      '"Judge flat (quality)" cannot join the study: it says the same of every item.',
      another,
    );
    await refused(
      'judge:twin/quality',
      '"Judge twin (quality)" cannot join the study: it says nothing that the signals of the study do not say already.',
      another,
    );
    await refused(
      'nobody',
      'The data set has no machine score called "nobody".',
      `Choose one of: auto:tidy, ${names.map((name) => `judge:${name}/quality`).join(', ')}.`,
    );
    const humcoe = await client.study.create({
      ...{ datasetId, system: 'secretive', preset: 'humcoe', size: 5, name: 'Old way' },
      ...{ measure: study.measure, surrogate: study.surrogate },
    });
    await refused(
      'judge:late/quality',
      'No signal can join "Old way": it has no betting interval.',
      'Make a new study with it; the labels are used again.',
      humcoe,
    );
    labelFromGold(engine.context, study.id, 40);
    await refused(
      'judge:late/quality',
      '"Judge late (quality)" cannot join the study: every item of the pool has been drawn.',
      another,
    );
    const offered = (await client.study.joinable({ studyId: study.id })).signals;
    expect(offered.filter(({ problem }) => problem === null)).toEqual([]);
    expect(db.prepare('SELECT COUNT(*) FROM study_join').pluck().get()).toBe(0);
    const { engine: bare, folder } = await engineWithProject();
    const plain = ratedRecords(10).map(({ judge: _, ...record }) => record);
    await importRecords(bare, folder, plain, { scales: ratedScales });
    const { id: studyId } = await bare.client.study.create({
      ...{ datasetId: 1, system: 'secretive', preset: 'uniform', size: 5 },
      ...{ measure: study.measure, surrogate: { kind: 'none' } },
    });
    await expect(bare.client.study.join({ studyId, signal: 'judge:late/quality' })).rejects.toMatchObject({
      data: { remedy: 'Run a judge on its items first, or import scores.' },
    });
  });
});

describe('a machine score that joins the share of a failure mode', () => {
  test('rests on every draw of the study that was seen, and on none of another', async () => {
    const { engine, client, study, code, make, refs, batch } = await failureStudy({ count: 40, size: 20 });
    const rude = await make('Rude');
    await code(0, []);
    for (const ref of refs.slice(0, 7)) await client.label.item({ batch, ref });
    const again = await client.study.create({
      ...{ datasetId: study.datasetId, system: 'rival', preset: 'uniform', size: 20, seed: 1 },
      measure: { kind: 'criterion', criterion: 'quality' },
      ...{ surrogate: { kind: 'none' }, fields: [failuresField()] },
    });
    const drawsBefore = async (studyId: number, modeId?: number) =>
      (await client.study.joinable({ studyId, ...(modeId && { modeId }) })).drawsBefore;
    expect(await drawsBefore(study.id, rude)).toBe(7);
    expect(await drawsBefore(study.id)).toBe(7);
    expect(await drawsBefore(again.id, rude)).toBe(0);
    labelFromGold(engine.context, study.id, 2);
  });

  test('needs a mode that is open, and a study that is drawn by chance', async () => {
    const { client, study, make } = await failureStudy({ count: 20, size: 10 });
    const rude = await make('Rude');
    const why = async () => (await client.study.joinable({ studyId: study.id, modeId: rude })).problem;
    expect(await why()).toBeNull();
    await client.failures.retire({ modeId: rude, clientKey: freshKey() });
    expect(await why()).toBe('the failure mode is retired');
    await expect(
      client.study.join({ studyId: study.id, modeId: rude, signal: 'judge:strict/quality' }),
    ).rejects.toThrow(`No signal can join "Rude" in "${study.name}": the failure mode is retired.`);
    const drawn = await client.study.create({
      ...{ datasetId: study.datasetId, system: 'secretive', preset: 'humcoe', size: 5 },
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
      fields: [failuresField()],
    });
    const open = await make('Slow');
    expect((await client.study.joinable({ studyId: drawn.id, modeId: open })).problem).toBe(
      'its items were drawn with replacement',
    );
  });
});

test('a draw that was merely on a screen counts as read after the project was closed, too', async () => {
  const { engine, client, study, ask } = await machines();
  const { path: file } = engine.context.session.project!;
  const { batch, items } = await client.label.open({ studyId: study.id });
  await client.label.item({ batch, ref: items[6]!.ref });
  expect(await ask()).toMatchObject({ drawsBefore: 7 });
  await client.project.close({});
  await client.project.open({ path: file });
  expect(await ask()).toMatchObject({ drawsBefore: 7 });
});
