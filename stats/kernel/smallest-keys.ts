/** Relative distance that rounding can bring between -ln(u) and its bound 1 - u. */
const ROUNDING = 1 + 1e-12;

/**
 * The first draws of the order of `exponentialKeyOrder`, from uniforms that are already there: the items of the
 * smallest keys -ln(U_i)/q_i, ascending, ties by position. Several designs can share one list of uniforms, as they
 * do when they share a seed.
 *
 * Since -ln(u) >= 1 - u, an item whose (1 - u)/q lies above the largest key kept needs no logarithm; with few draws
 * from a large pool nearly all are dismissed by it.
 *
 * @param uniforms U_i in (0, 1), length N, by `fillUniforms`
 * @param q probabilities in (0, 1], length N
 * @param order receives the pool positions in draw order; its length, from 1 to N, is the number of draws
 * @param keys room for as many numbers as `order`
 */
export function smallestKeys(
  uniforms: Float64Array,
  q: Float64Array,
  order: Uint32Array,
  keys: Float64Array,
): void {
  // Keys come as the arrivals of a stream of rate sum q = 1, so that `size` of them are nearly sure to lie below this.
  const likely = 1.5 * order.length + 20;
  if (keepSmallest(uniforms, q, order, keys, likely) < order.length) {
    keepSmallest(uniforms, q, order, keys, Number.POSITIVE_INFINITY);
  }
}

/** Keeps the smallest keys below `start`, ascending; gives their number. */
function keepSmallest(
  uniforms: Float64Array,
  q: Float64Array,
  order: Uint32Array,
  keys: Float64Array,
  start: number,
): number {
  const size = order.length;
  let kept = 0;
  let largest = start;
  let bound = start * ROUNDING;
  for (
    let position = nextWithin(bound, uniforms, q, 0);
    position < uniforms.length;
    position = nextWithin(bound, uniforms, q, position + 1)
  ) {
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

/** The next position whose (1 - u)/q is within the bound; the length when there is none. */
function nextWithin(bound: number, uniforms: Float64Array, q: Float64Array, from: number): number {
  let position = from;
  while (position < uniforms.length && 1 - uniforms[position]! > bound * q[position]!) position++;
  return position;
}
