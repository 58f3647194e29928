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
import { type Counted, type PoolOfModes, valueOfWords } from './mode-values.ts';

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

/** The share of the steps of each kind that are wrong, of all items of a study's pool. @throws AppError as `studyOfFailures` */
export function stepShares(context: CoreContext, { studyId }: { studyId: number }): StepShares {
  const counted = countedOf(context, studyOfFailures(dbOf(context), studyId));
  const { because, kinds } = ratedSteps(context, counted);
  return {
    because,
    kinds: kinds.map((one) => ({
      ...{ kind: one.kind, rated: one.rated },
      pool: one.inPool && { items: one.inPool.size, steps: sumOf(one.inPool.values()) },
      share: shareOfKind(counted, one),
    })),
  };
}

const sumOf = (counts: Iterable<number>): number => [...counts].reduce((sum, x) => sum + x, 0);

/** What people said of the steps of one kind. */
interface RatedKind {
  readonly kind: string;
  readonly rated: { items: number; steps: number; wrong: number };
  /** How many such steps each item of the pool has that has one, by its place; null where no share is estimable. */
  readonly inPool: ReadonlyMap<number, number> | null;
  /** Each draw that counts and has such a step: its place in the pool, and how many of its steps are wrong. */
  readonly drawn: readonly { readonly place: number; readonly wrong: number | 'unknown' }[];
}

/** What people said of steps, by kind, those rated most often first; and why no share is estimable, null where they are. */
function ratedSteps(context: CoreContext, counted: Counted): { because: string | null; kinds: RatedKind[] } {
  const db = dbOf(context);
  const { study, pool, said, prefix } = counted;
  const saidOf = saidByItem(context, counted);
  const named = new Map<string, RatedKind['rated']>();
  for (const [kind, words] of [...saidOf.values()].flatMap((byKind) => [...byKind])) {
    const values = words.flatMap((one) =>
      one.length === 0 ? [] : [one.filter(Boolean).length / one.length],
    );
    if (values.length === 0) continue;
    const { items, steps, wrong } = named.get(kind) ?? { items: 0, steps: 0, wrong: 0 };
    named.set(kind, { items: items + 1, steps: steps + values.length, wrong: wrong + sumOf(values) });
  }
  if (named.size === 0) return { because: null, kinds: [] };
  const because =
    whyNone(db, study) ?? (pool.counts ? 'its pool is known by levels, not by its items' : null);
  const counts =
    because === null
      ? whileDataLast(context, study.id, 'steps of the pool', () =>
          countsOf(db, study.datasetId, study.systemId),
        )
      : new Map<string, Map<number, number>>();
  const drawnOf = (kind: string, inPool: ReadonlyMap<number, number>) =>
    said.draws.slice(0, prefix).flatMap((draw): RatedKind['drawn'] => {
      const place = pool.placeOf(draw);
      const words = saidOf.get(draw.itemId)?.get(kind);
      return inPool.has(place) ? [{ place, wrong: words ? wrongOf(counted, words) : 'unknown' }] : [];
    });
  const shown = [...named].sort(([, a], [, b]) => b.steps - a.steps).slice(0, mostKinds);
  return {
    because,
    kinds: shown.map(([kind, rated]) => {
      const inPool = counts.get(kind) ?? null;
      return { kind, rated, inPool, drawn: inPool ? drawnOf(kind, inPool) : [] };
    }),
  };
}

/** What people say of the steps of each item that anybody rated steps of, by kind. */
const saidByItem = (context: CoreContext, { study, said }: Counted): Map<number, Map<string, boolean[][]>> =>
  new Map(
    [...said.says.values()]
      .filter(({ people }) => people.some(({ coding }) => coding?.steps?.length))
      .map((item) => [item.itemId, wordsByKind(item, stepsOfItem(context, item.itemId, study.systemId))]),
  );

/** Null before the first draw of which all steps of that kind are rated. */
function shareOfKind(
  { pool: { populationSize, probabilities, alpha, steps } }: Counted,
  { inPool, drawn }: RatedKind,
): StepShares['kinds'][number]['share'] {
  if (!inPool || drawn.every(({ wrong }) => wrong === 'unknown')) return null;
  const share = new StepShare({
    counts: Array.from({ length: populationSize }, (_, item) => inPool.get(item) ?? 0),
    ...(probabilities && { probabilities }),
    ...(alpha !== undefined && { alpha }),
    isYesOrNo: steps === 1,
  });
  for (const { place, wrong } of drawn) share.advance(place, wrong);
  return share.share;
}

/** The chances of a weighted pool, and which of them each draw had. */
interface WeightedPool {
  pool?: { probabilities: number[]; counts: number[] };
  places?: number[];
}

/**
 * The chances of the items of a weighted pool, each chance once; where they are uniform nothing has to be said of them.
 *
 * @param items places of the items
 * @param drawn places of the draws
 * @param counts how many items each place stands for; one unless said
 */
export function weightedPool(
  probabilities: PoolOfModes['probabilities'],
  items: Iterable<number>,
  drawn: readonly number[],
  counts?: PoolOfModes['counts'],
): WeightedPool {
  if (!probabilities) return {};
  const all = new Map<number, number>();
  for (const place of items) {
    const one = probabilities[place]!;
    all.set(one, (all.get(one) ?? 0) + (counts?.[place] ?? 1));
  }
  const distinct = [...all.keys()].sort((a, b) => a - b);
  const at = new Map(distinct.map((one, i) => [one, i]));
  return {
    pool: { probabilities: distinct, counts: distinct.map((one) => all.get(one)!) },
    places: drawn.map((place) => at.get(probabilities[place]!)!),
  };
}

/** What the share of the steps of one kind rests on, as a label file states it. */
interface StatedKind extends WeightedPool {
  kind: string;
  sizes: { steps: number; items: number }[];
  values: (number | null)[];
  stated: NonNullable<StepShares['kinds'][number]['share']>;
}

/** The kinds that have a share. */
export function statedKinds(context: CoreContext, counted: Counted): StatedKind[] {
  const { probabilities } = counted.pool;
  return ratedSteps(context, counted).kinds.flatMap((one) => {
    const stated = shareOfKind(counted, one);
    const { kind, inPool, drawn } = one;
    if (!stated || !inPool) return [];
    const sizes = Map.groupBy(inPool.values(), (steps) => steps);
    const most = Math.max(...sizes.keys());
    return {
      kind,
      sizes: [...sizes].sort(([a], [b]) => a - b).map(([steps, { length: items }]) => ({ steps, items })),
      ...weightedPool(
        probabilities,
        inPool.keys(),
        drawn.map(({ place }) => place),
      ),
      values: drawn.map(({ wrong }) => (wrong === 'unknown' ? null : wrong / most)),
      stated,
    };
  });
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
