import { expect, test, vi } from 'vitest';
import { tabSeparatedCells } from '../../../core/pool/clickhouse.ts';
import { openPlace } from '../../../core/pool/open-source.ts';
import { serverAddress } from '../../../core/pool/server-address.ts';
import { engineWithProject, temporaryFolder } from '../support/test-engine.ts';

const server = { table: 'prod.chats', passwordEnv: 'WAREHOUSE_PASSWORD' };
const unreached = 'clickhouse://reader@127.0.0.1:1/prod';

test('an address names engine, user, host, port and database', () => {
  expect(serverAddress('clickhouse://reader@ch.example/prod')).toEqual({
    ...{ engine: 'clickhouse', host: 'ch.example', port: 8443, user: 'reader', database: 'prod' },
    isEncrypted: true,
  });
  expect(serverAddress('clickhouse://ch.example?tls=off')).toMatchObject({
    ...{ port: 8123, user: 'default', database: null, isEncrypted: false },
  });
  expect(serverAddress('postgres://a%20b@[::1]:55/x%2Fy')).toMatchObject({
    ...{ host: '::1', port: 55, user: 'a b', database: 'x/y', isEncrypted: false },
  });
});

test.each([
  ['postgres://a:secret@h/x', 'holds a password'],
  ['mysql://h/x', 'names no known server'],
  ['https://h/x', 'not read in place'],
  ['s3://bucket/logs/*.parquet', 'may download nothing here'],
  ['postgres:///x', 'names no known server'],
  ['postgres://h/x?sslmode=disable', 'says ?sslmode=disable'],
  ['postgres://%E0%A4%A@h/x', 'cannot be read'],
])('the address %s is refused', (place, words) => {
  expect(() => serverAddress(place)).toThrow(words);
});

test('files in a cloud or on the web are refused with what is missing, however they are named', async () => {
  const { engine } = await engineWithProject();
  for (const scheme of ['s3', 'gs', 'az', 'r2', 'hf', 'abfss', 'https']) {
    const paths = [`${scheme}://bucket/logs/a.parquet`];
    await expect(engine.client.source.check({ paths }), scheme).rejects.toThrow(
      'DuckDB would have to download an extension',
    );
  }
  // A drive of Windows is none of them.
  await expect(engine.client.source.check({ paths: ['c://logs/a.parquet'] })).rejects.toThrow('nothing at');
});

test('a source is kept under a name, without its password, listed and removed', async () => {
  const { engine } = await engineWithProject();
  const { source } = engine.client;
  await expect(source.add({ name: 'wh', paths: ['postgres://a:pw@h/x'], ...server })).rejects.toThrow(
    'holds a password',
  );
  await expect(source.add({ name: 'no/way', paths: [unreached], ...server })).rejects.toThrow();
  await expect(source.add({ name: 'gone', paths: ['/nothing/here'] })).rejects.toThrow('nothing at');
  expect(await source.list({})).toEqual([]);
  await source.add({ name: 'wh', paths: [unreached], ...server });
  const added = await source.add({ name: 'wh', paths: [unreached], ...server, table: 'prod.newer' });
  expect(await source.list({})).toEqual([added]);
  expect(added.table).toBe('prod.newer');
  await source.remove({ name: 'wh' });
  await expect(source.remove({ name: 'wh' })).rejects.toThrow('no source "wh"');
});

test('a name stands for its place and table, and its password is taken from the environment', async () => {
  const { engine } = await engineWithProject();
  await engine.client.source.add({ name: 'wh', paths: [unreached], ...server });
  vi.stubEnv('WAREHOUSE_PASSWORD', '');
  await expect(engine.client.source.check({ paths: ['wh'] })).rejects.toThrow('holds no password');
  vi.stubEnv('WAREHOUSE_PASSWORD', 'much-too-secret');
  const error = await engine.client.source.check({ paths: ['wh'] }).catch(String);
  expect(error).toContain(`${unreached} did not answer to the end`);
  expect(error).not.toContain('much-too-secret');
});

test('a project from elsewhere cannot have a variable of this computer sent to a server', async () => {
  vi.stubEnv('WAREHOUSE_PASSWORD', 'much-too-secret');
  const { engine } = await engineWithProject();
  const { engine: elsewhere } = await engineWithProject();
  await elsewhere.client.source.add({ name: 'wh', paths: [unreached], ...server });
  const stored = { paths: [unreached], ...server };
  await expect(openPlace(engine.context, stored)).rejects.toThrow('nobody on this computer agreed');
  await expect(openPlace(elsewhere.context, stored)).rejects.toThrow('did not answer');
  await expect(
    openPlace(elsewhere.context, { ...stored, paths: ['postgres://a@evil.example/x'] }),
  ).rejects.toThrow('nobody on this computer agreed');
});

test('a server and files, or two servers, are no source', async () => {
  const { engine } = await engineWithProject();
  const paths = [unreached, temporaryFolder()];
  await expect(engine.client.source.check({ paths })).rejects.toThrow('at one server, or in files');
  await expect(engine.client.source.add({ name: 'wh', paths })).rejects.toThrow('one server, or files');
});

test('cells that ClickHouse writes with tabs between are read as they were', () => {
  const line = `${String.raw`a\tb	\N	\\N	it\'s	中文 😀	\\\n`}\u2028`;
  expect(tabSeparatedCells(line)).toEqual(['a\tb', null, '\\N', "it's", '中文 😀', '\\\n\u2028']);
});
