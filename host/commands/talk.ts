import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { positiveNumber } from '../terminal/parse-value.ts';
import { type TalkSummary, talkDialogue, talkText } from '../terminal/talk-dialogue.ts';

interface TalkOptions extends ProjectOptions {
  run: number;
  annotator?: string;
}

export function addTalk(program: Command): void {
  onOpenProject(program.command('talk'), talk, talkText)
    .description('lead the conversations of a run: ask the model line by line, then mark its answers')
    .requiredOption('--run <number>', 'the run of human conversations', positiveNumber)
    .option('--annotator <name>', 'who asks and marks (the present annotator by default)');
}

async function talk(client: Client, options: TalkOptions): Promise<TalkSummary> {
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
