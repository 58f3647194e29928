import type { OtherCriterion, Scale, Subgroups } from './contract/index.ts';
import { formatInterval, percentText } from './number-text.ts';
import { reworded } from './page-words.ts';

const probabilityText = (value: number): string =>
  value < 0.001 ? 'p < .001' : `p = ${value.toFixed(3).slice(1)}`;

/** Which subgroups differ from all other items, tested together; null where none could be tested. */
export function testedSentence({ subgroups, alpha }: Pick<Subgroups, 'subgroups' | 'alpha'>): string | null {
  const tested = subgroups.flatMap(({ level, differs }) => (differs ? [{ level, ...differs }] : []));
  if (tested.length === 0) return null;
  const found = tested.filter(({ adjusted }) => adjusted <= alpha);
  const names = found.map(({ level, adjusted }) => `${level} (${probabilityText(adjusted)})`).join(', ');
  const verdict =
    found.length === 0
      ? 'none is shown to differ from the other items'
      : `${names} ${found.length === 1 ? 'differs' : 'differ'} from the other items`;
  const several = `Tested together by Holm's correction, at one look: of ${tested.length} subgroups ${verdict}.`;
  if (tested.length > 1) return several;
  const alone = `${found.length === 0 ? `${tested[0]!.level} is not shown to differ` : `${names} differs`} from the other items`;
  return reworded(`Tested at one look: ${alone}.`, several, 10);
}

/** The interval of a criterion that holds together with all others. */
export const togetherText = ({ scale, together }: OtherCriterion): string | null =>
  together === undefined || together.lower === null || together.upper === null
    ? null
    : `${formatInterval({ lower: together.lower, upper: together.upper }, scale)} together with the others`;

/** What the intervals that hold together are, with that of the study's own criterion, on its scale; null where there are none. */
export function sharesSentence(
  criteria: readonly OtherCriterion[],
  scale: Pick<Scale, 'min' | 'max'>,
): string | null {
  const [first] = criteria;
  if (first?.together === undefined) return null;
  const { alpha, ownLower, ownUpper } = first.together;
  const shares = reworded(
    `Those that hold together do so at all looks, each at the error level ${percentText(alpha)}.`,
    `Those that hold together do so at all looks: the study's own criterion and each other one at an equal share of the error level, ${percentText(alpha)}.`,
  );
  if (ownLower === null || ownUpper === null) return shares;
  const own = formatInterval({ lower: ownLower, upper: ownUpper }, scale);
  return `${shares} The study's own interval is then ${own}.`;
}
