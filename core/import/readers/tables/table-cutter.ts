/** What a cutter finds: rows with the line where they begin, and at most one fault, after which it stops. */
interface CutterVisit {
  /** @param loose places of cells that are not quoted and have a quote in them */
  row(cells: string[], line: number, loose: readonly number[]): void;
  fault(line: number, message: string, remedy: string): void;
}

/** Characters of one cell. A quote that is never closed would take in the rest of the file. */
const longestCell = 256 * 1024 * 1024;

const quoteWhole = 'Put the whole cell in quotes, and write each quote inside it twice.';
const closeQuote = 'Close the quote; inside a quoted cell write a quote twice.';

/**
 * Cuts the text of a table into rows (RFC 4180). A cell that begins with a quote ends at the next one that is not written
 * twice, and nothing but the end of the cell may follow that. Elsewhere a quote is a letter, but an odd one that ends a
 * cell is a fault. So one quote too many or too few is always found: every cell that is quoted has an even number of
 * them, and whatever reads the others the wrong way round ends with one left over. Of a table without quoted cells every quote is a
 * letter.
 */
export class TableCutter {
  /** Set after a fault that makes reading on pointless. */
  stopped = false;
  readonly #delimiter: string;
  readonly #hasQuotes: boolean;
  readonly #visit: CutterVisit;
  #lineEnd: '\n' | '\r' | null = null;
  #rest = '';
  #row: string[] = [];
  #loose: number[] = [];
  /** No row was found yet: a name with a quote in it would not be known, and its column be lost. */
  #isHeader: boolean;
  #rowLine = 1;
  #line = 1;
  /** Pieces of the quoted cell that is open, and where it began. */
  #quoted: string[] | null = null;
  #quotedLength = 0;
  #quotedLine = 1;

  /**
   * @param quotes `letters` where no cell of the table is quoted
   * @param hasHeader whether the first row names the columns
   */
  constructor(delimiter: string, visit: CutterVisit, quotes?: 'letters', hasHeader = true) {
    this.#isHeader = hasHeader;
    this.#delimiter = delimiter;
    this.#hasQuotes = quotes === undefined;
    this.#visit = visit;
  }

  read(text: string): void {
    if (this.stopped) return;
    const whole = this.#rest + text;
    this.#rest = '';
    this.#lineEnd ??= lineEndOf(whole);
    this.#cut(whole, false);
  }

  end(): void {
    if (this.stopped) return;
    const whole = this.#rest;
    this.#rest = '';
    if (whole !== '') this.#cut(whole, true);
    if (this.stopped) return;
    if (this.#quoted) this.#notClosed();
    else if (this.#row.length > 0) {
      // The file ends with a delimiter, and so with an empty cell.
      this.#row.push('');
      this.#endRow();
    }
  }

  #cut(text: string, last: boolean): void {
    let delimiterAt = -1;
    let lineEndAt = -1;
    for (let at = 0; at < text.length && !this.stopped; ) {
      if (this.#quoted || (this.#hasQuotes && text[at] === '"')) {
        at = this.#inQuotes(text, at, last);
        continue;
      }
      if (delimiterAt < at) delimiterAt = found(text, this.#delimiter, at);
      if (lineEndAt < at) lineEndAt = found(text, this.#lineEnd ?? '\n', at);
      const end = Math.min(delimiterAt, lineEndAt);
      if (end === text.length && !last) {
        this.#rest = text.slice(at);
        return;
      }
      this.#plainCell(text.slice(at, end), end === lineEndAt);
      at = this.#behind(text, end);
    }
  }

  #plainCell(cell: string, endsLine: boolean): void {
    const value = endsLine && cell.endsWith('\r') ? cell.slice(0, -1) : cell;
    if (!this.#hasQuotes) this.#row.push(value);
    else if (value.endsWith('"') && value.split('"').length % 2 === 0) {
      this.#stop(this.#line, 'A cell ends with a quote, but does not begin with one.', quoteWhole);
    } else if (this.#isHeader && value.includes('"')) {
      this.#stop(this.#line, `A quote stands in the name of the column ${value.slice(0, 80)}.`, quoteWhole);
    } else {
      if (value.includes('"')) this.#loose.push(this.#row.length);
      this.#row.push(value);
    }
  }

  /** Goes on in a quoted cell, or begins one; gives the place behind what was read. */
  #inQuotes(text: string, from: number, last: boolean): number {
    let at = from;
    if (!this.#quoted) {
      this.#quoted = [];
      this.#quotedLength = 0;
      this.#quotedLine = this.#line;
      at += 1;
    }
    const quote = text.indexOf('"', at);
    if (quote < 0) {
      this.#keep(text.slice(at));
      return text.length;
    }
    this.#keep(text.slice(at, quote));
    const next = text[quote + 1];
    if (!last && (next === undefined || (next === '\r' && quote + 2 === text.length))) {
      this.#rest = text.slice(quote);
      return text.length;
    }
    if (next === '"') {
      this.#keep('"');
      return quote + 2;
    }
    return this.#closeQuote(text, quote + 1);
  }

  #closeQuote(text: string, end: number): number {
    const isEnd =
      end >= text.length || text[end] === this.#delimiter || text[end] === (this.#lineEnd ?? '\n');
    const isReturn = text[end] === '\r' && (text[end + 1] === '\n' || end + 1 === text.length);
    if (!isEnd && !isReturn) {
      const where = this.#line === this.#quotedLine ? '' : ` in line ${this.#line}`;
      const message = `A quoted cell begins here, and${where} a quote stands in the middle of it.`;
      this.#stop(this.#quotedLine, message, closeQuote);
      return text.length;
    }
    this.#row.push(this.#quoted!.join(''));
    this.#quoted = null;
    return this.#behind(text, isEnd ? end : end + 1);
  }

  /** Steps over what ends a cell. */
  #behind(text: string, end: number): number {
    if (text[end] !== this.#delimiter) {
      this.#line += 1;
      this.#endRow();
    }
    return end + 1;
  }

  #endRow(): void {
    const [cells, loose, line] = [this.#row, this.#loose, this.#rowLine];
    this.#row = [];
    this.#loose = [];
    this.#rowLine = this.#line;
    if (this.stopped) return;
    this.#isHeader &&= cells.every((cell) => cell === '');
    this.#visit.row(cells, line, loose);
  }

  #keep(piece: string): void {
    this.#quoted!.push(piece);
    this.#quotedLength += piece.length;
    const lineEnd = this.#lineEnd ?? '\n';
    for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) this.#line += 1;
    if (this.#quotedLength > longestCell) this.#notClosed();
  }

  #notClosed(): void {
    this.#stop(this.#quotedLine, 'A quoted cell that begins in this row is never closed.', closeQuote);
  }

  #stop(line: number, message: string, remedy: string): void {
    if (!this.stopped) this.#visit.fault(line, message, remedy);
    this.stopped = true;
  }
}

const found = (text: string, sign: string, from: number): number => {
  const at = text.indexOf(sign, from);
  return at < 0 ? text.length : at;
};

/** How lines end, by the first end outside of quotes: a return alone, as on old Macs, or a line feed; null while unknown. */
function lineEndOf(text: string): '\n' | '\r' | null {
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (isQuoted) continue;
    else if (sign === '\n') return '\n';
    else if (sign === '\r' && at + 1 < text.length) return text[at + 1] === '\n' ? '\n' : '\r';
  }
  return null;
}
