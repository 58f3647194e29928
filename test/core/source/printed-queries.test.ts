import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { assertCounted } from '../../../core/pool/assert-counted.ts';
import { HISTOGRAM_COLUMNS, histogramSql, ROW_COLUMNS, rowsSql } from '../../../core/pool/pool-queries.ts';
import { type PrintedDialect, printedDialects, printedTable } from '../../../core/pool/printed-dialects.ts';
import { listSourceRows } from '../../../db/study-sources.ts';
import { hashCut, levelOf } from '../../../stats/index.ts';
import { askedOf, drawn, type EngineRow, engineRows, hardness, orderOf } from '../../engines/support.ts';
import { engineWithProject, temporaryFolder } from '../support/test-engine.ts';

const names = Object.keys(printedDialects) as PrintedDialect[];
const { paths: _paths, passwordEnv: _variable, ...columns } = askedOf('');
const printed = {
  dialect: 'bigquery',
  source: { ...columns, table: 'prod.chats' },
  seed: 7,
  ahead: 200,
} as const;
const criterion = { name: 'helpful', scale: { min: 1, max: 5, direction: 'higher' } } as const;

test.each(names)('the queries in the SQL of %s are those that are written down', async (dialect) => {
  const scale = { min: -1, max: 3, direction: 'lower' } as const;
  const question = askedOf('', { where: "day >= '2026-10-01'", score: { column: "it's `odd` \\", scale } });
  const table = printedTable(printedDialects[dialect], 'prod.chats');
  const query = { question, seed: 7, table };
  const sql = [
    histogramSql(printedDialects[dialect], query),
    rowsSql(printedDialects[dialect], query, '0123456789abcdef'),
  ];
  await expect(`${sql.join(';\n\n')};\n`).toMatchFileSnapshot(`../../fixtures/printed-sql/${dialect}.sql`);
});

const toLines = (rows: readonly object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('');

/** What a warehouse would have answered, by brute force. */
function answers(
  rows: readonly EngineRow[],
  change: (row: Record<string, unknown>, i: number) => unknown[] = (row) => [row],
) {
  const byLevel = new Map<number | null, number>();
  for (const { score } of rows) {
    const level = score === null ? null : levelOf(score);
    byLevel.set(level, (byLevel.get(level) ?? 0) + 1);
  }
  const folder = temporaryFolder();
  const histogram = path.join(folder, 'histogram.jsonl');
  const counted = [...byLevel].map(([level, n]) => [level, n, 0, 5 * n]);
  writeFileSync(
    histogram,
    toLines(counted.map((cells) => Object.fromEntries(HISTOGRAM_COLUMNS.map((name, i) => [name, cells[i]])))),
  );
  const order = orderOf(rows, 7, hardness);
  const counts = new Map<number, number>();
  for (const { level } of order) counts.set(level, (counts.get(level) ?? 0) + 1);
  const levels = [...counts.keys()].sort((a, b) => a - b);
  const pool = { levels, counts: Float64Array.from(levels, (level) => counts.get(level)!) };
  const { below } = hashCut(pool, hardness, 200);
  const scoreOf = new Map(rows.map(({ id, score }) => [id, score]));
  const taken = order
    .filter(({ hash }) => below === null || hash < below)
    .map(({ id, hash }) => ({ id, h: hash, score: scoreOf.get(id), question: 'q', response: `r of ${id}` }));
  const file = path.join(folder, 'rows.jsonl');
  expect(Object.keys(taken[0]!)).toEqual(ROW_COLUMNS);
  writeFileSync(file, toLines(taken.flatMap((row, i) => change(row, i)) as object[]));
  return { histogram, rows: file };
}

test('what the queries gave makes the study of all keys sorted', async () => {
  const { engine } = await engineWithProject();
  const files = answers(engineRows);
  const first = await engine.client.source.sql(printed);
  expect(first.rows).toBeNull();
  const second = await engine.client.source.sql({ ...printed, histogram: files.histogram });
  expect(second).toMatchObject({ items: 3000, rows: expect.stringContaining('WHERE h < ') });
  const study = await engine.client.source.take({ ...printed, ...files, criterion, size: 30 });
  expect(study).toMatchObject({
    populationSize: 3000,
    drawCount: 30,
    source: { engine: 'BigQuery', missing: 177, taken: 200 },
  });
  const taken = listSourceRows(engine.context.session.project!.db, study.id).map(
    ({ externalId: id, level }) => ({ id, level }),
  );
  expect(taken).toEqual(
    orderOf(engineRows, 7, hardness)
      .slice(0, 200)
      .map(({ id, level }) => ({ id, level })),
  );
});

test.each([
  [
    'a file that was cut off',
    (row: object, i: number) => (i < 100 ? [row] : []),
    'The file of rows holds 100',
  ],
  [
    'an id that lost its blank',
    (row: { id?: unknown }) => [{ ...row, id: String(row.id).trim() }],
    'in another way',
  ],
  ['a row twice', (row: object, i: number) => (i === 3 ? [row, row] : [row]), 'occurs twice'],
  [
    'another score',
    (row: object, i: number) => [{ ...row, score: i === 5 ? 9 : 0.5 }],
    'changed while it was read',
  ],
  ['other columns', ({ h, ...row }: { h?: unknown }) => [{ ...row, hashed: h }], 'no column "h"'],
] as const)('%s is refused, and nothing is stored', async (_what, change, words) => {
  const { engine } = await engineWithProject();
  // The whole pool, so that every odd id is among the rows.
  const small = engineRows.slice(0, _what === 'an id that lost its blank' ? 60 : 3000);
  const files = answers(small, change as never);
  await expect(engine.client.source.take({ ...printed, ...files, criterion, size: 30 })).rejects.toThrow(
    words,
  );
  expect(await engine.client.study.list({})).toEqual([]);
});

test('ids that begin with a byte order mark come back with it, from an answer and from a folder', async () => {
  const { engine } = await engineWithProject();
  const marked = engineRows
    .slice(200, 260)
    .map((row, i) => (i % 3 === 0 ? { ...row, id: `${'\uFEFF'.repeat(1 + (i % 2))}${row.id}` } : row));
  const study = await engine.client.source.take({ ...printed, ...answers(marked), criterion, size: 30 });
  const project = engine.context.session.project!;
  const ids = listSourceRows(project.db, study.id).map(({ externalId }) => externalId);
  const order = orderOf(marked, 7, hardness).map(({ id }) => id);
  expect(ids).toEqual(order);
  for (const ending of ['jsonl', 'csv']) {
    const file = path.join(temporaryFolder(), `pool.${ending}`);
    const cells = marked.map(({ id, score }) => ({ id, score, asked: 'q', reply: 'r' }));
    const csv = ['id,score,asked,reply', ...cells.map(({ id, score }) => `"${id}",${score ?? ''},q,r`), ''];
    writeFileSync(file, ending === 'csv' ? csv.join('\n') : toLines(cells));
    const { taken } = await drawn(askedOf(file), { ahead: 60 });
    expect(
      taken.map(({ id }) => id),
      ending,
    ).toEqual(order);
  }
});

test('a histogram whose numbers are none is refused', async () => {
  const { engine } = await engineWithProject();
  const files = answers(engineRows);
  writeFileSync(
    files.histogram,
    readFileSync(files.histogram, 'utf8').replace(/"pool_items":\d+/, '"pool_items":"1.2e3"'),
  );
  await expect(engine.client.source.sql({ ...printed, histogram: files.histogram })).rejects.toThrow(
    '"1.2e3"',
  );
});

test('a histogram that counts an item on another level is refused, and nothing is stored', async () => {
  const { engine } = await engineWithProject();
  const files = answers(engineRows.slice(100, 160));
  const lines: Record<string, unknown>[] = readFileSync(files.histogram, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const [level, items] = [HISTOGRAM_COLUMNS[0]!, HISTOGRAM_COLUMNS[1]!];
  const scored = lines.filter((line) => line[level] !== null);
  scored[0]![items] = Number(scored[0]![items]) - 1;
  scored[1]![items] = Number(scored[1]![items]) + 1;
  writeFileSync(files.histogram, toLines(lines));
  const taking = engine.client.source.take({ ...printed, ...files, criterion, size: 30 });
  await expect(taking).rejects.toThrow('The rows are not those of the histogram');
  expect(await engine.client.study.list({})).toEqual([]);
});

test('rows below a bound speak against a histogram that chance does not explain', () => {
  const rowsAt = (level: number, count: number) => Array.from({ length: count }, () => ({ level }));
  const pool = { levels: [100, 8000, 16_000], counts: Float64Array.of(10_000, 20_000, 10_000) };
  // An eighth of all hashes lies below.
  const below = '2000000000000000';
  const honest = [...rowsAt(100, 1280), ...rowsAt(8000, 2440), ...rowsAt(16_000, 1275)];
  expect(() => assertCounted(honest, pool, below)).not.toThrow();
  const moved = [...rowsAt(100, 1640), ...rowsAt(8000, 2080), ...rowsAt(16_000, 1275)];
  expect(() => assertCounted(moved, pool, below)).toThrow(
    'have a score up to 0.0061 (0 worst, 1 best), and 1,640 came',
  );
  expect(() => assertCounted(rowsAt(100, 0), pool, below)).toThrow('By its counts about 1,250');
  expect(() => assertCounted([...honest, { level: 5 }], pool, below)).toThrow(
    'with the score 0.0003 (0 worst, 1 best), and 1 came',
  );
  const few = { levels: [100], counts: Float64Array.of(2) };
  expect(() => assertCounted(rowsAt(100, 3), few, below)).toThrow(
    'with the score 0.0061 (0 worst, 1 best), and 3 came',
  );
  expect(() => assertCounted(rowsAt(100, 1), few, null)).toThrow('It counts 2');
});
