import { isIdOfItem } from '../../evidence/column-names.ts';
import { pathOf } from '../../readers/json/record-columns.ts';
import type { ItemSink } from '../../sink/item-sink.ts';

/** Values kept of one column; of longer files only what stands so far is compared. */
const mostValues = 2_000_000;

/**
 * Counts, in columns whose names say that they name items and that were not taken as the id, the rows whose value an earlier row has:
 * a table with every row twice would become items in pairs without a sign of it.
 */
export class RepeatedIds {
  readonly columns: readonly string[];
  readonly #seen: Map<string, Set<string>>;
  readonly #found = new Map<string, { count: number; first: string }>();

  constructor(unmapped: readonly string[]) {
    // What stands in a list of a record names an entry of the list.
    const isOfRecord = (column: string) => pathOf(column).every((step) => typeof step === 'string');
    this.columns = unmapped.filter((column) => isIdOfItem(column) && isOfRecord(column));
    this.#seen = new Map(this.columns.map((column) => [column, new Set()]));
  }

  add(cell: (column: string) => string): void {
    for (const [column, seen] of this.#seen) {
      const value = cell(column);
      if (value === '') continue;
      if (!seen.has(value)) {
        if (seen.size < mostValues) seen.add(value);
        continue;
      }
      const found = this.#found.get(column) ?? { count: 0, first: value };
      found.count += 1;
      this.#found.set(column, found);
    }
  }

  tell(sink: ItemSink): void {
    for (const [column, { count, first }] of this.#found) {
      const shown = JSON.stringify(first.slice(0, 40).toWellFormed());
      sink.remark(
        `rows whose ${column} an earlier row has too (first: ${shown}), each an item of its own`,
        count,
      );
    }
  }
}
