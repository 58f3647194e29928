import type { Correctness, ProtocolPrompt } from '../../../shared/contract/index.ts';
import { boundedMean, compensatedSum } from '../../../stats/index.ts';
import type { Agent, OpenConversation } from '../model/model-under-test.ts';
import { verdictWord } from '../model/verdict-word.ts';
import { renderTemplate } from '../prompts/template.ts';
import { isCorrectAnswer } from './final-answer.ts';
import type { Interaction } from './interaction.ts';

/** Who tells what is right: a rule, or a language model with its text. */
export interface RightnessParts {
  readonly correctness: Correctness;
  readonly checker: { readonly agent: Agent; readonly text: ProtocolPrompt } | null;
  readonly openConversation: OpenConversation;
}

const verdict = verdictWord(['RIGHT', 'WRONG']);

/**
 * An interaction with whether its final answer is right, by the rule of the run. Where options are to be chosen from, the
 * option counts, whatever the rule. A judge whose reply cannot be read leaves it open: null.
 */
export async function withRightness<T extends Interaction>(
  interaction: T,
  { correctness, checker, openConversation }: RightnessParts,
): Promise<T> {
  const { task, finalAnswer } = interaction;
  const byRule = isCorrectAnswer(finalAnswer, task, correctness);
  const asks = checker !== null && byRule !== null && finalAnswer !== null && task.options.length === 0;
  if (!asks) return { ...interaction, isCorrect: byRule };
  const values = { question: task.question, gold_answer: task.goldAnswers.join(' | '), answer: finalAnswer };
  const { value } = await checker.agent.complete(
    [
      { role: 'system', content: renderTemplate(checker.text.instructions, values) },
      { role: 'user', content: renderTemplate(checker.text.message, values) },
    ],
    openConversation,
    verdict,
  );
  return { ...interaction, isCorrect: value === null ? null : value === 'RIGHT' };
}

/** What a judge says of one item, and what people say where they labeled it; both in [0, 1]. */
interface JudgedItem {
  readonly judged: number;
  readonly label: number | undefined;
}

interface CalibratedShare {
  readonly labeled: number;
  /** In [0, 1]; null without a label. */
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** With fewer labels the calibrated share has no interval, unless they are all. */
const fewestLabels = 8;

/**
 * The share that is right as people would say it: the judge's share of all, plus what people say more than the judge where
 * they labeled (difference estimator; Cochran, 1977, section 7.10), with the 95 % interval of `boundedMean` around that error.
 * Labels are taken as a random sample. No interval below eight labels: then nothing shows how far the judge may err.
 */
export function calibratedShare(items: readonly JudgedItem[]): CalibratedShare {
  const errors = items.flatMap(({ judged, label }) => (label === undefined ? [] : [label - judged]));
  const n = errors.length;
  if (n === 0) return { labeled: 0, value: null, lower: null, upper: null };
  const error = compensatedSum(errors) / n;
  const judged = compensatedSum(items.map((item) => item.judged)) / items.length;
  const value = clipped(judged + error);
  if (n === items.length) return { labeled: n, value, lower: value, upper: value };
  if (n < fewestLabels) return { labeled: n, value, lower: null, upper: null };
  const scatter = compensatedSum(errors.map((one) => (one - error) ** 2)) / (n - 1);
  // An error lies between -1 and 1: half of it, moved by a half, lies in [0, 1].
  const { lower, upper } = boundedMean({
    value: (error + 1) / 2,
    variance: scatter / n / 4,
    effective: n,
    degreesOfFreedom: n - 1,
    left: 1 - n / items.length,
    alpha: 0.05,
  });
  return {
    labeled: n,
    value,
    lower: clipped(judged + 2 * lower - 1),
    upper: clipped(judged + 2 * upper - 1),
  };
}

const clipped = (share: number): number => Math.min(1, Math.max(0, share));
