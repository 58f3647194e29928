/** Each sign of Markdown with what is left of it; what only looks like one, such as 2 * 3 * 4, stays. */
const signs: readonly (readonly [RegExp, string])[] = [
  [/```[\w+#.-]*/g, ' '],
  [/!?\[([^\][]{1,200})\]\([^()\s]{1,500}\)/g, '$1'],
  [/(\*\*|__|~~)(?=\S)([^*_~]{1,300}?)(?<=\S)\1/g, '$2'],
  [/(?<![\w*])\*(?=[^\s*])([^*]{1,300}?)(?<=[^\s*])\*(?![\w*])/g, '$1'],
  [/`([^`]{1,300})`/g, '$1'],
  [/(^|[.!?:]\s)#{1,6}\s+/g, '$1'],
];
/** The line between the head of a table and its rows. */
const rule = /\|(?:\s?:?-{2,}:?\s?\|)+/g;

const withoutTable = (text: string): string =>
  text.search(rule) < 0 ? text : text.replaceAll(rule, ' ').replaceAll(/\s?\|(?:\s\|)*\s?/g, ' · ');

/** The beginning of a text for a list, on one line and without the signs of its layout. */
export const plainExcerpt = (text: string): string =>
  withoutTable(signs.reduce((plain, [sign, left]) => plain.replaceAll(sign, left), text))
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/(?:· )+·/g, '·')
    .replaceAll(/^[\s·]{1,3}|[\s·]{1,3}$/g, '');
