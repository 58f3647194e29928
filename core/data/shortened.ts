const briefLength = 300;

/**
 * A text with pictures of the project by their names, where it is read and not shown.
 *
 * @param isShown says of a hash whether its picture stays
 */
export const withNamedPictures = (
  text: string,
  isShown: (sha256: string) => boolean = () => false,
): string =>
  text.includes('](assay:picture/')
    ? text
        .replaceAll(
          /!\[([^\]\n]{0,300})\]\(assay:picture\/([0-9a-f]{64})\)/g,
          (picture, name: string, sha256: string) => (isShown(sha256) ? picture : `[picture: ${name}]`),
        )
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
