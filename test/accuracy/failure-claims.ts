import { ModeSequence, mean } from '../../stats/index.ts';
import { wilson } from '../../stats/intervals/wilson.ts';
import { figure } from './markdown-table.ts';

const alpha = 0.05;
/** Room for rounding in an end. */
const ROUNDING = 1e-9;

/** Misses, bias, the mean of value over truth, and half-width of one way to claim a share. */
class Claim {
  #misses = 0;
  #errors = 0;
  #ratios = 0;
  #widths = 0;
  count = 0;

  add(
    value: number,
    { lower, upper }: { lower: number; upper: number },
    truth: number,
    missed = false,
  ): void {
    this.count++;
    if (missed || lower > truth + ROUNDING || upper < truth - ROUNDING) this.#misses++;
    this.#errors += value - truth;
    this.#ratios += value / truth;
    this.#widths += (upper - lower) / 2;
  }

  get cells(): string[] {
    const of = (sum: number) => sum / this.count;
    return [
      `${figure(100 * of(this.#misses), 1)} %`,
      figure(of(this.#errors), 3),
      figure(of(this.#ratios), 2),
      figure(of(this.#widths), 3),
    ];
  }
}

/** The ways to claim the share of a mode: from its clock on at all looks, and by plain counts at one. */
export class Claims {
  readonly #ways = [new Claim(), new Claim(), new Claim()];

  /**
   * A mode named after so many labels.
   *
   * @param y whether each item of the pool has it
   * @param order the draw as far as people label
   */
  add(y: ArrayLike<number>, order: ArrayLike<number>, clock: number): void {
    const items = Array.from(order);
    const truth = mean(y);
    const of = (item: number) => ({ pool: item, y: y[item]! });
    const sequence = new ModeSequence({
      ...{
        populationSize: y.length,
        before: items.slice(0, clock).map(of),
        plan: items.length,
        alpha,
        steps: 1,
      },
    });
    let missed = false;
    for (const item of items.slice(clock)) {
      sequence.advance(of(item));
      const { lower, upper } = sequence.pointAfter(sequence.drawnCount);
      if (lower > truth + ROUNDING || upper < truth - ROUNDING) missed = true;
    }
    const { state } = sequence;
    if (state.value !== undefined) this.#ways[0]!.add(state.value, state, truth, missed);
    for (const [i, count] of [clock, items.length].entries()) {
      const seen = items.slice(0, count).reduce((sum, item) => sum + y[item]!, 0) / count;
      this.#ways[i + 1]!.add(seen, wilson(seen, count, alpha), truth);
    }
  }

  /** A row for each way. */
  rows(name: string): string[][] {
    const words = ['clock, all looks', 'plain count where it was found', 'plain count of all labels'];
    return this.#ways.map((one, i) => [i === 0 ? `${name} (${one.count})` : '', words[i]!, ...one.cells]);
  }
}

export const claimHeads = ['mode named', 'claim', 'missed', 'bias', 'over truth', 'half-width'];
