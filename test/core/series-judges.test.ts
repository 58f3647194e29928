import { expect, test } from 'vitest';
import { judgeBreak } from '../../core/design/series/release-judges.ts';
import { readPool } from '../../db/draws.ts';
import { getStudy } from '../../db/studies.ts';
import { ensureSignal, putMachineScores } from '../../db/verdicts.ts';
import { gateText } from '../../host/terminal/gate-output.ts';
import type { Gate } from '../../shared/contract/index.ts';
import { releaseCaveats } from '../../shared/series-words.ts';
import { engineWithProject, importRecords } from './support/test-engine.ts';

const count = 24;
const scales = [
  { kind: 'criterion', name: 'quality', scale: { min: 1, max: 5, direction: 'higher' } },
  ...['Strict v1', 'Strict v2'].map(
    (judge) =>
      ({
        kind: 'judge',
        name: judge,
        criterion: 'quality',
        scale: { min: 1, max: 5, direction: 'higher' },
      }) as const,
  ),
] as const;

/** Replies of a release, scored by judges. */
const recordsOf = (release: string, judges: readonly string[]) =>
  Array.from({ length: count }, (_, i) => ({
    id: `q-${i}`,
    conversation: [{ role: 'user', content: `What is ${i}?` }],
    responses: { [release]: `Reply ${i} of ${release}.` },
    human: { [release]: { quality: [1 + (i % 5)] } },
    judge: Object.fromEntries(
      judges.map((judge, j) => [judge, { [release]: { quality: 1 + ((i * 3 + j) % 5) } }]),
    ),
  }));

async function seriesOf(then: readonly string[], now: readonly string[]) {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const used = (judges: readonly string[]) =>
    scales.filter((one) => one.kind === 'criterion' || judges.includes(one.name));
  const first = await importRecords(engine, folder, recordsOf('r1', then), {
    name: 'one',
    scales: used(then),
  });
  const second = await importRecords(engine, folder, recordsOf('r2', now), {
    name: 'two',
    scales: used(now),
  });
  const asked = {
    measure: { kind: 'criterion', criterion: 'quality' },
    preset: 'uniform',
    size: count,
    alpha: 0.05,
  } as const;
  const spec = (judge: string) => ({ kind: 'judge', judge, criterion: 'quality' }) as const;
  const before = await client.study.create({
    ...asked,
    ...{ datasetId: first, system: 'r1', name: 'first', seed: 5, surrogate: spec('Strict v1') },
  });
  const { id } = await client.series.begin({ studyId: before.id });
  const series = await client.series.release({
    ...{ seriesId: id, system: 'r2', datasetId: second, name: 'second' },
    surrogate: spec('Strict v2'),
  });
  return { engine, series, before };
}

test('a release says which version of a judge scored it, and a change of judge is a break', async () => {
  const { engine, series, before } = await seriesOf(['Strict v1'], ['Strict v2']);
  expect(series.releases.map(({ scoredBy, judgeBreak }) => [scoredBy, judgeBreak])).toEqual([
    [['Strict v1'], null],
    [
      ['Strict v2'],
      expect.stringContaining('a break. Strict v2 was not run on first. Strict v1 was not run on second.'),
    ],
  ]);
  expect(releaseCaveats(series.releases)[0]).toBe('r1 was scored by Strict v1. r2 was scored by Strict v2.');
  const studyId = series.releases[1]!.studyId;
  const gate: Gate = await engine.client.claim.gate({
    studyId,
    claim: { kind: 'not-worse', by: 0.5, thanStudyId: before.id },
  });
  expect(gate.scoredBy).toEqual(['Strict v2']);
  expect(gateText(gate)).toContain('Scores beside the labels: Strict v2.');
  expect(gateText(gate)).toContain('second was scored by Strict v2, first by Strict v1: a break.');
  const alone = await engine.client.claim.gate({ studyId, claim: { kind: 'at-least', value: 2 } });
  expect(alone).toMatchObject({ scoredBy: ['Strict v2'], judgeBreak: null });
});

test('where both judges scored both releases, nothing breaks', async () => {
  const both = ['Strict v1', 'Strict v2'];
  const { series } = await seriesOf(both, both);
  expect(series.releases.map(({ judgeBreak }) => judgeBreak)).toEqual([null, null]);
});

test('a judge that left replies out is not said to be one that was not run', async () => {
  const { engine, series, before } = await seriesOf(['Strict v1'], ['Strict v2']);
  const { db } = engine.context.session.project!;
  const now = getStudy(db, series.releases[1]!.studyId);
  const { scale } = scales[0]!;
  const key = { kind: 'judge' as const, name: 'Strict v1', criterion: 'quality' };
  const signal = ensureSignal(db, now.datasetId, key, scale);
  const scored = [...readPool(db, now.id).itemIds].slice(2).map((itemId) => [itemId, 3] as const);
  putMachineScores(db, signal, now.systemId, scored);
  const words = judgeBreak(db, getStudy(db, before.id), now);
  expect(words).toContain(`Strict v1 scored ${count - 2} of the ${count} replies of second.`);
  expect(words).not.toContain('was not run on second');
});

test('releases of one judge say so once', async () => {
  const { series } = await seriesOf(['Strict v1', 'Strict v2'], ['Strict v1', 'Strict v2']);
  const same = series.releases.map((release) => ({ ...release, scoredBy: ['Strict v1'] }));
  expect(releaseCaveats(same)).toEqual(['Each release was scored by Strict v1.']);
  expect(releaseCaveats(same.map((release) => ({ ...release, scoredBy: undefined })))).toEqual([]);
});
