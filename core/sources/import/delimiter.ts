const delimiters = [',', ';', '\t', '|'] as const;

/** The sign between the cells, judged by the header: the one that occurs most outside quotes. */
export function detectDelimiter(text: string): string {
  const header = (text.split(/\r\n|\r|\n/).find((line) => line.trim() !== '') ?? '').replaceAll(
    /"[^"]*"/g,
    '',
  );
  const counts = delimiters.map((sign) => header.split(sign).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? ',' : (delimiters[counts.indexOf(most)] as string);
}
