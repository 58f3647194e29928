import { expect, test } from 'vitest';
import { insertItemRun } from '../../../db/llm-runs.ts';
import {
  ensureSignal,
  putMachineScores,
  putScoreRepeats,
  saveVerdicts,
  type VerdictRow,
} from '../../../db/verdicts.ts';
import { directRun, judgeProject } from '../llm/judging.ts';
import { engineWithProject, importRecords, ratedRecords, ratedScales } from '../support/test-engine.ts';

const timeout = 120_000;

/** Replies of 2 to 65 words. People judge by `i`, `wordy` by length, `fair` as people do but for noise, `lucky` by nothing. */
const records = Array.from({ length: 60 }, (_, i) => {
  const words = 2 ** (1 + (i % 6)) + 1;
  const human = 1 + ((i * 7) % 5);
  const noise = ((i * 11) % 7) / 7 - 3 / 7;
  const score = (value: number) => ({ alpha: { quality: Math.min(5, Math.max(1, value)) } });
  return {
    id: `item-${String(i).padStart(3, '0')}`,
    conversation: [{ role: 'user', content: `What about number ${i}?` }],
    responses: { alpha: Array(words).fill('word').join(' ') },
    human: { alpha: { quality: [human] } },
    judge: {
      wordy: score(1 + 0.4 * (human - 1) + 0.4 * (i % 6)),
      fair: score(human + noise),
      lucky: score(1 + ((i * 13) % 11) / 3),
    },
  };
});

test('labels that scores save alone and together, and bias by length', { timeout }, async () => {
  const { engine, folder } = await engineWithProject();
  const range = { min: 1, max: 5, direction: 'higher' as const };
  const scales = [
    { kind: 'criterion' as const, name: 'quality', scale: range },
    ...['wordy', 'fair', 'lucky'].map((name) => ({
      kind: 'judge' as const,
      name,
      criterion: 'quality',
      scale: range,
    })),
  ];
  const datasetId = await importRecords(engine, folder, records, { scales });
  const { signals } = await engine.client.dataset.get({ datasetId });
  const idOf = (judge: string) => signals.find(({ name }) => name === judge)!.id;
  const quality = (judge: string) => engine.client.judge.quality({ signalId: idOf(judge), system: 'alpha' });
  const wordy = await quality('wordy');
  // Evaluations of the whole pool: told for a study of 30 labels.
  expect(wordy).toMatchObject({ labels: 30, populationSize: 60, basis: expect.stringMatching(/60 items/) });
  expect(wordy.worth.map(({ name }) => name)).toEqual(['wordy', 'fair', 'lucky']);
  const [own, fair, lucky] = wordy.worth;
  expect(own!.added).toBeNull();
  // 30 more labels would be the whole pool.
  expect(fair!.alone.saved!).toBeGreaterThan(20);
  expect(fair!.alone.upper!).toBeLessThanOrEqual(30);
  expect(fair!.added!.saved!).toBeGreaterThan(10);
  expect(lucky!.alone.saved!).toBeLessThan(2);
  expect(lucky!.alone.lower).toBe(0);
  expect(wordy.length.items).toBe(60);
  expect(wordy.length.share!).toBeGreaterThan(0.2);
  expect(wordy.length.lower!).toBeGreaterThan(0.02);
  // .4 a step of twice the length.
  expect(wordy.length.perDoubling!).toBeGreaterThan(0.3);
  expect(wordy.length.perDoubling!).toBeLessThan(0.5);
  expect(wordy.position).toMatchObject({ first: null, reason: expect.stringMatching(/both orders/) });
  expect(wordy.summary.join(' ')).toMatch(
    /wordy saves about .* fair \(quality\) would add most.* length of a reply/,
  );
  const even = await quality('fair');
  expect(even.length).toMatchObject({ lower: 0, reason: null });
  expect(even.summary.join(' ')).toMatch(/No bias by length beyond chance/);
});

test('a judge of pairs tells its bias by position, without labels', { timeout }, async () => {
  const { engine, datasetId, judge, endpointId } = await judgeProject('http://127.0.0.1:9', {
    count: 20,
    prompt: 'Which reply is better',
    records: ratedRecords(20),
  });
  const { db } = engine.context.session.project!;
  const systemOf = (name: string) =>
    db.prepare('SELECT id FROM system WHERE name = ?').pluck().get(name) as number;
  const [systemId, againstId] = [systemOf('secretive'), systemOf('rival')];
  const items = db.prepare('SELECT id FROM item ORDER BY id').pluck().all() as number[];
  const runId = insertItemRun(db, {
    kind: 'judge',
    title: 'pairs',
    judgeId: judge.id,
    endpointId,
    model: judge.model,
    datasetId,
    systemId,
    againstId,
    settings: { judgeId: judge.id, datasetId, system: 'secretive', against: 'rival' },
    spendingLimit: null,
    callLimit: null,
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  const { name: criterion, scale } = judge.criteria[0]!;
  const verdict = (itemId: number, swapped: boolean, value: number): VerdictRow => ({
    itemId,
    criterion,
    repeat: 0,
    swapped,
    outcome: 'scored',
    value,
    reason: '',
    flag: null,
    callHash: '',
  });
  // Of 15 pairs in both orders 5 go to whichever stands first; 5 more were judged in one order alone.
  saveVerdicts(db, runId, [
    ...items.slice(0, 15).map((item, i) => verdict(item, true, i < 5 ? 0 : 1)),
    ...items.map((item) => verdict(item, false, 1)),
  ]);
  const signalId = ensureSignal(
    db,
    datasetId,
    { kind: 'judge', name: judge.signalName, criterion: `${criterion}: rival / secretive` },
    scale,
  );
  putMachineScores(db, signalId, systemId, [[items[0]!, 0.5]]);
  const { position, basis, worth, length, summary } = await engine.client.judge.quality({
    signalId,
    system: 'secretive',
  });
  expect({ basis, worth }).toEqual({ basis: null, worth: [] });
  expect(length.reason).toMatch(/at least 10/);
  expect(position).toMatchObject({ items: 15, reason: null });
  expect(position.first).toBeCloseTo((10 * 0.5 + 5) / 15, 12);
  expect(position.turned).toBeCloseTo(1 / 3, 12);
  expect(summary.join(' ')).toMatch(/first reply gets 67 %.*In 33 % of the pairs the order decides/);
});

test('a judge that was asked again tells how far it agrees with itself, by its own scores alone', {
  timeout,
}, async () => {
  const bench = await judgeProject('http://127.0.0.1:9', { count: 10, judge: { repeats: 2 } });
  const { engine, datasetId, judge } = bench;
  const { db } = engine.context.session.project!;
  const systemId = db.prepare("SELECT id FROM system WHERE name = 'secretive'").pluck().get() as number;
  const items = db.prepare('SELECT id FROM item ORDER BY id').pluck().all() as number[];
  const { name: criterion, scale } = judge.criteria[0]!;
  // Of ten replies two got 2 and 4, the others 3 twice.
  const values = items.map((item, i) => [item, i < 2 ? [2, 4] : [3, 3]] as const);
  const scoredBy = (name: string): number => {
    const signalId = ensureSignal(db, datasetId, { kind: 'judge', name, criterion }, scale);
    putMachineScores(
      db,
      signalId,
      systemId,
      items.map((item) => [item, 3]),
    );
    putScoreRepeats(db, signalId, systemId, values);
    return signalId;
  };
  const quality = (signalId: number) => engine.client.judge.quality({ signalId, system: 'secretive' });
  const own = scoredBy(judge.signalName);
  // Nothing says yet that the same reply was scored twice: a file may bring scores of several replies.
  expect((await quality(own)).repeats).toBeNull();
  directRun(bench);
  const { repeats, summary } = await quality(own);
  expect(repeats).toMatchObject({ items: 10, values: 20, alike: 0.8, ofItems: 0 });
  expect(repeats!.ofSystem).toBeCloseTo(Math.sqrt(4 / 10), 12);
  expect(summary.join(' ')).toMatch(
    /Asked again, looper v1 gives 80 % of 10 replies the same score each time \(20 scores\)\. One score varies by 0\.63 around/,
  );
  expect((await quality(scoredBy('of a file'))).repeats).toBeNull();
});

test('too few labels are told as such, and an unusable study is refused', { timeout }, async () => {
  const { engine, folder } = await engineWithProject();
  const datasetId = await importRecords(engine, folder, ratedRecords(9), { scales: ratedScales });
  const { signals } = await engine.client.dataset.get({ datasetId });
  const asked = { signalId: signals[0]!.id, system: 'secretive' };
  const { worth, length } = await engine.client.judge.quality(asked);
  expect(worth[0]!.alone).toEqual({
    saved: null,
    lower: null,
    upper: null,
    reason: expect.stringMatching(/at least 10 labels/),
  });
  expect(length).toMatchObject({ share: null, reason: expect.stringMatching(/at least 10/) });
  await expect(engine.client.judge.quality({ ...asked, studyId: 99 })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
