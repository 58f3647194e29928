import * as Plot from '@observablehq/plot';
import { type FailureShare, shareTexts, upward } from '../failure-words.ts';
import { strong } from '../palette.ts';
import { type Chart, rowFrame, shortened, tip } from './chart.ts';

/** A failure mode in a chart, with its share of all conversations. */
interface ChartedMode extends FailureShare {
  readonly id: number;
  readonly name: string;
}

const longestLabel = 30;
const mostRows = 12;

const percent = (share: number): string => `${Math.round(100 * share)}\u00a0%`;
const textOf = (mode: ChartedMode): string => {
  const texts = shareTexts(mode);
  return texts === null ? 'not estimable' : `${texts.value}, ${texts.interval}`;
};

/** The modes that have a bar: those with an interval, the largest first. */
export const chartedModes = <Mode extends ChartedMode>(modes: readonly Mode[]): Mode[] =>
  modes.filter((mode) => shareTexts(mode) !== null).slice(0, mostRows);

/** A bar for each failure mode, with its interval: how many of all conversations have it. Null where none has an interval. */
export function failureChart(modes: readonly ChartedMode[]): Chart | null {
  const rows = chartedModes(modes);
  if (rows.length === 0) return null;
  const label = (id: number) => shortened(rows.find((one) => one.id === id)?.name ?? '', longestLabel);
  const most = Math.max(...rows.map(({ upper }) => upper ?? 0));
  const y = 'id';
  return {
    summary: `Share of all conversations: ${rows.map((mode) => `${mode.name} ${textOf(mode)}`).join('; ')}`,
    optionsOn: ({ hasPointer }) => ({
      ...rowFrame(
        rows.map(({ id }) => label(id)),
        8,
      ),
      x: {
        label: 'Share of all conversations',
        labelAnchor: 'center',
        labelArrow: 'none',
        domain: [0, Math.min(1, Math.max(0.1, most * 1.05))],
        grid: true,
        tickFormat: percent,
        ticks: 6,
      },
      y: { label: null, domain: rows.map(({ id }) => id), tickFormat: label, tickSize: 0, padding: 0.3 },
      marks: [
        Plot.barX(rows, { x1: 0, x2: 'value', y, fill: strong, fillOpacity: 0.28 }),
        Plot.ruleX([0], { strokeOpacity: 0.5 }),
        Plot.ruleY(rows, { x1: 'lower', x2: 'upper', y, stroke: strong, strokeWidth: 2 }),
        Plot.tickX(rows, { x: 'lower', y, stroke: strong, inset: 4 }),
        Plot.tickX(rows, { x: 'upper', y, stroke: strong, inset: 4 }),
        Plot.dot(rows, {
          x: 'value',
          y,
          r: 4.5,
          fill: strong,
          ...(hasPointer && { title: (mode: ChartedMode) => `${mode.name}\n${textOf(mode)}`, tip }),
        }),
      ],
    }),
  };
}

/** What the bound on failures without a name was after so many conversations. */
interface UnnamedPoint {
  readonly draws: number;
  readonly upper: number;
}

/**
 * How the bound on the share of conversations with a failure that has no name fell while people read. Null before there are two
 * points.
 */
export function unnamedChart(curve: readonly UnnamedPoint[]): Chart | null {
  const last = curve.at(-1);
  if (!last || curve.length < 2) return null;
  return {
    summary: `At most this share holds a failure without a name: ${curve
      .map(({ draws, upper }) => `${upward(upper)} after ${draws}`)
      .join(', ')}`,
    optionsOn: ({ hasPointer }) => ({
      height: 220,
      marginTop: 16,
      marginBottom: 44,
      marginLeft: 56,
      marginRight: 24,
      x: {
        label: 'Conversations read',
        labelAnchor: 'center',
        labelArrow: 'none',
        domain: [0, last.draws],
        ticks: 6,
        tickFormat: 'd',
      },
      y: { label: null, domain: [0, 1], grid: true, ticks: 5, tickFormat: percent },
      marks: [
        Plot.areaY(curve, { x: 'draws', y: 'upper', curve: 'step-after', fill: strong, fillOpacity: 0.14 }),
        Plot.lineY(curve, { x: 'draws', y: 'upper', curve: 'step-after', stroke: strong, strokeWidth: 2 }),
        Plot.dot([last], { x: 'draws', y: 'upper', r: 4.5, fill: strong }),
        Plot.text([last], {
          x: 'draws',
          y: 'upper',
          text: ({ upper }: UnnamedPoint) => `at most ${upward(upper)}`,
          textAnchor: 'end',
          dx: -8,
          dy: 18,
          fill: 'currentColor',
          fontWeight: 600,
        }),
        Plot.ruleY([0], { strokeOpacity: 0.5 }),
        ...(hasPointer
          ? [
              Plot.tip(
                curve,
                Plot.pointerX({
                  x: 'draws',
                  y: 'upper',
                  title: ({ draws, upper }: UnnamedPoint) => `${draws} read\nat most ${upward(upper)}`,
                  ...tip,
                }),
              ),
            ]
          : []),
      ],
    }),
  };
}
