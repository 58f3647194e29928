/** Characters shown on each side of where two texts part. */
const around = 24;

/**
 * Where two texts part, for a message: what is stored and what the file has, each with some characters around the first difference.
 * Texts are JSON where they are lists.
 */
export function differenceOf(stored: string, found: string): string {
  let at = 0;
  const shorter = Math.min(stored.length, found.length);
  while (at < shorter && stored[at] === found[at]) at += 1;
  return `stored: ${cut(stored, at)}; in the file: ${cut(found, at)}`;
}

function cut(text: string, at: number): string {
  const from = Math.max(0, at - around);
  const to = at + around;
  const shown = text.slice(from, to).toWellFormed().replaceAll(/\s+/gu, ' ');
  return `“${from > 0 ? '…' : ''}${shown}${to < text.length ? '…' : ''}”`;
}
