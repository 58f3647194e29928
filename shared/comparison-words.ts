import type { Comparison, RankedPair, Ranking } from './contract/index.ts';

type Items = Pick<Comparison, 'sharedItems' | 'differing' | 'equal'>;

/** Who is better, in one sentence for screens, reports and the terminal. */
export function verdictWords({ system, against, verdict, differing }: Comparison): string {
  switch (verdict) {
    case 'system':
      return `${system} is better than ${against}.`;
    case 'against':
      return `${against} is better than ${system}.`;
    case 'equal':
      return differing === 0
        ? `${system} and ${against} score exactly the same: no response differs.`
        : `${system} and ${against} score exactly the same.`;
    case 'undecided':
      return `Too close to tell ${system} and ${against} apart so far: the interval of their difference holds 0.`;
  }
}

/** What the items of a comparison are, in one sentence. */
export function pairedItemsWords({ sharedItems, differing, equal }: Items): string {
  const count = (n: number) => n.toLocaleString('en');
  const items = sharedItems === 1 ? 'item' : 'items';
  if (equal === 0) return `The responses to all ${count(sharedItems)} ${items} that both answered differ.`;
  const counted = equal === 1 ? 'is equal and counts' : 'are equal and count';
  return `Of ${count(sharedItems)} ${items} that both answered, ${count(differing)} have responses that differ; ${count(equal)} ${counted} as a difference of 0 without a label.`;
}

/** Who is better of a pair, as short as a table needs. */
export function pairVerdictWords({
  system,
  against,
  verdict,
}: Pick<RankedPair, 'system' | 'against' | 'verdict'>): string {
  if (verdict === 'system') return `${system} is better`;
  if (verdict === 'against') return `${against} is better`;
  return verdict === 'equal' ? 'exactly equal' : 'undecided';
}

/** Where a system can stand in a ranking, as far as pairs are decided. */
export const placeWords = ({ best, worst }: Pick<Ranking['places'][number], 'best' | 'worst'>): string =>
  best === worst ? `${best}` : `${best} to ${worst}`;
