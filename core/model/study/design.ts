import { randomBytes } from 'node:crypto';
import type { NewDraw } from '../../../db/draws.ts';
import type { Preset } from '../../../shared/contract/index.ts';
import {
  DEFAULT_HARDNESS_FLOOR,
  DEFAULT_TEMPER,
  type DesignId,
  drawWithReplacement,
  exponentialKeyOrder,
  humcoeProbabilities,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';

/** How a preset draws, and which method answers its question. */
export interface Design {
  readonly id: DesignId;
  readonly uniform: boolean;
  readonly defaultMethod: string;
  readonly name: string;
  readonly description: string;
  probabilities(surrogateValues: Float64Array): Float64Array;
}

/** Every preset's design. A new preset is one entry here and one in the contract. */
export const designs: Record<Preset, Design> = {
  'calibrated-hardness': {
    id: 'without-replacement',
    uniform: false,
    defaultMethod: 'calibrated',
    name: 'Calibrated hardness',
    description: `without replacement, with probability proportional to sqrt(1 - s + ${DEFAULT_TEMPER}) of the surrogate value s (tempered hardness)`,
    probabilities: (s) => temperedProbabilities(s, DEFAULT_TEMPER),
  },
  uniform: {
    id: 'without-replacement',
    uniform: true,
    defaultMethod: 'calibrated',
    name: 'Uniform with control variate',
    description: 'without replacement, each item with the same probability',
    probabilities: (s) => uniformProbabilities(s.length),
  },
  humcoe: {
    id: 'with-replacement',
    uniform: false,
    defaultMethod: 'humcoe',
    name: 'HumCoE as published',
    description: `with replacement, with probability proportional to 1 - s of the surrogate value s, at least ${DEFAULT_HARDNESS_FLOOR}/N before normalizing`,
    probabilities: (s) => humcoeProbabilities(s, DEFAULT_HARDNESS_FLOOR),
  },
};

/** A reference that says nothing about the item it stands for. */
export const opaqueRef = (): string => randomBytes(9).toString('base64url');

/**
 * The draws from order `from` (inclusive) to `size` (exclusive) of a seeded draw. A longer draw of the same seed
 * continues a shorter one, so a batch grows without touching what is there. `refs` gives items that already have
 * a reference theirs again.
 */
export function drawItems(facts: {
  preset: Preset;
  seed: number;
  itemIds: readonly number[];
  surrogateValues: Float64Array;
  probabilities: Float64Array;
  from: number;
  size: number;
  refs: Map<number, string>;
}): NewDraw[] {
  const { preset, seed, itemIds, surrogateValues, probabilities, from, size, refs } = facts;
  const draw = designs[preset].id === 'with-replacement' ? drawWithReplacement : exponentialKeyOrder;
  const positions = draw(probabilities, seed, size);
  const draws: NewDraw[] = [];
  for (let order = from; order < size; order++) {
    const poolPosition = positions[order]!;
    const itemId = itemIds[poolPosition]!;
    const ref = refs.get(itemId) ?? opaqueRef();
    refs.set(itemId, ref);
    draws.push({
      order,
      itemId,
      poolPosition,
      surrogateValue: surrogateValues[poolPosition]!,
      probability: probabilities[poolPosition]!,
      ref,
    });
  }
  return draws;
}
