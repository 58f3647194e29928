import { findItem } from '../../../db/items.ts';
import { conversationOf, iteratePool, responsesOf } from '../../../db/pools.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { StepShares, Turn } from '../../../shared/contract/index.ts';
import { type PlacedStep, stepsIn, toolName } from '../../../shared/run-steps.ts';
import { StepShare } from '../../../stats/index.ts';
import { chatTurns } from '../../data/chat-turns.ts';
import { type CoreContext, dbOf } from '../../platform/context.ts';
import type { ItemSays } from '../../studies/failures/said.ts';
import { whenSettled, whileDataLast } from '../live-estimates.ts';
import { countedOf, studyOfFailures, whyNone } from './failure-table.ts';
import { type Counted, valueOfWords } from './mode-values.ts';

/** Kinds of steps that are shown: those that were rated most often. */
const mostKinds = 30;

/** Calls of a tool, or results that no call is told of. */
const kindOf = ({ run: { call } }: PlacedStep): string => (call === null ? '' : toolName(call));

/** The shares once all labels are taken in. @throws AppError as `studyOfFailures` */
export const settledStepShares = (context: CoreContext, asked: { studyId: number }): Promise<StepShares> =>
  whenSettled(context, asked.studyId, () => stepShares(context, asked));

/** How many steps of each kind each item of a pool shows, in pool order. */
function countsOf(db: ReadableDb, datasetId: number, systemId: number): Map<string, Map<number, number>> {
  const counts = new Map<string, Map<number, number>>();
  let position = 0;
  for (const item of iteratePool(db, datasetId, systemId)) {
    for (const step of shownSteps(conversationOf(item), item.responses)) {
      const kind = kindOf(step);
      const own = counts.get(kind) ?? new Map<number, number>();
      own.set(position, (own.get(position) ?? 0) + 1);
      counts.set(kind, own);
    }
    position += 1;
  }
  return counts;
}

/** Steps as people see them: without instructions, before the replies under test. */
const shownSteps = (conversation: readonly Turn[], responses: readonly string[]): PlacedStep[] =>
  stepsIn(
    chatTurns(
      conversation.filter(({ role }) => role !== 'system'),
      responses,
    ).before,
  );

/** Which kind each step of an item is, by its place. */
const placeOf = ({ turn, step }: { turn: number; step: number }): string => `${turn} ${step}`;

/**
 * The share of the steps of each kind that are wrong, of all items of a study's pool, by the draw of the study. An item counts once all
 * of its steps of that kind are rated; one that was drawn and not rated so is unknown.
 *
 * @throws AppError as `studyOfFailures`
 */
function stepShares(context: CoreContext, { studyId }: { studyId: number }): StepShares {
  const db = dbOf(context);
  const study = studyOfFailures(db, studyId);
  const counted = countedOf(context, study);
  const { draws, says } = counted.said;
  const rated = [...says.values()].filter(({ people }) => people.some(({ coding }) => coding?.steps?.length));
  if (rated.length === 0) return { because: null, kinds: [] };
  const because =
    whyNone(db, study) ?? (counted.pool.counts ? 'its pool is known by levels, not by its items' : null);
  const counts: Map<string, Map<number, number>> = counted.pool.counts === undefined
    ? whileDataLast(context, studyId, 'steps of the pool', () =>
        countsOf(db, study.datasetId, study.systemId),
      )
    : new Map();
  const saidOf = new Map(
    rated.map((item) => [item.itemId, wordsByKind(item, stepsOfItem(context, item.itemId, study.systemId))]),
  );
  const named = new Map<string, { items: Set<number>; rated: number; wrong: number }>();
  for (const [itemId, byKind] of saidOf) {
    for (const [kind, words] of byKind) {
      const own = named.get(kind) ?? { items: new Set(), rated: 0, wrong: 0 };
      const said = words.flatMap((one) =>
        one.length === 0 ? [] : [one.filter(Boolean).length / one.length],
      );
      if (said.length === 0) continue;
      own.items.add(itemId);
      own.rated += said.length;
      own.wrong += said.reduce((sum, value) => sum + value, 0);
      named.set(kind, own);
    }
  }
  const kinds = [...named].sort(([, a], [, b]) => b.rated - a.rated).slice(0, mostKinds);
  return {
    because,
    kinds: kinds.map(([kind, { items, rated: steps, wrong }]) => {
      const ofPool = counts.get(kind);
      const plain = { kind, rated: { items: items.size, steps, wrong } };
      if (because !== null || !ofPool) return { ...plain, pool: null, share: null };
      const pool = { items: ofPool.size, steps: [...ofPool.values()].reduce((sum, x) => sum + x, 0) };
      return { ...plain, pool, share: shareOfKind(counted, kind, ofPool) };
    }),
  };

  function shareOfKind(
    { pool: { populationSize, probabilities, alpha, placeOf: poolPlace }, prefix }: Counted,
    kind: string,
    ofPool: ReadonlyMap<number, number>,
  ) {
    const inOrder = Array.from({ length: populationSize }, (_, item) => ofPool.get(item) ?? 0);
    const share = new StepShare({
      counts: inOrder,
      ...(probabilities && { probabilities }),
      ...(alpha !== undefined && { alpha }),
      isYesOrNo: counted.pool.steps === 1,
    });
    for (const draw of draws.slice(0, prefix)) {
      const words = saidOf.get(draw.itemId)?.get(kind);
      share.advance(poolPlace(draw), words ? wrongOf(counted, words) : 'unknown');
    }
    return share.ratedItems === 0 ? null : share.share;
  }
}

function stepsOfItem(context: CoreContext, itemId: number, systemId: number): PlacedStep[] {
  const db = dbOf(context);
  const item = findItem(db, itemId);
  return item ? shownSteps(item.conversation, responsesOf(db, itemId, systemId)) : [];
}

/** Of each step of an item, by kind: what each person who rated it says, true where it is wrong. */
function wordsByKind({ people }: ItemSays, steps: readonly PlacedStep[]): Map<string, boolean[][]> {
  const byPlace = new Map<string, boolean[]>();
  for (const { coding } of people) {
    for (const one of coding?.steps ?? []) {
      if (one.right === null) continue;
      byPlace.set(placeOf(one), [...(byPlace.get(placeOf(one)) ?? []), !one.right]);
    }
  }
  const kinds = Map.groupBy(steps, kindOf);
  return new Map(
    [...kinds].map(([kind, own]) => [kind, own.map((step) => byPlace.get(placeOf(step)) ?? [])]),
  );
}

/** How many steps are wrong by the rule of the study; unknown while one is not rated by enough people, or waits for a decision. */
function wrongOf({ study }: Counted, words: readonly (readonly boolean[])[]): number | 'unknown' {
  let sum = 0;
  for (const one of words) {
    const value = valueOfWords(study, one);
    if (value === 'unknown') return value;
    sum += value;
  }
  return sum;
}
