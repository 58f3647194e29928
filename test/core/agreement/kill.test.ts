import path from 'node:path';
import { expect, test } from 'vitest';
import { uniformOpen } from '../../../stats/index.ts';
import { diceFor, rounds } from '../../support/chance.ts';
import { linesUntilKilled } from '../support/killed-child.ts';
import { testEngine } from '../support/test-engine.ts';
import { studyOfThree } from './three-annotators.ts';

const kills = rounds(2, 50);
const child = path.join(import.meta.dirname, '..', 'support', 'deciding-child.ts');

test('kill -9 while adjudicating loses no decision that was acknowledged', { timeout: 240_000 }, async () => {
  const { engine, studyId, file, folder } = await studyOfThree();
  await engine.client.project.close({});
  const dice = diceFor('kill -9 while adjudicating');
  const acknowledged: string[] = [];
  for (let round = 0; round < kills; round++) {
    const args = [file, path.join(folder, 'data'), String(studyId), String(round)];
    acknowledged.push(...(await linesUntilKilled(child, args, 60 * uniformOpen(dice))));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills);
  const { client, context } = testEngine(path.join(folder, 'after'));
  await client.project.open({ path: file });
  const { db } = context.session.project!;
  const stored = new Set(db.prepare('SELECT client_key FROM adjudication').pluck().all());
  expect(acknowledged.filter((key) => !stored.has(key))).toEqual([]);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  // Each decision and its entry of the audit trail are there together.
  const acts = db.prepare("SELECT COUNT(*) FROM audit WHERE action = 'adjudication.decide'").pluck().get();
  expect(acts).toBe(stored.size);
  expect((await client.adjudication.queue({ studyId })).decided).toBeGreaterThan(0);
});
