import { detectDelimiter } from './delimiter.ts';
import { TableCutter } from './table-cutter.ts';

/** The first rows of a table's text that have anything in them, as far as they can be read. */
export function firstRows(head: string, count: number, delimiter = detectDelimiter(head)): string[][] {
  const rows: string[][] = [];
  const cutter = new TableCutter(delimiter, {
    row(cells) {
      if (cells.some((cell) => cell !== '')) rows.push(cells);
      cutter.stopped = rows.length >= count;
    },
    fault() {},
  });
  cutter.read(head.replace(/^\uFEFF/, ''));
  cutter.end();
  return rows;
}

/** The cells of the first row of a table's text. */
export const headerOf = (head: string, delimiter?: string): string[] =>
  firstRows(head, 1, delimiter)[0] ?? [];
