import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runFiles } from '../../../db/llm-run-files.ts';
import { answered, type BatchRequest, requestsIn, writeLines } from './answer-files.ts';
import { type Bench, directRun, judgeProject, llmServer } from './judging.ts';

const timeout = 120_000;
const count = 12;
/** Nothing listens there: whoever asks fails. */
const nowhere = 'http://127.0.0.1:9/v1';

async function written(bench: Bench, most?: { requests: number; bytes: number }) {
  const run = directRun(bench);
  const file = path.join(bench.folder, 'requests.jsonl');
  const end = await run.work({ batchFiles: { write: file }, ...(most && { mostInFile: most }) });
  const read = (...names: string[]) =>
    run.work({ batchFiles: { read: names.map((name) => path.join(bench.folder, name)) } });
  const put = (name: string, all: readonly unknown[]) => writeLines(path.join(bench.folder, name), all);
  const now = () => bench.engine.client.run.get({ runId: run.runId });
  return { run, file, end, read, put, now };
}

/** What a run stored. Two projects fence their texts differently, so that their requests have different hashes. */
function tables({ engine }: Bench) {
  const { db } = engine.context.session.project!;
  const all = (sql: string) => db.prepare(sql).all();
  return {
    verdicts: all('SELECT item_id, criterion, outcome, value, reason, flag FROM judge_verdict'),
    scores: all(`SELECT item_id, criterion, value FROM machine_score JOIN signal ON signal.id = signal_id
       WHERE signal.name LIKE 'looper%' ORDER BY criterion, item_id`),
    calls: all(`SELECT reply, input_tokens, output_tokens FROM llm_call
       JOIN judge_verdict ON call_hash = hash WHERE criterion = 'fluency' ORDER BY item_id`),
  };
}

test('answers by file are stored as those of a run that asks', { timeout }, async () => {
  const server = await llmServer();
  const live = await judgeProject(server.url, { count });
  await directRun(live).work();
  const bench = await judgeProject(server.url, { count });
  const before = server.asked.length;
  const { file, end, read, put, now } = await written(bench);
  expect(end).toMatchObject({ state: 'paused' });
  const requests = requestsIn(file);
  expect(requests).toHaveLength(count);
  expect(requests[0]).toMatchObject({
    method: 'POST',
    url: '/v1/chat/completions',
    body: { model: 'loop-1' },
  });
  // In any order.
  put(
    'answers.jsonl',
    requests.toReversed().map((one) => answered(one)),
  );
  expect(await read('answers.jsonl')).toMatchObject({ state: 'finished' });
  expect(server.asked).toHaveLength(before);
  expect(tables(bench)).toEqual(tables(live));
  const { files, outcomes, callsDone, inputTokens } = await now();
  expect({ outcomes, callsDone }).toEqual({ outcomes: { scored: 2 * count }, callsDone: count });
  expect(inputTokens).toBeGreaterThan(0);
  expect(files).toMatchObject([
    { way: 'written', name: 'requests.jsonl', counts: { lines: count } },
    { way: 'read', name: 'answers.jsonl', counts: { lines: count, replies: count, foreign: 0, broken: 0 } },
  ]);
  const stored = tables(bench);
  expect(await read('answers.jsonl')).toMatchObject({ state: 'finished' });
  expect(tables(bench)).toEqual(stored);
  // The same file once more is no further file.
  expect((await now()).files).toEqual(files);
});

test('files hold what servers take, and none is left in the middle', { timeout }, async () => {
  const bench = await judgeProject(nowhere, { count });
  const { run, end } = await written(bench, { requests: 5, bytes: 1e9 });
  expect(end.message).toContain('12 requests written to requests.jsonl, requests-2.jsonl, requests-3.jsonl');
  const names = readdirSync(bench.folder).filter((name) => name.startsWith('requests'));
  const sizes = names.map((name) => requestsIn(path.join(bench.folder, name)).length);
  expect(sizes.toSorted()).toEqual([2, 5, 5]);
  const size = readFileSync(path.join(bench.folder, 'requests.jsonl')).length;
  const more = path.join(bench.folder, 'more.jsonl');
  await run.work({ batchFiles: { write: more }, mostInFile: { requests: 99, bytes: size } });
  for (const name of readdirSync(bench.folder).filter((one) => one.startsWith('more')))
    expect(readFileSync(path.join(bench.folder, name)).length).toBeLessThanOrEqual(size);
  const taken = path.join(bench.folder, 'taken.jsonl');
  writeFileSync(path.join(bench.folder, 'taken-2.jsonl'), 'mine');
  const refused = run.work({ batchFiles: { write: taken }, mostInFile: { requests: 5, bytes: 1e9 } });
  await expect(refused).rejects.toThrow(/already a file named taken-2.jsonl/);
  expect(readFileSync(path.join(bench.folder, 'taken-2.jsonl'), 'utf8')).toBe('mine');
  expect(requestsIn(taken)).toHaveLength(5);
  expect(readdirSync(bench.folder).filter((name) => name.includes('.tmp'))).toEqual([]);
});

test('a second file fills what the first one left, and what failed says why', { timeout }, async () => {
  const bench = await judgeProject(nowhere, { count });
  const { run, file, read, put, now } = await written(bench);
  const requests = requestsIn(file);
  const failed = (one: BatchRequest, status_code: number, message: string) => ({
    custom_id: one.custom_id,
    response: { status_code, body: null },
    error: { error: { message, type: 'BadRequestError', code: status_code } },
  });
  const expired = { code: 'batch_expired', message: 'Could not be executed in time.' };
  put('first.jsonl', [
    ...requests.slice(0, 5).map((one) => answered(one)),
    failed(requests[5]!, 400, 'The prompt is too long.'),
    failed(requests[6]!, 429, 'Slow down.'),
    { custom_id: requests[7]!.custom_id, response: null, error: expired },
  ]);
  expect(await read('first.jsonl')).toMatchObject({ state: 'paused' });
  const first = await now();
  expect(first.outcomes).toEqual({ scored: 10, failed: 2 });
  expect(first.message).toContain('6 requests without an answer.');
  expect(first.faults).toEqual({ request: 1, 'rate-limit': 1, server: 1 });
  expect(first.files.at(-1)!.counts).toMatchObject({ replies: 5, failed: 3 });
  const { rows } = await bench.engine.client.run.verdicts({ runId: run.runId, outcome: 'failed' });
  expect(rows[0]!.reason).toContain('The prompt is too long');
  // What is left, what failed among it, goes into another file.
  const rest = path.join(bench.folder, 'rest.jsonl');
  await run.work({ batchFiles: { write: rest } });
  expect(requestsIn(rest).map(({ custom_id }) => custom_id)).toEqual(
    requests.slice(5).map(({ custom_id }) => custom_id),
  );
  put(
    'second.jsonl',
    requests.slice(6).map((one) => answered(one)),
  );
  expect(await read('second.jsonl')).toMatchObject({ state: 'finished' });
  expect((await now()).outcomes).toEqual({ scored: 22, failed: 2 });
});

test('what a hostile file says is refused by line, and the rest stored', { timeout }, async () => {
  const bench = await judgeProject(nowhere, { count });
  const { run, file, read, put, now } = await written(bench);
  const requests = requestsIn(file);
  const [first, second, third] = requests.map((one) => answered(one));
  const foreign = { ...second!, custom_id: 'f'.repeat(64) };
  const otherScore = answered(requests[0]!, JSON.stringify({ items: [] }));
  const nan = JSON.stringify(third).replace('"prompt_tokens":', '"prompt_tokens":NaN,"was":');
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  put('hostile.jsonl', [
    first,
    // The first answer to a request counts.
    otherScore,
    foreign,
    { custom_id: second!.custom_id, response: { status_code: 200, body: { hello: 'world' } } },
    requests[1],
    nan,
    deep,
    'null',
    '{"custom_id": 7}',
    '',
    JSON.stringify({ custom_id: '__proto__', response: { status_code: 200, body: third!.response.body } }),
    'x'.repeat(21_000_000),
    JSON.stringify(second).slice(0, -5),
  ]);
  expect(await read('hostile.jsonl')).toMatchObject({ state: 'paused' });
  const { files, message, outcomes } = await now();
  expect(files.at(-1)!.counts).toEqual({ lines: 12, replies: 1, known: 1, failed: 0, foreign: 2, broken: 8 });
  expect(message).toContain('hostile.jsonl, line 3: its custom_id is of no request of this run');
  expect(message).toContain('hostile.jsonl, line 4: an answer that is not a reply of a language model');
  expect(outcomes).toEqual({ scored: 2 });
  expect(tables(bench).calls).toHaveLength(1);
  // Not one line of another run: refused, nothing stored, nothing noted.
  put('other.jsonl', [foreign, foreign]);
  await expect(read('other.jsonl')).rejects.toMatchObject({
    code: 'IMPORT_REFUSED',
    message: expect.stringContaining('other.jsonl, line 1'),
  });
  expect((await now()).outcomes).toEqual({ scored: 2 });
  expect(runFiles(bench.engine.context.session.project!.db, run.runId)).toHaveLength(3);
});

test('an answer to another prompt, model or text belongs to no request', { timeout }, async () => {
  const bench = await judgeProject(nowhere, { count });
  const { file } = await written(bench);
  const other = await judgeProject(nowhere, { count, judge: { model: 'loop-2' } });
  const { read, put } = await written(other);
  put(
    'answers.jsonl',
    requestsIn(file).map((one) => answered(one)),
  );
  await expect(read('answers.jsonl')).rejects.toThrow(/another text, prompt, model/);
  expect(tables(other)).toEqual({ verdicts: [], scores: [], calls: [] });
});

test('a reply that cannot be read is asked once more, by file as by the server', { timeout }, async () => {
  const bench = await judgeProject(nowhere, { count });
  const { run, file, read, put, now } = await written(bench);
  const requests = requestsIn(file);
  put('first.jsonl', [answered(requests[0]!, 'What?'), ...requests.slice(1).map((one) => answered(one))]);
  expect(await read('first.jsonl')).toMatchObject({ state: 'paused' });
  const again = path.join(bench.folder, 'again.jsonl');
  await run.work({ batchFiles: { write: again } });
  const [asked, ...others] = requestsIn(again);
  expect(others).toEqual([]);
  expect(asked!.body.messages).toHaveLength(4);
  put('again-answers.jsonl', [answered(asked!)]);
  expect(await read('again-answers.jsonl')).toMatchObject({ state: 'finished' });
  expect((await now()).outcomes).toEqual({ scored: 2 * count });
  // All of it at once, into a project that knows nothing yet: the answer to the second asking is understood after the first.
  bench.engine.context.session.project!.db.exec(
    'DELETE FROM llm_call; DELETE FROM judge_verdict; DELETE FROM llm_run_file;',
  );
  expect(await read('again-answers.jsonl', 'first.jsonl')).toMatchObject({ state: 'finished' });
  const { outcomes, files } = await now();
  expect(outcomes).toEqual({ scored: 2 * count });
  expect(files.slice(-2).map(({ counts }) => counts.replies)).toEqual([1, count]);
});

test('what is left after files can be asked by the server, and nothing twice', { timeout }, async () => {
  const server = await llmServer();
  const bench = await judgeProject(server.url, { count });
  const { run, file, read, put } = await written(bench);
  put(
    'some.jsonl',
    requestsIn(file)
      .slice(0, 9)
      .map((one) => answered(one)),
  );
  await read('some.jsonl');
  expect(await run.work()).toMatchObject({ state: 'finished' });
  expect(server.asked).toHaveLength(3);
});
