import { type Run, readRuns } from './markdown-runs.ts';

export type Example = 'good' | 'bad';
export type Alignment = 'left' | 'center' | 'right' | null;

/** A part of a text that was written in Markdown. */
export type Block =
  | { readonly kind: 'paragraph'; readonly runs: readonly Run[] }
  | { readonly kind: 'heading'; readonly level: number; readonly runs: readonly Run[] }
  /** Its name is the language, or whatever else stood behind the fence. */
  | { readonly kind: 'code'; readonly name: string; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'quote'; readonly example: Example | null; readonly blocks: readonly Block[] }
  | {
      readonly kind: 'list';
      /** The number of the first entry; null where entries have no numbers. */
      readonly start: number | null;
      readonly isLoose: boolean;
      readonly entries: readonly { readonly isDone: boolean | null; readonly blocks: readonly Block[] }[];
    }
  | {
      readonly kind: 'table';
      readonly alignments: readonly Alignment[];
      readonly head: readonly (readonly Run[])[];
      readonly rows: readonly (readonly (readonly Run[])[])[];
    };

/** Longer texts stand as they were written: nobody reads them to their end, and a page of them is slow. */
export const longestMarkdown = 100_000;
/** Parts of a text, each one or several elements of the page, before it stands as it was written. */
const mostParts = 10_000;
const deepest = 12;
const mostColumns = 50;

/**
 * The blocks of a text in Markdown; null where it stands best as it was written: it has no mark of Markdown in it, is
 * longer than `longestMarkdown` characters, or falls into too many parts. Takes time in proportion to the length.
 * Follows GitHub Flavored Markdown, except that line breaks are kept, an indented line is no code, a line belongs to
 * a list or a quote by its own indentation or mark alone, and HTML, references and entities stand as they are.
 */
export function readMarkdown(text: string): Block[] | null {
  if (text.length > longestMarkdown) return null;
  const reader = new BlockReader();
  const blocks = reader.read(text.split(/\r\n|\n|\r/), 0);
  return reader.isMarked && reader.parts <= mostParts ? blocks : null;
}

const fence = /^\s*(?:`{3,}|~{3,})/;
const heading = /^ {0,3}(#{1,6})(?=[ \t]|$)/;
const underline = /^ {0,3}(={3,}|-{3,})\s*$/;
const rule = /^ {0,3}(?:-[ \t]*){3,}$|^ {0,3}(?:\*[ \t]*){3,}$|^ {0,3}(?:_[ \t]*){3,}$/;
const quote = /^ {0,3}> ?/;
const marker = /^\s*([-*+]|(\d{1,9})([.)]))(?:[ \t]+|$)/;
const task = /^\[([ xX])\][ \t]+/;
const delimiters = /^[\s|:-]+$/;
const exampleMark = /^\s*\[!(good|bad)\][ \t]*/i;

interface Marker {
  readonly indent: number;
  /** Where the text of the entry begins. */
  readonly content: number;
  readonly sign: string;
  readonly number: number | null;
  readonly isEmpty: boolean;
}

class BlockReader {
  isMarked = false;
  parts = 0;
  private lines: readonly string[] = [];
  private at = 0;
  private depth = 0;

  /** Reads lines that stand `depth` quotes and lists deep; what stands too deep is one paragraph. */
  read(lines: readonly string[], depth: number): Block[] {
    const outer = { lines: this.lines, at: this.at, depth: this.depth };
    Object.assign(this, { lines, at: 0, depth });
    const blocks: Block[] = [];
    while (this.at < lines.length) {
      if (isBlank(lines[this.at]!)) this.at += 1;
      else blocks.push(this.next());
      if (this.parts > mostParts) break;
    }
    Object.assign(this, outer);
    return blocks;
  }

  private next(): Block {
    const block = isRead(this.depth) ? this.structure() : null;
    this.parts += 1;
    if (!block) return this.paragraph();
    this.isMarked = true;
    return block;
  }

  private structure(): Block | null {
    const line = this.lines[this.at]!;
    const fenced = fenceOf(line);
    if (fenced) return this.code(fenced);
    const titled = heading.exec(line);
    if (titled) {
      this.at += 1;
      return {
        kind: 'heading',
        level: titled[1]!.length,
        runs: this.runs(withoutClosing(line.slice(titled[0].length))),
      };
    }
    if (rule.test(line)) {
      this.at += 1;
      return { kind: 'rule' };
    }
    if (quote.test(line)) return this.quote();
    const marked = markerOf(line);
    if (marked) return this.list(marked);
    return this.isTable(this.at) ? this.table() : null;
  }

  private runs(text: string): Run[] {
    const runs = readRuns(text);
    this.parts += runs.length;
    if (runs.length > 1 || (runs[0] && (Object.keys(runs[0]).length > 1 || runs[0].text !== text))) {
      this.isMarked = true;
    }
    return runs;
  }

  private code({ sign, length, indent, rest }: NonNullable<ReturnType<typeof fenceOf>>): Block {
    const inside: string[] = [];
    for (this.at += 1; this.at < this.lines.length; this.at += 1) {
      const line = this.lines[this.at]!;
      const closing = fenceOf(line);
      if (closing && closing.sign === sign && closing.length >= length && closing.rest === '') break;
      inside.push(outdented(line, indent));
    }
    this.at += 1;
    return { kind: 'code', name: rest, text: inside.join('\n') };
  }

  private quote(): Block {
    const inside: string[] = [];
    for (; this.at < this.lines.length && quote.test(this.lines[this.at]!); this.at += 1) {
      inside.push(this.lines[this.at]!.replace(quote, ''));
    }
    const marked = exampleMark.exec(inside[0]!);
    const example = marked ? (marked[1]!.toLowerCase() as Example) : null;
    if (marked) inside[0] = inside[0]!.slice(marked[0].length);
    return { kind: 'quote', example, blocks: this.read(inside, this.depth + 1) };
  }

  private list(first: Marker): Block {
    const entries: { isDone: boolean | null; blocks: Block[] }[] = [];
    let isLoose = false;
    let isAfterBlank = false;
    for (let here: Marker | null = first; here !== null && here.sign === first.sign; ) {
      isLoose ||= isAfterBlank;
      const { lines, hasBlank } = this.entry(here);
      isLoose ||= hasBlank;
      const ticked = task.exec(lines[0]!);
      if (ticked) lines[0] = lines[0]!.slice(ticked[0].length);
      this.parts += 1;
      const blocks = this.read(lines, this.depth + 1);
      entries.push({ isDone: ticked ? ticked[1] !== ' ' : null, blocks });
      isAfterBlank = false;
      while (this.at < this.lines.length && isBlank(this.lines[this.at]!)) {
        this.at += 1;
        isAfterBlank = true;
      }
      const line = this.lines[this.at];
      here = line === undefined || rule.test(line) || this.parts > mostParts ? null : markerOf(line);
    }
    return { kind: 'list', start: first.number, isLoose, entries };
  }

  /** The lines of an entry, without their indentation: its own, and those below that stand further in than its mark. */
  private entry({ indent, content }: Marker): { lines: string[]; hasBlank: boolean } {
    const lines = [this.lines[this.at]!.replace(marker, '')];
    const least = Math.min(content, indent + 2);
    let inset: number | null = null;
    let blanks = 0;
    let hasBlank = false;
    let at = this.at + 1;
    this.at = at;
    for (; at < this.lines.length; at += 1) {
      const line = this.lines[at]!;
      if (isBlank(line)) {
        blanks += 1;
        continue;
      }
      if (indentOf(line) < least) break;
      hasBlank ||= blanks > 0;
      for (; blanks > 0; blanks -= 1) lines.push('');
      inset ??= Math.min(content, indentOf(line));
      lines.push(outdented(line, inset));
      this.at = at + 1;
    }
    return { lines, hasBlank };
  }

  private isTable(at: number): boolean {
    const head = this.lines[at]!;
    const below = this.lines[at + 1];
    if (below === undefined || !head.includes('|') || !below.includes('-') || !delimiters.test(below))
      return false;
    const ways = cellsOf(below);
    return (
      ways.length <= mostColumns &&
      ways.length === cellsOf(head).length &&
      ways.every((way) => /^:?-+:?$/.test(way))
    );
  }

  private table(): Block {
    const head = this.row();
    const alignments = cellsOf(this.lines[this.at]!).map(alignmentOf);
    const rows: Run[][][] = [];
    this.at += 1;
    while (this.at < this.lines.length && this.parts <= mostParts) {
      const line = this.lines[this.at]!;
      if (isBlank(line) || !line.includes('|')) break;
      rows.push(this.row());
    }
    return { kind: 'table', alignments, head, rows };
  }

  private row(): Run[][] {
    const cells = cellsOf(this.lines[this.at]!);
    this.at += 1;
    this.parts += 1 + cells.length;
    return cells.map((cell) => this.runs(cell));
  }

  private paragraph(): Block {
    const from = this.at;
    for (this.at += 1; this.at < this.lines.length; this.at += 1) {
      const line = this.lines[this.at]!;
      if (isBlank(line)) break;
      if (!isRead(this.depth)) continue;
      if (this.at === from + 1 && underline.test(line)) {
        this.at += 1;
        this.isMarked = true;
        const level = line.includes('=') ? 1 : 2;
        return { kind: 'heading', level, runs: this.runs(this.lines[from]!.trim()) };
      }
      if (this.interrupts(line)) break;
    }
    return { kind: 'paragraph', runs: this.runs(this.lines.slice(from, this.at).join('\n')) };
  }

  private interrupts(line: string): boolean {
    if (fenceOf(line) || heading.test(line) || rule.test(line) || quote.test(line)) return true;
    const marked = markerOf(line);
    if (marked) return !marked.isEmpty && (marked.number === null || marked.number === 1);
    return this.isTable(this.at);
  }
}

/** Whether marks still count, so many quotes and lists deep. */
const isRead = (depth: number): boolean => depth < deepest;
const isBlank = (line: string): boolean => line.trim() === '';

function fenceOf(line: string): { sign: string; length: number; indent: number; rest: string } | null {
  const found = fence.exec(line);
  if (!found) return null;
  const signs = found[0].trimStart();
  const sign = signs[0]!;
  const rest = line.slice(found[0].length);
  if (sign === '`' && rest.includes('`')) return null;
  return { sign, length: signs.length, indent: indentOf(line), rest: rest.trim() };
}

function markerOf(line: string): Marker | null {
  const found = marker.exec(line);
  if (!found) return null;
  const [whole, sign, number, end] = found as unknown as [string, string, string?, string?];
  const indent = indentOf(line);
  return {
    indent,
    content: contentOf(whole, sign, indent),
    sign: end ?? sign,
    number: number === undefined ? null : Number(number),
    isEmpty: whole.length === line.length,
  };
}

/** Where the text begins after a mark; much space behind the mark is of the text. */
function contentOf(whole: string, sign: string, indent: number): number {
  const gap = whole.length - whole.trimEnd().length;
  return indent + sign.length + (gap >= 1 && gap <= 4 ? gap : 1);
}

/** Columns of white space before a text; a tab goes on to the next multiple of four. */
function indentOf(line: string): number {
  let columns = 0;
  for (const sign of line) {
    if (sign === '\t') columns += 4 - (columns % 4);
    else if (sign === ' ') columns += 1;
    else break;
  }
  return columns;
}

/** A line without so many columns of white space before it, or without as many as it has. */
function outdented(line: string, columns: number): string {
  let column = 0;
  let at = 0;
  while (column < columns && (line[at] === ' ' || line[at] === '\t')) {
    column += line[at] === '\t' ? 4 - (column % 4) : 1;
    at += 1;
  }
  return line.slice(at);
}

/** A title without the number signs that may close it. */
function withoutClosing(title: string): string {
  const trimmed = title.trim();
  let end = trimmed.length;
  while (end > 0 && trimmed[end - 1] === '#') end -= 1;
  return end === 0 ? '' : /\s/.test(trimmed[end - 1]!) ? trimmed.slice(0, end).trimEnd() : trimmed;
}

/** The cells of a line: pipes part them, except after a backslash. */
function cellsOf(line: string): string[] {
  const trimmed = line.trim();
  const cells: string[] = [];
  let from = trimmed.startsWith('|') ? 1 : 0;
  let at = from;
  for (; at < trimmed.length; at += 1) {
    if (trimmed[at] === '\\') at += 1;
    else if (trimmed[at] === '|') {
      cells.push(trimmed.slice(from, at));
      from = at + 1;
    }
  }
  if (from < trimmed.length) cells.push(trimmed.slice(from));
  return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
}

function alignmentOf(delimiter: string): Alignment {
  const [isLeft, isRight] = [delimiter.startsWith(':'), delimiter.endsWith(':')];
  return isRight ? (isLeft ? 'center' : 'right') : isLeft ? 'left' : null;
}
