import type { Command } from 'commander';
import type { StudyGoal } from '../../shared/contract/index.ts';
import { StudyGoalSchema } from '../../shared/contract/plan.ts';
import { withFields } from './schema-options.ts';

export interface GoalOptions {
  target?: number;
  threshold?: number;
  budget?: number;
  any?: boolean;
  all?: boolean;
  matters?: number;
}

/** The options that say what a study is labeled for. */
export const withGoal = (command: Command): Command =>
  withFields(withMatters(command), StudyGoalSchema, {
    targetHalfWidth: { flag: 'target' },
    threshold: true,
    budget: true,
  })
    .option('--all', 'target and threshold must both be met (so it is unless --any is given)')
    .option('--any', 'target or threshold: whichever is met first is enough');

/** The option that says which differences of two systems matter. */
export const withMatters = (command: Command): Command =>
  withFields(command, StudyGoalSchema, { leastDifference: { flag: 'matters' } });

export const noGoal: StudyGoal = { targetHalfWidth: null, threshold: null, budget: null };

/**
 * The goal that the options name; undefined when they name none. What joins its parts and what difference matters stays as it was
 * unless named, and so do the parts when none of them is.
 */
export function goalFrom(options: GoalOptions, before: StudyGoal = noGoal): StudyGoal | undefined {
  const { target, threshold, budget, any, all, matters } = options;
  const namesPart = [target, threshold, budget].some((part) => part !== undefined);
  const parts = any ? 'any' : all ? 'all' : undefined;
  if (!namesPart && parts === undefined && matters === undefined) return undefined;
  return {
    ...before,
    ...(namesPart && {
      targetHalfWidth: target ?? null,
      threshold: threshold ?? null,
      budget: budget ?? null,
    }),
    ...(parts && { parts }),
    ...(matters !== undefined && { leastDifference: matters }),
  };
}
