/** Prints a table in Markdown; the first column is text, the others are figures. */
export function printTable(columns: readonly string[], rows: readonly (readonly string[])[]): void {
  const lines = [columns, columns.map((_, index) => (index === 0 ? '---' : '--:')), ...rows];
  for (const cells of lines) console.log(`| ${cells.join(' | ')} |`);
}

/** Geometric mean of the figures that are there. */
export function geometricMean(values: readonly (number | undefined)[]): number | undefined {
  const present = values.filter((value) => value !== undefined);
  if (present.length === 0) return undefined;
  return Math.exp(present.reduce((sum, value) => sum + Math.log(value), 0) / present.length);
}

/** A figure with so many decimals; a dash where there is none. */
export function figure(value: number | undefined, decimals = 2): string {
  return value === undefined ? '-' : value.toFixed(decimals);
}
