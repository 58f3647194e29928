import { type Command, Option } from 'commander';
import type { Client } from '../../core/engine.ts';
import type {
  AskedQualification,
  Qualification,
  QualifiedRole,
  QuestionKind,
  QuestionKinds,
  UnresolvedCause,
} from '../../shared/contract/index.ts';
import { questionKinds, unresolvedCauses } from '../../shared/contract/protocol-question-kinds.ts';
import { QualificationSchema, qualifiedRoles } from '../../shared/contract/qualification.ts';
import { questionKindLines } from '../../shared/question-kind-words.ts';
import type { ProjectOptions } from '../terminal/common-options.ts';
import { jsonFile } from '../terminal/json-file.ts';
import { onOpenProject } from '../terminal/on-project.ts';
import { positiveNumber, positiveNumbers, wholeNumber } from '../terminal/parse-value.ts';
import { counted } from '../terminal/words.ts';

interface QualifyOptions extends ProjectOptions {
  run: number;
  for: QualifiedRole;
  questions?: string;
  none?: boolean;
  answers?: number[];
  annotator?: string;
}

export function addProtocolQualify(protocol: Command): void {
  onOpenProject<Qualified, QualifyOptions>(protocol.command('qualify'), qualify, qualifiedText)
    .description('set, show or answer the questions that people pass before they ask or validate in a run')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .addOption(
      new Option('--for <role>', 'who has to pass').choices([...qualifiedRoles]).makeOptionMandatory(),
    )
    .addOption(
      new Option(
        '--questions <file>',
        'JSON: {"questions": [{"question", "options", "right", "why"}], "pass"}',
      ).conflicts(['none', 'answers']),
    )
    .addOption(new Option('--none', 'take the questions away').conflicts('answers'))
    .option('--answers <numbers>', 'the chosen options, from 1, with commas between', positiveNumbers)
    .option('--annotator <name>', 'who answers (the current annotator by default)');
}

async function qualify(client: Client, options: QualifyOptions) {
  const part = { runId: options.run, role: options.for };
  if (options.annotator !== undefined) await client.annotator.choose({ name: options.annotator });
  if (options.answers)
    return { tried: await client.qualification.answer({ ...part, chosen: options.answers }) };
  if (options.none) return { set: await client.qualification.set({ ...part, qualification: null }) };
  if (options.questions !== undefined) {
    const qualification = await questionsIn(options.questions);
    return { set: await client.qualification.set({ ...part, qualification }) };
  }
  const [asked, people] = await Promise.all([
    client.qualification.get(part),
    client.qualification.people(part),
  ]);
  return { asked, people };
}

type Qualified = Awaited<ReturnType<typeof qualify>>;

const questionsIn = (file: string): Promise<Qualification> =>
  jsonFile(
    file,
    QualificationSchema,
    'Write {"questions": [{"question": "...", "options": ["...", "..."], "right": 1, "why": "..."}]}.',
  );

function qualifiedText(found: Qualified): string {
  if ('tried' in found) {
    const { right, of, passed, wrong } = found.tried;
    const hints = wrong.map(({ question, why }) =>
      `Question ${question} is answered otherwise. ${why}`.trim(),
    );
    return [`${right} of ${of} right: ${passed ? 'passed' : 'not passed yet'}.`, ...hints].join('\n');
  }
  if ('set' in found) {
    const { questions, pass } = found.set;
    return questions === 0
      ? 'Nothing is asked.'
      : `${counted(questions, 'question')}; ${pass} right answers pass.`;
  }
  return [askedText(found.asked), ...found.people.map(personText)].join('\n');
}

function askedText(asked: AskedQualification | null): string {
  if (!asked) return 'Nothing is asked.';
  return asked.questions
    .flatMap(({ question, options }, i) => [
      `${i + 1}. ${question}`,
      ...options.map((option, k) => `   ${k + 1}) ${option}`),
    ])
    .join('\n');
}

const personText = ({ name, tries, passed }: { name: string; tries: number; passed: boolean }): string =>
  `${name}: ${tries === 1 ? '1 try' : `${tries} tries`}, ${passed ? 'passed' : 'not passed'}`;

interface MarkOptions extends ProjectOptions {
  run: number;
  conversation: number;
  question: number;
  kind: QuestionKind | 'none';
  cause?: UnresolvedCause;
}

export function addProtocolMark(protocol: Command): void {
  const mark = (client: Client, { run: runId, conversation, question, kind, cause }: MarkOptions) =>
    client.protocol.markQuestion({
      ...{ runId, position: conversation - 1, turn: question - 1 },
      kind: kind === 'none' ? null : kind,
      cause: cause ?? null,
    });
  onOpenProject<QuestionKinds, MarkOptions>(
    protocol.command('mark'),
    mark,
    (found) => questionKindLines(found).join('\n') || 'None of its questions has a mark yet.',
  )
    .description('say of a question of a replay whether it fits its history, and if not why')
    .requiredOption('--run <number>', 'the run', positiveNumber)
    .requiredOption('--conversation <number>', 'a conversation of it, from 1', wholeNumber(1, 10_000_000))
    .requiredOption('--question <number>', 'a question of that, from 1', wholeNumber(1, 10_000_000))
    .addOption(
      new Option('--kind <kind>', 'what becomes of it; none takes back what was said')
        .choices([...questionKinds, 'none'])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--cause <cause>', 'with --kind unresolved: why').choices([...unresolvedCauses]));
}
