import { format, type TextFormat } from '../format.ts';
import { suggestMapping } from '../suggest-mapping.ts';
import { TableRecords } from '../table-record.ts';
import { tableReader } from '../table-rows.ts';

const described = { from: 'tables', becomes: 'by a mapping of the columns, guessed from their names' };
const signNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** Tables cut at a sign, or at the one that the header shows. */
const cutAt = (delimiter: string | undefined): Pick<TextFormat, 'columns' | 'read'> => ({
  columns: {
    delimiter,
    mapping: (columns, given) => given ?? suggestMapping(columns),
  },
  read: (at, sink, { mapping }) =>
    tableReader(at, { delimiter }, (columns) => {
      const records = new TableRecords(columns, mapping ?? suggestMapping(columns), at);
      return { row: (cells, loose) => records.read(cells, at, sink, loose) };
    }),
});

export const tsv = format('tsv', {
  ...described,
  ...cutAt('\t'),
  recognize: ({ ending, delimiter }) =>
    ending === '.tsv' || delimiter === '\t' ? 'The cells are separated by tabs.' : null,
});

/** All text is taken for this that is of no other format. */
export const csv = format('csv', {
  ...described,
  ...cutAt(undefined),
  recognize: ({ delimiter }) => `The first line reads as a header separated by ${signNames[delimiter]}.`,
});
