/**
 * The word above or below another as it is laid out: of the nearest line in that direction, the one whose middle is
 * nearest. The same word where there is no such line.
 */
export function wordOnNextLine(words: readonly DOMRect[], from: number, direction: 1 | -1): number {
  const own = words[from];
  if (!own) return from;
  const middle = (box: DOMRect) => (box.left + box.right) / 2;
  const isBeyond = (box: DOMRect) =>
    direction === 1 ? box.top >= own.bottom - 1 : box.bottom <= own.top + 1;
  let best = from;
  for (const [i, box] of words.entries()) {
    if (!isBeyond(box)) continue;
    const known = words[best]!;
    const rows = Math.abs(box.top - own.top) - Math.abs(known.top - own.top);
    const isCloser = Math.abs(middle(box) - middle(own)) < Math.abs(middle(known) - middle(own));
    if (best === from || rows < -2 || (Math.abs(rows) <= 2 && isCloser)) best = i;
  }
  return best;
}
