import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createEngine, type Engine } from '../../../core/engine.ts';
import { LiveEstimate } from '../../../core/estimate/live-estimate.ts';
import { liveEstimateOf } from '../../../core/estimate/live-estimates.ts';
import { getStudy } from '../../../db/studies.ts';
import { CandidateWealth } from '../../../stats/planned/candidate-wealth.ts';
import { ratedStudy, submit } from '../support/test-engine.ts';

const labels = 70;

/** A study with labels and two skips, whose project was closed. */
async function closedStudy(preset: 'uniform' | 'calibrated-hardness' = 'calibrated-hardness') {
  const { engine, study } = await ratedStudy(labels + 20, { preset, count: 150 });
  const { client, context } = engine;
  const { batch, items } = await client.label.open({ studyId: study.id });
  for (const [i, { ref }] of items.slice(0, labels).entries()) {
    const isSkipped = i === 20 || i === 41;
    await submit(
      engine,
      batch,
      ref,
      isSkipped ? { kind: 'skip', reason: 'broken' } : { kind: 'score', value: 1 + ((i * 3) % 5) },
    );
  }
  const before = await client.estimate.current({ studyId: study.id });
  const { path: file } = context.session.project!;
  await engine.close();
  const folder = path.join(context.dataDir, 'sequences');
  const stored = path.join(folder, readdirSync(folder)[0]!);
  return { file, dataDir: context.dataDir, stored, before, studyId: study.id };
}

async function reopened({ file, dataDir }: { file: string; dataDir: string }): Promise<Engine> {
  const engine = createEngine({ dataDir, version: 'test' });
  onTestFinished(() => engine.close());
  await engine.client.project.open({ path: file });
  return engine;
}

/** How many labels are bet on while somebody asks for the number, and the number. */
async function asked(engine: Engine, studyId: number) {
  const bets = vi.spyOn(CandidateWealth.prototype, 'bet');
  const report = await engine.client.estimate.current({ studyId });
  const { length: bet } = bets.mock.calls;
  bets.mockRestore();
  return { report, bet };
}

/** The state by labels alone. */
function replayed(engine: Engine, studyId: number) {
  const { db } = engine.context.session.project!;
  const { state, points } = new LiveEstimate(db, getStudy(db, studyId));
  return JSON.stringify([state, points]);
}

const kept = ({ context }: Engine, studyId: number) => {
  const { state, points } = liveEstimateOf(context, studyId);
  return JSON.stringify([state, points]);
};

test.each(['uniform', 'calibrated-hardness'] as const)(
  'a study on %s draws that is opened again gives its number without a bet, to the same bits',
  async (preset) => {
    const closed = await closedStudy(preset);
    const engine = await reopened(closed);
    const { report, bet } = await asked(engine, closed.studyId);
    expect(bet).toBe(0);
    expect(report).toEqual(closed.before);
    expect(kept(engine, closed.studyId)).toBe(replayed(engine, closed.studyId));
  },
);

test('an undo after opening replays from the last stored point, and goes on to the same bits', async () => {
  const closed = await closedStudy();
  const engine = await reopened(closed);
  await engine.client.estimate.current({ studyId: closed.studyId });
  const bets = vi.spyOn(CandidateWealth.prototype, 'bet');
  const { batch } = await engine.client.label.open({ studyId: closed.studyId });
  await engine.client.label.undo({ batch });
  await engine.client.estimate.current({ studyId: closed.studyId });
  // Of both sequences, as there were skips: from the copy that stands at most 16 draws before.
  expect(bets.mock.calls.length).toBeLessThanOrEqual(2 * 16);
  bets.mockRestore();
  expect(kept(engine, closed.studyId)).toBe(replayed(engine, closed.studyId));
});

test('a stored sequence with any byte changed, or of another length, is not used, and is replaced', async () => {
  const closed = await closedStudy();
  const whole = readFileSync(closed.stored);
  const harmed = [0, 33, whole.length >> 1, whole.length - 1].map((at) => {
    const bytes = Buffer.from(whole);
    bytes[at]! ^= 1;
    return bytes;
  });
  for (const bytes of [...harmed, whole.subarray(0, 40), Buffer.alloc(0)]) {
    writeFileSync(closed.stored, bytes);
    const engine = await reopened(closed);
    const { report, bet } = await asked(engine, closed.studyId);
    expect(bet).toBeGreaterThanOrEqual(labels);
    expect(report).toEqual(closed.before);
    await engine.close();
    const next = await reopened(closed);
    expect((await asked(next, closed.studyId)).bet).toBe(0);
    await next.close();
  }
});

test('a label that another program changed is bet on anew, from the stored point before it', async () => {
  const closed = await closedStudy('uniform');
  const engine = await reopened(closed);
  const { db } = engine.context.session.project!;
  // The last of seventy labels: 64 stay as they were.
  db.exec(
    'DROP TRIGGER label_is_never_updated; UPDATE label SET value = 5 WHERE id = (SELECT MAX(id) FROM label)',
  );
  const { bet } = await asked(engine, closed.studyId);
  expect(bet).toBeGreaterThanOrEqual(labels - 64);
  expect(bet).toBeLessThan(labels);
  expect(kept(engine, closed.studyId)).toBe(replayed(engine, closed.studyId));
});

test('what is stored of one study is used for no other, and is for its owner alone', async () => {
  const [one, other] = [await closedStudy(), await closedStudy('uniform')];
  writeFileSync(other.stored, readFileSync(one.stored));
  const { bet } = await asked(await reopened(other), other.studyId);
  expect(bet).toBeGreaterThanOrEqual(labels);
  if (process.platform !== 'win32') expect(statSync(one.stored).mode & 0o077).toBe(0);
});
