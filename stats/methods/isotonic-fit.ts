/** A nondecreasing function through knots: linear between them and constant beyond. */
interface IsotonicFit {
  /** Ascending surrogate values, and the fitted value at each. */
  knots: readonly number[];
  values: readonly number[];
}

/** Labels that share one fitted value while the violators are pooled. */
interface Block {
  from: number;
  to: number;
  value: number;
  weight: number;
}

/**
 * Weighted least-squares regression of y on s that never decreases, by pooling adjacent violators (Ayer et al., 1955;
 * Barlow et al., 1972). Labels of equal s are averaged first.
 *
 * @param points at least one; weights above 0
 */
export function isotonicFit(points: readonly { s: number; y: number; weight: number }[]): IsotonicFit {
  const blocks: Block[] = [];
  for (const { s, y, weight } of [...points].sort((a, b) => a.s - b.s)) {
    const last = blocks.at(-1);
    if (last?.from === s) merge(last, { from: s, to: s, value: y, weight });
    else blocks.push({ from: s, to: s, value: y, weight });
  }
  const pooled: Block[] = [];
  for (const block of blocks) {
    pooled.push(block);
    while (pooled.length >= 2 && pooled.at(-2)!.value >= pooled.at(-1)!.value)
      merge(pooled.at(-2)!, pooled.pop()!);
  }
  return {
    knots: pooled.flatMap(({ from, to }) => (from === to ? [from] : [from, to])),
    values: pooled.flatMap(({ from, to, value }) => (from === to ? [value] : [value, value])),
  };
}

function merge(into: Block, block: Block): void {
  const weight = into.weight + block.weight;
  into.value = (into.weight * into.value + block.weight * block.value) / weight;
  into.weight = weight;
  into.to = block.to;
}

/** The fitted value at s. */
export function isotonicValue({ knots, values }: IsotonicFit, s: number): number {
  let low = 0;
  let high = knots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (knots[middle]! < s) low = middle + 1;
    else high = middle;
  }
  if (low === knots.length) return values.at(-1)!;
  if (low === 0 || knots[low] === s) return values[low]!;
  const share = (s - knots[low - 1]!) / (knots[low]! - knots[low - 1]!);
  return values[low - 1]! * (1 - share) + values[low]! * share;
}
