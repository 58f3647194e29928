/**
 * HumCoE's estimate (Eq. 3 and 4) after every draw of a run: the weights of all draws change with T, but as
 * w_i = 1 + (N - T)/(N - 1) c_i with c_i = 1/(N q_i) - 1 fixed, two running sums give every estimate.
 *
 * @param order pool positions in draw order, at most N
 * @param y, q human values and probabilities of the whole pool, length N
 * @param value receives the estimate after each draw
 */
export function humcoeValues(
  order: Uint32Array,
  y: Float64Array,
  q: Float64Array,
  value: Float64Array,
): void {
  const N = y.length;
  let sumY = 0;
  let sumCorrection = 0;
  for (let t = 0; t < order.length; t++) {
    const item = order[t]!;
    sumY += y[item]!;
    sumCorrection += (1 / (N * q[item]!) - 1) * y[item]!;
    const share = N === 1 ? 0 : (N - t - 1) / (N - 1);
    value[t] = (sumY + share * sumCorrection) / (t + 1);
  }
}

/** The plain mean of the labels after every draw. */
export function runningMeans(order: Uint32Array, y: Float64Array, value: Float64Array): void {
  let sum = 0;
  for (let t = 0; t < order.length; t++) {
    sum += y[order[t]!]!;
    value[t] = sum / (t + 1);
  }
}

/**
 * Mean over the pool in which the labeled items count by their human value and the rest by the machine's, after every
 * label: (sum_S y + sum_rest s)/N, as in HMCEval, MCM and hybrid Top-K (HumCoE, appendix A.2).
 */
export function hybridMeans(
  order: Uint32Array,
  y: Float64Array,
  s: Float64Array,
  surrogateMean: number,
  value: Float64Array,
): void {
  let correction = 0;
  for (let t = 0; t < order.length; t++) {
    correction += y[order[t]!]! - s[order[t]!]!;
    value[t] = surrogateMean + correction / y.length;
  }
}
