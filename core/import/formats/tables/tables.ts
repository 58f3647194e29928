import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import { parsedJson } from '../../../platform/files/parse-json.ts';
import { mappingByNames, rowsSeen, wholeMapping } from '../../evidence/complete-mapping.ts';
import { areSpeakers } from '../../evidence/dialogues/speaker-roles.ts';
import { suggestMapping } from '../../evidence/suggest-mapping.ts';
import { reportUnused } from '../../evidence/unused-columns.ts';
import type { FileHead } from '../../readers/file-head.ts';
import { listInside } from '../../readers/file-head.ts';
import { isJsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import { systemIn } from '../../readers/json/named-records.ts';
import { isTurns, recordCells, recordColumns } from '../../readers/json/record-columns.ts';
import { ParquetTable } from '../../readers/parquet/parquet-table.ts';
import type { FilePlace } from '../../readers/record-fields.ts';
import { isFirstRowData, numberedColumns } from '../../readers/tables/header-line.ts';
import { hasCleanNames, hasWidth } from '../../readers/tables/table-columns.ts';
import { isInBlocks, rowsOfHead, tableReader } from '../../readers/tables/table-rows.ts';
import { unnamedSystem } from '../chats/chat-record.ts';
import { misfitReader } from '../files-without-items.ts';
import { format, type TextFormat, thenHandOn } from '../format.ts';
import { candidateField, placedRows, unfolded } from './candidate-lists.ts';
import { recordOfRow, unfoldedTable } from './object-cells.ts';
import { messagesLooked, refuseMessageRows, refuseRecords } from './refused-records.ts';
import { TableRecords } from './table-record.ts';

const described = {
  from: 'tables',
  becomes: 'by a mapping of the columns, guessed from their names and first rows',
  isGeneral: true,
};
const signNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

const tableOf = (
  head: FileHead,
  delimiter: string | undefined,
  most: number,
  given: Pick<ColumnMapping, 'quotes' | 'header'> = {},
) => {
  const header = headerOf(head, delimiter, given);
  const hasBlocks = areDialogueBlocks(head, delimiter, header, given.quotes);
  const all = rowsOfHead(head.text, most + 1, delimiter, given.quotes, header === undefined, hasBlocks);
  if (header === 'none')
    return { columns: numberedColumns(all[0]?.length ?? 0, hasBlocks), rows: all.slice(0, most) };
  const [columns = [], ...rows] = all;
  return { columns: ownNames(columns), rows };
};

/** The names of the columns, where a name that stands there before gets its number: `rating`, `rating (2)`. */
function ownNames(columns: readonly string[], at?: FilePlace): string[] {
  const times = new Map<string, number>();
  // A first row of values is no header, and refused for its repeated cells.
  if (columns.some((column) => /^[-\d.,\s]+$/.test(column))) return [...columns];
  return columns.map((column) => {
    const count = (times.get(column) ?? 0) + 1;
    times.set(column, count);
    const own = `${column} (${count})`;
    if (column === '' || count === 1 || columns.includes(own)) return column;
    at?.problems.notice(`column called like an earlier one, and read as "${own}"`);
    return own;
  });
}

/** Whether the first line names the columns: as was said, else as its cells tell beside those below. */
function headerOf(
  head: FileHead,
  delimiter: string | undefined,
  { quotes, header }: Pick<ColumnMapping, 'quotes' | 'header'> = {},
): 'none' | undefined {
  if (header !== undefined) return header === 'none' ? header : undefined;
  return isFirstRowData(rowsOfHead(head.text, rowsSeen + 1, delimiter, quotes, false)) ? 'none' : undefined;
}

/** Whether rows without names are turns of dialogues with empty lines between these, which number them. */
function areDialogueBlocks(
  head: FileHead,
  delimiter: string | undefined,
  header: 'none' | undefined,
  quotes: 'letters' | undefined,
): boolean {
  if (header === undefined || !isInBlocks(head.text)) return false;
  const rows = rowsOfHead(head.text, rowsSeen, delimiter, quotes, false);
  return (rows[0] ?? []).some((_, at) => areSpeakers(rows.map((row) => row[at] ?? '')));
}

const unnamedColumns =
  'line of names is missing; the first line is read as a row ({"header": "names"} in --map if it has names)';

const rowsCompared = 2000;

/** Whether the beginning of a table has rows of one width if no cell is quoted; the last row may be cut off by the look at the file. */
function isWholeUnquoted(head: FileHead, delimiter: string | undefined): boolean {
  const [columns, ...rows] = rowsOfHead(head.text, rowsCompared, delimiter, 'letters');
  return (
    columns !== undefined &&
    columns.length > 1 &&
    rows.length > 1 &&
    rows.slice(0, -1).every((row) => row.length === columns.length)
  );
}

/** Tables cut at a sign, or at the one that the header shows. */
const cutAt = (delimiter: string | undefined): Pick<TextFormat, 'columns' | 'read'> => ({
  columns: {
    table(head, most, given) {
      const all = tableOf(head, delimiter, Math.max(most, rowsSeen), given);
      const { columns, rows } = unfoldedTable(all);
      return { columns, rows: rows.slice(0, most) };
    },
    mapping(head, given, systems) {
      const { columns, rows } = unfoldedTable(tableOf(head, delimiter, rowsSeen, given));
      return wholeMapping(given, columns, rows, { systems, name: head.name });
    },
  },
  read(at, sink, { mapping, head, systems }) {
    const misfit = misfitReader(head, at, mapping);
    if (misfit) return misfit;
    const mayBeUnquoted = () => isWholeUnquoted(head, delimiter);
    const named = headerOf(head, delimiter, mapping);
    const hasBlocks = areDialogueBlocks(head, delimiter, named, mapping?.quotes);
    const options = { delimiter, quotes: mapping?.quotes, header: named, mayBeUnquoted, hasBlocks };
    return tableReader(at, options, (given) => {
      const header = ownNames(given, at);
      if (named === 'none' && mapping?.header === undefined) at.problems.notice(unnamedColumns);
      const { objects, columns, rows } = unfoldedTable({
        columns: [...header],
        rows: tableOf(head, delimiter, rowsSeen, mapping).rows,
      });
      const wanted = mapping ?? suggestMapping(columns, rows, { systems, name: head.name });
      refuseMessageRows(columns, rows, wanted, at);
      reportUnused(wanted, columns, rows, at, head.name);
      const isOfRecords = objects.size > 0;
      const records = new TableRecords(columns, wanted, at, { isOfRecords, systems });
      const { id, group, system, rater, judgedBy } = wanted;
      return {
        row(cells, loose) {
          if (!isOfRecords) records.read(cells, at, sink, loose);
          else if (
            hasWidth(cells, header.length, at) &&
            hasCleanNames(header, [id, group, system, rater, judgedBy], loose ?? [], at)
          ) {
            records.readRecord(recordOfRow(header, cells, objects, at), `line-${at.line}`, at, sink);
          }
        },
        end: () => records.end(at, sink),
      };
    });
  },
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

const recordsTable = (head: FileHead, most: number) => {
  const inside = listInside(head);
  const seen = Math.max(most, rowsSeen);
  const records = inside === undefined ? head.records(seen) : head.recordsAt(inside, seen);
  const candidates = candidateField(records);
  const rows = records.flatMap((record, at) => unfolded(record, candidates, `line-${at + 1}`));
  const columns = recordColumns(rows);
  return {
    inside,
    candidates,
    columns,
    rows: rows.slice(0, most).map((record) => recordCells(record, columns)),
  };
};

/** The system that a document names before its list of records: `{"model": "small", "results": [...]}`; undefined where it names none. */
function systemBeside({ text }: FileHead, inside: string | undefined): string | undefined {
  const list = inside?.slice(0, -'[]'.length);
  if (list === undefined || list.includes('.')) return undefined;
  const before = text
    .slice(0, Math.max(0, text.indexOf(`${JSON.stringify(list)}`)))
    .replace(/,\s{0,99}$/, '');
  const fields = before.length > longestBeside ? undefined : parsedJson(`${before}}`);
  return isJsonObject(fields) ? systemIn(fields)?.name : undefined;
}

const longestBeside = 20_000;

/** A mapping whose one system has no name, with the name that it has elsewhere. */
function ofSystem(mapping: ColumnMapping, system: string | undefined): ColumnMapping {
  const isUnnamed = (one: { system: string }) => one.system === unnamedSystem;
  if (system === undefined || mapping.system !== undefined || !mapping.responses.some(isUnnamed))
    return mapping;
  const named = <One extends { system: string }>(list: readonly One[]): One[] =>
    list.map((one) => (isUnnamed(one) ? { ...one, system } : one));
  const { responses, human, signals } = mapping;
  return { ...mapping, responses: named(responses), human: named(human), signals: named(signals) };
}

/** JSON records of any shape, mapped like the columns of a table. */
export const jsonRecords = format('json-records', {
  from: 'JSON records of any shape, one a line or in one JSON list',
  becomes: 'by a mapping of their fields, guessed from names and values; `a.b[0].c` is a field inside',
  isGeneral: true,
  recognize: (head) =>
    head.isJson && isFlat(head) ? 'The records have fields of their own, which are mapped.' : null,
  columns: {
    table: recordsTable,
    mapping(head, given, systems) {
      const { columns, rows, inside } = recordsTable(head, rowsSeen);
      const isAlone = inside === undefined && head.isOneObject && rows.length === 1;
      if (isAlone) return mappingByNames(given, columns, rows, { systems, name: head.name });
      const mapping = wholeMapping(given, columns, rows, { systems, name: head.name });
      return given ? mapping : ofSystem(mapping, systemBeside(head, inside));
    },
  },
  read(at, sink, { mapping, head, systems }) {
    const misfit = misfitReader(head, at);
    if (misfit) return misfit;
    const { inside, candidates, columns, rows } = recordsTable(head, rowsSeen);
    refuseRecords(head.records(messagesLooked), at);
    const wanted =
      mapping ??
      ofSystem(suggestMapping(columns, rows, { systems, name: head.name }), systemBeside(head, inside));
    reportUnused(wanted, columns, rows, at, head.name);
    const isUnfolded = candidates !== undefined;
    const shape = { isOfRecords: true, hasLists: true, isUnfolded, systems };
    const records = new TableRecords(columns, wanted, at, shape);
    const reader = jsonRecordsReader(
      at,
      head,
      (record, place) => {
        for (const one of placedRows(record, candidates, place))
          records.readRecord(one.row, one.place, at, sink);
      },
      inside,
    );
    return thenHandOn(reader, () => records.end(at, sink));
  },
});

/** What only Assay's own records have: a record with one of them is read as that, or refused by its rules. */
const ownFields = ['conversation', 'responses', 'human', 'judge', 'auto'];
const ownScores = ['human', 'judge', 'auto', 'responses'];
/** Fields that may be Assay's own or another's: alone they say nothing. */
const sharedFields = ['id', 'group', 'context', 'reference', 'references', 'question', 'system', 'meta'];
const replyFields = /^(respon[sc]e|reply|answer|output|completion|prediction|model_output|generation)$/i;

function isFlat(head: FileHead): boolean {
  if (listInside(head) !== undefined) return true;
  const [record] = head.records(1);
  if (!record) return false;
  const fields = Object.keys(record);
  if (candidateField([record]) !== undefined) return true;
  // A logged chat has other fields and another id: all of Assay's own records have `id`.
  if (isTurns(record.conversation) && !('id' in record) && !ownScores.some((field) => field in record)) {
    return fields.some((field) => field !== 'conversation' && !sharedFields.includes(field));
  }
  if ('responses' in record) return false;
  if (fields.some((field) => replyFields.test(field) && typeof record[field] === 'string')) return true;
  if (ownFields.some((field) => typeof record[field] === 'object' && record[field] !== null)) return false;
  return fields.some((field) => !sharedFields.includes(field));
}

const magic = Buffer.from('PAR1', 'latin1');

export const parquet = format('parquet', {
  from: 'tables',
  becomes: 'by a mapping of the columns, guessed from their names',
  recognize: ({ bytes }) =>
    bytes.subarray(0, magic.length).equals(magic) ? 'The file begins as Parquet tables do.' : null,
  open: (source, checkpoint) => ParquetTable.open(source, { checkpoint }),
});
