import { type Command, Option } from 'commander';
import type { Client } from '../../core/engine.ts';
import type { QuestionKind, QuestionKinds } from '../../shared/contract/index.ts';
import { questionKinds } from '../../shared/contract/protocol-question-kinds.ts';
import { questionKindLines } from '../../shared/question-kind-words.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { positiveNumber, wholeNumber } from '../terminal/parse-value.ts';

interface MarkOptions extends ProjectOptions {
  run: number;
  conversation: number;
  question: number;
  kind: QuestionKind | 'none';
}

export function addProtocolMark(protocol: Command): void {
  const mark = (client: Client, { run: runId, conversation, question, kind }: MarkOptions) =>
    client.protocol.markQuestion({
      ...{ runId, position: conversation - 1, turn: question - 1 },
      kind: kind === 'none' ? null : kind,
    });
  onOpenProject<QuestionKinds, MarkOptions>(
    protocol.command('mark'),
    mark,
    (found) => questionKindLines(found).join('\n') || 'Nobody has said anything of its questions.',
  )
    .description('say of a question of a replay whether it fits its history, and if not why')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .requiredOption('--conversation <number>', 'a conversation of it, from 1', wholeNumber(1, 10_000_000))
    .requiredOption('--question <number>', 'a question of that, from 1', wholeNumber(1, 10_000_000))
    .addOption(
      new Option('--kind <kind>', 'what becomes of it; none takes back what was said')
        .choices([...questionKinds, 'none'])
        .makeOptionMandatory(),
    );
}
