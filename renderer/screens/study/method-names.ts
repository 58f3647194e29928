import type { Preset } from '../../../shared/contract/index.ts';

export interface MethodChoice {
  preset: Preset;
  name: string;
  why: string;
}

export const defaultMethod: MethodChoice = {
  preset: 'calibrated-hardness',
  name: 'Calibrated hardness',
  why: 'Looks more often at items where the surrogate expects trouble, and corrects for it exactly. From 30 labels on it takes as many as uniform draws, and up to a tenth fewer where people differ from the surrogate on just those items; at 10 labels its interval is about 1 % wider.',
};

export const otherMethods: readonly MethodChoice[] = [
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

const methodChoices = [defaultMethod, ...otherMethods];

export const methodName = (preset: Preset): string =>
  methodChoices.find((method) => method.preset === preset)?.name ?? preset;
