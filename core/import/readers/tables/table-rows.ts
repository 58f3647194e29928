import { pastedOptions, wayToRead } from '../../../../shared/mapping.ts';
import { guardColumn, unguarded } from '../../../platform/files/csv-cell.ts';
import { refuseNothing } from '../problems.ts';
import type { FilePlace } from '../record-fields.ts';
import type { BlockReader } from '../text-blocks.ts';
import { numberedColumns } from './header-line.ts';
import { TableCutter } from './table-cutter.ts';

const delimiters = [',', ';', '\t', '|'] as const;

/** A first line by which a table tells Excel the sign between its cells. */
const toldSign = /^\s{0,9}sep=([,;\t|])\s{0,9}$/i;
const isTold = ([first = '', ...rest]: readonly string[]): boolean =>
  /^sep=$/i.test(first) && rest.length === 1 && rest[0] === '';

/** The sign between the cells: the one that the first line tells, else judged by the header as the one that occurs most outside quotes. */
export function detectDelimiter(text: string): string {
  const told = toldSign.exec(
    text
      .replace(/^\uFEFF/, '')
      .slice(0, 40)
      .split(/\r\n|\r|\n/, 1)[0] ?? '',
  );
  if (told) return told[1]!;
  const isOfReturns = text.includes('\r') && !text.includes('\n');
  const header = firstFilledLine(text, isOfReturns ? '\r' : '\n').replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((sign) => header.split(sign).length - 1);
  if (counts[delimiters.indexOf('\t')]! > 0 && isEven(text, '\t')) return '\t';
  const most = Math.max(...counts);
  return most === 0 ? ',' : (delimiters[counts.indexOf(most)] as string);
}

const linesCounted = 20;

/** Whether a sign stands as often in each of the first lines, as it does in no sentences. */
function isEven(text: string, sign: string): boolean {
  const lines = text.slice(0, lettersCounted).split('\n').slice(0, linesCounted);
  const counts = lines.filter((line) => line.trim() !== '').map((line) => line.split(sign).length - 1);
  return counts.length > 1 && counts.every((count) => count === counts[0]);
}

const lettersCounted = 64 * 1024;

/** The first line that has anything in it; a look at it need not cut the rest of a long text into lines. */
export function firstFilledLine(text: string, end: '\n' | '\r'): string {
  for (let from = 0; ; ) {
    const at = text.indexOf(end, from);
    const line = at < 0 ? text.slice(from) : text.slice(from, at);
    if (line.trim() !== '') return line;
    if (at < 0) return '';
    from = at + 1;
  }
}

/**
 * The first rows of a table's text that have anything in them, as far as they can be read.
 *
 * @param hasHeader whether the first of them names the columns
 * @param hasBlocks whether each gets the number of its block as a further cell
 */
export function rowsOfHead(
  head: string,
  count: number,
  delimiter = detectDelimiter(head),
  quotes?: 'letters',
  hasHeader = true,
  hasBlocks = false,
): string[][] {
  const rows: string[][] = [];
  const blocks = new Blocks();
  const visit = {
    row(cells: string[]) {
      const isFilled = cells.some((cell) => cell !== '');
      blocks.see(isFilled);
      if (isFilled && !(rows.length === 0 && isTold(cells)))
        rows.push(hasBlocks ? [...cells, blocks.name] : cells);
      cutter.stopped = rows.length >= count;
    },
    fault() {},
  };
  const cutter: TableCutter = new TableCutter(delimiter, visit, quotes, hasHeader);
  cutter.read(head.replace(/^\uFEFF/, ''));
  cutter.end();
  const [columns = [], ...others] = rows;
  const guard = guardOf(columns);
  return guard ? [guard.header(columns), ...others.map((cells) => guard.row(cells))] : rows;
}

/** Takes off what a table of Assay has so that no spreadsheet runs its cells; undefined where it has nothing of that. */
function guardOf(columns: readonly string[]) {
  const at = columns.lastIndexOf(guardColumn);
  if (at < 0) return undefined;
  const without = (cells: readonly string[]) => cells.filter((_, index) => index !== at);
  return {
    at,
    header: (cells: readonly string[]) => without(cells).map(unguarded),
    row: (cells: readonly string[]) => (cells[at] === "'" ? without(cells).map(unguarded) : without(cells)),
  };
}

/** Counts blocks of rows. */
class Blocks {
  #count = 1;
  #isEmpty = true;

  see(isFilled: boolean): void {
    if (isFilled) this.#isEmpty = false;
    else if (!this.#isEmpty) {
      this.#count += 1;
      this.#isEmpty = true;
    }
  }

  get name(): string {
    return String(this.#count);
  }
}

/** Whether empty lines stand between the filled ones of a text. */
export const isInBlocks = (text: string): boolean =>
  /\n[\t ]{0,99}\r?\n/.test(text.slice(0, lettersCounted).trim());

/** Takes the rows below the header; `loose` are the places of cells that are not quoted and have a quote in them. */
export interface TableBody {
  row(cells: readonly string[], loose: readonly number[]): void;
  /** Hands on what was held back until all wanted rows were read. */
  end?(): void;
}

interface TableOptions {
  /** Found from the header where it is not given. */
  readonly delimiter?: string | undefined;
  /** Set where no cell is quoted. */
  readonly quotes?: 'letters' | undefined;
  /** Set where the first row is one like the others: the columns are numbered. */
  readonly header?: 'none' | undefined;
  /** Set where each row gets the number of its block as a further cell. */
  readonly hasBlocks?: boolean;
  /** Whether every row would be as wide as the header if no cell were quoted: then that is offered for a fault of quotes. */
  readonly mayBeUnquoted?: (() => boolean) | undefined;
  /** Whoever reads says it when there is nothing below the header. */
  readonly mayBeEmpty?: boolean;
}

/** Reads a table: the header makes what takes the rows below it. Rows without anything in them are passed over. */
export function tableReader(
  at: FilePlace,
  { delimiter, mayBeEmpty = false, quotes, header, mayBeUnquoted, hasBlocks = false }: TableOptions,
  open: (columns: readonly string[], isGuarded: boolean) => TableBody,
): BlockReader {
  let rows = 0;
  let guard: ReturnType<typeof guardOf>;
  let body: TableBody | undefined;
  let cutter: TableCutter | undefined;
  const blocks = new Blocks();
  const row = (found: readonly string[], line: number, loose: readonly number[]) => {
    const isFilled = found.some((cell) => cell !== '');
    blocks.see(isFilled);
    if (!isFilled) return;
    const cells = hasBlocks ? [...found, blocks.name] : found;
    at.line = line;
    if (!body) {
      if (isTold(cells)) return;
      if (header === 'none') body = open(numberedColumns(cells.length, hasBlocks), false);
      else {
        guard = guardOf(cells);
        body = open(guard?.header(cells) ?? cells, guard !== undefined);
        return;
      }
    }
    rows += 1;
    if (guard) {
      const { at: place } = guard;
      const moved = loose.filter((one) => one !== place).map((one) => (one > place ? one - 1 : one));
      body.row(guard.row(cells), moved);
    } else body.row(cells, loose);
  };
  const fault = (line: number, message: string, remedy: string) => {
    if (!mayBeUnquoted?.()) {
      at.problems.add(line, '', message, remedy);
      return;
    }
    const orLetters = `${remedy} If no cell of the file is quoted, read quotes as letters (--map).`;
    const way = wayToRead('Read quotes as letters', { quotes: 'letters' });
    at.problems.add(line, '', message, orLetters, [way]);
    at.problems.ready = [pastedOptions(way)];
  };
  return {
    read({ text }) {
      cutter ??= new TableCutter(
        delimiter ?? detectDelimiter(text),
        { row, fault },
        quotes,
        header !== 'none',
      );
      cutter.read(text);
    },
    breakOff: () => body?.end?.(),
    end() {
      cutter?.end();
      body?.end?.();
      if (!mayBeEmpty) refuseNothing(rows, at.problems);
    },
  };
}
