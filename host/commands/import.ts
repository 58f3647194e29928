import { statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { additionWords } from '../../shared/addition-words.ts';
import { ImportResultSchema } from '../../shared/contract/data.ts';
import type {
  ColumnMapping,
  ImportFormat,
  ImportResult,
  ScaleDeclaration,
} from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { formatIds } from '../../shared/import-formats.ts';
import { plural } from '../../shared/number-text.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { scaleDeclaration } from '../terminal/parse-scale.ts';
import { collected, columnMapping } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { waitForJob } from '../terminal/wait-for-job.ts';
import { counted } from '../terminal/words.ts';

interface ImportOptions extends ProjectOptions {
  name?: string;
  format?: ImportFormat;
  scale?: ScaleDeclaration[];
  map?: ColumnMapping;
  leaveOut?: string[];
  appendTo?: string;
  furtherRaters?: boolean;
  dryRun?: boolean;
}

/** A mapping that leaves it to the guess what columns hold. */
const noColumns: ColumnMapping = { references: [], responses: [], human: [], signals: [] };

export function addImport(program: Command): void {
  withProject(program.command('import'))
    .description(
      'read a data file into a project, or make a project of a folder of plain files: all of it or, after any problem, nothing',
    )
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
    .option(
      '--append-to <dataset>',
      'add the file to this data set: items, systems, scores; texts that differ are refused',
    )
    .option(
      '--further-raters',
      'with --append-to: human scores of items that are there are votes of further raters',
    )
    .option('--dry-run', 'with --append-to: say what would be added, and keep nothing')
    .action((files: string[], options: ImportOptions, command: Command) => {
      const { project, rest } = takeProject(command, files, options, 1);
      const [source] = rest as [string];
      const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory();
      return isFolder ? makeOfFolder(project, source, options) : importFile(project, source, options);
    });
}

const makeOfFolder = (project: string, folder: string, options: ImportOptions): Promise<void> =>
  answer(
    options,
    ({ client }) => {
      assertWholeFolder(options);
      return client.project.fromFolder({ folder, path: project });
    },
    madeText,
  );

function importFile(project: string, source: string, options: ImportOptions): Promise<void> {
  const { name: datasetName, format, scale: scales = [], map, leaveOut = [] } = options;
  const mapping = leaveOut.length === 0 ? map : { ...(map ?? noColumns), leaveOut };
  return answer(
    options,
    async (engine) => {
      await engine.client.project.open({ path: project });
      const append = await appendOf(engine, options);
      const { jobId } = await engine.client.import.start({
        path: source,
        scales,
        ...(datasetName === undefined ? {} : { datasetName }),
        ...(append && { append }),
        ...(format === undefined ? {} : { format }),
        ...(mapping === undefined ? {} : { mapping }),
      });
      return ImportResultSchema.parse(await waitForJob(engine, jobId));
    },
    (result) => resultText(result, options.dryRun === true),
  );
}

/** @throws AppError INVALID_INPUT when a folder is to be read in some other way than whole */
function assertWholeFolder({
  name,
  format,
  scale,
  map,
  leaveOut = [],
  appendTo,
  furtherRaters,
  dryRun,
}: ImportOptions): void {
  const asked = [name, format, scale, map, appendTo, furtherRaters, dryRun].some((one) => one !== undefined);
  if (!asked && leaveOut.length === 0) return;
  throw new AppError(
    'INVALID_INPUT',
    'A folder of plain files becomes a project as it was, without further choices.',
    {
      mend: 'Leave out everything but the new project and the folder.',
    },
  );
}

type Made = Awaited<ReturnType<Engine['client']['project']['fromFolder']>>;

const madeText = ({ path, files, rows, project, notCarried }: Made) =>
  [
    `Made ${path} of ${files} files, ${rows} rows: ${counted(project.itemCount, 'item')}, ${plural(project.studyCount, 'study', 'studies')}, ${counted(project.labelCount, 'label')}.`,
    ...notCarried.map((one) => `Not in the folder: ${one}`),
  ].join('\n');

async function appendOf(
  engine: Engine,
  { appendTo, furtherRaters = false, dryRun = false, name }: ImportOptions,
) {
  if (appendTo === undefined) {
    if (!furtherRaters && !dryRun) return undefined;
    throw new AppError('INVALID_INPUT', '--further-raters and --dry-run go with --append-to.', {
      mend: 'Name the data set with --append-to DATASET.',
    });
  }
  if (name !== undefined) {
    throw new AppError('INVALID_INPUT', 'A file that is added to a data set gets no name of its own.', {
      mend: 'Leave out --name or --append-to.',
    });
  }
  const { id } = pick(await engine.client.dataset.list({}), appendTo, 'data set', '--append-to');
  return { datasetId: id, furtherRaters, isTrial: dryRun };
}

function resultText(result: ImportResult, isTrial: boolean): string {
  const { datasetName, items, responses, humanScores, machineScores, unchanged, redeclared, warnings } =
    result;
  const { appended } = result;
  const read = [
    counted(items, 'item'),
    counted(responses, 'response'),
    counted(humanScores, 'human score'),
    counted(machineScores, 'machine score'),
  ];
  const verb = appended ? (isTrial ? 'Would add to' : 'Added to') : 'Imported';
  const first = unchanged || redeclared?.length ? [] : [`${verb} "${datasetName}": ${read.join(', ')}.`];
  return [...first, ...(appended ? additionWords(appended) : []), ...warnings].join('\n');
}
