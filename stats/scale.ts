/** The declared range of a signal or a criterion, and which end of it is good. */
export interface Scale {
  /** Smallest possible raw value. */
  min: number;
  /** Largest possible raw value, above `min`. */
  max: number;
  /** `'higher'`: larger raw values are better; `'lower'`: smaller ones are. */
  direction: 'higher' | 'lower';
}

/**
 * Goodness in [0, 1] of a raw value: (value - min)/(max - min), or one minus that when lower is better.
 *
 * @throws RangeError when the value lies outside the declared range, or the scale is empty or not finite
 */
export function toUnit(value: number, scale: Scale): number {
  requireScale(scale);
  if (!(value >= scale.min && value <= scale.max)) {
    throw new RangeError(`A value must lie in [${scale.min}, ${scale.max}], got ${value}.`);
  }
  const share = (value - scale.min) / (scale.max - scale.min);
  return scale.direction === 'higher' ? share : 1 - share;
}

/**
 * The raw value of a goodness, the inverse of `toUnit`. Linear beyond [0, 1] too, because some estimators can
 * leave the range and must be shown as they are.
 *
 * @throws RangeError when the scale is empty or not finite, or `unit` is not a finite number
 */
export function fromUnit(unit: number, scale: Scale): number {
  requireScale(scale);
  if (!Number.isFinite(unit)) throw new RangeError(`A goodness must be a finite number, got ${unit}.`);
  const share = scale.direction === 'higher' ? unit : 1 - unit;
  // Written as a weighted mean of the two ends so that 0 and 1 give the ends exactly.
  return scale.min * (1 - share) + scale.max * share;
}

/** An interval of goodness on the raw scale; its ends change places when lower is better. */
export function intervalFromUnit(
  interval: { lower: number; upper: number },
  scale: Scale,
): { lower: number; upper: number } {
  const a = fromUnit(interval.lower, scale);
  const b = fromUnit(interval.upper, scale);
  return scale.direction === 'higher' ? { lower: a, upper: b } : { lower: b, upper: a };
}

function requireScale({ min, max }: Scale): void {
  if (!(Number.isFinite(max - min) && min < max)) {
    throw new RangeError(`A scale needs a finite width with min below max, got [${min}, ${max}].`);
  }
}
