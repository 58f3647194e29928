import type { Ranking } from '../../../shared/contract/index.ts';
import { isolated } from '../../../shared/isolated.ts';
import { formatCount } from '../../app/format.ts';

/** How much of the order is settled, in one sentence. */
export function orderWords({ places, pairs, missing }: Ranking): string {
  const open = pairs.filter(({ verdict }) => verdict === 'undecided').length + missing.length;
  const all = pairs.length + missing.length;
  if (open === 0 && places.every(({ best, worst }) => best === worst)) {
    return `Every pair is decided: ${places.map(({ system }) => isolated(system)).join(', then ')}.`;
  }
  const decided = `${formatCount(all - open)} of ${formatCount(all)} pairs are decided`;
  const [first] = places.filter(({ best, worst }) => best === 1 && worst === 1);
  return first
    ? `${decided}; ${isolated(first.system)} is the best of all.`
    : `${decided}; the rest of the order is open.`;
}
