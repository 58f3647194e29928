/**
 * The calibrated sequence written down straight from its definition, with every quantity recomputed from the
 * whole pool and all labels at every look. Slow and plain: the shipped one is tested against it.
 */
export interface ReadableState {
  rawValue: number;
  value: number;
  lower: number;
  upper: number;
  slope: number;
  residualStandardDeviation: number;
}

export function readableSequence(
  s: Float64Array,
  q: Float64Array,
  order: readonly number[],
  labels: readonly number[],
  alpha: number,
): ReadableState[] {
  const N = s.length;
  const poolMean = sum(N, (i) => s[i]!) / N;
  const V = sum(N, (i) => (s[i]! - poolMean) ** 2) / N;
  const grid = Array.from({ length: 1001 }, (_, g) => ({ m: g / 1000, logW: 0, dead: false }));
  const v0 = Math.max(0.375 * poolMean * (1 - poolMean), 0.0375);
  const states: ReadableState[] = [];
  let lower = 0;
  let upper = 1;
  let empty = false;
  for (let t = 1; t <= order.length; t++) {
    // Before the draw.
    const n = t - 1;
    const before = fitAfter(n);
    const Q = 1 - sum(n, (j) => q[order[j]!]!);
    const sumY = sum(n, (j) => labels[j]!);
    const sumS = sum(n, (j) => s[order[j]!]!);
    const b = before.b;
    const p = n === 0 ? poolMean : (2 * poolMean + n * before.e) / (2 + n);
    const v =
      n === 0 ? v0 : (2 * v0 + before.rss + ((2 * n) / (2 + n)) * (before.e - poolMean) ** 2) / (2 + n);
    const base = (b * (N * poolMean - sumS) + sumY) / N;
    const low = base - (b * Q * Math.max(...Array.from(s, (x, i) => x / q[i]!))) / N;
    const high = base + (Q * Math.max(...Array.from(s, (x, i) => (1 - b * x) / q[i]!))) / N;
    // The draw.
    const item = order[n]!;
    const y = labels[n]!;
    const pi = t === N ? 1 : q[item]! / Q;
    const Z = (y - b * s[item]!) / (N * pi) + base;
    for (const point of grid) {
      if (N * point.m < sumY - 1e-9 || N * point.m > sumY + N - n + 1e-9) point.dead = true;
      if (point.dead) continue;
      const d = p - point.m;
      const a = (Math.abs(d) + 0.32 * Math.sqrt(v)) / 2;
      let bet = Math.abs(d) < 1e-9 ? 0 : ((d < 0 ? -1.3 : 1.3) * a) / (v + a * a);
      bet = Math.max(bet, high - point.m > 1e-9 ? -0.8 / (high - point.m) : -1e9);
      bet = Math.min(bet, point.m - low > 1e-9 ? 0.8 / (point.m - low) : 1e9);
      point.logW += Math.log(Math.max(1 + bet * (Z - point.m), 1e-300));
    }
    // After it.
    const after = fitAfter(t);
    const total = sumY + y;
    const bounds = [total / N, (total + N - t) / N] as const;
    const alive = grid.filter((point) => !point.dead && point.logW < Math.log(1 / alpha));
    const from = alive.length > 0 ? alive[0]!.m - 0.001 : 0;
    const to = alive.length > 0 ? alive.at(-1)!.m + 0.001 : 1;
    const meetLower = Math.max(lower, from, bounds[0], 0);
    const meetUpper = Math.min(upper, to, bounds[1], 1);
    // An empty intersection stays so: the last that was not is kept, until all labels tell the truth.
    if (meetLower > meetUpper + 1e-12) empty = true;
    if (!empty) [lower, upper] = [meetLower, meetUpper];
    if (t === N) lower = upper = total / N;
    const estimate = Math.min(Math.max(after.e, bounds[0]), bounds[1]);
    const share = (t * estimate + 1) / (t + 2);
    states.push({
      rawValue: after.e,
      value: Math.min(Math.max(estimate, lower), upper),
      lower,
      upper,
      slope: after.b,
      residualStandardDeviation:
        t === 1 ? Math.sqrt(share * (1 - share)) : Math.sqrt((after.rss + 2 * share * (1 - share)) / t),
    });
  }
  return states;

  /** Slope, estimate and residual squares from the first n labels. */
  function fitAfter(n: number): { b: number; e: number; rss: number } {
    if (n === 0) return { b: V <= 1e-12 ? 0 : 0.5, e: poolMean, rss: 0 };
    const weight = Array.from({ length: n }, (_, j) => {
      if (n === N) return 1;
      const m = j + 1;
      const pi = q[order[j]!]! / (1 - sum(j, (k) => q[order[k]!]!));
      return 1 + ((N - n) / (N - m)) * (1 / ((N - m + 1) * pi) - 1);
    });
    const W = sum(n, (j) => weight[j]!);
    const ybar = sum(n, (j) => weight[j]! * labels[j]!) / W;
    const sbar = sum(n, (j) => weight[j]! * s[order[j]!]!) / W;
    const f = n / W;
    const cross = (x: (j: number) => number, z: (j: number) => number) =>
      f * sum(n, (j) => weight[j]! * x(j) * z(j));
    const dy = (j: number) => labels[j]! - ybar;
    const ds = (j: number) => s[order[j]!]! - sbar;
    const Sxy = cross(ds, dy);
    const Sxx = cross(ds, ds);
    const Syy = cross(dy, dy);
    const b = V <= 1e-12 ? 0 : Math.min(1, Math.max(0, (Sxy + 4 * 0.5 * V) / (Sxx + 4 * V)));
    return { b, e: ybar + b * (poolMean - sbar), rss: Math.max(0, Syy - 2 * b * Sxy + b * b * Sxx) };
  }
}

function sum(count: number, term: (index: number) => number): number {
  let total = 0;
  for (let index = 0; index < count; index++) total += term(index);
  return total;
}
