import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { labelFromGold } from '../../core/people/label/label-from-gold.ts';
import { engineWithProject } from './support/test-engine.ts';

const file = path.join(import.meta.dirname, '../../../shared/data/openqa_nq/nqopen_full.jsonl');
const items = 3610;
/** Word F1 of EMDR2 and of DPR over all questions, from the data set's own description. */
const published = 0.5946 - 0.4778;

describe.skipIf(!existsSync(file))('two systems on NQ-open (skipped where the data is not there)', () => {
  test('the difference of 150 labels holds the published one, which the full evaluation repeats', async () => {
    const { engine } = await engineWithProject();
    const { client, context } = engine;
    const { finished } = context.jobs.start(context.session.project!, 'import', 'NQ-open', {
      path: file,
      sourceName: path.basename(file),
      format: 'assay-jsonl',
      datasetName: 'NQ-open',
      scales: [],
    });
    const datasetId = (await finished).datasetId!;
    const study = await client.study.create({
      datasetId,
      system: 'EMDR2',
      against: 'DPR',
      measure: { kind: 'metric', metric: 'f1-squad1' },
      surrogate: { kind: 'system', system: 'R2D2' },
      preset: 'uniform',
      seed: 1,
      size: 150,
    });
    expect(study.comparison).toEqual({ against: 'DPR', sharedItems: items, differing: 2210, equal: 1400 });
    labelFromGold(context, study.id);
    const report = await client.estimate.current({ studyId: study.id });
    const chosen = report.estimates.find(({ method }) => method === 'calibrated')!;
    expect(report.fullEvaluation).toMatchObject({ items, complete: true });
    expect(Math.abs(report.fullEvaluation!.value - published)).toBeLessThan(0.0002);
    expect(chosen.lower!).toBeLessThan(published);
    expect(chosen.upper!).toBeGreaterThan(published);
    expect(report.comparison!.verdict).toBe('system');
  }, 120_000);
});
