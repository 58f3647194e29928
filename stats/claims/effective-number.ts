import { compensatedSum } from '../numeric.ts';

/**
 * How many units of equal weight tell as much of a mean as these do: 1/sum a^2 (Kish, 1965, section 11.7).
 *
 * @param shares a of the weight, above 0, summing to 1
 * @returns from 1, where one unit has all of it, to the number of units, where all have the same
 */
export const effectiveShares = (shares: readonly number[]): number =>
  1 / compensatedSum(shares.map((share) => share * share));

/**
 * Satterthwaite's degrees of freedom of the bias-reduced variance (CR2) of a weighted mean whose units are independent and alike
 * (Bell and McCaffrey, 2002; Pustejovsky and Tipton, 2018, section 2.3): (tr M)^2/tr M^2 with M = sum w m m', m_g the row of
 * I - 1 a' of a unit, w_g = a_g^2/B_g, B_g = 1 - 2 a_g + sum a^2. With G equal shares G - 1; a unit that has most of the weight
 * takes them towards 1.
 *
 * @param shares a of the weight, at least two, above 0, summing to 1
 * @returns at least 1 to rounding
 */
export function freedomOfShares(shares: readonly number[]): number {
  const sum = (of: (share: number) => number) => compensatedSum(shares.map(of));
  const squares = sum((a) => a * a);
  const own = (a: number) => 1 - 2 * a + squares;
  const weight = (a: number) => (a * a) / own(a);
  const [w0, w1, w2] = [sum(weight), sum((a) => weight(a) * a), sum((a) => weight(a) * a * a)];
  // m_g m_h = [g = h] + sum a^2 - a_g - a_h; the double sum of its square over different units comes apart.
  const apart = squares ** 2 * w0 ** 2 + 2 * w2 * w0 + 2 * w1 ** 2 - 4 * squares * w1 * w0;
  const alone = sum((a) => weight(a) ** 2 * (own(a) ** 2 - (squares - 2 * a) ** 2));
  return sum((a) => a * a) ** 2 / (apart + alone);
}
