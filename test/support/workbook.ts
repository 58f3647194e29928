import { zipSync } from 'fflate';

/** The cells of a sheet, row by row. */
export type Cells = readonly (readonly (string | number)[])[];

/** A workbook with these sheets. */
export function workbookOf(sheets: Readonly<Record<string, Cells>>): Buffer {
  const names = Object.keys(sheets);
  const cell = (value: string | number) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
  const parts = {
    'xl/workbook.xml': `<workbook><sheets>${names.map((one, at) => `<sheet name="${one}" sheetId="${at + 1}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, at) => `<Relationship Id="r${at}" Target="sheet${at}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      Object.values(sheets).map((rows, at) => [
        `xl/sheet${at}.xml`,
        `<worksheet><sheetData>${rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('')}</sheetData></worksheet>`,
      ]),
    ),
  };
  const encoder = new TextEncoder();
  const packed = Object.entries(parts).map(([part, text]) => [part, encoder.encode(text)] as const);
  return Buffer.from(zipSync(Object.fromEntries(packed)));
}
