import type { GapPlan, HardnessPreview, Scale } from '../../../shared/contract/index.ts';
import { likelyLabelsWords } from '../../../shared/goal-words.ts';
import { formatCount, formatScore } from '../../api/format.ts';

type ComparedPools = NonNullable<HardnessPreview['comparison']> & { system: string };

/** A gap and the labels that tell it, as short as a button needs. */
export function gapWords(
  { gap, labels, reachable, likely }: GapPlan,
  scale: Scale,
  differing: number,
): string {
  const cost = likely
    ? likelyLabelsWords(likely, differing, formatCount)
    : reachable
      ? `about ${formatCount(labels)}`
      : `all ${formatCount(labels)}`;
  return `gap ${formatScore(gap, scale)}: ${cost}`;
}

/** What lies on which side of a difference: on a scale where less is better, the better system is on the left. */
export function gapSides(
  { system, against }: Pick<ComparedPools, 'system' | 'against'>,
  { direction }: Pick<Scale, 'direction'>,
): string {
  const [left, right] = direction === 'higher' ? [against, system] : [system, against];
  return `Expected difference (${left} ahead on the left, ${right} on the right)`;
}

/** Whether the planned labels are likely to tell the two systems apart, going by the surrogate. */
export function expectedWords(
  { system, against, differing, expected }: ComparedPools,
  surrogateMean: number,
  size: number,
  scale: Scale,
): string {
  if (!expected)
    return 'The machine score expects no difference, so it cannot say how many labels would show one.';
  const isFirst = surrogateMean > 0 === (scale.direction === 'higher');
  const ahead = `The machine score expects ${isFirst ? system : against} ahead by ${formatScore(expected.gap, scale)}.`;
  const labels = Math.min(size, differing);
  const likely = expected.likely && likelyLabelsWords(expected.likely, differing, formatCount);
  if (expected.labels <= labels) {
    const needed = likely ?? `about ${formatCount(expected.labels)}`;
    return `${ahead} If people agree, ${needed} labels tell it.`;
  }
  const needed = expected.reachable
    ? `telling it takes ${likely ?? `about ${formatCount(expected.labels)}`}`
    : `only labeling all ${formatCount(differing)} would tell it`;
  return `${ahead} That is too close for ${formatCount(labels)} labels: ${needed}.`;
}
