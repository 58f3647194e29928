import {
  activeRates,
  confidentDisagreements,
  DEFAULT_STRATA,
  type DesignId,
  exponentialKeyOrder,
  humcoeProbabilities,
  mostCertain,
  mostUncertain,
  type PoissonSample,
  poissonSample,
  type SignalColumn,
  spreadOrder,
  strataOrder,
  temperedProbabilities,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { ReplacementDraws } from '../../../stats/kernel/replacement-draws.ts';
import type { SharedUniforms } from '../../../stats/kernel/shared-uniforms.ts';
import { reachOf, smallestKeys } from '../../../stats/kernel/smallest-keys.ts';

export type SamplerId =
  | 'tempered-hardness'
  | 'uniform'
  | 'hardness'
  | 'hardness-with-replacement'
  | 'most-uncertain'
  | 'confident-disagreement'
  | 'strata'
  | 'spread'
  | 'poisson';

/** A pool whose labels are all known: in [0, 1], in pool order, one length. */
export interface LabPool {
  /** Human values. */
  y: Float64Array;
  /** Surrogate values. */
  s: Float64Array;
  /** Uncertainty of the system's response; only its order counts. */
  u: Float64Array;
  /** Columns of the predictor, frozen as those of a study; of the surrogate alone where they are absent. */
  columns?: readonly SignalColumn[];
  /** K, where every human value is a multiple of 1/K and a study of these data rounds its ends to that (rule 4). */
  steps?: number;
}

export interface RankingRules {
  /** Below this surrogate value, system and surrogate disagree. */
  disagreement: number;
  labelFirst: 'uncertain' | 'certain';
}

/** How the items of one run are chosen: the same seed gives the same order, and a study of that seed the same draws. */
export interface Sampler {
  design: DesignId;
  /** Pool-level probabilities of a draw; undefined where items are not drawn by chance. */
  q: Float64Array | undefined;
  /** Most labels that an order can have. */
  most: number;
  /** Pool positions in draw order; valid until the next draw. */
  draw(seed: number): Uint32Array;
  /** Under `strata`: the stratum of each draw of the last order, and the sizes of all strata. */
  strata?: { stratum: Uint32Array; sizes: readonly number[] };
  /** Under `poisson`: the sample of the last seed whose expected size is a number of labels. */
  sampleOf?(labels: number): PoissonSample;
}

/** Draws beyond this many cost less by sorting than by insertion. */
const MOST_INSERTED = 2000;

/** Makes a sampler over a pool for orders of up to `most` labels. */
export function samplerOf(
  id: SamplerId,
  { s, u }: LabPool,
  most: number,
  uniforms: SharedUniforms,
  rules: RankingRules,
): Sampler {
  const size = Math.min(most, s.length);
  switch (id) {
    case 'tempered-hardness':
      return byKeys(temperedProbabilities(s), size, uniforms);
    case 'uniform':
      return byKeys(uniformProbabilities(s.length), size, uniforms);
    case 'hardness':
      return byKeys(humcoeProbabilities(s), size, uniforms);
    case 'hardness-with-replacement':
      return replaced(humcoeProbabilities(s), most);
    case 'most-uncertain':
      return rules.labelFirst === 'uncertain'
        ? ranked('most-uncertain', mostUncertain(u, size))
        : ranked('most-certain', mostCertain(u, size));
    case 'confident-disagreement':
      return ranked('confident-disagreement', confidentDisagreements(u, s, rules.disagreement, size));
    case 'strata':
      return stratified(s, size);
    case 'spread':
      return {
        design: 'spread',
        q: uniformProbabilities(s.length),
        most: size,
        draw: (seed) => spreadOrder(s, seed, size),
      };
    case 'poisson':
      return sampled(s, size);
  }
}

function byKeys(q: Float64Array, size: number, uniforms: SharedUniforms): Sampler {
  const order = new Uint32Array(size);
  const keys = new Float64Array(size);
  if (size <= MOST_INSERTED) uniforms.widen(reachOf(q, size));
  return {
    design: 'without-replacement',
    q,
    most: size,
    draw(seed) {
      if (size > MOST_INSERTED) return exponentialKeyOrder(q, seed, size);
      uniforms.take(seed);
      smallestKeys(uniforms.values, uniforms.near, q, order, keys);
      return order;
    },
  };
}

function replaced(q: Float64Array, most: number): Sampler {
  const draws = new ReplacementDraws(q);
  const order = new Uint32Array(most);
  return {
    design: 'with-replacement',
    q,
    most,
    draw(seed) {
      draws.draw(seed, order);
      return order;
    },
  };
}

const ranked = (design: DesignId, order: Uint32Array): Sampler => ({
  design,
  q: undefined,
  most: order.length,
  draw: () => order,
});

function stratified(s: Float64Array, size: number): Sampler {
  const sampler: Sampler = {
    design: 'strata',
    q: uniformProbabilities(s.length),
    most: size,
    draw(seed) {
      const { order, stratum, sizes } = strataOrder(s, seed, size, Math.min(DEFAULT_STRATA, s.length));
      sampler.strata = { stratum, sizes };
      return order;
    },
  };
  return sampler;
}

/** The order of the largest sample; what a number of labels gives is a sample of its own. */
function sampled(s: Float64Array, size: number): Sampler {
  const rates = activeRates(s);
  let last = 0;
  return {
    design: 'poisson',
    q: uniformProbabilities(s.length),
    most: size,
    draw(seed) {
      last = seed;
      return poissonSample(rates, seed, size).order;
    },
    sampleOf: (labels) => poissonSample(rates, last, labels),
  };
}
