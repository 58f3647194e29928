import type { Checks, Scale } from '../../shared/contract/index.ts';
import { type CaseUnit, exactShare, meanOfCases } from '../../stats/index.ts';

type Ends = Pick<Checks['pairs'][number], 'value' | 'lower' | 'upper'>;
type CountedUnits = NonNullable<Checks['pairs'][number]['evidence']>;

/** Different units up to which a figure carries what it was made of. */
const mostUnits = 2000;

/** Independent units with values in [0, 1] as a figure carries them: each once, with how many are like it; nothing of too many. */
export function evidenceOf(units: readonly CaseUnit[]): CountedUnits | undefined {
  const counts = new Map<string, CountedUnits[number]>();
  for (const { sum, size } of units) {
    const known = counts.get(`${sum}/${size}`);
    if (known) known.count += 1;
    else counts.set(`${sum}/${size}`, { sum, size, count: 1 });
    if (counts.size > mostUnits) return undefined;
  }
  return [...counts.values()].toSorted((a, b) => a.sum - b.sum || a.size - b.size);
}

/** The units again that a figure carries. */
export const unitsIn = (evidence: CountedUnits): CaseUnit[] =>
  evidence.flatMap(({ sum, size, count }) => Array.from({ length: count }, () => ({ sum, size })));

/**
 * The mean of a system's values on the score's scale: exact where each item is a case by itself and passes or not, else by bets on
 * items or their groups.
 */
export function meanFigure(
  units: readonly CaseUnit[],
  { scale, grouped, level }: { scale: Scale; grouped: boolean; level: number },
): Ends {
  const isExact = !grouped && units.every(({ sum }) => sum === 0 || sum === 1);
  const passed = units.filter(({ sum }) => sum === 1).length;
  const { value, lower, upper } = isExact
    ? { value: passed / units.length, ...exactShare(passed, units.length, level)! }
    : meanOfCases(units, level);
  const raw = (unit: number) => scale.min * (1 - unit) + scale.max * unit;
  return { value: raw(value), lower: raw(lower), upper: raw(upper) };
}

/** A difference on the score's scale, of units whose values are (1 + first - second)/2, and which system it finds better. */
export function differenceFigure(
  units: readonly CaseUnit[],
  { scale, level }: { scale: Scale; level: number },
): Ends & Pick<Checks['pairs'][number], 'verdict'> {
  const found = meanOfCases(units, level);
  const raw = (half: number) => (2 * half - 1) * (scale.max - scale.min);
  const [value, lower, upper] = [raw(found.value), raw(found.lower), raw(found.upper)];
  const isAhead = scale.direction === 'higher' ? lower > 0 : upper < 0;
  const isBehind = scale.direction === 'higher' ? upper < 0 : lower > 0;
  return { value, lower, upper, verdict: isAhead ? 'system' : isBehind ? 'against' : 'undecided' };
}

/** Systems up to which each pair is compared: further pairs make every interval wider. */
export const mostCompared = 6;

/** The error level of each difference, so that those of all pairs hold together at alpha. */
export function levelOfPairs(alpha: number, systems: number): number {
  const compared = Math.min(mostCompared, systems);
  return (2 * alpha) / (compared * (compared - 1));
}
