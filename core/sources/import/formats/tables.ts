import type { ColumnMapping } from '../../../../shared/contract/index.ts';
import type { FileHead } from '../file-head.ts';
import { format, type TextFormat } from '../format.ts';
import type { JsonObject } from '../json-lines.ts';
import { jsonRecordsReader } from '../json-records.ts';
import { isTurns, recordCells, recordColumns } from '../record-columns.ts';
import type { FilePlace } from '../record-fields.ts';
import { suggestMapping } from '../suggest-mapping.ts';
import { TableRecords } from '../table-record.ts';
import { firstRows, tableReader } from '../table-rows.ts';

const described = {
  from: 'tables',
  becomes: 'by a mapping of the columns, guessed from their names and first rows',
  isGeneral: true,
};
/** Rows at which a mapping is guessed. */
const rowsSeen = 50;
const signNames: Record<string, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs', '|': 'bars' };

/** Whether a mapping says what columns hold; else it only adds to the one that is guessed. */
const hasColumns = ({
  leaveOut: _l,
  classes: _c,
  decimalComma: _d,
  types: _t,
  missing: _m,
  ...columns
}: ColumnMapping): boolean =>
  Object.values(columns).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

/** What is guessed, with what was said of some columns in place of it. */
function withAdditions(guessed: ColumnMapping, given: Partial<ColumnMapping> = {}): ColumnMapping {
  const { leaveOut, classes, decimalComma, types, missing } = given;
  return {
    ...guessed,
    ...(leaveOut && { leaveOut }),
    ...(classes && { classes: { ...guessed.classes, ...classes } }),
    ...(decimalComma !== undefined && { decimalComma }),
    ...(types && { types: { ...guessed.types, ...types } }),
    ...(missing && { missing }),
  };
}

/** A mapping without the scores that are left out, by the name of their column or of what was scored. */
function without(mapping: ColumnMapping): ColumnMapping {
  const { leaveOut } = mapping;
  if (!leaveOut) return mapping;
  const stays = (...names: (string | undefined)[]) =>
    !names.some((name) => name !== undefined && leaveOut.includes(name));
  return {
    ...mapping,
    human: mapping.human.filter(({ column, criterion }) => stays(column, criterion)),
    signals: mapping.signals.filter(({ column, name, criterion }) => stays(column, name, criterion)),
  };
}

const tableOf = (head: FileHead, delimiter: string | undefined, most: number) => {
  const [columns = [], ...rows] = firstRows(head.text, most + 1, delimiter);
  return { columns, rows };
};

/** Tables cut at a sign, or at the one that the header shows. */
const cutAt = (delimiter: string | undefined): Pick<TextFormat, 'columns' | 'read'> => ({
  columns: {
    table: (head, most) => tableOf(head, delimiter, most),
    mapping(head, given) {
      if (given && hasColumns(given)) return without(given);
      const { columns, rows } = tableOf(head, delimiter, rowsSeen);
      return without(withAdditions(suggestMapping(columns, rows), given));
    },
  },
  read: (at, sink, { mapping, head }) =>
    tableReader(at, { delimiter }, (columns) => {
      const wanted = mapping ?? suggestMapping(columns, tableOf(head, delimiter, rowsSeen).rows);
      const records = new TableRecords(columns, wanted, at);
      return {
        row: (cells, loose) => records.read(cells, at, sink, loose),
        end: () => records.end(at, sink),
      };
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

const recordsTable = (head: FileHead, most: number) => {
  const records = head.records(Math.max(most, rowsSeen));
  const columns = recordColumns(records);
  return { columns, rows: records.slice(0, most).map((record) => recordCells(record, columns)) };
};

const isRecord = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether all of at least two values are objects with the same fields. */
function areAlike(values: readonly unknown[]): boolean {
  const [first, ...others] = values;
  if (!isRecord(first) || others.length === 0 || Object.keys(first).length < 2) return false;
  const fields = Object.keys(first).join('\n');
  return others.every((one) => isRecord(one) && Object.keys(one).join('\n') === fields);
}

/** One object that holds many records would become one item of the question of one of them and the reply of another. */
function refuseManyInOne([only, another]: readonly JsonObject[], at: FilePlace): void {
  if (!only || another) return;
  const lists = Object.entries(only).filter(
    ([, value]) => Array.isArray(value) && areAlike(value) && !isTurns(value),
  );
  const inside = areAlike(Object.values(only))
    ? ''
    : lists.length === 1 && Object.keys(only).length < 4
      ? lists[0]![0]
      : null;
  if (inside === null) return;
  const message = 'The file is one object that holds many records.';
  at.problems.add(1, inside, message, 'Write the records inside as one JSON list, or one a line.');
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
    mapping(head, given) {
      if (given && hasColumns(given)) return without(given);
      const { columns, rows } = recordsTable(head, rowsSeen);
      return without(withAdditions(suggestMapping(columns, rows), given));
    },
  },
  read(at, sink, { mapping, head }) {
    const { columns, rows } = recordsTable(head, rowsSeen);
    refuseManyInOne(head.records(2), at);
    const records = new TableRecords(columns, mapping ?? suggestMapping(columns, rows), at, true);
    const reader = jsonRecordsReader(at, head, (record, place) =>
      records.readRecord(record, place, at, sink),
    );
    return {
      cutsAnywhere: reader.cutsAnywhere ?? false,
      read: (block) => reader.read(block),
      breakOff: () => records.end(at, sink),
      end() {
        reader.end();
        records.end(at, sink);
      },
    };
  },
});

/** What only Assay's own records have: a record with one of them is read as that, or refused by its rules. */
const ownFields = ['conversation', 'responses', 'human', 'judge', 'auto'];
/** Fields that may be Assay's own or another's: alone they say nothing. */
const sharedFields = ['id', 'group', 'context', 'reference', 'references', 'question', 'system', 'meta'];
const replyFields = /^(respon[sc]e|reply|answer|output|completion|prediction|model_output|generation)$/i;

function isFlat(head: FileHead): boolean {
  const [record] = head.records(1);
  if (!record) return false;
  const fields = Object.keys(record);
  if ('responses' in record) return false;
  if (fields.some((field) => replyFields.test(field) && typeof record[field] === 'string')) return true;
  if (ownFields.some((field) => typeof record[field] === 'object' && record[field] !== null)) return false;
  return fields.some((field) => !sharedFields.includes(field));
}
