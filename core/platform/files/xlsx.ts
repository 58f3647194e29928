import { strToU8, zipSync } from 'fflate/browser';
import { csvCell, guardColumn, isGuarded } from './csv-cell.ts';

/** A sheet of a workbook: its columns, each with a name and as many values as the others. */
interface Sheet {
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
 * A workbook (Office Open XML) of some sheets, each with a bold first row that stays in view and filters; columns are as wide as what they hold. Numbers keep all their digits;
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
  const widths = columns.map(
    (column, i) => `<col min="${i + 1}" max="${i + 1}" width="${widthOf(column)}" customWidth="1"/>`,
  );
  const cols = columns.length === 0 ? '' : `<cols>${widths.join('')}</cols>`;
  const filter =
    columns.length === 0 ? '' : `<autoFilter ref="A1:${columnName(columns.length)}${count + 1}"/>`;
  return `${head}<worksheet xmlns="${main}">${view}${cols}<sheetData><row>${header}</row>${rows.join('')}</sheetData>${filter}</worksheet>`;
}

/** Signs that a column is wide: its longest value, in bounds that leave the next column in sight. */
function widthOf({ name, values }: Sheet['columns'][number]): number {
  // Beside the name stands the button of the filter.
  const longest = values.reduce<number>(
    (most, value) => Math.max(most, String(value ?? '').length),
    name.length + 3,
  );
  return Math.min(Math.max(longest + 1, 6), 60);
}

/** A for 1, Z for 26, AA for 27. */
function columnName(number: number): string {
  const before = Math.floor((number - 1) / 26);
  return `${before > 0 ? columnName(before) : ''}${String.fromCharCode(65 + ((number - 1) % 26))}`;
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

/** A ZIP archive of some texts. All times in it are 1980, so equal content is equal bytes. */
const zipOf = (files: readonly (readonly [string, string])[]): Uint8Array =>
  zipSync(Object.fromEntries(files.map(([name, text]) => [name, strToU8(text)])), {
    mtime: new Date(1980, 0, 1),
  });
