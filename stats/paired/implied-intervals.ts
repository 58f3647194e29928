import { requireInteger } from '../check.ts';

/** An interval of the difference first - second, by index of the systems. */
interface PairInterval {
  first: number;
  second: number;
  lower: number;
  upper: number;
}

/** Room for rounding, as a share of the widest end: sums of exact differences are not exact. */
const ROUNDING = 1e-12;

/**
 * What intervals of several differences say of each other, where differences add up: A - C = (A - B) + (B - C), so its upper
 * end is at most the sum of two upper ends, and so on along every path (shortest paths, Floyd 1962). When all intervals hold,
 * so do these, at no further error: they follow from them. Systems without a path between them keep infinite ends.
 *
 * @param systems k, at least 2
 * @returns for each pair, in the order given, an interval that lies within its own; null where the intervals contradict each
 * other, of which at least one is then wrong
 * @throws RangeError when a pair names an unknown system or one twice
 */
export function impliedIntervals(
  systems: number,
  pairs: readonly PairInterval[],
): { lower: number; upper: number }[] | null {
  requireInteger(systems, 2, 10_000, 'The number of systems');
  const most = upperEnds(systems, pairs);
  const widest = Math.max(0, ...pairs.flatMap(({ lower, upper }) => [Math.abs(lower), Math.abs(upper)]));
  const slack = ROUNDING * widest;
  for (let via = 0; via < systems; via++) {
    for (let a = 0; a < systems; a++) {
      for (let b = 0; b < systems; b++) {
        most[a]![b] = Math.min(most[a]![b]!, most[a]![via]! + most[via]![b]!);
      }
    }
  }
  if (most.some((row, a) => row[a]! < -slack)) return null;
  return pairs.map(({ first, second, lower, upper }) => ({
    lower: Math.max(lower, -most[second]![first]! - slack),
    upper: Math.min(upper, most[first]![second]! + slack),
  }));
}

/** The largest that each difference can be by its own interval. */
function upperEnds(systems: number, pairs: readonly PairInterval[]): number[][] {
  const most = Array.from({ length: systems }, (_, a) =>
    Array.from({ length: systems }, (__, b) => (a === b ? 0 : Number.POSITIVE_INFINITY)),
  );
  for (const { first, second, lower, upper } of pairs) {
    requireInteger(first, 0, systems - 1, 'The index of a system');
    requireInteger(second, 0, systems - 1, 'The index of a system');
    if (first === second) throw new RangeError(`System ${first} cannot be compared with itself.`);
    most[first]![second] = Math.min(most[first]![second]!, upper);
    most[second]![first] = Math.min(most[second]![first]!, -lower);
  }
  return most;
}
