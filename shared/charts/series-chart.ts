import * as Plot from '@observablehq/plot';
import type { Release, Series } from '../contract/index.ts';
import { isolated } from '../isolated.ts';
import { formatScore, inPercent, scaleEnds, writtenEstimate } from '../number-text.ts';
import { series as colors } from '../palette.ts';
import { labeledWords } from '../series-words.ts';
import { type Chart, rowFrame, shortened, tip } from './chart.ts';

const longestLabel = 32;

const nameOf = ({ system, datasetName }: Release, isWatch: boolean) =>
  shortened(isWatch ? datasetName : system, longestLabel);

/**
 * What each release or window came to, the first on top: a dot with its interval. Where the mean of a watch's reference lies is
 * a band. Null where none has a number yet, or where they are on different scales.
 */
export function seriesChart({ releases, watch }: Pick<Series, 'releases' | 'watch'>): Chart | null {
  const known = releases.filter(({ value }) => value !== null);
  const [first] = known;
  if (!first) return null;
  const { scale, measureName } = inPercent(first);
  if (releases.some((one) => one.scale.min !== scale.min || one.scale.max !== scale.max)) return null;
  const label = (one: Release) => nameOf(one, watch !== null);
  const told = known.map((one) => {
    const { value, interval } = writtenEstimate(one, scale);
    return `${label(one)} ${value}${interval === null ? '' : ` (${interval})`}`;
  });
  return {
    summary: `${measureName} of each ${watch ? 'window' : 'release'}: ${told.join(', ')}`,
    optionsOn: ({ hasPointer }) => ({
      ...rowFrame(releases.map(label), 8),
      x: {
        label: `${isolated(measureName)} (${scaleEnds(scale)})`,
        labelAnchor: 'center',
        labelArrow: 'none',
        domain: [scale.min, scale.max],
        grid: true,
        tickFormat: (value: number) => formatScore(value, scale),
        ticks: 6,
      },
      y: {
        label: null,
        domain: releases.map(({ studyId }) => studyId),
        tickFormat: (id: number) => label(releases.find(({ studyId }) => studyId === id)!),
        tickSize: 0,
      },
      marks: [
        ...(watch
          ? [
              Plot.rectX([watch.reference], {
                x1: 'lower',
                x2: 'upper',
                fill: 'currentColor',
                fillOpacity: 0.08,
              }),
            ]
          : []),
        ...marksOf(releases, hasPointer, label),
      ],
    }),
  };
}

function marksOf(
  releases: readonly Release[],
  hasPointer: boolean,
  label: (release: Release) => string,
): Plot.Markish[] {
  const y = 'studyId';
  const bounded = releases.filter(({ lower, upper }) => lower !== null && upper !== null);
  const known = releases.filter(({ value }) => value !== null);
  const title = (one: Release) => {
    const { value, interval } = writtenEstimate(one, inPercent(one).scale);
    return [label(one), `${value}, ${interval ?? 'no interval'}`, `${labeledWords(one)} labeled`].join('\n');
  };
  return [
    Plot.ruleY(bounded, { x1: 'lower', x2: 'upper', y, stroke: colors.blue, strokeWidth: 2 }),
    Plot.tickX(bounded, { x: 'lower', y, stroke: colors.blue, inset: 10 }),
    Plot.tickX(bounded, { x: 'upper', y, stroke: colors.blue, inset: 10 }),
    Plot.dot(known, {
      x: 'value',
      y,
      r: 5,
      fill: colors.blue,
      ...(hasPointer && { title, tip }),
    }),
    Plot.text(
      releases.filter(({ value }) => value === null),
      {
        x: (one: Release) => one.scale.min,
        y,
        text: ({ labeled }: Release) => (labeled > 0 ? 'not estimable yet' : 'no label yet'),
        dx: 56,
        fill: 'currentColor',
        fillOpacity: 0.75,
      },
    ),
  ];
}
