import { describe, expect, test } from 'vitest';
import {
  bracketedProcedure,
  calibratedProcedure,
  judgeCoverage,
  type Population,
  type Procedure,
  temperedProbabilities,
  uniformFormProcedure,
  uniformProbabilities,
} from '../../../stats/index.ts';
import { rounds } from '../../support/chance.ts';
import { hardPopulations } from '../support/populations.ts';
import { simulate } from '../support/simulate.ts';

const ALPHA = 0.05;
const tempered = (s: Float64Array) => temperedProbabilities(s, 1);

/** Fails when this many misses would be seen less than once in 10,000 at an error level of alpha. */
function expectHonest(procedure: Procedure, population: Population): void {
  const runs = rounds(120, 2000);
  const { missesAtAnyLook } = simulate(procedure, population, { runs, seed: 1, labels: [70] });
  expect(judgeCoverage(missesAtAnyLook!, runs, ALPHA), procedure.name).toMatchObject({ lies: false });
}

describe.each(hardPopulations(300))('misses at any look: $name', (population) => {
  test.each([
    ['uniform', (s: Float64Array) => uniformProbabilities(s.length)],
    ['tempered', tempered],
  ] as const)('%s design', (name, probabilities) => {
    expectHonest(calibratedProcedure(name, probabilities, ALPHA), population);
  });
});

test.each([0, 3])('the form for uniform draws agrees in validity: population %i', (index) => {
  expectHonest(uniformFormProcedure('uniform form', ALPHA), hardPopulations(300)[index]!);
});

test('with skipped items the bracket holds the truth whatever they are worth', () => {
  // One item in five, most of them failures, cannot be labeled; the truth counts them as they are.
  const isSkipped = ({ y }: Population, i: number) => i % (y[i] === 0 ? 2 : 13) === 0;
  expectHonest(bracketedProcedure('bracket', tempered, ALPHA, isSkipped), hardPopulations(300)[0]!);
});
