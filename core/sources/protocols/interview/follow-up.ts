import type { ProtocolPrompt } from '../../../../shared/contract/index.ts';
import { unquoted, withoutReasoning } from '../../llm/reasoning.ts';
import type { Exchange } from '../conversations/history.ts';
import type { Agent } from '../model/model-under-test.ts';
import { renderTemplate } from '../prompts/template.ts';

/** What the generator of follow-up questions knows: the cell so far, and the answer that it must not give away. */
interface FollowUpNeed {
  readonly history: readonly Exchange[];
  readonly question: string;
  /** The question and what was answered since, with the prompts. */
  readonly cell: readonly Exchange[];
  readonly goldAnswer: string;
}

/** Has the generator write the next follow-up question (Interview Evaluation, section 3.3). */
export async function followUp(
  agent: Agent,
  prompt: ProtocolPrompt,
  { history, question, cell, goldAnswer }: FollowUpNeed,
  run: number,
): Promise<string> {
  const values = { history: listed(history), question, exchanges: listed(cell), gold_answer: goldAnswer };
  const reply = await agent.complete(
    [
      { role: 'system', content: renderTemplate(prompt.instructions, values) },
      { role: 'user', content: renderTemplate(prompt.message, values) },
    ],
    run,
  );
  const shown = [question, goldAnswer, ...[...history, ...cell].flatMap((one) => [one.question, one.answer])];
  return unquoted(withoutReasoning(reply, shown).trim());
}

const listed = (exchanges: readonly Exchange[]): string =>
  exchanges.map(({ question, answer }) => `Q: ${question}\nA: ${answer}`).join('\n');
