import path from 'node:path';
import { expect, test } from 'vitest';
import { linesUntilKilled } from '../support/killed-child.ts';
import { testEngine } from '../support/test-engine.ts';
import { studyOfThree } from './three-annotators.ts';

const rounds = 4;
const child = path.join(import.meta.dirname, '..', 'support', 'deciding-child.ts');

test('kill -9 while adjudicating loses no decision that was acknowledged', { timeout: 120_000 }, async () => {
  const { engine, studyId, file, folder } = await studyOfThree();
  await engine.client.project.close({});
  const acknowledged: string[] = [];
  for (let round = 0; round < rounds; round++) {
    const args = [file, path.join(folder, 'data'), String(studyId), String(round)];
    acknowledged.push(...(await linesUntilKilled(child, args, Math.random() * 60)));
  }
  expect(acknowledged.length).toBeGreaterThan(rounds);
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
