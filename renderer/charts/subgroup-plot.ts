import * as Plot from '@observablehq/plot';
import type { Subgroup, Subgroups } from '../../shared/contract/index.ts';
import { series } from '../app/theme.ts';

const rowHeight = 30;
const margin = { top: 28, bottom: 40, right: 24 };
const charWidth = 7.2;
const longestLabel = 28;

const shortened = (text: string) =>
  text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text;

/** A dot and a thin line for each subgroup; no band, so that nobody takes it for the study's own interval. */
export function subgroupPlot(
  { subgroups, scale, whole, name }: Subgroups,
  { xLabel, format }: { xLabel: string; format: (value: number) => string },
): Plot.PlotOptions {
  const known = subgroups.filter(({ estimable }) => estimable);
  const unknown = subgroups.filter(({ estimable }) => !estimable);
  const widest = Math.max(...subgroups.map(({ level }) => shortened(level).length), 8);
  const tip = ({ level, labeled, items, value, lower, upper }: Subgroup) =>
    [
      level,
      `${format(value!)}, approximately ${format(lower!)} to ${format(upper!)}`,
      `${labeled.toLocaleString('en')} of ${items.toLocaleString('en')} items labeled`,
    ].join('\n');
  return {
    height: margin.top + margin.bottom + rowHeight * subgroups.length,
    marginTop: margin.top,
    marginBottom: margin.bottom,
    marginLeft: Math.round(widest * charWidth) + 20,
    marginRight: margin.right,
    x: {
      label: xLabel,
      labelAnchor: 'center',
      labelArrow: 'none',
      domain: [scale.min, scale.max],
      grid: true,
      tickFormat: format,
      ticks: 6,
    },
    y: {
      label: name,
      labelArrow: 'none',
      domain: subgroups.map(({ level }) => level),
      tickFormat: shortened,
      tickSize: 0,
    },
    marks: [
      ...(whole === null
        ? []
        : [
            Plot.ruleX([whole], { stroke: 'currentColor', strokeDasharray: '6 3', strokeOpacity: 0.7 }),
            Plot.text([whole], {
              x: (value: number) => value,
              text: (value: number) => `all items ${format(value)}`,
              frameAnchor: 'top',
              dy: -16,
              fill: 'currentColor',
            }),
          ]),
      Plot.ruleY(known, {
        x1: 'lower',
        x2: 'upper',
        y: 'level',
        stroke: series.blue,
        strokeWidth: 1.5,
        strokeDasharray: '4 2',
      }),
      Plot.tickX(known, { x: 'lower', y: 'level', stroke: series.blue, inset: 9 }),
      Plot.tickX(known, { x: 'upper', y: 'level', stroke: series.blue, inset: 9 }),
      Plot.dot(known, {
        x: 'value',
        y: 'level',
        r: 4.5,
        fill: series.blue,
        channels: {},
        title: tip,
        tip: true,
      }),
      Plot.text(unknown, {
        x: scale.min,
        y: 'level',
        text: ({ labeled }: Subgroup) => `not estimable (${labeled} labeled)`,
        textAnchor: 'start',
        dx: 4,
        fill: 'currentColor',
        fillOpacity: 0.75,
      }),
    ],
  };
}
