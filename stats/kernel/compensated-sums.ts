/**
 * Several running sums in two flat lists: the sums of `RunningSum` (Neumaier, 1974), to the same bits, without an
 * object each.
 */
export class CompensatedSums {
  readonly #sum: Float64Array;
  readonly #lost: Float64Array;

  constructor(count: number) {
    this.#sum = new Float64Array(count);
    this.#lost = new Float64Array(count);
  }

  clear(): void {
    this.#sum.fill(0);
    this.#lost.fill(0);
  }

  add(which: number, term: number): void {
    const sum = this.#sum[which]!;
    const next = sum + term;
    // What the addition rounded away, exactly, as in `RunningSum` but without asking which is larger (Knuth, 1969).
    const added = next - sum;
    this.#lost[which]! += sum - (next - added) + (term - added);
    this.#sum[which] = next;
  }

  value(which: number): number {
    return this.#sum[which]! + this.#lost[which]!;
  }
}
