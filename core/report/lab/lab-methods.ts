import type { LabMethod } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { methodById } from '../../../stats/index.ts';
import type { SamplerId } from './samplers.ts';

/** A method of the Lab with the sampler it draws by; `estimator` is the id of a method, or `planned`. */
export interface LabProcedure extends LabMethod {
  sampler: SamplerId;
  /** Id of an interval made for one look, in place of the method's own. */
  interval?: string;
}

/** One line of its own, or that of the method in the table. */
type ProcedureLine = readonly [
  id: string,
  name: string,
  sampler: SamplerId,
  estimator: string,
  oneLine?: string,
  interval?: string,
];

/** The sequence with planned looks, which is no method of the table: it needs every signal of the pool. */
export const plannedId = 'planned';

/** The approximate interval for one look, which needs every signal of the pool, too. */
export const oneLookId = 'one-look';

/** What runs when nobody chooses: the presets and everything that the HumCoE paper compares. */
const usual: readonly ProcedureLine[] = [
  ['calibrated-hardness', 'Calibrated hardness', 'tempered-hardness', plannedId, 'The default preset.'],
  ['uniform', 'Uniform + control variate', 'uniform', plannedId, 'The conservative preset.'],
  ['humcoe', 'HumCoE as published', 'hardness-with-replacement', 'humcoe', 'Eq. 2 to 4 of the paper.'],
  ['top-k', 'Active Top-K', 'most-uncertain', 'top-k'],
  ['hmceval', 'HMCEval', 'most-uncertain', 'hmceval'],
  ['mcm', 'MCM', 'confident-disagreement', 'mcm'],
  ['random-sample', 'HumCoE w/ Random sample', 'uniform', 'humcoe-random-sample'],
  ['no-calibration', 'HumCoE w/o Calibration', 'hardness-with-replacement', 'humcoe-no-calibration'],
  ['uniform-plain', 'Uniform, plain mean', 'uniform', 'plain-mean', 'What a simple random sample gives.'],
];

/** The other ways of the table of methods, each on draws where it is defined. */
const more: readonly ProcedureLine[] = [
  [
    'calibrated-hardness-rule-2',
    'Calibrated hardness, rule 2',
    'tempered-hardness',
    'calibrated',
    'The default preset of studies from before plans: one machine score, no planned look.',
  ],
  [
    'uniform-rule-2',
    'Uniform, rule 2',
    'uniform',
    'calibrated',
    'The conservative preset of studies from before plans.',
  ],
  [
    'uniform-t',
    'Uniform, plain mean, Student t at one look',
    'uniform',
    'plain-mean',
    'For one look: its coverage at one number of labels, and what is left at all looks.',
    't-plain',
  ],
  [
    'ppi-plus-plus-normal',
    'Uniform, PPI++, normal at one look',
    'uniform',
    'ppi-plus-plus',
    'The published interval of PPI++: its coverage at one number of labels, and at all looks.',
    'ppi-plus-plus-normal',
  ],
  ['hardness-calibrated', 'Full hardness + control variate', 'hardness', 'calibrated'],
  ['hardness-lure', 'Full hardness, LURE', 'hardness', 'lure'],
  ['hardness-lure-error', 'Full hardness, LURE in error form', 'hardness', 'lure-error'],
  ['hardness-hajek', 'Full hardness, Hájek', 'hardness', 'hajek'],
  [
    'hansen-hurwitz',
    'Hardness with replacement, Hansen-Hurwitz',
    'hardness-with-replacement',
    'hansen-hurwitz',
  ],
  ['ppi', 'Uniform, prediction-powered', 'uniform', 'ppi'],
  ['ppi-plus-plus', 'Uniform, PPI++', 'uniform', 'ppi-plus-plus'],
  [
    'rogan-gladen',
    'Uniform, sensitivity and specificity',
    'uniform',
    'rogan-gladen',
    'For yes and no by people and judge. Its published interval, at one number of labels and at all looks.',
    'rogan-gladen',
  ],
  ['student-t', "Uniform, Student's t at one look", 'uniform', 'student-t'],
  ['one-look', 'Uniform, all signals at one look', 'uniform', oneLookId],
  ['greg', 'Uniform, regression (GREG)', 'uniform', 'greg'],
  ['isotonic', 'Uniform, isotonic plug-in', 'uniform', 'isotonic'],
  ['strata-mean', 'Five strata, mean', 'strata', 'stratified-mean'],
  ['strata', 'Five strata + control variate', 'strata', 'shrunk-difference'],
  ['spread', 'Spread order + control variate', 'spread', 'spread'],
  ['active-inference', 'Active inference (Poisson)', 'poisson', 'active-inference'],
  ['surrogate-only', 'Surrogate only', 'uniform', 'surrogate-only'],
];

const toProcedure =
  (isUsual: boolean) =>
  ([id, name, sampler, estimator, oneLine, interval]: ProcedureLine): LabProcedure => ({
    id,
    name,
    sampler,
    estimator,
    oneLine: oneLine ?? methodById(estimator)?.oneLine ?? '',
    isUsual,
    ...(interval && { interval }),
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
    remedy: `Choose of: ${labProcedures.map((one) => one.id).join(', ')}.`,
  });
}
