import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { builtInPersonas } from '../../../core/protocols/iqa-eval/personas.ts';
import type { UserPair } from '../../../shared/contract/index.ts';
import { playedUserRows } from '../../../shared/played-user-words.ts';
import { makeWorkplace } from '../../host/run-assay.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import {
  conversationRecords,
  generatorSays,
  runToEnd,
  scriptedModel,
  strongSays,
  weakSays,
} from './support/scripted-model.ts';

// Each run starts a job and a program of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

async function interviewed(says = weakSays) {
  const { engine, folder, file } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, conversationRecords);
  const generator = scriptedModel(folder, 'generator', generatorSays).spec;
  const model = scriptedModel(folder, 'weak', says).spec;
  const settings = { protocol: 'interview', generator } as const;
  const run = await runToEnd(engine, { datasetId, model, system: 'weak', settings });
  return { engine, folder, file, run };
}

test('the turns of a generator stand beside the questions of people, and pairs say nothing of who is who', async () => {
  const { engine, folder, file, run } = await interviewed();
  const found = await engine.client.protocol.playedUser({ runId: run.id });
  // By hand: word F1 of .2857, 1 and 1 with a turn before in one talk, 2/3 in the other.
  expect(found).toMatchObject({
    played: { talks: 2, turns: 4, repetition: { lower: null, upper: null }, refusals: { share: 0 } },
    people: { talks: 2, turns: 5, refusals: { share: 0 } },
    ...{ pairs: 2, reason: null },
  });
  expect(found.played.repetition.share).toBeCloseTo((2 / 7 + 1 + 1 + 2 / 3) / 4, 12);
  expect(found.played.words).toBeCloseTo((4 + 4 + 4 + 5) / 4, 12);
  const pairs = await engine.client.protocol.userPairs({ runId: run.id });
  expect(pairs.map(({ a, b }) => a.length - b.length)).toEqual([0, 0]);
  expect(await engine.client.protocol.userPairs({ runId: run.id })).toEqual(pairs);
  await engine.close();

  using place = makeWorkplace({ asStarted: ['protocol'] });
  const args = ['protocol', 'user', file, '--run', String(run.id)];
  const written = path.join(folder, 'pairs.json');
  const shown = await place.assay(...args, '--pairs', written);
  expect(shown.stdout).toMatch(/Words per turn +4\.3 +3\.\d[\s\S]*2 pairs are in/);
  expect((await place.assay(...args, '--pairs', written)).stderr).toMatch(/pairs\.json/);
  const read = JSON.parse(readFileSync(written, 'utf8')) as UserPair[];
  expect(read).toEqual(pairs);
  // Whoever knows the data finds them all.
  const people = conversationRecords.flatMap(({ conversation }) =>
    conversation.map(({ content }) => content),
  );
  const guesses = read.map(({ pair, a }) => ({ pair, people: people.includes(a[0]!) ? 'a' : 'b' }));
  const file1 = path.join(folder, 'guesses.json');
  writeFileSync(file1, JSON.stringify(guesses));
  const { guesses: scored } = await place.json<{ guesses: unknown }>(...args, '--guesses', file1);
  expect(scored).toMatchObject({
    ...{ guessed: 2, found: 2, share: 1, upper: 1 },
    summary: expect.stringMatching(
      /^People were found in 100\s% of the pairs \(15\.8\s% to 100\s%\)\. That is no more than/,
    ),
  });
  writeFileSync(file1, JSON.stringify([...guesses, guesses[0]]));
  expect((await place.assay(...args, '--guesses', file1)).stderr).toMatch(/Pair 0 is guessed twice/);
  writeFileSync(file1, '[{"pair": 7, "people": "a"}]');
  expect((await place.assay(...args, '--guesses', file1)).stderr).toMatch(/has no pair 7/);
  writeFileSync(file1, '[{"pair": 0, "people": "c"}]');
  expect(await place.assay(...args, '--guesses', file1)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/guesses\.json, field 0\.people/),
  });
});

test('without follow-ups there is nothing to say, and of a replay there is nobody', async () => {
  const everything = {
    ...strongSays.answers,
    'Who founded the band?': 'Anna Reel',
    'Did she write songs?': 'yes',
  };
  const { engine, run } = await interviewed({ answers: everything });
  const found = await engine.client.protocol.playedUser({ runId: run.id });
  expect(found).toMatchObject({
    played: { talks: 0, turns: 0, words: null, repetition: { share: null } },
    pairs: 0,
    reason: 'not estimable: the played user has said nothing yet',
  });
  expect(playedUserRows({ ...found, people: null })[2]).toEqual([
    'Words per turn',
    'not estimable',
    'not estimable',
  ]);
  const { protocol } = engine.client;
  await expect(protocol.userPairs({ runId: run.id })).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const datasetId = (await engine.client.dataset.list({}))[0]!.id;
  const replay = await runToEnd(engine, {
    datasetId,
    model: run.model,
    system: 'again',
    settings: { protocol: 'replay', mode: 'gold' },
  });
  await expect(protocol.playedUser({ runId: replay.id })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: 'Nobody plays a user in this run.',
  });
});

test('the talks of people count once each, whoever is played: as in an interview, and where each reply is an item', async () => {
  const { engine, folder } = await engineWithProject();
  const said = ['Who was it?', 'Ada.', 'When?', 'In 1871.', 'Where?'];
  const talk = said.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }));
  const growing = [1, 3, 5].map((length) => ({
    ...{ id: `t${length}`, group: 'talk', conversation: talk.slice(0, length), reference: ['Tannoch'] },
  }));
  // A question that nobody answered before is a task, not a talk.
  const task = { id: 'task', conversation: talk.slice(0, 1), reference: ['Ada'] };
  const datasetId = await importRecords(engine, folder, [...conversationRecords, ...growing, task]);
  const text = (holds: string, say: string) => ({ texts: [{ holds: [holds], text: say }] });
  const user = scriptedModel(folder, 'user', {
    texts: [
      { holds: ['Assistant: '], text: 'So, the answer is: Ada' },
      { holds: [''], text: 'Who?' },
    ],
  }).spec;
  const judge = scriptedModel(folder, 'judge', text('', 'Helpfulness: 4\nFluency: 5\nReason: clear')).spec;
  const model = scriptedModel(folder, 'model', { answers: { 'Who?': 'Ada.' } }).spec;
  const standard = { ...builtInPersonas.find(({ name }) => name === 'standard')!, share: 1 };
  const run = await runToEnd(engine, {
    ...{ datasetId, model, limit: 1 },
    settings: { protocol: 'iqa-eval', user, judges: [judge], personas: [standard] },
  });
  const found = await engine.client.protocol.playedUser({ runId: run.id });
  expect(found).toMatchObject({
    played: { talks: 1 },
    people: { talks: 3, turns: 3 + 2 + 3 },
    reason: null,
  });
});
