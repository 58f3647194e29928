import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect } from 'vitest';
import { version } from '../../host/version.ts';
import { rounds } from '../support/chance.ts';
import { killRounds, type Victim } from './kill-rounds.ts';
import { soon } from './soon.ts';
import { buildDriverApp, openDesk, test } from './support.ts';

let outDir: string;
beforeAll(async () => {
  outDir = await buildDriverApp();
}, 60_000);
afterAll(() => rmSync(outDir, { recursive: true, force: true }));

const kills: [Victim, number][] = [
  ['engine', rounds(2, 50)],
  ['page', rounds(1, 50)],
  ['main', rounds(1, 50)],
];
test.each(kills)(
  'kill -9 of the %s, %i times: the app comes back and no label is lost',
  async (victim, times) => {
    const report = await killRounds(victim, times, outDir);
    expect(report.acknowledged).toBeGreaterThanOrEqual(times);
    expect(report).toMatchObject({ missing: [], integrity: 'ok' });
    // The project was not closed properly when engine or main died; a dead page leaves the engine at work.
    expect(report.notices).toBe(victim === 'page' ? 0 : times);
  },
  rounds(120_000, 600_000),
);

test('an event stream ends when its engine does, and the next one reaches the new engine', async () => {
  await using desk = await openDesk(outDir);
  const hello = () => desk.page.waitForEvent('console', (line) => line.text() === 'event hello');
  const first = hello();
  const end = desk.page.evaluate(() => driver.streamEnd());
  await first;
  process.kill((await desk.app.order('enginePid'))!, 'SIGKILL');
  expect(await end).toBe('failed');
  await soon(() =>
    desk.page.evaluate(() => driver.api.app.info({}).then(({ version }) => version, String)),
  ).toBe(version);
  const second = hello();
  void desk.page.evaluate(() => driver.streamEnd()).catch(() => {});
  await second;
}, 60_000);
