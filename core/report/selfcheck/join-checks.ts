import {
  exponentialKeyOrder,
  joinedColumn,
  mean,
  PlannedSequence,
  type Population,
  type Rng,
  signalColumns,
  syntheticPopulation,
  temperedProbabilities,
  uniformInt,
  uniformOpen,
  uniformProbabilities,
} from '../../../stats/index.ts';
import type { LookCheck } from './self-check.ts';

const size = 400;
const alpha = 0.05;
const before = 20;
const labels = 60;

/** What joins after 20 labels, made by somebody who has them. */
const kindsOfSignals = {
  good: (y: number, _known: boolean, noise: number) => y + 0.5 * noise,
  useless: (_y: number, _known: boolean, noise: number) => noise,
  reversed: (y: number, _known: boolean, noise: number) => noise - y,
  // It knows the labels that it was made from by heart, and nothing else.
  overfit: (y: number, known: boolean, noise: number) => (known ? y : noise),
} satisfies Record<string, (y: number, known: boolean, noise: number) => number>;

/** One study that a signal joins, looked at after every label; the order of its draws and the signal follow from `rng`. */
function run(
  { s, y }: Population,
  kind: keyof typeof kindsOfSignals,
  isUniform: boolean,
  rng: Rng,
): 'holds' | 'misses' {
  const q = isUniform ? uniformProbabilities(size) : temperedProbabilities(s);
  const order = exponentialKeyOrder(q, uniformInt(rng, 0, 0xffff_ffff), labels);
  const known = new Set(order.subarray(0, before));
  const signal = y.map((value, i) => kindsOfSignals[kind](value, known.has(i), uniformOpen(rng)));
  const columns = signalColumns({ surrogate: s });
  const join = joinedColumn(signal, columns, before);
  const study = { surrogate: s, columns, plan: labels, alpha, joins: join ? [join] : [] };
  const sequence = new PlannedSequence(isUniform ? study : { ...study, probabilities: q });
  const truth = mean(y);
  for (const [t, item] of order.entries()) {
    sequence.advance({ pool: item, y: y[item]! });
    const { lower, upper } = sequence.pointAfter(t + 1);
    if (truth < lower || truth > upper) return 'misses';
  }
  return 'holds';
}

/** The interval of a study that a signal joins, at all looks. */
export const joinChecks = (): LookCheck[] =>
  (['good', 'useless', 'reversed', 'overfit'] as const).map((kind, i) => {
    const isUniform = i % 2 === 0;
    const population = syntheticPopulation(
      isUniform ? 'binary, helpful surrogate' : 'ratings of five levels, .62',
      size,
      900 + i,
    );
    return {
      name: `plan 60, ${isUniform ? 'uniform' : 'hardness'} draws, ${kind} signal joins`,
      ...{ population: population.name, populationSize: size, labels, alpha },
      run: (rng) => run(population, kind, isUniform, rng),
    };
  });
