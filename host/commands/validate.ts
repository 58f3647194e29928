import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { ValidatedQuestion, ValidationReport } from '../../shared/contract/index.ts';
import { Validators } from '../../shared/contract/validation.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { pick } from '../terminal/pick.ts';
import { fieldOption } from '../terminal/schema-options.ts';
import { queuesText, validationText, viewText } from '../terminal/validation-output.ts';
import { addValidateAnswer } from './validate-answer.ts';

export function addValidate(program: Command): void {
  const validate = program.command('validate');
  addOpen(validate);
  addClose(validate);
  addList(validate);
  addNext(validate);
  addValidateAnswer(validate);
  addReport(validate);
}

interface OpenOptions extends ProjectOptions {
  run?: number;
  dataset?: string;
  system?: string;
  limit?: number;
  validators: number;
}

function addOpen(validate: Command): void {
  withProject(validate.command('open'))
    .description('open the answers of a run, or those that came with a data set, to validation')
    .argument('[project]', 'the project file')
    .option('--run <number>', 'a run of human conversations or a replay', positiveNumber)
    .option('--dataset <name>', 'a data set, in place of a run')
    .option('--system <name>', "with --dataset: whose answers (people's answers by default)")
    .option('--limit <number>', 'with --dataset: only so many conversations', positiveNumber)
    .addOption(fieldOption('validators', Validators, { hasDefault: true }))
    .action((file: string | undefined, options: OpenOptions, command: Command) => {
      const { run: runId, dataset, system, limit, validators } = options;
      if ((runId === undefined) === (dataset === undefined)) {
        command.error("error: name either a run with '--run' or a data set with '--dataset'");
      }
      return asAnnotator(
        file,
        options,
        command,
        async (client) => {
          if (runId !== undefined) return client.validation.open({ runId, validators });
          const { id: datasetId } = pick(await client.dataset.list({}), dataset, 'data set', '--dataset');
          return client.validation.gather({
            datasetId,
            system: system ?? null,
            validators,
            ...(limit !== undefined && { limit }),
          });
        },
        (queue) => queuesText([queue]),
      );
    });
}

function addClose(validate: Command): void {
  withProject(validate.command('close'))
    .description('close a run that nobody has begun to validate')
    .argument('[project]', 'the project file')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .action((file: string | undefined, options: AnnotatorOptions & { run: number }, command: Command) =>
      asAnnotator(
        file,
        options,
        command,
        (client) => client.validation.close({ runId: options.run }),
        queuesText,
      ),
    );
}

interface AnnotatorOptions extends ProjectOptions {
  run?: number;
  annotator?: string;
}

function addList(validate: Command): void {
  withProject(validate.command('list'))
    .description('list what is open to validation')
    .argument('[project]', 'the project file')
    .option('--annotator <name>', 'who validates (the current annotator by default)')
    .action((file: string | undefined, options: AnnotatorOptions, command: Command) =>
      asAnnotator(file, options, command, (client) => client.validation.list({}), queuesText),
    );
}

function addNext(validate: Command): void {
  withProject(validate.command('next'))
    .description('show the conversation to go on with: its passage, then one question at a time')
    .argument('[project]', 'the project file')
    .option('--run <number>', 'only of this run', positiveNumber)
    .option('--annotator <name>', 'who validates (the current annotator by default)')
    .action((file: string | undefined, options: AnnotatorOptions, command: Command) =>
      asAnnotator(
        file,
        options,
        command,
        (client) => client.validation.next({ runId: options.run ?? null }),
        ({ conversation }) => (conversation ? viewText(conversation) : 'Nothing is left for you.'),
      ),
    );
}

function addReport(validate: Command): void {
  withProject(validate.command('report'))
    .description('show what the validators found and how far they agree')
    .argument('[project]', 'the project file')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .action((file: string | undefined, options: AnnotatorOptions & { run: number }, command: Command) =>
      asAnnotator(
        file,
        options,
        command,
        (client) => reportOf(client, options.run),
        ({ questionList, ...report }) => validationText(report, questionList),
      ),
    );
}

const perPage = 500;

async function reportOf(
  client: Client,
  runId: number,
): Promise<ValidationReport & { questionList: ValidatedQuestion[] }> {
  const report = await client.validation.report({ runId });
  const questionList: ValidatedQuestion[] = [];
  for (let total = 1; questionList.length < total; ) {
    const page = await client.validation.outcomes({ runId, offset: questionList.length, limit: perPage });
    total = page.total;
    questionList.push(...page.rows);
  }
  return { ...report, questionList };
}

function asAnnotator<T>(
  file: string | undefined,
  options: AnnotatorOptions,
  command: Command,
  work: (client: Client) => Promise<T>,
  toText: (result: T) => string,
): Promise<void> {
  const { project } = takeProject(command, file === undefined ? [] : [file], options);
  return answer(
    options,
    async ({ client }) => {
      await client.project.open({ path: project });
      if (options.annotator !== undefined) await client.annotator.choose({ name: options.annotator });
      return work(client);
    },
    toText,
  );
}
