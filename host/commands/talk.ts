import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import { answer } from '../terminal/answer.ts';
import { type ProjectOptions, takeProject, withProject } from '../terminal/common-options.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { type TalkSummary, talkDialogue, talkText } from '../terminal/talk-dialogue.ts';

interface TalkOptions extends ProjectOptions {
  run: number;
  annotator?: string;
}

export function addTalk(program: Command): void {
  withProject(program.command('talk'))
    .description('lead the conversations of a run: ask the model line by line, then mark its answers')
    .argument('[project]', 'the project file')
    .requiredOption('--run <number>', 'the run of human conversations', positiveNumber)
    .option('--annotator <name>', 'who asks and marks (the present annotator by default)')
    .action((file: string | undefined, options: TalkOptions, command: Command) => {
      const { project } = takeProject(command, file === undefined ? [] : [file], options);
      return answer(options, ({ client }) => talk(client, project, options), talkText);
    });
}

async function talk(client: Client, project: string, options: TalkOptions): Promise<TalkSummary> {
  await client.project.open({ path: project });
  const { run: runId, annotator, json = false } = options;
  if (annotator !== undefined) await client.annotator.choose({ name: annotator });
  const input = createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  // With --json, the one document stands alone on the output.
  const out = json ? process.stderr : process.stdout;
  try {
    return await talkDialogue(runId, {
      client,
      read: async () => {
        if (process.stdin.isTTY) process.stderr.write('> ');
        const { done, value } = await lines.next();
        return done ? undefined : value;
      },
      say: (text) => out.write(`${text}\n`),
    });
  } finally {
    input.close();
  }
}
