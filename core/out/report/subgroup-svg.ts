import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Subgroups } from '../../../shared/contract/index.ts';
import type { Html } from '../../platform/page/escape-html.ts';
import { plainSvg } from './plain-svg.ts';

const blue = '#0072B2';
const rowHeight = 26;
const longestLabel = 30;

const shortened = (text: string) =>
  text.length > longestLabel ? `${text.slice(0, longestLabel - 1)}…` : text;

/** A dot and a thin broken line for each subgroup that is estimable: never a band. */
export function subgroupSvg({ subgroups, scale, whole }: Subgroups, measure: string): Html {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const known = subgroups.filter(({ estimable }) => estimable);
  const widest = Math.max(8, ...known.map(({ level }) => shortened(level).length));
  const plot = Plot.plot({
    document: document as unknown as Document,
    width: 760,
    height: 60 + rowHeight * known.length,
    marginLeft: Math.round(widest * 6.6) + 16,
    marginRight: 24,
    marginBottom: 40,
    x: {
      label: `${measure} (${scale.min} to ${scale.max})`,
      domain: [scale.min, scale.max],
      grid: true,
      labelArrow: 'none',
    },
    y: { label: null, domain: known.map(({ level }) => level), tickFormat: shortened, tickSize: 0 },
    marks: [
      ...(whole === null ? [] : [Plot.ruleX([whole], { stroke: 'currentColor', strokeDasharray: '6,3' })]),
      Plot.ruleY(known, {
        x1: 'lower',
        x2: 'upper',
        y: 'level',
        stroke: blue,
        strokeWidth: 1.5,
        strokeDasharray: '4,2',
      }),
      Plot.dot(known, { x: 'value', y: 'level', r: 4.5, fill: blue }),
    ],
  } as Plot.PlotOptions);
  return plainSvg(plot as unknown as Element);
}
