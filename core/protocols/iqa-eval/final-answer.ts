import { normalizeAnswer } from '../../../stats/index.ts';
import type { Task } from './interaction.ts';

/** What the played user writes before its answer; the protocol reads it. */
export const answerMarker = 'So, the answer is:';

const pattern = /so,?\s+the\s+answer\s+is\s*:?\s*(.*)/isu;

/** The answer that a user gives after the marker; undefined when it asks on. */
export function finalAnswerIn(text: string): string | undefined {
  const found = pattern.exec(text)?.[1]?.trim().split('\n')[0]?.trim();
  return found === undefined || found === '' ? undefined : found;
}

/** The text of an option that was named by its letter, or the answer as it stands. */
function spelledOut(answer: string, { options }: Task): string {
  const letter = /^\(?([a-z])(?:[).:,]|\s|$)/iu.exec(answer)?.[1]?.toLowerCase();
  const option = options.find(([own]) => own.toLowerCase() === letter);
  return option?.[1] ?? answer.replace(/\.$/u, '');
}

/** Whether the answer, or the option it names, equals a gold answer after normalization; null without one. */
export function isCorrectAnswer(answer: string | null, task: Task): boolean | null {
  if (task.goldAnswers.length === 0 || answer === null) return null;
  const said = new Set([normalizeAnswer(answer), normalizeAnswer(spelledOut(answer, task))]);
  return task.goldAnswers.some((gold) => said.has(normalizeAnswer(gold)));
}
