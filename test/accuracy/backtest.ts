/**
 * Back-tests every method on real evaluations: `node test/accuracy/backtest.ts [runs] [--images FOLDER]` prints the
 * tables of docs/measured/backtest.md and, with a folder, draws the charts of docs/humcoe.md. The data are not part of the
 * source; they are looked for beside it, in ../shared/data.
 */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createEngine, type Engine } from '../../core/engine.ts';
import { chartSvg } from '../../core/report/chart-svg.ts';
import { curveChart } from '../../shared/charts/curve-chart.ts';
import type {
  LabRequest,
  LabRow,
  LabRun,
  Measure,
  ScaleDeclaration,
  SurrogateSpec,
} from '../../shared/contract/index.ts';

interface RealSet {
  name: string;
  file: string;
  systems: string[];
  measure: Measure;
  surrogate: SurrogateSpec;
  scales?: ScaleDeclaration[];
}

const data = path.join(import.meta.dirname, '../../../shared/data');
const budgets = [5, 10, 30, 100];
const rating = (name: string, min: number, max: number): ScaleDeclaration => ({
  kind: 'criterion',
  name,
  scale: { min, max, direction: 'higher' },
});
const criterion = (name: string): Measure => ({ kind: 'criterion', criterion: name });
const other = (system: string): SurrogateSpec => ({ kind: 'system', system });

const sets: RealSet[] = [
  {
    name: 'NQ-open, word F1',
    file: 'openqa_nq/nqopen_full.jsonl',
    systems: ['EMDR2', 'DPR', 'FiD'],
    measure: { kind: 'metric', metric: 'f1-squad1' },
    surrogate: other('R2D2'),
  },
  {
    name: 'NQ-301, acceptable',
    file: 'openqa_nq/nq301_human.jsonl',
    systems: ['FiD', 'R2D2', 'text-davinci-003_zeroshot'],
    measure: criterion('acceptable'),
    surrogate: { kind: 'judge', judge: 'gpt-4', criterion: 'acceptable' },
  },
  {
    name: 'DSTC9, accuracy 1-5',
    file: 'dstc9_track1/items.jsonl',
    systems: ['baseline', 'team18_entry3', 'team21_entry3'],
    measure: criterion('accuracy'),
    surrogate: other('team15_entry3'),
    scales: [rating('accuracy', 1, 5)],
  },
  {
    name: 'MTRAG, faithfulness 1-4',
    file: 'mtrag_human/items.jsonl',
    systems: ['gpt-4o', 'llama-3.1-405b-instruct'],
    measure: criterion('faithfulness'),
    surrogate: { kind: 'judge', judge: 'rb_llm', criterion: 'score' },
    scales: [rating('faithfulness', 1, 4)],
  },
  {
    name: 'Q2, consistent',
    file: 'q2_wow/items.jsonl',
    systems: ['dodeca', 'memnet'],
    measure: criterion('consistent'),
    surrogate: { kind: 'reader' },
  },
  {
    name: 'MIMICS-Duo, quality 1-5',
    file: 'mimics_duo/items.jsonl',
    systems: ['bing_pane'],
    measure: criterion('overall_quality'),
    surrogate: { kind: 'judge', judge: 'bing_clicks', criterion: 'engagement_level' },
    scales: [rating('overall_quality', 1, 5)],
  },
];

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { images: { type: 'string' } },
});
const runs = Number(positionals[0] ?? 1000);

/** Imports a set and runs every method on it. */
async function backTest(engine: Engine, set: RealSet): Promise<LabRun> {
  const { client, context } = engine;
  const imported = await jobResult<{ datasetId: number }>(
    engine,
    await client.import.start({
      path: path.join(data, set.file),
      scales: set.scales ?? [],
      datasetName: set.name,
    }),
  );
  const request: LabRequest = {
    datasetId: imported.datasetId,
    systems: set.systems,
    measure: set.measure,
    surrogate: await offered(engine, imported.datasetId, set.surrogate),
    methods: (await client.lab.methods({})).map(({ id }) => id),
    budgets,
    seeds: runs,
    firstSeed: 1,
    alpha: 0.05,
    disagreement: 0.5,
    labelFirst: 'uncertain',
  };
  const { runId } = await jobResult<{ runId: number }>(engine, await client.lab.start(request));
  context.events.publish({ type: 'lab.changed' });
  return client.lab.get({ runId });
}

/** The judge under the criterion name that the import gave it. */
async function offered({ client }: Engine, datasetId: number, spec: SurrogateSpec): Promise<SurrogateSpec> {
  if (spec.kind !== 'judge') return spec;
  const { surrogates } = await client.study.options({ datasetId });
  const found = surrogates.find((one) => one.spec.kind === 'judge' && one.spec.judge === spec.judge);
  return found?.spec ?? spec;
}

async function jobResult<T>({ client }: Engine, { jobId }: { jobId: number }): Promise<T> {
  for (;;) {
    const { state, result, error } = await client.job.get({ jobId });
    if (state === 'done') return result as T;
    if (state !== 'running') throw new Error(error?.message ?? state);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

interface Population {
  set: RealSet;
  run: LabRun;
  system: string;
}

const populationsOf = (found: { set: RealSet; run: LabRun }[]): Population[] =>
  found.flatMap(({ set, run }) => run.populations.map(({ system }) => ({ set, run, system })));

const rowOf = ({ run, system }: Population, method: string, budget: number): LabRow | undefined =>
  run.rows.find((row) => row.system === system && row.method === method && row.budget === budget);

const percent = (share: number | null | undefined, digits = 1) =>
  share === null || share === undefined ? '-' : (100 * share).toFixed(digits);
const figure = (value: number | null | undefined, digits = 3) =>
  value === null || value === undefined ? '-' : Number(value.toPrecision(digits)).toString();
const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

function report(found: { set: RealSet; run: LabRun }[]): string {
  const populations = populationsOf(found);
  return [
    `## The ${populations.length} populations`,
    populationTable(populations),
    `## Error of a single run, relative to the plain mean of a uniform sample (${runs} runs)`,
    errorTable(populations),
    '## Consistency at 30 labels: a single run / the mean of all runs, percent',
    consistencyTable(populations),
    '## Intervals at 30 and 100 labels: runs covered at all looks, percent, and mean half-width as a share of the scale',
    intervalTable(populations),
  ].join('\n\n');
}

function populationTable(populations: readonly Population[]): string {
  return tableOf(
    ['Data, measure', 'System', 'Surrogate', 'N', 'Full evaluation', 'Correlation'],
    populations.map(({ set, run, system }) => {
      const { surrogate, N, truth, correlation } = run.populations.find((one) => one.system === system)!;
      return [
        set.name,
        system,
        surrogate,
        String(N),
        figure(truth, 4),
        correlation === null ? '-' : correlation.toFixed(2),
      ];
    }),
  );
}

function errorTable(populations: readonly Population[]): string {
  const { methods } = populations[0]!.run;
  return tableOf(
    ['Method', ...budgets.flatMap((T) => [`T = ${T}`, 'worst'])],
    methods.map(({ id, name }) => [
      name,
      ...budgets.flatMap((T) => {
        const ratios = populations.flatMap((one) => {
          const ours = rowOf(one, id, T)?.rmse;
          const plain = rowOf(one, 'uniform-plain', T)?.rmse;
          return typeof ours === 'number' && typeof plain === 'number' && ours > 0 ? [ours / plain] : [];
        });
        if (ratios.length === 0) return ['-', '-'];
        const logs = ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0);
        const partial = ratios.length < populations.length ? ` (${ratios.length})` : '';
        return [`${Math.exp(logs / ratios.length).toFixed(2)}${partial}`, Math.max(...ratios).toFixed(2)];
      }),
    ]),
  );
}

const compared = ['humcoe', 'uniform-plain', 'uniform', 'calibrated-hardness'];

function consistencyTable(populations: readonly Population[]): string {
  const names = new Map(populations[0]!.run.methods.map(({ id, name }) => [id, name]));
  return tableOf(
    ['Data, system', ...compared.map((id) => names.get(id)!)],
    populations.map((one) => [
      `${one.set.name}, ${one.system}`,
      ...compared.map((id) => {
        const row = rowOf(one, id, 30);
        return `${percent(row?.consistencySingleRun)} / ${percent(row?.consistencyOfMean)}`;
      }),
    ]),
  );
}

function intervalTable(populations: readonly Population[]): string {
  const presets = ['calibrated-hardness', 'uniform'];
  return tableOf(
    ['Data, system', ...presets.flatMap((id) => [30, 100].map((T) => `${id}, T = ${T}`))],
    populations.map((one) => [
      `${one.set.name}, ${one.system}`,
      ...presets.flatMap((id) =>
        [30, 100].map((T) => {
          const row = rowOf(one, id, T);
          const scale = one.run.populations.find(({ system }) => system === one.system)!.scale;
          const half = row?.meanHalfWidth;
          return `${percent(row?.coverageAllT)}, ${half ? figure(half / (scale.max - scale.min), 2) : '-'}`;
        }),
      ),
    ]),
  );
}

/** A picture that stands alone: dark on white, whatever the page behind it. */
const onPaper = (svg: string) =>
  svg
    .replace('font-family="inherit"', 'font-family="system-ui, sans-serif"')
    .replace(
      /^<svg([^>]*)>/,
      '<svg xmlns="http://www.w3.org/2000/svg" color="#1a1d21"$1><rect width="100%" height="100%" fill="#ffffff"/>',
    );

/** The pictures of docs/humcoe.md: averages over all populations. */
function drawCharts(found: { set: RealSet; run: LabRun }[], folder: string): void {
  mkdirSync(folder, { recursive: true });
  const populations = populationsOf(found);
  const names = new Map(populations[0]!.run.methods.map(({ id, name }) => [id, name]));
  const curves = (field: 'consistencySingleRun' | 'consistencyOfMean', ids: readonly string[]) =>
    ids.map((id) => ({
      id,
      name: names.get(id)!,
      points: budgets.flatMap((budget) => {
        const values = populations.flatMap((one) => rowOf(one, id, budget)?.[field] ?? []);
        return values.length === populations.length
          ? [{ budget, value: (100 * values.reduce((a, b) => a + b, 0)) / values.length }]
          : [];
      }),
    }));
  const write = (name: string, svg: string) => writeFileSync(path.join(folder, name), `${onPaper(svg)}\n`);
  for (const [file, field, yLabel] of [
    ['humcoe-single-run.svg', 'consistencySingleRun', 'Consistency of a single run, percent'],
    ['humcoe-mean-of-runs.svg', 'consistencyOfMean', `Consistency of the mean of ${runs} runs, percent`],
  ] as const) {
    const chart = curveChart({
      curves: curves(field, compared),
      summary: `${yLabel}, by the number of labels.`,
      yLabel,
      format: String,
      include: [0, 100],
      height: 320,
    });
    write(file, chartSvg(chart).source);
  }
}

if (!existsSync(data)) {
  console.log('The real evaluations are not here (../shared/data); nothing was back-tested.');
} else {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-backtest-'));
  const engine = createEngine({ dataDir: folder, version: 'back-test' });
  try {
    await engine.client.project.create({ path: path.join(folder, 'real.assay') });
    const found: { set: RealSet; run: LabRun }[] = [];
    for (const set of sets) {
      if (!existsSync(path.join(data, set.file))) continue;
      found.push({ set, run: await backTest(engine, set) });
      console.error(`${set.name}: ${found.at(-1)!.run.seconds.toFixed(0)} s`);
    }
    console.log(report(found));
    if (options.images !== undefined) drawCharts(found, options.images);
  } finally {
    await engine.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
