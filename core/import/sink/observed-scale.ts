import { finiteSpanRemedy, isFiniteSpan } from '../../../shared/contract/base.ts';
import type { Scale } from '../../../shared/contract/index.ts';
import type { Ends, ToldScale } from '../../data/declared-scales.ts';

export const isOnScale = (value: number, { min, max }: Scale): boolean => value >= min && value <= max;

/** Grades that people give: more different values are measurements. */
const mostGrades = 32;

/** The range of the raw values of one criterion or signal over a whole file. */
export class ObservedScale {
  readonly declared: Scale | null;
  readonly #direction: Scale['direction'];
  /** What the file itself tells; its range holds where no value speaks against it. */
  readonly #told: ToldScale;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  integer = true;
  zeroOrOne = true;
  /** How often each value came; undefined when there are more than a person gives grades by. */
  #counts: Map<number, number> | undefined = new Map();

  /**
   * @param told what the file tells of the scale
   * @param direction which end is the better one where nobody declared a range
   */
  constructor(declared: Scale | null, told: ToldScale = {}, direction: Scale['direction'] = 'higher') {
    this.declared = declared;
    this.#told = told;
    this.#direction = told.direction ?? direction;
  }

  /** False when the value lies outside the declared range, or makes the observed one too wide; it then does not count. */
  add(value: number): boolean {
    if (!this.declared && this.min <= this.max && !this.#isNear(value)) return false;
    this.#count(value);
    if (value < this.min) this.min = value;
    if (value > this.max) this.max = value;
    if (value !== 0 && value !== 1) {
      this.zeroOrOne = false;
      if (this.integer && !Number.isInteger(value)) this.integer = false;
    }
    return this.declared === null || isOnScale(value, this.declared);
  }

  #count(value: number): void {
    const counts = this.#counts;
    if (!counts) return;
    counts.set(value, (counts.get(value) ?? 0) + 1);
    if (counts.size > mostGrades) this.#counts = undefined;
  }

  /**
   * A grade at an end that is rare and lies far from all others, as 90 beside 1 to 5: a slip that makes the range many times as wide.
   * Undefined where the range was stated, or no grade is such.
   */
  get stray(): { readonly value: number; readonly count: number; readonly others: Ends } | undefined {
    const counts = this.#counts;
    if (this.isStated || !counts || counts.size < 4) return undefined;
    const values = [...counts.keys()].sort((a, b) => a - b);
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
    const ends = [
      { value: values.at(-1)!, next: values.at(-2)!, others: { min: values[0]!, max: values.at(-2)! } },
      { value: values[0]!, next: values[1]!, others: { min: values[1]!, max: values.at(-1)! } },
    ];
    const stray = ends.find(
      ({ value, next, others }) =>
        counts.get(value)! <= Math.max(1, total / 100) &&
        Math.abs(value - next) > 5 * (others.max - others.min),
    );
    return stray && { value: stray.value, count: counts.get(stray.value)!, others: stray.others };
  }

  #isNear(value: number): boolean {
    return isFiniteSpan({ min: Math.min(this.min, value), max: Math.max(this.max, value) });
  }

  /** Why a value was refused, and what to do. */
  refusal(value: number): { message: string; remedy: string } {
    const { min, max } = this.scale;
    return this.declared
      ? {
          message: `${value} lies outside the declared range ${min} to ${max}.`,
          remedy: 'Correct the value, or declare the wider range.',
        }
      : {
          message: `${value} is too far from the other values, ${this.min} to ${this.max}, for one range.`,
          remedy: `Correct the values. ${finiteSpanRemedy}`,
        };
  }

  /** The one value that all have, where nobody said what the range is; undefined where values differ or the range was stated. */
  get constant(): number | undefined {
    return this.min === this.max && !this.isStated ? this.min : undefined;
  }

  /** Whether somebody said what the range is: a person, or the file. */
  get isStated(): boolean {
    return this.declared !== null || this.#toldEnds !== undefined;
  }

  /** Whether lower values are better by the name of the score alone. */
  get isLowerByName(): boolean {
    return this.declared === null && this.#direction === 'lower';
  }

  get #toldEnds(): Ends | undefined {
    const { min, max } = this.#told;
    const holds = min !== undefined && max !== undefined && this.min >= min && this.max <= max;
    return holds ? { min, max } : undefined;
  }

  /** What holds from now on: the declared range, the one that the file tells, else the observed one, widened when it is a single point. */
  get scale(): Scale {
    if (this.declared) return this.declared;
    const { min, max } = this;
    const direction = this.#direction;
    if (this.#toldEnds) return { ...this.#toldEnds, direction };
    // Grades out of ten begin at 1 where nobody gave a 0.
    const highest = this.#told.min === undefined ? this.#told.max : undefined;
    if (highest !== undefined && max <= highest && min < highest)
      return { min: Math.min(1, min), max: highest, direction };
    if (min < max) return { min, max, direction };
    return min >= 0 && min <= 1 ? { min: 0, max: 1, direction } : { min, max: min + 1, direction };
  }

  get isBinary(): boolean {
    const { min, max } = this.scale;
    return this.zeroOrOne && min === 0 && max === 1;
  }
}
