import type { FinalRule } from './contract/team.ts';

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

/** Items that are not final yet though somebody has spoken of them. */
interface OpenItems {
  overlap: number;
  finalRule: FinalRule;
  awaitingAnnotators: number;
  undecided: number;
  awaitingThirdVote?: number | undefined;
}

/** What those items wait for, one sentence each; none when there are none. */
export function openItemsWords({
  overlap,
  finalRule,
  awaitingAnnotators,
  undecided,
  awaitingThirdVote = 0,
}: OpenItems): string[] {
  const toDecide = undecided - awaitingThirdVote;
  const next = overlap === 2 ? 'a second annotator' : `annotators until ${overlap} have spoken`;
  const [waits, votes, needs] = [awaitingAnnotators, awaitingThirdVote, toDecide].map((n) =>
    n === 1 ? ['item waits', 'item needs'] : ['items wait', 'items need'],
  ) as [string[], string[], string[]];
  return [
    ...(awaitingAnnotators > 0 ? [`${awaitingAnnotators} ${waits[0]} for ${next}.`] : []),
    ...(awaitingThirdVote > 0
      ? [`${awaitingThirdVote} ${votes[0]} for one more vote, as the annotators differ.`]
      : []),
    ...(toDecide > 0
      ? [`${toDecide} ${needs[1]} a decision under the rule "${ruleWords[finalRule].name}".`]
      : []),
  ];
}

/** That annotators spoke of items after the decisions on them, by draw; empty when there are no such items. */
export function outdatedDecisions(draws: readonly number[], rule: FinalRule): string {
  if (draws.length === 0) return '';
  const of = draws.length === 1 ? 'decision on draw' : 'decisions on draws';
  const effect =
    rule === 'mean' ? 'Decisions are not read under this rule.' : 'What was decided still holds.';
  return `Outdated: a label was given, changed or taken back after the ${of} ${draws.join(', ')}. ${effect}`;
}
