import type { PlanCosts } from './contract/index.ts';

type Costed = PlanCosts['cheapest'];

/** How numbers are written. */
interface CostFormat {
  readonly count: (value: number) => string;
  readonly width: (halfWidth: number) => string;
}

const price = (cost: number): string => String(Number(cost.toFixed(2)));

const words = ({ labels, calls, cost }: Costed, { count }: CostFormat): string =>
  `${count(labels)} ${labels === 1 ? 'label' : 'labels'}${calls === 0 ? '' : ` and ${count(calls)} judge ${calls === 1 ? 'call' : 'calls'}`}, cost ${price(cost)}`;

/** What reaches a half-width at least cost, and what two simpler plans cost; a line each. */
export function costLines(costs: PlanCosts, format: CostFormat): string[] {
  const { cheapest, withoutJudge, allJudged, correlation, targetHalfWidth } = costs;
  return [
    `Cheapest for ± ${format.width(targetHalfWidth)}: ${words(cheapest, format)}.`,
    `Without a judge: ${words(withoutJudge, format)}.`,
    `With every item judged: ${words(allJudged, format)}.`,
    `A judge with a correlation of ${correlation} is assumed, and items to judge are drawn by chance.`,
  ];
}
