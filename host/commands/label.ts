import { type Command, Option } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import { ImportResultSchema } from '../../shared/contract/data.ts';
import type { ColumnMapping, ImportFormat, StudyCounts } from '../../shared/contract/index.ts';
import { countWords } from '../../shared/count-words.ts';
import { formatIds, isLabelFormat } from '../../shared/import-formats.ts';
import { answer, guarded } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { findRanking, findStudy, findSubject, findWholeStudy } from '../terminal/find-study.ts';
import { columnMapping, positiveNumber } from '../terminal/parse-value.ts';
import { teamPortalOptions } from '../terminal/team-portal-options.ts';
import { waitForJob } from '../terminal/wait-for-job.ts';
import { count, counted } from '../terminal/words.ts';
import { serveApp } from './serve.ts';

interface LabelOptions extends ProjectOptions {
  study?: string;
  fromGold?: boolean;
  count?: number;
  format?: ImportFormat;
  map?: ColumnMapping;
}

interface Labeled {
  study: string;
  labeled: number;
  /** Items for which the data set holds no evaluation. */
  missing: number;
  /** Of all labels of the study: how many count, and what the others wait for. Of a ranking none: a label counts for several pairs. */
  counts?: StudyCounts;
  warnings: string[];
}

export function addLabel(program: Command): void {
  withProject(program.command('label'))
    .argument(
      '[files...]',
      'the project, unless --project names it, then the file of labels; without one the app opens',
    )
    .option('--study <name>', 'the study, by name or number (not needed when there is one)')
    .option('--from-gold', 'take the labels that the data set holds')
    .option('--count <number>', 'with --from-gold: how many open items, in draw order', positiveNumber)
    .addOption(
      new Option('--format <format>', 'format of the file (detected by default)').choices(
        formatIds.filter(isLabelFormat),
      ),
    )
    .option('--map <json>', 'what each column holds, as JSON', columnMapping)
    .action((files: string[], options: LabelOptions, command: Command) => {
      const { project, rest } = takeProject(command, files, options, 0, options.fromGold ? 0 : 1);
      if (options.count !== undefined && !options.fromGold) {
        command.error("error: '--count' goes with '--from-gold'");
      }
      const [file] = rest;
      if (file === undefined && !options.fromGold) {
        if (options.json || options.format || options.map) command.error(noFile);
        return guarded(options, () => openLabeling(options, project));
      }
      return answer(options, (engine) => label(engine, project, file, options), labeledText);
    });
}

const noFile = 'error: name the file to read, beside the project';

/** Opens the app where people label. */
const openLabeling = (options: LabelOptions, project: string): Promise<void> =>
  serveApp(options, {
    ...{ project, host: '127.0.0.1', port: 0, open: true, json: false, team: teamPortalOptions({}) },
    page: (client) => labelPage(client, options.study),
  });

/** Where people label the study or ranking that is named or is all there is; the list of studies where none is. @throws AppError NOT_FOUND */
export async function labelPage(client: Client, asked: string | undefined): Promise<string> {
  const isOne =
    asked !== undefined || (await findRanking(client, asked)) || (await client.study.list({})).length === 1;
  if (!isOne) return '/studies';
  const found = await findSubject(client, asked);
  return 'pairs' in found ? `/studies/ranking/${found.id}/label` : `/studies/${found.id}/label`;
}

async function label(
  engine: Engine,
  project: string,
  file: string | undefined,
  { study: asked, count: most, format, map: mapping }: LabelOptions,
): Promise<Labeled> {
  if (file === undefined) return fromGold(engine, project, asked, most);
  const { id: studyId, name: study, ranking } = await findWholeStudy(engine, project, asked);
  const { jobId } = await engine.client.import.start({
    path: file,
    studyId,
    ...(ranking && { wholeRanking: true }),
    ...(format === undefined ? {} : { format }),
    ...(mapping === undefined ? {} : { mapping }),
  });
  const { labels, warnings } = ImportResultSchema.parse(await waitForJob(engine, jobId));
  const counts = ranking ? undefined : await countsOf(engine, studyId);
  return { study, labeled: labels, missing: 0, ...(counts && { counts }), warnings };
}

/** Of a ranking the places of its one queue: a reply that several pairs share is labeled once. */
async function fromGold(
  engine: Engine,
  project: string,
  asked: string | undefined,
  most = Number.POSITIVE_INFINITY,
): Promise<Labeled> {
  await engine.client.project.open({ path: project });
  const ranking = await findRanking(engine.client, asked);
  const { name, pairs } = ranking ?? { name: undefined, pairs: [await findStudy(engine, project, asked)] };
  const { labelFromGold } = await import('../../core/labeling/session/label-from-gold.ts');
  const given = { labeled: 0, missing: 0 };
  const left = () => most - given.labeled - given.missing;
  // Each pair of a ranking gets its share; what one cannot use goes to those after it, then round again.
  for (let before = -1; left() > 0 && given.labeled + given.missing > before; ) {
    before = given.labeled + given.missing;
    for (const [at, { id }] of pairs.entries()) {
      const { labeled, missing } = labelFromGold(engine.context, id, Math.ceil(left() / (pairs.length - at)));
      given.labeled += labeled;
      given.missing += missing;
    }
  }
  const study = name ?? pairs[0]!.name;
  return { study, ...given, ...(!ranking && { counts: await countsOf(engine, pairs[0]!.id) }), warnings: [] };
}

const countsOf = async ({ client }: Engine, studyId: number): Promise<StudyCounts> =>
  (await client.study.get({ studyId })).counts;

function labeledText({ study, labeled, missing, counts, warnings }: Labeled): string {
  const lacking =
    missing > 0
      ? ` ${counted(missing, 'item')} had no evaluation, and ${missing === 1 ? 'was' : 'were'} skipped.`
      : '';
  const waiting = counts?.waitingFor ? ` Of the study: ${countWords(counts, count)}.` : '';
  return [`${study}: stored ${counted(labeled, 'label')}.${lacking}${waiting}`, ...warnings].join('\n');
}
