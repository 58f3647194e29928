import { crc32, deflateRawSync } from 'node:zlib';
import { csvCell, guardColumn, isGuarded } from './csv-cell.ts';

/** A sheet of a workbook: its columns, each with a name and as many values as the others. */
export interface Sheet {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly values: readonly (string | number | boolean | null)[];
  }[];
}

/** Signs that a cell may hold (ECMA-376 and Excel's own limits). */
const mostSigns = 32_767;
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';

/**
 * A workbook (Office Open XML) of some sheets, each with a bold first row that stays in view. Numbers keep all their digits;
 * text is only ever text, and what begins like a formula gets an apostrophe, as in CSV, so that it stays text when the sheet is
 * saved as CSV. Texts longer than a cell may be are cut, with an ellipsis.
 */
export function xlsxOf(sheets: readonly Sheet[]): Uint8Array {
  const numbered = sheets.map((sheet, i) => ({ sheet, number: i + 1 }));
  const part = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const types = numbered.map(
    ({ number }) =>
      `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${part}.worksheet+xml"/>`,
  );
  const listed = numbered.map(
    ({ sheet, number }) => `<sheet name="${escaped(sheet.name)}" sheetId="${number}" r:id="rId${number}"/>`,
  );
  const related = numbered.map(({ number }) =>
    relation(number, 'worksheet', `worksheets/sheet${number}.xml`),
  );
  const styles = sheets.length + 1;
  return zipOf([
    [
      '[Content_Types].xml',
      `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${part}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${part}.styles+xml"/>${types.join('')}</Types>`,
    ],
    ['_rels/.rels', relations([relation(1, 'officeDocument', 'xl/workbook.xml')])],
    [
      'xl/workbook.xml',
      `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${listed.join('')}</sheets></workbook>`,
    ],
    ['xl/_rels/workbook.xml.rels', relations([...related, relation(styles, 'styles', 'styles.xml')])],
    [
      'xl/styles.xml',
      `${head}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
    ],
    ...numbered.map(({ sheet, number }) => [`xl/worksheets/sheet${number}.xml`, sheetXml(sheet)] as const),
  ]);
}

const relation = (number: number, type: string, target: string) =>
  `<Relationship Id="rId${number}" Type="${office}/${type}" Target="${target}"/>`;
const relations = (list: readonly string[]) =>
  `${head}<Relationships xmlns="${packaged}/relationships">${list.join('')}</Relationships>`;

function sheetXml({ columns: given }: Sheet): string {
  const columns = withGuard(given);
  const count = Math.max(0, ...columns.map(({ values }) => values.length));
  const header = columns.map(({ name }) => cellXml(name, ' s="1"')).join('');
  const rows = Array.from(
    { length: count },
    (_, i) => `<row>${columns.map(({ values }) => cellXml(values[i] ?? null)).join('')}</row>`,
  );
  const view =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  return `${head}<worksheet xmlns="${main}">${view}<sheetData><row>${header}</row>${rows.join('')}</sheetData></worksheet>`;
}

/** The columns, and where a cell of them gets an apostrophe, the one that says in which rows. */
function withGuard(columns: Sheet['columns']): Sheet['columns'] {
  const rows = new Set(
    columns.flatMap(({ values }) => values.flatMap((value, i) => (isGuarded(value) ? i : []))),
  );
  if (rows.size === 0 && !columns.some(({ name }) => isGuarded(name))) return columns;
  const count = Math.max(0, ...columns.map(({ values }) => values.length));
  const values = Array.from({ length: count }, (_, i) => (rows.has(i) ? "'" : null));
  return [...columns, { name: guardColumn, values }];
}

function cellXml(value: string | number | boolean | null, style = ''): string {
  if (value === null || (typeof value === 'number' && !Number.isFinite(value))) return `<c${style}/>`;
  if (typeof value === 'number') return `<c${style}><v>${value}</v></c>`;
  if (typeof value === 'boolean') return `<c${style} t="b"><v>${Number(value)}</v></c>`;
  const text = csvCell(value);
  const shown = text.length > mostSigns ? `${text.slice(0, mostSigns - 1)}…` : text;
  return `<c${style} t="inlineStr"><is><t xml:space="preserve">${escaped(shown)}</t></is></c>`;
}

/** Text in XML. Signs that XML has no place for become U+FFFD; what looks like an escape of the format is escaped itself. */
const escaped = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it is these that XML has no place for.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replaceAll('\r', '_x000D_')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** A ZIP archive (PKWARE APPNOTE 6.3) of some texts, packed by Deflate. All times in it are 1980, so equal content is equal bytes. */
function zipOf(files: readonly (readonly [string, string])[]): Uint8Array {
  const parts: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [name, text] of files) {
    const content = Buffer.from(text);
    const packed = deflateRawSync(content);
    const title = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt16LE(0x0800, 2);
    about.writeUInt16LE(8, 4);
    about.writeUInt16LE(0x21, 8);
    about.writeUInt32LE(crc32(content), 10);
    about.writeUInt32LE(packed.length, 14);
    about.writeUInt32LE(content.length, 18);
    about.writeUInt16LE(title.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), about, title, packed);
    central.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), about, place, title);
    offset += 30 + title.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 'latin1');
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, list, end]);
}
