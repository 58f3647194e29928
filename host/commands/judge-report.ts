import type { Command } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import type { Alignment, Coefficient, JudgeQuality, ScoreWorth } from '../../shared/contract/index.ts';
import { correctedNote, judgeFigureWords, yesNoRows } from '../../shared/judge-figure-words.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { pick } from '../terminal/pick.ts';
import { onRight, table } from '../terminal/table.ts';
import { figure } from '../terminal/words.ts';

/** Which judge's scores of which system are set beside whose labels. */
export interface JudgeOptions extends ProjectOptions {
  dataset?: string;
  judge?: string;
  system?: string;
  criterion?: string;
  study?: string;
}

interface ReportOptions extends JudgeOptions {
  by?: string;
}

export function addJudgeReport(judge: Command): void {
  withProject(judge.command('report'))
    .description('compare a judge with people on the labeled items')
    .argument('[project]', 'the project file')
    .option('--dataset <name>', 'the data set (not needed when there is one)')
    .option('--judge <name>', "the judge's scores, as NAME or NAME/CRITERION (not needed when there is one)")
    .option('--system <name>', 'the judged system (not needed when there is one)')
    .option('--criterion <name>', "the human criterion (the judge's own by default)")
    .option('--study <name>', 'the study whose labels count, by its draw')
    .option('--by <field>', 'look for bias by group, passage, references or meta:FIELD')
    .action((file: string | undefined, options: ReportOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, (engine) => report(engine, project, options), reportText);
    });
}

/** Without labels there is only what sways the judge. */
type JudgeReport = Partial<Alignment> & { quality: JudgeQuality };

async function report({ client }: Engine, project: string, options: ReportOptions): Promise<JudgeReport> {
  await client.project.open({ path: project });
  const { by } = options;
  const asked = await pickJudge(client, options);
  const quality = await client.judge.quality(asked);
  if (quality.basis === null && (quality.position.items > 0 || quality.repeats !== null)) return { quality };
  const alignment = await client.judge.alignment({ ...asked, ...(by !== undefined && { subgroup: by }) });
  return { ...alignment, quality };
}

/** The judge's scores that were asked for, as the calls name them. @throws AppError as `pick` */
export async function pickJudge(client: Client, options: JudgeOptions) {
  const { id } = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
  const { signals } = await client.dataset.get({ datasetId: id });
  const named = signals.flatMap((signal) => {
    const name = signal.criterion === null ? signal.name : `${signal.name}/${signal.criterion}`;
    return [{ ...signal, name }, ...(signal.criterion === null ? [] : [signal])];
  });
  const listed = options.judge === undefined ? named.filter((one) => one.name.includes('/')) : named;
  const signal = pick(listed.length > 0 ? listed : named, options.judge, 'judge', '--judge');
  const systems = signal.coverage.map(({ system }) => ({ name: system }));
  const { criterion, study } = options;
  return {
    signalId: signal.id,
    system: pick(systems, options.system, 'system', '--system').name,
    ...(criterion !== undefined && { criterion }),
    ...(study !== undefined && { studyId: pick(await client.study.list({}), study, 'study', '--study').id }),
  };
}

function reportText({ quality, ...alignment }: JudgeReport): string {
  const beside = alignment.signalId === undefined ? [] : [alignmentText(alignment as Alignment), ''];
  return [...beside, qualityText(quality)].join('\n');
}

function qualityText({
  judge,
  worth,
  length,
  position,
  summary,
  labels,
  populationSize,
}: JudgeQuality): string {
  const reasons = [
    ...(length.reason ? [`Length: ${length.reason}.`] : []),
    ...(position.reason ? [`Position: ${position.reason}.`] : []),
  ];
  const headings = [
    { title: 'Score' },
    onRight('Items'),
    { title: `Labels saved at ${labels} of ${populationSize}` },
    { title: `on top of ${judge}` },
  ];
  const rows = worth.map(({ name, criterion, items, alone, added }) => [
    criterion === '' ? name : `${name}/${criterion}`,
    String(items),
    savedText(alone),
    added ? savedText(added) : '',
  ]);
  return [...(worth.length > 0 ? [table(headings, rows), ''] : []), ...summary, ...reasons].join('\n');
}

const savedText = ({ saved, lower, upper, reason }: ScoreWorth['alone']): string => {
  if (saved === null) return reason ?? 'not estimable';
  const ends = lower === null || upper === null ? '' : ` (${Math.round(lower)} to ${Math.round(upper)})`;
  return `${Math.round(saved)}${ends}`;
};

function alignmentText(alignment: Alignment): string {
  const { judge, criterion, system, humanCriterion, basis, interval, coefficients, confusion, summary } =
    alignment;
  const bias = [...alignment.biasByLevel, ...alignment.biasBySubgroup];
  return [
    `${judge}/${criterion} of ${system}, beside people's ${humanCriterion}`,
    basis,
    '',
    table(
      [{ title: 'Agreement' }, onRight('Value'), { title: '95 %, approximate' }],
      coefficients.map(coefficientCells),
    ),
    interval,
    ...yesNoText(alignment),
    '',
    table(
      [
        { title: 'People say' },
        onRight('Items'),
        onRight('Judge minus people'),
        { title: '95 %, approximate' },
      ],
      bias.map(({ level, items, bias: value, lower, upper }) => [
        level,
        String(items),
        figure(value),
        range(lower, upper),
      ]),
    ),
    ...(confusion ? ['', confusionText(confusion)] : []),
    '',
    summary,
  ].join('\n');
}

/** Of a judge of yes and no; nothing of others. */
function yesNoText(alignment: Alignment): string[] {
  const rows = yesNoRows(alignment);
  if (rows.length === 0) return [];
  const cells = rows.map(([name, one]) => [name, judgeFigureWords(one, figure)]);
  return ['', table([{ title: 'Yes or no' }, { title: 'Share' }], cells), correctedNote];
}

const range = (lower: number | null, upper: number | null): string =>
  lower === null || upper === null ? '' : `${figure(lower)} to ${figure(upper)}`;

const coefficientCells = ({ name, value, lower, upper, reason }: Coefficient): string[] =>
  value === null ? [name, '-', reason ?? ''] : [name, figure(value), range(lower, upper)];

function confusionText({ levels, counts }: NonNullable<Alignment['confusion']>): string {
  return table(
    [{ title: 'People \\ judge' }, ...levels.map((level) => onRight(String(level)))],
    counts.map((row, i) => [String(levels[i]), ...row.map((value) => value.toFixed(1))]),
  );
}
