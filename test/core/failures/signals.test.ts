import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { verifyFile } from '../../../core/report/verify/verify-file.ts';
import { verifyProject } from '../../../core/report/verify/verify-project.ts';
import { listAudit } from '../../../db/audit.ts';
import { findSystem } from '../../../db/datasets.ts';
import { ensureSignal, putMachineScores } from '../../../db/verdicts.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { llmServer } from '../llm/judging.ts';
import { failureStudy, freshKey } from '../support/failure-study.ts';

type Made = Awaited<ReturnType<typeof failureStudy>>;

const late = 'judge:late/rude';

/** A judge of failures that is right on nearly all items, 1 where the item has the mode; the truth follows from the number of an item. */
async function withTagger(weighted = false, size = 60, count = 160) {
  const made = await failureStudy({ count, size, weighted });
  const { db } = made.engine.context.session.project!;
  const numbers = new Map(
    (db.prepare('SELECT id, external_id AS name FROM item').all() as { id: number; name: string }[]).map(
      ({ id, name }) => [id, Number(name.slice('item-'.length))],
    ),
  );
  const hasMode = (itemId: number) => (numbers.get(itemId)! * 7) % 5 === 0;
  const tagOf = (itemId: number) => Number(hasMode(itemId) !== (numbers.get(itemId)! % 29 === 0));
  const { id: system } = findSystem(db, 'secretive')!;
  const key = { kind: 'judge' as const, name: 'late', criterion: 'rude' };
  const signal = ensureSignal(db, made.datasetId, key, { min: 0, max: 1, direction: 'lower' });
  putMachineScores(
    db,
    signal,
    system,
    [...numbers.keys()].map((id) => [id, tagOf(id)] as const),
  );
  const itemAt = made.refs.map(
    (ref) => db.prepare('SELECT item_id FROM draw WHERE ref = ?').pluck().get(ref) as number,
  );
  const codeTo = async (from: number, to: number, mode: number) => {
    for (let at = from; at < to; at++) await made.code(at, hasMode(itemAt[at]!) ? [mode] : []);
  };
  return { ...made, db, codeTo };
}

const rowOf = async ({ client, study }: Made) =>
  (await client.failures.table({ studyId: study.id })).modes[0]!;

test.each([false, true])(
  'a judge joins the share of a mode, narrows it, and is verified again (weighted: %s)',
  { timeout: 120_000 },
  async (weighted) => {
    const made = await withTagger(weighted);
    const { client, study, folder, file, db, codeTo, make } = made;
    const studyId = study.id;
    const before = await client.estimate.current({ studyId });
    const rude = await make('Rude');
    await codeTo(0, 20, rude);
    const shareBefore = (await rowOf(made)).share;
    await client.study.join({ studyId, modeId: rude, signal: late, by: 'Ana' });
    // Labels from before say nothing of its worth, so that nothing moves.
    const { value, ...ends } = shareBefore!;
    expect((await rowOf(made)).share).toEqual({ ...ends, value: expect.closeTo(value!, 12) });
    expect((await client.study.get({ studyId })).joins).toEqual([]);
    await codeTo(20, 60, rude);
    const { narrowed, joined, signals } = await client.study.joinable({ studyId, modeId: rude });
    const width = ({ lower, upper }: { lower: number; upper: number }) => upper - lower;
    expect(joined).toEqual([{ signal: late, name: 'Judge late (rude)', drawsBefore: 20 }]);
    expect(signals.find(({ id }) => id === late)!.problem).toBe('it joined after draw 20');
    expect(width(narrowed!.with)).toBeLessThan(0.9 * width(narrowed!.without));
    const row = await rowOf(made);
    expect([row.share!.lower, row.share!.upper]).toEqual([narrowed!.with.lower, narrowed!.with.upper]);
    expect(row.joins).toEqual([expect.objectContaining({ name: 'Judge late (rude)', drawsBefore: 20 })]);
    expect((await client.estimate.current({ studyId })).N).toBe(before.N);
    const report = await client.report.render({ studyId, format: 'html' });
    expect(report.content).toContain('narrows it from label 21 on');
    const page = path.join(folder, 'report.html');
    writeFileSync(page, report.content);
    const verified = verifyFile(page);
    expect(verified.differing).toEqual([]);
    expect(verified.checks.some(({ what }) => what === 'failure mode Rude: upper end')).toBe(true);
    const jsonl = path.join(folder, 'labels.jsonl');
    const labels = (await client.report.render({ studyId, format: 'labels-jsonl' })).content as string;
    writeFileSync(jsonl, labels);
    expect(verifyFile(jsonl).differing).toEqual([]);
    const python = spawnSync('python3', ['docs/verify.py', jsonl], { encoding: 'utf8' });
    expect([python.status, python.stdout + python.stderr]).toEqual([0, expect.any(String)]);
    const [entry] = listAudit(db, studyId).filter(({ action }) => action === 'study.join');
    expect(entry!.details).toMatchObject({ failure: 'Rude', drawsBefore: 20 });
    expect(verifyProject(file).alterations).toEqual([]);
    await client.sample.redraw({ studyId, seed: 31 });
    expect((await rowOf(made)).joins).toEqual([expect.objectContaining({ drawsBefore: 0 })]);
    const [, again] = listAudit(db, studyId).filter(({ action }) => action === 'study.join');
    expect(again!.details).toMatchObject({ failure: 'Rude', drawsBefore: 0 });
    expect(verifyProject(file).alterations).toEqual([]);
    db.prepare('UPDATE study_join SET mode_id = NULL').run();
    expect(verifyProject(file).alterations).not.toEqual([]);
  },
);

test('a judge is made of the definition of a mode, scores the pool, and its worst items are hunted', {
  timeout: 60_000,
}, async () => {
  let replies = 0;
  const server = await llmServer({
    reply: () =>
      JSON.stringify({ items: [{ item: 1, reason: 'so', scores: { Rude: Number(replies++ % 5 === 2) } }] }),
  });
  const made = await failureStudy({ count: 40, size: 20 });
  const { engine, client, study, make, code } = made;
  const { id: endpointId } = await client.endpoint.save({
    ...{ name: 'Loop', preset: 'custom', baseUrl: server.url, model: 'loop-1', keySource: 'none' },
  });
  const rude = await make('Rude');
  const asked = { studyId: study.id, modeId: rude };
  await expect(client.failures.judge({ ...asked, endpointId })).rejects.toThrow('"Rude" has no definition');
  await client.failures.define({
    ...{ modeId: rude, definition: 'It insults the person.', example: 'You fool', counterexample: 'No.' },
    ...{ meaning: 'same', clientKey: freshKey() },
  });
  for (let at = 0; at < 5; at++) await code(at, at === 2 ? [rude] : []);
  const { judge, signal, datasetId, system } = await client.failures.judge({ ...asked, endpointId });
  expect(judge).toMatchObject({ name: 'Failure: Rude', version: 1, criteria: [{ name: 'Rude' }] });
  // The same words give the judge that is there; other ones its next version.
  expect((await client.failures.judge({ ...asked, endpointId })).judge.id).toBe(judge.id);
  await expect(client.study.join({ ...asked, signal })).rejects.toThrow('no machine score called');
  const run = await client.judge.start({ judgeId: judge.id, datasetId, system, spendingLimit: null });
  await waitForJob(engine, run.jobId!);
  const body = JSON.stringify(server.asked[0]!.body);
  expect(body).toContain('It insults the person.');
  expect(body).toContain('This does not: No.');
  await client.study.join({ ...asked, signal });
  const [row] = (await client.failures.table({ studyId: study.id })).modes;
  expect(row!.joins).toMatchObject([{ name: 'Judge Failure: Rude v1 (Rude)', drawsBefore: 5 }]);
  const { signals } = await client.dataset.get({ datasetId });
  const { id: signalId } = signals.find(({ name }) => name === judge.signalName)!;
  const before = row!.share;
  const found = await client.failures.hunt({ ...asked, signalId, limit: 50 });
  expect(found.items.map(({ score }) => score)).toEqual(
    found.items.map(({ score }) => score).toSorted((a, b) => b! - a!),
  );
  await client.failures.look({
    ...{ ...asked, itemId: found.items[0]!.itemId, present: true, clientKey: freshKey() },
  });
  const after = (await client.failures.table({ studyId: study.id })).modes[0]!;
  expect(after.share).toEqual(before);
});
