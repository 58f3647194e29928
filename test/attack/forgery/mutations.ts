import { type Rng, uniformInt } from '../../../stats/index.ts';

const signs = '0123456789abcdefghijklmnopqrstuvwxyz<>"{}[],:.- ';

/** One sign of a text changed, dropped, doubled, or two swapped; the text is another one for sure. */
export function mutatedText(text: string, rng: Rng): string {
  for (;;) {
    const at = uniformInt(rng, 0, text.length - 2);
    const sign = signs[uniformInt(rng, 0, signs.length - 1)]!;
    const [before, here, next, after] = [text.slice(0, at), text[at]!, text[at + 1]!, text.slice(at + 2)];
    const changed = [
      before + sign + next + after,
      before + next + after,
      before + here + here + next + after,
      before + next + here + after,
      before + here + sign + next + after,
    ][uniformInt(rng, 0, 4)]!;
    if (changed !== text) return changed;
  }
}

/** One of the digits of a text becomes another digit. Null when there is none. */
export function withOtherDigit(text: string, rng: Rng): string | null {
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  if (places.length === 0) return null;
  const at = places[uniformInt(rng, 0, places.length - 1)]!;
  const other = (Number(text[at]) + uniformInt(rng, 1, 9)) % 10;
  return `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
}
