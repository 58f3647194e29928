import { mostColumns } from '../table-width.ts';
import { filler, type Merged, type Written } from './header-rows.ts';
import { attribute, type XmlPart } from './xml-tags.ts';

/** What the cells of a sheet refer to. */
export interface SheetFacts {
  readonly sharedTexts: readonly string[];
  /** For each style whether its numbers are days. */
  readonly areDates: readonly boolean[];
  /** Whether days are counted from 1904. */
  readonly from1904: boolean;
}

/** Rows that it may have (the same). */
const mostRows = 1_048_576;

/** The filled cells of a row, by their column. */
type SheetRow = ReadonlyMap<number, string>;

/** The rows of a sheet, each with its cells that have something in them. @throws what `fault` makes of more rows than Excel has */
export function* sheetRows(
  parts: Iterable<XmlPart>,
  facts: SheetFacts,
  fault: (message: string) => Error,
  merged?: { readonly cells: readonly Merged[]; grow(written: Written): void },
): Generator<SheetRow> {
  const fill = filler(merged?.cells ?? [], (written) => merged?.grow(written));
  let place = 0;
  let rows = 0;
  let row = new Map<number, string>();
  /** Column of the next cell that does not say where it is. */
  let next = 0;
  let cell: { column: number; type: string; style: number; texts: string[] } | null = null;
  let isValue = false;
  for (const part of parts) {
    if (part.kind === 'text') {
      if (isValue && cell) cell.texts.push(part.text);
      continue;
    }
    const { kind, name, attributes } = part;
    if (name === 'row' && kind !== 'close') {
      row = new Map();
      next = 0;
      rows += 1;
      // Rows count from 1, and need not say their number.
      place = Number(attribute(attributes, 'r') ?? place + 1);
      if (rows > mostRows) throw fault('A sheet has more than the 1,048,576 rows that Excel allows.');
    }
    if (name === 'row' && kind !== 'open') yield fill(row, place);
    else if (name === 'c' && kind !== 'close') {
      const place = attribute(attributes, 'r');
      const column = place === null ? next : columnOf(place);
      cell = null;
      if (column >= mostColumns) continue;
      next = column + 1;
      if (kind === 'empty') continue;
      const style = Number(attribute(attributes, 's') ?? 0);
      cell = { column, type: attribute(attributes, 't') ?? 'n', style, texts: [] };
    } else if (name === 'c' && cell) {
      const text = textOf({ ...cell, text: cell.texts.join('') }, facts);
      if (text !== '') row.set(cell.column, text);
      cell = null;
    } else if (name === 'v' || name === 't') isValue = kind === 'open';
    // How a text is read aloud is no part of it.
    else if (name === 'rPh' && kind === 'open') isValue = false;
  }
}

/** "C7" is in column 2. */
function columnOf(place: string): number {
  let column = 0;
  for (const sign of place.toUpperCase()) {
    const letter = sign.charCodeAt(0) - 64;
    if (letter < 1 || letter > 26) break;
    column = 26 * column + letter;
  }
  return Math.max(0, column - 1);
}

function textOf({ type, style, text }: { type: string; style: number; text: string }, facts: SheetFacts) {
  if (type === 's') return facts.sharedTexts[Number(text)] ?? '';
  if (type === 'b') return text === '1' ? 'true' : 'false';
  if (type === 'e') return text === '#N/A' ? 'n/a' : text;
  if (type === 'n' && text !== '' && facts.areDates[style]) return dayOf(Number(text), facts.from1904);
  return text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}

const msPerDay = 86_400_000;

/** A day that Excel counts, as an ISO date, with its time where it has one. */
function dayOf(count: number, from1904: boolean): string {
  const days = from1904 ? count + 1462 : count;
  // Day 60 of Excel is a 29th of February 1900 that never was.
  const start = Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const date = new Date(start + Math.round(days * msPerDay));
  if (Number.isNaN(date.getTime())) return String(count);
  const iso = date.toISOString();
  return Number.isInteger(days) ? iso.slice(0, 10) : iso.slice(0, 19);
}

/** Texts of the table of shared texts, each put together from its runs. */
export function sharedTexts(parts: Iterable<XmlPart>): string[] {
  const texts: string[] = [];
  let runs: string[] | null = null;
  let isValue = false;
  let isSpoken = false;
  for (const part of parts) {
    if (part.kind === 'text') {
      if (isValue && !isSpoken) runs?.push(part.text);
    } else if (part.name === 'si') {
      if (part.kind === 'open') runs = [];
      else texts.push(part.kind === 'empty' ? '' : (runs?.join('') ?? ''));
    } else if (part.name === 't') isValue = part.kind === 'open';
    else if (part.name === 'rPh') isSpoken = part.kind === 'open';
  }
  return texts;
}

const isBuiltInDate = (format: number) =>
  (format >= 14 && format <= 22) || (format >= 27 && format <= 36) || (format >= 45 && format <= 58);

/** For each style of a workbook whether its numbers are days. */
export function dateStyles(parts: Iterable<XmlPart>): boolean[] {
  const own = new Map<number, boolean>();
  const styles: boolean[] = [];
  let areCells = false;
  for (const part of parts) {
    if (part.kind === 'text') continue;
    const { name, kind, attributes } = part;
    if (name === 'numFmt') {
      const code = attribute(attributes, 'formatCode') ?? '';
      own.set(Number(attribute(attributes, 'numFmtId')), isDateCode(code));
    } else if (name === 'cellXfs') areCells = kind === 'open';
    else if (name === 'xf' && areCells && kind !== 'close') {
      const format = Number(attribute(attributes, 'numFmtId') ?? 0);
      styles.push(own.get(format) ?? isBuiltInDate(format));
    }
  }
  return styles;
}

/** Whether a format has years, months, days or hours outside of quotes and brackets. */
const isDateCode = (code: string): boolean =>
  /[ymdhs]/i.test(
    code
      .replaceAll(/"[^"]*"/g, '')
      .replaceAll(/\[[^[\]]*\]/g, '')
      .replaceAll(/\\./g, ''),
  );
