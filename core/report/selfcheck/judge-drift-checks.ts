import { type Rng, uniformInt, uniformOpen } from '../../../stats/index.ts';
import { driftFound, type ReplyScores } from '../../design/series/judge-drift.ts';
import type { LookCheck } from './self-check.ts';

const criteria = 2;
const checks = 12;
const replies = 60;
const range = 4;

/** A judge that never changes: how often it says what it usually says of a reply, of five levels. */
interface Judge {
  readonly words: string;
  readonly steadiness: number;
  /** Replies in one request, which it takes for better or worse together. */
  readonly together: number;
}

const judges: readonly Judge[] = [
  { words: 'scores at random, of five levels', steadiness: 0, together: 1 },
  { words: 'nine scores of ten as before', steadiness: 0.9, together: 1 },
  { words: 'half as before, five in a request', steadiness: 0.5, together: 5 },
];

/** Asked again twelve times about sixty replies: any finding in any of two criteria is a false alarm. */
const unchanged = ({ words, steadiness, together }: Judge): LookCheck => ({
  name: 'judge called drifted',
  population: words,
  ...{ populationSize: replies, labels: 0, alpha: 0.05 },
  run(rng) {
    const isAlarm = Array.from({ length: criteria }, () => {
      const usual = Array.from({ length: replies }, () => uniformInt(rng, 0, range));
      const asked = () => scoresOf(rng, usual, { steadiness, together });
      const before = asked();
      const first = asked();
      return Array.from({ length: checks }, (_, i) => {
        const now = i === 0 ? first : asked();
        const requests = Array.from({ length: replies / together }, (_, request) =>
          Array.from({ length: together }, (_, j): ReplyScores => {
            const at = request * together + j;
            return { before: before[at]!, now: now[at]!, first: i === 0 ? undefined : first[at]! };
          }),
        );
        return driftFound(requests, { number: i + 1, criteria, range }) !== 'none';
      }).some(Boolean);
    }).some(Boolean);
    return isAlarm ? 'misses' : 'holds';
  },
});

function scoresOf(
  rng: Rng,
  usual: readonly number[],
  { steadiness, together }: Pick<Judge, 'steadiness' | 'together'>,
): number[] {
  let mood = 0;
  return usual.map((value, i) => {
    if (i % together === 0) mood = uniformInt(rng, 0, range);
    return uniformOpen(rng) < steadiness ? value : mood;
  });
}

export const judgeDriftChecks = (): LookCheck[] => judges.map(unchanged);
