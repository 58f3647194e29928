import type { AgreementFigure } from '../../../shared/contract/index.ts';
import {
  type AgreementUnit,
  fleissKappa,
  krippendorffAlpha,
  type MeasurementLevel,
  mean,
  presentValues,
  type WeightedPair,
  weightedKappa,
  weightedPearson,
} from '../../../stats/index.ts';
import { pairsOf } from './disagreement.ts';
import { completeUnits } from './units.ts';

/** One coefficient of agreement over items. */
export interface Statistic {
  readonly id: AgreementFigure['id'];
  readonly name: string;
  readonly of: (units: readonly AgreementUnit[]) => number | undefined;
  /** What its interval rests on: a mean of shares or of differences, or the spread of all values or of both annotators. */
  readonly kind: 'share' | 'difference' | 'nominal' | 'interval' | 'pair';
  /** The units that it takes, where not all. */
  readonly over?: (units: readonly AgreementUnit[]) => AgreementUnit[];
  /** Why it is undefined although there are items. */
  readonly reason: string;
  /** Why there are no items, where it is not that no two annotators labeled the same. */
  readonly noItems?: string;
}

const oneValue = 'a single value is in use, so agreement cannot be told from lack of variation';

const alphaOf = (level: MeasurementLevel) => (units: readonly AgreementUnit[]) =>
  krippendorffAlpha(
    units.map(({ values }) => values),
    level,
    units.map(({ weight }) => weight),
  );

/** Krippendorff's alpha at the level that fits the criterion. */
const krippendorff = (level: 'nominal' | 'interval'): Statistic => ({
  id: 'krippendorff-alpha',
  name: `Krippendorff’s alpha (${level})`,
  of: alphaOf(level),
  kind: level,
  reason: oneValue,
});

const ordinal: Statistic = {
  id: 'krippendorff-alpha-ordinal',
  name: 'Krippendorff’s alpha (ordinal)',
  of: alphaOf('ordinal'),
  kind: 'interval',
  reason: oneValue,
};

/** The same where every item counts by its weight under the design. */
export const poolAlpha = (level: 'nominal' | 'interval'): Statistic => ({
  ...krippendorff(level),
  id: 'krippendorff-alpha-pool',
  name: `Krippendorff’s alpha (${level}), for the whole pool`,
  noItems: 'the estimate has not taken in an item with labels of two annotators yet',
});

const fleiss: Statistic = {
  id: 'fleiss-kappa',
  name: 'Fleiss’ kappa (items that everybody labeled)',
  of: (units) => {
    const complete = completeUnits(units).map(({ values }) => values as readonly number[]);
    const categories = [...new Set(complete.flat())];
    return fleissKappa(complete.map((row) => categories.map((one) => row.filter((v) => v === one).length)));
  },
  kind: 'nominal',
  over: completeUnits,
  reason: `no item has a label of everybody, or ${oneValue}`,
};

/** Mean over items of the mean over their pairs of labels; undefined without items. */
function meanOverPairs(
  units: readonly AgreementUnit[],
  of: (a: number, b: number) => number,
): number | undefined {
  if (units.length === 0) return undefined;
  return mean(units.map((unit) => mean(pairsOf(presentValues(unit)).map(([a, b]) => of(a, b)))));
}

const percent: Statistic = {
  id: 'percent',
  name: 'Percent agreement',
  of: (units) => meanOverPairs(units, (a, b) => Number(a === b)),
  kind: 'share',
  reason: 'no item has two labels',
};

const difference: Statistic = {
  id: 'mean-absolute-difference',
  name: 'Mean absolute difference',
  of: (units) => meanOverPairs(units, (a, b) => Math.abs(a - b)),
  kind: 'difference',
  reason: 'no item has two labels',
};

const asPairs = (units: readonly AgreementUnit[]): WeightedPair[] =>
  units.map(({ values: [a, b], weight }) => ({ a: a!, b: b!, weight }));

/** Cohen's kappa of two annotators; distances are those of the values themselves. */
const cohen = (
  id: Statistic['id'],
  name: string,
  disagreement: 'nominal' | 'linear' | 'quadratic',
): Statistic => ({
  id,
  name,
  of: (units) => weightedKappa(asPairs(units), disagreement),
  kind: 'pair',
  reason: 'both give every item the same value',
});

const pearson: Statistic = {
  id: 'pearson',
  name: 'Pearson’s r',
  of: (units) => weightedPearson(asPairs(units)),
  kind: 'pair',
  reason: 'fewer than two items, or one of the two gives every item the same value',
};

const plainKappa = cohen('cohen-kappa', 'Cohen’s kappa', 'nominal');

/** What is told of all annotators together, the headline first. */
export const groupStatistics = {
  nominal: [krippendorff('nominal'), fleiss, percent],
  interval: [krippendorff('interval'), ordinal, fleiss, percent, difference],
} as const satisfies Record<string, readonly Statistic[]>;

/** What is told of two annotators, the headline first; units have their two values. */
export const pairStatistics = {
  nominal: [plainKappa, percent],
  interval: [
    cohen('cohen-kappa-quadratic', 'Cohen’s kappa (quadratic weights)', 'quadratic'),
    cohen('cohen-kappa-linear', 'Cohen’s kappa (linear weights)', 'linear'),
    pearson,
    percent,
    difference,
  ],
} as const satisfies Record<string, readonly Statistic[]>;

/** What is told of skipping, where a value says skipped or not. */
export const skipStatistics: readonly Statistic[] = [krippendorff('nominal'), percent];
