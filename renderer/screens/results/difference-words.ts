import { matterWords } from '../../../shared/comparison-words.ts';
import type { Comparison, EstimateReport, Subgroups } from '../../../shared/contract/index.ts';
import { defaultEstimate, rightInWords } from '../../../shared/estimate-words.ts';
import { isolated } from '../../../shared/isolated.ts';
import { digitsOf, formatCount, formatScore } from '../../api/format.ts';
import { boundsOf } from './plain-words.ts';

/** What a difference says beyond who is ahead, in one or two plain sentences. */
export function comparisonWords(
  report: EstimateReport,
  { system, against, sharedItems, verdict, leastDifference }: Comparison,
): string {
  const estimate = defaultEstimate(report);
  const bounds = estimate ? boundsOf(estimate) : null;
  if (report.N === 0) return 'No label is needed, and none can change it.';
  if (report.labeled === 0) {
    return 'What machine scores say of the difference is not evidence of what people would say.';
  }
  if (!estimate?.estimable || estimate.value === null || !bounds)
    return 'The difference is not estimable yet.';
  const size = formatScore(Math.abs(estimate.value), report.scale, digitsOf(bounds, report.scale));
  const ahead =
    Number(size) === 0
      ? `${estimate.value === 0 ? '' : 'next to '}no difference`
      : `${isolated(estimate.value > 0 === (report.scale.direction === 'higher') ? system : against)} ahead by about ${size}`;
  if (report.labeled === report.N)
    return `Every item that differs is labeled, so this is the difference itself: ${ahead}, over all ${formatCount(sharedItems)} items.`;
  const labels = `${formatCount(report.labeled)} ${report.labeled === 1 ? 'item' : 'items'} labeled`;
  const right = rightInWords(report.alpha);
  const sure =
    verdict === 'undecided'
      ? ` It could be no difference, or one that matters (${matterWords(leastDifference)} or more).`
      : verdict === 'practically-equal'
        ? ` The interval contains no difference that matters. ${right}`
        : ` The interval leaves out 0. ${right}`;
  return `With ${labels}, labeling every item that differs would find ${ahead}, over all ${formatCount(sharedItems)} items.${sure}`;
}

/** What it would take to decide, while it is open; null once it is decided or nobody can say yet. */
export function stillCloseWords({ comparison, plan, labeled, N }: EstimateReport): string | null {
  if (comparison?.verdict !== 'undecided' || labeled === 0) return null;
  if (plan.halfWidth === null) return 'More labels may show which is better; a forecast starts at ten.';
  return labeled >= N ? null : 'More labels may show which is better. They may be equally good.';
}

/** A field that puts all items into one group tells nothing apart. */
export const tellsApart = ({ subgroups, omitted }: Pick<Subgroups, 'subgroups' | 'omitted'>): boolean =>
  subgroups.length + omitted > 1 && subgroups.some(({ estimable }) => estimable);
