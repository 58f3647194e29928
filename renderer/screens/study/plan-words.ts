import type { HardnessPreview } from '../../../shared/contract/index.ts';
import { formatCount, formatScore } from '../../app/format.ts';

type Plan = HardnessPreview['plan'];
type Range = Pick<HardnessPreview['scale'], 'min' | 'max'>;

/** A half-width on the measure's own scale, without needless zeros. */
export function widthWords(halfWidth: number, scale: Range): string {
  return `±\u00a0${formatScore(halfWidth, scale)}`;
}

/** What a usual budget buys and what narrower intervals cost, in one sentence. */
export function planSentence({ atBudget, forWidth }: Plan, scale: Range, populationSize: number): string {
  const usual = atBudget.find(({ labels }) => labels === 30) ?? atBudget.at(-1);
  const narrower = forWidth.filter(({ halfWidth }) => !usual || halfWidth < usual.halfWidth * 0.999);
  const costs = narrower.map(({ halfWidth, labels, reachable }) =>
    reachable
      ? `${widthWords(halfWidth, scale)} needs about ${formatCount(labels)}`
      : `${widthWords(halfWidth, scale)} needs all ${formatCount(populationSize)}`,
  );
  const buys = usual && `${formatCount(usual.labels)} labels: about ${widthWords(usual.halfWidth, scale)}`;
  return `${[buys, costs.join(', ')].filter(Boolean).join('; ')}.`;
}
