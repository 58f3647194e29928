import type { Correctness, ProtocolPrompt } from '../../../../shared/contract/index.ts';
import { compensatedSum, studentT } from '../../../../stats/index.ts';
import type { Agent, Reading, Talk } from '../model/model-under-test.ts';
import { renderTemplate } from '../prompts/template.ts';
import { isCorrectAnswer } from './final-answer.ts';
import type { Interaction } from './interaction.ts';

/** Who tells what is right: a rule, or a language model with its text. */
export interface RightnessParts {
  readonly correctness: Correctness;
  readonly checker: { readonly agent: Agent; readonly text: ProtocolPrompt } | null;
  readonly talk: Talk;
}

/** RIGHT or WRONG as the first word, and not the other one, too. */
const verdict: Reading<boolean> = {
  takesCut: true,
  read(answer) {
    const said = /^[*_"'#\s-]{0,8}(RIGHT|WRONG)\b/i.exec(answer)?.[1]?.toUpperCase();
    if (said === undefined) return null;
    const isFirst = said === 'RIGHT';
    const other = isFirst ? /\bWRONG\b/ : /\bRIGHT\b/;
    return other.test(answer) ? null : isFirst;
  },
};

/**
 * An interaction with whether its final answer is right, by the rule of the run. Where options are to be chosen from, the
 * option counts, whatever the rule. A judge whose reply cannot be read leaves it open: null.
 */
export async function withRightness<T extends Interaction>(
  interaction: T,
  { correctness, checker, talk }: RightnessParts,
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
    talk,
    verdict,
  );
  return { ...interaction, isCorrect: value };
}

/** What a judge says of one item, and what people say where they labeled it; both in [0, 1]. */
interface JudgedItem {
  readonly judged: number;
  readonly label: number | undefined;
}

export interface CalibratedShare {
  readonly labeled: number;
  /** In [0, 1]; null without a label. */
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/**
 * The share that is right as people would say it: the judge's share of all, plus what people say more than the judge where
 * they labeled (difference estimator; Cochran, 1977, section 7.10), with Student's t at 95 % and the correction for a finite
 * population. Labels are taken as a random sample. No interval below two labels, or where no label differs from the judge,
 * since nothing then shows how far it may err.
 */
export function calibratedShare(items: readonly JudgedItem[]): CalibratedShare {
  const errors = items.flatMap(({ judged, label }) => (label === undefined ? [] : [label - judged]));
  const n = errors.length;
  if (n === 0) return { labeled: 0, value: null, lower: null, upper: null };
  const error = compensatedSum(errors) / n;
  const value = clipped(compensatedSum(items.map(({ judged }) => judged)) / items.length + error);
  const variance = n < 2 ? 0 : compensatedSum(errors.map((one) => (one - error) ** 2)) / (n - 1);
  if (variance === 0 && n < items.length) return { labeled: n, value, lower: null, upper: null };
  const half = n < 2 ? 0 : studentT(0.05, n - 1) * Math.sqrt(((1 - n / items.length) * variance) / n);
  return { labeled: n, value, lower: clipped(value - half), upper: clipped(value + half) };
}

const clipped = (share: number): number => Math.min(1, Math.max(0, share));
