import type { Page } from '@playwright/test';
import { type Cluster, startCluster } from '../engines/servers/clickhouse.ts';
import { clickhouseServer, postgresBin } from '../engines/servers/places.ts';
import { startPostgres } from '../engines/servers/postgres.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixtures.ts';
import { goTo, labelByKeyboard, makeProject } from './steps.ts';

/** Rows of the tables here. */
const count = 2000;
const columns = `concat('c', n) AS conv, (n * 37 % 101) / 100.0 AS judge, concat('How is bread ', n, ' baked?') AS asked, concat('Knead it well, ', n, '.') AS reply`;

const servers = {
  clickhouse: {
    isThere: clickhouseServer() !== undefined,
    async start() {
      const cluster: Cluster = await startCluster();
      const select = columns.replaceAll(', n', ', toString(n)');
      await cluster.run(
        0,
        `CREATE TABLE default.chats ENGINE = MergeTree ORDER BY tuple() AS SELECT ${select} FROM (SELECT number AS n FROM system.numbers LIMIT ${count})`,
      );
      return { port: cluster.ports[0]!, user: 'default', table: 'default.chats', close: cluster.close };
    },
  },
  postgres: {
    isThere: postgresBin() !== undefined,
    async start() {
      const server = await startPostgres();
      await server.run(
        `CREATE TABLE chats AS SELECT ${columns} FROM generate_series(0, ${count - 1}) AS pool(n)`,
      );
      return { port: server.port, user: 'owner', table: 'public.chats', close: server.close };
    },
  },
} as const;

async function place(page: Page, engine: string, at: { port: number; user: string; table: string }) {
  await goTo(page, '/data/source');
  await page.getByRole('combobox', { name: 'Engine' }).selectOption(engine);
  await page.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1');
  await page.getByRole('textbox', { name: 'Port' }).fill(String(at.port));
  await page.getByRole('textbox', { name: 'User' }).fill(at.user);
  if (engine === 'postgres') await page.getByRole('textbox', { name: 'Database' }).fill('postgres');
  await page.getByRole('textbox', { name: 'Table' }).fill(at.table);
  await page.getByRole('textbox', { name: 'Minutes a query may take' }).fill('5');
  await page.getByRole('checkbox', { name: /^Encrypt the connection/ }).uncheck();
}

for (const engine of ['clickhouse', 'postgres'] as const) {
  test(`a study of a table of ${engine}, from the place to the first label`, async ({ page, app }) => {
    test.skip(!servers[engine].isThere, 'npm run test:engines fetches the server');
    const server = await servers[engine].start();
    try {
      await makeProject(page, app, 'pool');
      await place(page, engine, server);
      await expectAccessible(page, `a place at ${engine}`);
      await page.getByRole('button', { name: 'Look at the columns' }).press('Enter');
      await expect(page.getByText('Row ids match.')).toBeVisible();
      await page.getByRole('combobox', { name: 'What conv holds' }).selectOption('id');
      await page.getByRole('combobox', { name: 'What reply holds' }).selectOption('response');
      await page.getByRole('combobox', { name: 'What asked holds' }).selectOption('question');
      await page.getByRole('combobox', { name: 'What judge holds' }).selectOption('judge');
      await page.getByRole('button', { name: 'Count the rows' }).press('Enter');
      await page.getByRole('textbox', { name: 'Rows to copy' }).fill('100');
      await expect(
        page.getByText(/^About \d{3} of 2,000 rows will be copied from the warehouse\.$/),
      ).toBeVisible();
      await page.getByRole('button', { name: 'Draw 30 rows and start labeling' }).press('Enter');
      await labelByKeyboard(page, ['4'], 30);
    } finally {
      await server.close();
    }
  });
}
