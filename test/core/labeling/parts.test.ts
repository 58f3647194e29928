import { describe, expect, test } from 'vitest';
import { failureNotes } from '../../../core/labeling/failures/notes.ts';
import { enter, visitorOf } from '../../../core/labeling/portal/visitor.ts';
import { stateOf } from '../../../core/studies/annotators/shut-out.ts';
import type { LabelAnswer } from '../../../shared/contract/index.ts';
import { conversationRecords, scriptedModel, strongSays } from '../protocols/support/scripted-model.ts';
import { failureStudy } from '../support/failure-study.ts';
import { engineWithProject, importRecords, ratedStudy, submit } from '../support/test-engine.ts';
import { pairedStudy } from '../support/two-systems.ts';

describe('what people talk over after practice', () => {
  /** Two people practice on three pairs of replies, or single ones. */
  async function practiced(answers: readonly (readonly LabelAnswer[])[], isPair = true) {
    const { engine, study } = isPair ? await pairedStudy(8) : await ratedStudy(8);
    const { client } = engine;
    const studyId = study.id;
    await client.practice.start({ studyId, items: 3, seed: 2 });
    for (const [i, name] of ['Ann', 'Bo'].entries()) {
      await client.annotator.choose({ name });
      const { batch, items } = await client.label.open({ studyId });
      if (i === 1) await client.label.note({ batch, ref: items[0]!.ref, note: 'Hard.' });
      for (const [at, { ref }] of items.entries()) await submit(engine, batch, ref, answers[i]![at]!);
    }
    const ask = (round = 1) => client.practice.disagreements({ studyId, round });
    return { ask, db: engine.context.session.project!.db, study };
  }
  const pair = (left: number, right: number): LabelAnswer => ({ kind: 'pair', values: [left, right] });
  const score = (value: number): LabelAnswer => ({ kind: 'score', value });
  const skip: LabelAnswer = { kind: 'skip', reason: 'unclear' };

  test('is every pair that they differ on, with both replies, the widest apart first', async () => {
    const { ask, db } = await practiced([
      [pair(3, 3), pair(2, 2), pair(1, 1)],
      [pair(3, 4), pair(2, 2), pair(5, 1)],
    ]);
    const apart = await ask();
    expect(apart).toHaveLength(2);
    for (const { itemId, responses, question } of apart) {
      const texts = ['amber', 'basil'].map((name) =>
        db
          .prepare(
            'SELECT text FROM response JOIN system ON system.id = system_id WHERE item_id = ? AND name = ?',
          )
          .pluck()
          .get(itemId, name),
      );
      expect(responses).toEqual(texts);
      expect(question).toMatch(/^What is number \d+\?$/);
    }
    expect(apart.map(({ labels }) => labels.map(({ name, note }) => [name, note]))).toEqual([
      [
        ['Ann', ''],
        ['Bo', ''],
      ],
      [
        ['Ann', ''],
        ['Bo', 'Hard.'],
      ],
    ]);
    expect(apart[1]!.labels.map(({ words }) => words.split(' | ').toSorted())).toEqual([
      ['3', '3'],
      ['3', '4'],
    ]);
    await expect(ask(2)).rejects.toMatchObject({
      ...{ code: 'NOT_FOUND', message: 'The study has no round 2 of practice.' },
      data: { field: 'round' },
    });
  });

  test('is where one skips and the other does not, beside those a step apart', async () => {
    const { ask } = await practiced(
      [
        [skip, score(2), skip],
        [score(3), score(3), skip],
      ],
      false,
    );
    const apart = await ask();
    expect(apart.map(({ labels }) => labels.map(({ words }) => words))).toEqual([
      ['skipped: unclear', '3'],
      ['2', '3'],
    ]);
    expect(apart[0]!.responses).toHaveLength(1);
  });
});

test('notes are those of runs and of their steps, searched, cut, and told apart by whether they have a name', async () => {
  const { engine, study, code, make } = await failureStudy({ count: 8, withSteps: true });
  const rude = await make('Rude');
  const step = (at: number, note: string) => ({ turn: 1, step: at, right: false, modes: [], note }) as never;
  await code(0, [rude], { note: ' Too blunt. ' });
  await code(1, [], { note: '', steps: [step(0, ' Wrong search. '), step(1, '  ')] });
  await code(2, [], { note: 'Late', steps: [step(1, 'Slow')] });
  await code(3, [rude]);
  const notes = (more: object = {}) =>
    failureNotes(engine.context, {
      ...{ studyId: study.id, show: 'all', search: '', from: 0, limit: 50, ...more },
    });
  const texts = (more: object) => notes(more).notes.map(({ note }) => note);
  const all = ['Too blunt.', 'Step 1: Wrong search.', 'Late\nStep 2: Slow'];
  expect(texts({})).toEqual(all);
  expect(notes().notes.map(({ draw, modes }) => [draw, modes])).toEqual([
    [1, [rude]],
    [2, []],
    [3, []],
  ]);
  expect(texts({ show: 'named' })).toEqual(all.slice(0, 1));
  expect(texts({ show: 'unnamed' })).toEqual(all.slice(1));
  expect(texts({ search: ' WRONG s' })).toEqual(all.slice(1, 2));
  expect([texts({ from: 1, limit: 1 }), notes({ from: 1, limit: 1 }).total]).toEqual([[all[1]], 3]);
});

test('a batch is named after whom it is for, and a file is written to be read', async () => {
  const { engine, study } = await ratedStudy(6);
  const { client } = engine;
  await client.annotator.add({ name: 'Änn O. Bó' });
  const annotatorId = (await client.annotator.list({})).at(-1)!.id;
  const asked = { studyId: study.id, from: 1, count: 2 };
  const file = await client.batch.out({ ...asked, shape: 'file' });
  expect(file).toMatchObject({ items: 2, mediaType: 'application/json', path: null, annotator: null });
  expect(file.fileName).toBe(`batch-${file.batchId.slice(0, 6)}.assay-batch`);
  expect(file.content).toBe(`${JSON.stringify(JSON.parse(file.content!), null, 2)}\n`);
  const page = await client.batch.out({ ...asked, annotatorId, shape: 'page' });
  expect(page).toMatchObject({ mediaType: 'text/html', annotator: 'Änn O. Bó' });
  expect(page.fileName).toBe(`batch-Änn-O-Bó-${page.batchId.slice(0, 6)}.html`);
  expect(page.content).toMatch(/^<!doctype html>/i);
});

test('a conversation is led by people alone, asked of within its bounds, and marked once', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const datasetId = await importRecords(engine, folder, conversationRecords);
  const { spec } = scriptedModel(folder, 'strong', strongSays);
  const { id: runId } = await client.protocol.start({
    ...{ datasetId, model: spec, system: 'strong' },
    settings: { protocol: 'conversation', fewestQuestions: 1, mostQuestions: 2 },
  });
  await client.annotator.choose({ name: 'Kim' });
  const { as, title, section, background } = (await client.humanConversation.next({ runId }))!;
  expect([title, section, background].every((text) => typeof text === 'string')).toBe(true);
  const { humanConversation } = client;
  const place = { runId, position: 0 };
  await expect(humanConversation.reveal(place)).rejects.toThrow('Ask at least 1 questions before');
  await expect(humanConversation.reveal({ runId, position: 7 })).rejects.toMatchObject({
    ...{ code: 'NOT_FOUND', message: 'The run has no conversation 7.' },
  });
  await humanConversation.ask({ ...place, as, question: 'Who kept the light?' });
  expect((await humanConversation.reveal(place)).exchanges).toHaveLength(1);
  const right = { isCorrect: true, isAnswerable: true };
  await expect(humanConversation.mark({ ...place, as, marks: [right, right] })).rejects.toThrow(
    'There are 1 answers and 2 marks.',
  );
  expect(await humanConversation.mark({ ...place, as, marks: [right] })).toEqual({ open: 1 });
  const again = 'This conversation is marked already.';
  await expect(humanConversation.mark({ ...place, as, marks: [right] })).rejects.toThrow(again);
  await expect(humanConversation.reveal(place)).rejects.toThrow(again);
  await expect(humanConversation.ask({ ...place, as, question: 'So?' })).rejects.toThrow(again);
  const second = { runId, position: 1, as };
  await humanConversation.ask({ ...second, question: 'Who kept the light?' });
  expect((await client.protocol.get({ runId })).state).toBe('paused');
  await humanConversation.mark({ ...second, marks: [{ isCorrect: false, isAnswerable: true }] });
  expect(await client.protocol.get({ runId })).toMatchObject({
    state: 'finished',
    scores: { accuracy: 0.5 },
  });
  expect(await humanConversation.next({ runId })).toBeNull();
});

test('a link is revoked, used, or over at its very end, in this order', () => {
  const [earlier, now, later] = [10, 11, 12].map((hour) => `2026-01-02T${hour}:00:00.000Z`) as [
    string,
    string,
    string,
  ];
  const link = { revokedAt: null, enrolledAt: null, expiresAt: later };
  expect(stateOf(link, now)).toBe('open');
  for (const expiresAt of [earlier, now]) expect(stateOf({ ...link, expiresAt }, now)).toBe('expired');
  expect(stateOf({ ...link, enrolledAt: earlier, expiresAt: earlier }, now)).toBe('used');
  expect(stateOf({ ...link, enrolledAt: earlier, revokedAt: earlier }, now)).toBe('revoked');
});

test('a browser is let in for thirty days, and who is let in no longer is waited for no longer', async () => {
  const { engine, study } = await ratedStudy(6);
  const { client, context } = engine;
  const { db } = context.session.project!;
  const studyId = study.id;
  const start = Date.parse('2026-03-01T08:00:00.000Z');
  const after = (days: number, ms = 0) =>
    Object.assign(context, { now: () => new Date(start + days * 86_400_000 + ms).toISOString() });
  const watch = { failed: () => {}, newcomer: () => {} };
  const invited = async () => {
    const { invitation, path } = await client.invitation.create({ studyId, name: 'Ada', days: 1 });
    return { id: invitation.id, token: path.slice(2) };
  };
  const left = async ({ id }: { id: number }) => {
    await client.invitation.revoke({ studyId, invitationIds: [id] });
    return db.prepare('SELECT COUNT(*) FROM practice_left').pluck().get();
  };
  after(0);
  const first = await invited();
  const cookie = await enter(context, { token: first.token, watch });
  after(30, -1);
  expect(visitorOf(context, cookie)).toMatchObject({ studyId });
  // Another link that is taken back shuts nobody out who is in.
  expect(await left(await invited())).toBe(0);
  after(30);
  expect(visitorOf(context, cookie)).toBeNull();
  const links = await client.invitation.list({ studyId });
  expect(links.map(({ isIn }) => isIn)).toEqual([false, false]);
  expect(await left(await invited())).toBe(1);
});
