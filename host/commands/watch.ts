import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { Series } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { watchAssumptions, watchDetails, watchWords } from '../../shared/series-words.ts';
import { acceptedLines, guarded, print, withEngine } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { numberFromZero, positiveNumber } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { releasesTable } from './series.ts';

interface WatchOptions extends ProjectOptions {
  watch?: string;
}

interface ShowOptions extends WatchOptions {
  webhook?: string;
  windowsAlike?: boolean;
}

interface BeginOptions extends ProjectOptions {
  study?: string;
  drop: number;
  name?: string;
}

interface AddOptions extends WatchOptions {
  study?: string;
  system?: string;
  dataset?: string;
  name?: string;
  size?: number;
}

/** What a pipeline sees of a drop; 1 is an error, 2 wrong usage, 5 an altered project, as of every command. */
const droppedExitCode = 3;
/** Whoever is told has so long to answer. */
const webhookTimeout = 10_000;
const whichWatch = ['--watch <name>', 'the watch, by name or number (not needed when there is one)'] as const;

export function addWatch(program: Command): void {
  const command = program.command('watch');
  withProject(command)
    .argument('[project]', 'the project file')
    .option(...whichWatch)
    .option('--windows-alike', 'decide by the claim that windows differ only by their conversations')
    .option('--webhook <address>', 'report a drop to this http(s) address, once, as JSON without any text')
    .action((file: string | undefined, options: ShowOptions, self: Command) => {
      const { project } = takeProject(self, file === undefined ? [] : [file], options);
      return guarded(options, () => show(project, options));
    });
  onOpenProject(command.command('begin'), begin, watchText)
    .description('make a study, drawn uniformly, the reference of a watch')
    .requiredOption('--drop <number>', 'the drop of the mean that matters, on the scale', numberFromZero)
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .option('--name <name>', 'what the watch is called');
  onOpenProject(command.command('add'), add, addedText)
    .description('add a window of conversations that came since: a study that asks the same of them')
    .option(...whichWatch)
    .option('--dataset <name>', 'the data set with the conversations of the window')
    .option('--system <name>', 'the system, as the data name it (that of the reference by default)')
    .option('--name <name>', 'what its study is called')
    .option('--size <number>', 'items to draw (as many as before by default)', positiveNumber)
    .option('--study <name>', 'instead: a study of the project, as one of rows that stay where they are');
  onOpenProject(
    command.command('remove'),
    remove,
    ({ name }) => `Removed the watch "${name}"; its studies and labels stay.`,
  )
    .description('remove a watch; its studies and their labels stay')
    .option(...whichWatch);
}

const chosen = async (client: Client, { watch }: WatchOptions): Promise<Series> =>
  pick(
    (await client.series.list({})).filter((one) => one.watch !== null),
    watch,
    'watch',
    '--watch',
  );

async function show(project: string, options: ShowOptions): Promise<void> {
  const address = options.webhook === undefined ? null : webhookOf(options.webhook);
  const series = await withEngine(options, async ({ client, context }) => {
    await client.project.open({ path: project });
    const found = await chosen(client, options);
    const { watch } = found;
    if (address === null || !isDropped(found, options) || watch?.alertedAt !== null) return found;
    await tell(address, found, context.altered.accepted);
    return client.series.alerted({ seriesId: found.id });
  });
  print(options, series, watchText);
  if (isDropped(series, options)) process.exitCode = droppedExitCode;
}

/** Whether the drop that matters is shown, by the one claim that was asked for. */
const isDropped = ({ watch }: Series, { windowsAlike }: ShowOptions): boolean =>
  watch !== null && (windowsAlike ? watch.dropIfAlike >= watch.leastDrop : watch.verdict === 'dropped');

/** @throws AppError INVALID_INPUT unless it is an http(s) address */
function webhookOf(text: string): URL {
  const address = URL.parse(text);
  if (address && ['http:', 'https:'].includes(address.protocol)) return address;
  throw new AppError('INVALID_INPUT', `"${text}" is not an http(s) address.`, { field: '--webhook' });
}

const allWords = ({ watch, releases }: Series): string =>
  [watchWords({ watch: watch!, releases }), ...watchDetails({ watch: watch!, releases })].join(' ');

/** What is told: names and numbers, never a conversation. @throws AppError UNAVAILABLE when nobody took it */
async function tell(address: URL, series: Series, altered: readonly string[]): Promise<void> {
  const { name, watch, releases } = series;
  const windows = releases.map(({ study, labeled, value, lower, upper }) => ({
    ...{ study, labeled, value, lower, upper },
  }));
  const body = JSON.stringify({
    watch: name,
    ...watch,
    text: [...acceptedLines(altered), allWords(series)].join(' '),
    ...(altered.length > 0 && { altered }),
    windows,
  });
  const refused = (why: string) =>
    new AppError('CONFLICT', `The drop could not be reported to ${address.host}: ${why}.`, {
      field: '--webhook',
      remedy: `Assay tries again at the next check. ${allWords(series)}`,
    });
  const answer = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(webhookTimeout),
  }).catch((error: unknown) => {
    throw refused(error instanceof Error ? error.message : String(error));
  });
  if (!answer.ok) throw refused(`it answered ${answer.status}`);
}

async function begin(client: Client, { study, drop, name }: BeginOptions): Promise<Series> {
  const studies = (await client.study.list({})).filter(({ comparison }) => comparison === null);
  const { id: studyId } = pick(studies, study, 'study', '--study');
  return client.series.begin({ studyId, leastDrop: drop, ...(name !== undefined && { name }) });
}

async function add(client: Client, options: AddOptions): Promise<Series> {
  const { study, dataset, name, size } = options;
  if ((study === undefined) === (dataset === undefined)) {
    throw new AppError('INVALID_INPUT', 'Say where the window is: --dataset NAME, or --study NAME.', {
      field: '--dataset',
    });
  }
  const { id: seriesId, releases } = await chosen(client, options);
  if (study !== undefined) {
    const { id: studyId } = pick(await client.study.list({}), study, 'study', '--study');
    return client.series.take({ seriesId, studyId });
  }
  return client.series.release({
    ...{ seriesId, system: options.system ?? releases[0]!.system },
    datasetId: pick(await client.dataset.list({}), dataset, 'data set', '--dataset').id,
    ...(name !== undefined && { name }),
    ...(size !== undefined && { size }),
  });
}

async function remove(client: Client, options: WatchOptions): Promise<Series> {
  const series = await chosen(client, options);
  await client.series.remove({ seriesId: series.id });
  return series;
}

const addedText = (series: Series): string =>
  `Added the study "${series.releases.at(-1)!.study}" as a window.\n\n${watchText(series)}`;

function watchText(series: Series): string {
  const { name, watch, releases } = series;
  if (!watch) throw new AppError('INTERNAL', 'The series is not a watch.');
  const leftOut = watch.leftOut.map(
    ({ studyId, reason }) =>
      `${releases.find((release) => release.studyId === studyId)?.study ?? studyId}: ${reason}`,
  );
  const words = [watchWords({ watch, releases }), ...watchDetails({ watch, releases })].join('\n');
  return [name, words, releasesTable(series), ...leftOut, watchAssumptions].join('\n\n');
}
