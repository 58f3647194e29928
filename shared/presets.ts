import type { Preset, Study } from './contract/index.ts';
import { reworded } from './page-words.ts';

/** Presets whose items are drawn without replacement by known chances: they alone have an interval. */
export const hasInterval = (preset: Preset): preset is 'calibrated-hardness' | 'uniform' =>
  preset === 'calibrated-hardness' || preset === 'uniform';

/** Baselines of the HumCoE paper, which choose items without chance. */
const baselines = ['top-k', 'hmceval', 'hmceval-certain', 'mcm'] as const;
export type Baseline = (typeof baselines)[number];

export const isBaseline = (preset: Preset): preset is Baseline => baselines.some((one) => one === preset);

/** Below this surrogate value the surrogate disagrees with the system, where nobody says otherwise (MCM). */
export const usualDisagreement = 0.5;

/** Why the number of a study has no interval; null where it has one. */
export function withoutIntervalWords(preset: Preset): string | null {
  if (hasInterval(preset)) return null;
  if (preset === 'humcoe') {
    return reworded(
      'HumCoE as published has no interval: none with known coverage exists for it. Its published accuracy is that of a mean of 100 runs. A single run of 30 labels reached a consistency ratio of 61 to 93 % on 14 populations.',
      'HumCoE as published has no interval: none with known coverage exists for it. Its published accuracy is that of a mean of 100 runs; on the 14 populations where it was measured, a single run of 30 labels reached a consistency ratio of 61 to 93 %.',
    );
  }
  const speaksFor =
    preset === 'top-k'
      ? 'The number speaks for the least sure responses alone.'
      : reworded(
          'For all other items it uses the machine score as it is.',
          'For all other items it takes the surrogate at its word.',
          9,
        );
  return `This number has no honest interval: its items were chosen, not drawn by chance. ${speaksFor}`;
}

/** What a baseline chooses by, in a sentence. */
export const choiceWords = (
  preset: Preset,
  { uncertainty, disagreement }: NonNullable<Study['choice']>,
): string =>
  `Items are chosen by ${preset}; uncertainty: ${uncertainty}${disagreement === null ? '' : `; a machine score below ${disagreement} is a disagreement`}.`;

/** How many more draws the sample of a study can have; a preset that draws with replacement always has more until each item is drawn. */
export const drawsLeft = (study: {
  preset: Preset;
  populationSize: number;
  drawCount: number;
  itemsDrawn: number;
}): number => {
  const { preset, populationSize, drawCount, itemsDrawn } = study;
  if (itemsDrawn >= populationSize) return 0;
  return preset === 'humcoe' ? Number.POSITIVE_INFINITY : populationSize - drawCount;
};
