import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { positiveNumber, positiveNumbers, wholeNumber } from '../terminal/parse-value.ts';
import {
  comparisonText,
  personasText,
  runsText,
  runText,
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
  withProject(protocol.command('list'))
    .description('list the protocol runs of a project')
    .argument('[project]', 'the project file')
    .action((file: string | undefined, options: ProjectOptions, command: Command) =>
      onProject(file, options, command, (client) => client.protocol.list({}), runsText),
    );
}

interface ShowOptions extends ProjectOptions {
  run: number;
  conversation?: number;
}

function addShow(protocol: Command): void {
  withProject(protocol.command('show'))
    .description('show a run with its figures, or one of its conversations turn by turn')
    .argument('[project]', 'the project file')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .option('--conversation <number>', 'a conversation of it, from 1', wholeNumber(1, 10_000_000))
    .action((file: string | undefined, options: ShowOptions, command: Command) => {
      const { run: runId, conversation } = options;
      if (conversation === undefined) {
        return onProject(file, options, command, (client) => client.protocol.get({ runId }), runText);
      }
      const position = conversation - 1;
      return onProject(
        file,
        options,
        command,
        (client) => client.protocol.transcript({ runId, position }),
        ({ turns }) => transcriptText(turns),
      );
    });
}

interface CompareOptions extends ProjectOptions {
  runs?: number[];
  criterion?: string;
}

function addCompare(protocol: Command): void {
  withProject(protocol.command('compare'))
    .description('set runs of a data set side by side, and beside people')
    .argument('[project]', 'the project file')
    .option('--runs <numbers>', 'the runs, with commas between (all by default)', positiveNumbers)
    .option('--criterion <name>', 'a human criterion of the data set')
    .action((file: string | undefined, options: CompareOptions, command: Command) =>
      onProject(
        file,
        options,
        command,
        async (client) => {
          const runIds = options.runs ?? (await client.protocol.list({})).map(({ id }) => id);
          const { criterion } = options;
          return client.protocol.compare({ runIds, ...(criterion !== undefined && { criterion }) });
        },
        comparisonText,
      ),
    );
}

function addSignal(protocol: Command): void {
  withProject(protocol.command('signal'))
    .description("make a run's scores a machine score that studies can draw by")
    .argument('[project]', 'the project file')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .action((file: string | undefined, options: ShowOptions, command: Command) =>
      onProject(
        file,
        options,
        command,
        (client) => client.protocol.useAsSignal({ runId: options.run }),
        ({ name, system, items }) => `auto:${name} now scores ${items} items of ${system}.`,
      ),
    );
}

function addPersonas(protocol: Command): void {
  withProject(protocol.command('personas'))
    .description('list the personas of IQA-EVAL, every version of the own ones')
    .argument('[project]', 'the project file')
    .action((file: string | undefined, options: ProjectOptions, command: Command) =>
      onProject(file, options, command, (client) => client.persona.list({}), personasText),
    );
}

function onProject<T>(
  file: string | undefined,
  options: ProjectOptions,
  command: Command,
  work: (client: Client) => Promise<T>,
  toText: (result: T) => string,
): Promise<void> {
  const { project } = takeProject(command, file === undefined ? [] : [file], options);
  return answer(
    options,
    async ({ client }) => {
      await client.project.open({ path: project });
      return work(client);
    },
    toText,
  );
}
