import { unquoted, withoutReasoning } from '../../llm/reasoning.ts';
import type { Exchange } from '../conversations/history.ts';
import type { Agent } from '../model/model-under-test.ts';

/** What the generator of follow-up questions knows: the cell so far, and the answer that it must not give away. */
interface FollowUpNeed {
  readonly history: readonly Exchange[];
  readonly question: string;
  /** The question and what was answered since, with the prompts. */
  readonly cell: readonly Exchange[];
  readonly goldAnswer: string;
}

const task = `You interview a machine that answers questions about a text. Its last answer was wrong or missing. Ask one follow-up question that helps it to find the right answer by itself.

- Stay with what the first question asks for; narrow it down, or point at what the last answer got wrong.
- Never state the right answer, or words that only the right answer has.
- Write one question in plain words, without any introduction.`;

/** Has the generator write the next follow-up question (Interview Evaluation, section 3.3, in words of our own). */
export async function followUp(
  agent: Agent,
  { history, question, cell, goldAnswer }: FollowUpNeed,
  run: number,
): Promise<string> {
  const reply = await agent.complete(
    [
      { role: 'system', content: task },
      {
        role: 'user',
        content: [
          history.length === 0 ? '' : `Before:\n${listed(history)}`,
          `First question: ${question}`,
          `Asked and answered since:\n${listed(cell)}`,
          `Right answer, not to be given away: ${goldAnswer}`,
          'Your follow-up question:',
        ]
          .filter((part) => part !== '')
          .join('\n\n'),
      },
    ],
    run,
  );
  const shown = [question, goldAnswer, ...[...history, ...cell].flatMap((one) => [one.question, one.answer])];
  return unquoted(withoutReasoning(reply, shown).trim());
}

const listed = (exchanges: readonly Exchange[]): string =>
  exchanges.map(({ question, answer }) => `Q: ${question}\nA: ${answer}`).join('\n');
