import { setImmediate as nextTurn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { editStudy } from '../../../core/design/edit-study.ts';
import { undoDecision } from '../../../core/labeling/agreement/decide.ts';
import { markAnswers } from '../../../core/labeling/conversations/human-conversation.ts';
import { join } from '../../../core/labeling/portal/invite.ts';
import { settlePractice } from '../../../core/labeling/rounds/practice/pass-practice.ts';
import { startPractice } from '../../../core/labeling/rounds/practice/start-round.ts';
import { dropOut } from '../../../core/labeling/team/drop-out.ts';
import { setTeam } from '../../../core/labeling/team/set-team.ts';
import { putPracticeLeft } from '../../../db/practice.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { conversationRecords, scriptedModel, strongSays } from '../protocols/support/scripted-model.ts';
import { engineWithProject, importRecords, ratedStudy, submit } from '../support/test-engine.ts';

type Made = Awaited<ReturnType<typeof ratedStudy>>;

/**
 * Acts that are begun while a long job writes. Each of them waits for it.
 *
 * @param first what is written before any of them goes on
 * @returns what became of each, in no order
 */
async function whileJobWrites(
  { engine }: Pick<Made, 'engine'>,
  begin: () => readonly Promise<unknown>[],
  first: () => unknown = () => {},
): Promise<('done' | string)[]> {
  const job = new Database(engine.context.session.project!.path);
  job.exec('BEGIN IMMEDIATE');
  const acts = Promise.allSettled(begin());
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
  job.exec('ROLLBACK');
  job.close();
  await first();
  return (await acts).map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code)).toSorted();
}

async function people({ engine }: Made, names: readonly string[]): Promise<number[]> {
  for (const name of names) await engine.client.annotator.add({ name });
  return (await engine.client.annotator.list({})).flatMap(({ id, name }) =>
    names.includes(name) ? [id] : [],
  );
}

const score = (value: number): LabelAnswer => ({ kind: 'score', value });

test('two rounds of practice that are begun at once share no item', async () => {
  const made = await ratedStudy(74, { count: 80 });
  const { engine, study } = made;
  const { context } = engine;
  const start = () => startPractice(context, { studyId: study.id, items: 4, targetAlpha: 0.7, seed: 5 });
  expect(await whileJobWrites(made, () => [start(), start()])).toEqual(['CONFLICT', 'done']);
  expect((await engine.client.practice.get({ studyId: study.id })).rounds).toHaveLength(1);
});

test('practice does not begin where somebody labels the batch at the same time', async () => {
  const made = await ratedStudy(6);
  const { engine, study } = made;
  const { batch, next } = await engine.client.label.open({ studyId: study.id });
  const acts = await whileJobWrites(made, () => [
    submit(engine, batch, next!, score(3)),
    engine.client.practice.start({ studyId: study.id, items: 4, targetAlpha: 0.7 }),
  ]);
  expect(acts).toEqual(['CONFLICT', 'done']);
  const { counts } = await engine.client.team.get({ studyId: study.id });
  const { rounds } = await engine.client.practice.get({ studyId: study.id });
  expect(counts.labeled + rounds.length).toBe(1);
});

test('a round does not open the batch once another was begun after it', async () => {
  const made = await ratedStudy(6);
  const { engine, study } = made;
  const { client, context } = engine;
  const studyId = study.id;
  const members = await people(made, ['Ada', 'Ben', 'Cas']);
  await client.team.set({ studyId, members });
  await client.practice.start({ studyId, items: 3, targetAlpha: 0.7 });
  for (const annotatorId of members.slice(0, 2)) {
    const { batch, items } = await client.label.open({ studyId, annotatorId });
    for (const [n, { ref }] of items.entries()) await submit(engine, batch, ref, score(1 + n));
  }
  putPracticeLeft(context.session.project!.db, studyId, members[2]!, context.now());
  await whileJobWrites(
    made,
    () => [settlePractice(context, studyId)],
    () => startPractice(context, { studyId, items: 3, targetAlpha: 0.7 }),
  );
  expect(await client.practice.get({ studyId })).toMatchObject({ passed: null });
});

test('the last two members do not both drop out', async () => {
  const made = await ratedStudy(6);
  const { engine, study } = made;
  const studyId = study.id;
  const members = await people(made, ['Ada', 'Ben']);
  await engine.client.team.set({ studyId, members });
  const acts = await whileJobWrites(made, () =>
    members.map((annotatorId) => dropOut(engine.context, { studyId, annotatorId })),
  );
  expect(acts).toEqual(['CONFLICT', 'done']);
  const { members: left } = await engine.client.team.get({ studyId });
  expect(left.filter(({ isMember }) => isMember)).toHaveLength(1);
});

test('who joins as the items are shared out has a share', async () => {
  const made = await ratedStudy(6);
  const { engine, study } = made;
  const studyId = study.id;
  const { context } = engine;
  const [ada, ben] = await people(made, ['Ada', 'Ben']);
  await engine.client.team.set({ studyId, members: [ada!], deals: true });
  await whileJobWrites(
    made,
    () => [join(context, studyId, [ben!])],
    () => setTeam(context, { studyId, deals: false }),
  );
  const { members } = await engine.client.team.get({ studyId });
  expect(members.map(({ assigned }) => assigned)).toEqual([3, 3]);
});

test('an answer is stored by the form as it is when it is written', async () => {
  const made = await ratedStudy(6);
  const { engine, study } = made;
  const { client } = engine;
  const studyId = study.id;
  const { batch, next } = await client.label.open({ studyId });
  const fields = [{ name: 'why', question: 'Why?', required: true, form: { kind: 'text' as const } }];
  const acts = await whileJobWrites(
    made,
    () => [submit(engine, batch, next!, score(3))],
    () => editStudy(engine.context, { studyId, fields }),
  );
  expect(acts).toEqual(['INVALID_INPUT']);
});

test('a decision is taken back once', async () => {
  const made = await ratedStudy(3);
  const { engine, study } = made;
  const { client } = engine;
  const studyId = study.id;
  const members = await people(made, ['Ada', 'Ben']);
  await client.team.set({ studyId, members, overlap: 2, finalRule: 'adjudicated' });
  for (const [n, annotatorId] of members.entries()) {
    const { batch, items } = await client.label.open({ studyId, annotatorId });
    await submit(engine, batch, items.map(({ ref }) => ref).toSorted()[0]!, score(1 + n));
  }
  const { entries, as } = await client.adjudication.queue({ studyId });
  const { itemId, criterionId } = entries[0]!;
  const place = { studyId, itemId, criterionId, as };
  await client.adjudication.decide({ ...place, answer: score(2), note: 'so', clientKey: 'decided-once' });
  const undo = (clientKey: string) => undoDecision(engine.context, { ...place, clientKey });
  const acts = await whileJobWrites(made, () => [undo('back-once'), undo('back-twice')]);
  expect(acts).toEqual(['CONFLICT', 'done']);
});

test('a question asked in two windows at once keeps the answer that came first, and marks stay as they are', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const datasetId = await importRecords(engine, folder, conversationRecords);
  const { spec } = scriptedModel(folder, 'strong', strongSays);
  const { id: runId } = await client.protocol.start({
    ...{ datasetId, model: spec, system: 'strong' },
    settings: { protocol: 'conversation', fewestQuestions: 1, mostQuestions: 3 },
  });
  const { as } = (await client.humanConversation.next({ runId }))!;
  const place = { runId, position: 0, as };
  const asked = await Promise.allSettled(
    ['Who kept the light?', 'Who founded the band?'].map((question) =>
      client.humanConversation.ask({ ...place, question }),
    ),
  );
  expect(asked.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  expect((await client.humanConversation.reveal(place)).exchanges).toHaveLength(1);
  const mark = (isCorrect: boolean) =>
    markAnswers(engine.context, { ...place, marks: [{ isCorrect, isAnswerable: true }] });
  expect(await whileJobWrites({ engine }, () => [mark(true), mark(false)])).toEqual(['CONFLICT', 'done']);
});
