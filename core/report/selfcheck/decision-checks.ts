import {
  buildPopulation,
  coin,
  mean,
  type Population,
  pairedValue,
  plannedProcedure,
  temperedProbabilities,
  uniformInt,
  uniformOpen,
  uniformOrder,
} from '../../../stats/index.ts';
import { levelOfDraw } from '../../design/gate.ts';
import { pairPlan } from '../../design/series/release-difference.ts';
import { StudySequence } from '../../estimate/study-sequence.ts';
import type { LookCheck, SelfCheck } from './self-check.ts';

const alpha = 0.05;
/** Draws that somebody makes until one passes, each looked at after every label. */
const DRAWS = 4;

/**
 * A gate that somebody asks after every label, and draws anew whenever a draw ends without the verdict wished for: on a bound that is
 * missed, or met, by next to nothing. The levels of all draws together are 1.1 times that of the first.
 */
function gate(verdict: 'pass' | 'fail', p: number): LookCheck {
  const labels = 40;
  const population = buildPopulation('gate', 300, 900 + labels, (rng) => [uniformOpen(rng), coin(rng, p)]);
  const truth = mean(population.y);
  const everyLook = Array.from({ length: labels }, (_, i) => i + 1);
  const draws = Array.from({ length: DRAWS }, (_, k) =>
    plannedProcedure('draw', 30, levelOfDraw(alpha, k + 1), undefined, (s) =>
      temperedProbabilities(s),
    ).prepare(population, [labels]),
  );
  return {
    name: `gate, wrong ${verdict} in ${DRAWS} draws`,
    population: `yes or no, ${p} yes, useless score, weighted draws`,
    ...{ populationSize: population.y.length, labels, alpha: 1.1 * alpha },
    run(rng) {
      const isWrong = draws.some((draw) =>
        draw(uniformInt(rng, 0, 0xffff_ffff), everyLook).some(({ lower, upper }) =>
          verdict === 'pass' ? lower! > truth + 1e-9 : upper! < truth - 1e-9,
        ),
      );
      return isWrong ? 'misses' : 'holds';
    },
  };
}

/** What a release is above the one before, on the items that differ: from 30 pairs on, and to the last of a small pool. */
function releaseDifferences(): SelfCheck[] {
  const pools: [string, number, number][] = [
    ['releases alike, ratings with a ceiling', 200, 0],
    ['a release a little worse, ratings with a ceiling', 200, 0.1],
    ['a release a little worse, few items differ', 40, 0.1],
  ];
  return pools.map(([name, size, worse], seed) => {
    const population: Population = buildPopulation(name, size, 950 + seed, (rng) => {
      const rated = (drop: number) =>
        uniformOpen(rng) < 0.8 - drop ? 1 : Math.round(4 * uniformOpen(rng)) / 4;
      return [0.5, pairedValue(rated(worse), rated(0))];
    });
    const plan = pairPlan(30);
    const procedure = plannedProcedure(
      'difference of releases, plan 30',
      plan.kind === 'none' ? null : plan.labels,
      alpha,
    );
    return { procedure, population, alpha, labels: Math.min(60, size) };
  });
}

/**
 * A series of releases that are exactly alike: each has the values of the one before, on other items. All are drawn in one order, and
 * each is compared with the one before; what is claimed is the sum of the levels, for calling any of them better or worse.
 */
function alikeReleases(releases: number): LookCheck {
  const [size, labels] = [200, 40];
  return {
    name: 'series of releases alike, one called better or worse',
    population: `${releases} releases, yes or no, .8 yes, every reply differs`,
    ...{ populationSize: size, labels, alpha: (releases - 1) * alpha },
    run(rng) {
      const order = uniformOrder(size, uniformInt(rng, 0, 0xffff_ffff), labels);
      let before = Array.from({ length: size }, (_, item) => Number(item < 0.8 * size));
      for (let release = 2; release <= releases; release++) {
        const dealt = uniformOrder(size, uniformInt(rng, 0, 0xffff_ffff), size);
        const now = Array.from(dealt, (item) => before[item]!);
        const sequence = StudySequence.planned({
          ...{ surrogate: new Float64Array(size).fill(0.5), columns: [], alpha },
          plans: [{ drawsBefore: 0, plan: pairPlan(labels) }],
        });
        for (const pool of order) {
          const y = pairedValue(now[pool]!, before[pool]!);
          sequence.advance({ pool, surrogate: 0.5, probability: 1 / size, y });
        }
        // What is shown at the last label is within all that was shown before.
        const { lower, upper } = sequence.state;
        if (lower > 0.5 + 1e-9 || upper < 0.5 - 1e-9) return 'misses';
        before = now;
      }
      return 'holds';
    },
  };
}

/** Verdicts that a command gives with an exit code, and the difference that a series shows. */
export function decisionChecks(): (SelfCheck | LookCheck)[] {
  return [
    gate('pass', 0.9),
    gate('pass', 0.6),
    gate('fail', 0.9),
    gate('fail', 0.97),
    ...releaseDifferences(),
    alikeReleases(6),
  ];
}
