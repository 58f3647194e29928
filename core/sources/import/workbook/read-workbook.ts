import { readZip, type ZipEntry } from '../zip.ts';
import { dateStyles, type SheetFacts, sharedTexts, sheetRows } from './sheet-cells.ts';
import { attribute, xmlParts } from './xml-tags.ts';

interface Limits {
  /** Bytes that the parts of the workbook together may become. */
  readonly most: number;
  fault(message: string): Error;
}

/** The first sheet of a workbook that has anything in it, as CSV. */
export interface WorkbookTable {
  readonly csv: Generator<Buffer>;
  /** The name of the sheet, and of others that have something in them. */
  readonly sheet: string;
  readonly others: readonly string[];
}

const rowsPerPiece = 1000;

/**
 * Reads a workbook (Office Open XML, ECMA-376): values as they were last computed, days as ISO dates. Hidden sheets are passed over.
 *
 * @throws what `fault` makes when it is damaged, no workbook, or has no row
 */
export function readWorkbook(bytes: Buffer, { most, fault }: Limits): WorkbookTable {
  const parts = readZip(bytes, { most, fault });
  const text = (name: string) => parts.get(name)?.read().toString('utf8') ?? '';
  const workbook = text('xl/workbook.xml');
  if (workbook === '') throw fault('It is a ZIP of Office, but not an Excel workbook.');
  const facts: SheetFacts = {
    sharedTexts: sharedTexts(text('xl/sharedStrings.xml')),
    areDates: dateStyles(text('xl/styles.xml')),
    from1904: /date1904="(1|true)"/.test(workbook),
  };
  const filled = sheetsOf(workbook, text('xl/_rels/workbook.xml.rels'), parts).filter(({ part }) =>
    hasRow(part.read().toString('utf8'), facts),
  );
  const [first, ...others] = filled;
  if (!first) throw fault('No sheet of the workbook has anything in it.');
  return {
    csv: csvOf(first.part.read().toString('utf8'), facts),
    sheet: first.name,
    others: others.map(({ name }) => name),
  };
}

/** The visible sheets with their parts, in the order of the tabs. */
function sheetsOf(workbook: string, relations: string, parts: ReadonlyMap<string, ZipEntry>) {
  const targets = new Map<string, string>();
  for (const part of xmlParts(relations)) {
    if (part.kind === 'text' || part.name !== 'Relationship') continue;
    const target = attribute(part.attributes, 'Target') ?? '';
    targets.set(
      attribute(part.attributes, 'Id') ?? '',
      target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    );
  }
  const sheets: { name: string; part: ZipEntry }[] = [];
  for (const part of xmlParts(workbook)) {
    if (part.kind === 'text' || part.name !== 'sheet' || part.kind === 'close') continue;
    if ((attribute(part.attributes, 'state') ?? 'visible') !== 'visible') continue;
    const found = parts.get(targets.get(attribute(part.attributes, 'r:id') ?? '') ?? '');
    if (found) sheets.push({ name: attribute(part.attributes, 'name') ?? '', part: found });
  }
  return sheets;
}

function hasRow(xml: string, facts: SheetFacts): boolean {
  for (const row of sheetRows(xml, facts)) if (row.some((cell) => cell !== '')) return true;
  return false;
}

/** Rows as CSV, every cell in quotes; each as wide as the header, or wider where it has more in it. */
function* csvOf(xml: string, facts: SheetFacts): Generator<Buffer> {
  let width = 0;
  let lines: string[] = [];
  for (const row of sheetRows(xml, facts)) {
    const filled = row.findLastIndex((cell) => cell !== '') + 1;
    if (filled === 0) continue;
    if (width === 0) width = filled;
    const cells = Array.from({ length: Math.max(width, filled) }, (_, at) => row[at] ?? '');
    lines.push(`${cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\n`);
    if (lines.length < rowsPerPiece) continue;
    yield Buffer.from(lines.join(''));
    lines = [];
  }
  yield Buffer.from(lines.join(''));
}
