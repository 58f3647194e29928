const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Two columns: East Asian wide and full-width letters, and signs shown as emoji (Unicode Standard Annex 11). */
const wide =
  /[\u1100-\u115f\u2329\u232a\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe10-\ufe19\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\ufe0f|\p{Emoji_Presentation}/u;
/** No column: marks and joiners that stand alone. */
const empty = /^[\p{Mn}\p{Me}\p{Cf}]+$/u;
const plain = /^[\u0020-\u007e]*$/;

/** How many columns of a terminal a text takes. */
export function displayWidth(text: string): number {
  if (plain.test(text)) return text.length;
  let width = 0;
  for (const { segment } of graphemes.segment(text)) width += widthOf(segment);
  return width;
}

/** The beginning of a text that fits into so many columns. */
export function cutToWidth(text: string, most: number): string {
  if (displayWidth(text) <= most) return text;
  let width = 0;
  let cut = '';
  for (const { segment } of graphemes.segment(text)) {
    width += widthOf(segment);
    if (width > most) break;
    cut += segment;
  }
  return cut;
}

const widthOf = (grapheme: string): number => (empty.test(grapheme) ? 0 : wide.test(grapheme) ? 2 : 1);
