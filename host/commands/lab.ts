import { rmSync } from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import { temporaryFolder } from '../../core/platform/files/temporary.ts';
import { ErrorLevel } from '../../shared/contract/base.ts';
import { ImportResultSchema } from '../../shared/contract/data.ts';
import type {
  LabMethod,
  LabRequest,
  LabRun,
  LookPlan,
  Measure,
  ScaleDeclaration,
  StudyOptions,
} from '../../shared/contract/index.ts';
import { certainties, labFormats } from '../../shared/contract/lab.ts';
import { AppError } from '../../shared/errors.ts';
import { guarded, print, withEngine } from '../terminal/answer.ts';
import { type ProjectOptions, withProject } from '../terminal/common-options.ts';
import { labText } from '../terminal/lab-output.ts';
import { scaleDeclaration } from '../terminal/parse-scale.ts';
import {
  collected,
  positiveNumber,
  positiveNumbers,
  seedNumber,
  shareAboveZero,
} from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { pickMeasure } from '../terminal/pick-measure.ts';
import { pickSurrogate } from '../terminal/pick-surrogate.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { uncertaintyFrom } from '../terminal/uncertainty-option.ts';
import { waitForJob } from '../terminal/wait-for-job.ts';

interface LabOptions extends ProjectOptions {
  data?: string;
  scale?: ScaleDeclaration[];
  dataset?: string;
  system?: string[];
  criterion?: string;
  metric?: string;
  surrogate?: string;
  methods: string;
  budgets: number[];
  seeds: number;
  seed: number;
  alpha: number;
  plan?: LookPlan;
  uncertainty?: string;
  labelFirst: LabRequest['labelFirst'];
  disagreement: number;
  threads?: number;
  out?: string;
}

export function addLab(program: Command): void {
  withProject(program.command('lab'))
    .argument('[project]', 'the project that holds the data and keeps the outcome')
    .option('--data <file>', 'a data file to read first; without a project nothing is kept')
    .option('--scale <scale>', "a score's range, as for import; may be repeated", scaleDeclaration)
    .option('--dataset <name>', 'the data set, by name or number (not needed when there is one)')
    .option('--system <name>', 'a system to evaluate; may be repeated (all by default)', collected)
    .option('--criterion <name>', 'the human criterion (not needed when there is one)')
    .option('--metric <id>', 'a metric against the gold answers, instead of a criterion')
    .option(
      '--surrogate <surrogate>',
      'system:NAME, judge:NAME[/CRITERION], auto:NAME, llm:NAME, builtin or none',
    )
    .option('--methods <ids>', 'methods with commas between, "usual" or "all"', 'usual')
    .option(
      '--budgets <numbers>',
      'numbers of labels, with commas between',
      positiveNumbers,
      [5, 10, 15, 20, 25, 30],
    )
    .option('--seeds <number>', 'runs of every method', positiveNumber, 100)
    .option('--seed <number>', 'seed of the first run; the next run has the next', seedNumber, 1)
    .option(
      '--plan <labels>',
      "labels at which the presets' interval is to be narrow, 'none', or 'once:LABELS' (the largest budget)",
      lookPlan,
    )
    .option(
      '--uncertainty <score>',
      'what Top-K, HMCEval and MCM rank by: auto:NAME or hardness (what the data hold by default)',
    )
    .addOption(
      new Option('--label-first <end>', 'which responses HMCEval has people label')
        .choices(certainties)
        .default('uncertain'),
    )
    .option(
      '--disagreement <share>',
      'MCM: below this machine score, it disagrees with the system',
      shareAboveZero,
      0.5,
    )
    .addOption(fieldOption('alpha', ErrorLevel, { hasDefault: true, says: 'error level of the intervals' }))
    .option(
      '--threads <number>',
      'threads to use; changes the time it takes and nothing else',
      positiveNumber,
    )
    .option('--out <file>', 'also write the outcome here, as .csv, .json or .html')
    .action(checkedLab);
}

function checkedLab(file: string | undefined, options: LabOptions, command: Command): Promise<void> {
  const project = options.project ?? file;
  if (project === undefined && options.data === undefined) {
    command.error("error: name the data with '--data FILE', or a project that holds them");
  }
  if (options.criterion !== undefined && options.metric !== undefined) {
    command.error("error: '--criterion' and '--metric' exclude each other");
  }
  return guarded(options, () => lab(project, options));
}

/** A plan as it is written on the command line. @throws InvalidArgumentError */
function lookPlan(text: string): LookPlan {
  if (text === 'none') return { kind: 'none' };
  return text.startsWith('once:')
    ? { kind: 'once', labels: positiveNumber(text.slice('once:'.length)) }
    : { kind: 'labels', labels: positiveNumber(text) };
}

/** Without a project, works in a folder of its own that goes away. */
async function lab(project: string | undefined, options: LabOptions): Promise<void> {
  const folder = project === undefined ? temporaryFolder('lab') : undefined;
  try {
    const work = async (engine: Engine) => {
      if (project !== undefined) await engine.client.project.open({ path: project });
      else await engine.client.project.create({ path: path.join(folder!, 'lab.assay') });
      const run = await backTest(engine, options);
      if (options.out !== undefined) await writeOut(engine.client, run, options.out);
      return run;
    };
    const run = await withEngine(options, work, folder);
    print(options, run.rows, (rows) => labText(rows, run.methods, run));
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

async function backTest(engine: Engine, options: LabOptions): Promise<LabRun> {
  const { client } = engine;
  const datasetId = await dataOf(engine, options);
  const choices = await client.study.options({ datasetId });
  const measure = measureOf(choices, options);
  const systems = await systemsOf(client, datasetId, choices, measure, options.system);
  const { budgets, seeds, seed: firstSeed, alpha, threads } = options;
  const asked = options.surrogate === 'builtin' ? 'reader' : options.surrogate;
  const { jobId } = await client.lab.start({
    datasetId,
    systems,
    measure,
    surrogate: pickSurrogate(choices, judgedBy(asked, systems), measure, asked),
    methods: methodsOf(await client.lab.methods({}), options.methods),
    budgets,
    seeds,
    firstSeed,
    alpha,
    ...(options.plan && { plan: options.plan }),
    ...uncertaintyFrom(options.uncertainty),
    labelFirst: options.labelFirst,
    disagreement: options.disagreement,
    ...(threads === undefined ? {} : { threads }),
  });
  const { runId } = (await waitForJob(engine, jobId)) as { runId: number };
  return client.lab.get({ runId });
}

/** The data set that was named, after reading the file that was given. */
async function dataOf(engine: Engine, { data, dataset, scale: scales = [] }: LabOptions): Promise<number> {
  const { client } = engine;
  if (data !== undefined) {
    const { jobId } = await client.import.start({ path: path.resolve(data), scales });
    const { datasetId, warnings } = ImportResultSchema.parse(await waitForJob(engine, jobId));
    for (const warning of warnings) process.stderr.write(`${warning}\n`);
    if (datasetId) return datasetId;
  }
  return pick(await client.dataset.list({}), dataset, 'data set', '--dataset').id;
}

function measureOf(choices: StudyOptions, { criterion, metric }: LabOptions): Measure {
  if (metric !== undefined) return pickMeasure(choices, `metric:${metric}`);
  return pickMeasure(choices, criterion === undefined ? undefined : `criterion:${criterion}`);
}

/** The systems that were named; otherwise all that have human values. */
async function systemsOf(
  client: Client,
  datasetId: number,
  { systems }: StudyOptions,
  measure: Measure,
  asked: readonly string[] | undefined,
): Promise<string[]> {
  if (asked !== undefined) return asked.map((name) => pick(systems, name, 'system', '--system').name);
  if (measure.kind === 'metric') return systems.map(({ name }) => name);
  const { criteria } = await client.dataset.get({ datasetId });
  const labeled = criteria.find(({ name }) => name === measure.criterion)?.coverage ?? [];
  return labeled.map(({ system }) => system);
}

/** The systems whose surrogate is the one asked for; a system that is it itself gets another in the Lab. */
function judgedBy(asked: string | undefined, systems: readonly string[]): string[] {
  const others = systems.filter((name) => asked !== `system:${name}`);
  return asked === undefined ? others : others.slice(0, 1);
}

function methodsOf(methods: readonly LabMethod[], asked: string): string[] {
  if (asked === 'all') return methods.map(({ id }) => id);
  if (asked === 'usual') return methods.filter(({ isUsual }) => isUsual).map(({ id }) => id);
  const named = methods.map(({ id }) => ({ name: id }));
  return asked.split(',').map((id) => pick(named, id.trim(), 'method', '--methods').name);
}

async function writeOut(client: Client, run: LabRun, out: string): Promise<void> {
  const format = labFormats.find((one) => out.toLowerCase().endsWith(`.${one}`));
  if (!format) {
    throw new AppError('INVALID_INPUT', `"${out}" names no format of a back-test.`, {
      field: 'out',
      remedy: `Let the name end in ${labFormats.map((one) => `.${one}`).join(', ')}.`,
    });
  }
  await client.lab.save({ runId: run.id, format, path: path.resolve(out), overwrite: true });
}
