import type { Preset } from '../../../shared/contract/index.ts';

interface MethodChoice {
  preset: Preset;
  name: string;
  why: string;
}

/** The methods that a study may be drawn by; the first is the default. */
export const methodChoices: readonly MethodChoice[] = [
  {
    preset: 'calibrated-hardness',
    name: 'Calibrated hardness',
    why: 'Looks more often at items where the surrogate expects trouble, and corrects for it exactly. From 30 labels on it takes as many as uniform draws, and up to a tenth fewer where people differ from the surrogate on just those items; at 10 labels its interval is about 1 % wider.',
  },
  {
    preset: 'uniform',
    name: 'Uniform with control variate',
    why: 'Every item has the same chance; the surrogate only steadies the number. Choose it when you do not trust the surrogate to tell hard from easy: one that has it the wrong way round can cost a seventh more labels under the default, and nothing here.',
  },
  {
    preset: 'humcoe',
    name: 'HumCoE as published',
    why: 'The published sampler and estimator, to compare with the paper. It gives no interval, and may draw an item twice.',
  },
];

export const methodName = (preset: Preset): string =>
  methodChoices.find((method) => method.preset === preset)?.name ?? preset;
