import { RunningSum } from '../numeric.ts';
import { createRng, uniformOpen } from '../random.ts';

/**
 * `drawWithReplacement` for simulations: the cumulative sums are made once for all seeds; the draws are the same.
 */
export class ReplacementDraws {
  readonly #cumulative: Float64Array;

  /** @param q probabilities above 0, length N >= 1 */
  constructor(q: Float64Array) {
    const sum = new RunningSum();
    this.#cumulative = new Float64Array(q.length);
    for (let position = 0; position < q.length; position++) {
      sum.add(q[position]!);
      this.#cumulative[position] = sum.value;
    }
  }

  /** Fills `order` with pool positions in draw order, repeats possible. */
  draw(seed: number, order: Uint32Array): void {
    const rng = createRng(seed);
    const cumulative = this.#cumulative;
    const last = cumulative.length - 1;
    for (let draw = 0; draw < order.length; draw++) {
      const target = uniformOpen(rng) * cumulative[last]!;
      let low = 0;
      let high = cumulative.length;
      while (low < high) {
        const middle = (low + high) >>> 1;
        if (cumulative[middle]! > target) high = middle;
        else low = middle + 1;
      }
      order[draw] = Math.min(low, last);
    }
  }
}
