import type { BiasRow, Scale } from '../../../shared/contract/index.ts';
import { meanInterval, type WeightedPair, weightedMean } from '../../../stats/index.ts';

/** Ends of the human values that a part can have, and of the scale that both are on. */
interface Ends {
  readonly human: readonly [least: number, most: number];
  readonly scale: Pick<Scale, 'min' | 'max'>;
}

/** Judge minus human in a part of the items; both on the scale. */
export function biasRow(level: string, pairs: readonly WeightedPair[], { human, scale }: Ends): BiasRow {
  const [least, most] = human;
  const interval = meanInterval(
    pairs.map((pair) => ({ ...pair, value: pair.b - pair.a })),
    { lowest: scale.min - most, highest: scale.max - least },
  );
  return {
    level,
    items: pairs.length,
    humanMean: weightedMean(pairs, ({ a }) => a),
    judgeMean: weightedMean(pairs, ({ b }) => b),
    bias: weightedMean(pairs, ({ a, b }) => b - a),
    lower: interval?.lower ?? null,
    upper: interval?.upper ?? null,
  };
}

const mostLevels = 12;
const parts = 5;

/** Bias at each value that people gave; of many values, in five parts of the range. */
export function biasByLevel(pairs: readonly WeightedPair[], scale: Ends['scale']): BiasRow[] {
  const levels = [...new Set(pairs.map(({ a }) => a))].sort((x, y) => x - y);
  if (levels.length <= mostLevels) {
    return levels.map((level) =>
      biasRow(
        String(Number(level.toPrecision(4))),
        pairs.filter(({ a }) => a === level),
        { human: [level, level], scale },
      ),
    );
  }
  const { min, max } = scale;
  const width = (max - min) / parts;
  return Array.from({ length: parts }, (_, i): [number, number] => [min + i * width, min + (i + 1) * width])
    .map(([from, to], i) => ({
      human: [from, to] as const,
      level: `${Number(from.toPrecision(4))} to ${Number(to.toPrecision(4))}`,
      part: pairs.filter(({ a }) => Math.min(parts - 1, Math.floor((a - min) / width)) === i),
    }))
    .filter(({ part }) => part.length > 0)
    .map(({ level, part, human }) => biasRow(level, part, { human, scale }));
}
