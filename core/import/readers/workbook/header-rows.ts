import { attribute, type XmlPart } from './xml-tags.ts';

/** Cells that were merged into one: rows count from 1, columns from 0, both ends belong to it. */
export interface Merged {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** Ranges that are looked at: a sheet has them for its titles and groups, not for each cell. */
const mostMerged = 10_000;
/** What merged cells wrote into a row, beside the cells that it had. */
export interface Written {
  readonly own: number;
  readonly cells: number;
  readonly characters: number;
}

/** Quotes and comma of a cell. */
const signsAround = 3;
/** Columns that the text of merged cells is written into. */
const widest = 1000;

/** The merged cells of a sheet, in the order of its file. */
export function mergedCells(parts: Iterable<XmlPart>): Merged[] {
  const found: Merged[] = [];
  for (const part of parts) {
    if (part.kind === 'text' || part.name !== 'mergeCell' || part.kind === 'close') continue;
    const ends = /^\$?([A-Z]{1,3})\$?(\d{1,7}):\$?([A-Z]{1,3})\$?(\d{1,7})$/.exec(
      attribute(part.attributes, 'ref') ?? '',
    );
    if (!ends || found.length >= mostMerged) continue;
    const [, left, top, right, bottom] = ends as unknown as string[];
    found.push({
      left: columnNumber(left!),
      top: Number(top),
      right: columnNumber(right!),
      bottom: Number(bottom),
    });
  }
  return found;
}

/** "C" is column 2. */
const columnNumber = (letters: string): number =>
  [...letters].reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0) - 1;

type Row = ReadonlyMap<number, string>;

/**
 * Writes what merged cells say into all of them, row by row: a value that stands for several rows holds for each.
 *
 * @param grow hears of the cells and characters that it writes, and of the cells that the row had
 */
export function filler(
  merged: readonly Merged[],
  grow: (written: Written) => void,
): (row: Map<number, string>, place: number) => Row {
  const waiting = merged.toSorted((a, b) => a.top - b.top);
  let open: { range: Merged; text: string }[] = [];
  let next = 0;
  return (row, place) => {
    if (waiting.length === 0) return row;
    open = open.filter(({ range }) => range.bottom >= place);
    for (; next < waiting.length && waiting[next]!.top <= place; next += 1) {
      const range = waiting[next]!;
      const text = row.get(range.left);
      if (range.top === place && text !== undefined && !open.some((one) => overlap(one.range, range)))
        open.push({ range, text });
    }
    const own = row.size;
    let characters = 0;
    // An empty row between others stays one.
    for (const { range, text } of own > 0 || open.length > 0 ? open : []) {
      const before = row.size;
      for (let column = range.left; column <= Math.min(range.right, range.left + widest); column += 1)
        if (!row.has(column)) row.set(column, text);
      characters += (row.size - before) * (text.length + signsAround);
    }
    grow({ own, cells: row.size - own, characters });
    return row;
  };
}

/** Whether two ranges of one row share a column. No workbook of a person has such; ten thousand of them are work without end. */
const overlap = (a: Merged, b: Merged): boolean => a.left <= b.right && b.left <= a.right;

interface SheetHead {
  /** Rows of titles above the header, which are no part of the table. */
  readonly titles: number;
  /** Rows that the header has: 1 or 2. */
  readonly header: 1 | 2;
  readonly notes: readonly string[];
}

const mostTitles = 3;

/**
 * What stands above the table: titles (one text, perhaps over all columns, above a wider row), and whether a first row of groups stands
 * above the names of the columns, which merged cells show.
 */
export function sheetHead(rows: Iterable<Row>, merged: readonly Merged[]): SheetHead {
  const first: Row[] = [];
  for (const row of rows) {
    if (row.size > 0) first.push(row);
    if (first.length > mostTitles + 1) break;
  }
  const texts = (row: Row | undefined) => new Set(row?.values() ?? []).size;
  let titles = 0;
  while (titles < mostTitles && texts(first[titles]) === 1 && texts(first[titles + 1]) > 1) titles += 1;
  const [groups, names] = first.slice(titles);
  const isGrouped =
    groups !== undefined &&
    names !== undefined &&
    merged.some(
      ({ left, right, top, bottom }) => right > left && top === bottom && repeatsIn(groups, left, right),
    ) &&
    texts(groups) < groups.size &&
    [...names.values()].every((text) => !/^-?\d+(?:[.,]\d+)?$/.test(text));
  const titleNotes = titles > 0 ? [`Passed over above the table: ${quoted(first.slice(0, titles))}.`] : [];
  const groupNotes = isGrouped ? ['Its header has two rows, which were put together.'] : [];
  return { titles, header: isGrouped ? 2 : 1, notes: [...titleNotes, ...groupNotes] };
}

const repeatsIn = (row: Row, left: number, right: number): boolean => {
  const text = row.get(left);
  return text !== undefined && row.get(right) === text;
};

const quoted = (rows: readonly Row[]): string =>
  rows.map((row) => `"${[...row.values()][0]!.slice(0, 60)}"`).join(', ');

/** The rows of the table alone, below a header of one row. */
export function* tableRows(rows: Iterable<Row>, titles: number, header: 1 | 2): Generator<Row> {
  let number = 0;
  let groups: Row = new Map();
  for (const row of rows) {
    if (row.size === 0) continue;
    number += 1;
    if (number <= titles) continue;
    if (number === titles + 1 && header === 2) groups = row;
    else if (number === titles + 2 && header === 2) yield together(groups, row);
    else yield row;
  }
}

/** Both rows of a header as one: a name alone where both say the same, or one says nothing. */
function together(groups: Row, names: Row): Row {
  const columns = [...new Set([...groups.keys(), ...names.keys()])].sort((a, b) => a - b);
  return new Map(
    columns.map((column) => {
      const [group = '', name = ''] = [groups.get(column), names.get(column)];
      return [column, group === name || name === '' ? group : group === '' ? name : `${group} ${name}`];
    }),
  );
}
