import { mean, type Population } from '../../stats/index.ts';

/** What one could do with a surrogate if all human values were known: shares of the plain mean's error. */
export interface Oracle {
  /** Best slope in [0, 1], and best curve of y on s (means in ten bins of equal size). */
  line: number;
  curve: number;
  /** Factor by which the best probabilities lower the line's error further (Cauchy-Schwarz). */
  tilt: number;
  /** Root mean square residual of the line in the item's bin, length N. */
  residualSpread: Float64Array;
}

const bins = 10;

export function oracleOf({ s, y }: Population): Oracle {
  const [sbar, ybar] = [mean(s), mean(y)];
  const average = (of: (i: number) => number) => mean(s.map((_, i) => of(i)));
  const squaresS = average((i) => (s[i]! - sbar) ** 2);
  const squaresY = average((i) => (y[i]! - ybar) ** 2);
  const products = average((i) => (s[i]! - sbar) * (y[i]! - ybar));
  const slope = squaresS < 1e-12 ? 0 : Math.min(1, Math.max(0, products / squaresS));
  const residuals = y.map((value, i) => value - ybar - slope * (s[i]! - sbar));
  const bin = binsOf(s);
  const inBin = (values: Float64Array) => {
    const sums = new Float64Array(bins);
    const counts = new Float64Array(bins);
    bin.forEach((b, i) => {
      sums[b]! += values[i]!;
      counts[b]! += 1;
    });
    return Float64Array.from(bin, (b) => sums[b]! / counts[b]!);
  };
  const means = inBin(y);
  const residualSpread = inBin(residuals.map((value) => value * value)).map(Math.sqrt);
  const residualSquares = mean(residuals.map((value) => value * value));
  return {
    line: Math.sqrt(residualSquares / squaresY),
    curve: Math.sqrt(average((i) => (y[i]! - means[i]!) ** 2) / squaresY),
    tilt: mean(residualSpread) / Math.sqrt(residualSquares),
    residualSpread,
  };
}

/** Ten bins of equal size by s; equal values share one. */
function binsOf(s: Float64Array): number[] {
  const byValue = Array.from(s.keys()).sort((a, b) => s[a]! - s[b]!);
  const bin = new Array<number>(s.length);
  let current = 0;
  byValue.forEach((i, rank) => {
    if (rank > 0 && s[i] !== s[byValue[rank - 1]!])
      current = Math.max(current, Math.floor((rank * bins) / s.length));
    bin[i] = current;
  });
  return bin;
}
