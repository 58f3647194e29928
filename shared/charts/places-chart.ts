import * as Plot from '@observablehq/plot';
import { placeWords } from '../comparison-words.ts';
import type { Ranking } from '../contract/index.ts';
import { series } from '../palette.ts';
import { rankingSentence } from '../ranking-words.ts';
import { type Chart, rowFrame, shortened, tip } from './chart.ts';

const longestLabel = 36;

type Place = Ranking['places'][number];

/**
 * The places that each system can still have, from the best to the worst, as a bar: systems whose bars share places cannot be told
 * apart yet. Filled where the place is decided.
 */
export function placesChart(ranking: Ranking): Chart {
  const { places } = ranking;
  const labels = places.map(({ system }) => shortened(system, longestLabel));
  return {
    summary: `The place of each system: ${rankingSentence(ranking)}`,
    optionsOn: ({ hasPointer }) => ({
      ...rowFrame(labels, 6),
      x: {
        label: 'Place, 1 is best',
        labelAnchor: 'center',
        labelArrow: 'none',
        domain: [0.5, places.length + 0.5],
        ticks: places.map((_, i) => i + 1),
        tickFormat: (place: number) => `${place}`,
        grid: true,
      },
      y: {
        label: null,
        domain: places.map(({ system }) => system),
        tickFormat: (system: string) => shortened(system, longestLabel),
        tickSize: 0,
      },
      marks: [
        Plot.barX(places, {
          x1: ({ best }: Place) => best - 0.3,
          x2: ({ worst }: Place) => worst + 0.3,
          y: 'system',
          insetTop: 6,
          insetBottom: 6,
          rx: 6,
          stroke: series.blue,
          strokeWidth: 2,
          fill: series.blue,
          fillOpacity: ({ best, worst }: Place) => (best === worst ? 0.9 : 0.2),
          ...(hasPointer && { title: (place: Place) => `${place.system}: ${placeWords(place)}`, tip }),
        }),
      ],
    }),
  };
}

/** @param words a report keeps those that it was written with */
export const placesChartNote = (words: 'now' | 'earlier' = 'now'): string =>
  words === 'now'
    ? 'A bar holds the places that a system may have. Where bars overlap, the order is open, or the difference does not matter.'
    : 'A bar holds the places that the labels leave to a system. Systems whose bars share places cannot be told apart yet, or not within what matters.';
