import type { RankedPair, Ranking } from '../../../shared/contract/index.ts';
import { formatCount } from '../../app/format.ts';

/** Where a system can stand, as far as pairs are decided. */
export const placeWords = ({ best, worst }: Ranking['places'][number]): string =>
  best === worst ? `${best}` : `${best} to ${worst}`;

export function pairVerdictWords({ system, against, verdict }: RankedPair): string {
  if (verdict === 'system') return `${system} is better`;
  if (verdict === 'against') return `${against} is better`;
  return verdict === 'equal' ? 'exactly equal' : 'undecided';
}

/** How much of the order is settled, in one sentence. */
export function orderWords({ places, pairs, missing }: Ranking): string {
  const open = pairs.filter(({ verdict }) => verdict === 'undecided').length + missing.length;
  const all = pairs.length + missing.length;
  if (open === 0 && places.every(({ best, worst }) => best === worst)) {
    return `Every pair is decided: ${places.map(({ system }) => system).join(', then ')}.`;
  }
  const decided = `${formatCount(all - open)} of ${formatCount(all)} pairs are decided`;
  const [first] = places.filter(({ best, worst }) => best === 1 && worst === 1);
  return first
    ? `${decided}; ${first.system} is the best of all.`
    : `${decided}; the rest of the order is open.`;
}
