/**
 * Other people's methods beside ours on the same draws: `node test/accuracy/peers.ts LABELS RUNS SEED [only]` prints RMSE relative
 * to the plain mean, half-width, and coverage at one look and at all looks, over the real populations; `only` is the index of
 * one. Theirs are written anew in `peer-methods.ts`, from the papers named there, as GLIDE (PPI++, PTD, ASI) and truescore
 * (confidence sequences) offer them; an interrupt prints what there is. What is asymptotic is looked at from the tenth label on.
 */
import { setImmediate } from 'node:timers/promises';
import { studentT } from '../../stats/claims/student-t.ts';
import {
  CalibratedSequence,
  createRng,
  exponentialKeyOrder,
  mean,
  populationVariance,
  summarizePool,
  uniformInt,
  uniformProbabilities,
} from '../../stats/index.ts';
import { PlannedSequence } from '../../stats/planned/planned-sequence.ts';
import { type Signals, signalColumns } from '../../stats/planned/signal-columns.ts';
import { figure, geometricMean, printTable } from './markdown-table.ts';
import {
  type Answer,
  ASYMPTOTIC_FROM,
  activeInference,
  asymptotic,
  empiricalBernstein,
  hedgedBetting,
  hedgedResiduals,
  type Labeled,
  ppiPlusPlus,
  predictThenDebias,
  type Sequence,
} from './peer-methods.ts';
import { type RealPopulation, realPopulations } from './real-populations.ts';

const [labels = 30, runs = 60, seed = 1, only] = process.argv.slice(2).map(Number);
const alpha = 0.05;

/** One study on a draw: what is said after each label, undefined where nothing is. */
type Study = (order: readonly number[], runSeed: number) => (Answer | undefined)[];
type Method = (population: RealPopulation) => Study;

/** A method for one look, asked at every look all the same. */
const oneLook =
  (of: (labeled: Labeled, rng: ReturnType<typeof createRng>) => Answer): Method =>
  ({ s, y }) =>
  (order, runSeed) => {
    const rng = createRng(runSeed);
    return order.map((_, t) => {
      if (t + 1 < ASYMPTOTIC_FROM) return undefined;
      const taken = order.slice(0, t + 1);
      return of({ y: taken.map((i) => y[i]!), s: taken.map((i) => s[i]!), pool: s }, rng);
    });
  };

const sequence =
  (start: (surrogateMean: number) => Sequence): Method =>
  ({ s, y }) => {
    const surrogateMean = mean(s);
    return (order) => {
      const take = start(surrogateMean);
      return order.map((i) => take(y[i]!, s[i]!));
    };
  };

const planned =
  (signalsOf: (population: RealPopulation) => Signals): Method =>
  (population) => {
    const signals = signalsOf(population);
    const columns = signalColumns(signals);
    return (order) => {
      const study = new PlannedSequence({ surrogate: signals.surrogate, columns, plan: labels, alpha });
      return order.map((i) => study.add({ pool: i, y: population.y[i]! }));
    };
  };

const active =
  (isTuned: boolean): Method =>
  ({ s, y }) =>
  (order, runSeed) => {
    const answer = activeInference(s, y, labels, alpha, createRng(runSeed), isTuned);
    return order.map((_, t) => (t + 1 === labels ? answer : undefined));
  };

const methods: Record<string, Method> = {
  'plain mean, Student t': oneLook(({ y }) => {
    const value = mean(y);
    const reach = studentT(alpha, y.length - 1) * Math.sqrt(populationVariance(y) / (y.length - 1));
    return { value, lower: value - reach, upper: value + reach };
  }),
  'PPI++': oneLook((labeled) => ppiPlusPlus(labeled, alpha)),
  PTD: oneLook((labeled, rng) => predictThenDebias(labeled, alpha, rng)),
  'ASI (draws of its own)': active(false),
  'ASI, tuned as PPI++ is': active(true),
  'asymptotic sequence': sequence((surrogateMean) => asymptotic(alpha, surrogateMean, labels)),
  'empirical Bernstein sequence, labels alone': sequence(() => empiricalBernstein(alpha)),
  'betting sequence, labels alone': sequence(() => hedgedBetting(alpha)),
  'betting sequence, labels minus surrogate': sequence((surrogateMean) =>
    hedgedResiduals(alpha, surrogateMean),
  ),
  'Assay, rule 2': ({ s, y }) => {
    const q = uniformProbabilities(s.length);
    const summary = summarizePool(s, q);
    return (order) => {
      const study = new CalibratedSequence(summary, { alpha });
      return order.map((i) => study.add({ y: y[i]!, surrogate: s[i]!, probability: q[i]! }));
    };
  },
  'Assay, rule 3, one surrogate': planned(({ s }) => ({ surrogate: s })),
  'Assay, rule 3, many signals': planned(({ signals }) => signals),
};
const names = Object.keys(methods);

interface Tally {
  squares: number;
  width: number;
  atOne: number;
  atAll: number;
}

const holds = (answer: Answer | undefined, truth: number): boolean =>
  !answer || (truth >= answer.lower - 1e-9 && truth <= answer.upper + 1e-9);

function measure(population: RealPopulation): Tally[] {
  const truth = mean(population.y);
  const q = uniformProbabilities(population.y.length);
  const studies = names.map((name) => methods[name]!(population));
  const tallies = names.map((): Tally => ({ squares: 0, width: 0, atOne: 0, atAll: 0 }));
  const rng = createRng(seed);
  for (let run = 0; run < runs; run++) {
    const runSeed = uniformInt(rng, 0, 0xffff_ffff);
    const order = [...exponentialKeyOrder(q, runSeed, labels)];
    for (const [k, study] of studies.entries()) {
      const answers = study(order, runSeed);
      const last = answers.at(-1)!;
      const tally = tallies[k]!;
      tally.squares += (last.value - truth) ** 2 / runs;
      tally.width += (Math.min(1, last.upper) - Math.max(0, last.lower)) / 2 / runs;
      tally.atOne += Number(holds(last, truth)) / runs;
      tally.atAll += Number(answers.every((answer) => holds(answer, truth))) / runs;
    }
  }
  return tallies;
}

const found: Tally[][] = [];
process.on('SIGINT', () => {
  report();
  process.exit(1);
});
for (const [index, population] of realPopulations().entries()) {
  if (population.y.length <= labels || (only !== undefined && index !== only)) continue;
  found.push(measure(population));
  console.error(`${found.length}: ${population.name}`);
  // Lets an interrupt through, which prints what there is.
  await setImmediate();
}
report();

function report(): void {
  console.log(
    `${labels} labels, plan ${labels}, ${found.length} populations, ${runs} runs each, seed ${seed}\n`,
  );
  printTable(
    ['Method', 'RMSE', 'worst', 'half-width', 'one look', 'least', 'all looks', 'least'],
    names.map((name, k) => {
      const of = (value: (tally: Tally) => number) => found.map((tallies) => value(tallies[k]!));
      const rmse = found.map((tallies) => Math.sqrt(tallies[k]!.squares / tallies[0]!.squares));
      const [one, all] = [of(({ atOne }) => atOne), of(({ atAll }) => atAll)];
      const looks = name.startsWith('ASI') ? ['-', '-'] : [figure(mean(all), 3), figure(Math.min(...all), 2)];
      return [
        name,
        figure(geometricMean(rmse), 3),
        figure(Math.max(...rmse), 2),
        figure(geometricMean(of(({ width }) => width)), 4),
        figure(mean(one), 3),
        figure(Math.min(...one), 2),
        ...looks,
      ];
    }),
  );
}
