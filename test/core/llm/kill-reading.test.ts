import { spawn } from 'node:child_process';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { uniformInt } from '../../../stats/index.ts';
import { diceFor, rounds } from '../../support/chance.ts';
import { answered, requestsIn, writeLines } from './answer-files.ts';
import { type Bench, directRun, judgeProject } from './judging.ts';

const kills = rounds(2, 30);
const count = rounds(300, 1500);
/** Nothing listens there: whoever asks fails. */
const nowhere = 'http://127.0.0.1:9/v1';
const child = path.join(import.meta.dirname, 'reading-child.ts');

/** A run whose requests stand answered in two files, the second of which has some of the first once more. */
async function answeredRun() {
  const bench = await judgeProject(nowhere, { count });
  const run = directRun(bench);
  const file = path.join(bench.folder, 'requests.jsonl');
  await run.work({ batchFiles: { write: file } });
  const requests = requestsIn(file);
  const half = Math.floor(count / 2);
  const names = ['one.jsonl', 'two.jsonl'].map((name) => path.join(bench.folder, name)) as [string, string];
  writeLines(
    names[0],
    requests.slice(0, half + 20).map((one) => answered(one)),
  );
  writeLines(
    names[1],
    requests.slice(half).map((one) => answered(one)),
  );
  return { bench, run, answers: names };
}

/** What has come of the answers. Two projects fence their texts differently, so that their requests have different hashes. */
function outcome({ engine }: Pick<Bench, 'engine'>) {
  const { db } = engine.context.session.project!;
  return {
    calls: db.prepare('SELECT COUNT(*), SUM(input_tokens), SUM(output_tokens) FROM llm_call').get(),
    verdicts: db
      .prepare(
        'SELECT item_id, criterion, outcome, value, reason FROM judge_verdict ORDER BY item_id, criterion',
      )
      .all(),
    scores: db
      .prepare(
        `SELECT item_id, signal.name, signal.criterion, value FROM machine_score JOIN signal ON signal.id = signal_id
         WHERE signal.name LIKE 'looper%' ORDER BY signal.criterion, item_id`,
      )
      .all(),
  };
}

/** Replies and verdicts that are stored by now, as another program sees them. */
function storedIn(db: Database.Database): number {
  return db
    .prepare('SELECT (SELECT COUNT(*) FROM llm_call) + (SELECT COUNT(*) FROM judge_verdict)')
    .pluck()
    .get() as number;
}

/** Reads until so much is stored, and is killed then; whether it had to be. */
function readUntil(args: readonly string[], file: string, target: number): Promise<boolean> {
  const db = new Database(file, { readonly: true });
  return new Promise<boolean>((resolve, reject) => {
    const reading = spawn(process.execPath, [child, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
    const look = setInterval(() => storedIn(db) >= target && reading.kill('SIGKILL'), 1);
    reading.on('error', reject);
    reading.on('close', (code, signal) => {
      clearInterval(look);
      if (signal === null && code !== 0) reject(new Error(`the reading child ended with ${code}`));
      else resolve(signal === 'SIGKILL');
    });
  }).finally(() => db.close());
}

test('kill -9 while answers are read: nothing lost, nothing twice, and reading again completes', {
  timeout: 600_000,
}, async () => {
  const whole = await answeredRun();
  await whole.run.work({ batchFiles: { read: whole.answers } });
  const expected = outcome(whole.bench);
  expect(expected).toMatchObject({ verdicts: { length: 2 * count }, scores: { length: 2 * count } });

  const { bench, answers } = await answeredRun();
  const { engine, folder, file } = bench;
  await engine.client.project.close({});
  const dice = diceFor('kill -9 while reading answers');
  const args = [file, path.join(folder, 'data'), ...answers];
  // Anywhere from the first reply to the last verdict, each time further on.
  const most = 3 * count - 1;
  const targets = Array.from({ length: kills }, () => uniformInt(dice, 1, most)).sort((a, b) => a - b);
  let killed = 0;
  for (const target of targets) if (await readUntil(args, file, target)) killed++;
  expect(killed).toBeGreaterThan(0);
  expect(await readUntil(args, file, Number.POSITIVE_INFINITY)).toBe(false);

  await engine.client.project.open({ path: file });
  expect(outcome(bench)).toEqual(expected);
  const [run] = await engine.client.run.list({});
  const [one] = await whole.bench.engine.client.run.list({});
  expect(run).toMatchObject({ state: 'finished', callsDone: count, outcomes: { scored: 2 * count } });
  // What it has used counts once, however often it was read.
  const used = ({ inputTokens, outputTokens, cost }: NonNullable<typeof run>) => ({
    inputTokens,
    outputTokens,
    cost,
  });
  expect(used(run!)).toEqual(used(one!));
  expect(engine.context.session.project!.db.pragma('integrity_check', { simple: true })).toBe('ok');
  // Each file is one of the run's files, however often it was read, and its replies are those that it brought.
  const readOnce = (files: NonNullable<typeof run>['files']) =>
    files.filter(({ way }) => way === 'read').map(({ name }) => name);
  expect(readOnce(run!.files)).toEqual(readOnce(one!.files));
  await engine.client.project.close({});
  expect(await readUntil(args, file, Number.POSITIVE_INFINITY)).toBe(false);
  await engine.client.project.open({ path: file });
  const [again] = await engine.client.run.list({});
  expect(again!.files.map(({ way, name, hash }) => ({ way, name, hash }))).toEqual(
    run!.files.map(({ way, name, hash }) => ({ way, name, hash })),
  );
  const broughtBy = ({ files }: NonNullable<typeof run>) =>
    files.reduce((sum, { counts }) => sum + counts.replies, 0);
  expect(broughtBy(again!)).toBe(broughtBy(run!));
  expect(outcome(bench)).toEqual(expected);
});
