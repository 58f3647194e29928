import * as Plot from '@observablehq/plot';
import type { EstimateReport, LabelBin, LabelSpread } from '../contract/index.ts';
import { isolated } from '../isolated.ts';
import { formatCount, formatScore, givenScore } from '../number-text.ts';
import { reworded } from '../page-words.ts';
import { strong } from '../palette.ts';
import { type Chart, shortened } from './chart.ts';
import { measureLabel } from './estimate-chart.ts';

type Scaled = Pick<EstimateReport, 'scale' | 'comparison' | 'measureName' | 'N'>;

const margin = { top: 36, bottom: 44, left: 48, right: 16 };
const height = 220;
/** Pixels of the second line of the names of bars. */
const nameHeight = 16;
/** Letters that a name under a bar has room for. */
const longestName = 22;
/** Pixels that the numbers above a bar need. */
const wordsWidth = 56;

/** A value as people gave it: whole or half steps as they are, others with the digits of the scale. */
export function stepText(value: number, scale: Scaled['scale'] & { isShare?: true }): string {
  if (scale.isShare) return givenScore(value, scale);
  return Number.isInteger(value * 2) ? String(value).replace('-', '\u2212') : formatScore(value, scale);
}

/** What a bar is of: one value, or from one to the next; of preferences, which reply is better. */
export function binText({ from, to }: LabelBin, { scale, comparison }: Scaled): string {
  if (from !== to) return `${stepText(from, scale)} to ${stepText(to, scale)}`;
  const steps = comparison?.preference;
  if (!comparison || steps === undefined || !Number.isInteger((from * (steps - 1)) / 2))
    return stepText(from, scale);
  if (from === 0) return 'equal';
  const ahead = isolated(from > 0 ? comparison.system : comparison.against);
  return `${ahead} is ${steps === 5 && Math.abs(from) === 1 ? 'much better' : 'better'}`;
}

/** A share of the pool, in whole percent: labels are too few for more. */
export const shareText = (share: number): string => `${Math.round(share * 100)}\u00a0%`;

/** "heron is better", who under the bar and how below. */
const inTwoLines = (text: string): string => {
  const [, who, how] = /^(.*) (is (?:much )?better)$/.exec(text) ?? [];
  return who === undefined ? text : `${shortened(who, longestName)}\n${how}`;
};

/**
 * The labels by their values: bars count the labels; beside each count the estimated share of all items.
 *
 * @param hasNames whether bars of preferences say which reply is better
 */
export function labelChart({ bins }: Pick<LabelSpread, 'bins'>, report: Scaled, hasNames = true): Chart {
  const isNamed = hasNames && report.comparison?.preference !== undefined;
  const textOf = (bin: LabelBin) => binText(bin, isNamed ? report : { ...report, comparison: null });
  const names = bins.map(textOf);
  const name = (_: LabelBin, i: number) => names[i]!;
  const words = ({ count, share }: LabelBin) =>
    share === null || count === 0 ? formatCount(count) : `${formatCount(count)}\n${shareText(share)}`;
  return {
    summary: labelSummary(bins, textOf),
    optionsOn: ({ width }) => ({
      height,
      marginTop: margin.top,
      marginBottom: margin.bottom + (isNamed ? nameHeight : 0),
      marginLeft: margin.left,
      marginRight: margin.right,
      x: {
        type: 'band',
        domain: names,
        label: measureLabel(report as EstimateReport),
        labelAnchor: 'center',
        labelArrow: 'none',
        labelOffset: 40 + (isNamed ? nameHeight : 0),
        padding: 0.25,
        tickSize: 0,
        ...(isNamed && { tickFormat: (text: string) => inTwoLines(text) }),
        ...(bins.length * 34 > width && {
          tickFormat: (text: string, i: number) => (i % 2 === 0 ? text : ''),
        }),
      },
      y: {
        label: 'Labels',
        labelArrow: 'none',
        grid: true,
        ticks: Math.min(4, Math.max(1, ...bins.map(({ count }) => count))),
        tickFormat: (n: number) => (Number.isInteger(n) ? formatCount(n) : ''),
      },
      marks: [
        Plot.barY(bins, { x: name, y: 'count', fill: strong }),
        Plot.ruleY([0], { strokeOpacity: 0.6 }),
        ...(bins.length * wordsWidth <= width
          ? [
              Plot.text(bins, {
                x: name,
                y: 'count',
                text: words,
                lineAnchor: 'bottom',
                dy: -4,
                fill: 'currentColor',
              }),
            ]
          : []),
      ],
    }),
  };
}

/** What the numbers at the bars are, and of which items. */
export function labelNote({ bins, labeled, skipped }: LabelSpread, { comparison, N }: Scaled): string {
  const of = comparison ? 'items that differ' : 'items';
  const left =
    skipped === 0
      ? ''
      : ` ${formatCount(skipped)} skipped ${skipped === 1 ? 'item is' : 'items are'} left out.`;
  const hasShares = bins.some(({ share }) => share !== null);
  if (labeled === N) return `Bars count the labels, of all ${formatCount(N)} ${of}.${left}`;
  return hasShares
    ? reworded(
        `Bars count the labels. The percentage is the estimated share of all ${formatCount(N)} ${of}, without an interval. It weighs each item by its chance to be in the sample.${left}`,
        `Bars count the labels. The percentage is the estimated share of all ${formatCount(N)} ${of}, weighted by each item’s chance to be in the sample; it has no interval.${left}`,
      )
    : labeled === 1
      ? reworded(ofOneLabel(N, left), ofSample(labeled, N, left), 14)
      : ofSample(labeled, N, left);
}

const ofSample = (labeled: number, N: number, left: string): string =>
  `Bars count the labels of the ${formatCount(labeled)} labeled items, which are a sample: not shares of all ${formatCount(N)}.${left}`;
const ofOneLabel = (N: number, left: string): string =>
  `The bar is the label of one item of ${formatCount(N)}: not a share of all.${left}`;

function labelSummary(bins: readonly LabelBin[], textOf: (bin: LabelBin) => string): string {
  const parts = bins.flatMap((bin) =>
    bin.count === 0
      ? []
      : [
          `${textOf(bin)}: ${formatCount(bin.count)}${bin.share === null ? '' : ` (${shareText(bin.share)})`}`,
        ],
  );
  return `Labels by value. ${parts.join(', ')}`;
}
