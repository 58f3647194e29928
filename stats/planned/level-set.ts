/**
 * The predictions of the unlabeled items, rounded to levels: how much of the next draw's probability lies on each. It is
 * all that a payoff needs to know of the pool, so that a label costs the same whatever N.
 *
 * On uniform draws the mass of an item is 1 and its value the prediction; on weighted draws they are its q and its
 * prediction times its weight.
 */
export class LevelSet {
  /** Value of each level, ascending, as of the last `settle`. */
  readonly values: Float64Array;
  /** Sums of the masses up to each level, of masses times values, and of masses times squared values. */
  readonly massUpTo: Float64Array;
  readonly sumUpTo: Float64Array;
  readonly squaresUpTo: Float64Array;
  /** Mass of all unlabeled items, mean of their values, and highest level that holds one. */
  total = 0;
  mean = 0;
  top = 0;
  readonly #steps: Float64Array;
  readonly mass: Float64Array;
  readonly #counts: Float64Array;

  /** @param steps the values of the levels at scale 1, ascending */
  constructor(steps: Float64Array) {
    this.#steps = steps;
    this.values = Float64Array.from(steps);
    this.massUpTo = new Float64Array(steps.length);
    this.sumUpTo = new Float64Array(steps.length);
    this.squaresUpTo = new Float64Array(steps.length);
    this.mass = new Float64Array(steps.length);
    this.#counts = new Float64Array(steps.length);
  }

  /** Sets a level to what it holds. */
  put(level: number, mass: number, count: number): void {
    this.mass[level] = mass;
    this.#counts[level] = count;
  }

  /** What `put` takes of every level. */
  get record(): { counts: number[]; masses: number[] } {
    return { counts: [...this.#counts], masses: [...this.mass] };
  }

  /** An independent copy in the same state, to be settled before it is read. */
  clone(): LevelSet {
    const copy = new LevelSet(this.#steps);
    copy.mass.set(this.mass);
    copy.#counts.set(this.#counts);
    return copy;
  }

  /** Takes in an unlabeled item. */
  add(level: number, mass: number): void {
    this.mass[level] = this.mass[level]! + mass;
    this.#counts[level] = this.#counts[level]! + 1;
  }

  /** Takes out an item that was labeled; a level is empty when its last item is out, whatever rounding left. */
  remove(level: number, mass: number): void {
    const left = this.#counts[level]! - 1;
    this.#counts[level] = left;
    this.mass[level] = left === 0 ? 0 : this.mass[level]! - mass;
  }

  /** Brings sums and values up to date before a draw; there must be an item left. @param scale factor on the values */
  settle(scale: number): void {
    let total = 0;
    let sum = 0;
    let squares = 0;
    for (let level = 0; level < this.#steps.length; level++) {
      const value = this.#steps[level]! * scale;
      this.values[level] = value;
      total += this.mass[level]!;
      sum += this.mass[level]! * value;
      squares += this.mass[level]! * value * value;
      this.massUpTo[level] = total;
      this.sumUpTo[level] = sum;
      this.squaresUpTo[level] = squares;
      if (this.#counts[level]! > 0) this.top = level;
    }
    this.total = total;
    this.mean = sum / total;
  }

  /** Mass of all unlabeled items, summed as `settle` sums it. */
  get massSum(): number {
    return this.mass.reduce((sum, mass) => sum + mass, 0);
  }
}

/** `count` levels from 0 to 1. */
export const unitLevels = (count: number): Float64Array =>
  Float64Array.from({ length: count }, (_, level) => level / (count - 1));
