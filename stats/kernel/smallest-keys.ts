/** Relative distance that rounding can bring between -ln(u) and its bound 1 - u. */
const ROUNDING = 1 + 1e-12;

/** Keys come as the arrivals of a stream of rate sum q = 1, so that `size` of them are nearly sure to lie below this. */
const likelyBound = (size: number): number => 1.5 * size + 20;

/**
 * How far below 1 a uniform may lie for its item to be among the first draws, as good as surely: since -ln(u) >= 1 - u,
 * an item farther away has a key beyond all of the smallest.
 *
 * @param q probabilities in (0, 1], length N >= 1
 * @param size number of draws
 */
export function reachOf(q: Float64Array, size: number): number {
  let largest = 0;
  for (let position = 0; position < q.length; position++) largest = Math.max(largest, q[position]!);
  return likelyBound(size) * largest * ROUNDING;
}

/**
 * The first draws of the order of `exponentialKeyOrder`, from uniforms that are already there: the items of the
 * smallest keys -ln(U_i)/q_i, ascending, ties by position. Several designs can share one list of uniforms, as they
 * do when they share a seed.
 *
 * @param uniforms U_i in (0, 1), length N, by `fillUniforms`
 * @param near ascending, every position whose 1 - U is at most `reachOf(q, order.length)`, perhaps more: only these are
 *   looked at, unless they turn out too few
 * @param q probabilities in (0, 1], length N
 * @param order receives the pool positions in draw order; its length, from 1 to N, is the number of draws
 * @param keys room for as many numbers as `order`
 */
export function smallestKeys(
  uniforms: Float64Array,
  near: Uint32Array,
  q: Float64Array,
  order: Uint32Array,
  keys: Float64Array,
): void {
  if (keepSmallest(uniforms, near, q, order, keys, likelyBound(order.length)) < order.length) {
    const all = Uint32Array.from(uniforms.keys());
    keepSmallest(uniforms, all, q, order, keys, Number.POSITIVE_INFINITY);
  }
}

/** Keeps the smallest keys below `start`, ascending; gives their number. */
function keepSmallest(
  uniforms: Float64Array,
  positions: Uint32Array,
  q: Float64Array,
  order: Uint32Array,
  keys: Float64Array,
  start: number,
): number {
  const size = order.length;
  let kept = 0;
  let largest = start;
  let bound = start * ROUNDING;
  for (let i = 0; i < positions.length; i++) {
    const position = positions[i]!;
    if (1 - uniforms[position]! > bound * q[position]!) continue;
    const key = -Math.log(uniforms[position]!) / q[position]!;
    // Positions come in ascending order, so that of two equal keys the earlier one stays.
    if (key >= largest) continue;
    let slot = kept < size ? kept++ : size - 1;
    for (; slot > 0 && keys[slot - 1]! > key; slot--) {
      keys[slot] = keys[slot - 1]!;
      order[slot] = order[slot - 1]!;
    }
    keys[slot] = key;
    order[slot] = position;
    if (kept === size) {
      largest = keys[size - 1]!;
      bound = largest * ROUNDING;
    }
  }
  return kept;
}
