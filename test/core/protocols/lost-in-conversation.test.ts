import { describe, expect, onTestFinished, test } from 'vitest';
import type { ProtocolTurn, StartProtocol } from '../../../shared/contract/index.ts';
import type { ReplyText } from '../../llm-server/replies.ts';
import { type Asked, startLlmServer } from '../../llm-server/server.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { runToEnd } from './support/scripted-model.ts';

type LostSettings = Extract<StartProtocol['settings'], { protocol: 'lost-in-conversation' }>;

/** Instructions in three pieces; the model can tell the answer once it knows the last one. */
const records = Array.from({ length: 6 }, (_, i) => ({
  id: `sum-${i}`,
  question: `Ann has ${i} apples and buys 3 more, then eats 1. How many are left?`,
  shards: ['How many apples does Ann have left?', `She had ${i} at first.`, 'She bought 3 and ate 1.'],
  reference: [String(i + 2)],
}));

const contentOf = ({ body }: Pick<Asked, 'body'>) => body.messages as { role: string; content: string }[];

/** The played user tells the first shard that it has not told; the verifier calls a reply with a number an attempt. */
function sensible(one: Pick<Asked, 'body'>): string {
  const messages = contentOf(one);
  const last = messages.at(-1)!.content;
  const all = messages.map(({ content }) => content).join('\n');
  switch (one.body.model) {
    case 'user': {
      const [, number, text] = /not told yet:\n(\d+)\. (.*)/.exec(last)!;
      return `Shard: ${number}\nMessage: well ${text}`;
    }
    case 'verifier': {
      const reply = /(?:Last reply|Reply) of the assistant: ([\s\S]*)/.exec(last)![1]!;
      if (last.startsWith('Last message of the user')) return /\d+/.exec(reply)?.[0] ?? 'nothing of the kind';
      return /\d/.test(reply) ? 'ATTEMPT' : 'CLARIFICATION';
    }
    default: {
      const had = /(?:had|has) (\d+) /.exec(all);
      if (!had || !all.includes('3')) return 'How many were there at first, and what became of them?';
      return `That makes ${Number(had[1]) + 2} apples.`;
    }
  }
}

async function lostProject(reply: (one: Asked) => ReplyText = sensible) {
  const server = await startLlmServer({ reply });
  onTestFinished(() => server.close());
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, records);
  const { id: endpointId } = await engine.client.endpoint.save({
    ...{ name: 'Loop', preset: 'custom', baseUrl: server.url, model: 'system', keySource: 'none' },
    ...{ concurrency: 4, timeoutMs: 30_000 },
  });
  const spec = (model: string) => ({ kind: 'endpoint' as const, endpointId, model });
  const run = (settings: Partial<LostSettings>, more: Partial<StartProtocol> = {}) =>
    runToEnd(engine, {
      datasetId,
      model: spec('system'),
      settings: { protocol: 'lost-in-conversation', verifier: spec('verifier'), ...settings },
      ...more,
    });
  return { engine, server, folder, datasetId, spec, run };
}

test('a user tells at most one shard a turn, and a right answer ends the conversation', async () => {
  const { engine, spec, run } = await lostProject();
  const done = await run({ user: spec('user'), runs: 10 });
  expect(done).toMatchObject({ state: 'finished', conversations: 60, conversationsFailed: 0 });
  expect(done.scores).toMatchObject({
    protocol: 'lost-in-conversation',
    performance: { value: 1, upper: 1 },
    aptitude: { value: 1 },
    unreliability: { value: 0, lower: 0 },
    ...{ instructions: 6, repeated: 6, conversations: 60, right: 60, untold: 0, uncopied: 0 },
  });
  const { turns, brief } = await engine.client.protocol.transcript({ runId: done.id, position: 0 });
  expect(brief.variant).toBe('run 1');
  expect(turns.map(({ asked, isRight }: ProtocolTurn) => [asked, isRight])).toEqual([
    ['How many apples does Ann have left?', null],
    ['well She had 0 at first.', null],
    ['well She bought 3 and ate 1.', true],
  ]);
  expect(turns[2]!.note).toBe('Shard 3 of 3. The reply is: attempt. Its answer: 2');
  expect(done.replies.map(({ part }) => part).sort()).toEqual(['system', 'user', 'verifier']);
  const { played } = await engine.client.protocol.playedUser({ runId: done.id });
  expect(played).toMatchObject({ talks: 60, turns: 170 });
});

const askedIn = async ({ engine }: Awaited<ReturnType<typeof lostProject>>, runId: number) => {
  const { turns } = await engine.client.protocol.transcript({ runId, position: 0 });
  return turns.map(({ asked }) => asked);
};

describe('the modes', () => {
  test('full asks the instruction whole, concat its shards as a list, each in one turn without a user', async () => {
    const project = await lostProject();
    const full = await project.run({
      mode: 'full',
      runs: 1,
      verifier: null,
      correctness: { by: 'containment' },
    });
    expect(await askedIn(project, full.id)).toEqual([records[0]!.question]);
    const concat = await project.run({ mode: 'concat', runs: 1 });
    expect(await askedIn(project, concat.id)).toEqual([
      '- How many apples does Ann have left?\n- She had 0 at first.\n- She bought 3 and ate 1.',
    ]);
    expect(full.title).toBe('Lost in Conversation, full: system');
    expect(full.replies.map(({ part }) => part)).toEqual(['system']);
  });

  test('recap asks once more with all shards, and that reply alone counts', async () => {
    const project = await lostProject((one) => {
      const last = contentOf(one).at(-1)!.content;
      return one.body.model === 'system' && last.startsWith('To sum up') ? 'It is 999.' : sensible(one);
    });
    const run = await project.run({ mode: 'recap', runs: 1, user: project.spec('user') });
    expect((await askedIn(project, run.id)).at(-1)).toContain('- She bought 3 and ate 1.');
    expect(run.scores).toMatchObject({ performance: { value: 0 }, untold: 0 });
  });

  test('snowball repeats in each turn what was told before', async () => {
    const project = await lostProject();
    const run = await project.run({ mode: 'snowball', runs: 1, user: project.spec('user') });
    const asked = await askedIn(project, run.id);
    expect(asked[0]).toBe('How many apples does Ann have left?');
    expect(asked[2]).toBe(
      'As I said:\n- How many apples does Ann have left?\n- well She had 0 at first.\n\nBesides:\n\nwell She bought 3 and ate 1.',
    );
  });
});

describe('a played user', () => {
  test('who tells nothing does not go on forever: the conversation ends and is counted', async () => {
    const { spec, run } = await lostProject((one) =>
      one.body.model === 'user' ? 'Shard: none\nMessage: I do not know.' : sensible(one),
    );
    const done = await run({ user: spec('user'), runs: 1 });
    expect(done).toMatchObject({ state: 'finished', scores: { untold: 6, performance: { value: 0 } } });
  });

  test('who names a shard that there is not, or says nothing, has no turn: the conversation can be resumed', async () => {
    for (const said of ['Shard: 9\nMessage: more', 'Shard: 2', 'I had 3 apples.', 'Shard: 2\nMessage:']) {
      const { spec, run } = await lostProject((one) => (one.body.model === 'user' ? said : sensible(one)));
      const done = await run({ user: spec('user'), runs: 1 }, { limit: 1 });
      expect(done.state).toBe('failed');
      expect(done.message).toContain('did not say which shard');
    }
  });
});

test('replies are told apart: refusals and empty ones are counted, and end in no answer', async () => {
  const { spec, run } = await lostProject((one) => {
    if (one.body.model === 'system')
      return contentOf(one).length === 1 ? { refusal: 'No.' } : 'It depends: 1 or 2.';
    return one.body.model === 'verifier' ? 'HEDGE' : sensible(one);
  });
  const { scores } = await run({ user: spec('user'), runs: 1 });
  expect(scores).toMatchObject({ right: 0, performance: { value: 0 } });
  const kinds = scores?.protocol === 'lost-in-conversation' ? scores.kinds : [];
  expect(kinds.filter(({ replies }) => replies > 0)).toEqual([
    { kind: 'hedge', replies: 12 },
    { kind: 'refusal', replies: 6 },
  ]);
});

test('an answer that the verifier did not copy counts whole, and is counted', async () => {
  const { spec, run } = await lostProject((one) => {
    const last = contentOf(one).at(-1)!.content;
    return one.body.model === 'verifier' && !last.startsWith('Wanted') ? 'a made-up answer' : sensible(one);
  });
  const done = await run({ user: spec('user'), runs: 1, correctness: { by: 'containment' } });
  expect(done.scores).toMatchObject({ uncopied: 6, right: 6 });
});

test('a long copy with a gap stands for all between its ends', async () => {
  const { spec, run } = await lostProject((one) => {
    if (one.body.model === 'system') return 'Sure. def f(x): return x if x else 1  # done';
    const last = contentOf(one).at(-1)!.content;
    if (one.body.model !== 'verifier') return sensible(one);
    return last.startsWith('Wanted') ? 'ATTEMPT' : 'def f(x): [...] else 1';
  });
  const { scores } = await run({ user: spec('user'), runs: 1, correctness: { by: 'f1', threshold: 0.9 } });
  expect(scores).toMatchObject({ uncopied: 0, correctness: 'word F1 above 0.9' });
});

test('with fewer than ten runs there is performance, and neither aptitude nor unreliability', async () => {
  const { spec, run } = await lostProject();
  const { scores } = await run({ user: spec('user'), runs: 3 });
  const none = { value: null, lower: null, upper: null };
  expect(scores).toMatchObject({
    performance: { value: 1 },
    aptitude: none,
    unreliability: none,
    repeated: 0,
  });
});

describe('what cannot work is refused with what to do', () => {
  const refused = async (settings: Partial<LostSettings>, data: readonly unknown[] = records) => {
    const { engine, folder, run } = await lostProject();
    const datasetId = await importRecords(engine, folder, data, { name: 'other' });
    return run(settings, { datasetId }).then(
      () => 'started',
      (error: Error & { remedy?: string }) => error.message,
    );
  };
  const user = { kind: 'command' as const, command: process.execPath };

  test('parts', async () => {
    expect(await refused({ mode: 'sharded' })).toMatch(/has to play the user/);
    expect(await refused({ mode: 'concat', user })).toMatch(/Nobody plays the user/);
    expect(
      await refused({
        mode: 'concat',
        correctness: { by: 'judge', checker: user, criterion: 'right' },
      }),
    ).toMatch(/cannot calibrate a judge/);
  });

  test('data', async () => {
    const one = { id: '1', question: 'How many?', reference: ['1'] };
    expect(await refused({ mode: 'concat', runs: 1 }, [one])).toMatch(/cut into shards/);
    expect(await refused({ mode: 'concat', runs: 1 }, [{ id: '1', shards: ['a', 'b'] }])).toMatch(
      /gold answer/,
    );
    expect(
      await refused({ mode: 'full', runs: 1 }, [{ id: '1', shards: ['a', 'b'], reference: ['c'] }]),
    ).toMatch(/in one text/);
  });

  test('runs that could not differ', async () => {
    const { engine, datasetId, spec } = await lostProject();
    const start = engine.client.protocol.start({
      datasetId,
      model: { ...spec('system'), temperature: 0 },
      settings: { protocol: 'lost-in-conversation', mode: 'concat' },
    });
    await expect(start).rejects.toThrow(/would ask the same/);
  });
});

test('shards are a field of texts or objects, or the user turns of a conversation', async () => {
  const { engine, folder } = await lostProject();
  const shapes = [
    { id: 'a', shards: ['one', 'two'], reference: ['1'] },
    {
      id: 'b',
      shards: [
        { shard_id: 1, shard: 'one' },
        { shard_id: 2, shard: 'two' },
      ],
      reference: ['1'],
    },
    { id: 'c', question: 'one and two', shards: [{ shard_text: 'one' }, { text: 'two' }], reference: ['1'] },
    {
      id: 'd',
      conversation: [
        { role: 'user', content: 'one' },
        { role: 'assistant', content: 'well' },
        { role: 'user', content: 'two' },
      ],
      reference: ['1'],
    },
    { id: 'e', question: 'one', reference: ['1'] },
    { id: 'f', shards: ['one', ''], question: 'one', reference: ['1'] },
  ];
  const datasetId = await importRecords(engine, folder, shapes, { name: 'shapes' });
  const { sharded } = await engine.client.protocol.options({ datasetId });
  expect(sharded).toEqual({ items: 4, shards: 8, whole: 1 });
});

test('models are free where runs are to differ, and those that read replies are not', async () => {
  const { engine, datasetId, spec } = await lostProject();
  const { settings, model } = await engine.client.protocol.start({
    ...{ datasetId, model: spec('system'), limit: 1 },
    settings: { protocol: 'lost-in-conversation', user: spec('user'), verifier: spec('verifier') },
  });
  expect(model).toMatchObject({ temperature: 1, instructions: '' });
  expect(settings).toMatchObject({ user: { temperature: 1 }, verifier: { temperature: 0 }, runs: 10 });
});

test('runs of two systems are compared by performance, aptitude and unreliability', async () => {
  const { engine, spec, run } = await lostProject();
  const first = await run({ user: spec('user') }, { limit: 1 });
  const other = { model: { ...spec('system'), topP: 0.5 }, system: 'other', limit: 1 };
  const second = await run({ user: spec('user') }, other);
  const { scores } = await engine.client.protocol.compare({ runIds: [first.id, second.id] });
  const measures = scores
    .filter(({ system }) => system === 'other')
    .map(({ measure, value }) => [measure, value]);
  expect(measures).toEqual([
    ['performance', 1],
    ['aptitude, A90', 1],
    ['unreliability, U90_10', 0],
  ]);
});

test('answers graded by a metric score what the last attempt does, and only 1 ends a conversation', async () => {
  const { engine, spec, run, datasetId } = await lostProject();
  const correctness = { by: 'metric', metric: 'f1-squad1' } as const;
  const done = await run({ user: spec('user'), verifier: null, correctness, runs: 10 });
  // "That makes 2 apples." beside "2": precision 1/4, recall 1.
  expect(done).toMatchObject({ state: 'finished', conversationsFailed: 0 });
  expect(done.scores).toMatchObject({
    performance: { value: expect.closeTo(0.4, 12) },
    aptitude: { value: expect.closeTo(0.4, 12) },
    unreliability: { value: expect.closeTo(0, 12) },
    ...{ conversations: 60, right: 0, correctness: 'graded by f1-squad1, best over the gold answers' },
  });
  const { turns, brief } = await engine.client.protocol.transcript({ runId: done.id, position: 0 });
  expect(brief.score).toBeCloseTo(0.4, 12);
  expect(turns.map(({ score, isRight }: ProtocolTurn) => [score, isRight])).toEqual([
    [0, null],
    [0, null],
    [expect.closeTo(0.4, 12), null],
  ]);
  const { datasetId: dataId } = await engine.client.protocol.openAsData({
    runId: done.id,
    what: 'conversations',
  });
  const { signals } = await engine.client.dataset.get({ datasetId: dataId });
  expect(signals[0]!.coverage[0]).toMatchObject({ mean: expect.closeTo(0.4, 12) });
  // The verifier copies the number alone, which is right.
  const copied = await run({ user: spec('user'), correctness, runs: 1 }, { system: 'copied' });
  expect(copied.scores).toMatchObject({ performance: { value: 1 }, right: 6 });
  const start = engine.client.protocol.start({
    ...{ datasetId, model: spec('system') },
    settings: {
      ...{ protocol: 'lost-in-conversation', user: spec('user') },
      correctness: { by: 'metric', metric: 'bertscore' },
    },
  });
  await expect(start).rejects.toThrow('There is no metric named bertscore.');
});

test('with a recap the last reply alone is graded', async () => {
  const { spec, run } = await lostProject((one) =>
    one.body.model !== 'user' && contentOf(one).at(-1)!.content.startsWith('To sum up')
      ? 'No idea.'
      : sensible(one),
  );
  const correctness = { by: 'metric', metric: 'f1-squad1' } as const;
  const done = await run({ mode: 'recap', user: spec('user'), verifier: null, correctness, runs: 1 });
  expect(done.scores).toMatchObject({ performance: { value: 0 } });
});
