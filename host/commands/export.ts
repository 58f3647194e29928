import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { ReportFormat } from '../../core/report/render-report.ts';
import { jointLabelFormats } from '../../shared/contract/estimate.ts';
import type { Study } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { findStudy, findSubject } from '../terminal/find-study.ts';

interface ToolFiles {
  readonly format: ReportFormat;
  /** Files written beside the first, with what their names have in place of its ending. */
  readonly beside?: readonly (readonly [ReportFormat, string])[];
  /** Whether a comparison has a file for each of its systems. */
  readonly eachSystem?: boolean;
  /** What the files leave out of a label, or ask of the tool; the rest comes back by `assay label`. */
  readonly lost: string;
}

const inspectLost =
  'A score has one value, so answers to further questions stand in its metadata. Left out: skips, when each label was given, and whether the estimate was visible.';

const tools = {
  csv: { format: 'labels-csv', lost: '' },
  jsonl: {
    format: 'labels-jsonl',
    lost: 'Left out: answers to further questions of the form, which --to jsonl-plain, csv, parquet and xlsx have.',
  },
  'jsonl-plain': {
    format: 'labels-jsonl-plain',
    lost: 'Left out: the header line that "assay verify" reads.',
  },
  preferences: {
    format: 'corrections-preferences',
    lost: 'One line a corrected reply: prompt, chosen, rejected. Replies that nobody corrected are not in it.',
  },
  references: {
    format: 'corrections-references',
    lost: 'Items with a correction as records of Assay: the corrections are their references.',
  },
  parquet: {
    format: 'labels-parquet',
    beside: [
      ['items-parquet', '-items.parquet'],
      ['estimates-parquet', '-estimates.parquet'],
    ],
    lost: '',
  },
  work: {
    format: 'annotator-work-csv',
    lost: 'All that annotators said, with what does not count; estimates are made from label files.',
  },
  xlsx: { format: 'tables-xlsx', lost: '' },
  huggingface: {
    format: 'dataset-card',
    beside: [
      ['labels-parquet', 'labels.parquet'],
      ['items-parquet', 'items.parquet'],
      ['estimates-parquet', 'estimates.parquet'],
    ],
    lost: '',
  },
  'label-studio': {
    format: 'labels-label-studio',
    beside: [['labels-label-studio-config', '.xml']],
    lost: 'Give the project the labeling configuration (.xml) first. Further questions are controls of their own, a span its words. Left out: whether the estimate was visible.',
  },
  argilla: {
    format: 'labels-argilla',
    beside: [['labels-argilla-settings', '-settings.json']],
    lost: 'Make the users that the settings name first, with their ids. Further questions are ratings where all answers are whole numbers from 0 to 10, else texts. Left out: when each label was given, and whether the estimate was visible.',
  },
  inspect: {
    format: 'labels-inspect',
    eachSystem: true,
    lost: `Several raters of an item are one score, their mean. ${inspectLost}`,
  },
  'inspect-epochs': {
    format: 'labels-inspect-epochs',
    eachSystem: true,
    lost: `Each rater is an epoch, in the order of their names. ${inspectLost}`,
  },
  promptfoo: {
    format: 'labels-promptfoo',
    lost: 'Further ratings are named scores, the mean of the raters; texts and options stand with each rating. Left out: skips, written answers, times, and whether the estimate was visible.',
  },
  mlflow: {
    format: 'labels-mlflow',
    lost: 'Answers to further questions are rows of their own. Left out: skips, and whether the estimate was visible.',
  },
} as const satisfies Record<string, ToolFiles>;

type Tool = keyof typeof tools;

interface ExportOptions extends ProjectOptions {
  study?: string;
  to: Tool | 'folder';
  out?: string;
  overwrite?: boolean;
}

interface Exported {
  study: string;
  to: Tool;
  path: string;
  sizeBytes: number;
  /** Further files that belong to it. */
  beside: string[];
  lost: string;
}

export function addExport(program: Command): void {
  withProject(program.command('export'))
    .argument('[project]', 'the project file')
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .addOption(
      new Option('--to <tool>', 'who reads it')
        .choices([...Object.keys(tools), 'folder'])
        .makeOptionMandatory(),
    )
    .option('--out <file>', 'where to write it (by default named after the study, in this folder)')
    .option('--overwrite', 'replace the file, or the folder of a project, if it is there')
    .action((file: string | undefined, options: ExportOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      const { to } = options;
      if (to === 'folder') {
        return answer(options, (engine) => exportFolder(engine, project, options), folderText);
      }
      return answer(
        options,
        (engine) => exportLabels(engine, project, { ...options, to }),
        ({ path: written, beside, lost }) =>
          [...[written, ...beside].map((one) => `Wrote ${one}.`), lost].filter(Boolean).join('\n'),
      );
    });
}

async function exportFolder(
  { client }: Engine,
  project: string,
  { out, overwrite = false, study }: ExportOptions,
) {
  if (study !== undefined) {
    throw new AppError('INVALID_INPUT', 'A folder holds the whole project.', {
      field: '--study',
      remedy: 'Leave out --study.',
    });
  }
  await client.project.open({ path: project });
  const folder = path.resolve(out ?? `${path.parse(project).name}-folder`);
  return client.project.toFolder({ path: folder, overwrite });
}

const folderText = ({ path: folder, files, rows, notCarried }: Awaited<ReturnType<typeof exportFolder>>) =>
  [
    `Wrote ${folder}: ${files} files, ${rows} rows. "assay import NEW.assay ${path.basename(folder)}" makes the project again.`,
    ...notCarried.map((one) => `Not in it: ${one}`),
  ].join('\n');

async function exportLabels(
  engine: Engine,
  project: string,
  options: ExportOptions & { to: Tool },
): Promise<Exported> {
  const { to, overwrite = false } = options;
  const { format, beside = [], eachSystem = false, lost }: ToolFiles = tools[to];
  const { study, also } = await subjectOf(engine, project, options.study, format);
  const named = await engine.client.report.name({ studyId: study.id, also, format });
  const target = path.resolve(
    options.out ?? (to === 'huggingface' ? folderName(named.fileName) : named.fileName),
  );
  const save = (one: ReportFormat, file: string, system?: string) =>
    engine.client.report.save({
      studyId: study.id,
      also,
      format: one,
      path: file,
      overwrite,
      ...(system && { system }),
    });
  if (to === 'huggingface') mkdirSync(target, { recursive: true });
  const first = to === 'huggingface' ? path.join(target, 'README.md') : target;
  const { dir, name, ext } = path.parse(first);
  const saved = await save(format, first);
  const others: string[] = [];
  for (const [one, ending] of beside) {
    const file = to === 'huggingface' ? path.join(target, ending) : path.join(dir, name + ending);
    others.push((await save(one, file)).path);
  }
  for (const system of eachSystem ? rivalsOf(study) : []) {
    others.push((await save(format, path.join(dir, `${name}-${plain(system)}${ext}`), system)).path);
  }
  return { study: study.name, to, ...saved, beside: others, lost };
}

/** The study that was named; where the format can hold all pairs of a ranking, the first of them and the others. */
async function subjectOf(engine: Engine, project: string, asked: string | undefined, format: ReportFormat) {
  if (jointLabelFormats.some((joint) => joint === format)) {
    await engine.client.project.open({ path: project });
    const found = await findSubject(engine.client, asked);
    if ('pairs' in found) {
      const { name, pairs } = found;
      const [first, ...others] = pairs;
      const study = { ...(await engine.client.study.get({ studyId: first!.id })), name };
      return { study, also: others.map(({ id }) => id) };
    }
  }
  return { study: await findStudy(engine, project, asked), also: [] };
}

const folderName = (file: string) => file.replace(/-README\.md$/, '-dataset');
const rivalsOf = ({ comparison }: Study) => (comparison ? [comparison.against] : []);
const plain = (name: string) => name.replaceAll(/[^\p{L}\p{N}]+/gu, '-') || 'second';
