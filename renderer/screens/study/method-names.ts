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
    why: 'Looks more often at items where the machine score expects trouble, and corrects for it exactly. From 30 labels on it needs as many as uniform draws, or up to a tenth fewer. At 10 labels its interval is about 1 % wider.',
  },
  {
    preset: 'uniform',
    name: 'Uniform with control variate',
    why: 'Every item has the same chance; the machine score only steadies the number. Choose it if that score may confuse hard and easy items. That can cost a seventh more labels under the default, and nothing here.',
  },
  {
    preset: 'humcoe',
    name: 'HumCoE as published',
    why: 'The published sampler and estimator, to compare with the paper. It gives no interval, and may draw an item twice.',
  },
  {
    preset: 'top-k',
    name: 'Active Top-K (baseline)',
    why: 'People label the responses of which the system was least sure. The number speaks for these alone and has no honest interval.',
  },
  {
    preset: 'hmceval',
    name: 'HMCEval, least sure labeled (baseline)',
    why: 'People label the least sure responses, as in appendix E of the HumCoE paper. The machine score decides the rest. No honest interval.',
  },
  {
    preset: 'hmceval-certain',
    name: 'HMCEval, surest labeled (baseline)',
    why: 'The same from the other end: people label the surest responses, as in appendix A.2. No honest interval.',
  },
  {
    preset: 'mcm',
    name: 'MCM (baseline)',
    why: 'People label the surest responses among those that the machine score disagrees with. It decides the rest. No honest interval.',
  },
];

export const methodName = (preset: Preset): string =>
  methodChoices.find((method) => method.preset === preset)?.name ?? preset;
