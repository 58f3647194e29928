import { randomUUID } from 'node:crypto';
import { type Command, Option } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { ValidationStep, ValidationView } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { viewText } from '../terminal/validation-output.ts';

const sayings = [
  'read',
  'ungrammatical',
  'unanswerable',
  'answerable',
  'correct',
  'incorrect',
  'no-span',
  'undo',
] as const;

interface AnswerOptions extends ProjectOptions {
  ref: string;
  say?: (typeof sayings)[number];
  span?: string;
  annotator?: string;
}

export function addValidateAnswer(validate: Command): void {
  withProject(validate.command('answer'))
    .description('take a step of the current question, and show what follows')
    .argument('[project]', 'the project file')
    .requiredOption('--ref <reference>', 'the conversation, as next shows it')
    .addOption(new Option('--say <word>', 'the step').choices(sayings))
    .option('--span <text>', 'the right answer, in the words of the passage (where they first stand)')
    .option('--annotator <name>', 'who validates; must be who asked for the conversation with next')
    .action((file: string | undefined, options: AnswerOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      if ((options.say === undefined) === (options.span === undefined)) {
        command.error("error: name a step with '--say', or a span with '--span'");
      }
      return answer(options, ({ client }) => step(client, project, options), viewText);
    });
}

async function step(client: Client, project: string, options: AnswerOptions): Promise<ValidationView> {
  await client.project.open({ path: project });
  const { ref, say, annotator } = options;
  const { current, passage, annotator: opened } = await client.validation.view({ ref });
  assertSame(opened, annotator);
  const facts = { ref, clientKey: randomUUID(), durationMs: 0 };
  if (say === 'read') return client.validation.read(facts);
  if (say === 'undo') return client.validation.undo(facts);
  if (!current) {
    throw new AppError('CONFLICT', 'No question of this conversation is open.', {
      remedy: 'Say that the passage is read, or go on with the next conversation.',
    });
  }
  const next: ValidationStep = say === undefined ? spanStep(passage, options.span!) : { say };
  return client.validation.answer({ ...facts, turn: current.turn, step: next });
}

/** A conversation belongs to who asked for it. @throws AppError CONFLICT for anybody else */
function assertSame(opened: string, named: string | undefined): void {
  if (named === undefined || named.toLowerCase() === opened.toLowerCase()) return;
  throw new AppError('CONFLICT', `This reference was given to ${opened}, not to ${named}.`, {
    remedy: `Ask for one with: assay validate next --annotator "${named}"`,
  });
}

/** @throws AppError INVALID_INPUT when the passage does not hold the words */
function spanStep(passage: string, text: string): ValidationStep {
  const start = passage.indexOf(text);
  if (text === '' || start === -1) {
    throw new AppError('INVALID_INPUT', 'The passage does not hold these words.', {
      field: 'span',
      remedy: 'Copy the right answer from the passage as it stands there.',
    });
  }
  return { say: 'span', start, end: start + text.length };
}
