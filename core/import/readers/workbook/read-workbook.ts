import type { PackedFile } from '../archives/packed-file.ts';
import type { Growth } from '../archives/unpacked-size.ts';
import { readZip, type ZipEntry } from '../archives/zip.ts';
import { isNameOfSaid } from '../tables/header-line.ts';
import { type Merged, mergedCells, sheetHead, tableRows } from './header-rows.ts';
import { dateStyles, type SheetFacts, sharedTexts, sheetRows } from './sheet-cells.ts';
import { attribute, type XmlPart, xmlParts } from './xml-tags.ts';

interface Limits {
  /** Counts what the parts of the workbook become. */
  readonly growth: Growth;
  fault(message: string): Error;
}

/** The first sheet of a workbook that has anything in it, as CSV. */
interface WorkbookTable {
  readonly csv: Generator<Buffer>;
  /** The name of the sheet, and of others that have something in them. */
  readonly sheet: string;
  readonly others: readonly string[];
  /** What a person should know of how its first rows were read. */
  readonly notes: readonly string[];
}

/** Characters that are written at once. */
const pieceSigns = 1024 * 1024;
/** Characters of one row: a cell of Excel has 32,767 at most. */
const longestRow = 64 * 1024 * 1024;
/** Cells that are empty or filled from merged ones, for each cell that has something of its own, and those that any sheet may have. */
const emptyPerCell = 50;
const emptyAnyway = 2_000_000;
/** The list of sheets and the styles are read as a whole. */
const mostAtOnce = 64 * 1024 * 1024;

/**
 * Reads a workbook (Office Open XML, ECMA-376): values as they were last computed, days as ISO dates. Hidden sheets are passed over.
 *
 * @throws what `fault` makes when it is damaged, no workbook, or has no row
 */
export function readWorkbook(file: PackedFile, { growth, fault }: Limits, wanted?: string): WorkbookTable {
  const entries = readZip(file, fault);
  const parts = (name: string) => partsOf(entries.get(name), { growth, fault });
  const workbook = entries.get('xl/workbook.xml')?.read(mostAtOnce).toString('utf8') ?? '';
  if (workbook === '') throw fault('It is a ZIP of Office, but not an Excel workbook.');
  const sheets = sheetsOf(parts('xl/workbook.xml'), parts('xl/_rels/workbook.xml.rels'), entries);
  const owners = new Map<ZipEntry, string>();
  for (const { name, part } of sheets) {
    const twin = owners.get(part);
    if (twin !== undefined) throw fault(`The sheets "${twin}" and "${name}" are one and the same part.`);
    owners.set(part, name);
  }
  const facts: SheetFacts = {
    sharedTexts: sharedTexts(parts('xl/sharedStrings.xml')),
    areDates: dateStyles(parts('xl/styles.xml')),
    from1904: /date1904="(1|true)"/.test(workbook),
  };
  const rows = (part: ZipEntry, merged: readonly Merged[] = []) => {
    let filled = 0;
    let copied = 0;
    return sheetRows(partsOf(part, { growth, fault }), facts, fault, {
      cells: merged,
      grow: ({ own, cells, characters }) => {
        growth.add(characters);
        filled += own;
        copied += cells;
        if (copied > Math.max(emptyAnyway, filled * emptyPerCell))
          throw fault(
            `Its merged cells would be written into ${copied} others, and ${filled} have something of their own.`,
          );
      },
    });
  };
  const filled = sheets.filter(({ part }) => {
    for (const row of rows(part)) if (row.size > 0) return true;
    return false;
  });
  // A sheet of notes, columns or totals before the items is not what was meant.
  const usual =
    filled.length > 1
      ? (filled.find(({ part }) => hasTexts(rows(part))) ??
        filled.find(({ part }) => isTable(rows(part))) ??
        filled[0])
      : filled[0];
  const first = wanted === undefined ? usual : filled.find(({ name }) => name === wanted);
  if (filled.length === 0) throw fault('No sheet of the workbook has anything in it.');
  if (!first)
    throw fault(
      `It has no sheet "${wanted}" with anything in it: ${filled.map(({ name }) => name).join(', ')}.`,
    );
  const others = filled.filter((one) => one !== first);
  const merged = mergedCells(partsOf(first.part, { growth, fault }));
  const { titles, header, notes } = sheetHead(rows(first.part, merged), merged);
  return {
    csv: csvOf(tableRows(rows(first.part, merged), titles, header), fault),
    notes,
    sheet: first.name,
    others: others.map(({ name }) => name),
  };
}

/** Rows in which a sheet shows whether it is a table. */
const rowsLooked = 20;

/** Whether the first row of several cells names a question, a reply or a right answer. */
function hasTexts(rows: Iterable<ReadonlyMap<number, string>>): boolean {
  let looked = 0;
  for (const row of rows) {
    if (row.size > 1) return [...row.values()].some(isNameOfSaid);
    looked += 1;
    if (looked >= rowsLooked) return false;
  }
  return false;
}

/** Whether a sheet has rows of several cells, and is no list of notes in its first column. */
function isTable(rows: Iterable<ReadonlyMap<number, string>>): boolean {
  let looked = 0;
  let wide = 0;
  for (const row of rows) {
    if (row.size > 1) wide += 1;
    if (row.size > 0) looked += 1;
    if (wide > 2 || looked >= rowsLooked) break;
  }
  return wide > 1;
}

/** The parts of an XML text inside the workbook; none where it is not there. */
const partsOf = (entry: ZipEntry | undefined, { growth, fault }: Limits): Iterable<XmlPart> =>
  entry ? xmlParts(textsOf(entry, growth), fault) : [];

function* textsOf(entry: ZipEntry, growth: Growth): Generator<string> {
  const decoder = new TextDecoder();
  for (const piece of entry.pieces()) {
    growth.add(piece.length);
    yield decoder.decode(piece, { stream: true });
  }
  yield decoder.decode();
}

/** The visible sheets with their parts, in the order of the tabs. */
function sheetsOf(
  workbook: Iterable<XmlPart>,
  relations: Iterable<XmlPart>,
  parts: ReadonlyMap<string, ZipEntry>,
) {
  const targets = new Map<string, string>();
  for (const part of relations) {
    if (part.kind === 'text' || part.name !== 'Relationship') continue;
    const target = attribute(part.attributes, 'Target') ?? '';
    targets.set(
      attribute(part.attributes, 'Id') ?? '',
      target.startsWith('/') ? target.slice(1) : `xl/${target}`,
    );
  }
  const sheets: { name: string; part: ZipEntry }[] = [];
  for (const part of workbook) {
    if (part.kind === 'text' || part.name !== 'sheet' || part.kind === 'close') continue;
    if ((attribute(part.attributes, 'state') ?? 'visible') !== 'visible') continue;
    const found = parts.get(targets.get(attribute(part.attributes, 'r:id') ?? '') ?? '');
    if (found) sheets.push({ name: attribute(part.attributes, 'name') ?? '', part: found });
  }
  return sheets;
}

/** Rows as CSV, every cell in quotes; each as wide as the header, or wider where it has more in it. */
function* csvOf(
  rows: Iterable<ReadonlyMap<number, string>>,
  fault: (message: string) => Error,
): Generator<Buffer> {
  let width = 0;
  let lines: string[] = [];
  let signs = 0;
  let filled = 0;
  let empty = 0;
  for (const row of rows) {
    if (row.size === 0) continue;
    const own = Math.max(...row.keys()) + 1;
    if (width === 0) width = own;
    const cells = Math.max(width, own);
    filled += row.size;
    empty += cells - row.size;
    if (empty > Math.max(emptyAnyway, filled * emptyPerCell)) {
      throw fault(`Its ${filled} cells stand so far apart that ${empty} empty ones would lie between them.`);
    }
    let length = 0;
    for (const cell of row.values()) length += cell.length;
    if (length > longestRow) throw fault('A row has more than 64 million characters.');
    const line = Array.from({ length: cells }, (_, at) => `"${(row.get(at) ?? '').replaceAll('"', '""')}"`);
    lines.push(`${line.join(',')}\n`);
    signs += length + 3 * cells;
    if (signs < pieceSigns) continue;
    yield Buffer.from(lines.join(''));
    [lines, signs] = [[], 0];
  }
  yield Buffer.from(lines.join(''));
}
