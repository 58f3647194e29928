import type { Preset } from '../../../shared/contract/index.ts';

export interface MethodChoice {
  preset: Preset;
  name: string;
  why: string;
}

export const defaultMethod: MethodChoice = {
  preset: 'calibrated-hardness',
  name: 'Calibrated hardness',
  why: 'Looks more often at items where the surrogate expects trouble, corrects for it exactly, and gives an interval that holds however often you look.',
};

export const otherMethods: readonly MethodChoice[] = [
  {
    preset: 'uniform',
    name: 'Uniform with control variate',
    why: 'Every item has the same chance; the surrogate only steadies the number. Choose it when you do not trust the surrogate to tell hard from easy.',
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
