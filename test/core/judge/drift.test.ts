import { expect, onTestFinished, test, vi } from 'vitest';
import { driftFound, driftIn } from '../../../core/design/series/judge-drift.ts';
import { judgeDriftChecks } from '../../../core/report/selfcheck/judge-drift-checks.ts';
import type { Judge } from '../../../shared/contract/index.ts';
import { createRng } from '../../../stats/index.ts';
import { makeWorkplace } from '../../host/run-assay.ts';
import { type Asked, startLlmServer } from '../../llm-server/server.ts';
import { rounds } from '../../support/chance.ts';
import { until } from '../../support/until.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';

vi.setConfig({ testTimeout: 120_000 });

const count = 60;
const scale = { min: 1, max: 5, direction: 'higher' } as const;
const records = Array.from({ length: count }, (_, i) => ({
  id: `item-${i}`,
  conversation: [{ role: 'user', content: `What of town ${i}?` }],
  // The last ten replies are to the same words, so that one request asks of all.
  ...(i >= 50 && { conversation: [{ role: 'user', content: 'What of towns?' }] }),
  responses: {
    one: i >= 50 ? 'Towns are fine.' : `Town ${i} is fine.`,
    two: `Town ${i} is far.`,
  },
}));

const textOf = ({ body }: Pick<Asked, 'body'>) =>
  (body.messages as { content: string }[]).map(({ content }) => content).join('\n');

/** A judge of quality at a server whose mood the test sets. */
async function judged() {
  let scoreOf = (town: number) => 2 + (town % 3);
  const server = await startLlmServer({
    reply: (asked) => {
      const town = Number(/own (\d+) is/.exec(textOf(asked))?.[1] ?? 0);
      const scores = { quality: scoreOf(town) };
      return JSON.stringify({ items: [{ item: 1, reason: 'So it reads.', scores }] });
    },
  });
  onTestFinished(() => server.close());
  const { engine, folder, file } = await engineWithProject();
  const { client } = engine;
  const datasetId = await importRecords(engine, folder, records, {});
  const { id: endpointId } = await client.endpoint.save({
    ...{ name: 'Loop', preset: 'custom', baseUrl: server.url, model: 'loop-1', keySource: 'none' },
    ...{ concurrency: 8, timeoutMs: 30_000 },
  });
  const { id: promptId } = await client.prompt.save({
    ...{ name: 'Quality', kind: 'rating', examples: '' },
    instructions: 'Rate. {{criteria}} {{examples}}',
    item: '{{question}} {{response}}',
    criteria: [{ name: 'quality', integer: true, definition: 'good', scale }],
  });
  const judge = await client.judge.save({ name: 'reader', promptId, endpointId });
  const run = async (system: string, again?: { size?: number }) => {
    const target = { judgeId: judge.id, datasetId, system, ...(again && { again }) };
    const { id } = await client.judge.start(target);
    await until(async () => {
      const { state, jobId } = await client.run.get({ runId: id });
      return state !== 'running' && jobId === null;
    });
    return client.run.get({ runId: id });
  };
  return {
    engine,
    client,
    server,
    file,
    datasetId,
    judge,
    run,
    feel: (mood: typeof scoreOf) => {
      scoreOf = mood;
    },
  };
}

const scoresOf = async (
  client: Awaited<ReturnType<typeof judged>>['client'],
  datasetId: number,
  judge: Judge,
) =>
  (await client.dataset.get({ datasetId })).signals.find(({ name }) => name === judge.signalName)!.coverage;

test('says by how much scores moved and lie apart on average, nothing without scores', () => {
  const about = { number: 1, criteria: 1, range: 4 };
  const of = (...pairs: [number, number][]) =>
    driftIn([pairs.map(([before, now]) => ({ before, now }))], about);
  expect(of([3, 2])).toEqual({ kind: 'none', replies: 1, moved: -1, apart: 1 });
  expect(of([3, 2], [3, 5])).toEqual({ kind: 'none', replies: 2, moved: 0.5, apart: 1.5 });
  expect(of()).toEqual({ kind: 'none', replies: 0, moved: null, apart: null });
});

test('a judge is asked the same replies anew, keeps its scores, and is called drifted when it rose', async () => {
  const { client, server, judge, run, feel, datasetId } = await judged();
  await expect(run('one', {})).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'reader v1 has scored no reply of one here.',
  });
  await run('one');
  const before = await scoresOf(client, datasetId, judge);
  const asked = server.asked.length;
  const first = await run('one', { size: 40 });
  expect(first).toMatchObject({ state: 'finished', callsReused: 0, calls: 40 });
  expect(first.title).toBe('reader v1 judges one, asked again: check 1');
  expect(server.asked.length - asked).toBe(40);
  const calm = await client.judge.watches({});
  expect(calm).toMatchObject([{ judge: 'reader v1', system: 'one', alpha: 0.05, hasDrifted: false }]);
  expect(calm[0]!.checks[0]!.findings).toEqual([
    { criterion: 'quality', kind: 'none', replies: 40, moved: 0, apart: 0 },
  ]);
  expect(calm[0]!.words[0]).toBe(
    'No drift of reader v1 is shown in 1 check of one, the newest of 40 replies.',
  );
  await expect(run('one', { size: 20 })).rejects.toMatchObject({
    message: 'The set was drawn at the first check, with 40 replies.',
  });
  feel((town) => 3 + (town % 3));
  const second = await run('one', {});
  expect(second).toMatchObject({ calls: 40, callsReused: 0 });
  const [drifted] = await client.judge.watches({});
  expect(drifted!.checks.map(({ number, findings }) => [number, findings[0]!.kind])).toEqual([
    [1, 'none'],
    [2, 'higher'],
  ]);
  expect(drifted!.checks[1]!.findings[0]).toMatchObject({ moved: 1, apart: 1, replies: 40 });
  expect(drifted!.words[0]).toMatch(
    /^reader v1 has drifted in quality, as check 2 of .* shows: higher. At the newest check 40 replies score 1 higher than on /,
  );
  expect(await scoresOf(client, datasetId, judge)).toEqual(before);
});

test('requests alike are asked once', async () => {
  const { run } = await judged();
  await run('one');
  expect(await run('one', { size: 60 })).toMatchObject({ calls: 51 });
});

test('scores that lie farther apart than at the first check are found, though their mean stays', async () => {
  const { client, run, feel } = await judged();
  feel(() => 3);
  await run('one');
  await run('one', { size: 51 });
  feel((town) => (town % 2 === 0 ? 1 : 5));
  await run('one', {});
  const [watch] = await client.judge.watches({});
  expect(watch!.checks[1]!.findings[0]).toMatchObject({ kind: 'less steady', apart: 2 });
  expect(watch!.words.join(' ')).toContain('A score now lies 2 from the one before');
});

test('releases that a drifted judge scored are no longer compared by its scores', async () => {
  const { client, run, feel, datasetId, judge } = await judged();
  await run('one');
  feel((town) => 3 + (town % 3));
  await run('two');
  const claim = { kind: 'not-worse', by: 0.5, thanSystem: 'one' } as const;
  const ask = () => client.claim.gateByChecks({ datasetId, system: 'two', claim });
  expect(await ask()).toMatchObject({ verdict: 'pass', judgeBreak: null });
  await run('one', { size: 51 });
  expect(await ask()).toMatchObject({
    verdict: 'inconclusive',
    judgeBreak: 'reader v1 has drifted: its scores of two systems are not compared.',
  });
  const study = await client.study.create({
    ...{ datasetId, system: 'one', name: 'first', seed: 5, preset: 'uniform', size: 20, alpha: 0.05 },
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: judge.signalName, criterion: 'quality' },
  });
  const { id } = await client.series.begin({ studyId: study.id });
  const series = await client.series.release({ seriesId: id, system: 'two', datasetId, name: 'second' });
  expect(series.releases.map(({ judgeBreak }) => judgeBreak)).toEqual([
    null,
    'reader v1 has drifted: a break. The numbers rest on labels and can be compared; scores and widths of the two cannot.',
  ]);
});

test('the command asks, says what it found and ends with 3 where the judge drifted', async () => {
  const { engine, file, run, feel } = await judged();
  await run('one');
  await engine.close();
  using place = makeWorkplace();
  const { assay } = place;
  const none = await assay('judge', 'watch', file, '--stored');
  expect(none).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining('No judge was asked again here'),
  });
  const calm = await assay('judge', 'watch', file, '--system', 'one', '--size', '40');
  expect(calm.stdout).toContain('No drift of reader v1 is shown in 1 check of one');
  expect(calm.exitCode).toBe(0);
  feel((town) => 1 + (town % 3));
  const drifted = await assay('judge', 'watch', file, '--system', 'one', '--json');
  expect(drifted.exitCode).toBe(3);
  const { run: asked, watches } = JSON.parse(drifted.stdout);
  expect(asked).toMatchObject({ state: 'finished' });
  expect(watches).toMatchObject([
    { hasDrifted: true, checks: [{}, { findings: [{ kind: 'lower', moved: -1 }] }] },
  ]);
});

test('by hand: a request counts once, and a half of it that rises with a half that falls says nothing', () => {
  const about = { number: 1, criteria: 1, range: 4 };
  const rise = Array.from({ length: 40 }, () => [{ before: 2, now: 3 }]);
  expect(driftFound(rise, about)).toBe('higher');
  expect(
    driftFound(
      rise.map((request) => [...request, { before: 3, now: 2 }]),
      about,
    ),
  ).toBe('none');
  // Of each score that rises by a whole scale wealth grows by 1 + f for the five shares f: 5 of them do not reach 120, 9 do.
  const wealth = (n: number) => [0.03, 0.1, 0.25, 0.5, 0.9].reduce((sum, f) => sum + (1 + f) ** n, 0) / 5;
  const fewest = Array.from({ length: 30 }, (_, n) => n).find((n) => wealth(n) >= 120)!;
  const whole = (n: number) =>
    driftFound(
      Array.from({ length: n }, () => [{ before: 1, now: 5 }]),
      about,
    );
  expect([whole(fewest - 1), whole(fewest)]).toEqual(['none', 'higher']);
});

test('a judge that never changes is called drifted at most as often as the level allows', () => {
  for (const check of judgeDriftChecks()) {
    const rng = createRng(11);
    const runs = rounds(40, 400);
    const misses = Array.from({ length: runs }, () => check.run(rng)).filter(
      (one) => one === 'misses',
    ).length;
    expect(misses / runs, check.population).toBeLessThanOrEqual(0.1);
  }
});
