import type { SourceCheck, SourceQuestion } from '../../../shared/contract/source.ts';
import { drawnHistogram, LEVEL_STEPS, valueOfLevel } from '../../../stats/index.ts';
import { itemsOf, type ReadPool } from './draw-rows.ts';

const binCount = 20;

/** What is shown of a pool before it is drawn from, in the units of its score. */
export function poolLook(
  { pool, missing, missingLevel, fingerprint }: ReadPool,
  score: SourceQuestion['score'],
  weight: (s: number) => number,
): NonNullable<SourceCheck['pool']> {
  const weights = pool.levels.map((level) => weight(valueOfLevel(level)));
  const sum = weights.reduce((all, one, i) => all + one * pool.counts[i]!, 0);
  const leavingPerRow = (itemsOf(pool) * Math.max(...weights)) / sum;
  if (score === null) return { bins: [], mean: null, fingerprint, leavingPerRow };
  const { min, max, direction } = score.scale;
  const onScale = (s: number) => (direction === 'higher' ? min + s * (max - min) : max - s * (max - min));
  const counts = new Array<number>(binCount).fill(0);
  pool.levels.forEach((level, i) => {
    // Those without a score have no place on its scale.
    const here = pool.counts[i]! - (level === missingLevel ? missing : 0);
    counts[Math.min(binCount - 1, Math.floor(((level + 0.5) * binCount) / LEVEL_STEPS))]! += here;
  });
  const bins = counts.map((count, i) => {
    const ends = [onScale(i / binCount), onScale((i + 1) / binCount)];
    return { from: Math.min(...ends), to: Math.max(...ends), count };
  });
  const { mean } = drawnHistogram(pool, weight).summary;
  return {
    bins: direction === 'higher' ? bins : bins.reverse(),
    mean: onScale(mean),
    fingerprint,
    leavingPerRow,
  };
}
