import type { ProtocolComparison, ProtocolScores, ProtocolSettings } from '../../../shared/contract/index.ts';
import type { ShareMeasure } from '../../../shared/score-words.ts';
import {
  clusteredInterval,
  effectiveClusters,
  FEWEST_CLUSTERS,
  type Jackknifed,
  jackknife,
  shareOf,
} from '../../../stats/index.ts';
import type { HumanOutcome } from '../outcomes/human-outcome.ts';
import { clusterOf, type ValidatedTurn } from '../outcomes/judged-run.ts';
import { type FinishedConversation, scoresOfRun } from '../run/scores-of-run.ts';
import { settingsOf } from './evaluations.ts';
import type { Pool } from './pools.ts';

/** A figure of a run that runs of other systems can be set beside. */
interface HeadlineScore {
  readonly measure: string;
  readonly better: 'higher' | 'lower';
  readonly value: number | null;
  /** What it is a mean over: so many questions, interactions or instructions. */
  readonly counted: number;
  /** Ends of what it can be. */
  readonly lowest: number;
  readonly highest: number;
}

/** A figure from 0 to 1, which is written in percent everywhere. */
const share = (measure: ShareMeasure) => ({ measure, better: 'higher', lowest: 0, highest: 1 }) as const;
const rating = { better: 'higher', lowest: 1, highest: 5 } as const;
const count = { better: 'lower', highest: Number.POSITIVE_INFINITY } as const;

/**
 * The figures by which runs are compared.
 *
 * @param ofAnswerable answers to answerable questions, where people asked
 */
function headlineScores(scores: ProtocolScores, ofAnswerable: number): HeadlineScore[] {
  switch (scores.protocol) {
    case 'replay':
      return [
        { ...share('all questions'), value: scores.all, counted: scores.scored },
        { ...share('answerable questions'), value: scores.answerable, counted: scores.scoredAnswerable },
      ];
    case 'interview':
      return [
        {
          measure: 'QPR, Equation 8',
          ...{ ...count, lowest: 1, counted: scores.successes },
          value: scores.questionPromptRate,
        },
        {
          measure: "QPR, authors' script",
          better: 'lower',
          lowest: 1,
          highest: scores.successesByPrompt.length,
          value: scores.questionPromptRateOfSuccesses,
          counted: scores.successes,
        },
        {
          ...share('PFR'),
          ...{ better: 'lower', value: scores.promptFailureRate },
          counted: scores.successes + scores.failures,
        },
        { ...share('ACR'), value: scores.answerCorrectionRate, counted: scores.refusedAnswerable },
      ];
    case 'iqa-eval':
      return [
        { measure: 'helpfulness', ...rating, value: scores.overall.helpfulness, counted: scores.units },
        { measure: 'fluency', ...rating, value: scores.overall.fluency, counted: scores.units },
        { measure: 'queries', ...count, lowest: 0, value: scores.overall.queries, counted: scores.units },
        // Runs of earlier versions left out what was not answered.
        {
          ...share('accuracy'),
          value: scores.overall.answers || scores.unanswered === 0 ? scores.overall.accuracy : null,
          counted: scores.overall.answers?.asked ?? scores.units,
        },
      ];
    case 'lost-in-conversation':
      return [
        { ...share('performance'), value: scores.performance.value, counted: scores.instructions },
        { ...share('aptitude, A90'), value: scores.aptitude.value, counted: scores.repeated },
        {
          ...share('unreliability, U90_10'),
          ...{ better: 'lower', value: scores.unreliability.value, counted: scores.repeated },
        },
      ];
    case 'conversation':
      return [
        { ...share('accuracy'), value: scores.accuracy, counted: scores.questions },
        { ...share('accuracy, answerable'), value: scores.answerable, counted: ofAnswerable },
      ];
  }
}

/** A finished conversation with what it counts. */
interface PoolConversation {
  readonly row: FinishedConversation;
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

/** The figures of a pool, each with its interval over conversations. */
export function poolScores(pool: Pool): (HeadlineScore & Interval)[] {
  const clusters = [...clustersOf(pool).values()];
  const settings = settingsOf(pool);
  if (clusters.length === 0) return [];
  const scoresOf = (some: readonly Cluster[]) => scoresOfClusters(settings, some);
  const alone = clusters.map((cluster) => scoresOf([cluster]));
  const moves = jackknife(clusters, (some) => scoresOf(some).map(({ value }) => value ?? undefined));
  return scoresOf(clusters).map((score, i) => {
    const sizes = alone.map((own) => own[i]!.counted);
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
    return firsts.map(({ measure, value, counted, lowest, highest }, i) => {
      // The ends differ where one of the two has more prompts.
      const other = seconds[i]!;
      return {
        measure,
        value: value === null || other.value === null ? null : other.value - value,
        counted: Math.min(counted, other.counted),
        ...{ lowest: other.lowest - highest, highest: other.highest - lowest },
      };
    });
  };
  const alone = shared.map((one) => differences([one]));
  const moves = jackknife(shared, (some) => differences(some).map(({ value }) => value ?? undefined));
  return differences(shared).map((found, i) => {
    const sizes = alone.map((own) => own[i]!.counted);
    const { measure, value } = found;
    return { measure, value, shared: shared.length, ...intervalOf(found, moves[i], sizes) };
  });
}

/** Settings of one pool differ in what makes figures more exact alone. */

function clustersOf({ runs }: Pool): Map<string, PoolConversation[]> {
  const clusters = new Map<string, PoolConversation[]>();
  for (const { finished, validated, run } of runs) {
    for (const row of finished) {
      const turns = validated?.validated.filter((turn) => turn.row.position === row.position);
      const own = clusters.get(clusterOf(row)) ?? [];
      clusters.set(clusterOf(row), own);
      own.push({ row, turns: run.settings.protocol === 'conversation' ? turns : undefined });
    }
  }
  return clusters;
}

function scoresOfClusters(settings: ProtocolSettings, clusters: readonly Cluster[]): HeadlineScore[] {
  const conversations = clusters.flat();
  const scores = scoresOfRun(
    settings,
    conversations.map(({ row }) => row),
  );
  if (scores.protocol !== 'conversation' || conversations[0]?.turns === undefined)
    return headlineScores(scores, answerableMarks(conversations));
  const decided = conversations
    .flatMap(({ turns = [] }) => turns)
    .filter(({ outcome }) => outcome === 'correct' || outcome === 'incorrect');
  const answerable = decided.filter(({ isAnswerable }) => isAnswerable === true);
  const accuracy = (some: typeof decided) =>
    shareOf(some.filter(({ outcome }) => outcome === 'correct').length, some.length) ?? null;
  return headlineScores(
    { ...scores, accuracy: accuracy(decided), answerable: accuracy(answerable), questions: decided.length },
    answerable.length,
  );
}

/** Answers to questions that who asked calls answerable. */
const answerableMarks = (conversations: readonly PoolConversation[]): number =>
  conversations
    .flatMap(({ row }) => (row.outcome as Partial<HumanOutcome> | null)?.marks ?? [])
    .filter(({ isAnswerable }) => isAnswerable).length;

/** @param sizes what the figure counts of each passage or worker */
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
  const few = effectiveClusters(sizes);
  const ends = moves && clusteredInterval(moves, { lowest, highest, alpha, sizes });
  if (ends) return { ...ends, reason: null };
  return none(
    few < FEWEST_CLUSTERS - 1e-9
      ? `no interval with fewer than ${FEWEST_CLUSTERS} passages or workers of one size, here ${Number(few.toPrecision(2))}`
      : 'no interval: without one passage the figure is not defined',
  );
}
