import { displayWidth } from './display-width.ts';
import { visibleLine } from './visible.ts';

export interface Column {
  title: string;
  align?: 'left' | 'right';
}

/** A column of numbers. */
export const onRight = (title: string): Column => ({ title, align: 'right' });

/** Rows in aligned columns, two spaces apart; a cell takes one line, whatever is in it. */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): string {
  const titles = columns.map(({ title }) => title);
  const shown = titles.some((title) => title !== '') ? [titles, ...rows] : rows;
  const lines = shown.map((row) => row.map(visibleLine));
  const widths = columns.map((_, i) => Math.max(...lines.map((row) => displayWidth(row[i] ?? ''))));
  return lines
    .map((row) =>
      columns
        .map((column, i) => padded(row[i] ?? '', widths[i]!, column.align))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function padded(text: string, width: number, align: Column['align']): string {
  const gap = ' '.repeat(Math.max(0, width - displayWidth(text)));
  return align === 'right' ? gap + text : text + gap;
}
