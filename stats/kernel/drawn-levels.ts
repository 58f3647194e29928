/** `LevelSet` for simulations: the levels of one side, counted anew at a refit without allocation. */
export class DrawnLevels {
  /** Values of the levels at scale 1, ascending. */
  readonly steps: Float64Array;
  /** Mass of the unlabeled items on each level, and their number. */
  readonly mass: Float64Array;
  readonly counts: Int32Array;
  readonly #moments = { total: 0, sum: 0, squares: 0 };

  constructor(steps: Float64Array) {
    this.steps = steps;
    this.mass = new Float64Array(steps.length);
    this.counts = new Int32Array(steps.length);
  }

  clear(): void {
    this.mass.fill(0);
    this.counts.fill(0);
  }

  add(level: number, mass: number): void {
    this.mass[level]! += mass;
    this.counts[level]!++;
  }

  /** A level is empty when its last item is out, whatever rounding left. */
  remove(level: number, mass: number): void {
    const left = --this.counts[level]!;
    this.mass[level] = left === 0 ? 0 : this.mass[level]! - mass;
  }

  /** Mass of all unlabeled items. */
  get total(): number {
    let total = 0;
    for (let level = 0; level < this.mass.length; level++) total += this.mass[level]!;
    return total;
  }

  /** That mass, and the sums of mass times value and of mass times squared value; valid until the next call. */
  moments(scale: number): { readonly total: number; readonly sum: number; readonly squares: number } {
    const moments = this.#moments;
    moments.total = this.total;
    moments.sum = 0;
    moments.squares = 0;
    for (let level = 0; level < this.mass.length; level++) {
      const value = this.steps[level]! * scale;
      moments.sum += this.mass[level]! * value;
      moments.squares += this.mass[level]! * value * value;
    }
    return moments;
  }
}
