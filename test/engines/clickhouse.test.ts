import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { firstRows, readPool } from '../../core/pool/draw-rows.ts';
import { openPlace, openStated } from '../../core/pool/open-source.ts';
import { checkStudies } from '../../core/report/integrity/check-studies.ts';
import { engineWithProject } from '../core/support/test-engine.ts';
import { until } from '../support/until.ts';
import { type Cluster, PASSWORD, startCluster } from './servers/clickhouse.ts';
import { clickhouseServer } from './servers/places.ts';
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

/** A table of rows over the three servers, as JSON, whose texts ClickHouse reads as they are. */
async function fill(cluster: Cluster, name: string, rows: readonly EngineRow[], idType = 'String') {
  for (const node of [0, 1, 2]) {
    const columns = `id ${idType}, score Nullable(Float64), asked String, reply String, day Int32`;
    await cluster.run(node, `CREATE TABLE ${name}_here (${columns}) ENGINE = MergeTree ORDER BY tuple()`);
    await cluster.run(
      node,
      `CREATE TABLE ${name} AS ${name}_here ENGINE = Distributed(three, default, ${name}_here, rand())`,
    );
    const mine = rows.filter((_, i) => i % 3 === node);
    const lines = mine.map(({ id, score }, i) =>
      JSON.stringify({ id, score, asked: `question of ${id}`, reply: `reply, "${id}"`, day: i % 30 }),
    );
    await cluster.run(node, `INSERT INTO ${name}_here FORMAT JSONEachRow ${lines.join('\n')}`);
  }
}

describe.skipIf(clickhouseServer() === undefined)(
  'a cluster of three ClickHouse servers (npm run test:engines fetches them)',
  () => {
    let cluster: Cluster;
    const at = (node: number, user = 'default') =>
      `clickhouse://${user}@127.0.0.1:${cluster.ports[node]}/default`;
    beforeAll(async () => {
      cluster = await startCluster();
      await fill(cluster, 'chats', engineRows);
    });
    afterAll(() => cluster?.close());

    test('gives the draw of all keys sorted, from whichever server is asked', async () => {
      for (const [node, preset] of [
        [0, 'calibrated-hardness'],
        [1, 'uniform'],
      ] as const) {
        const { engine, study, taken } = await drawn(askedOf(at(node)), { preset });
        expect(study).toMatchObject({ populationSize: 3000, source: { engine: 'ClickHouse', missing: 177 } });
        const weight = preset === 'uniform' ? () => 1 : hardness;
        const expected = orderOf(engineRows, 7, weight).slice(0, 200);
        expect(taken).toEqual(expected.map(({ id, level }) => ({ id, level })));
        expect(checkStudies(engine.context.session.project!.db)).toEqual([]);
      }
    });

    test('hashes and orders the golden vectors', async () => {
      await fill(cluster, 'golden', golden.rows);
      const { taken } = await drawn(askedOf(at(2), { table: 'golden' }), golden.ahead);
      expect(taken.map(({ id }) => id)).toEqual(golden.order);
    });

    test('takes a condition, other scales, and no score', async () => {
      const scale = { min: -1, max: 3, direction: 'lower' } as const;
      const asked = askedOf(at(0), { where: 'day < 10 AND score < 2', score: { column: 'score', scale } });
      const pool = engineRows.filter(({ score }, i) => Math.floor(i / 3) % 30 < 10 && score !== null);
      const turned = pool.map(({ id, score }) => ({ id, score: (3 - score!) / 4 }));
      expect((await drawn(asked)).taken.map(({ id }) => id)).toEqual(
        orderOf(turned, 7, hardness)
          .slice(0, 200)
          .map(({ id }) => id),
      );
      const { taken } = await drawn(askedOf(at(2), { score: null }));
      const even = engineRows.map(({ id }) => ({ id, score: 0.5 }));
      expect(taken.map(({ id }) => id)).toEqual(
        orderOf(even, 7, hardness)
          .slice(0, 200)
          .map(({ id }) => id),
      );
    });

    test('is looked at: version, columns, counts, and whether the user may write', async () => {
      vi.stubEnv('ENGINE_PASSWORD', PASSWORD);
      const { engine } = await engineWithProject();
      const free = await engine.client.source.check(askedOf(at(0)));
      expect(free).toMatchObject({ rows: 3000, missingScores: 177, repeatedIds: 0, mayWrite: true });
      const { fingerprint, bins } = lookedAt(engineRows, 0);
      expect(free.pool?.fingerprint).toBe(fingerprint);
      expect(free.pool?.bins.map(({ count }) => count)).toEqual(bins);
      expect(free.firstRows).toHaveLength(3);
      expect(free.firstRows.map(([id]) => id).every((id) => engineRows.some((row) => row.id === id))).toBe(
        true,
      );
      expect(free.columns[0]).toEqual({ name: 'id', type: 'String' });
      for (const user of ['reader', 'fixed']) {
        const asked = askedOf(at(0, user), { passwordEnv: 'ENGINE_PASSWORD' });
        const bound = await engine.client.source.check(asked);
        expect(bound).toMatchObject({ rows: 3000, mayWrite: false, version: expect.stringMatching(/^\d/) });
      }
      expect(await cluster.run(0, 'SELECT count() FROM chats')).toBe('3000');
    });

    test('profiles that make answers smaller without a word do not', async () => {
      vi.stubEnv('ENGINE_PASSWORD', PASSWORD);
      const expected = orderOf(engineRows, 7, hardness).slice(0, 200);
      const { taken } = await drawn(askedOf(at(0, 'skipping'), { passwordEnv: 'ENGINE_PASSWORD' }));
      expect(taken.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
      const breaking = askedOf(at(0, 'breaking'), { passwordEnv: 'ENGINE_PASSWORD' });
      await expect(drawn(breaking)).rejects.toThrow(/refused.*(rows|Limit)/i);
      const fixed = askedOf(at(0, 'fixed_skipping'), { passwordEnv: 'ENGINE_PASSWORD' });
      await expect(drawn(fixed)).rejects.toThrow('skip_unavailable_shards');
    });

    test.each([
      ['a table that is not there', { table: 'nowhere' }, 'no table "nowhere"'],
      ['no table', { table: null }, 'needs the name of a table'],
      [
        'a table whose name ends the query',
        { table: 'chats; DROP TABLE chats' },
        'no table "chats; DROP TABLE chats"',
      ],
      ['a column that is not there', { id: 'conv' }, 'no column "conv"'],
      ['a condition that is no SQL', { where: 'day <' }, 'ClickHouse refused'],
      [
        'a condition that ends the query',
        { where: '1 = 1); DROP TABLE chats; SELECT (1' },
        'ClickHouse refused',
      ],
      [
        'scores off their scale',
        { where: "id != ''", score: { column: 'day', scale: { min: 0, max: 5, direction: 'higher' } } },
        /rows have a value of "day"/,
      ],
    ] as const)('%s is refused, and nothing is stored', async (_what, more, words) => {
      await expect(drawn(askedOf(at(0), more))).rejects.toThrow(words);
      expect(await cluster.run(0, 'SELECT count() FROM chats')).toBe('3000');
    });

    test('ids that stand twice or are missing, and scores that are not a number, are refused', async () => {
      await fill(cluster, 'twins', [...engineRows, ...engineRows.slice(0, 900)]);
      await expect(drawn(askedOf(at(0), { table: 'twins' }), { ahead: 2000 })).rejects.toThrow(
        'occurs twice',
      );
      const { engine } = await engineWithProject();
      const check = await engine.client.source.check(askedOf(at(1), { table: 'default.twins' }));
      expect(check.repeatedIds).toBeGreaterThan(0);
      await fill(cluster, 'nameless', engineRows.slice(60, 90), 'Nullable(String)');
      await cluster.run(0, "INSERT INTO nameless_here (id, reply) VALUES (NULL, 'a'), (NULL, 'b')");
      await expect(drawn(askedOf(at(0), { table: 'nameless' }))).rejects.toThrow('2 rows have nothing');
      await fill(cluster, 'odd', engineRows.slice(60, 90));
      await cluster.run(1, `INSERT INTO odd_here (id, score) VALUES ('a', nan), ('b', inf), ('c', -inf)`);
      await expect(drawn(askedOf(at(0), { table: 'odd' }))).rejects.toThrow('3 rows have a value of "score"');
    });

    test('ids that are whole numbers draw as their digits do', async () => {
      await cluster.run(
        0,
        'CREATE TABLE numbered (id UInt64, score Float64, asked String, reply String) ENGINE = Memory',
      );
      await cluster.run(
        0,
        `INSERT INTO numbered SELECT number * 1000000007, (number % 101) / 100, '', '' FROM numbers(500)`,
      );
      const rows = Array.from({ length: 500 }, (_, i) => ({
        id: String(i * 1000000007),
        score: (i % 101) / 100,
      }));
      const { taken } = await drawn(askedOf(at(0), { table: 'numbered' }));
      expect(taken.map(({ id }) => id)).toEqual(
        orderOf(rows, 7, hardness)
          .slice(0, 200)
          .map(({ id }) => id),
      );
    });

    test('rows that come while it is read are noticed, with their number', async () => {
      await fill(cluster, 'moving', engineRows);
      const { engine } = await engineWithProject();
      const question = askedOf(at(0), { table: 'moving' });
      const source = await openPlace(engine.context, question);
      const query = { question, seed: 7, table: await source.table([]) };
      const read = await readPool({ source, query });
      await cluster.run(2, `INSERT INTO moving_here (id, score) VALUES ('late', 0.5), ('later', 0.6)`);
      await expect(firstRows({ source, query }, read, 100, hardness)).rejects.toThrow('2 rows more');
    });

    test('a query that is canceled, or takes too long, ends at the server too', async () => {
      const { engine } = await engineWithProject();
      const slow = 'SELECT max(sipHash64(number)) FROM system.numbers';
      const isQuiet = async () =>
        (await cluster.run(0, `SELECT count() FROM system.processes WHERE query LIKE '%system.numbers%'`)) ===
        '1';
      const canceled = new AbortController();
      const { signal } = canceled;
      const source = await openPlace(engine.context, askedOf(at(0)), { signal });
      const reading = (async () => {
        for await (const _row of source.rows(slow, { mostRows: 1 }));
      })();
      await until(async () => !(await isQuiet()));
      canceled.abort(new Error('canceled'));
      await expect(reading).rejects.toThrow('canceled');
      await until(isQuiet);
      const hasty = await openPlace(engine.context, askedOf(at(0)), { timeout: 1 });
      const rows = hasty.rows(slow, { mostRows: 1 })[Symbol.asyncIterator]();
      await expect(rows.next()).rejects.toThrow('took longer than 1 s');
    });

    test('says how far a query is, over all shards, to a user who only reads, too', async () => {
      vi.stubEnv('ENGINE_PASSWORD', PASSWORD);
      const { engine } = await engineWithProject();
      const slow = 'SELECT sum(sleepEachRow(0.002)) FROM chats SETTINGS max_block_size = 10';
      for (const user of ['default', 'reader']) {
        const passwordEnv = user === 'default' ? null : 'ENGINE_PASSWORD';
        const { source } = await openStated(engine.context, askedOf(at(0, user), { passwordEnv }));
        expect(source.share!()).toBe(null);
        const shares: number[] = [];
        let isRead = false;
        const reading = (async () => {
          for await (const _row of source.rows(slow, { mostRows: 1 }));
          isRead = true;
        })();
        await until(async () => {
          shares.push(source.share!() ?? 0);
          return isRead;
        });
        await reading;
        const within = shares.filter((share) => share > 0 && share < 1);
        expect(within.length, `${user}: ${shares}`).toBeGreaterThan(0);
        expect(within).toEqual(within.toSorted((a, b) => a - b));
      }
    });

    test('a wrong password is refused, and never shown', async () => {
      vi.stubEnv('ENGINE_PASSWORD', 'wrong-and-secret');
      const asked = askedOf(at(0, 'reader'), { passwordEnv: 'ENGINE_PASSWORD' });
      const error = await drawn(asked).catch(String);
      expect(error).toContain('ClickHouse refused');
      expect(error).not.toContain('wrong-and-secret');
    });

    test('one server stopped is an error, also where the profile would leave its rows out', async () => {
      vi.stubEnv('ENGINE_PASSWORD', PASSWORD);
      await cluster.stop(2);
      const skipping = { passwordEnv: 'ENGINE_PASSWORD' };
      const before = await cluster.run(0, 'SELECT count() FROM chats', 'skipping');
      expect(before).toBe('2000');
      await expect(drawn(askedOf(at(0)))).rejects.toThrow('ClickHouse refused');
      await expect(drawn(askedOf(at(0, 'skipping'), skipping))).rejects.toThrow('ClickHouse refused');
      await expect(drawn(askedOf(at(2)))).rejects.toThrow('did not answer to the end');
      await cluster.start(2);
      expect((await drawn(askedOf(at(2)))).study.populationSize).toBe(3000);
    });
  },
);
