import { randomBytes } from 'node:crypto';
import type { NewDraw } from '../../db/draws.ts';
import type { Preset } from '../../shared/contract/index.ts';
import { isBaseline } from '../../shared/presets.ts';
import {
  DEFAULT_HARDNESS_FLOOR,
  DEFAULT_TEMPER,
  type DesignId,
  drawWithReplacement,
  exponentialKeyOrder,
  HashOrder,
  humcoeProbabilities,
  temperedProbabilities,
  uniformProbabilities,
} from '../../stats/index.ts';
import { type Choice, chosenOrder } from './chosen-order.ts';
import { drawHash } from './draw-hash.ts';

/** How a preset draws, and which method answers its question. */
interface Design {
  readonly id: DesignId;
  readonly uniform: boolean;
  readonly defaultMethod: string;
  readonly name: string;
  readonly description: string;
  probabilities(surrogateValues: Float64Array): Float64Array;
  /** What the probability of an item is proportional to, by its surrogate value; only without replacement. */
  weight?(surrogateValue: number): number;
}

/** What baselines have in common: nothing is drawn by chance. */
const chosen = {
  uniform: false,
  probabilities: (s: Float64Array) => uniformProbabilities(s.length),
} as const;

/** Every preset's design. A new preset is one entry here and one in the contract. */
export const designs: Record<Preset, Design> = {
  'calibrated-hardness': {
    id: 'without-replacement',
    uniform: false,
    defaultMethod: 'calibrated',
    name: 'Calibrated hardness',
    description: `without replacement, with probability proportional to sqrt(1 - s + ${DEFAULT_TEMPER}) of the surrogate value s (tempered hardness)`,
    probabilities: (s) => temperedProbabilities(s, DEFAULT_TEMPER),
    weight: (s) => Math.sqrt(1 - s + DEFAULT_TEMPER),
  },
  uniform: {
    id: 'without-replacement',
    uniform: true,
    defaultMethod: 'calibrated',
    name: 'Uniform with control variate',
    description: 'without replacement, each item with the same probability',
    probabilities: (s) => uniformProbabilities(s.length),
    weight: () => 1,
  },
  humcoe: {
    id: 'with-replacement',
    uniform: false,
    defaultMethod: 'humcoe',
    name: 'HumCoE as published',
    description: `with replacement, with probability proportional to 1 - s of the surrogate value s, at least ${DEFAULT_HARDNESS_FLOOR}/N before normalizing`,
    probabilities: (s) => humcoeProbabilities(s, DEFAULT_HARDNESS_FLOOR),
  },
  'top-k': {
    ...chosen,
    id: 'most-uncertain',
    defaultMethod: 'top-k',
    name: 'Active Top-K',
    description: 'without chance: the responses of which the system was least sure, the least sure first',
  },
  hmceval: {
    ...chosen,
    id: 'most-uncertain',
    defaultMethod: 'hmceval',
    name: 'HMCEval, the least sure labeled',
    description: 'without chance: the responses of which the system was least sure, the least sure first',
  },
  'hmceval-certain': {
    ...chosen,
    id: 'most-certain',
    defaultMethod: 'hmceval',
    name: 'HMCEval, the surest labeled',
    description: 'without chance: the responses of which the system was surest, the surest first',
  },
  mcm: {
    ...chosen,
    id: 'confident-disagreement',
    defaultMethod: 'mcm',
    name: 'MCM',
    description:
      'without chance: of the responses that the surrogate disagrees with, those of which the system was surest, the surest first',
  },
};

const bytesOfRef = 9;

/** A reference that says nothing about the item it stands for. */
export const opaqueRef = (): string => randomBytes(bytesOfRef).toString('base64url');

/** Makes references one after the other, from chance that is read at once for so many. */
function opaqueRefs(count: number): () => string {
  const bytes = randomBytes(count * bytesOfRef);
  let at = -bytesOfRef;
  return () => {
    at += bytesOfRef;
    return bytes.toString('base64url', at, at + bytesOfRef);
  };
}

interface DrawFacts {
  readonly preset: Preset;
  readonly seed: number;
  /** 1: uniforms by place in the pool; 2: by the hash of seed and id. */
  readonly drawRule: 1 | 2;
  readonly itemIds: readonly number[];
  /** In pool order; read by rule 2 alone. */
  readonly externalIds: Iterable<string>;
  readonly surrogateValues: Float64Array;
  readonly probabilities: Float64Array;
  /** Of baselines alone. */
  readonly choice?: Choice | undefined;
  readonly from: number;
  readonly size: number;
  readonly refs: Map<number, string>;
}

/**
 * The draws from order `from` (inclusive) to `size` (exclusive) of a seeded draw. A longer draw of the same seed
 * continues a shorter one, so a batch grows without touching what is there. `refs` gives items that already have
 * a reference theirs again.
 */
export function drawItems(facts: DrawFacts): NewDraw[] {
  const { itemIds, surrogateValues, probabilities, from, size, refs } = facts;
  const positions = orderOf(facts);
  const draws: NewDraw[] = [];
  const newRef = opaqueRefs(Math.max(0, size - from));
  for (let order = from; order < size; order++) {
    const poolPosition = positions[order]!;
    const itemId = itemIds[poolPosition]!;
    const ref = refs.get(itemId) ?? newRef();
    refs.set(itemId, ref);
    draws.push({
      order,
      itemId,
      poolPosition,
      surrogateValue: surrogateValues[poolPosition]!,
      probability: isBaseline(facts.preset) ? 1 : probabilities[poolPosition]!,
      ref,
    });
  }
  return draws;
}

/** Places in the pool of the first items of the order. @throws RangeError when the pool has fewer items than wanted */
function orderOf(facts: DrawFacts): ArrayLike<number> {
  const { preset, seed, drawRule, probabilities, size } = facts;
  const { id, weight } = designs[preset];
  if (isBaseline(preset)) {
    if (!facts.choice) throw new Error(`a study by ${preset} has an uncertainty of each item`);
    return chosenOrder(preset, { ...facts, ...facts.choice });
  }
  if (id === 'with-replacement') return drawWithReplacement(probabilities, seed, size);
  if (drawRule === 1 || !weight) return exponentialKeyOrder(probabilities, seed, size);
  const order = new HashOrder<number>(size);
  let position = 0;
  for (const externalId of facts.externalIds) {
    order.offer(position, externalId, drawHash(seed, externalId), weight(facts.surrogateValues[position]!));
    position += 1;
  }
  const { first } = order;
  if (first.length < size)
    throw new RangeError(`The pool has ${first.length} items; ${size} cannot be drawn.`);
  return first;
}
