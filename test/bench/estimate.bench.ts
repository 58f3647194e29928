import { rmSync } from 'node:fs';
import { estimateReport } from '../../core/model/estimate/estimate-report.ts';
import { labelChanged, liveEstimateOf } from '../../core/model/estimate/live-estimates.ts';
import { labelKeyFor } from '../../core/model/study/label-key.ts';
import { ensureAnnotator } from '../../db/annotators.ts';
import { listDraws } from '../../db/draws.ts';
import { insertLabel } from '../../db/labels.ts';
import { getStudy } from '../../db/studies.ts';
import { CalibratedSequence, type PoolSummary } from '../../stats/index.ts';
import { type BenchResult, median, projectOf } from './support.ts';

/**
 * From a stored label to the new estimate, on projects of growing size: the sequence alone, the estimate taken into
 * memory, the whole table of methods, and the label's way to disk beside it.
 */
export async function benchEstimate(populationSize: number): Promise<BenchResult> {
  const { engine, folder, studyId } = await projectOf(populationSize);
  const { context } = engine;
  const { db } = context.session.project!;
  const study = getStudy(db, studyId);
  const annotatorId = ensureAnnotator(db, 'Bench').id;
  const sequence = new CalibratedSequence(study.poolSummary as PoolSummary, { alpha: study.alpha });
  const times = {
    disk: [] as number[],
    sequence: [] as number[],
    estimate: [] as number[],
    table: [] as number[],
  };
  liveEstimateOf(context, studyId);
  estimateReport(context, studyId);
  for (const draw of listDraws(db, studyId, study.generation)) {
    const y = ((draw.order * 3) % 5) / 4;
    const clock = (list: number[], work: () => unknown) => {
      const start = performance.now();
      work();
      list.push(performance.now() - start);
    };
    clock(times.disk, () =>
      insertLabel(db, {
        ...labelKeyFor(study, draw.itemId),
        clientKey: `bench-${draw.order}`,
        annotatorId,
        studyId,
        content: { kind: 'score', value: 1 + 4 * y },
        operation: 'submit',
        refersTo: null,
        source: 'screen',
        estimateVisible: false,
        durationMs: 0,
        createdAt: context.now(),
      }),
    );
    const { surrogateValue: surrogate, probability } = draw;
    clock(times.sequence, () => sequence.add({ y, surrogate, probability }));
    clock(times.estimate, () => labelChanged(context, draw.itemId, studyId));
    clock(times.table, () => estimateReport(context, studyId));
  }
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
  return {
    name: `label to estimate, N = ${populationSize}`,
    figures: {
      labels: times.disk.length,
      sequenceMedianMs: median(times.sequence),
      estimateMedianMs: median(times.estimate),
      tableOfMethodsMedianMs: median(times.table),
      labelToDiskMedianMs: median(times.disk),
    },
  };
}

if (import.meta.main) {
  const sizes = process.argv.slice(2).map(Number);
  for (const size of sizes.length > 0 ? sizes : [1_000]) console.log(await benchEstimate(size));
}
