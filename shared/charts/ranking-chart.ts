import * as Plot from '@observablehq/plot';
import { matterWords, standingWords } from '../comparison-words.ts';
import type { RankedPair, Ranking } from '../contract/index.ts';
import { writtenEstimate } from '../number-text.ts';
import { series } from '../palette.ts';
import { rankingSentence } from '../ranking-words.ts';
import { type Chart, rowFrame, shortened, tip } from './chart.ts';

const longestLabel = 36;

/** What stands beside a row: A minus B. */
const labelOf = ({ system, against }: RankedPair) => shortened(`${system} \u2212 ${against}`, longestLabel);

/**
 * The difference of every pair with its interval, 0 as a line and the differences that do not matter as a band. Filled where the
 * pair is decided, hollow where it is open.
 */
export function rankingChart(ranking: Ranking): Chart {
  const { pairs, scale, measureName } = ranking;
  const end = endOf(ranking);
  return {
    summary: `The difference of each pair: ${rankingSentence(ranking)}`,
    optionsOn: ({ hasPointer }) => ({
      ...rowFrame(pairs.map(labelOf), 8),
      x: {
        label: `Difference in ${measureName}, at most ${scale.max} either way`,
        labelAnchor: 'center',
        labelArrow: 'none',
        domain: [-end, end],
        grid: true,
        ticks: 6,
      },
      y: {
        label: null,
        domain: pairs.map(({ studyId }) => studyId),
        tickFormat: (id: number) => labelOf(pairs.find(({ studyId }) => studyId === id)!),
        tickSize: 0,
      },
      marks: marksOf(ranking, hasPointer),
    }),
  };
}

/** As far as the intervals go, so that narrow ones can be read; never beyond the scale. */
function endOf({ pairs, scale }: Ranking): number {
  const ends = pairs.flatMap(({ lower, upper, leastDifference = 0 }) => [-lower, upper, leastDifference]);
  return Math.min(scale.max, Math.max(...ends, scale.max / 100) * 1.05);
}

function marksOf({ pairs, scale }: Ranking, hasPointer: boolean): Plot.Markish[] {
  const words = (pair: RankedPair) => {
    const { value, interval } = writtenEstimate(pair, scale, { isSigned: true });
    const counted = `${pair.labeled} of ${pair.differing} labeled`;
    return [labelOf(pair), `${value}, ${interval}`, standingWords(pair), counted].join('\n');
  };
  const y = 'studyId';
  const known = pairs.filter(({ labeled, differing }) => labeled > 0 || differing === 0);
  const unknown = pairs.filter((pair) => !known.includes(pair));
  const margins = [...new Set(pairs.map(({ leastDifference }) => leastDifference ?? 0))];
  const [least = 0] = margins;
  return [
    ...(margins.length === 1 && least > 0
      ? [Plot.rectX([least], { x1: -least, x2: least, fill: 'currentColor', fillOpacity: 0.08 })]
      : []),
    Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.6 }),
    Plot.ruleY(known, { x1: 'lower', x2: 'upper', y, stroke: series.blue, strokeWidth: 2 }),
    Plot.tickX(known, { x: 'lower', y, stroke: series.blue, inset: 10 }),
    Plot.tickX(known, { x: 'upper', y, stroke: series.blue, inset: 10 }),
    Plot.dot(known, {
      x: 'value',
      y,
      r: 5,
      stroke: series.blue,
      strokeWidth: 2,
      fill: ({ verdict }: RankedPair) =>
        verdict === 'undecided' ? 'var(--mantine-color-body, white)' : series.blue,
      ...(hasPointer && { title: words, tip }),
    }),
    Plot.text(unknown, {
      x: 0,
      y,
      text: () => 'no label yet',
      dx: 40,
      fill: 'currentColor',
      fillOpacity: 0.75,
    }),
  ];
}

/** What the marks of the chart mean, below it. */
export function rankingChartNote({ pairs }: Pick<Ranking, 'pairs'>): string {
  const [least, ...others] = new Set(pairs.map(({ leastDifference }) => leastDifference ?? 0));
  const band =
    others.length === 0 && least! > 0
      ? ` The band holds the differences of less than ${matterWords(least)}, which do not matter.`
      : '';
  return `Right of 0 the first system of a pair is ahead. A filled dot is a decided pair.${band}`;
}
