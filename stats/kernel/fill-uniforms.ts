import { createRng } from '../random.ts';

const LOW_26_BITS = 0x3ff_ffff;
const LOW_27_BITS = 0x7ff_ffff;
const SCALE_26 = 2 ** -26;
const SCALE_53 = 2 ** -53;

/**
 * The uniforms that `uniformOpen(createRng(seed))` gives one after the other, a list at a time: the same bits, from the
 * generator's step (xoroshiro128+; Blackman and Vigna, 2018) written out in registers.
 */
export class UniformStream {
  readonly #state: Int32Array;

  /**
   * @param seed integer from 0 to 2^32 - 1
   * @throws RangeError on any other seed
   */
  constructor(seed: number) {
    this.#state = Int32Array.from(createRng(seed).getState());
  }

  /** Fills a list with the next uniforms, doubles in (0, 1). */
  fill(uniforms: Float64Array): void {
    const state = this.#state;
    let a1 = state[0]!;
    let a0 = state[1]!;
    let b1 = state[2]!;
    let b0 = state[3]!;
    for (let index = 0; index < uniforms.length; ) {
      const high = (a0 + b0) & LOW_26_BITS;
      let x0 = b0 ^ a0;
      let x1 = b1 ^ a1;
      const c0 = (a0 << 24) ^ (a1 >>> 8) ^ x0 ^ (x0 << 16);
      const c1 = (a1 << 24) ^ (a0 >>> 8) ^ x1 ^ ((x1 << 16) | (x0 >>> 16));
      const d0 = (x1 << 5) ^ (x0 >>> 27);
      const d1 = (x0 << 5) ^ (x1 >>> 27);
      const low = (c0 + d0) & LOW_27_BITS;
      x0 = d0 ^ c0;
      x1 = d1 ^ c1;
      a0 = (c0 << 24) ^ (c1 >>> 8) ^ x0 ^ (x0 << 16);
      a1 = (c1 << 24) ^ (c0 >>> 8) ^ x1 ^ ((x1 << 16) | (x0 >>> 16));
      b0 = (x1 << 5) ^ (x0 >>> 27);
      b1 = (x0 << 5) ^ (x1 >>> 27);
      uniforms[index] = high * SCALE_26 + low * SCALE_53;
      // A zero has no logarithm; `uniformOpen` draws it again.
      index += (high | low) === 0 ? 0 : 1;
    }
    state[0] = a1;
    state[1] = a0;
    state[2] = b1;
    state[3] = b0;
  }
}

/**
 * Fills a list with the first uniforms of a seed.
 *
 * @param uniforms filled with doubles in (0, 1)
 * @param seed integer from 0 to 2^32 - 1
 * @throws RangeError on any other seed
 */
export function fillUniforms(uniforms: Float64Array, seed: number): void {
  new UniformStream(seed).fill(uniforms);
}
