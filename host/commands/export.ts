import path from 'node:path';
import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import type { ReportFormat } from '../../core/out/report/render-report.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { findStudy } from '../terminal/find-study.ts';

/** What each tool's file leaves out of a label; the rest comes back by `assay label`. */
const tools = {
  csv: { format: 'labels-csv', lost: '' },
  jsonl: { format: 'labels-jsonl', lost: '' },
  'label-studio': { format: 'labels-label-studio', lost: 'Left out: whether the estimate was visible.' },
  argilla: {
    format: 'labels-argilla',
    lost: 'Left out: when each label was given, and whether the estimate was visible. Users are named, not numbered.',
  },
  inspect: {
    format: 'labels-inspect',
    lost: 'Left out: skips, when each label was given, and whether the estimate was visible.',
  },
  promptfoo: {
    format: 'labels-promptfoo',
    lost: 'Left out: skips, the text of written answers, when each label was given, and whether the estimate was visible.',
  },
} as const satisfies Record<string, { format: ReportFormat; lost: string }>;

type Tool = keyof typeof tools;

interface ExportOptions extends ProjectOptions {
  study?: string;
  to: Tool;
  out?: string;
  overwrite?: boolean;
}

interface Exported {
  study: string;
  to: Tool;
  path: string;
  sizeBytes: number;
  lost: string;
}

export function addExport(program: Command): void {
  withProject(program.command('export'))
    .description("write a study's labels for another tool")
    .argument('[project]', 'the project file')
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .addOption(new Option('--to <tool>', 'who reads it').choices(Object.keys(tools)).makeOptionMandatory())
    .option('--out <file>', 'where to write it (by default named after the study, in this folder)')
    .option('--overwrite', 'replace the file if it is there')
    .action((file: string | undefined, options: ExportOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(
        options,
        (engine) => exportLabels(engine, project, options),
        ({ path: written, lost }) => [`Wrote ${written}.`, lost].filter(Boolean).join('\n'),
      );
    });
}

async function exportLabels(engine: Engine, project: string, options: ExportOptions): Promise<Exported> {
  const { to, overwrite = false } = options;
  const { format, lost } = tools[to];
  const { id: studyId, name: study } = await findStudy(engine, project, options.study);
  const target = options.out ?? (await engine.client.report.render({ studyId, format })).fileName;
  const saved = await engine.client.report.save({ studyId, format, path: path.resolve(target), overwrite });
  return { study, to, ...saved, lost };
}
