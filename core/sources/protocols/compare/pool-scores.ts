import type { ProtocolConversationRow } from '../../../../db/protocol-conversations.ts';
import type { ProtocolComparison, ProtocolSettings } from '../../../../shared/contract/index.ts';
import { FEWEST_JACKKNIFE_ITEMS, jackknifeIntervals, shareOf } from '../../../../stats/index.ts';
import type { ValidatedTurn } from '../outcomes/judged-run.ts';
import { scoresOfRun } from '../run/scores-of-run.ts';
import { type HeadlineScore, headlineScores } from './headline-scores.ts';
import type { Pool } from './pools.ts';

/** A finished conversation with what it counts. */
interface PoolConversation {
  readonly row: ProtocolConversationRow;
  /** Where validators decide: what they made of its questions. */
  readonly turns: readonly ValidatedTurn[] | undefined;
}

/** Conversations about one passage, or of one worker: they are not independent of each other. */
type Cluster = readonly PoolConversation[];

type Interval = Pick<ProtocolComparison['scores'][number], 'lower' | 'upper' | 'reason'>;

/** What the intervals of a comparison are, and what they rest on. */
export const intervalKind =
  '95 %, delete-a-group jackknife over conversations, those of one passage or worker together, with Student’s t; approximate, and it takes passages as independent';

/** The figures of a pool, each with its interval over conversations. */
export function poolScores(pool: Pool): (HeadlineScore & Interval)[] {
  const clusters = [...clustersOf(pool).values()];
  const settings = settingsOf(pool);
  if (clusters.length === 0) return [];
  const scores = scoresOfClusters(settings, clusters);
  const reaches = jackknifeIntervals(clusters, (some) =>
    scoresOfClusters(settings, some).map(({ value }) => value ?? undefined),
  );
  return scores.map((score, i) => ({ ...score, ...intervalOf(score, reaches[i], clusters.length) }));
}

/** What a measure is more in one pool than in another, over conversations of both. */
type Difference = Interval & {
  readonly measure: string;
  readonly value: number | null;
  readonly shared: number;
};

const anyDifference = { lowest: Number.NEGATIVE_INFINITY, highest: Number.POSITIVE_INFINITY };

/** What each measure is more in the second pool, paired by passage or worker; nothing where they share none. */
export function poolDifferences(from: Pool, to: Pool): Difference[] {
  const before = clustersOf(from);
  const after = clustersOf(to);
  const shared = [...before].flatMap(([key, first]) => {
    const second = after.get(key);
    return second ? [{ first, second }] : [];
  });
  if (shared.length === 0) return [];
  const differences = (some: readonly (typeof shared)[number][]) => {
    const firsts = scoresOfClusters(
      settingsOf(from),
      some.map(({ first }) => first),
    );
    const seconds = scoresOfClusters(
      settingsOf(to),
      some.map(({ second }) => second),
    );
    return firsts.map(({ measure, value }, i) => {
      const other = seconds[i]!.value;
      return { measure, value: value === null || other === null ? null : other - value };
    });
  };
  const reaches = jackknifeIntervals(shared, (some) =>
    differences(some).map(({ value }) => value ?? undefined),
  );
  return differences(shared).map(({ measure, value }, i) => {
    const interval = intervalOf({ value, ...anyDifference }, reaches[i], shared.length);
    return { measure, value, shared: shared.length, ...interval };
  });
}

/** Settings of one pool differ in what makes figures more exact alone. */
const settingsOf = ({ runs }: Pool): ProtocolSettings => runs[0]!.run.settings;

function clustersOf({ runs }: Pool): Map<string, Cluster> {
  const conversations = runs.flatMap(({ finished, validated, run }) =>
    finished.map((row): PoolConversation => {
      const turns = validated?.validated.filter((turn) => turn.row.position === row.position);
      return { row, turns: run.settings.protocol === 'conversation' ? turns : undefined };
    }),
  );
  return Map.groupBy(conversations, ({ row }) => row.group ?? `item ${row.itemIds.join(',')}`);
}

function scoresOfClusters(settings: ProtocolSettings, clusters: readonly Cluster[]): HeadlineScore[] {
  const conversations = clusters.flat();
  const scores = scoresOfRun(
    settings,
    conversations.map(({ row }) => row),
  );
  if (scores.protocol !== 'conversation' || conversations[0]?.turns === undefined)
    return headlineScores(scores);
  const decided = conversations
    .flatMap(({ turns = [] }) => turns)
    .filter(({ outcome }) => outcome === 'correct' || outcome === 'incorrect');
  const accuracy = (some: typeof decided) =>
    shareOf(some.filter(({ outcome }) => outcome === 'correct').length, some.length) ?? null;
  const answerable = accuracy(decided.filter(({ isAnswerable }) => isAnswerable === true));
  return headlineScores({ ...scores, accuracy: accuracy(decided), answerable });
}

function intervalOf(
  { value, lowest, highest }: Pick<HeadlineScore, 'value' | 'lowest' | 'highest'>,
  reach: { lower: number; upper: number } | undefined,
  clusters: number,
): Interval {
  const none = (reason: string): Interval => ({ lower: null, upper: null, reason });
  if (value === null) return none('not estimable: 0 of 0');
  if (clusters < FEWEST_JACKKNIFE_ITEMS) {
    return none(
      `no interval with fewer than ${FEWEST_JACKKNIFE_ITEMS} passages or workers, here ${clusters}`,
    );
  }
  if (!reach) return none('no interval: without one passage the figure is not defined');
  if (reach.upper - reach.lower < 1e-12)
    return none('no interval: it is the same without any of the passages');
  return { lower: Math.max(lowest, reach.lower), upper: Math.min(highest, reach.upper), reason: null };
}
