import { createRng, type Rng } from '../../stats/index.ts';

/** `npm run test:long` makes many rounds where `npm test` makes a few. */
export const isLong = process.env.ASSAY_LONG_TESTS === 'true';

export const rounds = (few: number, many: number): number => (isLong ? many : few);

/** What chance in tests rests on: the same numbers each time, others with ASSAY_TEST_SEED. Failures name it. */
export const testSeed = Number(process.env.ASSAY_TEST_SEED ?? 20_240_607);
if (!Number.isInteger(testSeed)) throw new Error(`ASSAY_TEST_SEED is no whole number`);

/** Dice of one test, told in its output so that they can be thrown again. */
export function diceFor(test: string): Rng {
  console.log(`${test}: ASSAY_TEST_SEED=${testSeed}`);
  let mixed = testSeed;
  for (const letter of test) mixed = Math.imul(mixed ^ letter.charCodeAt(0), 0x0100_0193);
  return createRng(mixed >>> 0);
}
