import { type Command, Option } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { IqaTable, KnownPersona, PersonaHarm, ProtocolRun } from '../../shared/contract/index.ts';
import { iqaTables } from '../../shared/contract/protocol-tables.ts';
import { AppError } from '../../shared/errors.ts';
import { plural } from '../../shared/number-text.ts';
import { questionKindLines } from '../../shared/question-kind-words.ts';
import { countsBySystem, isValidatedByPeople, unanswerableRows } from '../../shared/unanswerable-rows.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { protocolComparisonText } from '../terminal/comparison-output.ts';
import { withFormer } from '../terminal/former-options.ts';
import {
  type DitchTable,
  ditchTableText,
  iqaTableText,
  metaEvaluationText,
  personaHarmText,
  personaTextsText,
} from '../terminal/meta-output.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { positiveNumber, positiveNumbers, wholeNumber } from '../terminal/parse-value.ts';
import { storePersonaFile } from '../terminal/persona-file.ts';
import { pick } from '../terminal/pick.ts';
import { promptFile } from '../terminal/prompt-file.ts';
import {
  personasText,
  promptsText,
  protocolRunsText,
  protocolRunText,
  transcriptText,
} from '../terminal/protocol-output.ts';
import { addProtocolMeasure } from './protocol-measure.ts';
import { addProtocolMark, addProtocolQualify } from './protocol-qualify.ts';
import { addProtocolRun } from './protocol-run.ts';
import { addProtocolUser } from './protocol-user.ts';

export function addProtocol(program: Command): void {
  const protocol = program.command('protocol');
  addProtocolRun(protocol);
  addList(protocol);
  addShow(protocol);
  addProtocolMark(protocol);
  addProtocolQualify(protocol);
  addProtocolUser(protocol);
  addProtocolMeasure(protocol);
  addCompare(protocol);
  addMeta(protocol);
  addTable(protocol);
  addSignal(protocol);
  addAsData(protocol);
  addPersonas(protocol);
  addPrompts(protocol);
}

function addList(protocol: Command): void {
  onOpenProject(protocol.command('list'), (client) => client.protocol.list({}), protocolRunsText).description(
    'list the protocol runs of a project',
  );
}

interface RunOptions extends ProjectOptions {
  run: number;
}

interface ShowOptions extends RunOptions {
  conversation?: number;
}

function addShow(protocol: Command): void {
  const show = async (client: Client, { run: runId, conversation }: ShowOptions) => {
    if (conversation !== undefined) return client.protocol.transcript({ runId, position: conversation - 1 });
    const run = await client.protocol.get({ runId });
    if (run.settings.protocol !== 'replay') return run;
    return { ...run, questionKinds: await client.protocol.questionKinds({ runId }) };
  };
  type Shown = Awaited<ReturnType<typeof show>>;
  onOpenProject<Shown, ShowOptions>(protocol.command('show'), show, (shown) =>
    'turns' in shown
      ? transcriptText(shown.turns)
      : [
          protocolRunText(shown),
          ...('questionKinds' in shown ? questionKindLines(shown.questionKinds) : []),
        ].join('\n'),
  )
    .description('show a run with its figures, or one of its conversations turn by turn')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .option('--conversation <number>', 'a conversation of it, from 1', wholeNumber(1, 10_000_000));
}

interface CompareOptions extends ProjectOptions {
  runNumbers?: number[];
  criterion?: string;
}

/** Runs that are there, by their numbers. */
const withRunNumbers = (command: Command, help: string): Command =>
  withFormer(command, new Option('--run-numbers <numbers>', help).argParser(positiveNumbers), '--runs');

function addCompare(protocol: Command): void {
  const compare = async (client: Client, { runNumbers: runs, criterion }: CompareOptions) => {
    const runIds = runs ?? (await client.protocol.list({})).map(({ id }) => id);
    return client.protocol.compare({ runIds, ...(criterion !== undefined && { criterion }) });
  };
  const command = onOpenProject(protocol.command('compare'), compare, protocolComparisonText).description(
    'set runs of a data set side by side, and beside people',
  );
  withRunNumbers(command, 'the runs, with commas between (all by default)').option(
    '--criterion <name>',
    'a human criterion of the data set',
  );
}

interface MetaOptions extends ProjectOptions {
  runNumbers?: number[];
  helpfulness?: string;
  fluency?: string;
  workerField?: string;
}

/** The runs that are named, else all of the protocol. */
async function iqaRunIds(client: Client, runs: number[] | undefined): Promise<number[]> {
  const all = runs ?? (await client.protocol.list({})).filter(isIqa).map(({ id }) => id);
  if (all.length > 0) return all;
  throw new AppError('CONFLICT', 'There is no run of IQA-EVAL in this project.');
}

const isIqa = ({ settings }: ProtocolRun): boolean => settings.protocol === 'iqa-eval';

const metaQuestion = async (
  client: Client,
  { runNumbers: runs, helpfulness, fluency, workerField }: MetaOptions,
) => ({
  runIds: await iqaRunIds(client, runs),
  ...(helpfulness !== undefined && { helpfulness }),
  ...(fluency !== undefined && { fluency }),
  ...(workerField !== undefined && { workerField }),
});

/** What both need to know of people. */
const withMetaOptions = (command: Command): Command =>
  withRunNumbers(command, 'runs of IQA-EVAL, with commas between (all by default)')
    .option('--helpfulness <name>', 'the criterion that stands for it (by default of that name)')
    .option('--fluency <name>', 'the criterion that stands for it (by default of that name)')
    .option('--worker-field <name>', 'field that names who talked (else that of the runs, else groups)');

interface TableOptions extends MetaOptions {
  table: string;
  paper: 'iqa-eval' | 'ditch';
  subset?: string;
  dataset?: string;
}

function addTable(protocol: Command): void {
  const lay = async (client: Client, options: TableOptions) => {
    const { table: wanted, subset, paper } = options;
    if (paper === 'ditch') return ditchTable(client, wanted, options.runNumbers);
    if (wanted === '11') return { personas: await client.persona.list({}) };
    if (wanted === '18') {
      const { id } = pick(await client.dataset.list({}), options.dataset, 'data set', '--dataset');
      return client.persona.harm({ datasetId: id });
    }
    const [field = '', ...value] = subset?.split('=') ?? [];
    return client.protocol.table({
      ...(await metaQuestion(client, options)),
      table: oneOf(wanted, iqaTables, 'the IQA-EVAL paper'),
      ...(subset !== undefined && { subset: { field, value: value.join('=') } }),
    });
  };
  const command = onOpenProject<Laid, TableOptions>(protocol.command('table'), lay, laidText)
    .description('lay out a table of IQA-EVAL, or of Ditch the Gold Standard, with your own runs in it')
    .addOption(
      new Option('--table <number>', 'which table: 1 to 18 of IQA-EVAL; 1, 3 or 4 of Ditch')
        .choices([...iqaTables, '11', '18'])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--paper <name>', 'whose table').choices(['iqa-eval', 'ditch']).default('iqa-eval'))
    .option('--dataset <name>', 'Table 18: the data set (not needed when there is one)')
    .option('--subset <field=value>', 'also rows of these items alone, such as those of pure experts');
  withMetaOptions(command);
}

type Laid = IqaTable | PersonaHarm | { personas: KnownPersona[] } | DitchTable;

function laidText(laid: Laid): string {
  if ('personas' in laid) return personaTextsText(laid.personas);
  if ('counts' in laid) return ditchTableText(laid);
  return 'table' in laid ? iqaTableText(laid) : personaHarmText(laid);
}

/** @throws AppError INVALID_INPUT for a table that is not laid out */
function oneOf<T extends string>(wanted: string, known: readonly T[], paper: string): T {
  const found = known.find((one) => one === wanted);
  if (found !== undefined) return found;
  throw new AppError('INVALID_INPUT', `Table ${wanted} of ${paper} is not laid out.`, {
    field: 'table',
    remedy: `Choose one of ${known.join(', ')}.`,
  });
}

/** Counts and questions without an answer, evaluation by evaluation (Li et al., 2022). */
async function ditchTable(client: Client, wanted: string, only: number[] | undefined): Promise<DitchTable> {
  const table = oneOf(wanted, ['1', '3', '4'], 'Ditch the Gold Standard');
  const runs = (await client.protocol.list({})).filter(({ id }) => only?.includes(id) ?? true);
  const open = new Set((await client.validation.list({})).map(({ runId }) => runId));
  const people = runs.filter((run) => isValidatedByPeople(run) && open.has(run.id));
  const reports = await Promise.all(
    people.map(async ({ id: runId }) => [runId, await client.validation.report({ runId })] as const),
  );
  const rows = unanswerableRows(runs, new Map(reports));
  return { table, rows, counts: countsBySystem(rows) };
}

function addMeta(protocol: Command): void {
  const correlate = async (client: Client, options: MetaOptions) =>
    client.protocol.meta(await metaQuestion(client, options));
  const command = onOpenProject(protocol.command('meta'), correlate, metaEvaluationText).description(
    'correlate judges of IQA-EVAL with people, interaction by interaction or worker by worker',
  );
  withMetaOptions(command);
}

function addSignal(protocol: Command): void {
  const use = (client: Client, { run }: RunOptions) => client.protocol.useAsSignal({ runId: run });
  onOpenProject(protocol.command('signal'), use, ({ names, system, items }) =>
    names.map((name) => `auto:${name} now scores ${items} items of ${system}.`).join('\n'),
  )
    .description("make a run's scores a machine score that studies can draw by")
    .requiredOption('--run <number>', 'the run', positiveNumber);
}

interface AsDataOptions extends RunOptions {
  guess?: boolean;
}

function addAsData(protocol: Command): void {
  const open = (client: Client, { run: runId, guess = false }: AsDataOptions) =>
    client.protocol.openAsData({ runId, what: guess ? 'guesses' : 'conversations' });
  onOpenProject<Awaited<ReturnType<typeof open>>, AsDataOptions>(
    protocol.command('as-data'),
    open,
    ({ dataset, items, system, studyId }) =>
      studyId === null
        ? `“${dataset}” holds ${plural(items, 'conversation')} of ${system}. Make a study of it, and people rate them.`
        : `“${dataset}” holds ${plural(items, 'pair')}. Study ${studyId} asks which is by people; its win rate of people is the share that finds them.`,
  )
    .description('make a data set of the conversations of a run, for people to label in a study')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .option(
      '--guess',
      'pairs by the played user and by people instead, with a study that asks which is which',
    );
}

function addPersonas(protocol: Command): void {
  const list = async (client: Client, { add }: AddOptions) => {
    if (add !== undefined) await storePersonaFile(client, add);
    return client.persona.list({});
  };
  onOpenProject(protocol.command('personas'), list, personasText)
    .description('list the personas of IQA-EVAL, every version of the own ones')
    .option('--add <file>', 'store the personas of a JSON file, as for --persona-file');
}

interface AddOptions extends ProjectOptions {
  add?: string;
}

function addPrompts(protocol: Command): void {
  const list = async (client: Client, { add }: AddOptions) => {
    if (add !== undefined) await client.protocolPrompt.save(await promptFile(add));
    return client.protocolPrompt.list({});
  };
  onOpenProject(protocol.command('prompts'), list, promptsText)
    .description('list the instructions to models in protocols; --json gives the whole texts')
    .option('--add <file>', 'store a text of a JSON file as the next version of its name');
}
