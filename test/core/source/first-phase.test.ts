import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import type { JobScope } from '../../../core/platform/jobs/job-work.ts';
import { takeFirstPhase } from '../../../core/pool/first-phase.ts';
import { firstPhaseWork } from '../../../core/pool/first-phase-work.ts';
import { alterationsIn } from '../../../core/report/integrity/alterations.ts';
import { checkProject } from '../../../core/report/integrity/check-project.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { itemCopier, scoreCopier } from '../../../db/first-phase-items.ts';
import { findFirstPhase } from '../../../db/first-phases.ts';
import { AppError } from '../../../shared/errors.ts';
import { firstPhaseCostWords } from '../../../shared/first-phase-words.ts';
import { formatInterval } from '../../../shared/number-text.ts';
import { serflingHalfWidth } from '../../../stats/index.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  submit,
} from '../support/test-engine.ts';
import { unzipped } from '../support/unzipped.ts';

const timeout = 120_000;
const N = 700;
const n = 120;
/** The tests' own door: a first phase of so few would otherwise be refused. */
const portal = { fewest: 50 };
const hasPython = spawnSync('python3', ['--version']).status === 0;

const hashOf = (seed: number, id: string) =>
  createHash('sha256').update(`assay-phase1|${seed}|${id}`).digest('hex');
/** The first of an order, sorted whole. */
const firstOf = (ids: readonly string[], seed: number, count: number) =>
  ids.toSorted((a, b) => (hashOf(seed, a) < hashOf(seed, b) ? -1 : 1)).slice(0, count);

async function importedPool() {
  const { engine, folder } = await engineWithProject();
  const records = ratedRecords(N);
  const datasetId = await importRecords(engine, folder, records, { scales: ratedScales });
  return { engine, folder, datasetId, ids: records.map(({ id }) => id) };
}

const dbOf = (engine: Engine) => engine.context.session.project!.db;
const idsOf = (engine: Engine, datasetId: number) =>
  dbOf(engine)
    .prepare('SELECT external_id FROM item WHERE dataset_id = ? ORDER BY id')
    .pluck()
    .all(datasetId);

const study = (engine: Engine, datasetId: number, more: object = {}) =>
  engine.client.study.create({
    datasetId,
    system: 'secretive',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
    size: 14,
    seed: 5,
    ...more,
  });

async function labeled(engine: Engine, datasetId: number) {
  const made = await study(engine, datasetId);
  const { batch, items } = await engine.client.label.open({ studyId: made.id });
  for (const [i, { ref }] of items.entries())
    await submit(engine, batch, ref, { kind: 'score', value: 1 + (i % 5) });
  return made;
}

test('the first phase of an imported pool is its first items by hash, with replies and scores', {
  timeout,
}, async () => {
  const { engine, datasetId, ids } = await importedPool();
  const taken = await takeFirstPhase(
    engine.context,
    { from: { datasetId, system: 'secretive' }, rows: n, seed: 9 },
    portal,
  );
  expect(taken).toMatchObject({ populationSize: N, items: n, seed: 9 });
  const first = firstOf(ids, 9, n);
  expect(idsOf(engine, taken.datasetId)).toEqual(first);
  expect(findFirstPhase(dbOf(engine), taken.datasetId)).toMatchObject({ cut: hashOf(9, first.at(-1)!) });
  const texts = (id: number) =>
    dbOf(engine)
      .prepare(
        `SELECT external_id, conversation, system_id, turn, text FROM item JOIN response ON item_id = item.id
         WHERE dataset_id = ? AND external_id = ? ORDER BY system_id, turn`,
      )
      .all(id, first[3]!);
  expect(texts(taken.datasetId)).toEqual(texts(datasetId));
  const scores = (id: number) =>
    dbOf(engine)
      .prepare(
        `SELECT signal.name, signal.criterion, system_id, value FROM machine_score
         JOIN item ON item.id = item_id JOIN signal ON signal.id = signal_id
         WHERE item.dataset_id = ? AND external_id = ? ORDER BY 1, 2, 3`,
      )
      .all(id, first[3]!);
  expect(scores(taken.datasetId)).toEqual(scores(datasetId));
  expect(scores(taken.datasetId).length).toBeGreaterThan(0);
});

test('rows of a source are taken by the same recipe', { timeout }, async () => {
  const { engine, folder } = await engineWithProject();
  const ids = Array.from({ length: N }, (_, i) => ['中文', ' a ', "it's", '"q"'][i] ?? `c${i}`);
  const file = path.join(folder, 'rows.jsonl');
  writeFileSync(
    file,
    ids.map((id, i) => `${JSON.stringify({ id, asked: `q${i}`, reply: `r${i}` })}\n`).join(''),
  );
  const source = {
    paths: [file],
    table: null,
    passwordEnv: null,
    id: 'id',
    score: null,
    question: 'asked',
    response: { system: 'bot', column: 'reply' },
    where: null,
  };
  const taken = await takeFirstPhase(engine.context, { from: { source }, rows: n, seed: 3 }, portal);
  expect(idsOf(engine, taken.datasetId)).toEqual(firstOf(ids, 3, n));
  // A pool with no more rows is taken whole.
  const whole = await takeFirstPhase(engine.context, { from: { source }, rows: 5000, seed: 3 });
  expect(whole).toMatchObject({ items: N, populationSize: N });
  // A project that is closed meanwhile gets nothing, and none that is opened in its place.
  const { session } = engine.context;
  const own = session.project;
  const stop = engine.context.events.listen((event) => {
    if (event.type === 'source.progress') session.project = null;
  });
  const taking = takeFirstPhase(engine.context, { from: { source }, rows: n, seed: 3 }, portal);
  await expect(taking).rejects.toThrow(/was closed while the rows were read/);
  stop();
  session.project = own;
  expect(await engine.client.dataset.list({})).toHaveLength(2);
  // A row without a reply would leave a part that is not uniform among those judged.
  writeFileSync(file, ids.map((id, i) => `${JSON.stringify({ id, reply: i % 2 ? 'r' : null })}\n`).join(''));
  const silent = { ...source, question: null };
  await expect(
    takeFirstPhase(engine.context, { from: { source: silent }, rows: n, seed: 3 }, portal),
  ).rejects.toThrow(/of the first 120 rows have no reply in "reply"/);
});

test('a study says both: of the part, and of all a little wider', { timeout }, async () => {
  const { engine, folder, datasetId } = await importedPool();
  const from = { datasetId, system: 'secretive' };
  const taken = await takeFirstPhase(engine.context, { from, rows: n, seed: 9 }, portal);
  const made = await labeled(engine, taken.datasetId);
  expect(made).toMatchObject({ alpha: 0.045, firstPhase: { populationSize: N, alpha: 0.005, seed: 9 } });
  const report = await engine.client.estimate.current({ studyId: made.id });
  const own = report.estimates.find(({ method }) => method === report.default)!;
  const reach = serflingHalfWidth(N, n, 0.005) * (report.scale.max - report.scale.min);
  expect(report.firstPhase).toMatchObject({ populationSize: N, level: 0.05, halfWidth: reach });
  expect(report.firstPhase!.lower).toBe(Math.max(report.scale.min, own.lower! - reach));
  expect(report.firstPhase!.upper).toBe(Math.min(report.scale.max, own.upper! + reach));
  const labels = path.join(folder, 'labels.jsonl');
  const json = path.join(folder, 'report.json');
  const page = path.join(folder, 'report.html');
  for (const [format, file] of [
    ['labels-jsonl', labels],
    ['json', json],
    ['html', page],
  ] as const)
    await engine.client.report.save({ studyId: made.id, format, path: file });
  expect(readFileSync(page, 'utf8')).toContain(`Of all ${N}: `);
  for (const file of [labels, json, page]) expect(differing(file)).toEqual([]);
  // One who says that the part was of a pool half as large, or that the step costs nothing, is found out.
  const forged = (from: string, to: string) => {
    const file = path.join(folder, 'forged.jsonl');
    writeFileSync(file, readFileSync(labels, 'utf8').replace(from, to));
    return file;
  };
  const text = readFileSync(labels, 'utf8');
  const { firstPhase } = JSON.parse(text.slice(0, text.indexOf('\n')));
  const forgeries = [
    forged(`"firstPhase":{"N":${N}`, '"firstPhase":{"N":300'),
    forged(`"halfWidth":${firstPhase.stated.halfWidth}`, '"halfWidth":0.001'),
    forged(`"cut":"${firstPhase.cut}"`, `"cut":"${'0'.repeat(8)}${firstPhase.cut.slice(8)}"`),
  ];
  for (const file of forgeries) {
    expect(differing(file)).toContainEqual(expect.stringContaining('first phase'));
  }
  if (!hasPython) return;
  const script = path.resolve('docs/verify.py');
  const run = (file: string) => spawnSync('python3', [script, file], { encoding: 'utf8' });
  for (const file of [labels, json]) expect(run(file).stdout).not.toContain('differ\n');
  expect(run(labels)).toMatchObject({ status: 0 });
  expect(run(json)).toMatchObject({ status: 0 });
  writeFileSync(
    path.join(folder, 'forged.jsonl'),
    text.replace(`"seed":9,"alpha":0.005`, `"seed":8,"alpha":0.005`),
  );
  expect(run(path.join(folder, 'forged.jsonl')).stdout).toContain('is not in the first phase');
});

function differing(file: string): string[] {
  const found = verifyFile(file);
  return 'differing' in found ? found.differing.map(({ what }) => what) : [];
}

test('methods, document and page say both, and name what the second rests on', { timeout }, async () => {
  const { engine, folder, datasetId } = await importedPool();
  const from = { datasetId, system: 'secretive' };
  const taken = await takeFirstPhase(engine.context, { from, rows: n, seed: 9 }, portal);
  const made = await labeled(engine, taken.datasetId);
  const { firstPhase, scale } = await engine.client.estimate.current({ studyId: made.id });
  const { lower, upper } = firstPhase!;
  const ends = formatInterval({ lower: lower!, upper: upper! }, scale);
  const page = path.join(folder, 'report.html');
  const document = path.join(folder, 'report.docx');
  await engine.client.report.save({ studyId: made.id, format: 'html', path: page });
  await engine.client.report.save({ studyId: made.id, format: 'docx', path: document });
  const inDocument = unzipped(readFileSync(document)).get('word/document.xml')!;
  const texts = [readFileSync(page, 'utf8'), inDocument.replaceAll(/<[^>]+>/g, '')];
  for (const text of texts) {
    expect(text).toContain(`Of all ${N}: ${ends}`);
    expect(text).toContain(`These ${n} items are the first phase of a pool of ${N}`);
    expect(text).toMatch(
      new RegExp(`For the mean over all ${N} the interval is ${ends}: wider by .* to either side`),
    );
    expect(text).toContain(`The other ${N - n} items of the pool`);
    expect(text).toContain('Serfling. Probability inequalities');
    expect(text).toMatch(/Its items were taken on \S+ from the 700 of \S+ that secretive had answered/);
    expect(text).toMatch(/the first phase, by seed 9, of a pool of 700; the step to that takes 0\.005 more/);
  }
  // Another study says nothing of it.
  const own = await study(engine, datasetId);
  await engine.client.report.save({ studyId: own.id, format: 'html', path: page, overwrite: true });
  expect(readFileSync(page, 'utf8')).not.toMatch(/first phase|Serfling/);
});

test('a part that another program changed is told, and so is what a study makes of it', {
  timeout,
}, async () => {
  const { engine, datasetId } = await importedPool();
  const from = { datasetId, system: 'secretive' };
  const taken = await takeFirstPhase(engine.context, { from, rows: n, seed: 9 }, portal);
  await study(engine, taken.datasetId);
  const db = dbOf(engine);
  const found = (isWhole = true) =>
    alterationsIn(db, checkProject(db, isWhole)).map(({ words }) => words.replaceAll(/"[^"]*"/g, '*'));
  expect(found()).toEqual([]);
  const part = 'The items of * are not the first of its pool that its seed gives.';
  const claim = 'What * says of the larger pool is not what it was made with.';
  const bound = (what: string) => `Another program ${what} the table study_first_phase of *.`;
  const removed =
    'Another program removed 1 row from the table study_first_phase (study_id, population_size, seed, cut, alpha) of *.';
  const changes: [sql: string, told: string[]][] = [
    ['UPDATE first_phase SET seed = 10', [part, claim]],
    [`UPDATE first_phase SET cut = '${'f'.repeat(64)}'`, [part, claim]],
    ['UPDATE first_phase SET population_size = 7000', [part, claim]],
    ['UPDATE first_phase SET items = 119', [part, claim]],
    [`UPDATE item SET external_id = 'other' WHERE id = (SELECT MAX(id) - 3 FROM item)`, [part]],
    ['UPDATE study_first_phase SET alpha = 0.001', [bound('changed alpha in')]],
    ['UPDATE study_first_phase SET population_size = 701', [bound('changed population_size in')]],
    ['DELETE FROM study_first_phase', [removed]],
  ];
  for (const [sql, told] of changes) {
    db.exec('SAVEPOINT change');
    db.exec(sql);
    expect(
      found().filter((words) => [part, claim].includes(words) || words.includes('study_first_phase')),
      sql,
    ).toEqual(told);
    db.exec('ROLLBACK TO change');
    db.exec('RELEASE change');
  }
  // One row more or less of the pool is within chance: only who walks through the pool itself sees it.
  db.exec('UPDATE first_phase SET population_size = 701');
  db.exec('UPDATE study_first_phase SET population_size = 701');
  expect(found(false)).toEqual([claim]);
  expect(found()).toContain(part);
});

test('a first phase that is canceled leaves nothing, and one that finds its pool changed is refused', {
  timeout,
}, async () => {
  const { engine, datasetId } = await importedPool();
  const db = dbOf(engine);
  const rowsOf = (table: string) => db.prepare(`SELECT COUNT(*) FROM ${table}`).pluck().get();
  const tables = ['dataset', 'item', 'response', 'machine_score', 'signal', 'criterion', 'first_phase'];
  const before = tables.map(rowsOf);
  const params = { datasetId, system: 'secretive', rows: 600, seed: 9, fewest: 50 };
  const scope = (checkpoint: () => void): JobScope => ({
    db,
    projectPath: '',
    now: () => '2026-01-01T00:00:00.000Z',
    progress() {},
    async checkpoint() {
      checkpoint();
    },
    asked: () => 'continue',
  });
  let stored = 0;
  const cancel = scope(() => {
    stored = Number(rowsOf('item')) - Number(before[1]);
    if (stored > 100) throw new AppError('CANCELED', 'Canceled.');
  });
  await expect(firstPhaseWork(cancel, params)).rejects.toThrow('Canceled.');
  expect(stored).toBeGreaterThan(100);
  expect(tables.map(rowsOf)).toEqual(before);
  const rename = scope(
    () => void db.exec(`UPDATE dataset SET name = 'renamed' WHERE NOT EXISTS (SELECT 1 FROM first_phase)`),
  );
  await expect(firstPhaseWork(rename, params)).rejects.toThrow(/changed while its first phase was chosen/);
  expect(tables.map(rowsOf)).toEqual(before);
  // A call that is given up cancels its job.
  const stop = new AbortController();
  const stopListening = engine.context.events.listen(() => stop.abort());
  const from = { datasetId, system: 'secretive' };
  await expect(
    takeFirstPhase(engine.context, { from, rows: 600 }, { ...portal, signal: stop.signal }),
  ).rejects.toThrow(/Canceled/);
  stopListening();
  expect(tables.map(rowsOf)).toEqual(before);
});

test('what is copied of an item is looked up by its whole key', { timeout }, async () => {
  const { engine, datasetId } = await importedPool();
  const db = dbOf(engine);
  const prepared: string[] = [];
  const listening = {
    prepare(sql: string) {
      prepared.push(sql);
      return db.prepare(sql);
    },
  } as unknown as typeof db;
  const [signalId] = db.prepare('SELECT id FROM signal').pluck().all() as [number];
  itemCopier(listening, datasetId);
  scoreCopier(listening, [[signalId, signalId]]);
  const lookups = prepared
    .filter((sql) => sql.startsWith('INSERT'))
    .map((sql) => sql.slice(sql.indexOf('SELECT')))
    .flatMap((sql) => db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all(Array(sql.split('?').length - 1).fill(1)))
    .map((step) => (step as { detail: string }).detail);
  expect(lookups).toEqual([
    'SEARCH item USING INTEGER PRIMARY KEY (rowid=?)',
    expect.stringMatching(/^SEARCH response USING PRIMARY KEY \(item_id=\?/),
    'SEARCH machine_score USING PRIMARY KEY (signal_id=? AND system_id=? AND item_id=?)',
  ]);
});

test('the data set says what it is a part of, and a look says what that costs', { timeout }, async () => {
  const { engine, datasetId } = await importedPool();
  const from = { datasetId, system: 'secretive' };
  const taken = await takeFirstPhase(engine.context, { from, rows: n, seed: 9 }, portal);
  expect(await engine.client.dataset.list({})).toMatchObject([
    { firstPhase: null },
    { id: taken.datasetId, firstPhase: { populationSize: N, seed: 9 } },
  ]);
  const { client } = engine;
  const cost = await client.source.firstPhaseCost({ populationSize: 812_000_000, rows: 50_000 });
  expect(cost).toMatchObject({ alpha: 0.005, halfWidth: expect.closeTo(0.0077, 4) });
  expect(firstPhaseCostWords({ ...cost, populationSize: 812_000_000, rows: 50_000 })).toMatch(
    /50,000 rows, .* \(95\.5\u00a0% sure\).* all 812,000,000 \(95\u00a0% sure\)\. That interval is 0\.77\u00a0% of the scale/,
  );
  expect(await client.source.firstPhaseCost({ populationSize: 700, rows: 700 })).toEqual({
    alpha: 0,
    halfWidth: 0,
  });
});

test('what two phases do not offer is refused with a reason', { timeout }, async () => {
  const { engine, datasetId } = await importedPool();
  const from = { datasetId, system: 'secretive' };
  await expect(engine.client.source.firstPhase({ from, rows: n })).rejects.toThrow(/is too small for 700/);
  const taken = await takeFirstPhase(engine.context, { from, rows: n, seed: 9 }, portal);
  await expect(
    takeFirstPhase(engine.context, { from: { ...from, datasetId: taken.datasetId }, rows: 60 }, portal),
  ).rejects.toThrow(/is itself a part of a pool/);
  await expect(study(engine, taken.datasetId, { preset: 'humcoe' })).rejects.toThrow(/no interval/);
  await expect(study(engine, taken.datasetId, { against: 'other' })).rejects.toThrow(/covers one system/);
  await expect(study(engine, taken.datasetId, { firstPhaseAlpha: 0.05 })).rejects.toThrow(/would take 0.05/);
  await expect(study(engine, datasetId, { firstPhaseAlpha: 0.01 })).rejects.toThrow(/not the first phase/);
  // Of items that are no longer all of the part nothing can be said of the whole.
  dbOf(engine)
    .prepare('DELETE FROM response WHERE item_id = (SELECT MIN(id) FROM item WHERE dataset_id = ?)')
    .run(taken.datasetId);
  await expect(study(engine, taken.datasetId)).rejects.toThrow(/has 120 rows. A study of 119 items/);
});
