import type { FinalRule } from '../../../shared/contract/index.ts';
import { standingOf } from '../../estimate/final-rule.ts';
import type { Rating } from '../../studies/ratings/rating.ts';
import type { Comparing, WordsOn } from './ratings.ts';

/** How far two annotators are apart, in [0, 1]; one who skips is 1 away from one who labels. */
function distance(a: Rating, b: Rating, { level, range }: Comparing): number {
  if (a.kind === 'skip' || b.kind === 'skip') return a.kind === b.kind ? 0 : 1;
  if (level === 'nominal') return a.rating === b.rating ? 0 : 1;
  return Math.abs(Number(a.rating) - Number(b.rating)) / range;
}

/** Every pair of a list once. */
export function pairsOf<T>(list: readonly T[]): [T, T][] {
  return list.flatMap((one, i) => list.slice(i + 1).map((other): [T, T] => [one, other]));
}

/** Mean distance over all pairs of words on an item; undefined with fewer than two. */
export function spreadOf({ words }: WordsOn<unknown>, comparing: Comparing): number | undefined {
  const distances = pairsOf(words).map(([a, b]) => distance(a.word, b.word, comparing));
  if (distances.length === 0) return undefined;
  return distances.reduce((sum, one) => sum + one, 0) / distances.length;
}

/** Largest difference of two values; null of texts, and where somebody skipped. */
export function largestDifference({ words }: WordsOn<unknown>, { level }: Comparing): number | null {
  const ratings = words.flatMap(({ word }) => (word.kind === 'value' ? [word.rating] : []));
  if (ratings.length < words.length || ratings.length < 2) return null;
  if (level === 'nominal') return new Set(ratings).size > 1 ? null : 0;
  return Math.max(...ratings.map(Number)) - Math.min(...ratings.map(Number));
}

/** Whether a final-value rule leaves an item to somebody's decision, given what its annotators say. */
export function needsDecision(rule: FinalRule, item: WordsOn<unknown>): boolean {
  const words = item.words.map(({ word }) => word);
  return standingOf(rule, 1, { words, isWhole: true, adjudicated: undefined }).kind === 'undecided';
}
