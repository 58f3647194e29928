import * as Plot from '@observablehq/plot';
import type { Subgroup, Subgroups } from '../contract/index.ts';
import { isolated } from '../isolated.ts';
import { formatScore, scaleEnds } from '../number-text.ts';
import { strong } from '../palette.ts';
import { type Chart, shortened, tip } from './chart.ts';

const rowHeight = 30;
const margin = { top: 28, bottom: 40, right: 24 };
const charWidth = 7.2;
const longestLabel = 28;
/** Many rows that say nothing would hide those that do. The table has them all. */
const mostRowsWithoutNumber = 12;

const label = (level: string) => shortened(level, longestLabel);

/** A dot and a thin line for each subgroup; no band, so that nobody takes it for the study's own interval. */
export function subgroupChart(found: Subgroups, measureName: string): Chart {
  const { scale, name } = found;
  const rows = shownRows(found);
  const widest = Math.max(...rows.map(({ level }) => label(level).length), 8);
  const format = (value: number) => formatScore(value, scale);
  return {
    summary: summaryOf(found),
    optionsOn: ({ hasPointer }) => ({
      height: margin.top + margin.bottom + rowHeight * rows.length,
      marginTop: margin.top,
      marginBottom: margin.bottom,
      marginLeft: Math.round(widest * charWidth) + 20,
      marginRight: margin.right,
      x: {
        label: `${isolated(measureName)} (${scaleEnds(scale)})`,
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
        domain: rows.map(({ level }) => level),
        tickFormat: label,
        tickSize: 0,
      },
      marks: [...wholeMarks(found, format), ...rowMarks(found, rows, hasPointer)],
    }),
  };
}

function wholeMarks({ whole }: Subgroups, format: (value: number) => string): Plot.Markish[] {
  if (whole === null) return [];
  return [
    Plot.ruleX([whole], { stroke: 'currentColor', strokeDasharray: '6 3', strokeOpacity: 0.7 }),
    Plot.text([whole], {
      x: (value: number) => value,
      text: (value: number) => `all items ${format(value)}`,
      frameAnchor: 'top',
      dy: -16,
      fill: 'currentColor',
    }),
  ];
}

function rowMarks({ scale }: Subgroups, rows: readonly Subgroup[], hasPointer: boolean): Plot.Markish[] {
  const known = rows.filter(({ estimable }) => estimable);
  const unknown = rows.filter(({ estimable }) => !estimable);
  const format = (value: number) => formatScore(value, scale);
  const words = ({ level, labeled, items, value, lower, upper }: Subgroup) =>
    [
      level,
      `${format(value!)}, approximately ${format(lower!)} to ${format(upper!)}`,
      `${labeled.toLocaleString('en')} of ${items.toLocaleString('en')} items labeled`,
    ].join('\n');
  const line = { y: 'level', stroke: strong };
  return [
    Plot.ruleY(known, { x1: 'lower', x2: 'upper', ...line, strokeWidth: 1.5, strokeDasharray: '4 2' }),
    Plot.tickX(known, { x: 'lower', ...line, inset: 9 }),
    Plot.tickX(known, { x: 'upper', ...line, inset: 9 }),
    Plot.dot(known, {
      x: 'value',
      y: 'level',
      r: 4.5,
      fill: strong,
      ...(hasPointer && { channels: {}, title: words, tip }),
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
  ];
}

/** The subgroups that have a row in the chart. */
function shownRows({ subgroups }: Pick<Subgroups, 'subgroups'>): Subgroup[] {
  const known = subgroups.filter(({ estimable }) => estimable);
  return subgroups.length <= mostRowsWithoutNumber || known.length === 0
    ? subgroups.slice(0, Math.max(known.length, mostRowsWithoutNumber))
    : known;
}

function summaryOf({ name, subgroups, scale }: Subgroups): string {
  const known = subgroups.filter(({ estimable }) => estimable);
  const parts = known.map(({ level, value }) => `${level} ${formatScore(value, scale)}`);
  const rest = subgroups.length - known.length;
  return `By ${name}: ${parts.join(', ') || 'none estimable'}${rest > 0 ? `; ${rest} not estimable` : ''}.`;
}
