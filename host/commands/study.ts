import { type Command, Option } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import { addedSinceWords } from '../../shared/addition-words.ts';
import { topWords } from '../../shared/comparison-words.ts';
import type { GoalForecast, Joinable, RankingStudy, Study } from '../../shared/contract/index.ts';
import { countWords } from '../../shared/count-words.ts';
import { AppError } from '../../shared/errors.ts';
import { formatInterval } from '../../shared/number-text.ts';
import { looksSentence, mendingWords, planColumn, reachedWords, ruleName } from '../../shared/plan-words.ts';
import { choiceWords, hasInterval, withoutIntervalWords } from '../../shared/presets.ts';
import { joinSentence } from '../../shared/signal-words.ts';
import { machineScoreWords } from '../../shared/study-choices.ts';
import { findFailureMode } from '../terminal/find-failure-mode.ts';
import { findWholeStudy } from '../terminal/find-study.ts';
import { withFormer } from '../terminal/former-options.ts';
import { type GoalOptions, goalFrom, noGoal, withGoal } from '../terminal/goal-options.ts';
import { forecastText } from '../terminal/goal-output.ts';
import { onOpenProject, onStudy, type StudyOptions } from '../terminal/on-project.ts';
import { namingPlan, type PlanOptions, planFrom, withPlan } from '../terminal/plan-options.ts';
import { onRight, table } from '../terminal/table.ts';
import { count, counted, percent, scaleText } from '../terminal/words.ts';
import { addStudyCreate } from './study-create.ts';
import { addStudyPairs } from './study-pairs.ts';

export function addStudy(program: Command): void {
  const study = program.command('study');
  addStudyCreate(study);
  addStudyPairs(study);
  addStudyGoal(study);
  addStudyJoin(study);
  addStudyList(study);
  addStudyShow(study);
}

interface StudyGoalOptions extends StudyOptions, GoalOptions, PlanOptions {
  none?: boolean;
  mend?: true;
}

function addStudyGoal(study: Command): void {
  const work = async ({ client }: Engine, studyId: number, options: StudyGoalOptions) => {
    const before = (await client.study.get({ studyId })).goal;
    const goal = options.none ? { ...before, ...noGoal } : goalFrom(options, before);
    const plan = planFrom(options);
    const mended = options.mend;
    if (goal || plan || mended) {
      const change = { studyId, ...(goal && { goal }), ...(plan && { plan }), ...(mended && { mended }) };
      await namingPlan(options, () => client.study.edit(change));
    }
    return client.plan.advice({ studyId });
  };
  onStudy<GoalForecast, StudyGoalOptions>(withPlan(withGoal(study.command('goal'))), work, forecastText)
    .description('show or change the goal and plan of a study, what it takes and whether to stop')
    .option('--none', 'take the goal away')
    .option('--mend', `narrow the later intervals of a study of rule 2. ${mendingWords}`);
}

interface StudyJoinOptions extends StudyOptions {
  judgeRun?: string;
  signal?: string;
  by?: string;
  failure?: string;
}

/** What came of letting a signal join, or of asking what may. */
interface JoinAnswer extends Joinable {
  /** Of the study, or of shares where a failure mode is asked about. */
  scale: Study['scale'];
}

const shareScale = { min: 0, max: 1, direction: 'higher' } as const;

function addStudyJoin(study: Command): void {
  const work = async ({ client }: Engine, studyId: number, options: StudyJoinOptions) => {
    const signal = await signalOf(client, options);
    const { failure } = options;
    const modeId =
      failure === undefined ? undefined : (await findFailureMode(client, failure, '--failure')).mode.id;
    const asked = { studyId, ...(modeId !== undefined && { modeId }) };
    if (signal !== undefined) await client.study.join({ ...asked, signal, by: options.by ?? '' });
    const scale = modeId === undefined ? (await client.study.get({ studyId })).scale : shareScale;
    return { ...(await client.study.joinable(asked)), scale };
  };
  const join = onStudy<JoinAnswer, StudyJoinOptions>(study.command('join'), work, joinText).description(
    `let a machine score join a study that is being labeled; without one, list what may join. ${joinSentence}`,
  );
  withFormer(join, new Option('--judge-run <run>', 'the scores of this run of a judge'), '--judge')
    .option('--signal <id>', 'the machine score, as the list names it')
    .option(
      '--failure <name>',
      'the failure mode whose share it narrows, in place of the number of the study',
    )
    .option('--by <name>', 'who lets it join, for the audit trail');
}

/** The scores of a run bear the name of its judge with its version. */
async function signalOf(
  client: Client,
  { judgeRun: judge, signal }: StudyJoinOptions,
): Promise<string | undefined> {
  if (judge === undefined) return signal;
  const run = (await client.run.list({})).find(({ id }) => String(id) === judge);
  const found = run && (await client.judge.list({})).find(({ id }) => id === run.judgeId);
  if (found) return `judge:${found.signalName}/${found.criteria[0]!.name}`;
  throw new AppError('NOT_FOUND', `There is no run ${judge} of a judge in this project.`, {
    field: '--judge-run',
    remedy: 'Name one by its number, or a machine score with --signal.',
  });
}

function joinText({
  signals,
  problem,
  populationSize,
  drawsBefore,
  narrowed,
  joined,
  scale,
}: JoinAnswer): string {
  if (problem) return `No signal can join this study: ${problem}.`;
  const ends = (interval: { lower: number; upper: number }) => formatInterval(interval, scale);
  return [
    ...joined.map(({ name, drawsBefore: before }) => `${name} joined after ${counted(before, 'draw')}.`),
    ...(narrowed
      ? [`Interval: ${ends(narrowed.with)}; without what joined it would be ${ends(narrowed.without)}.`]
      : []),
    table(
      [{ title: 'Machine score' }, { title: 'Id' }, onRight('Scored'), { title: 'May join' }],
      signals.map(({ id, name, scored, problem: why }) => [
        name,
        id,
        `${count(scored)} of ${count(populationSize)}`,
        why === null ? `yes, from draw ${drawsBefore + 1} on` : `no: ${why}`,
      ]),
    ),
  ].join('\n');
}

interface ShownStudy extends Study {
  /** Numbers of labels at which the interval is planned to be narrow, and how many labels and skips it rests on. */
  looks: number[];
  used: number;
}

function addStudyShow(study: Command): void {
  const work = async (
    { client }: Engine,
    studyId: number,
    _: StudyOptions,
    ranking: RankingStudy | null,
  ): Promise<ShownStudy | RankingStudy> => {
    if (ranking) return ranking;
    const { looks, labeled, skipped } = await client.estimate.current({ studyId });
    return { ...(await client.study.get({ studyId })), looks, used: labeled + skipped.count };
  };
  const text = (shown: ShownStudy | RankingStudy) =>
    'pairs' in shown ? rankingDetails(shown) : studyDetails(shown);
  onStudy(study.command('show'), work, text, findWholeStudy).description(
    'show what a study or ranking asks, how it was sampled, and its plan',
  );
}

/** What a ranking asks, and how far it and its pairs are. */
export function rankingDetails(ranking: RankingStudy): string {
  const { name, systems, measureName, question, top, alpha, onePage, items, answered, left, pairs } = ranking;
  const shown = onePage ? 'all replies of an item on one page' : 'two replies at a time';
  return [
    name,
    `${counted(systems.length, 'system')}, ${measureName}, to find ${topWords(top)}. People see ${shown}.`,
    `They are asked: ${question}`,
    `${count(answered)} of ${counted(items, 'item')} answered, ${count(left)} left. All statements together hold with ${percent(1 - alpha)}.`,
    '',
    table(
      [onRight('Id'), { title: 'Pair' }, onRight('Differing'), onRight('Drawn'), onRight('Labeled')],
      pairs.map(({ id, system, comparison, populationSize, drawCount, counts }) => [
        ...[String(id), `${system} against ${comparison!.against}`],
        ...[count(populationSize), count(drawCount), count(counts.labeled)],
      ]),
    ),
  ].join('\n');
}

function studyDetails(study: ShownStudy): string {
  const { measureName, scale, preset, drawCount, populationSize, seed, looks, used } = study;
  const { bettingRule, plan: lookPlan, choice } = study;
  return [
    study.name,
    `${systemsOf(study)}, ${measureName} (${scaleText(scale)}), ${machineScoreWords(study)}.`,
    `Drew ${counted(drawCount, 'item')} of ${count(populationSize)} by ${preset}, seed ${seed}; ${countWords(study.counts, count)}.`,
    addedSinceWords(study) ?? '',
    ...(study.source
      ? [
          `The pool stays at ${study.source.place}, read by ${study.source.engine}, fingerprint ${study.source.fingerprint}; ${counted(study.source.taken, 'row')} were taken along.`,
        ]
      : []),
    ...(choice ? [choiceWords(preset, choice)] : []),
    ...(!hasInterval(preset)
      ? [withoutIntervalWords(preset) ?? '']
      : [`The interval holds with ${percent(1 - study.alpha)} and bets by ${ruleName(study)}.`]),
    ...(lookPlan
      ? [
          looksSentence({ bettingRule, lookPlan, looks }),
          reachedWords({ looks, labeled: used, skipped: { count: 0 } }),
        ]
      : []),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

const systemsOf = ({ system, comparison }: Study) =>
  comparison ? `${system} against ${comparison.against}` : system;

function addStudyList(study: Command): void {
  // JSON has every study, each with the ranking that it is a pair of; the names of those are for readers only.
  let rankings: RankingStudy[] = [];
  const work = async (client: Client) => {
    rankings = await client.ranking.list({});
    return client.study.list({});
  };
  onOpenProject(study.command('list'), work, (studies) => listText(studies, rankings)).description(
    'list the studies of a project; a ranking is one, with the numbers of its pairs',
  );
}

function listText(studies: readonly Study[], rankings: readonly RankingStudy[]): string {
  const single = studies.filter(({ rankingId }) => rankingId === null);
  const parts = [
    ...(rankings.length > 0 ? [rankingsText(rankings)] : []),
    ...(single.length > 0 || rankings.length === 0 ? [studiesText(single)] : []),
  ];
  return parts.join('\n\n');
}

const rankingsText = (rankings: readonly RankingStudy[]): string =>
  table(
    [
      { title: 'Ranking' },
      { title: 'Systems' },
      { title: 'Measure' },
      onRight('Answered'),
      { title: 'Pairs' },
    ],
    rankings.map(({ name, systems, measureName, answered, items, pairs }) => [
      name,
      systems.join(', '),
      measureName,
      `${count(answered)} of ${count(items)}`,
      `studies ${pairs.map(({ id }) => id).join(', ')}`,
    ]),
  );

function studiesText(studies: readonly Study[]): string {
  if (studies.length === 0) return 'There is no study in this project yet. Make one with: assay study create';
  return table(
    [
      onRight('Id'),
      { title: 'Study' },
      { title: 'System' },
      { title: 'Measure' },
      onRight('Items'),
      onRight('Drawn'),
      { title: 'Plan' },
      { title: 'Labels' },
    ],
    studies.map((s) => [
      String(s.id),
      s.name,
      systemsOf(s),
      s.measureName,
      ...[s.populationSize, s.drawCount].map(count),
      planColumn(s),
      countWords(s.counts, count),
    ]),
  );
}
