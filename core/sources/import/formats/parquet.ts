import { format } from '../format.ts';
import { ParquetTable } from '../parquet/parquet-table.ts';

const magic = Buffer.from('PAR1', 'latin1');

export const parquet = format('parquet', {
  from: 'tables',
  becomes: 'by a mapping of the columns, guessed from their names',
  recognize: ({ bytes }) =>
    bytes.subarray(0, magic.length).equals(magic) ? 'The file begins as Parquet tables do.' : null,
  open: (source, checkpoint) => ParquetTable.open(source, { checkpoint }),
});
