import type { LostMode, LostScores, TurnKind } from './contract/index.ts';
import { formatCount } from './number-text.ts';

const formatShare = (share: number): string => `${(share * 100).toFixed(1)}\u00a0%`;

/** How much of an instruction comes when, by mode. */
export const lostModeWords: Readonly<Record<LostMode, string>> = {
  full: 'Full: the whole instruction at once',
  concat: 'Concat: its shards at once, as a list',
  sharded: 'Sharded: at most one shard a turn',
  recap: 'Recap: as sharded, then all shards once more',
  snowball: 'Snowball: each turn repeats the shards before',
};

const kindNames: Readonly<Record<TurnKind, string>> = {
  attempt: 'answer attempts',
  clarification: 'clarifications',
  interrogation: 'interrogations',
  discussion: 'discussions',
  hedge: 'hedges',
  refusal: 'refusals',
  missing: 'without an answer',
};

/** "61.2 % [48.0, 72.9]", without an interval where too few instructions have one. */
function figure({ value, lower, upper }: LostScores['performance'], repeated: boolean): string {
  if (value === null) return repeated ? 'not estimable: no instruction has 10 runs' : 'not estimable';
  if (lower === null || upper === null)
    return `${formatShare(value)}, no interval: fewer than 5 instructions`;
  return `${formatShare(value)} [${formatShare(lower)}, ${formatShare(upper)}]`;
}

/** What the intervals of these figures are. */
const aptitudeIntervalWords =
  '95 %, approximate, at one look: Student’s t over instructions beside pseudo-labels; of runs as many as these';

/** Every figure of Lost in Conversation with its name, the main ones first. */
export function aptitudeFacts(scores: LostScores): { name: string; value: string }[] {
  const { performance, aptitude, unreliability, instructions, repeated, conversations, right } = scores;
  return [
    { name: 'Averaged performance, P', value: figure(performance, false) },
    { name: 'Aptitude, A90', value: figure(aptitude, true) },
    { name: 'Unreliability, U90_10', value: figure(unreliability, true) },
    { name: 'Intervals', value: aptitudeIntervalWords },
    { name: 'Answers are right, or graded', value: scores.correctness },
    {
      name: 'Instructions, of them with 10 runs',
      value: `${formatCount(instructions)}, ${formatCount(repeated)}`,
    },
    { name: 'Right conversations', value: `${formatCount(right)} of ${formatCount(conversations)}` },
    {
      name: 'Replies',
      value:
        scores.kinds
          .filter(({ replies }) => replies > 0)
          .map(({ kind, replies }) => `${formatCount(replies)} ${kindNames[kind]}`)
          .join(', ') || 'none',
    },
    { name: 'Ended before every shard was given', value: formatCount(scores.untold) },
    { name: 'Answers not copied word for word', value: formatCount(scores.uncopied) },
  ];
}

/** The main figures in one line. */
export const aptitudeHeadline = ({ performance, aptitude, unreliability }: LostScores): string =>
  [
    `P ${performance.value === null ? 'not estimable' : formatShare(performance.value)}`,
    `A90 ${aptitude.value === null ? 'not estimable' : formatShare(aptitude.value)}`,
    `U90_10 ${unreliability.value === null ? 'not estimable' : formatShare(unreliability.value)}`,
  ].join(', ');
