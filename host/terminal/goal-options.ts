import type { Command } from 'commander';
import type { StudyGoal } from '../../shared/contract/index.ts';
import { anyNumber, numberAboveZero, positiveNumber } from './parse-value.ts';

export interface GoalOptions {
  target?: number;
  threshold?: number;
  budget?: number;
}

/** The options that say what a study is labeled for. */
export const withGoal = (command: Command): Command =>
  command
    .option(
      '--target <number>',
      "half-width that the interval shall have, on the measure's scale",
      numberAboveZero,
    )
    .option('--threshold <number>', 'value that decides, such as the least score for a release', anyNumber)
    .option('--budget <number>', 'most labels', positiveNumber);

/** The goal that the options name; undefined when they name none. */
export function goalFrom({ target, threshold, budget }: GoalOptions): StudyGoal | undefined {
  if (target === undefined && threshold === undefined && budget === undefined) return undefined;
  return { targetHalfWidth: target ?? null, threshold: threshold ?? null, budget: budget ?? null };
}
