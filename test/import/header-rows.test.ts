import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { PackedFile } from '../../core/import/readers/archives/packed-file.ts';
import { allowances, Growth } from '../../core/import/readers/archives/unpacked-size.ts';
import {
  filler,
  type Merged,
  mergedCells,
  sheetHead,
  tableRows,
} from '../../core/import/readers/workbook/header-rows.ts';
import { readWorkbook } from '../../core/import/readers/workbook/read-workbook.ts';
import { xmlParts } from '../../core/import/readers/workbook/xml-tags.ts';

const fault = (message: string) => new Error(message);
const merged = (...refs: string[]): Merged[] =>
  mergedCells(
    xmlParts([`<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`], fault),
  );

/** Rows of a sheet from 1 on, as they come out with their merged cells filled; '' is an empty cell. */
function filled(rows: readonly (readonly string[])[], ...refs: string[]) {
  const fill = filler(merged(...refs), () => {});
  return rows.map((cells, at) =>
    fill(new Map([...cells.entries()].filter(([, text]) => text !== '')), at + 1),
  );
}

const tableOf = (rows: readonly (readonly string[])[], ...refs: string[]) => {
  const all = filled(rows, ...refs);
  const { titles, header, notes } = sheetHead(all, merged(...refs));
  return { table: [...tableRows(all, titles, header)].map((row) => [...row.values()].join('|')), notes };
};

test('ranges are read from their names', () => {
  expect(merged('B2:B3', '$A$1:$AA$1')).toEqual([
    { left: 1, right: 1, top: 2, bottom: 3 },
    { left: 0, right: 26, top: 1, bottom: 1 },
  ]);
  expect(merged('B2', 'nonsense')).toEqual([]);
});

test('a merged cell holds for all of its cells, and for no others', () => {
  const rows = filled(
    [
      ['q', 'm', 'a'],
      ['Why?', 'A', 'x'],
      ['', 'B', 'y'],
      ['', 'C', 'z'],
    ],
    'A2:A3',
  );
  expect(rows.map((row) => row.get(0))).toEqual(['q', 'Why?', 'Why?', undefined]);
});

describe('what stands above the table', () => {
  const body = ['Why?', 'So.', '4', 'No.', '2'];

  test('a title is passed over, and said', () => {
    const header = ['question', 'answer', 'rating', 'reply', 'score'];
    expect(tableOf([['Results of May', '', '', '', ''], header, body], 'A1:E1')).toEqual({
      table: [header.join('|'), body.join('|')],
      notes: ['Passed over above the table: "Results of May".'],
    });
  });

  test('two rows of a header become one', () => {
    const groups = ['question', 'A', '', 'B', ''];
    const names = ['', 'answer', 'rating', 'answer', 'rating'];
    expect(tableOf([groups, names, body], 'A1:A2', 'B1:C1', 'D1:E1')).toEqual({
      table: ['question|A answer|A rating|B answer|B rating', body.join('|')],
      notes: ['Its header has two rows, which were put together.'],
    });
  });

  test('a plain header stays as it is', () => {
    const header = ['question', 'answer', 'rating'];
    expect(tableOf([header, ['Why?', 'So.', '4']])).toEqual({
      table: ['question|answer|rating', 'Why?|So.|4'],
      notes: [],
    });
  });
});

test('what is written into merged cells is counted, but where nothing is', () => {
  let characters = 0;
  let own = 0;
  const fill = filler(merged('A1:C2'), (written) => {
    characters += written.characters;
    own += written.own;
  });
  fill(
    new Map([
      [0, 'four'],
      [2, 'own'],
    ]),
    1,
  );
  expect(characters).toBe(7);
  fill(new Map(), 2);
  expect(characters).toBe(28);
  fill(new Map([[0, 'four']]), 3);
  expect(characters).toBe(28);
  expect(own).toBe(3);
});

test('ranges over each other cost no more than one of them: the first holds', () => {
  let looks = 0;
  class Counted extends Map<number, string> {
    override has(column: number): boolean {
      looks += 1;
      return super.has(column);
    }
  }
  const fill = filler(merged(...Array<string>(5000).fill('A1:XFD1048576'), 'B1:C4'), () => {});
  for (let place = 1; place <= 3; place += 1) fill(new Counted(place === 1 ? [[0, 'all']] : []), place);
  expect(looks).toBeLessThan(4000);
  const beside = filled(
    [
      ['a', '', 'b', ''],
      ['', '', '', 'd'],
    ],
    'A1:B2',
    'C1:D2',
  );
  expect(beside.map((row) => [...row.values()].sort().join(''))).toEqual(['aabb', 'aabd']);
});

test('a workbook whose merged cells would become a table thousands of times its own is refused', () => {
  const sheet = `<worksheet><sheetData><row><c t="inlineStr"><is><t>id</t></is></c></row>${'<row/>'.repeat(2500)}</sheetData>
    <mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells></worksheet>`;
  const parts = {
    'xl/workbook.xml': '<workbook><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="sheet1.xml"/></Relationships>',
    'xl/sheet1.xml': sheet,
  };
  const encoder = new TextEncoder();
  const bytes = Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, encoder.encode(text)]))),
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-merged-'));
  const place = path.join(folder, 'a.xlsx');
  writeFileSync(place, bytes);
  const handle = openSync(place, 'r');
  const file = new PackedFile(place, handle, bytes.length);
  const growth = new Growth('a.xlsx', bytes.length, '', allowances.archive);
  const { csv } = readWorkbook(file, { growth, fault: (words) => new Error(words) });
  expect(() => [...csv]).toThrow(/merged cells would be written into \d+ others, and 1 have something/);
  closeSync(handle);
  rmSync(folder, { recursive: true });
});
