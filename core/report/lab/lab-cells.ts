/** What is kept of a run at a method and budget, one number each; NaN where there is none. */
const fields = ['value', 'lower', 'upper', 'held'] as const;
type Field = (typeof fields)[number];

/**
 * Results of all runs over one population, in memory that threads share: every run writes to places of its own, so
 * that who computed it, and when, leaves no trace.
 */
export class LabCells {
  readonly buffer: SharedArrayBuffer;
  readonly #numbers: Float64Array;
  readonly #cells: number;
  readonly #seeds: number;

  /** @param cells methods times budgets */
  constructor(cells: number, seeds: number, buffer?: SharedArrayBuffer) {
    this.#cells = cells;
    this.#seeds = seeds;
    this.buffer = buffer ?? new SharedArrayBuffer(8 * fields.length * cells * seeds);
    this.#numbers = new Float64Array(this.buffer);
    if (!buffer) this.#numbers.fill(Number.NaN);
  }

  set(field: Field, cell: number, run: number, value: number): void {
    this.#numbers[this.#start(field, cell) + run] = value;
  }

  /** All runs of a cell, in the order of their seeds. */
  of(field: Field, cell: number): Float64Array {
    const start = this.#start(field, cell);
    return this.#numbers.subarray(start, start + this.#seeds);
  }

  #start(field: Field, cell: number): number {
    return (fields.indexOf(field) * this.#cells + cell) * this.#seeds;
  }
}
