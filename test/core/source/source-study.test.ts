import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Engine } from '../../../core/engine.ts';
import { firstRows, readPool, readPoolFor } from '../../../core/pool/draw-rows.ts';
import { openFiles } from '../../../core/pool/duckdb.ts';
import { checkStudies } from '../../../core/report/integrity/check-studies.ts';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { verifySources } from '../../../core/report/verify/verify-sources.ts';
import { getStudy } from '../../../db/studies.ts';
import { listSourceRows } from '../../../db/study-sources.ts';
import type { SourceQuestion } from '../../../shared/contract/index.ts';
import { leavingRows } from '../../../shared/source-words.ts';
import { hashCut } from '../../../stats/index.ts';
import { hardness, orderOf } from '../../engines/support.ts';
import { asLines, importHere } from '../support/in-process.ts';
import { engineWithProject, temporaryFolder } from '../support/test-engine.ts';

const nasty = [
  ' leading',
  'trailing ',
  "it's",
  '"quoted"',
  'back\\slash',
  'a,b',
  '中文',
  '😀',
  'é',
  'e\u0301',
  '007',
  'NULL',
  '%',
  '2026-10-01T00:00:00Z',
  '2D931510-D99F-494A-8C67-87FEB05E1594',
];
const scoreAt = (i: number) => (i % 17 === 3 ? null : ((i * 37) % 101) / 100);
const rows = Array.from({ length: 1200 }, (_, i) => ({
  id: nasty[i] ?? `c${i}`,
  score: scoreAt(i),
  asked: `question ${i}`,
  reply: `reply, "${i}"`,
  day: i % 30,
}));
type Row = (typeof rows)[number];

const asked = (paths: string[], more: Partial<SourceQuestion> = {}): SourceQuestion => ({
  paths,
  table: null,
  passwordEnv: null,
  id: 'id',
  score: { column: 'score', scale: { min: 0, max: 1, direction: 'higher' } },
  question: 'asked',
  response: { system: 'bot', column: 'reply' },
  where: null,
  ...more,
});
const criterion = { name: 'helpful', scale: { min: 1, max: 5, direction: 'higher' } } as const;

const cell = (value: unknown) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
const writers = {
  jsonl: (file: string, of: readonly Row[]) =>
    writeFileSync(file, of.map((row) => `${JSON.stringify(row)}\n`).join('')),
  csv: (file: string, of: readonly Row[]) =>
    writeFileSync(
      file,
      ['id,score,asked,reply,day', ...of.map((row) => Object.values(row).map(cell).join(','))].join('\n'),
    ),
  async parquet(file: string, of: readonly Row[]) {
    const lines = path.join(temporaryFolder(), 'rows.jsonl');
    writers.jsonl(lines, of);
    const { DuckDBInstance } = await import('@duckdb/node-api');
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const columns = `{id: 'VARCHAR', score: 'DOUBLE', asked: 'VARCHAR', reply: 'VARCHAR', day: 'BIGINT'}`;
    await connection.run(`COPY (SELECT * FROM read_json('${lines}', columns = ${columns})) TO '${file}'`);
    connection.closeSync();
    instance.closeSync();
  },
};

/** A folder with the rows in two files. */
async function folderOf(kind: keyof typeof writers, of: readonly Row[] = rows): Promise<string> {
  const folder = path.join(temporaryFolder(), 'pool');
  mkdirSync(folder);
  const half = Math.ceil(of.length / 2);
  await writers[kind](path.join(folder, `a.${kind}`), of.slice(0, half));
  await writers[kind](path.join(folder, `b.${kind}`), of.slice(half));
  return folder;
}

const dbIn = (engine: Engine) => engine.context.session.project!.db;
const create = (engine: Engine, source: SourceQuestion, more: object = {}) =>
  engine.client.source.createStudy({ source, criterion, seed: 7, size: 30, ahead: 200, ...more });

test.each(['jsonl', 'csv', 'parquet'] as const)(
  'the draw from %s in place is that of all keys sorted',
  async (kind) => {
    const folder = await folderOf(kind);
    for (const preset of ['calibrated-hardness', 'uniform'] as const) {
      const { engine } = await engineWithProject();
      const study = await create(engine, asked([folder]), { preset });
      expect(study).toMatchObject({
        populationSize: 1200,
        drawCount: 30,
        source: { engine: 'DuckDB', missing: 71, taken: 200 },
      });
      const taken = listSourceRows(dbIn(engine), study.id).map(({ externalId, level }) => ({
        id: externalId,
        level,
      }));
      const expected = orderOf(rows, 7, preset === 'uniform' ? () => 1 : hardness).slice(0, 200);
      expect(taken).toEqual(expected.map(({ id, level }) => ({ id, level })));
      expect(checkStudies(dbIn(engine))).toEqual([]);
    }
  },
);

test('what is drawn, labeled, grown, reported and verified needs the files no more', async () => {
  const folder = await folderOf('jsonl');
  const { engine } = await engineWithProject();
  const study = await create(engine, asked([folder], { where: 'day < 20 -- only these' }));
  const pool = rows.filter(({ day }) => day < 20);
  expect(study.populationSize).toBe(pool.length);
  await engine.client.sample.grow({ studyId: study.id, size: 60 });
  expect((await engine.client.sample.list({ studyId: study.id })).rows).toHaveLength(60);
  const order = orderOf(pool, 7, hardness);
  const labels = order
    .slice(0, 60)
    .map(({ id }, i) => ({ id, annotator: 'Ana', system: 'bot', value: 1 + (i % 5) }));
  await importHere(engine, asLines(labels), 'labels.jsonl', { studyId: study.id });
  const { estimates, labeled } = await engine.client.estimate.current({ studyId: study.id });
  expect(labeled).toBe(60);
  const chosen = estimates.find(({ method }) => method === 'calibrated')!;
  expect(chosen.lower).toBeGreaterThan(1);
  expect(chosen.upper).toBeLessThan(5);
  for (const format of ['labels-jsonl', 'json', 'html'] as const) {
    const { content } = await engine.client.report.render({ studyId: study.id, format });
    if (format !== 'labels-jsonl') expect(content).toContain('The pool stays where it is');
    // The condition is somebody's own SQL: a reader sees it.
    if (format === 'json') expect(content).toContain('day < 20 -- only these');
    if (format === 'json')
      expect(content).toContain(`: ${pool.length} items, fingerprint ${study.source!.fingerprint}`);
    const target = path.join(temporaryFolder(), 'file');
    writeFileSync(target, content);
    expect(verifyFile(target).differing).toEqual([]);
  }
  expect(checkStudies(dbIn(engine))).toEqual([]);
  expect(await engine.client.claim.fields({ studyId: study.id })).toEqual([]);
});

test('altered levels, rows and draws are found', async () => {
  const folder = await folderOf('jsonl');
  const { engine } = await engineWithProject();
  const study = await create(engine, asked([folder]));
  const db = dbIn(engine);
  const faults = (change: string, back: string) => {
    db.exec(change);
    const found = checkStudies(db).map(({ fault }) => fault);
    db.exec(back);
    return found;
  };
  const one = `study_id = ${study.id}`;
  const [third, fourth] = listSourceRows(db, study.id, { offset: 3, limit: 2 }).map(({ itemId }) => itemId);
  const put = (a: number, b: number) =>
    `UPDATE source_row SET item_id = ${a} WHERE position = 3; UPDATE source_row SET item_id = ${b} WHERE position = 4`;
  expect(
    faults(
      `UPDATE pool_level SET n = n + 1 WHERE level = 0 AND ${one}`,
      `UPDATE pool_level SET n = n - 1 WHERE level = 0`,
    ),
  ).toEqual(['signals']);
  expect(faults(put(fourth!, third!), put(third!, fourth!))).toEqual(['draws']);
  expect(
    faults(
      'UPDATE source_row SET level = level + 1 WHERE position = 2',
      'UPDATE source_row SET level = level - 1 WHERE position = 2',
    ),
  ).toEqual(['draws']);
  expect(checkStudies(db)).toEqual([]);
  expect(getStudy(db, study.id).drawRule).toBe(2);
});

test('a score of which less is better, on a scale of its own', async () => {
  const folder = await folderOf('parquet');
  const { engine } = await engineWithProject();
  const score = { column: 'score', scale: { min: -1, max: 3, direction: 'lower' } } as const;
  const study = await create(engine, asked([folder], { score }));
  const level = (row: Row) => ({ ...row, score: row.score === null ? null : (3 - row.score) / 4 });
  const expected = orderOf(rows.map(level), 7, hardness).slice(0, 200);
  expect(listSourceRows(dbIn(engine), study.id).map(({ externalId }) => externalId)).toEqual(
    expected.map(({ id }) => id),
  );
});

test('next month the same seed draws much the same rows', async () => {
  const [now, next] = [
    await folderOf('jsonl'),
    await folderOf(
      'jsonl',
      rows.filter((_, i) => i % 10 !== 0),
    ),
  ];
  const { engine } = await engineWithProject();
  const ids = async (folder: string) => {
    const study = await create(engine, asked([folder], { score: null }));
    return listSourceRows(dbIn(engine), study.id, { limit: 100 }).map(({ externalId }) => externalId);
  };
  const [a, b] = [await ids(now), await ids(next)];
  expect(a.filter((id) => b.includes(id)).length).toBeGreaterThan(80);
});

const without = (change: (row: Row, i: number) => object) =>
  rows.map((row, i) => ({ ...row, ...change(row, i) }) as Row);
test.each([
  [
    'an id twice',
    without((_, i) => (i === 700 ? { id: rows[3]!.id } : {})),
    {},
    { ahead: 1200 },
    /occurs twice/,
  ],
  ['no id', without((_, i) => (i < 3 ? { id: null } : {})), {}, {}, /3 rows have nothing in the column "id"/],
  [
    'a score off its scale',
    without((_, i) => (i < 2 ? { score: 7 } : {})),
    {},
    {},
    /2 rows have a value of "score" that is not from 0 to 1/,
  ],
  ['no score at all', without(() => ({ score: null })), {}, {}, /None of the 1,200 rows/],
  ['no row', rows, { where: 'day > 99' }, {}, /no row/],
  ['a column that is not there', rows, { id: 'nid' }, {}, /no column "nid"/],
  ['a condition that is no SQL', rows, { where: 'day <' }, {}, /DuckDB refused/],
  [
    'a condition that reads other files',
    rows,
    { where: "id IN (SELECT content FROM read_text('/etc/hostname'))" },
    {},
    /DuckDB refused/,
  ],
  [
    'a condition with a second statement',
    rows,
    { where: "1 = 1); COPY (SELECT 1) TO '/tmp/assay-never.csv'; SELECT (1 = 1" },
    {},
    /./,
  ],
  ['more than there are', rows, {}, { size: 1201, ahead: 1201 }, /has 1200 items; 1201/],
] as const)('%s: refused, and nothing is stored', async (_what, of, question, more, expected) => {
  const folder = await folderOf('jsonl', of);
  const { engine } = await engineWithProject();
  await expect(create(engine, asked([folder], question), more)).rejects.toThrow(expected);
  expect(await engine.client.study.list({})).toEqual([]);
  expect(await engine.client.dataset.list({})).toEqual([]);
  expect(existsSync('/tmp/assay-never.csv')).toBe(false);
});

test('columns are known by names that say anything', async () => {
  const names = { id: `it's "the" id`, score: 'score"; DROP TABLE pool --', reply: '回复 `x` \\' };
  const folder = path.join(temporaryFolder(), 'pool');
  mkdirSync(folder);
  const odd = rows.map(({ id, score, reply }) => ({
    ...{ [names.id]: id, [names.score]: score, [names.reply]: reply },
  }));
  writeFileSync(path.join(folder, 'a.jsonl'), odd.map((row) => `${JSON.stringify(row)}\n`).join(''));
  const { engine } = await engineWithProject();
  const scale = { min: 0, max: 1, direction: 'higher' } as const;
  const question = asked([folder], {
    ...{ id: names.id, question: null, score: { column: names.score, scale } },
    response: { system: 'bot', column: names.reply },
  });
  const study = await create(engine, question);
  const [first] = listSourceRows(dbIn(engine), study.id, { limit: 1 });
  expect(first!.externalId).toBe(orderOf(rows, 7, hardness)[0]!.id);
});

test('scores that are not a number are refused with their count', async () => {
  const folder = path.join(temporaryFolder(), 'pool');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'a.csv'), 'id,score,asked,reply\na,NaN,q,r\nb,0.5,q,r\nc,inf,q,r\n');
  const { engine } = await engineWithProject();
  await expect(create(engine, asked([folder]), { size: 1 })).rejects.toThrow(/2 rows have a value/);
});

test('paths without files, or with files of two kinds, are refused', async () => {
  const folder = temporaryFolder();
  await expect(openFiles([folder])).rejects.toThrow('no file');
  await expect(openFiles([path.join(folder, 'gone.parquet')])).rejects.toThrow('nothing at');
  for (const name of ['a.csv', 'b.jsonl']) writeFileSync(path.join(folder, name), '{}\n');
  await expect(openFiles([folder])).rejects.toThrow('several kinds');
});

test('a file that changes while it is read is noticed', async () => {
  const folder = await folderOf('jsonl');
  const source = await openFiles([folder]);
  const question = asked([folder]);
  const query = { question, seed: 1, table: await source.table(['id', 'asked', 'reply']) };
  const read = await readPool({ source, query });
  appendFileSync(
    path.join(folder, readdirSync(folder)[0]!),
    `${JSON.stringify({ ...rows[0], id: 'new' })}\n`,
  );
  await expect(firstRows({ source, query }, read, 10, hardness)).rejects.toThrow('changed while it was read');
  source.close();
});

test('an engine that hashes otherwise, or leaves rows out, is found out', async () => {
  const folder = await folderOf('jsonl');
  const source = await openFiles([folder]);
  const question = asked([folder]);
  const query = { question, seed: 1, table: await source.table(['id', 'asked', 'reply']) };
  const read = await readPool({ source, query });
  const through = (change: (cells: readonly unknown[], i: number) => unknown[] | null) => ({
    ...source,
    async *rows(sql: string, options: { mostRows: number }) {
      let i = 0;
      for await (const cells of source.rows(sql, options)) {
        const changed = change(cells, i++);
        if (changed) yield changed as never;
      }
    },
  });
  const trimmed = through(([id, ...rest]) => [String(id).trim(), ...rest]);
  await expect(firstRows({ source: trimmed, query }, read, 1200, hardness)).rejects.toThrow('in another way');
  const fewer = through((cells, i) => (i % 3 === 0 ? null : [...cells]));
  await expect(firstRows({ source: fewer, query }, read, 1200, hardness)).rejects.toThrow('changed');
  source.close();
});

test('a read that is canceled stops, and the engine with it', async () => {
  const folder = await folderOf('jsonl');
  const canceled = new AbortController();
  const source = await openFiles([folder], canceled.signal);
  const question = asked([folder]);
  const query = { question, seed: 1, table: await source.table(['id']) };
  canceled.abort(new Error('canceled'));
  await expect(readPool({ source, query })).rejects.toThrow('canceled');
  await expect(source.columns()).rejects.toThrow('canceled');
  source.close();
});

test('what is not there for a pool that stays where it is says so', async () => {
  const folder = await folderOf('jsonl');
  const { engine } = await engineWithProject();
  const { id: studyId, datasetId } = await create(engine, asked([folder]));
  await expect(engine.client.sample.redraw({ studyId })).rejects.toThrow('stays where it is');
  await expect(engine.client.practice.start({ studyId, items: 5, targetAlpha: 0.7 })).rejects.toThrow(
    'stays where it is',
  );
  const labels = orderOf(rows, 7, hardness).slice(0, 30);
  const given = labels.map(({ id }, i) => ({ id, annotator: 'Ana', system: 'bot', value: 1 + (i % 5) }));
  await importHere(engine, asLines(given), 'labels.jsonl', { studyId });
  const claims = await engine.client.claim.list({ studyId });
  expect(claims.find(({ claim }) => claim === 'future-traffic')).toMatchObject({
    value: null,
    estimable: false,
  });
  await expect(engine.client.sample.grow({ studyId, size: 201 })).rejects.toMatchObject({
    message: "Only the first 200 rows of this study's order were copied.",
    data: {
      field: 'size',
      remedy: 'Draw at most 200, or let more be taken from the source: assay sample --size 201 does.',
    },
  });
  const again = { datasetId, system: 'bot', measure: { kind: 'criterion', criterion: 'helpful' } } as const;
  await expect(
    engine.client.study.create({
      ...again,
      surrogate: { kind: 'none' },
      preset: 'uniform',
      size: 10,
      alpha: 0.05,
    }),
  ).rejects.toThrow('not a pool');
});

test('scores of the rows that were taken along are never shown as those of the pool', async () => {
  const folder = await folderOf('jsonl');
  const { engine } = await engineWithProject();
  const { id: studyId, datasetId } = await create(engine, asked([folder]));
  const db = dbIn(engine);
  // As a judge would leave them that was run on these rows, and a file of human scores.
  db.exec(`INSERT INTO signal (dataset_id, kind, name, criterion, scale_min, scale_max, direction, declared)
    VALUES (${datasetId}, 'judge', 'strict', 'helpful', 1, 5, 'higher', 1)`);
  db.exec(`INSERT INTO machine_score SELECT signal.id, response.system_id, item_id, 5 FROM signal, response`);
  db.exec(`INSERT INTO human_score (criterion_id, system_id, item_id, mean, votes)
    SELECT criterion.id, response.system_id, item_id, 5, '[5]' FROM criterion, response`);
  const report = await engine.client.estimate.current({ studyId });
  expect([report.judges, report.fullEvaluation]).toEqual([[], null]);
});

test('a look at the files says what a draw would meet', async () => {
  const folder = await folderOf(
    'csv',
    without((_, i) => (i > 400 ? { id: `twice ${i % 400}` } : {})),
  );
  const { engine } = await engineWithProject();
  const seen = await engine.client.source.check({ paths: [folder] });
  expect(seen).toMatchObject({ engine: 'DuckDB', files: 2, rows: null });
  expect(seen.columns.map(({ name }) => name)).toEqual(['id', 'score', 'asked', 'reply', 'day']);
  const { score, ...more } = asked([folder]);
  const counted = await engine.client.source.check({ ...more, score });
  expect(counted).toMatchObject({ rows: 1200, missingScores: 71 });
  expect(counted.repeatedIds).toBeGreaterThan(0);
});

test('before anything is named, a look shows the first rows and what the columns may hold', async () => {
  const folder = await folderOf('jsonl');
  const { engine } = await engineWithProject();
  const seen = await engine.client.source.check({ paths: [folder] });
  expect(seen.firstRows.map(([id]) => id)).toEqual(nasty.slice(0, 3));
  expect(seen.firstRows[2]![1]).toBe('0.74');
  expect(seen.mapping).toMatchObject({ id: 'id', responses: [{ column: 'reply' }] });
  expect([seen.pool, seen.drawSeconds]).toEqual([null, 0]);
});

test('a draw tells every page what it reads, and how far that is', async () => {
  const folder = await folderOf('jsonl');
  const { engine } = await engineWithProject();
  const heard: (string | number | null)[][] = [];
  const stop = engine.context.events.listen((event) => {
    if (event.type === 'source.progress') heard.push([event.step, event.share]);
  });
  await create(engine, asked([folder]));
  stop();
  expect(heard.filter(([, share]) => share === null).map(([step]) => step)).toEqual(['counting', 'taking']);
});

test.each(['parquet', 'csv'] as const)(
  'a look at %s counts rows by their score, and gives the fingerprint that the study will have',
  async (kind) => {
    const folder = await folderOf(kind);
    const { engine } = await engineWithProject();
    const look = (more: Partial<SourceQuestion>) =>
      engine.client.source.check({ ...asked([folder], more), seed: 7 });
    const { pool, repeatedIds, rows: items, missingScores } = await look({});
    const study = await create(engine, asked([folder]));
    expect(pool!.fingerprint).toBe(study.source!.fingerprint);
    expect([repeatedIds, items, missingScores]).toEqual([0, 1200, 71]);
    const scores = rows.flatMap(({ score }) => score ?? []);
    const inBin = (from: number, to: number) =>
      scores.filter((one) => one >= from - 1e-9 && (one < to - 1e-9 || to === 1)).length;
    expect(pool!.bins.map(({ count }) => count)).toEqual(pool!.bins.map(({ from, to }) => inBin(from, to)));
    const mean = scores.reduce((sum, one) => sum + one, 0) / scores.length;
    expect(pool!.mean).toBeCloseTo(mean, 3);
    // About sqrt(2) times as many rows leave as are taken along, and never fewer.
    const leaving = (ahead: number) => leavingRows({ ahead, rows: 1200, perRow: pool!.leavingPerRow });
    const source = await openFiles([folder]);
    const query = { question: asked([folder]), seed: 7, table: await source.table(['id']) };
    const read = await readPool({ source, query });
    source.close();
    for (const ahead of [1, 20, 200, 900]) {
      const { below } = hashCut(read.pool, hardness, ahead);
      const share = Number.parseInt(below!.slice(0, 13), 16) / 2 ** 52;
      expect(leaving(ahead) / (1200 * share)).toBeCloseTo(1, 1);
    }
    expect(leaving(1200)).toBe(1200);
    const lower = await look({
      score: { column: 'score', scale: { min: -1, max: 1, direction: 'lower' } },
    });
    expect(lower.pool!.mean).toBeCloseTo(mean, 3);
    expect(lower.pool!.bins.map(({ from }) => from)[0]).toBe(-1);
    expect(lower.pool!.bins.slice(0, 9).every(({ count }) => count === 0)).toBe(true);
    expect((await look({ score: null })).pool).toMatchObject({ bins: [], mean: null });
  },
);

test('a draw after a look at the same rows counts them once, and is the same draw', async () => {
  const folder = await folderOf('parquet');
  const drawn = async (before: (engine: Engine) => Promise<unknown>) => {
    const { engine } = await engineWithProject();
    await before(engine);
    const steps: string[] = [];
    const stop = engine.context.events.listen((event) => {
      if (event.type === 'source.progress' && event.share === null) steps.push(event.step);
    });
    const study = await create(engine, asked([folder]));
    stop();
    const { fingerprint, query, missing } = study.source!;
    const taken = listSourceRows(dbIn(engine), study.id).map(({ externalId, level }) => [externalId, level]);
    return { steps, drawn: { taken, fingerprint, query, missing, hash: study.signalHash } };
  };
  const look = (engine: Engine, more: object = {}) =>
    engine.client.source.check({ ...asked([folder]), seed: 7, ...more });
  const fresh = await drawn(async () => {});
  expect(fresh.steps).toEqual(['counting', 'taking']);
  const after = await drawn((engine) => look(engine));
  expect(after).toEqual({ ...fresh, steps: ['taking'] });
  // Of many rows all that a few need came along with the count.
  const many = Array.from({ length: 30_000 }, (_, i) => ({ ...rows[i % rows.length]!, id: `m${i}` }));
  const large = await folderOf('parquet', many);
  const { engine } = await engineWithProject();
  await engine.client.source.check({ ...asked([large]), seed: 7 });
  const study = await create(engine, asked([large]), { size: 10, ahead: 10 });
  expect(listSourceRows(dbIn(engine), study.id).map(({ externalId }) => externalId)).toEqual(
    orderOf(many, 7, hardness)
      .slice(0, 10)
      .map(({ id }) => id),
  );
  // Another seed or condition is another count, and so are files that were written since.
  for (const other of [{ seed: 8 }, { where: 'day < 20' }, { score: null }])
    expect(await drawn((engine) => look(engine, other))).toEqual(fresh);
  const [name] = readdirSync(folder);
  const file = path.join(folder, name!);
  const touched = await drawn(async (engine) => {
    await look(engine);
    utimesSync(file, 1_000_000_000, 1_000_000_000);
  });
  expect(touched).toEqual(fresh);
  // Nothing is kept after the draw.
  const again = await drawn(async (engine) => {
    await look(engine);
    await create(engine, asked([folder]), { name: 'before' });
  });
  expect(again).toEqual(fresh);
});

test('more rows are taken from a source that is what it was, and labels stay; else it is refused', async () => {
  const folder = await folderOf('jsonl');
  const { engine, file } = await engineWithProject();
  const { id: studyId } = await create(engine, asked([folder]));
  const db = dbIn(engine);
  const expected = orderOf(rows, 7, hardness).map(({ id }) => id);
  const taken = () => listSourceRows(db, studyId).map(({ externalId }) => externalId);
  await engine.client.source.takeMore({ studyId, ahead: 50 });
  expect(taken()).toEqual(expected.slice(0, 200));
  const study = await engine.client.source.takeMore({ studyId, ahead: 400 });
  expect(study.source).toMatchObject({ taken: 400 });
  expect(taken()).toEqual(expected.slice(0, 400));
  await engine.client.sample.grow({ studyId, size: 350 });
  expect(checkStudies(db)).toEqual([]);
  expect(await engine.client.dataset.list({})).toEqual([expect.objectContaining({ itemCount: 400 })]);
  expect(await verifySources(file)).toEqual([expect.objectContaining({ state: 'same' })]);

  const [name] = readdirSync(folder);
  appendFileSync(path.join(folder, name!), `${JSON.stringify({ ...rows[0], id: 'new' })}\n`);
  await expect(engine.client.source.takeMore({ studyId, ahead: 500 })).rejects.toThrow('it has 1 row more');
  expect(taken()).toHaveLength(400);
  expect(await verifySources(file)).toEqual([
    expect.objectContaining({ state: 'changed', words: expect.stringContaining('1 row more') }),
  ]);
  rmSync(folder, { recursive: true });
  expect(await verifySources(file)).toEqual([expect.objectContaining({ state: 'not-read' })]);
  await expect(engine.client.source.takeMore({ studyId, ahead: 500 })).rejects.toThrow('nothing at');
});

test.each([
  ['another score', (row: Row, i: number) => (i === 5 ? { ...row, score: 0.99 } : row), 'other scores'],
  ['another id', (row: Row, i: number) => (i === 900 ? { ...row, id: 'other' } : row), 'other ids'],
])('a source with %s and as many rows is not the same', async (_what, change, words) => {
  const folder = await folderOf('jsonl');
  const { engine } = await engineWithProject();
  const { id: studyId } = await create(engine, asked([folder]));
  rmSync(folder, { recursive: true });
  mkdirSync(folder);
  writers.jsonl(path.join(folder, 'all.jsonl'), rows.map(change));
  await expect(engine.client.source.takeMore({ studyId, ahead: 300 })).rejects.toThrow(words);
});

test('rows follow where other data came into the project meanwhile, again and again', async () => {
  const folder = await folderOf('jsonl');
  const { engine } = await engineWithProject();
  const { id: studyId } = await create(engine, asked([folder]));
  const db = dbIn(engine);
  const expected = orderOf(rows, 7, hardness).map(({ id }) => id);
  for (const [seed, ahead] of [
    [8, 300],
    [9, 400],
  ] as const) {
    const other = await create(engine, asked([folder]), { seed });
    const study = await engine.client.source.takeMore({ studyId, ahead });
    expect(study).toMatchObject({ source: { taken: ahead }, addedSince: null });
    expect(listSourceRows(db, other.id)).toHaveLength(200);
  }
  expect(listSourceRows(db, studyId).map(({ externalId }) => externalId)).toEqual(expected.slice(0, 400));
  await engine.client.sample.grow({ studyId, size: 350 });
  expect(checkStudies(db)).toEqual([]);
  const { datasetId } = getStudy(db, studyId);
  for (const offset of [195, 295]) {
    const { items } = await engine.client.item.list({ datasetId, offset, limit: 10 });
    expect(items.map(({ externalId }) => externalId)).toEqual(expected.slice(offset, offset + 10));
  }
});

test('of Parquet every row is hashed once: the ids that are needed come along with the histogram', async () => {
  const folder = await folderOf('parquet');
  const source = await openFiles([folder]);
  const question = asked([folder], { where: 'day < 25' });
  const query = { question, seed: 7, table: await source.table([]) };
  const sent: string[] = [];
  const listening = {
    ...source,
    rows(sql: string, options: { mostRows: number }) {
      sent.push(sql);
      return source.rows(sql, options);
    },
  };
  const read = await readPoolFor({ source: listening, query }, { wanted: 40, weight: hardness });
  const first = await firstRows({ source: listening, query }, read, 40, hardness);
  const pool = rows.filter(({ day }) => day < 25);
  expect(first.map(({ id }) => id)).toEqual(
    orderOf(pool, 7, hardness)
      .slice(0, 40)
      .map(({ id }) => id),
  );
  expect(sent.filter((sql) => sql.includes('sha256'))).toHaveLength(1);
  // Read without knowing what will be drawn, it is the same pool.
  const { near: _, ...alone } = await readPool({ source, query });
  expect({ ...read, near: undefined }).toEqual({ ...alone, near: undefined });
  expect(read.query).not.toContain('list(');
  source.close();
});

test('the name of a file is no pattern: each is read by itself, and its neighbors are not', async () => {
  const names = [
    ...['a[1]', 'a1', 'j[!a]', 'jb', 'e[[]', 'h[', 'i]', 'd{x,y}', "f'q", 'm[a-c]', 'mb'],
    ...(process.platform === 'win32' ? [] : ['b*', 'bx', 'c?', 'cx', '**', 's*/x', 'st/x', 'g\\1']),
  ];
  const folder = temporaryFolder();
  for (const ending of ['csv', 'jsonl']) {
    for (const name of names) {
      const file = path.join(folder, `${name}.${ending}`);
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, ending === 'csv' ? `id\n"${name}"\n` : `${JSON.stringify({ id: name })}\n`);
    }
    for (const name of names) {
      const source = await openFiles([path.join(folder, `${name}.${ending}`)]);
      try {
        const found: unknown[] = [];
        for await (const [id] of source.rows(`SELECT id FROM ${await source.table(['id'])}`, { mostRows: 9 }))
          found.push(id);
        expect(found).toEqual([name]);
      } finally {
        source.close();
      }
    }
  }
});

test.skipIf(process.platform === 'win32')('a name that no pattern can spell is refused by name', async () => {
  const file = path.join(temporaryFolder(), 'm\\[1].csv');
  writeFileSync(file, 'id\n1\n');
  await expect(openFiles([file])).rejects.toThrow('cannot be read in place');
});

test.each([
  ['<think>An egg?</think>Seven minutes.', 1],
  ['<think>An egg that never ends', 1],
  ['Seven minutes.', 0],
])('a look says that reasoning stays in replies which stay in their files: %s', async (response, notes) => {
  const { engine } = await engineWithProject();
  const file = path.join(temporaryFolder(), 'rows.jsonl');
  writeFileSync(file, asLines([1, 2, 3, 4].map((n) => ({ id: `q${n}`, response }))));
  const question = {
    ...asked([file], { score: null, question: null }),
    id: 'id',
    response: { system: 'bot', column: 'response' },
  };
  const look = await engine.client.source.check({ ...question, seed: 7 });
  expect(look.notes).toHaveLength(notes);
  if (notes > 0) expect(look.notes[0]).toContain('3 of the first 3 replies begin with a model’s reasoning');
});
