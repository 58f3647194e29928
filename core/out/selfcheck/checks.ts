import {
  bracketedProcedure,
  calibratedProcedure,
  type Population,
  type Procedure,
  pairedPopulation,
  syntheticKinds,
  syntheticPopulation,
  temperedProbabilities,
  uniformFormProcedure,
  uniformProbabilities,
} from '../../../stats/index.ts';

/** One interval on one population at one error level. */
export interface Check {
  procedure: Procedure;
  population: Population;
  alpha: number;
  /** Labels up to which the interval is looked at, after every single one. */
  labels: number;
}

const tempered = (s: Float64Array) => temperedProbabilities(s);
const uniform = (s: Float64Array) => uniformProbabilities(s.length);

/** Every third item of value 0 and every eleventh of the others: skipping that hides failures. */
const failuresSkipped = ({ y }: Population, position: number) =>
  position % (y[position] === 0 ? 3 : 11) === 0;

const calibrated = (alpha: number) => calibratedProcedure('calibrated hardness', tempered, alpha);
const control = (alpha: number) => calibratedProcedure('uniform, control variate', uniform, alpha);
const uniformForm = (alpha: number) => uniformFormProcedure('uniform, own form', alpha);
const bracket = (alpha: number) => bracketedProcedure('bracket of skips', tempered, alpha, failuresSkipped);
const difference = (alpha: number) => calibratedProcedure('difference of two', tempered, alpha);

/** A few populations that stand for the rest where checking all would only take longer. */
const fewKinds = [
  'binary, helpful surrogate',
  'ratings of five levels, .62',
  'binary, lying surrogate',
  'rare failures, overconfident surrogate',
] as const;

/** Every interval that covers at all looks, as the app computes it. */
export function shippedChecks(): Check[] {
  const [size, labels] = [400, 80];
  const all = syntheticKinds.map((kind, seed) => syntheticPopulation(kind, size, seed));
  const few = fewKinds.map((kind) => all.find(({ name }) => name === kind)!);
  // Small pools labeled to the last item: here the steps without replacement differ most.
  const small = fewKinds.map((kind, seed) => syntheticPopulation(kind, 40, 100 + seed));
  const pairs = [pairedPopulation('A a little better than B', size, 200)];
  return [
    ...checksOf(calibrated, all, labels, [0.05]),
    ...checksOf(control, all, labels, [0.05]),
    ...checksOf(calibrated, few, labels, [0.2, 0.01]),
    ...checksOf(calibrated, small, 40, [0.05]),
    ...checksOf(uniformForm, few, labels, [0.05]),
    ...checksOf(bracket, few, labels, [0.05]),
    ...checksOf(difference, pairs, labels, [0.05, 0.05 / 3]),
  ];
}

function checksOf(
  procedureAt: (alpha: number) => Procedure,
  populations: readonly Population[],
  labels: number,
  alphas: readonly number[],
): Check[] {
  return alphas.flatMap((alpha) => {
    const procedure = procedureAt(alpha);
    return populations.map((population) => ({ procedure, population, alpha, labels }));
  });
}
