import type { Persona } from '../../../shared/contract/index.ts';
import type { Agent } from '../model/model-under-test.ts';
import { type Interaction, taskText } from './interaction.ts';

export interface InteractionScores {
  /** On 1 to 5; null when the reply had none that could be read. */
  readonly helpfulness: number | null;
  readonly fluency: number | null;
  readonly reason: string;
}

const criteria = `Helpfulness (1 to 5): leaving aside how well it is worded, how much did having the assistant help the user, compared with not having it? 1 not at all, 5 very much.
Fluency (1 to 5): how clear and well worded were the assistant's answers? 1 not at all, 5 very much.`;

const debiasing = `Judge by content alone. Do not prefer an answer for being longer, for coming first, for sounding sure, or for being worded as you would word it; a short right answer beats a long one that misses the point.`;

const form = `Write three lines and nothing else:
Helpfulness: <1 to 5>
Fluency: <1 to 5>
Reason: <why, in one or two sentences>`;

/**
 * Stage 2 of IQA-EVAL: a language model scores all interactions of one unit together, a worker's or a single one
 * (appendix C.1), in the role of the persona's evaluator.
 */
export async function judgeInteractions(
  judge: Agent,
  interactions: readonly Interaction[],
  { persona, debias, run }: { persona: Persona; debias: boolean; run: number },
): Promise<InteractionScores> {
  const said = await judge.complete(
    [
      {
        role: 'system',
        content: [
          'You evaluate with care how well an assistant helped a user.',
          persona.expectation,
          persona.metrics || criteria,
          ...(debias ? [debiasing] : []),
          form,
        ].join('\n\n'),
      },
      { role: 'user', content: interactions.map(interactionText).join('\n\n---\n\n') },
    ],
    run,
  );
  return readScores(said);
}

function interactionText({ task, exchanges, finalAnswer }: Interaction): string {
  const lines = [
    task.question === '' ? '' : `Question: ${taskText(task)}`,
    task.goldAnswers.length === 0 ? '' : `Right answer: ${task.goldAnswers[0]}`,
    ...exchanges.flatMap(({ question, answer }) => [`User: ${question}`, `Assistant: ${answer}`]),
    finalAnswer === null ? '' : `User's final answer: ${finalAnswer}`,
  ];
  return lines.filter((line) => line !== '').join('\n');
}

/** Scores outside 1 to 5, or none, are null: an unreadable reply is no low score. */
export function readScores(said: string): InteractionScores {
  const score = (name: string): number | null => {
    // "Fluency (1 to 5): 4" names the range before the score.
    const pattern = `${name}(?:\\s*\\([^)]*\\))?\\W{0,8}?(\\d+(?:\\.\\d+)?)`;
    const found = new RegExp(pattern, 'iu').exec(said)?.[1];
    const value = Number(found);
    return found !== undefined && value >= 1 && value <= 5 ? value : null;
  };
  return {
    helpfulness: score('helpfulness'),
    fluency: score('fluency'),
    reason: /reason\W{0,4}(.+)/isu.exec(said)?.[1]?.trim() ?? '',
  };
}
