import { compensatedSum } from '../numeric.ts';

/**
 * How many units of equal weight tell as much of a mean as these do: 1/sum a^2 (Kish, 1965, section 11.7).
 *
 * @param shares a of the weight, above 0, summing to 1
 * @returns from 1, where one unit has all of it, to the number of units, where all have the same
 */
export const effectiveShares = (shares: readonly number[]): number =>
  1 / compensatedSum(shares.map((share) => share * share));

/** Below this effective number one unit has all of the weight to the sixth digit, and nothing shows how far it may err. */
const LEAST_EFFECTIVE = 1 + 1e-6;

/** Whether units of so large an effective number say anything of their own scatter. */
export const haveScatter = (effective: number): boolean => effective >= LEAST_EFFECTIVE;

/**
 * Satterthwaite's degrees of freedom of the bias-reduced variance (CR2) of a weighted mean whose units are independent and alike
 * (Bell and McCaffrey, 2002; Pustejovsky and Tipton, 2018, section 2.3): (tr M)^2/tr M^2 with M = sum w m m', m_g the row of
 * I - 1 a' of a unit, w_g = a_g^2/B_g, B_g = 1 - 2 a_g + sum a^2. With G equal shares G - 1; a unit that has most of the weight
 * takes them towards 1.
 *
 * @param shares a of the weight, at least two, above 0, summing to 1
 * @returns at least 1, also where one share is so large that rounding leaves nothing of the others
 */
export function freedomOfShares(shares: readonly number[]): number {
  const most = shares.indexOf(Math.max(...shares));
  const freedom = shares[most]! > 0.5 ? freedomBesideOne(shares, most) : freedomOfMany(shares);
  return freedom > 1 ? freedom : 1;
}

const sumOf = (shares: readonly number[], of: (share: number) => number) => compensatedSum(shares.map(of));

function freedomOfMany(shares: readonly number[]): number {
  const squares = sumOf(shares, (a) => a * a);
  return squares ** 2 / squareTrace(shares, squares).trace;
}

/** The same where one unit has most of the weight: what it has beside the others is not left to the rounding of 1 less its share. */
function freedomBesideOne(shares: readonly number[], most: number): number {
  const others = shares.toSpliced(most, 1);
  const rest = compensatedSum(others);
  const squares = sumOf(shares, (a) => a * a);
  const squaresBeside = sumOf(others, (a) => a * a);
  const own = rest ** 2 + squaresBeside;
  const weight = (1 - rest) ** 2 / own;
  const { trace, weightOf } = squareTrace(others, squares);
  // m_g m_h of the one and another, in which sum a^2 - a is -a (1 - a) + the squares beside.
  const together = sumOf(others, (a) => weightOf(a) * (squaresBeside - (1 - rest) * rest - a) ** 2);
  return squares ** 2 / (trace + 2 * weight * together + (weight * own) ** 2);
}

/** tr M^2 over these units, `squares` being sum a^2 of all. */
function squareTrace(
  shares: readonly number[],
  squares: number,
): { trace: number; weightOf(share: number): number } {
  const own = (a: number) => 1 - 2 * a + squares;
  const weight = (a: number) => (a * a) / own(a);
  const [w0, w1, w2] = [
    sumOf(shares, weight),
    sumOf(shares, (a) => weight(a) * a),
    sumOf(shares, (a) => weight(a) * a * a),
  ];
  // m_g m_h = [g = h] + sum a^2 - a_g - a_h; the double sum of its square over different units comes apart.
  const apart = squares ** 2 * w0 ** 2 + 2 * w2 * w0 + 2 * w1 ** 2 - 4 * squares * w1 * w0;
  const alone = sumOf(shares, (a) => weight(a) ** 2 * (own(a) ** 2 - (squares - 2 * a) ** 2));
  return { trace: apart + alone, weightOf: weight };
}
