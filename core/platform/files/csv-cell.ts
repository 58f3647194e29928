/** A cell of a CSV file: numbers with all their digits; text that begins like a formula of a spreadsheet gets an apostrophe before it. */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return /^'*[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
}
