/** A column that a table has when cells of it were guarded: the import takes it off again, and the apostrophes of its rows. */
export const guardColumn = 'formula_guard';

/**
 * What a spreadsheet may run: a sign that begins a formula, plain, full-width or otherwise written (by NFKC), behind any number of
 * spaces, signs without width and apostrophes; or a tab or line break at the beginning (OWASP, CSV Injection, 2023).
 */
function isRunnable(text: string): boolean {
  if (/^'*[\t\r\n]/.test(text)) return true;
  const first = text.search(/[^'\s\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}]/u);
  if (first < 0) return false;
  const sign = String.fromCodePoint(text.codePointAt(first)!).normalize('NFKC');
  return /^[=+\-@\u2212]/.test(sign);
}

/** A cell of a CSV file: numbers with all their digits; text that a spreadsheet could run as a formula gets an apostrophe before it. */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return isRunnable(value) ? `'${value}` : value;
}

/** Whether `csvCell` puts an apostrophe before a value. */
export const isGuarded = (value: unknown): boolean => typeof value === 'string' && isRunnable(value);

/** What `csvCell` was given: takes off the one apostrophe that it put before a text, and leaves any other. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && isRunnable(cell.slice(1)) ? cell.slice(1) : cell;
