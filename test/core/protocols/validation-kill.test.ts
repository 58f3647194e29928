import path from 'node:path';
import { expect, test } from 'vitest';
import { findValidationByClientKey } from '../../../db/validations.ts';
import { uniformOpen } from '../../../stats/index.ts';
import { diceFor, rounds } from '../../support/chance.ts';
import { linesUntilKilled } from '../support/killed-child.ts';
import { engineWithProject, importRecords, testEngine } from '../support/test-engine.ts';
import { conversationRecords } from './support/scripted-model.ts';
import { openedRef, refsOf } from './support/validators.ts';

const kills = rounds(2, 50);
const child = path.join(import.meta.dirname, '..', 'support', 'validating-child.ts');

test('kill -9 in the middle of a validation loses no step that was acknowledged', {
  timeout: 240_000,
}, async () => {
  const { engine, folder, file } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, conversationRecords);
  const { runId } = await engine.client.validation.gather({ datasetId, system: null });
  const light = openedRef(engine, (await refsOf(engine, runId)).light);
  await engine.client.project.close({});
  const dice = diceFor('kill -9 while validating');
  const acknowledged: string[] = [];
  for (let round = 0; round < kills; round++) {
    const args = [file, path.join(folder, 'data'), light, String(round)];
    acknowledged.push(...(await linesUntilKilled(child, args, 60 * uniformOpen(dice))));
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(kills);
  const after = testEngine(path.join(folder, 'after'));
  await after.client.project.open({ path: file });
  const { db } = after.context.session.project!;
  expect(acknowledged.filter((key) => !findValidationByClientKey(db, key))).toEqual([]);
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  const { phase } = await after.client.validation.view({ ref: light });
  expect(['question', 'answer']).toContain(phase);
});
