import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { plannedStudy } from '../../core/design/create-study.ts';
import { rankingWork } from '../../core/design/ranking-work.ts';
import type { Engine } from '../../core/engine.ts';
import { scoreStudy } from '../../core/estimate/surrogate/score-work.ts';
import { SystemsPass } from '../../core/estimate/surrogate/systems-pass.ts';
import type { JobScope } from '../../core/platform/jobs/job-work.ts';
import type { StudyQuestion } from '../../shared/contract/index.ts';
import { uniformOpen } from '../../stats/index.ts';
import { diceFor, rounds } from '../support/chance.ts';
import { runUntilKilled } from './support/killed-child.ts';
import { engineWithProject, importRecords, testEngine } from './support/test-engine.ts';
import { byRating, pairedRecords, pairedStudy } from './support/two-systems.ts';

const systems = ['amber', 'basil', 'cedar'];

/** How many rows there are of all that a ranking writes. */
function written({ context }: Engine): Record<string, number> {
  const { db } = context.session.project!;
  const tables = ['study', 'study_goal', 'ranking', 'study_pool', 'draw', 'draw_run', 'audit', 'criterion'];
  return Object.fromEntries(
    tables.map((table) => [table, db.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get() as number]),
  );
}

/** A project with three systems and no study. */
async function pairedProject(records: readonly unknown[] = pairedRecords()) {
  const { engine, folder, file } = await engineWithProject();
  const scale = { min: 1, max: 5, direction: 'higher' as const };
  const datasetId = await importRecords(engine, folder, records, {
    scales: [{ kind: 'criterion', name: 'quality', scale }],
  });
  const asked = { datasetId, systems, ...byRating, size: 5, seed: 3 };
  return { engine, folder, file, datasetId, asked: { ...asked, surrogate: { kind: 'none' as const } } };
}

describe('making a ranking', () => {
  test('is one job, which counts its pairs', async () => {
    const { engine, asked } = await pairedProject();
    const before = await engine.client.job.list({});
    const seen: string[] = [];
    engine.context.events.listen((event) => {
      if (event.type !== 'job.progress') return;
      const { kind, state, done, total, unit } = event.job;
      seen.push(`${kind} ${state} ${done} of ${total} ${unit}`);
    });
    const pairs = await engine.client.study.createPairs(asked);
    expect(pairs.map(({ name }) => name)).toEqual([
      'amber against basil, quality',
      'amber against cedar, quality',
      'basil against cedar, quality',
    ]);
    expect((await engine.client.job.list({})).length - before.length).toBe(1);
    expect(seen.at(-1)).toBe('ranking done 3 of 3 pairs');
  });

  test('stores nothing when one of its pairs cannot be drawn', async () => {
    const apart = pairedRecords().map(({ responses, human, ...record }, i) => {
      const left = i % 2 === 0 ? ['amber', 'cedar'] : ['basil', 'cedar'];
      const of = <T>(all: Record<string, T>) =>
        Object.fromEntries(Object.entries(all).filter(([name]) => left.includes(name)));
      return { ...record, responses: of(responses), human: of(human), judge: undefined };
    });
    const { engine, asked } = await pairedProject(apart);
    const before = written(engine);
    const order = ['amber', 'cedar', 'basil'];
    await expect(engine.client.study.createPairs({ ...asked, systems: order })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      message: 'No item was answered by both amber and basil.',
    });
    expect(written(engine)).toEqual(before);
  });

  test('stores nothing when it is canceled', async () => {
    const { engine, asked } = await pairedProject();
    const before = written(engine);
    engine.context.events.listen((event) => {
      if (event.type === 'job.progress') engine.context.jobs.cancel(event.job.id);
    });
    await expect(engine.client.study.createPairs(asked)).rejects.toMatchObject({ code: 'CANCELED' });
    expect(written(engine)).toEqual(before);
  });

  test('makes a criterion that nobody has rated once, and keeps names apart', async () => {
    const { engine, asked } = await pairedProject();
    const before = written(engine);
    const fresh = { ...asked, measure: { kind: 'criterion' as const, criterion: 'preference' } };
    await engine.client.study.createPairs(fresh);
    const pairs = await engine.client.study.createPairs(fresh);
    expect(pairs[0]!.name).toBe('amber against basil, preference (2)');
    expect((await engine.client.ranking.list({})).map(({ name }) => name)).toEqual([
      'Preference of 3 systems on data (2)',
      'Preference of 3 systems on data',
    ]);
    expect(written(engine).criterion).toBe(before.criterion! + 1);
  });

  test('gives the same studies when its pairs are written one by one', async () => {
    const { engine, study } = await pairedStudy(1);
    await engine.client.study.remove({ studyId: study.id });
    const { db } = engine.context.session.project!;
    const scope: JobScope = {
      db,
      projectPath: '',
      now: () => new Date().toISOString(),
      progress: () => {},
      checkpoint: async () => {},
      asked: () => 'continue',
    };
    const make = async (name: string, mostHeld: number) => {
      const taken = new Set<string>();
      const pairs = systems.flatMap((system, i) =>
        systems.slice(i + 1).map((against) => {
          const asked = { ...byRating, datasetId: 1, system, against, size: 9, seed: 3, alpha: 0.05 };
          return plannedStudy(engine.context, { ...asked, preset: 'calibrated-hardness' }, taken);
        }),
      );
      const ranking = { name, alpha: 0.05, top: null, instrument: null, levelRule: 1 as const };
      return (await rankingWork(scope, { ranking, pairs }, mostHeld)).studyIds;
    };
    const facts = (ids: number[]) =>
      ids.map((id) => [
        db.prepare('SELECT signal_hash, population_size FROM study WHERE id = ?').get(id),
        db.prepare('SELECT item_id, draw_order FROM draw WHERE study_id = ? ORDER BY draw_order').all(id),
      ]);
    const [atOnce, oneByOne] = [await make('at once', 1e9), await make('one by one', 0)];
    expect(facts(oneByOne)).toEqual(facts(atOnce));
    expect(db.inTransaction).toBe(false);
  });
});

/** Items of four systems: some replies are alike or missing, of several turns, with passages and references. */
const unevenRecords = () =>
  Array.from({ length: 40 }, (_, i) => {
    const turns = 1 + (i % 3 === 1 ? 1 : 0);
    const say = (s: number, turn: number) =>
      i % 5 === s
        ? 'Sorry, I cannot say.'
        : `It is ${(i * (s + 2) + turn) % 7} of the ${i} canals, in ${s} words.`;
    const names = [...systems, 'dill'];
    const ofThose = <T>(give: (s: number) => T) =>
      Object.fromEntries(names.flatMap((name, s) => ((i + s) % 11 === 0 ? [] : [[name, give(s)]])));
    return {
      id: `item-${i}`,
      conversation: Array.from({ length: turns }, (_, turn) => [
        { role: 'user', content: `What is number ${i}, part ${turn}?` },
        ...(turn < turns - 1 ? [{ role: 'assistant', content: '' }] : []),
      ]).flat(),
      ...(i % 2 === 0 && { context: `The canal of ${i} is number ${i % 7} of many canals.` }),
      reference: turns === 1 ? [`it is ${i % 7}`, `${i}`] : [[`it is ${i % 7}`], ['it is so', 'no']],
      responses: ofThose((s) =>
        turns === 1 ? say(s, 0) : Array.from({ length: turns }, (_, turn) => say(s, turn)),
      ),
      human: { amber: { quality: [1 + (i % 5)] } },
      judge: { strict: ofThose((s) => ({ quality: 1 + ((i * (s + 1)) % 5) })) },
      meta: { length: i },
    };
  });

const judged = byRating;
const questions: Record<string, Pick<StudyQuestion, 'measure' | 'surrogate'>> = {
  'a judge guesses ratings': judged,
  'nothing guesses ratings': { ...judged, surrogate: { kind: 'none' } },
  'the reader guesses ratings': { ...judged, surrogate: { kind: 'reader' } },
  'another system guesses ratings': { ...judged, surrogate: { kind: 'system', system: 'dill' } },
  'another system guesses a metric': {
    measure: { kind: 'metric', metric: 'f1-squad1' },
    surrogate: { kind: 'system', system: 'dill' },
  },
};

describe('the pairs of a ranking are to the bit what each would be by itself', () => {
  const facts = ({ context }: Engine, id: number) => {
    const { db } = context.session.project!;
    const all = (sql: string) => db.prepare(sql).all(id);
    return {
      study: all(
        'SELECT signal_hash, population_size, missing_surrogate, pool_summary, reference_evaluation, question, form, shared_items FROM study WHERE id = ?',
      ),
      pool: all(
        'SELECT position, item_id, surrogate_value FROM study_pool WHERE study_id = ? ORDER BY position',
      ),
      draws: all('SELECT draw_order, item_id, probability FROM draw WHERE study_id = ? ORDER BY draw_order'),
      columns: all('SELECT * FROM study_column WHERE study_id = ? ORDER BY 2').map((row) => ({
        ...(row as object),
        study_id: 0,
      })),
      plan: all('SELECT * FROM study_plan WHERE study_id = ?').map((row) => ({
        ...(row as object),
        ...{ study_id: 0, id: 0, created_at: '' },
      })),
    };
  };

  test.each(Object.entries(questions))('where %s', async (_, question) => {
    const { engine, asked } = await pairedProject(unevenRecords());
    const given = { ...asked, ...question, size: 7, seed: 5 };
    const pairs = await engine.client.study.createPairs({ ...given, preset: 'calibrated-hardness' });
    expect(pairs).toHaveLength(3);
    const { systems: _systems, ...alone } = given;
    for (const { id, system, comparison, populationSize } of pairs) {
      const against = comparison!.against;
      const single = await engine.client.study.create({
        ...{ ...alone, system, against },
        ...{ preset: 'calibrated-hardness', plan: { kind: 'labels', labels: 7 } },
      });
      expect(populationSize).toBeGreaterThan(10);
      expect(facts(engine, id)).toEqual(facts(engine, single.id));
    }
  });

  test('also where their texts are too many to be held', async () => {
    const { engine, asked } = await pairedProject(unevenRecords());
    const { db } = engine.context.session.project!;
    const scope: JobScope = {
      ...{ db, projectPath: '', now: () => new Date().toISOString() },
      ...{ progress: () => {}, checkpoint: async () => {}, asked: () => 'continue' },
    };
    const taken = new Set<string>();
    const given = { ...asked, ...judged, alpha: 0.05, preset: 'uniform' as const };
    const { question, plan } = plannedStudy(
      engine.context,
      { ...given, system: 'amber', against: 'cedar' },
      taken,
    );
    const made = [undefined, new SystemsPass(question, systems), new SystemsPass(question, systems, 0)];
    const all = [];
    for (const pass of made) {
      const study = await scoreStudy(scope, question, { ...plan, name: `pair ${all.length}` }, pass);
      all.push(facts(engine, db.transaction(() => study.create()).immediate()));
    }
    expect(all[1]).toEqual(all[0]);
    expect(all[2]).toEqual(all[0]);
    expect(all[0]!.draws).toHaveLength(5);
    expect(all[0]!.columns.length).toBeGreaterThan(10);
  });
});

const kills = rounds(2, 40);

test(`kill -9 at ${kills} moments leaves a whole ranking or nothing`, { timeout: 240_000 }, async () => {
  const { engine, folder, file } = await engineWithProject();
  const names = Array.from({ length: 8 }, (_, s) => `model-${s}`);
  const records = Array.from({ length: 40 }, (_, i) => ({
    id: `item-${i}`,
    conversation: [{ role: 'user', content: `What is number ${i}?` }],
    responses: Object.fromEntries(names.map((name, s) => [name, `It is ${100 * i + s}.`])),
    human: { 'model-0': { quality: [1 + (i % 5)] } },
  }));
  await importRecords(engine, folder, records);
  const before = written(engine);
  await engine.close();
  const dice = diceFor('kill -9 while a ranking is made');
  const child = path.join(import.meta.dirname, 'support', 'ranking-child.ts');
  for (let round = 0; round < kills; round++) {
    const { lines } = await runUntilKilled(child, [file, path.join(folder, 'data')], 800 * uniformOpen(dice));
    const after = testEngine(path.join(folder, `after-${round}`));
    await after.client.project.open({ path: file });
    const now = written(after);
    const rankings = await after.client.ranking.list({});
    expect(rankings).toHaveLength(now.ranking! - before.ranking!);
    expect(now.study).toBe(28 * rankings.length);
    // One entry for each study, and one that binds what the ranking wrote.
    expect([now.study_goal, now.audit]).toEqual([now.study, before.audit! + now.study! + rankings.length]);
    expect(rankings.every(({ pairs }) => pairs.length === 28)).toBe(true);
    if (lines.includes('stored')) expect(rankings).not.toHaveLength(0);
    for (const { id } of rankings) await after.client.ranking.remove({ rankingId: id });
    Object.assign(before, { ...written(after), ranking: 0 });
    await after.close();
  }
});
