import type { LabMethod } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { methodById } from '../../stats/index.ts';
import type { SamplerId } from './samplers.ts';

/** A method of the Lab with the sampler it draws by; `estimator` is one of the Lab's own or a method's id. */
export interface LabProcedure extends LabMethod {
  sampler: SamplerId;
}

type Entry = readonly [id: string, name: string, sampler: SamplerId, estimator: string, oneLine: string];

/** What runs when nobody chooses: the presets and everything that the HumCoE paper compares. */
const usual: readonly Entry[] = [
  ['calibrated-hardness', 'Calibrated hardness', 'tempered-hardness', 'calibrated', 'The default preset.'],
  ['uniform', 'Uniform + control variate', 'uniform', 'calibrated', 'The conservative preset.'],
  ['humcoe', 'HumCoE as published', 'hardness-with-replacement', 'humcoe', 'Eq. 2 to 4 of the paper.'],
  [
    'top-k',
    'Active Top-K',
    'most-uncertain',
    'plain-mean',
    'Mean of the labels of the most uncertain items.',
  ],
  [
    'hmceval',
    'HMCEval',
    'most-uncertain',
    'hybrid',
    'People label the most uncertain items, the surrogate the rest.',
  ],
  [
    'mcm',
    'MCM',
    'confident-disagreement',
    'hybrid',
    'People label confident disagreements, the surrogate the rest.',
  ],
  [
    'random-sample',
    'HumCoE w/ Random sample',
    'uniform',
    'humcoe-weights',
    'Ablation: uniform draws, weights of Eq. 3 from the hardness.',
  ],
  [
    'no-calibration',
    'HumCoE w/o Calibration',
    'hardness-with-replacement',
    'plain-mean',
    'Ablation: hardness draws, plain mean.',
  ],
  ['uniform-plain', 'Uniform, plain mean', 'uniform', 'plain-mean', 'What a simple random sample gives.'],
];

/** The other ways of the table of methods, each on draws where it is defined. */
const more: readonly Entry[] = [
  [
    'hardness-calibrated',
    'Full hardness + control variate',
    'hardness',
    'calibrated',
    "HumCoE's hardness without replacement, repaired in every other way.",
  ],
  ['hardness-lure', 'Full hardness, LURE', 'hardness', 'lure', ''],
  ['hardness-lure-error', 'Full hardness, LURE in error form', 'hardness', 'lure-error', ''],
  ['hardness-hajek', 'Full hardness, Hájek', 'hardness', 'hajek', ''],
  [
    'hansen-hurwitz',
    'Hardness with replacement, Hansen-Hurwitz',
    'hardness-with-replacement',
    'hansen-hurwitz',
    '',
  ],
  ['ppi', 'Uniform, prediction-powered', 'uniform', 'ppi', ''],
  ['ppi-plus-plus', 'Uniform, PPI++', 'uniform', 'ppi-plus-plus', ''],
  ['greg', 'Uniform, regression (GREG)', 'uniform', 'greg', ''],
  ['surrogate-only', 'Surrogate only', 'none', 'surrogate-only', ''],
];

const toProcedure =
  (isUsual: boolean) =>
  ([id, name, sampler, estimator, oneLine]: Entry): LabProcedure => ({
    id,
    name,
    sampler,
    estimator,
    oneLine: oneLine || (methodById(estimator)?.oneLine ?? ''),
    isUsual,
  });

/** Every method that the Lab can try, the usual ones first. */
export const labProcedures: readonly LabProcedure[] = [
  ...usual.map(toProcedure(true)),
  ...more.map(toProcedure(false)),
];

/** @throws AppError INVALID_INPUT when there is no method of that id */
export function labProcedure(id: string): LabProcedure {
  const found = labProcedures.find((one) => one.id === id);
  if (found) return found;
  throw new AppError('INVALID_INPUT', `The Lab has no method named "${id}".`, {
    field: 'methods',
    mend: `Choose of: ${labProcedures.map((one) => one.id).join(', ')}.`,
  });
}
