/** The exact interval of Clopper and Pearson (1934) at 95 % for a share, from k found of n tried at random. */
export function binomialBounds(k: number, n: number): [lower: number, upper: number] {
  const lower = k === 0 ? 0 : where((p) => atLeast(k, n, p) >= 0.025);
  const upper = k === n ? 1 : where((p) => atLeast(k + 1, n, p) > 0.975);
  return [lower, upper];
}

/** The least p at which something holds that holds for all above it. */
function where(holds: (p: number) => boolean): number {
  let [low, high] = [0, 1];
  for (let round = 0; round < 50; round++) {
    const middle = (low + high) / 2;
    if (holds(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** The probability of k or more of n, 0 < p < 1. */
function atLeast(k: number, n: number, p: number): number {
  let logChoose = 0;
  let sum = 0;
  for (let i = 0; i <= n; i++) {
    if (i >= k) sum += Math.exp(logChoose + i * Math.log(p) + (n - i) * Math.log1p(-p));
    logChoose += Math.log((n - i) / (i + 1));
  }
  return sum;
}
