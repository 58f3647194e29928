import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { Release, Series, SeriesFailures, SeriesPlan } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { shareTexts } from '../../shared/failure-words.ts';
import { inPercent, writtenEstimate } from '../../shared/number-text.ts';
import { seriesPlanWords } from '../../shared/series-plan-words.ts';
import {
  differenceNumber,
  differenceWords,
  failureLinesNote,
  failureVerdictWords,
  labeledWords,
  laborWords,
  namedApart,
  releaseCaveats,
  seriesAssumptions,
  wholeSeriesWords,
} from '../../shared/series-words.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { numberAboveZero, openUnit, positiveNumber, shareAboveZero } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { onRight, table } from '../terminal/table.ts';
import { count } from '../terminal/words.ts';

interface SeriesOptions extends ProjectOptions {
  series?: string;
}

interface BeginOptions extends ProjectOptions {
  study?: string;
  name?: string;
}

interface AddOptions extends SeriesOptions {
  system: string;
  dataset?: string;
  name?: string;
  size?: number;
  again?: number;
}

interface PlanOptions extends SeriesOptions {
  by: number;
  power?: number;
}

export function addSeries(program: Command): void {
  const command = program.command('series');
  onOpenProject(command, show, shownText).option(
    '--series <name>',
    'the series, by name or number (not needed when there is one)',
  );
  onOpenProject(command.command('begin'), begin, seriesText)
    .description('make a study, drawn uniformly, the first release of a series')
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .option('--name <name>', 'what the series is called');
  onOpenProject(command.command('add'), add, addedText)
    .description('add a release: a study that asks the same of its replies, on the sample of the series')
    .requiredOption('--system <name>', 'the release, as the data name it')
    .option('--series <name>', 'the series, by name or number (not needed when there is one)')
    .option('--dataset <name>', 'the data set with its replies (that of the previous release by default)')
    .option('--name <name>', 'what its study is called')
    .option('--size <number>', 'items to draw (as many as before by default)', positiveNumber)
    .option(
      '--again <share>',
      'share of equal replies that people rate again, such as 0.2, to measure their drift (none by default)',
      shareAboveZero,
    );
  onOpenProject(command.command('plan'), plan, (found) => seriesPlanWords(found).join('\n'))
    .description('how many labels the next release takes until "not worse by D" is decided; stores nothing')
    .requiredOption('--by <margin>', 'the drop that matters, on the scale of the measure', numberAboveZero)
    .option('--power <chance>', 'the chance that an equal release passes (0.9 by default)', openUnit)
    .option('--series <name>', 'the series, by name or number (not needed when there is one)');
  onOpenProject(
    command.command('remove'),
    remove,
    ({ name }) => `Removed the series "${name}"; its studies and labels stay.`,
  )
    .description('remove a series; its studies and their labels stay')
    .option('--series <name>', 'the series, by name or number (not needed when there is one)');
}

const chosen = async (client: Client, { series }: SeriesOptions): Promise<Series> =>
  pick(
    (await client.series.list({})).filter(({ watch }) => watch === null),
    series,
    'series',
    '--series',
  );

/** What releases came to, after taking over what the ones before got since. */
async function show(client: Client, options: SeriesOptions): Promise<Series & { failures: SeriesFailures }> {
  const { id: seriesId } = await chosen(client, options);
  const series = await client.series.refresh({ seriesId });
  return { ...series, failures: await client.series.failures({ seriesId }) };
}

const shownText = ({ failures, ...series }: Series & { failures: SeriesFailures }): string =>
  [
    ...[seriesText(series), seriesAssumptions()],
    ...(failures.modes.length === 0 ? [] : [failuresTable(failures), failureLinesNote(basesOf(failures))]),
  ].join('\n\n');

const basesOf = ({ modes }: SeriesFailures) =>
  modes.flatMap(({ releases }) => releases.map(({ basis }) => basis));

/** Each failure mode from release to release. */
function failuresTable({ modes, releases }: SeriesFailures): string {
  const names = new Map(releases.map(({ position, name }) => [position, name]));
  const columns = [
    { title: 'failure' },
    { title: 'release' },
    onRight('share of all'),
    { title: 'interval' },
    { title: 'since the previous release' },
  ];
  const rows = modes.flatMap(({ name, releases: lines }) =>
    lines.map((line, i) => {
      const texts = line.share && shareTexts(line.share);
      const shown = [texts?.value ?? 'not estimable', texts?.interval ?? '-', failureVerdictWords(line)];
      return [i === 0 ? name : '', names.get(line.position) ?? '', ...shown];
    }),
  );
  return table(columns, rows);
}

async function begin(client: Client, { study, name }: BeginOptions): Promise<Series> {
  const studies = (await client.study.list({})).filter(({ comparison }) => comparison === null);
  const { id: studyId } = pick(studies, study, 'study', '--study');
  return client.series.begin({ studyId, ...(name !== undefined && { name }) });
}

async function add(client: Client, options: AddOptions): Promise<Series> {
  const { id: seriesId } = await chosen(client, options);
  const { system, dataset, name, size, again } = options;
  const datasetId =
    dataset === undefined
      ? undefined
      : pick(await client.dataset.list({}), dataset, 'data set', '--dataset').id;
  return client.series.release({
    ...{ seriesId, system },
    ...(datasetId !== undefined && { datasetId }),
    ...(name !== undefined && { name }),
    ...(size !== undefined && { size }),
    ...(again !== undefined && { again }),
  });
}

async function plan(client: Client, options: PlanOptions): Promise<SeriesPlan> {
  const { id: seriesId } = await chosen(client, options);
  const { by, power } = options;
  return client.series.plan({ seriesId, by, ...(power !== undefined && { power }) });
}

async function remove(client: Client, options: SeriesOptions): Promise<Series> {
  const series = await chosen(client, options);
  await client.series.remove({ seriesId: series.id });
  return series;
}

function addedText(series: Series): string {
  const release = series.releases.at(-1);
  if (!release) throw new AppError('INTERNAL', 'The release is not in its series.');
  const { study, drawn, reused, notReused } = release;
  const labels =
    notReused ?? `${count(reused)} of them have the labels of equal replies of the previous release.`;
  const drift = release.difference?.kind === 'estimate' ? release.difference.drift : undefined;
  const again = drift ? ` ${count(drift.asked)} equal replies are rated again${fewWords(drift.asked)}.` : '';
  return `Made the study "${study}" with ${count(drawn)} items. ${labels}${again}\n\n${seriesText(series)}`;
}

/** Of fewer the interval of the drift is most of the scale. */
const enoughAgain = 10;
const fewWords = (asked: number): string =>
  asked < enoughAgain ? ': so few leave the difference wide, and a larger share or sample narrows it' : '';

function seriesText(series: Series): string {
  const sentences = namedApart(series.releases).flatMap((release) => {
    const words = differenceWords(release);
    return words === null ? [] : [`${nameOf(release)}: ${words}`];
  });
  const judges = releaseCaveats(namedApart(series.releases));
  const whole = wholeSeriesWords(series.releases);
  return [series.name, releasesTable(series), ...sentences, whole, ...judges, laborWords(series)]
    .filter(Boolean)
    .join('\n\n');
}

/** What each release or window came to. */
export function releasesTable({ releases, watch }: Series): string {
  const columns = [
    { title: '' },
    { title: watch ? 'window' : 'release' },
    onRight('labeled'),
    ...(watch ? [] : [onRight('labels spent'), onRight('saved')]),
    onRight('estimate'),
    { title: 'interval' },
    ...(watch ? [] : [{ title: 'difference' }]),
  ];
  // Windows are data of one system, each of its own time.
  const named = watch ? releases.map((one) => ({ ...one, system: one.datasetName })) : namedApart(releases);
  const rows = named.map((release) => {
    const { value, interval } = writtenEstimate(release, inPercent(release).scale);
    return [
      watch && release.position === 1 ? 'reference' : String(release.position - (watch ? 1 : 0)),
      nameOf(release),
      labeledWords(release),
      ...(watch ? [] : [count(release.labelsSpent), count(release.labelsSaved)]),
      value ?? 'not estimable',
      interval ?? '-',
      ...(watch ? [] : [differenceNumber(release)]),
    ];
  });
  return table(columns, rows);
}

/** @param release as `namedApart` names it */
const nameOf = ({ system, study }: Release): string =>
  study.includes(system) ? system : `${system} (${study})`;

/** Every name that people may have given a release: as it is shown, its system, its study, its data set. */
export function namesOfReleases(releases: readonly Release[]): (Release & { name: string })[] {
  const named = namedApart(releases).map(nameOf);
  const ways = [
    (i: number) => named[i]!,
    (i: number) => releases[i]!.system,
    (i: number) => releases[i]!.study,
    (i: number) => releases[i]!.datasetName,
  ];
  // Of two releases with one name the newer is meant.
  return ways
    .flatMap((name) => releases.map((release, i) => ({ ...release, name: name(i) })).toReversed())
    .filter(({ name }, i, all) => all.findIndex((one) => one.name === name) === i);
}
