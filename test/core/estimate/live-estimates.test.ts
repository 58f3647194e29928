import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { forgetLiveEstimates } from '../../../core/model/estimate/kept-estimates.ts';
import { comparisonOf, liveEstimateOf, whileDataLast } from '../../../core/model/estimate/live-estimates.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import { asLines } from '../support/in-process.ts';
import {
  engineWithProject,
  importRecords,
  ratedRecords,
  ratedScales,
  ratedStudy,
} from '../support/test-engine.ts';

test('what rests on imported data is made once, and anew after data changed', async () => {
  const { engine, study } = await ratedStudy(10);
  const { context } = engine;
  const make = vi.fn(() => ({}));
  const first = whileDataLast(context, study.id, 'a figure', make);
  expect(whileDataLast(context, study.id, 'a figure', make)).toBe(first);
  whileDataLast(context, study.id, 'another figure', make);
  expect(make).toHaveBeenCalledTimes(2);
  // Something that came to nothing is kept, too.
  const nothing = vi.fn(() => undefined);
  whileDataLast(context, study.id, 'nothing', nothing);
  whileDataLast(context, study.id, 'nothing', nothing);
  expect(nothing).toHaveBeenCalledTimes(1);

  const live = liveEstimateOf(context, study.id);
  const comparison = comparisonOf(context, study.id);
  context.events.publish({ type: 'data.changed' });
  expect(whileDataLast(context, study.id, 'a figure', make)).not.toBe(first);
  expect(liveEstimateOf(context, study.id)).not.toBe(live);
  expect(comparisonOf(context, study.id)).not.toBe(comparison);
});

test('what is forgotten of one study stays of the others', async () => {
  const { engine, study, datasetId } = await ratedStudy(10);
  const { context, client } = engine;
  const other = await client.study.create({
    datasetId,
    system: 'rival',
    measure: { kind: 'metric', metric: 'f1-coqa' },
    surrogate: { kind: 'none' },
    size: 5,
  });
  const make = () => ({});
  const figures = (id: number) => [
    liveEstimateOf(context, id),
    comparisonOf(context, id),
    whileDataLast(context, id, 'a figure', make),
  ];
  const [ofStudy, ofOther] = [figures(study.id), figures(other.id)];
  forgetLiveEstimates(context, study.id);
  for (const [i, figure] of figures(study.id).entries()) expect(figure).not.toBe(ofStudy[i]);
  for (const [i, figure] of figures(other.id).entries()) expect(figure).toBe(ofOther[i]);
});

test('an import of human scores moves the full evaluation that stands beside the estimate', async () => {
  const { engine, folder } = await engineWithProject();
  const { client } = engine;
  const half = ratedRecords(12).map(({ human, ...record }, i) => (i < 6 ? { ...record, human } : record));
  const datasetId = await importRecords(engine, folder, half, { scales: ratedScales });
  const study = await client.study.create({
    datasetId,
    system: 'secretive',
    measure: { kind: 'criterion', criterion: 'quality' },
    surrogate: { kind: 'none' },
    size: 6,
  });
  const evaluated = async () => (await client.estimate.current({ studyId: study.id })).fullEvaluation;
  const before = await evaluated();
  const more = ratedRecords(12).slice(6);
  const labels = more.map(({ id }) => ({ item: id, system: 'secretive', criterion: 'quality', value: 5 }));
  const file = path.join(folder, 'more.jsonl');
  writeFileSync(file, asLines(labels));
  const { jobId } = await client.import.start({ path: file, format: 'labels-jsonl', datasetName: 'data' });
  await waitForJob(engine, jobId);
  const after = await evaluated();
  expect(after).not.toBeNull();
  expect(after).not.toEqual(before);
});
