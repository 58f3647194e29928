import type { FinalRule } from '../../../shared/contract/index.ts';

/** What each final-value rule is called, and what it does. */
export const ruleWords: Record<FinalRule, { name: string; explanation: string }> = {
  mean: { name: 'Mean', explanation: 'The mean of what the annotators gave. Decisions are not read.' },
  majority: {
    name: 'Majority',
    explanation: 'What more than half of them said; without a majority, what was decided under Adjudication.',
  },
  adjudicated: {
    name: 'Adjudicated',
    explanation: 'What was decided under Adjudication; without a decision, what all of them said alike.',
  },
};
