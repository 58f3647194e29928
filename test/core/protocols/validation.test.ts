import { expect, test, vi } from 'vitest';
import { engineWithProject, importRecords } from '../support/test-engine.ts';
import { conversationRecords, runToEnd, scriptedModel, strongSays } from './support/scripted-model.ts';
import { ledConversations, openedRef, refsOf, validatorOf } from './support/validators.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

test('a validator reads, then sees each question alone, and its answer after saying that there is one', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const runId = await ledConversations(engine, folder);
  await client.validation.open({ runId });
  const { light: ref } = await refsOf(engine, runId);
  await client.annotator.choose({ name: 'Noor' });
  const { read, say, undo, view } = validatorOf(engine);

  const unread = await view(ref);
  expect(unread).toMatchObject({ phase: 'passage', questions: 3, current: null, history: [] });
  expect(JSON.stringify(unread)).not.toContain('Who kept the light?');
  await expect(say(ref, 0, { say: 'answerable' })).rejects.toMatchObject({ code: 'CONFLICT' });

  const first = await read(ref);
  expect(first.current).toEqual({ turn: 0, question: 'Who kept the light?', answer: null });
  await expect(say(ref, 1, { say: 'answerable' })).rejects.toMatchObject({ code: 'CONFLICT' });
  await expect(say(ref, 0, { say: 'correct' })).rejects.toMatchObject({ code: 'CONFLICT' });
  const revealed = await say(ref, 0, { say: 'answerable' });
  expect(revealed).toMatchObject({ phase: 'answer', current: { turn: 0, answer: 'Edda Halloran' } });
  await expect(say(ref, 0, { say: 'no-span' })).rejects.toMatchObject({ code: 'CONFLICT' });

  const second = await say(ref, 0, { say: 'correct' });
  expect(second.current).toEqual({ turn: 1, question: 'Where was she born?', answer: null });
  expect(second.history).toEqual([
    {
      question: 'Who kept the light?',
      answer: 'Edda Halloran',
      verdict: { answerability: 'answerable', isCorrect: true, span: null },
    },
  ]);
  expect(JSON.stringify(second.current)).not.toContain('Tannoch');

  await say(ref, 1, { say: 'answerable' });
  expect((await say(ref, 1, { say: 'incorrect' })).phase).toBe('span');
  const outside = { say: 'span', start: 0, end: 4000 } as const;
  await expect(say(ref, 1, outside)).rejects.toMatchObject({ code: 'INVALID_INPUT' });
  const start = unread.passage.indexOf('Tannoch');
  const third = await say(ref, 1, { say: 'span', start, end: start + 7 });
  expect(third.history[1]!.verdict!.span).toEqual({
    kind: 'passage',
    start,
    end: start + 7,
    text: 'Tannoch',
  });
  const done = await say(ref, 2, { say: 'unanswerable' });
  expect(done).toMatchObject({ phase: 'done', current: null });

  // Undo walks back step by step; the answer of a question taken back is hidden again, but it was seen.
  expect(await undo(ref)).toMatchObject({ phase: 'question', current: { turn: 2, answer: null } });
  expect(await undo(ref)).toMatchObject({ phase: 'span', current: { turn: 1 } });
  expect(await undo(ref)).toMatchObject({ phase: 'answer', current: { turn: 1 } });
  expect(await undo(ref)).toMatchObject({ phase: 'question', current: { turn: 1, answer: null } });
  await say(ref, 1, { say: 'unanswerable' });
  await say(ref, 2, { say: 'unanswerable' });
  const { annotators } = await client.validation.report({ runId });
  expect(annotators).toMatchObject([{ name: 'Noor', unanswerable: 2, correct: 1, afterAnswer: 2 }]);
});

test('nothing a validator receives names run, system, asker, marks or what another validator said', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const runId = await ledConversations(engine, folder);
  await client.validation.open({ runId });
  const { light: ref } = await refsOf(engine, runId);
  await client.annotator.choose({ name: 'Secretive Noor' });
  const steps = [{ say: 'ungrammatical' }, { say: 'unanswerable' }, { say: 'unanswerable' }] as const;
  await validatorOf(engine).walk(ref, steps);

  await client.annotator.choose({ name: 'Ola' });
  const { read, say, undo, next, view: look } = validatorOf(engine);
  const payloads: unknown[] = [await next(null), await look(ref), await read(ref)];
  for (const turn of [0, 1, 2]) {
    const view = await look(ref);
    expect(view.current).toMatchObject({ turn, answer: null });
    payloads.push(
      view,
      await say(ref, turn, { say: 'answerable' }),
      await say(ref, turn, { say: 'correct' }),
    );
  }
  payloads.push(await undo(ref), await client.validation.next({ runId: null }));
  const all = JSON.stringify(payloads);
  expect(all).not.toMatch(/strong|Kim|Noor|ungrammatical|unanswerable|runId|position|system|mark/);
  expect(JSON.stringify(await client.validation.list({}))).not.toMatch(/strong|Kim|Noor/);
});

test('what was opened to validation is closed again, until somebody has begun', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const runId = await ledConversations(engine, folder);
  await client.validation.open({ runId });
  expect(await client.validation.close({ runId })).toEqual([]);
  await expect(client.validation.close({ runId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await client.validation.next({ runId: null })).conversation).toBeNull();

  expect(await client.validation.open({ runId, validators: 3 })).toMatchObject({ begun: 0, validators: 3 });
  const { light: ref } = await refsOf(engine, runId);
  await client.annotator.choose({ name: 'Noor' });
  const { read, say } = validatorOf(engine);
  await read(ref);
  await say(ref, 0, { say: 'unanswerable' });
  await expect(client.validation.close({ runId })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: `Annotators have begun to validate run ${runId}, so it stays open.`,
  });
  expect(await client.validation.list({})).toMatchObject([{ runId, begun: 1 }]);
  const project = (await client.project.current({}))!.path;
  await engine.close();
  // Another program did not do this: the file still has all that its bindings say.
  const again = await engineWithProject();
  await again.engine.client.project.open({ path: project });
  expect((await again.engine.client.validation.list({})).length).toBe(1);
  await again.engine.close();
});

test('a conversation stays with who opened it, whoever chose a name since', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const runId = await ledConversations(engine, folder);
  await client.validation.open({ runId });
  await client.annotator.choose({ name: 'Noor' });
  const { ref } = (await client.validation.next({ runId })).conversation!;
  await client.annotator.choose({ name: 'Ola' });
  const facts = (clientKey: string) => ({ ref, clientKey, durationMs: 1 });
  const read = await client.validation.read(facts('noor-has-read'));
  expect(read).toMatchObject({ ref, annotator: 'Noor' });
  const step = { say: 'unanswerable' } as const;
  await client.validation.answer({ ...facts('noor-says-so'), turn: 0, step });
  const { db } = engine.context.session.project!;
  const who = 'SELECT DISTINCT name FROM answer_validation JOIN annotator ON annotator.id = annotator_id';
  expect(db.prepare(who).pluck().all()).toEqual(['Noor']);
  for (const forged of [ref.slice(0, 22), `${ref[0] === 'A' ? 'B' : 'A'}${ref.slice(1)}`]) {
    await expect(client.validation.view({ ref: forged })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('who asked does not validate, and a conversation takes as many validators as were set', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const runId = await ledConversations(engine, folder);
  await client.validation.open({ runId });
  const { light: ref, band } = await refsOf(engine, runId);
  const nothing = { conversation: null, finished: 0, open: 0, toQualify: null };
  expect(await client.validation.next({ runId })).toEqual(nothing);
  expect(await client.validation.list({})).toMatchObject([{ conversations: 2, asked: 2, open: 0 }]);
  await expect(validatorOf(engine).view(ref)).rejects.toMatchObject({ code: 'CONFLICT' });
  await client.annotator.choose({ name: 'kim' });
  await expect(validatorOf(engine).read(ref)).rejects.toMatchObject({ code: 'CONFLICT' });
  for (const name of ['Noor', 'Ola']) {
    await client.annotator.choose({ name });
    await validatorOf(engine).walk(
      ref,
      [0, 1, 2].map(() => ({ say: 'unanswerable' })),
    );
  }
  await client.annotator.choose({ name: 'Third' });
  expect(await client.validation.next({ runId })).toMatchObject({
    open: 1,
    conversation: { ref: openedRef(engine, band) },
  });
  await client.validation.open({ runId, validators: 3 });
  expect(await client.validation.next({ runId })).toMatchObject({ open: 2 });
  const stays = client.protocol.remove({ runId });
  await expect(stays).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('the outcome of an asker and two validators, worked by hand, and its way into the comparison', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const runId = await ledConversations(engine, folder);
  expect((await client.protocol.get({ runId })).scores).toMatchObject({ accuracy: 3 / 5, validation: null });
  await client.validation.open({ runId });
  const { light, band } = await refsOf(engine, runId);
  const correct = [{ say: 'answerable' }, { say: 'correct' }] as const;
  const incorrect = [{ say: 'answerable' }, { say: 'incorrect' }, { say: 'no-span' }] as const;
  // Kim marked the light right, right, wrong, and the band right, wrong. The third answer is a refusal.
  await client.annotator.choose({ name: 'Noor' });
  await validatorOf(engine).walk(light, [...correct, ...correct, { say: 'unanswerable' }]);
  await validatorOf(engine).walk(band, [...incorrect, { say: 'ungrammatical' }]);
  const halfway = await client.protocol.compare({ runIds: [runId] });
  expect(halfway.human!.systems).toMatchObject([
    { mean: 3 / 5, basis: 'marks of those who asked; 0 of 5 questions validated' },
  ]);
  await client.annotator.choose({ name: 'Ola' });
  await validatorOf(engine).walk(light, [...incorrect, ...correct, { say: 'unanswerable' }]);
  await validatorOf(engine).walk(band, [...incorrect, { say: 'ungrammatical' }]);

  // Light: (right, correct, incorrect) correct; all correct; (wrong, and twice unanswerable, refused) correct.
  // Band: (right, incorrect, incorrect) incorrect; the second question is discarded. Accuracy 3/4; of the three
  // answerable ones 2/3. Unanswerable 1 of 4, discarded 1 of 5. The one refusal is right: precision and recall 1.
  const report = await client.validation.report({ runId });
  expect(report).toMatchObject({
    system: 'strong',
    validators: 2,
    hasMarks: true,
    conversations: 2,
    questions: 5,
    validated: 5,
    discarded: 1,
    undecided: 0,
    correct: 3,
    incorrect: 1,
    accuracy: 3 / 4,
    answerable: 2 / 3,
    unanswerableShare: 1 / 4,
    ungrammaticalShare: 1 / 5,
    refusals: { share: 1 / 4, precision: 1, recall: 1 },
  });
  // Kappa on four questions: (0,1,1), (0,2,0), (2,0,0), (0,0,2); agreement 3/4; shares 2/8, 3/8, 3/8; chance 22/64;
  // kappa = (48 - 22)/(64 - 22) = 26/42. Answerability: no disagreement, two categories, kappa 1.
  expect(report.agreement.overall).toMatchObject({
    kappa: expect.closeTo(26 / 42, 12),
    questions: 4,
    leftOut: 1,
  });
  expect(report.agreement.answerability.kappa).toBeCloseTo(1, 12);

  const run = await client.protocol.get({ runId });
  expect(run.scores).toMatchObject({
    accuracy: 3 / 4,
    answerable: 2 / 3,
    validation: { validators: 2, validated: 5, discarded: 1, counts: true },
  });
  const { human } = await client.protocol.compare({ runIds: [runId] });
  expect(human!.systems).toMatchObject([
    {
      system: 'strong',
      mean: 3 / 4,
      basis: 'majority of the asker and 2 validators, 5 of 5 questions, 1 discarded',
    },
  ]);
  const beside = await client.protocol.compare({ runIds: [runId], criterion: 'correct' });
  expect(beside.scores).toMatchObject([{ measure: 'accuracy', value: 3 / 4 }, { value: 2 / 3 }]);
  const { total, rows } = await client.validation.outcomes({ runId });
  expect(total).toBe(5);
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'correct',
    'correct',
    'correct',
    'incorrect',
    'discarded',
  ]);
  expect(rows[0]).toMatchObject({ conversation: 1, votesCorrect: 2, votesIncorrect: 1, isAnswerable: true });
});

test('recorded answers are validated too: of a replay, and of data with responses or with answers of people', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const records = conversationRecords.map((record) => ({
    ...record,
    responses: { parrot: record.references.map(([first]) => first) },
  }));
  const datasetId = await importRecords(engine, folder, records);
  await client.annotator.choose({ name: 'Noor' });
  const { walk } = validatorOf(engine);
  const yes = [{ say: 'answerable' }, { say: 'correct' }] as const;
  const no = [{ say: 'answerable' }, { say: 'incorrect' }, { say: 'no-span' }] as const;

  for (const system of ['parrot', null]) {
    const { runId, ...queue } = await client.validation.gather({ datasetId, system, validators: 1 });
    expect(queue).toMatchObject({ evaluation: 'Recorded conversation', conversations: 2, open: 2 });
    const { light } = await refsOf(engine, runId);
    const view = await walk(light, [...yes, ...no, { say: 'unanswerable' }]);
    expect(view.history.map(({ answer }) => answer)).toEqual(['Edda Halloran', 'in Tannoch', 'CANNOTANSWER']);
    // Nobody marked these: what is validated counts at once, and the refusal of the unanswerable question is right.
    expect(await client.validation.report({ runId })).toMatchObject({
      hasMarks: false,
      validated: 3,
      questions: 5,
      accuracy: 2 / 3,
      agreement: { overall: { kappa: null } },
    });
  }

  const { spec } = scriptedModel(folder, 'strong', strongSays);
  const replay = await runToEnd(engine, {
    datasetId,
    model: spec,
    system: 'strong',
    settings: { protocol: 'replay', mode: 'gold', metric: 'f1-squad1' },
  });
  await client.validation.open({ runId: replay.id, validators: 1 });
  const { band } = await refsOf(engine, replay.id);
  const { history } = await walk(band, [...no, ...yes]);
  // With Auto-Gold the later questions follow on people's answers.
  expect(history[0]).toMatchObject({ answer: 'Anna Reel', verdict: { isCorrect: false } });
  const { human, scores } = await client.protocol.compare({ runIds: [replay.id] });
  expect(human).toMatchObject({
    criterion: 'Auto-Gold',
    systems: [{ system: 'strong', mean: 1 / 2, basis: 'majority of 1 validator, 2 of 5 questions' }],
  });
  expect(scores).not.toEqual([]);
});

/** One question an item, each with the passage that was found for it; the last one has none, so it is about the one before. */
const retrieved = [
  { asked: 'Who kept the light?', answer: 'Edda', context: 'Edda Halloran kept the light.' },
  { asked: 'Where was she born?', answer: 'in Tannoch', context: 'She was born in Tannoch, by the sea.' },
  { asked: 'And her brother?', answer: 'no idea', context: undefined },
].map(({ asked, answer, context }, i, all) => ({
  id: `light-${i}`,
  group: 'light',
  conversation: [
    ...all.slice(0, i).flatMap((one) => [
      { role: 'user', content: one.asked },
      { role: 'assistant', content: one.answer },
    ]),
    { role: 'user', content: asked },
  ],
  ...(context !== undefined && { context }),
  references: [[answer]],
  responses: { heron: answer },
}));

/** Its first question has no passage yet, and is history alone. */
const later = [
  { id: 'sea-0', conversation: [], context: undefined },
  {
    id: 'sea-1',
    conversation: [
      { role: 'user', content: 'Where is it?' },
      { role: 'assistant', content: 'by the sea' },
    ],
    context: 'The light stands at Skerrow Point.',
  },
].map(({ conversation, context, ...rest }, i) => ({
  ...{ ...rest, group: 'sea', responses: { heron: 'by the sea' }, references: [['by the sea']] },
  conversation: [...conversation, { role: 'user', content: i === 0 ? 'Where is it?' : 'On which point?' }],
  ...(context !== undefined && { context }),
}));

test('each question is judged by the passage of its own item, which is read before it', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const datasetId = await importRecords(engine, folder, [...retrieved, ...later], {});
  const { runId } = await client.validation.gather({ datasetId, system: 'heron', validators: 1 });
  expect(await client.validation.list({})).toMatchObject([{ runId, conversations: 2 }]);
  const { db } = engine.context.session.project!;
  const { queueOfRun, requireValidatedRun } = await import('../../../core/protocols/validation/queue.ts');
  const { ref } = queueOfRun(db, requireValidatedRun(db, runId)).find(({ row }) => row.position === 0)!;
  await client.annotator.choose({ name: 'Noor' });
  const { read, say, undo, view } = validatorOf(engine);
  expect(await view(ref)).toMatchObject({ phase: 'passage', passage: 'Edda Halloran kept the light.' });
  await read(ref);
  await say(ref, 0, { say: 'answerable' });
  const next = await say(ref, 0, { say: 'correct' });
  expect(next).toMatchObject({
    ...{ phase: 'passage', current: null, passage: 'She was born in Tannoch, by the sea.' },
    history: [{ question: 'Who kept the light?', verdict: { isCorrect: true } }],
  });
  await expect(say(ref, 1, { say: 'answerable' })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await undo(ref)).toMatchObject({ phase: 'answer', passage: 'Edda Halloran kept the light.' });
  await say(ref, 0, { say: 'correct' });
  expect(await read(ref)).toMatchObject({ phase: 'question', current: { turn: 1 } });
  await say(ref, 1, { say: 'answerable' });
  await say(ref, 1, { say: 'incorrect' });
  const start = next.passage.indexOf('Tannoch');
  const last = await say(ref, 1, { say: 'span', start, end: start + 7 });
  // The same passage is not read again.
  expect(last).toMatchObject({ phase: 'question', passage: next.passage, current: { turn: 2 } });
  expect(await say(ref, 2, { say: 'unanswerable' })).toMatchObject({ phase: 'done' });
  const { rows } = await client.validation.outcomes({ runId });
  expect(rows.map(({ spans }) => spans)).toEqual([[], ['Tannoch'], []]);
  expect(await client.validation.report({ runId })).toMatchObject({ questions: 4, validated: 3 });
  const { passage } = await client.protocol.transcript({ runId, position: 0 });
  expect(passage).toBe(
    'From turn 1:\nEdda Halloran kept the light.\n\nFrom turn 2:\nShe was born in Tannoch, by the sea.',
  );
});

test('a model reads the passage of the question that it answers', async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, retrieved, {});
  const { spec, requests } = scriptedModel(folder, 'weak', {});
  const asked = { datasetId, model: spec, system: 'weak' };
  const replay = { protocol: 'replay', mode: 'gold', metric: 'f1-squad1' } as const;
  await runToEnd(engine, { ...asked, settings: replay });
  const passages = retrieved.map(({ context }, i) => context ?? retrieved[i - 1]!.context);
  expect(requests()).toMatchObject(passages.map((passage) => ({ passage })));
});
