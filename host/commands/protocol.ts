import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { ProtocolRun } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { protocolComparisonText } from '../terminal/comparison-output.ts';
import { metaEvaluationText } from '../terminal/meta-output.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { positiveNumber, positiveNumbers, wholeNumber } from '../terminal/parse-value.ts';
import { promptFile } from '../terminal/prompt-file.ts';
import {
  personasText,
  promptsText,
  protocolRunsText,
  protocolRunText,
  transcriptText,
} from '../terminal/protocol-output.ts';
import { addProtocolRun } from './protocol-run.ts';

export function addProtocol(program: Command): void {
  const protocol = program
    .command('protocol')
    .description('evaluate a model by replays, interviews or simulated users');
  addProtocolRun(protocol);
  addList(protocol);
  addShow(protocol);
  addCompare(protocol);
  addMeta(protocol);
  addSignal(protocol);
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
  const show = (client: Client, { run: runId, conversation }: ShowOptions) =>
    conversation === undefined
      ? client.protocol.get({ runId })
      : client.protocol.transcript({ runId, position: conversation - 1 });
  type Shown = Awaited<ReturnType<typeof show>>;
  onOpenProject<Shown, ShowOptions>(protocol.command('show'), show, (shown) =>
    'turns' in shown ? transcriptText(shown.turns) : protocolRunText(shown),
  )
    .description('show a run with its figures, or one of its conversations turn by turn')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .option('--conversation <number>', 'a conversation of it, from 1', wholeNumber(1, 10_000_000));
}

interface CompareOptions extends ProjectOptions {
  runs?: number[];
  criterion?: string;
}

function addCompare(protocol: Command): void {
  const compare = async (client: Client, { runs, criterion }: CompareOptions) => {
    const runIds = runs ?? (await client.protocol.list({})).map(({ id }) => id);
    return client.protocol.compare({ runIds, ...(criterion !== undefined && { criterion }) });
  };
  onOpenProject(protocol.command('compare'), compare, protocolComparisonText)
    .description('set runs of a data set side by side, and beside people')
    .option('--runs <numbers>', 'the runs, with commas between (all by default)', positiveNumbers)
    .option('--criterion <name>', 'a human criterion of the data set');
}

interface MetaOptions extends ProjectOptions {
  runs?: number[];
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

function addMeta(protocol: Command): void {
  const correlate = async (client: Client, { runs, helpfulness, fluency, workerField }: MetaOptions) =>
    client.protocol.meta({
      runIds: await iqaRunIds(client, runs),
      ...(helpfulness !== undefined && { helpfulness }),
      ...(fluency !== undefined && { fluency }),
      ...(workerField !== undefined && { workerField }),
    });
  onOpenProject(protocol.command('meta'), correlate, metaEvaluationText)
    .description('correlate judges of IQA-EVAL with people, interaction by interaction or worker by worker')
    .option('--runs <numbers>', 'runs of IQA-EVAL, with commas between (all by default)', positiveNumbers)
    .option('--helpfulness <name>', 'the criterion that stands for it (by default of that name)')
    .option('--fluency <name>', 'the criterion that stands for it (by default of that name)')
    .option('--worker-field <name>', 'field that names who talked (else that of the runs, else groups)');
}

function addSignal(protocol: Command): void {
  const use = (client: Client, { run }: RunOptions) => client.protocol.useAsSignal({ runId: run });
  onOpenProject(protocol.command('signal'), use, ({ names, system, items }) =>
    names.map((name) => `auto:${name} now scores ${items} items of ${system}.`).join('\n'),
  )
    .description("make a run's scores a machine score that studies can draw by")
    .requiredOption('--run <number>', 'the run', positiveNumber);
}

function addPersonas(protocol: Command): void {
  onOpenProject(protocol.command('personas'), (client) => client.persona.list({}), personasText).description(
    'list the personas of IQA-EVAL, every version of the own ones',
  );
}

interface PromptsOptions extends ProjectOptions {
  add?: string;
}

function addPrompts(protocol: Command): void {
  const list = async (client: Client, { add }: PromptsOptions) => {
    if (add !== undefined) await client.protocolPrompt.save(await promptFile(add));
    return client.protocolPrompt.list({});
  };
  onOpenProject(protocol.command('prompts'), list, promptsText)
    .description('list what models are told for their parts in protocols; --json gives the whole texts')
    .option('--add <file>', 'store a text of a JSON file as the next version of its name');
}
