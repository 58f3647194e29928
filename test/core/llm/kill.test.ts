import path from 'node:path';
import { expect, test } from 'vitest';
import { unitsPerRequest } from '../../../core/sources/run/item-plan.ts';
import { judgeProject, llmServer } from './judging.ts';
import { killRounds } from './kill-rounds.ts';

const count = 60;
const concurrency = 4;
/** Few rounds here; `node test/core/llm/kill-twenty.ts` does twenty. */
const rounds = 3;

test('kill -9 in the middle: no stored reply is asked again, and the run comes to its end', {
  timeout: 300_000,
}, async () => {
  const server = await llmServer({ latencyMs: 5 });
  const { engine, file, folder, datasetId, judge } = await judgeProject(server.url, {
    count,
    endpoint: { concurrency },
  });
  await engine.client.project.close({});
  const args = [file, path.join(folder, 'data'), String(datasetId), String(judge.id)];
  const report = await killRounds(server, file, args, rounds, () => 5 + Math.floor(Math.random() * 10));
  expect(report).toMatchObject({ askedAgain: 0, kills: rounds });
  expect(report.answeredTwice).toBeLessThanOrEqual(rounds * unitsPerRequest * concurrency);
  expect(server.answered.size).toBe(count);
  await engine.client.project.open({ path: file });
  const [run] = await engine.client.run.list({});
  expect(run).toMatchObject({
    state: 'finished',
    callsDone: count,
    callsReused: 0,
    outcomes: { scored: 2 * count },
  });
  expect(engine.context.session.project!.db.pragma('integrity_check', { simple: true })).toBe('ok');
});
