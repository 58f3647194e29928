import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { createEngine } from '../../core/engine.ts';
import { findByClientKey } from '../../db/labels.ts';
import { uniformOpen } from '../../stats/index.ts';
import { diceFor } from '../support/chance.ts';
import { until } from '../support/until.ts';
import { type Desk, openDesk } from './support.ts';

export type Victim = 'engine' | 'main' | 'page';

export interface KillReport {
  victim: Victim;
  rounds: number;
  acknowledged: number;
  /** Keys of labels that the page had been told were stored, and that are not in the file. */
  missing: string[];
  /** Milliseconds from the kill to the next answer of an engine that has the project open, each round. */
  backMs: number[];
  /** Rounds in which the person was told that the last session had not ended properly. */
  notices: number;
  integrity: unknown;
}

/** Labels without a pause and kills the victim at a random moment, again and again. */
export async function killRounds(victim: Victim, rounds: number, outDir: string): Promise<KillReport> {
  await using desk = await openDesk(outDir);
  const { path: file } = await desk.page.evaluate(() => driver.api.project.openSample({}));
  const stored: string[] = [];
  const backMs: number[] = [];
  const dice = diceFor(`kill -9 of the ${victim}`);
  let notices = 0;
  listen(desk.page, stored);
  for (let round = 0; round < rounds; round++) {
    const before = stored.length;
    if (victim !== 'engine' || round === 0) startLabeling(desk.page, `${victim}-round-${round}`);
    await until(() => stored.length > before);
    await sleep(400 * uniformOpen(dice));
    const killedAt = performance.now();
    await kill(victim, desk, stored);
    const info = await backAgain(desk, file);
    backMs.push(performance.now() - killedAt);
    if (info.recoveryNotice) notices++;
  }
  await desk.app.close();
  const checked = await checkFile(file, stored);
  return { victim, rounds, acknowledged: stored.length, ...checked, backMs, notices };
}

const listen = (page: Page, stored: string[]) =>
  page.on('console', (line) => {
    const [word, key] = line.text().split(' ');
    if (word === 'stored') stored.push(key!);
  });

function startLabeling(page: Page, round: string): void {
  page
    .evaluate(async (name) => {
      const [study] = await driver.api.study.list({});
      await driver.labelForever(study!.id, name);
    }, round)
    .catch(() => {});
}

async function kill(victim: Victim, desk: Desk, stored: string[]): Promise<void> {
  if (victim === 'engine') {
    const pid = await desk.app.order('enginePid');
    if (pid) process.kill(pid, 'SIGKILL');
  } else if (victim === 'page') {
    for (const pid of await desk.app.order('pagePid')) tryKill(pid);
    desk.page = await livePage(desk, desk.page);
    listen(desk.page, stored);
  } else {
    desk.app.kill();
    await desk.app.exited;
    await desk.start();
    listen(desk.page, stored);
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself in between.
  }
}

/** The page that took the dead one's place. */
async function livePage(desk: Desk, dead: Page): Promise<Page> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; await sleep(20)) {
    const page = await desk.app.page();
    if (page === dead) continue;
    const isThere = page.waitForFunction(() => 'driver' in globalThis, null, { timeout: 2_000 });
    if (
      await isThere.then(
        () => true,
        () => false,
      )
    )
      return page;
  }
  throw new Error('The page did not come back.');
}

/** Asks until an engine answers that has the project open. */
async function backAgain({ page }: Desk, file: string) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(10)) {
    const info = await page.evaluate(() => driver.api.project.current({}).catch(() => null));
    if (info?.path === file) return info;
  }
  throw new Error('The engine did not come back with the project.');
}

function checkFile(file: string, keys: readonly string[]) {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'assay-check-'));
  const engine = createEngine({ dataDir, version: 'test' });
  return engine.client.project
    .open({ path: file })
    .then(() => {
      const { db } = engine.context.session.project!;
      return {
        missing: keys.filter((key) => !findByClientKey(db, key)),
        integrity: db.pragma('integrity_check', { simple: true }),
      };
    })
    .finally(async () => {
      await engine.close();
      rmSync(dataDir, { recursive: true, force: true });
    });
}
