import { requireInteger } from '../check.ts';
import { RunningSum } from '../numeric.ts';
import { createRng, uniformOpen } from '../random.ts';

/**
 * Independent draws with probabilities proportional to q, as HumCoE draws its sample (a weighted sampler with
 * replacement, appendix A.1): the same item can come again. Each draw consumes one uniform and finds its item by
 * binary search in the cumulative sums, so a longer draw extends the same prefix.
 *
 * @param q weights of at least 0, at least one above 0, length N; an item of weight 0 is never drawn
 * @param seed integer from 0 to 2^32 - 1
 * @param size number of draws, an integer of at least 0
 * @returns pool positions in draw order, repeats possible
 * @throws RangeError on any other argument
 */
export function drawWithReplacement(q: Float64Array, seed: number, size: number): Uint32Array {
  requireInteger(size, 0, 2 ** 32 - 1, 'The number of draws');
  const { cumulative, last } = cumulativeSums(q);
  const rng = createRng(seed);
  const drawn = new Uint32Array(size);
  for (let draw = 0; draw < size; draw++) {
    drawn[draw] = Math.min(positionAbove(cumulative, uniformOpen(rng) * cumulative[last]!), last);
  }
  return drawn;
}

/** Running totals of the weights, and the position of the last item that can be drawn. */
function cumulativeSums(q: Float64Array): { cumulative: Float64Array; last: number } {
  const cumulative = new Float64Array(q.length);
  const sum = new RunningSum();
  let last = -1;
  for (let position = 0; position < q.length; position++) {
    const weight = q[position]!;
    if (!(weight >= 0 && weight < Number.POSITIVE_INFINITY)) {
      throw new RangeError(`A weight must be a finite number of at least 0, got ${weight}.`);
    }
    if (weight > 0) last = position;
    sum.add(weight);
    cumulative[position] = sum.value;
  }
  if (last < 0) throw new RangeError('At least one weight must be above 0.');
  return { cumulative, last };
}

/** First position whose total exceeds `target`; items of weight 0 repeat a total and are never first. */
function positionAbove(cumulative: Float64Array, target: number): number {
  let low = 0;
  let high = cumulative.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (cumulative[middle]! > target) high = middle;
    else low = middle + 1;
  }
  return low;
}
