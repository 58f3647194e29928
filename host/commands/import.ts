import { statSync } from 'node:fs';
import { type Command, Option } from 'commander';
import type { Engine } from '../../core/engine.ts';
import { additionWords } from '../../shared/addition-words.ts';
import { ImportResultSchema } from '../../shared/contract/data.ts';
import type {
  ColumnMapping,
  ImportFormat,
  ImportPreview,
  ImportResult,
  ScaleDeclaration,
} from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { togetherLines } from '../../shared/file-match-words.ts';
import { formatIds } from '../../shared/import-formats.ts';
import { countOf, plural } from '../../shared/number-text.ts';
import { type TextEncoding, textEncodingIds } from '../../shared/text-encodings.ts';
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
  map?: ColumnMapping[];
  leaveOut?: string[];
  system?: string[];
  encoding?: TextEncoding;
  sheet?: string[];
  appendTo?: string;
  furtherRaters?: boolean;
  dryRun?: boolean;
  claimed?: boolean;
}

/** A mapping that leaves it to the guess what columns hold. */
const noColumns: ColumnMapping = { references: [], responses: [], human: [], signals: [] };

export function addImport(program: Command): void {
  withProject(program.command('import'))
    .argument(
      '<files...>',
      'the project (unless --project names it), then the data file. Several files become one system each, matched by id or prompt',
    )
    .option('--name <name>', 'name of the data set (the file name by default)')
    .option(
      '--system <name>',
      'name of the system in the file (the file name by default); once per file, in their order',
      collected,
      [],
    )
    .addOption(new Option('--format <format>', 'format of the file (detected by default)').choices(formatIds))
    .option(
      '--scale <scale>',
      "a score's range, e.g. criterion:helpful=1..5 or auto:perplexity=0..100,lower; may be repeated",
      scaleDeclaration,
    )
    .option(
      '--map <json>',
      'what each column holds, as JSON; of several files once for all, or once for each',
      (text, before: readonly ColumnMapping[] = []) => [...before, columnMapping(text)],
    )
    .option(
      '--leave-out <name>',
      'a question, scorer or column of scores to ignore; may be repeated',
      collected,
      [],
    )
    .addOption(
      new Option('--encoding <encoding>', 'encoding of a text file (guessed where it is not UTF-8)').choices(
        textEncodingIds,
      ),
    )
    .option(
      '--sheet <name>',
      'sheet of a workbook (the first with anything in it by default); several are read together',
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
    .option(
      '--claimed',
      'an agent brings the file: its human scores count as claimed until a person confirms them (data confirm)',
    )
    .option('--dry-run', 'with several files or --append-to: say what would come in, and keep nothing')
    .action((files: string[], options: ImportOptions, command: Command) => {
      const { project, rest } = takeProject(command, files, options, 1, Number.POSITIVE_INFINITY);
      const [source] = rest as [string];
      const isFolder = statSync(source, { throwIfNoEntry: false })?.isDirectory();
      return isFolder && rest.length === 1
        ? makeOfFolder(project, source, options)
        : importFiles(project, rest, options);
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

function importFiles(project: string, files: readonly string[], options: ImportOptions): Promise<void> {
  const { name: datasetName, scale: scales = [] } = options;
  return answer(
    options,
    async (engine): Promise<ImportResult | ImportPreview> => {
      assertProject(project, files);
      const asked = filesAsked(files, options);
      await engine.client.project.open({ path: project });
      const append = await appendOf(engine, options, 1 + (asked.others ?? []).length);
      if (options.dryRun && !append) return engine.client.import.preview(asked);
      if (asked.others && !append && !options.json) await showMatrix(engine, asked);
      const { jobId } = await engine.client.import.start({
        ...asked,
        scales,
        ...(datasetName === undefined ? {} : { datasetName }),
        ...(append && { append }),
        ...(options.claimed && { claimed: true }),
      });
      return ImportResultSchema.parse(await waitForJob(engine, jobId));
    },
    (outcome) =>
      'datasetName' in outcome ? resultText(outcome, options.dryRun === true) : previewText(outcome),
  );
}

/** Prints which items which systems answered, before anything is stored. */
async function showMatrix(engine: Engine, asked: ReturnType<typeof filesAsked>): Promise<void> {
  const { together } = await engine.client.import.preview(asked);
  if (together) process.stdout.write(`${togetherLines(together).join('\n')}\n`);
}

const dataFile = /\.(jsonl?|ndjson|csv|tsv|parquet|xlsx|txt)(\.(gz|zip|zst|bz2))?$/i;

/** @throws AppError INVALID_INPUT when what stands in the place of the project is a data file like the others */
function assertProject(project: string, files: readonly string[]): void {
  if (!dataFile.test(project)) return;
  const all = [project, ...files].map((file) => (/^[\w./-]+$/.test(file) ? file : JSON.stringify(file)));
  throw new AppError('INVALID_INPUT', `${project} is a data file, and no project is named.`, {
    field: 'project',
    remedy: `Make a project and name it: assay init results && assay import --project results.assay ${all.join(' ')}`,
  });
}

/** The files with how they are read: all by one mapping and format, where one is given. @throws AppError INVALID_INPUT */
function filesAsked(
  files: readonly string[],
  {
    format,
    map: maps = [],
    leaveOut = [],
    system: systems = [],
    encoding,
    sheet: sheets = [],
  }: ImportOptions,
) {
  if (sheets.length > 1 && files.length > 1) {
    throw new AppError(
      'INVALID_INPUT',
      `${plural(sheets.length, 'sheet')} of ${plural(files.length, 'file')}.`,
      {
        field: 'sheet',
        remedy: 'Name several sheets of one workbook, or one sheet of several.',
      },
    );
  }
  const opened =
    sheets.length > 1
      ? sheets.map((sheet) => ({ file: files[0]!, sheet }))
      : files.map((file) => ({ file, sheet: sheets[0] }));
  if (systems.length > 0 && systems.length !== opened.length) {
    throw new AppError(
      'INVALID_INPUT',
      `${plural(systems.length, 'system')} for ${plural(opened.length, 'file')}.`,
      {
        field: 'system',
        remedy: 'Give --system once for each file, in their order. Without it, each is called as its file.',
      },
    );
  }
  if (maps.length > 1 && maps.length !== opened.length) {
    throw new AppError(
      'INVALID_INPUT',
      `${plural(maps.length, 'mapping')} for ${plural(opened.length, 'file')}.`,
      {
        field: 'map',
        remedy: "Give --map once for all files, or once for each, in their order ('{}' for one as it is).",
      },
    );
  }
  const mappingOf = (at: number) => {
    const map = maps.length > 1 ? maps[at] : maps[0];
    return leaveOut.length === 0 ? map : { ...(map ?? noColumns), leaveOut };
  };
  const [first, ...others] = opened.map(({ file, sheet }, at) => ({
    path: file,
    ...(encoding && { encoding }),
    ...(sheet !== undefined && { sheet }),
    ...(systems[at] !== undefined && { system: systems[at] }),
    ...(format === undefined ? {} : { format }),
    ...(mappingOf(at) && { mapping: mappingOf(at)! }),
  }));
  return { ...first!, ...(others.length > 0 && { others }) };
}

/** What several files would become, before anything is stored. */
const previewText = ({
  together,
  problemCount,
  causes,
  remarks,
  itemCount,
  systems,
}: ImportPreview): string =>
  [
    `${counted(itemCount, 'item')} of ${counted(systems.length, 'system')}. Nothing was stored.`,
    ...(together ? togetherLines(together) : []),
    ...remarks.map(({ what, count: times }) => `${countOf(times, what)}.`),
    ...(problemCount === 0
      ? []
      : [`${counted(problemCount, 'problem')}; nothing could be imported as it is:`]),
    ...causes.map(({ examples, remedy }) => `  ${examples[0]!.message} ${remedy}`),
  ].join('\n');

/** @throws AppError INVALID_INPUT when a folder is to be read in some other way than whole */
function assertWholeFolder({
  name,
  format,
  scale,
  map,
  leaveOut = [],
  system = [],
  appendTo,
  furtherRaters,
  dryRun,
}: ImportOptions): void {
  const asked = [name, format, scale, map, appendTo, furtherRaters, dryRun].some((one) => one !== undefined);
  if (!asked && leaveOut.length === 0 && system.length === 0) return;
  throw new AppError(
    'INVALID_INPUT',
    'A folder of plain files becomes a project as it was, without further choices.',
    {
      remedy: 'Leave out everything but the new project and the folder.',
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
  files: number,
) {
  if (appendTo === undefined) {
    if (!furtherRaters && (!dryRun || files > 1)) return undefined;
    throw new AppError('INVALID_INPUT', '--further-raters and --dry-run go with --append-to.', {
      remedy: 'Name the data set with --append-to DATASET.',
    });
  }
  if (name !== undefined) {
    throw new AppError('INVALID_INPUT', 'A file that is added to a data set gets no name of its own.', {
      remedy: 'Leave out --name or --append-to.',
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
  // Of files that made a data set it stands there already.
  const matrix = appended && result.together ? togetherLines(result.together) : [];
  const taken = (result.took ?? []).map(({ name, value }) => `  ${name}: ${value}`);
  const added = appended ? additionWords(appended) : [];
  return [...first, ...taken, ...matrix, ...added, ...warnings].join('\n');
}
