import path from 'node:path';
import { expect, test } from 'vitest';
import { findByClientKey } from '../../db/labels.ts';
import { uniformOpen } from '../../stats/index.ts';
import { diceFor, rounds } from '../support/chance.ts';
import { linesUntilKilled } from './support/killed-child.ts';
import { ratedStudy, submit, testEngine } from './support/test-engine.ts';

const kills = rounds(3, 50);
const child = path.join(import.meta.dirname, 'support', 'labeling-child.ts');

test(`kill -9 at ${kills} random moments loses no label that was acknowledged`, {
  timeout: 240_000,
}, async () => {
  const { engine, study, file, folder } = await ratedStudy(20);
  await engine.client.project.close({});
  const dice = diceFor('kill -9 while labeling');
  const acknowledged: string[] = [];
  for (let round = 0; round < kills; round++) {
    const args = [file, path.join(folder, 'data'), String(study.id), String(round)];
    acknowledged.push(...(await linesUntilKilled(child, args, 60 * uniformOpen(dice))));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills);
  const after = testEngine(path.join(folder, 'after'));
  const info = await after.client.project.open({ path: file });
  expect(info.recoveryNotice).toMatch(/did not close this project properly/);
  const { db } = after.context.session.project!;
  expect(acknowledged.filter((key) => !findByClientKey(db, key))).toEqual([]);
  expect(db.prepare('SELECT COUNT(DISTINCT annotator_id) FROM label').pluck().get()).toBe(3);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const { labeled } = await after.client.estimate.current({ studyId: study.id });
  expect(labeled).toBeGreaterThan(0);
  // The notice is about what was there when the project was opened, whatever is labeled since.
  const { batch, next } = await after.client.label.open({ studyId: study.id });
  await submit(after, batch, next!, { kind: 'score', value: 3 });
  const current = await after.client.project.current({});
  expect(current).toMatchObject({ labelCount: info.labelCount + 1, recoveryNotice: info.recoveryNotice });
});
