import type { FinalRule } from '../../../shared/contract/index.ts';
import { standingOf, type Word } from '../../model/estimate/final-rule.ts';
import type { Comparing, RatedBy, RatedItem, Rating } from './ratings.ts';

/** How far two annotators are apart, in [0, 1]; one who skips is 1 away from one who labels. */
export function distance(a: Rating, b: Rating, { level, range }: Comparing): number {
  if (a.kind === 'skip' || b.kind === 'skip') return a.kind === b.kind ? 0 : 1;
  if (level === 'nominal') return a.value === b.value ? 0 : 1;
  return Math.abs(a.value - b.value) / range;
}

/** Every pair of a list once. */
export function pairsOf<T>(list: readonly T[]): [T, T][] {
  return list.flatMap((one, i) => list.slice(i + 1).map((other): [T, T] => [one, other]));
}

/** Mean distance over all pairs of annotators who spoke of an item; undefined with fewer than two. */
export function spreadOf({ spoken }: RatedBy<unknown>, comparing: Comparing): number | undefined {
  const distances = pairsOf(spoken).map(([a, b]) => distance(a.rating, b.rating, comparing));
  if (distances.length === 0) return undefined;
  return distances.reduce((sum, one) => sum + one, 0) / distances.length;
}

/** Largest difference of two values; null of texts, and where somebody skipped. */
export function largestDifference({ spoken }: RatedItem, { level }: Comparing): number | null {
  const values = spoken.flatMap(({ rating }) => (rating.kind === 'value' ? [rating.value] : []));
  if (values.length < spoken.length || values.length < 2) return null;
  return level === 'nominal' && new Set(values).size > 1 ? null : Math.max(...values) - Math.min(...values);
}

/** Whether a final-value rule leaves an item to somebody's decision, given what its annotators said. */
export function needsDecision(rule: FinalRule, { spoken }: RatedBy<unknown>): boolean {
  const words = spoken.map(
    ({ rating }): Word =>
      rating.kind === 'skip'
        ? { kind: 'skip', reason: '' }
        : { kind: 'value', y: undefined, said: String(rating.value) },
  );
  return standingOf(rule, 1, { words, isWhole: true, adjudicated: undefined }).kind === 'undecided';
}
