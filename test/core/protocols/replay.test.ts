import { expect, test, vi } from 'vitest';
import type { ProtocolRun, QuestionKind, ReplayMode } from '../../../shared/contract/index.ts';
import { asWrittenWords } from '../../../shared/outcome-words.ts';
import { questionKindLines } from '../../../shared/question-kind-words.ts';
import { until } from '../../support/until.ts';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import {
  conversationRecords,
  correctScale,
  runToEnd,
  scriptedModel,
  strongSays,
  waitForRun,
  weakSays,
} from './support/scripted-model.ts';

// Each run starts a job and a program of its own.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

async function projectWithConversations() {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, conversationRecords, { scales: [correctScale] });
  return { engine, folder, datasetId };
}

const replayScores = ({ scores }: ProtocolRun) => {
  if (scores?.protocol !== 'replay') throw new Error('no replay scores');
  return scores;
};

test('the five modes score as computed by hand', async () => {
  const { engine, folder, datasetId } = await projectWithConversations();
  const { spec } = scriptedModel(folder, 'strong', strongSays);
  const run = (mode: ReplayMode) =>
    runToEnd(engine, { datasetId, model: spec, system: 'strong', settings: { protocol: 'replay', mode } });
  // F1 of the turns: 1, 2*2/(3+2) = 0.8, 1 (both refuse), 0; the last question depends on the answer before it.
  const gold = await run('gold');
  expect(gold.state).toBe('finished');
  expect(replayScores(gold)).toMatchObject({ all: 0.76, answerable: 0.7, questions: 5, scoredAnswerable: 4 });
  expect(replayScores(gold).unanswerable).toMatchObject({ precision: 1, recall: 1, actualShare: 0.2 });
  expect(replayScores(await run('pred'))).toMatchObject({
    all: expect.closeTo(0.56, 12),
    answerable: expect.closeTo(0.45, 12),
    invalid: 0,
  });
  const rewritten = await run('rewrite');
  expect(replayScores(rewritten)).toMatchObject({ all: 0.76, invalid: 1, changed: 1 });
  expect(replayScores(await run('replace'))).toMatchObject({ all: 0.76, invalid: 1, changed: 1 });
  // The last question is not asked: 1, 0.8, 1 and 0 are left.
  const filtered = await run('filter');
  expect(filtered.title).toBe('Auto-Filter: strong');
  expect(replayScores(filtered)).toMatchObject({
    ...{ all: expect.closeTo(0.7, 12), answerable: expect.closeTo(0.6, 12), questions: 4 },
    ...{ invalid: 1, changed: 0, removed: 1 },
  });
  const { turns: left } = await engine.client.protocol.transcript({ runId: filtered.id, position: 1 });
  expect(left[1]).toMatchObject({
    ...{ kind: 'removed', asked: 'Did she write songs?', answer: '', score: null, isInvalid: true },
    note: expect.stringContaining('It was not asked.'),
  });
  const kinds = await engine.client.protocol.markQuestion({
    ...{ runId: filtered.id, position: 1, turn: 1, kind: 'unresolved' },
  });
  expect(kinds.detector).toMatchObject({ precision: 1, recall: 1 });
  // It has no answer to what it left out, so its model becomes no system.
  await expect(engine.client.protocol.useAsSignal({ runId: filtered.id })).rejects.toMatchObject({
    code: 'CONFLICT',
  });

  const { turns, passage } = await engine.client.protocol.transcript({ runId: rewritten.id, position: 1 });
  expect(passage).toContain('Anna Reel');
  expect(turns[1]).toMatchObject({
    original: 'Did she write songs?',
    asked: 'Did Anna Reel write songs?',
    isInvalid: true,
    score: 1,
  });
  const flagged = await engine.client.protocol.transcripts({ runId: rewritten.id, flagged: true });
  expect(flagged.rows.map(({ externalId }) => externalId)).toEqual(['band']);
});

test('as the authors ran it is named in title and settings, and looks two turns back', async () => {
  const { engine, folder, datasetId } = await projectWithConversations();
  const { spec } = scriptedModel(folder, 'strong', strongSays);
  const settings = { protocol: 'replay', mode: 'rewrite', matching: 'authors' } as const;
  const run = await runToEnd(engine, { datasetId, model: spec, system: 'strong', settings });
  expect(run).toMatchObject({
    title: 'Auto-Rewrite, as the authors ran it: strong',
    settings: { matching: 'authors', lookBack: 2, window: null },
  });
  expect(replayScores(run)).toMatchObject({ invalid: 1, changed: 1 });
  const none = await runToEnd(engine, {
    ...{ datasetId, model: spec, system: 'strong' },
    settings: { ...settings, lookBack: 0 },
  });
  // Without any turn both histories are the same.
  expect(replayScores(none)).toMatchObject({ invalid: 0 });
  const comparison = await engine.client.protocol.compare({ runIds: [run.id, none.id] });
  expect(JSON.stringify(comparison)).toContain('Turns looked back');
});

test('refusals in words of their own: what published scripts make of them stands beside', async () => {
  const { engine, folder } = await engineWithProject();
  const asked = ['Who?', 'When?', 'Where?', 'Why?'];
  const datasetId = await importRecords(engine, folder, [
    {
      id: 'talk',
      conversation: asked.map((content) => ({ role: 'user', content })),
      context: 'Ann came in May.',
      references: [['Ann'], ['CANNOTANSWER'], ['CANNOTANSWER', 'CANNOTANSWER', 'May'], ['in May', 'in May']],
    },
  ]);
  const { spec } = scriptedModel(folder, 'own-words', {
    answers: { 'Who?': 'Ann', 'When?': 'unknown', 'Where?': 'CANNOTANSWER', 'Why?': 'June' },
  });
  const settings = { protocol: 'replay', mode: 'gold', metric: 'f1-quac' } as const;
  const run = await runToEnd(engine, { datasetId, model: spec, settings });
  // As refusals: 1, 1, 1, 0. Letter by letter "unknown" is a wrong answer.
  expect(replayScores(run)).toMatchObject({ all: 0.75, answerable: 0.5, scored: 4 });
  expect(replayScores(run).asWritten).toEqual({ all: 0.5, answerable: 0.5, answers: 1 });
  expect(asWrittenWords(replayScores(run))).toMatch(/all 50\s?%.*1 answer/);
});

test('people say which questions do not fit, and why; the detector stands beside them', async () => {
  const { engine, folder, datasetId } = await projectWithConversations();
  const { spec } = scriptedModel(folder, 'strong', strongSays);
  const run = (mode: ReplayMode) =>
    runToEnd(engine, { datasetId, model: spec, system: 'strong', settings: { protocol: 'replay', mode } });
  const { id: runId } = await run('rewrite');
  const mark = (position: number, turn: number, kind: QuestionKind | null) =>
    engine.client.protocol.markQuestion({ runId, position, turn, kind });
  await mark(0, 1, 'incoherent');
  await mark(0, 2, 'fits');
  await mark(0, 2, null);
  await mark(0, 2, 'fits');
  // The detector rewrote this one alone.
  const found = await mark(1, 1, 'unresolved');
  expect(found).toMatchObject({
    annotators: 1,
    judged: 3,
    undecided: 0,
    fits: 1,
    unresolved: 1,
    incoherent: 1,
  });
  expect(found.invalid.share).toBeCloseTo(2 / 3, 12);
  expect(found.detector).toEqual({ precision: 1, recall: 0.5, recallOfUnresolved: 1 });
  expect(questionKindLines(found)[1]).toMatch(/Unresolved reference 1 \(50\s?%\)/);
  expect(questionKindLines(found)).toHaveLength(3);
  const { kinds } = await engine.client.protocol.transcript({ runId, position: 0 });
  expect(kinds).toEqual([null, 'incoherent', 'fits']);
  // Why it is unresolved (section 5.1): a mark of its own, that only this kind has.
  const place = { runId, position: 1, turn: 1 };
  const because = await engine.client.protocol.markQuestion({
    ...{ ...place, kind: 'unresolved', cause: 'extra-gold' },
  });
  expect(because.causes).toEqual({
    ...{ incorrectPrediction: 0, openQuestion: 0, noPrediction: 0, extraGold: 1, open: 0 },
  });
  expect(questionKindLines(because)[2]).toMatch(/extra gold information 1 \(100\s?%; Li et al. 13.6 %\)/);
  expect((await engine.client.protocol.transcript({ runId, position: 1 })).causes).toEqual([
    null,
    'extra-gold',
  ]);
  await expect(
    engine.client.protocol.markQuestion({ ...place, kind: 'incoherent', cause: 'open-question' }),
  ).rejects.toThrow('Only an unresolved reference has a cause');

  // Another person differs on one: no majority there.
  await engine.client.annotator.choose({ name: 'Noor' });
  expect(await mark(0, 1, 'fits')).toMatchObject({ annotators: 2, judged: 3, undecided: 1, incoherent: 0 });
  await expect(mark(0, 9, 'fits')).rejects.toThrow('no question 10');
  const gold = await run('gold');
  await expect(
    engine.client.protocol.markQuestion({ runId: gold.id, position: 0, turn: 1, kind: 'fits' }),
  ).rejects.toThrow("Only a replay with the model's own history");
  await engine.client.protocol.remove({ runId });
  await expect(engine.client.protocol.questionKinds({ runId })).rejects.toThrow();
});

test('the model sees the history within its window', async () => {
  const { engine, folder, datasetId } = await projectWithConversations();
  const { spec, requests } = scriptedModel(folder, 'strong', strongSays);
  await runToEnd(engine, {
    datasetId,
    model: spec,
    settings: { protocol: 'replay', mode: 'gold', window: 1 },
    concurrency: 1,
  });
  const lengths = (requests() as unknown as { conversation: unknown[] }[]).map(
    ({ conversation }) => conversation.length,
  );
  expect(lengths).toEqual([1, 3, 3, 1, 3]);
});

test('a canceled run resumes and asks nothing twice; programs must be named again', async () => {
  const { engine, folder, datasetId } = await projectWithConversations();
  const { spec, requests } = scriptedModel(folder, 'strong', { ...strongSays, delayMs: 150 });
  const { id } = await engine.client.protocol.start({
    datasetId,
    model: spec,
    settings: { protocol: 'replay', mode: 'pred' },
    concurrency: 1,
  });
  await until(() => requests().length >= 2);
  await engine.client.protocol.pause({ runId: id });
  const paused = await waitForRun(engine, id);
  expect(paused.state).toBe('paused');
  expect(paused.conversationsDone).toBe(0);
  await expect(engine.client.protocol.resume({ runId: id })).rejects.toMatchObject({ code: 'CONFLICT' });
  const commands = [[spec.command, ...spec.args].join(' ')];
  await engine.client.protocol.resume({ runId: id, commands });
  const done = await waitForRun(engine, id);
  expect(done).toMatchObject({ state: 'finished', conversationsDone: 2 });
  expect(replayScores(done).all).toBeCloseTo(0.56, 12);
  expect(requests()).toHaveLength(5);
  expect(done.callsReused).toBeGreaterThan(0);
});

test('a program that fails ends the run with its words, and what failed can be tried again', async () => {
  const { engine, folder, datasetId } = await projectWithConversations();
  const says = { answers: { ...strongSays.answers, 'Who founded the band?': 'FAIL' } };
  const { spec } = scriptedModel(folder, 'failing', says);
  const run = await runToEnd(engine, {
    datasetId,
    model: spec,
    settings: { protocol: 'replay', mode: 'gold' },
  });
  expect(run).toMatchObject({ state: 'failed', conversationsDone: 1, conversationsFailed: 1 });
  const { rows } = await engine.client.protocol.transcripts({ runId: run.id });
  expect(rows[1]).toMatchObject({ state: 'failed', message: 'The program says: scripted' });
});

test('a program that is not there is said to be missing', async () => {
  const { engine, datasetId } = await projectWithConversations();
  const run = await runToEnd(engine, {
    datasetId,
    model: { kind: 'command', command: '/nowhere/model' },
    settings: { protocol: 'replay', mode: 'gold' },
  });
  expect(run.state).toBe('failed');
  expect(run.message).toContain('cannot be started');
});

test('places, correlation and pairwise agreement beside people', async () => {
  const { engine, folder, datasetId } = await projectWithConversations();
  const runIds: number[] = [];
  for (const [system, says] of [
    ['strong', strongSays],
    ['weak', weakSays],
  ] as const) {
    const { spec } = scriptedModel(folder, system, says);
    const settings = { protocol: 'replay', mode: 'gold' } as const;
    runIds.push((await runToEnd(engine, { datasetId, model: spec, system, settings })).id);
  }
  const comparison = await engine.client.protocol.compare({ runIds, criterion: 'correct' });
  const all = comparison.scores.filter(({ measure }) => measure === 'all questions');
  // Weak: 1, 0 (it refuses), 1, 0, 1.
  expect(all.map(({ system, value, place }) => [system, value, place])).toEqual([
    ['strong', 0.76, 1],
    ['weak', 0.6, 2],
  ]);
  expect(comparison.human!.systems.map(({ system, mean, place }) => [system, mean, place])).toEqual([
    ['strong', 1, 1],
    ['weak', 0, 2],
  ]);
  // The light: strong is better for both. The band: people prefer strong, the scores are equal.
  expect(comparison.pairwise).toMatchObject([
    { first: 'strong', second: 'weak', agreeing: 1, comparable: 2, automaticTies: 1, agreement: 0.5 },
  ]);
  const [correlation] = comparison.correlations;
  expect(correlation).toMatchObject({ systems: 2, sameRanking: true });
  expect(correlation!.coefficients[0]!.reason).toContain('at least 3 systems');
  expect(correlation!.warning).toContain('2 systems');
});

test('one click makes the scores of a live model a signal, and its answers the responses of a new system', async () => {
  const { engine, folder } = await engineWithProject();
  const records = conversationRecords.map(({ human: _human, ...record }) => record);
  const datasetId = await importRecords(engine, folder, records);
  const { spec } = scriptedModel(folder, 'strong', strongSays);
  const settings = { protocol: 'replay', mode: 'gold' } as const;
  const run = await runToEnd(engine, { datasetId, model: spec, system: 'strong', settings });
  const made = await engine.client.protocol.useAsSignal({ runId: run.id });
  expect(made).toMatchObject({ system: 'strong', items: 2, isNewSystem: true });
  const { surrogates, systems } = await engine.client.study.options({ datasetId });
  expect(systems).toContainEqual({ name: 'strong', items: 2 });
  expect(surrogates.map(({ spec }) => spec)).toContainEqual({ kind: 'auto', name: made.name });
  const light = (await engine.client.item.list({ datasetId })).items.find(
    ({ externalId }) => externalId === 'light',
  )!;
  const item = await engine.client.item.get({ itemId: light.id });
  expect(item.responses).toEqual([
    { system: 'strong', turns: ['Edda Halloran', 'born in Tannoch', 'CANNOTANSWER'] },
  ]);
});

test('items that ask one question each are put together, and recorded responses are replayed', async () => {
  const { engine, folder } = await engineWithProject();
  const turn = (content: string) => ({ role: 'user', content });
  const said = (content: string) => ({ role: 'assistant', content });
  const datasetId = await importRecords(engine, folder, [
    { id: 'a-1', group: 'a', conversation: [turn('Who?')], reference: ['Ann'], responses: { old: 'Ann' } },
    {
      id: 'a-2',
      group: 'a',
      conversation: [turn('Who?'), said('Ann'), turn('When?')],
      reference: ['in 1900'],
      responses: { old: 'in 1901' },
    },
    {
      id: 'b-1',
      group: 'b',
      conversation: [turn('What?')],
      reference: ['a ship'],
      responses: { old: 'ship' },
    },
  ]);
  const options = await engine.client.protocol.options({ datasetId });
  expect(options).toMatchObject({ conversations: 2, questions: 3, systems: ['old'] });
  const model = { kind: 'recorded', system: 'old' } as const;
  const run = await runToEnd(engine, { datasetId, model, settings: { protocol: 'replay', mode: 'gold' } });
  // Articles are no words: 1, 2*1/(2+2) = 0.5, 1.
  expect(replayScores(run).all).toBeCloseTo(2.5 / 3, 12);
  const made = await engine.client.protocol.useAsSignal({ runId: run.id });
  expect(made).toMatchObject({ system: 'old', items: 3, isNewSystem: false });
});
