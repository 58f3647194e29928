import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Engine } from '../../../core/engine.ts';
import { takeFirstPhase } from '../../../core/pool/first-phase.ts';
import { insertAdjudication } from '../../../db/adjudications.ts';
import { ensureAnnotator } from '../../../db/annotators.ts';
import { putExclusion } from '../../../db/quality.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import type { LabelAnswer, Study } from '../../../shared/contract/index.ts';
import { startLlmServer } from '../../llm-server/server.ts';
import { judgeIn } from '../frame/judge.ts';
import { jsonLines } from '../frame/projects.ts';

/* Labeled projects of several kinds: every table that decides a number has rows in one of them. */

type Make = (engine: Engine, folder: string) => Promise<void>;

const scale = { min: 1, max: 5, direction: 'higher' as const };
const systems = ['amber', 'basil', 'cedar'] as const;

function recordsOf(count: number, release = 0) {
  const rating = (k: number, i: number) => 1 + ((i * (k + 2) + k + release) % 5);
  return Array.from({ length: count }, (_, i) => ({
    id: `item-${String(i).padStart(4, '0')}`,
    group: `group-${i % 12}`,
    conversation: [{ role: 'user', content: `What about number ${i}?` }],
    reference: [`it is number ${i}`],
    meta: { topic: i % 3 === 0 ? 'sums' : 'words' },
    responses: Object.fromEntries(
      systems.map((name, k) => [name, `${name} says number ${i + (i % (k + 2)) + release}.`]),
    ),
    human: Object.fromEntries(
      systems.map((name, k) => [
        name,
        { quality: [rating(k, i)], right: [(i + k) % 2], tone: [rating(k + 1, i)] },
      ]),
    ),
    judge: {
      strict: Object.fromEntries(
        systems.map((name, k) => [name, { quality: Math.min(5, Math.max(1, rating(k, i) + (i % 3) - 1)) }]),
      ),
    },
  }));
}

const scales = [
  { kind: 'criterion' as const, name: 'quality', scale },
  { kind: 'criterion' as const, name: 'tone', scale },
  { kind: 'criterion' as const, name: 'right', scale: { min: 0, max: 1, direction: 'higher' as const } },
  { kind: 'judge' as const, name: 'strict', criterion: 'quality', scale },
];

async function imported(engine: Engine, folder: string, name: string, records: readonly unknown[]) {
  const file = path.join(folder, `${name}.jsonl`);
  writeFileSync(file, jsonLines(records));
  const { jobId } = await engine.client.import.start({ path: file, datasetName: name, scales });
  await waitForJob(engine, jobId);
  return (await engine.client.dataset.list({})).find((one) => one.name === name)!.id;
}

const byRating = {
  measure: { kind: 'criterion', criterion: 'quality' },
  surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
} as const;
const byHand = { measure: { kind: 'criterion', criterion: 'quality' }, surrogate: { kind: 'none' } } as const;

let given = 0;

/** So many labels of one person through the calls of the label screen. */
async function label(
  { client }: Engine,
  of: { studyId: number } | { rankingId: number },
  person: string,
  count: number,
  answer: (i: number) => LabelAnswer = (i) => ({ kind: 'score', value: 1 + ((i * 3) % 5) }),
): Promise<void> {
  await client.annotator.choose({ name: person });
  const { batch, next } = await client.label.open(of);
  let ref = next;
  for (let i = 0; i < count && ref !== null; i++) {
    const said = { batch, ref, answer: answer(i), durationMs: 4000 + i, estimateVisible: i % 7 === 3 };
    ({ next: ref } = await client.label.submit({ ...said, clientKey: `walked-label-${given++}` }));
  }
}

const dbOf = (engine: Engine) => engine.context.session.project!.db;

const rated: Make = async (engine, folder) => {
  const datasetId = await imported(engine, folder, 'data', recordsOf(90));
  const study = await engine.client.study.create({
    ...{ datasetId, system: 'amber', ...byRating, seed: 11, size: 40, name: 'Rated' },
    plan: { kind: 'labels', labels: 20 },
    goal: { targetHalfWidth: 0.4, threshold: 2.5, budget: 60 },
    fields: [
      {
        name: 'tone',
        question: '',
        required: false,
        form: { kind: 'rating', ...{ min: 1, max: 5, step: 1 }, lowLabel: '', highLabel: '' },
      },
    ],
  });
  await label(engine, { studyId: study.id }, 'Ana', 26, (i) =>
    i % 9 === 4
      ? { kind: 'skip', reason: 'unclear' }
      : { kind: 'score', value: 1 + ((i * 3) % 5), fields: { tone: 1 + (i % 5) } },
  );
};

const team: Make = async (engine, folder) => {
  const datasetId = await imported(engine, folder, 'data', recordsOf(60));
  const study = await engine.client.study.create({
    datasetId,
    system: 'amber',
    ...byRating,
    seed: 3,
    size: 24,
    name: 'Team',
  });
  const studyId = study.id;
  const lines = recordsOf(60).flatMap(({ id }, i) =>
    ['Ana', 'Ben', 'Cas', 'Dee'].map((annotator, k) =>
      i % 11 === 5 && k === 0
        ? { id, annotator, skip: 'unclear' }
        : { id, annotator, value: 1 + ((i + (i % (k + 2) === 0 ? k : 0)) % 5) },
    ),
  );
  const file = path.join(folder, 'labels.jsonl');
  writeFileSync(file, jsonLines(lines));
  const { jobId } = await engine.client.import.start({ path: file, studyId });
  await waitForJob(engine, jobId);
  await engine.client.team.set({ studyId, overlap: 2, finalRule: 'adjudicated', confirm: true });
  const db = dbOf(engine);
  const { id: annotatorId } = ensureAnnotator(db, 'Eve');
  const keys = db
    .prepare(
      'SELECT DISTINCT item_id AS itemId, system_id AS systemId, criterion_id AS criterionId, instrument FROM label WHERE study_id = ? AND item_id % 3 = 0',
    )
    .all(studyId) as Parameters<typeof insertAdjudication>[1][];
  for (const [i, key] of keys.entries())
    insertAdjudication(db, {
      ...key,
      clientKey: `decided-${i}`,
      annotatorId,
      studyId,
      content: { kind: 'score', value: 2 },
      note: '',
      createdAt: '2026-01-01',
    });
  putExclusion(db, studyId, {
    annotatorId: ensureAnnotator(db, 'Dee').id,
    reason: 'checks',
    excludedAt: '2026-01-02',
  });
};

const yesNo: Make = async (engine, folder) => {
  const datasetId = await imported(engine, folder, 'data', recordsOf(80));
  const study = await engine.client.study.create({
    ...{ datasetId, system: 'basil', seed: 2, size: 30, preset: 'uniform', name: 'Yes or no' },
    measure: { kind: 'criterion', criterion: 'right' },
    surrogate: { kind: 'none' },
    plan: { kind: 'once', labels: 20 },
  });
  await label(engine, { studyId: study.id }, 'Ana', 24, (i) => ({ kind: 'score', value: Number(i % 3 > 0) }));
};

const answers: Make = async (engine, folder) => {
  const datasetId = await imported(engine, folder, 'data', recordsOf(60));
  const study = await engine.client.study.create({
    ...{ datasetId, system: 'amber', seed: 5, size: 20, name: 'Written' },
    measure: { kind: 'metric', metric: 'f1-squad1' },
    surrogate: { kind: 'system', system: 'cedar' },
  });
  await label(engine, { studyId: study.id }, 'Ana', 18, (i) => ({
    kind: 'answer',
    answers: [`number ${i * 3}`],
  }));
};

const ranking: Make = async (engine, folder) => {
  const datasetId = await imported(engine, folder, 'data', recordsOf(40));
  const pairs = await engine.client.study.createPairs({
    datasetId,
    systems: [...systems],
    ...byHand,
    size: 12,
    preset: 'uniform',
    seed: 3,
  });
  await label(engine, { rankingId: pairs[0]!.rankingId! }, 'Ana', 30, (i) => ({
    kind: 'pair',
    values: [1 + (i % 5), 1 + ((i * 2) % 5)],
  }));
  const apart = await engine.client.study.create({
    datasetId,
    system: 'amber',
    against: 'cedar',
    ...byRating,
    seed: 9,
    size: 14,
    name: 'Compared',
  });
  await label(engine, { studyId: apart.id }, 'Ben', 14, (i) => ({
    kind: 'pair',
    values: [1 + (i % 4), 1 + ((i * 3) % 5)],
  }));
};

const inSeries: Make = async (engine, folder) => {
  const one = await imported(engine, folder, 'one', recordsOf(60));
  const two = await imported(engine, folder, 'two', recordsOf(64, 1));
  const ask = (datasetId: number, system: string, seed: number) =>
    engine.client.study.create({
      datasetId,
      system,
      ...byHand,
      preset: 'uniform',
      seed,
      size: 30,
      name: `${system} ${seed}`,
    });
  const first = await ask(one, 'amber', 4);
  await label(engine, { studyId: first.id }, 'Ana', 30);
  const { id } = await engine.client.series.begin({ studyId: first.id, name: 'Chat' });
  const { releases } = await engine.client.series.release({ seriesId: id, system: 'amber', datasetId: two });
  await label(engine, { studyId: releases[1]!.studyId }, 'Ana', 20);
  const watched = await ask(one, 'basil', 6);
  await label(engine, { studyId: watched.id }, 'Ana', 30);
  const watch = await engine.client.series.begin({ studyId: watched.id, leastDrop: 0.4 });
  const window = await engine.client.series.release({ seriesId: watch.id, system: 'cedar', datasetId: two });
  await label(engine, { studyId: window.releases[1]!.studyId }, 'Ana', 20);
};

const twoPhases: Make = async (engine, folder) => {
  const datasetId = await imported(engine, folder, 'data', recordsOf(300));
  const asked = { from: { datasetId, system: 'amber' }, rows: 100, seed: 9 };
  const taken = await takeFirstPhase(engine.context, asked, { fewest: 50 });
  const study = await engine.client.study.create({
    datasetId: taken.datasetId,
    system: 'amber',
    ...byRating,
    seed: 5,
    size: 20,
  });
  await label(engine, { studyId: study.id }, 'Ana', 18);
};

const inPlace: Make = async (engine, folder) => {
  const rows = Array.from({ length: 400 }, (_, i) => ({
    id: `row-${i}`,
    score: 1 + ((i * 7) % 5),
    asked: `What is ${i}?`,
    reply: `It is ${i}.`,
  }));
  const file = path.join(folder, 'pool.jsonl');
  writeFileSync(file, jsonLines(rows));
  const study = await engine.client.source.createStudy({
    source: {
      paths: [file],
      table: null,
      passwordEnv: null,
      id: 'id',
      score: { column: 'score', scale },
      question: 'asked',
      response: { system: 'bot', column: 'reply' },
      where: null,
    },
    criterion: { name: 'helpful', scale },
    ...{ seed: 7, size: 20, ahead: 60 },
  });
  await label(engine, { studyId: study.id }, 'Ana', 18);
};

const practiced: Make = async (engine, folder) => {
  const datasetId = await imported(engine, folder, 'data', recordsOf(60));
  const study: Study = await engine.client.study.create({
    datasetId,
    system: 'amber',
    ...byHand,
    preset: 'uniform',
    seed: 8,
    size: 20,
    name: 'Practiced',
  });
  const studyId = study.id;
  const outside = dbOf(engine)
    .prepare('SELECT external_id FROM item WHERE id NOT IN (SELECT item_id FROM draw) ORDER BY id LIMIT 12')
    .pluck()
    .all() as string[];
  await engine.client.quality.set({
    studyId,
    plan: {
      consent: '',
      qualification: null,
      checkRate: 0.3,
      exclusion: { fewestChecks: 1, leastRight: 0.1, leastSeconds: null },
      completion: null,
    },
    gold: outside.map((id) => ({ id, answer: '3', instruction: '' })),
    tolerance: 1,
    seed: 4,
  });
  await engine.client.practice.start({ studyId, items: 3, targetAlpha: 0.7, seed: 3 });
  await label(engine, { studyId }, 'Ana', 3);
  // Those who agree open the batch by that alone.
  await label(engine, { studyId }, 'Ben', 3, (i) => ({ kind: 'score', value: 5 - ((i * 3) % 5) }));
  await engine.client.practice.override({ studyId, reason: 'enough' });
  await label(engine, { studyId }, 'Ana', 16);
};

/** A judge is asked here, its scores are what the study guesses by, and what it is worth is told. */
const judged: Make = async (engine, folder) => {
  const datasetId = await imported(engine, folder, 'data', recordsOf(60));
  const server = await startLlmServer({
    reply: ({ index }) => `{"helpfulness": ${1 + (index % 5)}, "fluency": ${5 - (index % 4)}}`,
  });
  try {
    const judge = await judgeIn(engine, server.url);
    const { jobId } = await engine.client.judge.start({ judgeId: judge.id, datasetId, system: 'amber' });
    await waitForJob(engine, jobId!);
  } finally {
    await server.close();
  }
  const { signals } = await engine.client.dataset.get({ datasetId });
  const scores = signals.find(({ name, criterion }) => name !== 'strict' && criterion === 'helpfulness')!;
  const study = await engine.client.study.create({
    ...{ datasetId, system: 'amber', seed: 4, size: 40, name: 'Judged' },
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'judge', judge: scores.name, criterion: 'helpfulness' },
  });
  await label(engine, { studyId: study.id }, 'Ana', 36);
};

/** A model goes through the conversations; its answers are a system, and how far they are right is what the study guesses by. */
const protocol: Make = async (engine, folder) => {
  const { client } = engine;
  const records = recordsOf(40).map(({ human: _human, judge: _judge, ...record }) => record);
  const file = path.join(folder, 'asked.jsonl');
  writeFileSync(file, jsonLines(records));
  await waitForJob(engine, (await client.import.start({ path: file, datasetName: 'asked' })).jobId);
  const [dataset] = await client.dataset.list({});
  const server = await startLlmServer({
    reply: ({ index }) => `it is number ${index % 3 === 0 ? index : 'x'}`,
  });
  let runId: number;
  try {
    const { endpointId } = await judgeIn(engine, server.url);
    const run = await client.protocol.start({
      datasetId: dataset!.id,
      model: { kind: 'endpoint', endpointId, model: 'loop-1' },
      settings: { protocol: 'replay', mode: 'gold' },
    });
    await waitForJob(engine, run.jobId!);
    runId = run.id;
  } finally {
    await server.close();
  }
  const made = await client.protocol.useAsSignal({ runId });
  const study = await client.study.create({
    ...{ datasetId: dataset!.id, system: made.system, seed: 9, size: 24, name: 'Of a run' },
    measure: { kind: 'metric', metric: 'f1-squad1' },
    surrogate: { kind: 'auto', name: made.name },
  });
  await label(engine, { studyId: study.id }, 'Ana', 18, (i) => ({
    kind: 'answer',
    answers: [`number ${i * 3}`],
  }));
};

/** People say what went wrong, by names that they give. */
const failures: Make = async (engine, folder) => {
  const { client } = engine;
  const datasetId = await imported(engine, folder, 'data', recordsOf(50));
  const study = await client.study.create({
    ...{ datasetId, system: 'amber', ...byHand, preset: 'uniform', seed: 6, size: 30, name: 'Failures' },
    fields: [
      {
        name: 'failures',
        question: 'What went wrong?',
        required: false,
        form: { kind: 'failures', mayMake: false },
      },
    ],
  });
  const modes: number[] = [];
  for (const name of ['Wrong number', 'Rude'])
    modes.push((await client.failures.make({ name, clientKey: `walked-mode-${name}` })).mode.id);
  const { list } = await client.failures.list({});
  await label(engine, { studyId: study.id }, 'Ana', 20, (i) => ({
    kind: 'score',
    value: 1 + (i % 5),
    fields: { failures: { modes: modes.slice(0, i % 3), note: '', at: null, list } },
  }));
};

export const walkedProjects = {
  rated,
  team,
  yesNo,
  answers,
  ranking,
  inSeries,
  twoPhases,
  inPlace,
  practiced,
  judged,
  protocol,
  failures,
} satisfies Record<string, Make>;
