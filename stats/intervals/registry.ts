import { bettingMixture } from './betting-mixture.ts';
import { bootstrapPercentile } from './bootstrap.ts';
import { empiricalBernstein } from './empirical-bernstein.ts';
import { gaffke } from './gaffke.ts';
import type { FixedInterval } from './interval.ts';
import { ppiPlusPlusNormal } from './ppi-plus-plus-normal.ts';
import { roganGladenInterval } from './rogan-gladen.ts';
import { tPlain } from './t-plain.ts';
import { tRegression } from './t-regression.ts';
import { wilsonEffective, wilsonPlain } from './wilson.ts';

/** Intervals to compare the live one with, on uniform draws. A new one is one file and one line here. */
export const fixedIntervals: readonly FixedInterval[] = [
  tPlain,
  tRegression,
  ppiPlusPlusNormal,
  roganGladenInterval,
  bootstrapPercentile,
  wilsonPlain,
  wilsonEffective,
  gaffke,
  empiricalBernstein,
  bettingMixture,
];

/** The interval of that id, or undefined. */
export function fixedIntervalById(id: string): FixedInterval | undefined {
  return fixedIntervals.find((interval) => interval.id === id);
}
