import { fillUniforms } from './fill-uniforms.ts';

/**
 * The uniforms of a seed, made once for all designs that draw without replacement from one pool, with the positions of
 * those near enough to 1 to be drawn.
 */
export class SharedUniforms {
  readonly values: Float64Array;
  readonly #positions: Uint32Array;
  #reach = 0;
  #seed: number | undefined;
  #near: Uint32Array = new Uint32Array(0);

  constructor(populationSize: number) {
    this.values = new Float64Array(populationSize);
    this.#positions = new Uint32Array(populationSize);
  }

  /** Ascending, the positions whose uniform lies at most the widest reach below 1. */
  get near(): Uint32Array {
    return this.#near;
  }

  /** Asks for all uniforms that lie at most `reach` below 1, by `reachOf`. */
  widen(reach: number): void {
    this.#reach = Math.max(this.#reach, reach);
    this.#seed = undefined;
  }

  /**
   * Makes the uniforms those of a seed.
   *
   * @throws RangeError unless the seed is an integer from 0 to 2^32 - 1
   */
  take(seed: number): void {
    if (seed === this.#seed) return;
    const { values } = this;
    fillUniforms(values, seed);
    let count = 0;
    const reach = this.#reach;
    for (let position = 0; position < values.length; position++) {
      if (1 - values[position]! <= reach) this.#positions[count++] = position;
    }
    this.#near = this.#positions.subarray(0, count);
    this.#seed = seed;
  }
}
