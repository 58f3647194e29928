import * as Plot from '@observablehq/plot';

/** What a door gives a chart to be drawn on. */
interface Canvas {
  /** In pixels. */
  readonly width: number;
  /** Whether somebody can point at it; only then does it hold what follows the pointer. */
  readonly hasPointer: boolean;
}

/** A chart, the same at every door: a pure function of its data. */
export interface Chart {
  /** What the picture shows, in a sentence, for those who do not see it. */
  readonly summary: string;
  optionsOn(canvas: Canvas): Plot.PlotOptions;
}

/**
 * Draws a chart as one picture with one name: names of its parts would be read as noise.
 *
 * @param document where there is no page
 */
export function drawChart(
  chart: Chart,
  canvas: Canvas,
  document?: Plot.PlotOptions['document'],
): ReturnType<typeof Plot.plot> {
  const drawn = Plot.plot({
    ...chart.optionsOn(canvas),
    ...(document && { document }),
    width: canvas.width,
    ariaLabel: chart.summary,
  });
  drawn.setAttribute('role', 'img');
  for (const part of drawn.querySelectorAll('g[aria-label]')) part.removeAttribute('aria-label');
  return drawn;
}

/** Draws what follows the pointer without a name of its own: the picture has one. */
export const unnamed: Plot.RenderFunction = (index, scales, values, dimensions, context, next) => {
  const drawn = next?.(index, scales, values, dimensions, context) ?? null;
  drawn?.removeAttribute('aria-label');
  return drawn;
};

/** The words that show at a mark while the pointer is there. */
export const tip: Plot.TipOptions = { render: unnamed };

/** A name where there is room for `most` letters; letters of two code units stay whole. */
export function shortened(name: string, most: number): string {
  const letters = [...name];
  return letters.length > most ? `${letters.slice(0, most - 1).join('')}…` : name;
}

const rowHeight = 32;
const margin = { top: 12, bottom: 44, right: 24 };
const charWidth = 7.2;

/** The frame of a chart that has a row for each label, with room for the widest of them and for a title below. */
export const rowFrame = (labels: readonly string[], leastLetters: number): Plot.PlotOptions => ({
  height: margin.top + margin.bottom + rowHeight * labels.length,
  marginTop: margin.top,
  marginBottom: margin.bottom,
  marginLeft: Math.round(Math.max(...labels.map(({ length }) => length), leastLetters) * charWidth) + 20,
  marginRight: margin.right,
});
