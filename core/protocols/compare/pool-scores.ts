import type { ProtocolConversationRow } from '../../../db/protocol-conversations.ts';
import type { ProtocolComparison, ProtocolScores, ProtocolSettings } from '../../../shared/contract/index.ts';
import type { ShareMeasure } from '../../../shared/score-words.ts';
import {
  boundedFigure,
  FEWEST_JACKKNIFE_ITEMS,
  type Jackknifed,
  jackknife,
  shareOf,
} from '../../../stats/index.ts';
import type { ValidatedTurn } from '../outcomes/judged-run.ts';
import { scoresOfRun } from '../run/scores-of-run.ts';
import { settingsOf } from './evaluations.ts';
import type { Pool } from './pools.ts';

/** A figure of a run that runs of other systems can be set beside. */
interface HeadlineScore {
  readonly measure: string;
  readonly better: 'higher' | 'lower';
  readonly value: number | null;
  /** Ends of what it can be. */
  readonly lowest: number;
  readonly highest: number;
}

/** A figure from 0 to 1, which is written in percent everywhere. */
const share = (measure: ShareMeasure) => ({ measure, better: 'higher', lowest: 0, highest: 1 }) as const;
const rating = { better: 'higher', lowest: 1, highest: 5 } as const;
const count = { better: 'lower', highest: Number.POSITIVE_INFINITY } as const;

/** The figures by which runs are compared. */
function headlineScores(scores: ProtocolScores): HeadlineScore[] {
  switch (scores.protocol) {
    case 'replay':
      return [
        { ...share('all questions'), value: scores.all },
        { ...share('answerable questions'), value: scores.answerable },
      ];
    case 'interview':
      return [
        { measure: 'QPR, Equation 8', ...count, lowest: 1, value: scores.questionPromptRate },
        {
          measure: "QPR, authors' script",
          better: 'lower',
          lowest: 1,
          highest: scores.successesByPrompt.length,
          value: scores.questionPromptRateOfSuccesses,
        },
        { ...share('PFR'), better: 'lower', value: scores.promptFailureRate },
        { ...share('ACR'), value: scores.answerCorrectionRate },
      ];
    case 'iqa-eval':
      return [
        { measure: 'helpfulness', ...rating, value: scores.overall.helpfulness },
        { measure: 'fluency', ...rating, value: scores.overall.fluency },
        { measure: 'queries', ...count, lowest: 0, value: scores.overall.queries },
        // Runs of earlier versions left out what was not answered.
        {
          ...share('accuracy'),
          value: scores.overall.answers || scores.unanswered === 0 ? scores.overall.accuracy : null,
        },
      ];
    case 'lost-in-conversation':
      return [
        { ...share('performance'), value: scores.performance.value },
        { ...share('aptitude, A90'), value: scores.aptitude.value },
        { ...share('unreliability, U90_10'), better: 'lower', value: scores.unreliability.value },
      ];
    case 'conversation':
      return [
        { ...share('accuracy'), value: scores.accuracy },
        { ...share('accuracy, answerable'), value: scores.answerable },
      ];
  }
}

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
  '95 %, delete-a-group jackknife over conversations beside pseudo-labels, those of one passage or worker together, with Student’s t; approximate, and it takes passages as independent';

const alpha = 0.05;
/** Passages or workers below which a figure has no interval. */
const FEWEST_PASSAGES = FEWEST_JACKKNIFE_ITEMS;

/** The figures of a pool, each with its interval over conversations. */
export function poolScores(pool: Pool): (HeadlineScore & Interval)[] {
  const clusters = [...clustersOf(pool).values()];
  const settings = settingsOf(pool);
  if (clusters.length === 0) return [];
  const scoresOf = (some: readonly Cluster[]) => scoresOfClusters(settings, some);
  const alone = clusters.map((cluster) => scoresOf([cluster]));
  const moves = jackknife(clusters, (some) => scoresOf(some).map(({ value }) => value ?? undefined));
  return scoresOf(clusters).map((score, i) => {
    const sizes = clusters.filter((_, c) => alone[c]![i]!.value !== null).map(({ length }) => length);
    return { ...score, ...intervalOf(score, moves[i], sizes) };
  });
}

/** What a measure is more in one pool than in another, over conversations of both. */
type Difference = Interval & {
  readonly measure: string;
  readonly value: number | null;
  readonly shared: number;
};

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
    return firsts.map(({ measure, value, lowest, highest }, i) => {
      const other = seconds[i]!.value;
      const more = value === null || other === null ? null : other - value;
      // The ends differ where one of the two has more prompts.
      const ends = seconds[i]!;
      return { measure, value: more, lowest: ends.lowest - highest, highest: ends.highest - lowest };
    });
  };
  const alone = shared.map((one) => differences([one]));
  const moves = jackknife(shared, (some) => differences(some).map(({ value }) => value ?? undefined));
  return differences(shared).map((found, i) => {
    const sizes = shared
      .filter((_, c) => alone[c]![i]!.value !== null)
      .map(({ first, second }) => Math.min(first.length, second.length));
    const { measure, value } = found;
    return { measure, value, shared: shared.length, ...intervalOf(found, moves[i], sizes) };
  });
}

/** Settings of one pool differ in what makes figures more exact alone. */

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

/** @param sizes conversations of each passage or worker that the figure is defined for */
function intervalOf(
  { value, lowest, highest }: Pick<HeadlineScore, 'value' | 'lowest' | 'highest'>,
  moves: Jackknifed | undefined,
  sizes: readonly number[],
): Interval {
  const none = (reason: string): Interval => ({ lower: null, upper: null, reason });
  if (value === null) return none('not estimable: 0 of 0');
  if (!Number.isFinite(highest - lowest)) {
    return none('no interval: none is known to hold for a figure without an upper end');
  }
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const effective = total ** 2 / sizes.reduce((sum, size) => sum + size * size, 0);
  if (sizes.length < FEWEST_PASSAGES || effective < FEWEST_PASSAGES - 1e-9) {
    return none(
      `no interval with fewer than ${FEWEST_PASSAGES} passages or workers of one size, here ${Number(effective.toPrecision(2))}`,
    );
  }
  if (!moves) return none('no interval: without one passage the figure is not defined');
  return { ...boundedFigure(moves, { lowest, highest, effective, alpha }), reason: null };
}
