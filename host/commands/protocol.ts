import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { protocolComparisonText } from '../terminal/comparison-output.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { positiveNumber, positiveNumbers, wholeNumber } from '../terminal/parse-value.ts';
import {
  personasText,
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
  addSignal(protocol);
  addPersonas(protocol);
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

function addSignal(protocol: Command): void {
  const use = (client: Client, { run }: RunOptions) => client.protocol.useAsSignal({ runId: run });
  onOpenProject(
    protocol.command('signal'),
    use,
    ({ name, system, items }) => `auto:${name} now scores ${items} items of ${system}.`,
  )
    .description("make a run's scores a machine score that studies can draw by")
    .requiredOption('--run <number>', 'the run', positiveNumber);
}

function addPersonas(protocol: Command): void {
  onOpenProject(protocol.command('personas'), (client) => client.persona.list({}), personasText).description(
    'list the personas of IQA-EVAL, every version of the own ones',
  );
}
