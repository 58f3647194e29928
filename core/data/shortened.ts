const briefLength = 300;

/** A text with pictures of the project by their names, where it is read and not shown. */
export const withNamedPictures = (text: string): string =>
  text.includes('](assay:picture/')
    ? text
        .replaceAll(/!\[([^\]\n]{0,300})\]\(assay:picture\/[0-9a-f]{64}\)/g, '[picture: $1]')
        .replaceAll('[picture: picture]', '[picture]')
        .replaceAll('[picture: recording]', '[recording]')
    : text;

/** A text cut for lists, on one line. */
export function shortened(text: string, length = briefLength): string {
  const line = withNamedPictures(text.slice(0, length * 4))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= length ? line : `${line.slice(0, length - 1)}…`;
}
