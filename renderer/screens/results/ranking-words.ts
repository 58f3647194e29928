import { matterWords } from '../../../shared/comparison-words.ts';
import type { RankedPair, Ranking } from '../../../shared/contract/index.ts';
import { isolated } from '../../../shared/isolated.ts';
import { formatCount } from '../../app/format.ts';

/** How much of the order is settled, in one or two sentences. */
export function orderWords(ranking: Ranking): string {
  const { places, pairs, missing } = ranking;
  const open = pairs.filter(({ verdict }) => verdict === 'undecided').length + missing.length;
  const all = pairs.length + missing.length;
  if (open === 0 && places.every(({ best, worst }) => best === worst)) {
    return `Every pair is decided: ${places.map(({ system }) => isolated(system)).join(', then ')}.`;
  }
  const decided =
    open === 0
      ? 'Every pair is decided'
      : `${formatCount(all - open)} of ${formatCount(all)} pairs are decided`;
  const [first] = places.filter(({ best, worst }) => best === 1 && worst === 1);
  const close = pairs.filter(({ verdict }) => verdict === 'practically-equal').map(closeWords);
  const rest = open === 0 ? '' : '; the rest of the order is open';
  return [`${decided}${first ? `; ${isolated(first.system)} is the best of all` : rest}.`, ...close].join(
    ' ',
  );
}

const closeWords = ({ system, against, leastDifference }: RankedPair): string =>
  `${isolated(system)} and ${isolated(against)} differ by less than ${matterWords(leastDifference)}, which does not matter.`;
