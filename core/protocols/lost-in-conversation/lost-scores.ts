import type { LostScores, LostSettings } from '../../../shared/contract/index.ts';
import { turnKinds } from '../../../shared/contract/protocol-scores.ts';
import { correctnessWords } from '../../../shared/correctness-words.ts';
import { aptitudeOf, type ClusteredMean } from '../../../stats/index.ts';
import type { LostOutcome } from './lost-in-conversation.ts';

/** The figures of a run of Lost in Conversation over its finished conversations. */
export function lostScores(outcomes: readonly LostOutcome[], { correctness }: LostSettings): LostScores {
  const instructions = [...Map.groupBy(outcomes, ({ itemId }) => itemId).values()].map((own) => ({
    cluster: own[0]!.cluster,
    scores: own.map(scoreOf),
  }));
  const found = aptitudeOf(instructions);
  const replies = outcomes.flatMap((outcome) => outcome.replies);
  return {
    protocol: 'lost-in-conversation',
    performance: orNull(found.average),
    aptitude: orNull(found.aptitude),
    unreliability: orNull(found.unreliability),
    instructions: found.instructions,
    repeated: found.repeated,
    conversations: outcomes.length,
    right: outcomes.filter(({ isRight }) => isRight).length,
    kinds: turnKinds.map((kind) => ({ kind, replies: replies.filter((one) => one === kind).length })),
    untold: outcomes.filter(({ untold }) => untold > 0).length,
    uncopied: outcomes.reduce((sum, { uncopied }) => sum + uncopied, 0),
    correctness: correctnessWords(correctness),
  };
}

/** In [0, 1]; of a rule that says right or wrong 1 or 0. */
export const scoreOf = ({ isRight, score }: LostOutcome): number => score ?? Number(isRight);

const orNull = ({ value, lower, upper }: ClusteredMean) => ({
  value: value ?? null,
  lower: lower ?? null,
  upper: upper ?? null,
});
