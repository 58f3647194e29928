import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { Client, Engine } from '../../core/engine.ts';
import { FailureGroupsFileSchema } from '../../shared/contract/failures.ts';
import type {
  FailureMode,
  FailureRow,
  FailureShare,
  FailureTable,
  Joinable,
  Run,
  StepShares,
} from '../../shared/contract/index.ts';
import {
  failureSentence,
  nothingWrongSentence,
  orderSentence,
  shareTexts,
  stepSharesNote,
  stepsWithoutCall,
  togetherSentence,
  whyDecide,
} from '../../shared/failure-words.ts';
import { withLimits } from '../terminal/batch-options.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { takeEndpoint } from '../terminal/endpoint-options.ts';
import { findFailureMode } from '../terminal/find-failure-mode.ts';
import { jsonFile } from '../terminal/json-file.ts';
import { onOpenProject, onStudy, type StudyOptions } from '../terminal/on-project.ts';
import { collected, positiveNumber } from '../terminal/parse-value.ts';
import { costText, finishRun, outcomeText } from '../terminal/run-output.ts';
import { onRight, table } from '../terminal/table.ts';
import { count, counted } from '../terminal/words.ts';

interface ModeOptions extends ProjectOptions {
  mode: string;
}
interface WordOptions {
  definition?: string;
  example?: string;
  counterexample?: string;
  severity?: FailureMode['severity'];
}
interface MakeOptions extends ProjectOptions, WordOptions {
  name: string;
}
interface DefineOptions extends ModeOptions, WordOptions {
  name?: string;
  meaning?: 'same' | 'changed';
  fixedIn?: string;
  open?: true;
}
interface TableOptions extends StudyOptions {
  shown?: number;
}
type Changed = { mode: FailureMode; list: number };

export function addFailures(program: Command): void {
  const command = program.command('failures');
  onStudy<FailureTable, TableOptions>(
    command,
    ({ client }, studyId, { shown }) =>
      client.failures.table({ studyId, ...(shown !== undefined && { shown }) }),
    tableText,
  ).option(
    '--shown <number>',
    'modes that get an interval, the largest first (20 by default)',
    positiveNumber,
  );
  onOpenProject(
    command.command('list'),
    (client) => client.failures.list({ withRetired: true }),
    listText,
  ).description('list the failure modes of the project, those that are retired among them');
  onStudy<StepShares, StudyOptions>(
    command.command('steps'),
    ({ client }, studyId) => client.failures.steps({ studyId }),
    stepsText,
  ).description('how often the steps of an agent are wrong, by tool');
  onStudy<Found, StudyOptions>(
    command.command('found'),
    ({ client }, studyId) => client.failures.found({ studyId }),
    foundText,
  ).description('failure modes and notes that came with the data; they enter no share');
  withWords(
    onOpenProject(command.command('make'), make, ({ mode, isNew }: Changed & { isNew: boolean }) =>
      isNew ? `Made the failure mode "${mode.name}".` : `There is "${mode.name}" already.`,
    ),
  )
    .description('make a failure mode, or find the one of that name')
    .requiredOption('--name <name>', 'what it is called');
  withWords(onMode(command.command('define'), define, ({ mode }) => definedText(mode)))
    .description('change the name, the definition, the severity or the state of a mode')
    .option('--name <name>', 'another name')
    .addOption(
      new Option('--meaning <what>', 'whether the same conversations count').choices(['same', 'changed']),
    )
    .option('--fixed-in <release>', 'the release in which it was fixed')
    .option('--open', 'it is open again');
  onMode(
    command.command('merge'),
    merge,
    ({ mode }) => `Merged into "${mode.name}"; its share counts from now on.`,
  )
    .description('merge a mode into another, whose share counts from now on')
    .requiredOption('--into <name>', 'the mode that stays');
  onMode(
    command.command('split'),
    split,
    ({ modes }: { modes: FailureMode[] }) =>
      `Made ${modes.map(({ name }) => `"${name}"`).join(', ')}; their shares count from now on.`,
  )
    .description('split a mode into several; the old one is retired')
    .requiredOption('--part <name>', 'the name of a part; say it twice or more', collected);
  onMode(
    command.command('retire'),
    retire,
    ({ mode }) => `Retired "${mode.name}"; what was said stays.`,
  ).description('retire a mode, so that it is no longer offered');
  onMode(command.command('restore'), restore, ({ mode }) => `Restored "${mode.name}".`).description(
    'offer a retired mode again',
  );
  addGroups(command);
  addJudge(command);
}

interface JudgeOptions extends StudyOptions {
  mode: string;
  endpoint?: string;
  model?: string;
  keyEnv?: string;
  maxSpend?: number;
  maxCalls?: number;
}
interface Judged {
  mode: string;
  run: Run;
  /** What has joined the share, and its interval with and without; null where the run is not whole. */
  joined: Joinable | null;
}

function addJudge(command: Command): void {
  withLimits(onStudy<Judged, JudgeOptions>(command.command('judge'), judge, judgedText))
    .description(
      'have a model score the whole pool by the definition of a mode, and let that narrow its share',
    )
    .requiredOption('--mode <name>', 'the mode, by name or number')
    .option('--endpoint <name>', 'the endpoint, by name or number (not needed when there is one)')
    .option('--model <model>', 'the model (that of the endpoint by default)')
    .option('--key-env <variable>', 'the environment variable with the key, for this run');
}

/** Runs the judge of a mode on all items, and lets its scores join where each has one. */
async function judge(engine: Engine, studyId: number, options: JudgeOptions): Promise<Judged> {
  const { client } = engine;
  const { mode } = await findFailureMode(client, options.mode, '--mode');
  const { id: endpointId } = await takeEndpoint(client, options.endpoint, options.keyEnv);
  const { model } = options;
  const asked = { studyId, modeId: mode.id };
  const made = await client.failures.judge({ ...asked, endpointId, ...(model !== undefined && { model }) });
  const { signal, datasetId, system } = made;
  const target = { judgeId: made.judge.id, datasetId, system, spendingLimit: options.maxSpend ?? null };
  process.stderr.write(`${costText(await client.judge.estimate(target))}\n`);
  const run = await finishRun(engine, await client.judge.start({ ...target, callLimit: options.maxCalls }));
  const may = (await client.study.joinable(asked)).signals.find(({ id }) => id === signal);
  if (may?.problem === null) await client.study.join({ ...asked, signal });
  const joined = await client.study.joinable(asked);
  const hasJoined = joined.joined.some((one) => one.signal === signal);
  return { mode: mode.name, run, joined: hasJoined ? joined : null };
}

function judgedText({ mode, run, joined }: Judged): string {
  const rest = joined
    ? [
        `${joined.joined.at(-1)!.name} narrows "${mode}" from draw ${joined.joined.at(-1)!.drawsBefore + 1} on.`,
        'Its worst items can be looked through by "Find more"; what is found there enters no share.',
      ]
    : [
        `Not every item has a score, so nothing joined "${mode}". Run the command again; what is stored is not paid twice.`,
      ];
  return [outcomeText({ run }), ...rest].join('\n');
}

const stepColumns = [
  { title: 'Tool' },
  onRight('Rated'),
  onRight('Wrong'),
  onRight('Wrong of all'),
  { title: 'Interval' },
];

function stepsText({ because, kinds }: StepShares): string {
  if (kinds.length === 0) return 'Nobody has rated a step yet.';
  const rows = kinds.map(({ kind, rated, pool, share }) => {
    const texts = share ? shareTexts(share) : null;
    return [
      kind === '' ? stepsWithoutCall : kind,
      pool ? `${count(rated.steps)} of ${count(pool.steps)}` : count(rated.steps),
      count(Number(rated.wrong.toFixed(1))),
      texts?.value ?? '-',
      texts?.interval ?? 'not estimable yet',
    ];
  });
  return [
    table(stepColumns, rows),
    '',
    because === null ? stepSharesNote : `No share is estimable: ${because}.`,
  ].join('\n');
}

type Found = Awaited<ReturnType<Client['failures']['found']>>;

function foundText({ modes, notes, noteCount }: Found): string {
  if (modes.length === 0 && noteCount === 0) return 'No failure modes or notes came with the data.';
  const names = modes.map(
    ({ name, items, modeId }) =>
      `${name}: ${counted(items, 'item')}${modeId === null ? '' : ', a failure mode of the project'}`,
  );
  const written = notes.map(({ externalId, note }) => `${externalId}: ${note}`);
  return [
    'Found elsewhere: nobody drew these items for it, so it enters no share.',
    ...names,
    ...written,
    ...(noteCount > notes.length ? [`${counted(noteCount - notes.length, 'more note')}.`] : []),
  ].join('\n');
}

interface SuggestOptions extends StudyOptions {
  endpoint?: string;
  model?: string;
  keyEnv?: string;
  most?: number;
}
interface Suggested {
  groups: { name: string; definition: string; labelIds: number[] }[];
  notes: number;
  left: number;
}

/** Groups that a model suggests, and what a person accepts of them. */
function addGroups(command: Command): void {
  onStudy<Suggested, SuggestOptions>(command.command('suggest'), suggest, suggestedText)
    .description('ask a model to group the notes; stores nothing')
    .option('--endpoint <name>', 'the endpoint, by name or number (not needed when there is one)')
    .option('--model <model>', 'the model (that of the endpoint by default)')
    .option('--key-env <variable>', 'the environment variable with the key, for this run')
    .option('--most <number>', 'notes to ask about (100 by default)', positiveNumber);
  onStudy<Awaited<ReturnType<Client['failures']['accept']>>, StudyOptions & { groups: string }>(
    command.command('accept'),
    async ({ client }, studyId, { groups: file }) => {
      const read = await jsonFile(file, FailureGroupsFileSchema, groupsRemedy);
      return client.failures.accept({ studyId, ...read, clientKey: clientKey() });
    },
    ({ named: notes, modes }) =>
      `Named ${counted(notes, 'note')}: ${modes.map(({ name }) => name).join(', ')}.`,
  )
    .description('store groups of notes that a person has checked, as suggest --json writes them')
    .requiredOption('--groups <file>', 'the file with the groups, as JSON');
}

const groupsRemedy =
  'Write { "groups": [{ "name": "Wrong date", "labelIds": [3, 8] }] }, or start from: assay failures suggest --json.';

async function suggest(
  { client }: Engine,
  studyId: number,
  { endpoint, model, keyEnv, most }: SuggestOptions,
): Promise<Suggested> {
  const { id: endpointId } = await takeEndpoint(client, endpoint, keyEnv);
  return client.failures.suggest({
    ...{ studyId, endpointId },
    ...(model !== undefined && { model }),
    ...(most !== undefined && { most }),
  });
}

function suggestedText({ groups, notes, left }: Suggested): string {
  const lines = groups.map(
    ({ name, definition, labelIds }) =>
      `${name} (${counted(labelIds.length, 'note')})${definition === '' ? '' : `: ${definition}`}`,
  );
  return [
    `Of ${counted(notes, 'note')}${left > 0 ? `, and ${count(left)} more that were not asked about` : ''}:`,
    ...(lines.length === 0 ? ['The model found no group.'] : lines),
    'Nothing was stored. Keep what fits with: assay failures accept --groups FILE.',
  ].join('\n');
}

/** A command on one mode of a project. */
const onMode = <T, Options extends ModeOptions>(
  command: Command,
  work: (client: Client, options: Options) => Promise<T>,
  text: (result: T) => string,
): Command =>
  onOpenProject<T, Options>(command, work, text).requiredOption(
    '--mode <name>',
    'the mode, by name or number',
  );

const withWords = (command: Command): Command =>
  command
    .option('--definition <sentence>', 'what counts')
    .option('--example <text>', 'an example that counts')
    .option('--counterexample <text>', 'one that does not')
    .addOption(new Option('--severity <level>', 'how bad it is').choices(['low', 'medium', 'high']));

const clientKey = () => randomUUID();

/** The number of a mode that is asked for by name or number. @throws AppError as `findFailureMode` */
const modeOf = async (client: Client, asked: string, option: string): Promise<number> =>
  (await findFailureMode(client, asked, option)).mode.id;

const wordsOf = ({ definition, example, counterexample, severity: level }: WordOptions) => ({
  ...(definition !== undefined && { definition }),
  ...(example !== undefined && { example }),
  ...(counterexample !== undefined && { counterexample }),
  ...(level !== undefined && { severity: level }),
});

const make = (client: Client, { name, ...words }: MakeOptions) =>
  client.failures.make({ name, ...wordsOf(words), clientKey: clientKey() });

async function define(client: Client, options: DefineOptions): Promise<Changed> {
  const { mode, name, meaning: what, fixedIn, open, ...words } = options;
  const state =
    fixedIn !== undefined
      ? { kind: 'fixed' as const, release: fixedIn }
      : open
        ? { kind: 'open' as const }
        : undefined;
  return client.failures.define({
    modeId: await modeOf(client, mode, '--mode'),
    ...wordsOf(words),
    ...(name !== undefined && { name }),
    ...(what && { meaning: what }),
    ...(state && { state }),
    clientKey: clientKey(),
  });
}

async function merge(client: Client, { mode, into }: ModeOptions & { into: string }): Promise<Changed> {
  const modeId = await modeOf(client, mode, '--mode');
  const intoId = await modeOf(client, into, '--into');
  return client.failures.merge({ modeId, intoId, clientKey: clientKey() });
}

const split = async (client: Client, { mode, part }: ModeOptions & { part: string[] }) =>
  client.failures.split({
    modeId: await modeOf(client, mode, '--mode'),
    into: part.map((name) => ({ name })),
    clientKey: clientKey(),
  });

const retire = async (client: Client, { mode }: ModeOptions): Promise<Changed> =>
  client.failures.retire({ modeId: await modeOf(client, mode, '--mode'), clientKey: clientKey() });

const restore = async (client: Client, { mode }: ModeOptions): Promise<Changed> =>
  client.failures.restore({ modeId: await modeOf(client, mode, '--mode'), clientKey: clientKey() });

const stateText = ({ retired, state }: FailureMode): string =>
  retired ? 'retired' : state.kind === 'fixed' ? `fixed in ${state.release}` : 'open';

const definedText = (mode: FailureMode): string =>
  [`"${mode.name}" is ${stateText(mode)}.`, ...(mode.definition ? [mode.definition] : [])].join('\n');

function listText({ modes }: { modes: readonly FailureMode[] }): string {
  if (modes.length === 0) return 'There is no failure mode yet.';
  const columns = [onRight('Number'), { title: 'Name' }, { title: 'State' }, { title: 'Definition' }];
  return table(
    columns,
    modes.map((mode) => [String(mode.id), mode.name, stateText(mode), mode.definition]),
  );
}

const columns = [
  { title: 'Failure mode' },
  onRight('Share of all'),
  { title: 'Interval' },
  onRight('Counts from draw'),
  onRight('Found in'),
  onRight('To look at again'),
];

function tableText(found: FailureTable): string {
  const { modes, items, coded, hunted, because, alpha, nothingWrong } = found;
  const head = `${counted(coded, 'item')} coded, of a pool of ${count(items)}.`;
  const more = hunted > 0 ? [`${counted(hunted, 'item')} outside of the draw enter no share.`] : [];
  if (modes.length === 0) return [head, ...more, 'There is no failure mode yet.'].join('\n');
  const sentences = [
    ...modes
      .filter(({ share }) => share !== null)
      .slice(0, 3)
      .map((row) => failureSentence(named(row))),
    ...claims(found),
    ...(nothingWrong.share ? [nothingWrongSentence(nothingWrong.share)] : []),
    togetherSentence(modes.length, alpha),
  ];
  return [
    head,
    ...more,
    ...(because === null ? [] : [`No share is estimable: ${because}.`]),
    '',
    table(columns, modes.map(row)),
    '',
    ...modes.flatMap(undecidedWords),
    ...sentences,
    'Found in is a plain count: it overstates a failure that was named because it was seen.',
  ].join('\n');
}

const none: FailureShare = { value: null, lower: 0, upper: 1 };
const named = ({ mode, share }: FailureRow) => ({ name: mode.name, ...(share ?? none) });

/** What is decided of the largest mode against the others. */
function claims({ modes, order }: FailureTable): string[] {
  const [first] = modes;
  const names = new Map(modes.map(({ mode }) => [mode.id, mode.name]));
  const own = order.filter(({ modeId }) => modeId === first?.mode.id);
  // Of modes without an interval nothing is decided.
  if (!first || own.length < modes.length - 1) return [];
  const words = orderSentence(
    first.mode.name,
    own.map(({ otherId, decided }) => ({ than: names.get(otherId) ?? '', isDecided: decided })),
  );
  return words === null ? [] : [words];
}

/** On how many items people differ about a failure. */
const undecidedWords = ({ mode, undecided }: FailureRow): string[] =>
  undecided ? [`${mode.name}: ${whyDecide(undecided)}`] : [];

function row({ mode, share, found, clock, lookAgain }: FailureRow): string[] {
  const texts = share ? shareTexts(share) : null;
  return [
    mode.name,
    texts?.value ?? '-',
    texts?.interval ?? (share ? 'not estimable yet' : 'not asked for'),
    count(clock),
    `${count(found.items)} of ${count(found.of)}`,
    lookAgain === null ? '-' : count(lookAgain),
  ];
}
