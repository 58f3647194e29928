import { type NewDraw, readPool } from '../../../db/draws.ts';
import { eachItemName, type ItemLevels, NO_LEVEL, readItemLevels } from '../../../db/item-levels.ts';
import type { ReadableDb } from '../../../db/types.ts';
import type { Preset } from '../../../shared/contract/index.ts';
import {
  drawnHistogram,
  HashOrder,
  type HistogramPool,
  hashCut,
  valueOfLevel,
} from '../../../stats/index.ts';
import { designs, opaqueRef } from '../../studies/design.ts';
import { drawHash } from '../../studies/draw-hash.ts';
import { signalHasher } from './score-pool.ts';

/** What is drawn of a pool that is known by its levels. */
interface LevelDraw {
  readonly datasetId: number;
  readonly items: ItemLevels;
  readonly histogram: HistogramPool;
  readonly preset: Preset;
  readonly seed: number;
  readonly size: number;
}

/** What one walk through the names of a pool finds. */
export interface WalkedLevels {
  /** Ids of the first items of the order of draw rule 2. */
  readonly first: readonly number[];
  /** SHA-256 over names and values, as of every pool. */
  readonly hash: string;
}

const itemsAtOnce = 2000;

/**
 * Walks through the names of a pool, and hands the number of items over from time to time, so that others may come in. Some of
 * the items are held, about 1.4 times as many as are drawn.
 *
 * @throws RangeError when the pool has fewer items than wanted
 */
export function* walkLevels(db: ReadableDb, draw: LevelDraw): Generator<number, WalkedLevels> {
  for (let target = Math.max(draw.size, 1); ; target *= 2) {
    const found = yield* walkOnce(db, draw, target);
    if (found) return found;
  }
}

/** Undefined where chance left fewer items below the bound than are wanted. */
function* walkOnce(
  db: ReadableDb,
  { datasetId, items, histogram, preset, seed, size }: LevelDraw,
  target: number,
): Generator<number, WalkedLevels | undefined> {
  const weight = designs[preset].weight!;
  const { below } = hashCut(histogram, weight, target);
  const order = new HashOrder<number>(size);
  const hasher = signalHasher();
  let seen = 0;
  for (const [itemId, name] of eachItemName(db, datasetId)) {
    const level = items.cells[itemId - items.firstItemId] ?? NO_LEVEL;
    if (level === NO_LEVEL) continue;
    const value = valueOfLevel(level);
    hasher.add(name, value);
    seen += 1;
    if (seen % itemsAtOnce === 0) yield seen;
    if (size === 0) continue;
    const hash = drawHash(seed, name);
    if (below === null || hash < below) order.offer(itemId, name, hash, weight(value));
  }
  const { first } = order;
  if (first.length === size) return { first, hash: hasher.digest() };
  if (below === null) throw new RangeError(`The pool has ${first.length} items; ${size} cannot be drawn.`);
  return undefined;
}

/** The draws of a walked pool from order `from` on. An item's place in the pool is its place in the data set. */
export function drawsOfLevels(
  { items: { firstItemId, cells }, histogram, preset }: Omit<LevelDraw, 'datasetId' | 'seed' | 'size'>,
  first: readonly number[],
  from = 0,
  refs: ReadonlyMap<number, string> = new Map(),
): NewDraw[] {
  const { probabilities } = drawnHistogram(histogram, designs[preset].weight!);
  const probabilityOf = new Map(histogram.levels.map((level, i) => [level, probabilities[i]!]));
  return first.slice(from).map((itemId, i): NewDraw => {
    const poolPosition = itemId - firstItemId;
    const level = cells[poolPosition]!;
    return {
      order: from + i,
      itemId,
      poolPosition,
      surrogateValue: valueOfLevel(level),
      probability: probabilityOf.get(level)!,
      ref: refs.get(itemId) ?? opaqueRef(),
    };
  });
}

/** The surrogate value of an item; undefined where it is not in the pool. */
export function surrogateAt({ firstItemId, cells }: ItemLevels, itemId: number): number | undefined {
  const level = cells[itemId - firstItemId] ?? NO_LEVEL;
  return level === NO_LEVEL ? undefined : valueOfLevel(level);
}

/** A walk to its end, all at once. */
export function walked(walk: Generator<number, WalkedLevels>): WalkedLevels {
  for (;;) {
    const { done, value } = walk.next();
    if (done) return value;
  }
}

/** The places of items in a study's pool, read once; undefined for an item that is not in it. */
export function poolPlaces(db: ReadableDb, studyId: number): (itemId: number) => number | undefined {
  const levels = readItemLevels(db, studyId);
  if (!levels) {
    const places = new Map(readPool(db, studyId).itemIds.map((itemId, place) => [itemId, place]));
    return (itemId) => places.get(itemId);
  }
  return (itemId) => (surrogateAt(levels, itemId) === undefined ? undefined : itemId - levels.firstItemId);
}
