import { type Command, Option } from 'commander';
import { ImportResultSchema } from '../../shared/contract/data.ts';
import type {
  ColumnMapping,
  ImportFormat,
  ImportResult,
  ScaleDeclaration,
} from '../../shared/contract/index.ts';
import { formatIds } from '../../shared/import-formats.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { scaleDeclaration } from '../terminal/parse-scale.ts';
import { collected, columnMapping } from '../terminal/parse-value.ts';
import { waitForJob } from '../terminal/wait-for-job.ts';
import { counted } from '../terminal/words.ts';

interface ImportOptions extends ProjectOptions {
  name?: string;
  format?: ImportFormat;
  scale?: ScaleDeclaration[];
  map?: ColumnMapping;
  leaveOut?: string[];
}

/** A mapping that leaves it to the guess what columns hold. */
const noColumns: ColumnMapping = { references: [], responses: [], human: [], signals: [] };

export function addImport(program: Command): void {
  withProject(program.command('import'))
    .description('read a data file into a project: all of it or, after any problem, nothing')
    .argument('<files...>', 'the project, unless --project names it, then the data file')
    .option('--name <name>', 'name of the data set (the file name by default)')
    .addOption(
      new Option('--format <format>', 'format of the file (found out by default)').choices(formatIds),
    )
    .option(
      '--scale <scale>',
      "a score's range, e.g. criterion:helpful=1..5 or auto:perplexity=0..100,lower; may be repeated",
      scaleDeclaration,
    )
    .option('--map <json>', 'which column of a table holds what, as JSON', columnMapping)
    .option(
      '--leave-out <name>',
      'a question, scorer or column of scores that is not read; may be repeated',
      collected,
      [],
    )
    .action((files: string[], options: ImportOptions, command: Command) => {
      const { project, rest } = takeProject(command, files, options, 1);
      const { name: datasetName, format, scale: scales = [], map, leaveOut = [] } = options;
      const mapping = leaveOut.length === 0 ? map : { ...(map ?? noColumns), leaveOut };
      return answer(
        options,
        async (engine) => {
          await engine.client.project.open({ path: project });
          const { jobId } = await engine.client.import.start({
            path: rest[0]!,
            scales,
            ...(datasetName === undefined ? {} : { datasetName }),
            ...(format === undefined ? {} : { format }),
            ...(mapping === undefined ? {} : { mapping }),
          });
          return ImportResultSchema.parse(await waitForJob(engine, jobId));
        },
        resultText,
      );
    });
}

function resultText(result: ImportResult): string {
  const { datasetName, items, responses, humanScores, machineScores, unchanged, redeclared, warnings } =
    result;
  const read = [
    counted(items, 'item'),
    counted(responses, 'response'),
    counted(humanScores, 'human score'),
    counted(machineScores, 'machine score'),
  ];
  const first = unchanged || redeclared?.length ? [] : [`Imported "${datasetName}": ${read.join(', ')}.`];
  return [...first, ...warnings].join('\n');
}
