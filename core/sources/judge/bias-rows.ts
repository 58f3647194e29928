import type { BiasRow } from '../../../shared/contract/index.ts';
import { jackknifeInterval, type WeightedPair, weightedMean } from '../../../stats/index.ts';

/** Judge minus human in a part of the items. */
export function biasRow(level: string, pairs: readonly WeightedPair[]): BiasRow {
  const bias = (part: readonly WeightedPair[]) =>
    part.length === 0 ? undefined : weightedMean(part, ({ a, b }) => b - a);
  const { lower, upper } = jackknifeInterval(pairs, bias) ?? { lower: null, upper: null };
  return {
    level,
    items: pairs.length,
    humanMean: weightedMean(pairs, ({ a }) => a),
    judgeMean: weightedMean(pairs, ({ b }) => b),
    bias: bias(pairs)!,
    lower,
    upper,
  };
}

const mostLevels = 12;
const parts = 5;

/** Bias at each value that people gave; of many values, in five parts of the range. */
export function biasByLevel(
  pairs: readonly WeightedPair[],
  { min, max }: { min: number; max: number },
): BiasRow[] {
  const levels = [...new Set(pairs.map(({ a }) => a))].sort((x, y) => x - y);
  if (levels.length <= mostLevels) {
    return levels.map((level) =>
      biasRow(
        String(Number(level.toPrecision(4))),
        pairs.filter(({ a }) => a === level),
      ),
    );
  }
  const width = (max - min) / parts;
  return Array.from({ length: parts }, (_, i) => ({
    level: `${Number((min + i * width).toPrecision(4))} to ${Number((min + (i + 1) * width).toPrecision(4))}`,
    part: pairs.filter(({ a }) => Math.min(parts - 1, Math.floor((a - min) / width)) === i),
  }))
    .filter(({ part }) => part.length > 0)
    .map(({ level, part }) => biasRow(level, part));
}
