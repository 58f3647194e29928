import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { firstRows, readPool } from '../../core/pool/draw-rows.ts';
import { openPlace } from '../../core/pool/open-source.ts';
import { checkStudies } from '../../core/report/integrity/check-studies.ts';
import { engineWithProject } from '../core/support/test-engine.ts';
import { until } from '../support/until.ts';
import { postgresBin } from './servers/places.ts';
import { type PostgresServer, startPostgres } from './servers/postgres.ts';
import {
  askedOf,
  drawn,
  type EngineRow,
  engineRows,
  golden,
  hardness,
  lookedAt,
  orderOf,
} from './support.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const literal = (text: string | number | null) =>
  text === null ? 'NULL' : `'${String(text).replaceAll("'", "''")}'`;

describe.skipIf(postgresBin() === undefined)('a PostgreSQL server (npm run test:engines fetches one)', () => {
  let server: PostgresServer;
  const at = (user = 'owner') => `postgres://${user}@127.0.0.1:${server.port}/postgres`;

  async function fill(name: string, rows: readonly EngineRow[], database?: string) {
    await server.run(
      `CREATE TABLE ${name} (id text, score double precision, asked text, reply text, day integer)`,
      database,
    );
    const values = rows.map(
      ({ id, score }, i) =>
        `(${[id, score, `question of ${id}`, `reply ${i}`, i % 30].map(literal).join(', ')})`,
    );
    await server.run(`INSERT INTO ${name} VALUES ${values.join(', ')}`, database);
  }

  beforeAll(async () => {
    server = await startPostgres();
    await fill('chats', engineRows);
    await server.run('CREATE ROLE reader LOGIN; GRANT SELECT ON chats TO reader; CREATE SEQUENCE ticks');
  });
  afterAll(() => server?.close());

  test('gives the draw of all keys sorted', async () => {
    for (const preset of ['calibrated-hardness', 'uniform'] as const) {
      const { engine, study, taken } = await drawn(askedOf(at()), { preset });
      expect(study).toMatchObject({ populationSize: 3000, source: { engine: 'PostgreSQL', missing: 177 } });
      const expected = orderOf(engineRows, 7, preset === 'uniform' ? () => 1 : hardness).slice(0, 200);
      expect(taken).toEqual(expected.map(({ id, level }) => ({ id, level })));
      expect(checkStudies(engine.context.session.project!.db)).toEqual([]);
    }
  });

  test('hashes and orders the golden vectors', async () => {
    await fill('golden', golden.rows);
    const { taken } = await drawn(askedOf(at(), { table: 'golden' }), golden.ahead);
    expect(taken.map(({ id }) => id)).toEqual(golden.order);
  });

  test('takes a condition, another scale, no score, and an order of texts that is not that of bytes', async () => {
    await server.run('CREATE DATABASE english TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE en');
    const scale = { min: -1, max: 3, direction: 'lower' } as const;
    const asked = askedOf(at(), {
      where: 'day < 10 AND score < 2 -- these',
      score: { column: 'score', scale },
    });
    const pool = engineRows.filter(({ score }, i) => i % 30 < 10 && score !== null);
    const turned = pool.map(({ id, score }) => ({ id, score: (3 - score!) / 4 }));
    const idsOf = (rows: readonly EngineRow[]) =>
      orderOf(rows, 7, hardness)
        .slice(0, 200)
        .map(({ id }) => id);
    expect((await drawn(asked)).taken.map(({ id }) => id)).toEqual(idsOf(turned));
    const even = engineRows.map(({ id }) => ({ id, score: 0.5 }));
    expect((await drawn(askedOf(at(), { score: null }))).taken.map(({ id }) => id)).toEqual(idsOf(even));
    await fill('chats', engineRows, 'english');
    const english = askedOf(`postgres://owner@127.0.0.1:${server.port}/english`);
    expect((await drawn(english)).taken.map(({ id }) => id)).toEqual(idsOf(engineRows));
  });

  test('is looked at: version, columns, counts, and whether the user may write', async () => {
    const { engine } = await engineWithProject();
    const free = await engine.client.source.check(askedOf(at()));
    expect(free).toMatchObject({ rows: 3000, missingScores: 177, repeatedIds: 0, mayWrite: true });
    const { fingerprint, bins } = lookedAt(engineRows, 0);
    expect(free.pool?.fingerprint).toBe(fingerprint);
    expect(free.pool?.bins.map(({ count }) => count)).toEqual(bins);
    expect(free.firstRows).toHaveLength(3);
    expect(free.firstRows.map(([id]) => id).every((id) => engineRows.some((row) => row.id === id))).toBe(
      true,
    );
    expect(free.columns.slice(0, 2)).toEqual([
      { name: 'id', type: 'text' },
      { name: 'score', type: 'double precision' },
    ]);
    const bound = await engine.client.source.check(askedOf(at('reader'), { table: 'public.chats' }));
    expect(bound).toMatchObject({ rows: 3000, mayWrite: false, version: expect.stringMatching(/^\d/) });
  });

  test.each([
    ['a table that is not there', { table: 'nowhere' }, 'no table "nowhere"'],
    [
      'a table whose name ends the query',
      { table: 'chats; DROP TABLE chats' },
      'no table "chats; DROP TABLE chats"',
    ],
    ['a column that is not there', { id: 'conv' }, 'no column "conv"'],
    ['a condition that is no SQL', { where: 'day <' }, 'PostgreSQL refused'],
    [
      'a condition that ends the query',
      { where: '1 = 1); DROP TABLE chats; SELECT (1' },
      'PostgreSQL refused',
    ],
    ['a condition that writes', { where: "nextval('ticks') > 0" }, 'read-only'],
    ['an id that names no row', { id: 'score' }, 'cannot identify rows'],
  ] as const)('%s is refused, and nothing is stored', async (_what, more, words) => {
    await expect(drawn(askedOf(at(), more))).rejects.toThrow(words);
    expect(await server.run('SELECT count(*)::int AS n FROM chats')).toEqual([{ n: 3000 }]);
  });

  test('ids that stand twice or are missing, and scores that are not a number, are refused', async () => {
    await fill('twins', [...engineRows, ...engineRows.slice(0, 900)]);
    await expect(drawn(askedOf(at(), { table: 'twins' }), { ahead: 2000 })).rejects.toThrow('occurs twice');
    const { engine } = await engineWithProject();
    expect((await engine.client.source.check(askedOf(at(), { table: 'twins' }))).repeatedIds).toBeGreaterThan(
      0,
    );
    await fill('odd', engineRows.slice(60, 90));
    await server.run(
      "INSERT INTO odd (id, score) VALUES ('a', 'NaN'), ('b', 'Infinity'), ('c', '-Infinity')",
    );
    await expect(drawn(askedOf(at(), { table: 'odd' }))).rejects.toThrow('3 rows have a value of "score"');
    await server.run('DELETE FROM odd WHERE id < $$d$$ AND length(id) = 1; INSERT INTO odd VALUES (NULL)');
    await expect(drawn(askedOf(at(), { table: 'odd' }))).rejects.toThrow('nothing in the column "id"');
  });

  test('all is read as it was at one moment, whatever comes meanwhile', async () => {
    await fill('moving', engineRows);
    const { engine } = await engineWithProject();
    const question = askedOf(at(), { table: 'moving' });
    const source = await openPlace(engine.context, question);
    const query = { question, seed: 7, table: await source.table([]) };
    const read = await readPool({ source, query });
    await server.run('DELETE FROM moving');
    const rows = await firstRows({ source, query }, read, 100, hardness);
    expect(rows.map(({ id }) => id)).toEqual(
      orderOf(engineRows, 7, hardness)
        .slice(0, 100)
        .map(({ id }) => id),
    );
    source.close();
  });

  test('a query that is canceled, or takes too long, ends at the server too', async () => {
    const { engine } = await engineWithProject();
    const running = "SELECT pid FROM pg_stat_activity WHERE application_name = 'assay' AND state = 'active'";
    const isQuiet = async () => (await server.run(running)).length === 0;
    const canceled = new AbortController();
    const { signal } = canceled;
    const source = await openPlace(engine.context, askedOf(at()), { signal });
    const slow = source.rows('SELECT pg_sleep(100)', { mostRows: 1 });
    const reading = slow[Symbol.asyncIterator]().next();
    await until(async () => !(await isQuiet()));
    canceled.abort(new Error('canceled'));
    await expect(reading).rejects.toThrow('canceled');
    await until(isQuiet);
    source.close();
    const hasty = await openPlace(engine.context, askedOf(at()), { timeout: 1 });
    const rows = hasty.rows('SELECT pg_sleep(100)', { mostRows: 1 })[Symbol.asyncIterator]();
    await expect(rows.next()).rejects.toThrow('took longer than 1 s');
    hasty.close();
  });

  test('a query ends at the server soon after the app that asked it was killed', async () => {
    const [{ version } = { version: 0 }] = (await server.run(
      "SELECT current_setting('server_version_num')::int AS version",
    )) as { version: number }[];
    const child = path.join(import.meta.dirname, 'children/asks-slowly.ts');
    const asking = spawn(process.execPath, [child, at(), 'SELECT pg_sleep(1000)'], { stdio: 'inherit' });
    const running =
      "SELECT pid FROM pg_stat_activity WHERE application_name = 'assay' AND query LIKE '%pg_sleep(1000)%'";
    const isQuiet = async () => (await server.run(running)).length === 0;
    await until(async () => !(await isQuiet()));
    asking.kill('SIGKILL');
    // Before PostgreSQL 14 the time limit ends it.
    if (version >= 140_000) await until(isQuiet, { lookMs: 100 });
    else await server.run(`SELECT pg_terminate_backend(pid) FROM (${running}) AS left_behind`);
  });

  test('a server that goes away while it is asked is an error', async () => {
    const { engine } = await engineWithProject();
    const source = await openPlace(engine.context, askedOf(at()));
    const rows = source.rows('SELECT pg_sleep(100)', { mostRows: 1 })[Symbol.asyncIterator]();
    const reading = expect(rows.next()).rejects.toThrow('did not answer to the end');
    const ours = "application_name = 'assay' AND query LIKE '%pg_sleep(100)%'";
    const found = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`;
    await until(async () => (await server.run(found)).length > 0);
    await reading;
    await expect(openPlace(engine.context, askedOf('postgres://owner@127.0.0.1:1/x'))).rejects.toThrow(
      'did not answer',
    );
  });
});
