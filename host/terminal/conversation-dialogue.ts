import type { Client } from '../../core/engine.ts';
import type { HumanConversation, HumanConversationToMark } from '../../shared/contract/index.ts';
import { shownAnswer } from '../../shared/reply-words.ts';
import { failureOf } from './failure.ts';
import { counted } from './words.ts';

/** What a dialogue came to. */
export interface HumanConversationSummary {
  runId: number;
  /** Who asked and marked; empty when no conversation was left. */
  annotator: string;
  asked: number;
  marked: number;
  /** Conversations that are left. */
  open: number;
}

interface Dialogue {
  readonly client: Client;
  /** The next line that the person typed; undefined at the end of the input. */
  readonly read: () => Promise<string | undefined>;
  readonly say: (text: string) => void;
}

/** Faults after which the person can go on asking. */
const passing: readonly string[] = ['CONFLICT', 'INVALID_INPUT', 'ENDPOINT_FAULT'];

/** Ends the questions of a conversation. */
const endOfQuestions = ':done';

const marks = {
  r: { name: 'right', isCorrect: true, isAnswerable: true },
  w: { name: 'wrong', isCorrect: false, isAnswerable: true },
  f: { name: 'the text does not say, and the model says so', isCorrect: true, isAnswerable: false },
  m: { name: 'the text does not say, but the model answers', isCorrect: false, isAnswerable: false },
} as const;

/**
 * Leads the conversations of a run line by line: questions without the text, then a mark for each answer with it. Ends
 * with the input; questions asked are stored, and the next dialogue goes on from there.
 */
export async function humanConversationDialogue(
  runId: number,
  dialogue: Dialogue,
): Promise<HumanConversationSummary> {
  const { client, say } = dialogue;
  const summary: HumanConversationSummary = { runId, annotator: '', asked: 0, marked: 0, open: 0 };
  for (;;) {
    const humanConversation = await client.humanConversation.next({ runId });
    if (!humanConversation) {
      say('Every conversation is marked.');
      return { ...summary, open: 0 };
    }
    summary.open = humanConversation.open;
    summary.annotator = humanConversation.annotator;
    say(opening(humanConversation));
    const asked = await askQuestions(humanConversation, dialogue);
    summary.asked += asked.count;
    if (!asked.toMark) return summary;
    if (!(await markAnswers(asked.toMark, humanConversation.as, dialogue))) return summary;
    summary.marked += 1;
    summary.open -= 1;
  }
}

function opening({
  title,
  section,
  background,
  firstQuestion,
  exchanges,
  ...humanConversation
}: HumanConversation): string {
  const heading = [title, section].filter((part) => part !== '').join(': ');
  return [
    `\nConversation ${humanConversation.position + 1}${heading === '' ? '' : `, ${heading}`}`,
    background,
    `Ask ${humanConversation.fewestQuestions} to ${humanConversation.mostQuestions} questions, one a line; ${endOfQuestions} shows the text.`,
    exchanges.length === 0 ? `To begin with: ${firstQuestion}` : '',
    ...exchanges.map((exchange) => `Q: ${exchange.question}\nA: ${shownAnswer(exchange)}`),
  ]
    .filter((line) => line !== '')
    .join('\n');
}

async function askQuestions(
  { runId, position, as, exchanges, mostQuestions }: HumanConversation,
  { client, read, say }: Dialogue,
): Promise<{ count: number; toMark: HumanConversationToMark | null }> {
  let count = 0;
  let known = exchanges.length;
  while (known < mostQuestions) {
    const line = (await read())?.trim();
    if (line === undefined) return { count, toMark: null };
    if (line === '') continue;
    try {
      if (line === endOfQuestions)
        return { count, toMark: await client.humanConversation.reveal({ runId, position }) };
      const next = await client.humanConversation.ask({ runId, position, as, question: line });
      known = next.exchanges.length;
      count += 1;
      say(`A: ${shownAnswer(next.exchanges.at(-1)!)}`);
    } catch (error) {
      // A question too few, or a model that does not answer, does not end the dialogue.
      const { code, message } = failureOf(error);
      if (!passing.includes(code)) throw error;
      say(message);
    }
  }
  return { count, toMark: await client.humanConversation.reveal({ runId, position }) };
}

/** @returns whether every answer was marked and the marks are stored */
async function markAnswers(
  { runId, position, passage, exchanges }: HumanConversationToMark,
  as: string,
  { client, read, say }: Dialogue,
): Promise<boolean> {
  say(`\nThe text:\n${passage ?? '(the data hold none)'}\n`);
  const keys = Object.entries(marks).map(([key, { name }]) => `${key} ${name}`);
  say(`Mark each answer: ${keys.join('; ')}.`);
  const given: { isCorrect: boolean; isAnswerable: boolean }[] = [];
  for (const [i, exchange] of exchanges.entries()) {
    say(`${i + 1}. ${exchange.question}\n   ${shownAnswer(exchange)}`);
    for (;;) {
      const line = (await read())?.trim().toLowerCase();
      if (line === undefined) {
        say('The marks are not stored: not every answer has one.');
        return false;
      }
      if (line in marks) {
        const { isCorrect, isAnswerable } = marks[line as keyof typeof marks];
        given.push({ isCorrect, isAnswerable });
        break;
      }
      say(`Type one of: ${Object.keys(marks).join(', ')}.`);
    }
  }
  const { open } = await client.humanConversation.mark({ runId, position, as, marks: given });
  say(`Stored ${counted(given.length, 'mark')}; ${counted(open, 'conversation')} left.`);
  return true;
}

export function humanConversationText({ asked, marked, open }: HumanConversationSummary): string {
  return `Asked ${counted(asked, 'question')}, marked ${counted(marked, 'conversation')}; ${counted(open, 'conversation')} left.`;
}
