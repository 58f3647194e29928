import type { Curve } from './charts/curve-chart.ts';
import type { SeriesPlan } from './contract/index.ts';
import { likelyLabelsWords } from './goal-words.ts';
import { formatCount, formatPercent } from './number-text.ts';

const written = (drop: number): string => Number(drop.toPrecision(3)).toString();

/** About, to whole percents; never 0 or 100 %, which nobody promises. */
const chanceWords = (chance: number): string =>
  chance > 0.99
    ? 'over 99 %'
    : chance < 0.01
      ? 'under 1 %'
      : `about ${formatPercent(Number(chance.toFixed(2)))}`;

/** What a plan of the next release says, a sentence each. */
export function seriesPlanWords(plan: SeriesPlan): string[] {
  const { by, power, labels, items, likely, reachable, differing, sharedItems, spread } = plan;
  const count = likely ? likelyLabelsWords(likely, differing, formatCount) : formatCount(labels);
  const [half, whole] = plan.drops.map(({ drop, chance }) => ({
    drop: written(drop),
    chance: chanceWords(chance),
  }));
  if (!reachable) {
    return [
      `Not worse by ${written(by)}: only labeling all ${formatCount(differing)} replies that differ decides it.`,
      basisWords(plan),
    ];
  }
  return [
    `Not worse by ${written(by)}: ${count} labels pass an equal release with a chance of ${formatPercent(power)}.`,
    ...(likely
      ? [`Planned with ${formatCount(labels)}; the spread is a guess until ten replies are labeled in both.`]
      : []),
    `These labels show a drop of ${whole!.drop} with a chance of ${whole!.chance}, one of ${half!.drop} with ${half!.chance}.`,
    `A drop of ${written(2 * by)} fails the gate as often as an equal release passes it.`,
    `Draw ${formatCount(items)} items${differing < sharedItems ? `: about ${formatCount(labels)} of their replies differ, and only these are asked about` : ''}. Both releases need labels there.`,
    ...(spread === 'learned' || differing < sharedItems ? [basisWords(plan)] : []),
    ...againWords(plan),
  ];
}

/**
 * What it buys and costs to have equal replies rated again, where there are any. By test/accuracy/series-drift.ts (300 of 1,000 items
 * drawn, two fifths differing) a difference without drift is 2.8 to 4 times as wide where a fifth is rated again, 1.5 where all are.
 */
function againWords({ items, labels, differing, sharedItems }: SeriesPlan): string[] {
  const equal = Math.max(0, items - labels);
  if (differing === sharedItems || equal === 0) return [];
  const [some, all] = [Math.ceil(equal / 5), equal].map(formatCount);
  return [
    'Equal replies keep their labels, so people who became stricter make a release look worse.',
    `Have equal replies rated again where that may be: 20 % takes about ${some} more labels, 100 % about ${all}.`,
    'This takes the drift of people out. It makes the interval 1.5 to 4 times as wide, or more where most replies differ.',
    'None are rated again unless you choose a share.',
  ];
}

const basisWords = ({ differing, sharedItems }: SeriesPlan): string =>
  differing < sharedItems
    ? `By the last two releases: ${formatCount(differing)} of ${formatCount(sharedItems)} replies differ.`
    : `All ${formatCount(sharedItems)} replies are taken to differ.`;

/** The chances over labels, a curve for each drop. */
export const seriesPlanCurves = ({ by, curve }: SeriesPlan): Curve[] =>
  [
    { id: 'same', name: `equal passes, ${written(by)} is found`, at: 1 },
    { id: 'half', name: `a drop of ${written(by / 2)} is found`, at: 0 },
    { id: 'twice', name: `a drop of ${written(2 * by)} is found`, at: 2 },
  ].map(({ id, name, at }) => ({
    ...{ id, name },
    points: curve.map(({ labels, chances }) => ({ budget: labels, value: chances[at]! })),
  }));
