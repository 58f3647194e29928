import { requireInteger } from '../check.ts';

/** Alternatives per token over which uncertainty is computed by default. */
export const DEFAULT_TOP_K = 5;

/**
 * Uncertainty u of a response from the log-probabilities a language model gives with it: the mean over its tokens of
 *   H = -sum_j p_j ln p_j,  p_j = exp(l_j)/sum over the same k of exp(l),
 * where l_1 to l_k are the k largest log-probabilities offered for the token. That is the entropy of the
 * distribution renormalized over the top k, in nats; the probability outside the top k is left out, so it is not the
 * entropy of the model's whole distribution. A token with fewer than k alternatives is computed over those it has.
 *
 * Used only to order items (Top-K, HMCEval, MCM), for which the unit does not matter.
 *
 * @param logProbabilities per token, the natural log-probabilities of its alternatives, in any order, each at most
 *   0; minus infinity is a probability of 0
 * @param k an integer of at least 1
 * @returns in [0, ln k]; undefined without tokens, because an empty response has no uncertainty to speak of
 * @throws RangeError on a value above 0, a token without any possible alternative, or a k out of range
 */
export function topKEntropy(
  logProbabilities: readonly (readonly number[])[],
  k: number = DEFAULT_TOP_K,
): number | undefined {
  requireInteger(k, 1, Number.MAX_SAFE_INTEGER, 'The number of alternatives');
  if (logProbabilities.length === 0) return undefined;
  let total = 0;
  for (const alternatives of logProbabilities) total += renormalizedEntropy(alternatives, k);
  return total / logProbabilities.length;
}

/** Entropy of one token, ln Z - (1/Z) sum e l with e = exp(l), taken relative to the largest l. */
function renormalizedEntropy(alternatives: readonly number[], k: number): number {
  for (const value of alternatives) {
    if (!(value <= 0)) throw new RangeError(`A log-probability must be at most 0, got ${value}.`);
  }
  const top = [...alternatives].sort((a, b) => b - a).slice(0, k);
  const largest = top[0] ?? Number.NEGATIVE_INFINITY;
  if (largest === Number.NEGATIVE_INFINITY) {
    throw new RangeError('A token needs at least one alternative with a probability above 0.');
  }
  let total = 0;
  let weighted = 0;
  for (const value of top) {
    const below = value - largest;
    const share = Math.exp(below);
    total += share;
    // An alternative of probability 0 adds nothing: p ln p tends to 0.
    if (share > 0) weighted += share * below;
  }
  return Math.max(0, Math.log(total) - weighted / total);
}
