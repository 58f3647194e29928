import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import {
  type HumanConversationSummary,
  humanConversationDialogue,
  humanConversationText,
} from '../terminal/conversation-dialogue.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { positiveNumber } from '../terminal/parse-value.ts';

interface HumanConversationOptions extends ProjectOptions {
  run: number;
  annotator?: string;
}

export function addHumanConversation(program: Command): void {
  onOpenProject(program.command('talk'), humanConversation, humanConversationText)
    .requiredOption('--run <number>', 'the run of human conversations', positiveNumber)
    .option('--annotator <name>', 'who asks and marks (the current annotator by default)');
}

async function humanConversation(
  client: Client,
  options: HumanConversationOptions,
): Promise<HumanConversationSummary> {
  const { run: runId, annotator, json = false } = options;
  if (annotator !== undefined) await client.annotator.choose({ name: annotator });
  const input = createInterface({ input: process.stdin });
  const lines = input[Symbol.asyncIterator]();
  // With --json, the one document stands alone on the output.
  const out = json ? process.stderr : process.stdout;
  try {
    return await humanConversationDialogue(runId, {
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
