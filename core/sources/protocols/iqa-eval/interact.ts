import type { Persona, ProtocolPrompt } from '../../../../shared/contract/index.ts';
import type { Exchange } from '../conversations/history.ts';
import { type Agent, type AgentMessage, ModelFault, type ModelUnderTest } from '../model/model-under-test.ts';
import { renderTemplate } from '../prompts/template.ts';
import { finalAnswerIn, isCorrectAnswer } from './final-answer.ts';
import { type Interaction, optionsText, type Task, taskText } from './interaction.ts';

interface InteractionParts {
  readonly user: Agent;
  readonly model: ModelUnderTest;
  readonly persona: Persona;
  readonly prompt: ProtocolPrompt;
  readonly mostTurns: number;
  readonly run: number;
  kept(exchange: Exchange): Promise<void>;
}

/**
 * Stage 1 of IQA-EVAL: a language model plays the user. It asks sub-questions until it names its answer; the system
 * under test sees only the sub-question, and the last allowed turn asks for the answer alone.
 *
 * @throws ModelFault when the played user writes nothing
 */
export async function interact(task: Task, parts: InteractionParts): Promise<Interaction> {
  const { user, model, persona, prompt, mostTurns, run, kept } = parts;
  const values = { persona: persona.role, question: task.question, options: optionsText(task) };
  const messages: AgentMessage[] = [
    { role: 'system', content: renderTemplate(prompt.instructions, values) },
    { role: 'user', content: renderTemplate(prompt.message, values) },
  ];
  const exchanges: Exchange[] = [];
  for (let turn = 1; turn <= mostTurns; turn++) {
    if (turn === mostTurns) messages.push({ role: 'user', content: renderTemplate(prompt.last, values) });
    const userText = (await user.complete(messages, run)).trim();
    if (userText === '') throw new ModelFault('The played user wrote nothing.');
    const shown = [taskText(task), ...exchanges.map(({ answer }) => answer)];
    const finalAnswer = finalAnswerIn(userText, shown);
    if (finalAnswer !== undefined) return ended(task, exchanges, finalAnswer);
    if (turn === mostTurns) break;
    const place = { itemId: task.itemId, turn: exchanges.length, run };
    const { text } = await model.reply([{ role: 'user', content: userText }], task.passage, place);
    exchanges.push({ question: userText, answer: text });
    messages.push({ role: 'assistant', content: userText }, { role: 'user', content: `Assistant: ${text}` });
    await kept(exchanges.at(-1)!);
  }
  return ended(task, exchanges, null);
}

const ended = (task: Task, exchanges: readonly Exchange[], finalAnswer: string | null): Interaction => ({
  task,
  exchanges,
  finalAnswer,
  isCorrect: isCorrectAnswer(finalAnswer, task),
});
