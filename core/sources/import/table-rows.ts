import type { Problems } from './problems.ts';
import { TableCutter } from './table-cutter.ts';
import type { TextBlock } from './text-blocks.ts';

/** `loose` are the places of cells that are not quoted and have a quote in them. */
export type VisitRow = (cells: readonly string[], line: number, loose: readonly number[]) => void;

/** Hands on the rows of a table, but for those without anything in them; `line` is where the row begins. */
export class TableRows {
  rows = 0;
  readonly #cutter: TableCutter;

  constructor(delimiter: string, problems: Problems, visit: VisitRow) {
    this.#cutter = new TableCutter(delimiter, {
      row: (cells, line, loose) => {
        if (cells.every((cell) => cell === '')) return;
        this.rows += 1;
        visit(cells, line, loose);
      },
      fault: (line, message, mend) => problems.add(line, '', message, mend),
    });
  }

  read({ text }: TextBlock): void {
    this.#cutter.read(text);
  }

  end(): void {
    this.#cutter.end();
  }
}
