import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { EstimatePoint, EstimateReport } from '../../../shared/contract/index.ts';
import type { Html } from '../../platform/page/escape-html.ts';
import { plainSvg } from './plain-svg.ts';

/** Okabe and Ito's palette, the same as on screen. */
const blue = '#0072B2';
const orange = '#D55E00';
const green = '#009E73';
const gray = '#6b6b6b';

/** Where the estimate went, label by label, as SVG that needs no script and no font of ours. */
export function estimateSvg(report: EstimateReport, history: readonly EstimatePoint[]): Html {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const { scale, fullEvaluation, judges, comparison } = report;
  const last = Math.max(1, history.at(-1)?.draws ?? 1);
  const banded = history.filter((p) => p.lower !== null);
  const lines = [
    ...(fullEvaluation?.complete
      ? [{ y: fullEvaluation.value, text: 'full evaluation', color: green, dash: '8,3' }]
      : []),
    ...judges.map(({ name, value }) => ({ y: value, text: `judge ${name}`, color: orange, dash: '2,3' })),
  ];
  const plot = Plot.plot({
    document: document as unknown as Document,
    width: 760,
    height: 320,
    marginLeft: 48,
    marginRight: 130,
    x: {
      label: history.some((p) => p.draws !== p.labeled) ? 'draws' : 'labels',
      ticks: wholeTicks(last),
      domain: [0, last],
      tickFormat: 'd',
      labelArrow: 'none',
      labelAnchor: 'center',
    },
    y: {
      label: comparison
        ? `${report.measureName}, ${comparison.system} minus ${comparison.against}`
        : `${report.measureName} (${scale.min} to ${scale.max})`,
      domain: [scale.min, scale.max],
      grid: true,
      labelArrow: 'none',
    },
    marks: [
      Plot.areaY(banded, {
        x: 'draws',
        y1: 'lower',
        y2: 'upper',
        fill: blue,
        fillOpacity: 0.16,
        curve: 'step-after',
      }),
      ...(comparison ? [Plot.ruleY([0], { stroke: 'currentColor', strokeWidth: 1 })] : []),
      ...lines.map(({ y, color, dash }) =>
        Plot.ruleY([y], { stroke: color, strokeDasharray: dash, strokeWidth: 1.5 }),
      ),
      Plot.text(apart(lines, scale), {
        y: 'at',
        text: 'text',
        fill: 'color',
        frameAnchor: 'right',
        dx: 6,
        textAnchor: 'start',
      }),
      Plot.lineY(
        history.filter((p) => p.plainMean !== null),
        { x: 'draws', y: 'plainMean', stroke: gray, strokeDasharray: '4,3' },
      ),
      Plot.lineY(history, { x: 'draws', y: 'value', stroke: blue, strokeWidth: 2.5 }),
    ],
  } as Plot.PlotOptions);
  return plainSvg(plot as unknown as Element);
}

/** About eight whole numbers from 0 to `last`. */
function wholeTicks(last: number): number[] {
  const step = Math.max(1, Math.ceil(last / 8 / 5) * (last > 8 ? 5 : 1));
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => i * step);
}

interface Line {
  y: number;
  text: string;
  color: string;
}

/** Where the names of lines stand: beside them, but never over one another. */
function apart(
  lines: readonly Line[],
  { min, max }: { min: number; max: number },
): (Line & { at: number })[] {
  const least = (max - min) / 18;
  let last = Number.NEGATIVE_INFINITY;
  return [...lines]
    .sort((a, b) => a.y - b.y)
    .map((line) => {
      last = Math.max(line.y, last + least);
      return { ...line, at: last };
    });
}
