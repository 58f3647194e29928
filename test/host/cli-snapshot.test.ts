import { existsSync, readdirSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Team } from '../../shared/contract/index.ts';
import { temporaryFolder } from '../core/support/test-engine.ts';
import { newKey, open, portalOnStudy } from '../team/portal-fixture.ts';
import { makeWorkplace } from './run-assay.ts';

/** A project that is open here, in which somebody labels until they are stopped. */
async function labeledMeanwhile() {
  const made = await portalOnStudy(40);
  const ada = await made.guestNamed('Ada');
  const { batch, next } = await open(ada);
  let ref = next;
  let answered = 0;
  const label = async () => {
    const sent = { batch, ref, durationMs: 900, clientKey: newKey(), answer: { kind: 'score', value: 3 } };
    const { status, body } = await ada.call<{ next: string | null }>('label/submit', sent);
    expect(status).toBe(200);
    answered += 1;
    ref = body.next;
  };
  for (let i = 0; i < 3; i += 1) await label();
  let isStopped = false;
  const all = (async () => {
    while (!isStopped && ref !== null) {
      await label();
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    ...made,
    answered: () => answered,
    async stop() {
      isStopped = true;
      await all;
    },
  };
}

const leftSnapshots = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('assay-snapshot-'));

test('commands that read say how a project is that others label, and commands that write are refused', async () => {
  const { file, study, stop, answered } = await labeledMeanwhile();
  const before = leftSnapshots().length;
  using place = makeWorkplace();
  const run = place.assay;
  const shown = await run('team', 'show', file, '--json');
  expect(shown.exitCode, shown.stderr).toBe(0);
  expect(shown.stderr).toContain('The project is open elsewhere: this is how it was a moment ago.');
  const { members } = JSON.parse(shown.stdout) as Team;
  expect(members.find(({ name }) => name === 'Ada')!.labeled).toBeGreaterThanOrEqual(3);
  for (const args of [
    ['estimate'],
    ['study', 'list'],
    ['team', 'payments'],
    ['team', 'quality'],
    ['agreement'],
  ]) {
    const { exitCode, stderr } = await run(...args, file);
    expect([args.join(' '), exitCode, stderr.includes('open elsewhere')]).toEqual([args.join(' '), 0, true]);
  }
  // Passed or not decided yet: people go on labeling.
  const gate = await run('gate', file, '--at-least', '2.5');
  expect([0, 4], gate.stderr).toContain(gate.exitCode);
  expect(gate.stderr).toContain('open elsewhere');
  const set = await run('team', 'set', file, '--overlap', '2', '--yes');
  expect([set.exitCode, set.stderr.includes('open in another window')]).toEqual([1, true]);
  // A watch stores that it has reported a drop, which a copy would forget.
  const watch = await run('watch', file, '--webhook', 'http://127.0.0.1:9/');
  expect([watch.exitCode, watch.stderr.includes('open in another window')]).toEqual([1, true]);
  const target = path.join(temporaryFolder(), 'kept.assay');
  const kept = await run('backup', file, target);
  expect([kept.exitCode, kept.stdout]).toEqual([0, expect.stringContaining('the copy is sound')]);
  const atLeast = 3;
  await stop();
  expect(answered()).toBeGreaterThan(atLeast);
  // The copy is a project of its own, with what was labeled until then.
  const copy = await run('team', 'show', target, '--json');
  expect(copy.stderr).not.toContain('open elsewhere');
  const { labeled } = (JSON.parse(copy.stdout) as Team).members.find(({ name }) => name === 'Ada')!;
  expect(labeled).toBeGreaterThanOrEqual(atLeast);
  expect(labeled).toBeLessThanOrEqual(answered());
  const again = await run('backup', file, target);
  expect([again.exitCode, again.stderr.includes('not replaced')]).toEqual([1, true]);
  expect((await run('backup', file, file)).exitCode).toBe(1);
  expect(readdirSync(path.dirname(target))).toEqual(['kept.assay']);
  expect(existsSync(file)).toBe(true);
  expect(leftSnapshots().length).toBe(before);
  expect(study.id).toBe(1);
}, 120_000);
