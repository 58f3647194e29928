import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRng, uniformOpen } from '../../stats/index.ts';
import { type Crowd, comeIn, comeInTogether, ServedPortal, work } from '../team/simulated-team.ts';
import { type BenchResult, median, projectOf } from './support.ts';

const people = 50;

const p95 = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(0.95 * values.length)]!;

/**
 * Fifty annotators over HTTP on a batch of 5,005 items, with Results open at the lead's: how long an answer takes until it is
 * stored, with one label each in ten seconds, or as fast as they can.
 *
 * @param thinkMs how long each looks at an item
 */
export async function benchTeam(thinkMs: number, seconds: number): Promise<BenchResult> {
  const { engine, folder, studyId } = await projectOf(6_000);
  await engine.client.sample.grow({ studyId, size: 5_005 });
  const tokens = new Map<string, string>();
  for (let i = 0; i < people; i += 1) {
    const { path } = await engine.client.invitation.create({ studyId, name: `Person ${i}` });
    tokens.set(`Person ${i}`, path.slice('/#'.length));
  }
  const { path: file } = (await engine.client.project.current({}))!;
  await engine.close();
  const portal = await ServedPortal.of(file, folder, true);
  await portal.start();
  try {
    const team = await comeIn(portal.port, tokens);
    const dice = createRng(1);
    // Around the mean, so that they do not answer in step.
    const think = () => thinkMs * 2 * uniformOpen(dice);
    const began = performance.now();
    const all = Promise.all(team.people.map((_, i) => work(team, i, 1 + (i % 5), think)));
    await sleep(1000 * seconds);
    team.isStopped = true;
    const elapsed = (performance.now() - began) / 1000;
    await Promise.race([all, sleep(2 * thinkMs + 2_000)]);
    return {
      name: `${people} annotators at the door, ${thinkMs > 0 ? `a label each in ${thinkMs / 1000} s` : 'without a pause'}, Results open`,
      figures: {
        labels: team.waits.length,
        'labels a second': team.waits.length / elapsed,
        'until stored, median ms': median(team.waits),
        'until stored, p95 ms': p95(team.waits),
        'opening the batch, p95 ms': p95(team.openings),
      },
    };
  } finally {
    await portal.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Fifty annotators who open one link within the same instant, on a sample of 1,800 items with overlap 2: how long each waits to be let
 * in, for the first item, and for an answer to be stored, with so many links and pages at rest beside them.
 */
export async function benchEntering(links: number): Promise<BenchResult> {
  const { engine, folder, studyId } = await projectOf(2_400, 1_800);
  await engine.client.team.set({ studyId, overlap: 2, confirm: true });
  const { path: open } = await engine.client.invitation.create({ studyId, name: null });
  const token = open.slice('/#'.length);
  const began = performance.now();
  for (let i = 0; i < links; i += 1) await engine.client.invitation.create({ studyId, name: `Guest ${i}` });
  const making = performance.now() - began;
  const { path: file } = (await engine.client.project.current({}))!;
  await engine.close();
  const portal = await ServedPortal.of(file, folder, true);
  await portal.start();
  try {
    const before = portal.usage();
    const crowd: Crowd = await comeInTogether(portal.port, token, people, 4);
    const after = portal.usage();
    return {
      name: `${people} annotators enter at once, 1,800 items, overlap 2, ${links} links at rest`,
      figures: {
        ...(links > 0 && { 'making a link, ms': making / links }),
        'all have an item after, s': crowd.allInMs / 1000,
        'enter, p50 ms': median(crowd.entering),
        'enter, p95 ms': p95(crowd.entering),
        'batch, p95 ms': p95(crowd.opening),
        'first item, p95 ms': p95(crowd.firsts),
        'item, p50 ms': median(crowd.items),
        'item, p95 ms': p95(crowd.items),
        'submit, p50 ms': median(crowd.submits),
        'submit, p95 ms': p95(crowd.submits),
        'refused or failed': crowd.failures,
        'processor, s': after.seconds - before.seconds,
        'memory, MB': after.megabytes,
      },
    };
  } finally {
    await portal.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
