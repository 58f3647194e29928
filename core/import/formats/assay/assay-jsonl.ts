import type { FileHead } from '../../readers/file-head.ts';
import type { JsonObject } from '../../readers/json/json-lines.ts';
import { jsonRecordsReader } from '../../readers/json/json-records.ts';
import { misfitReader } from '../files-without-items.ts';
import { format } from '../format.ts';
import { readAssayRecord } from './assay-record.ts';

/** A first line this long may have been cut off where the look at the file ended. */
const longestGuessedLine = 100_000;

/** Fields that Assay's own records have: beside an id, one that is broken is refused by their rules. */
export const hasOwnScores = (record: JsonObject): boolean =>
  ['human', 'judge', 'auto'].some((name) => Object.hasOwn(record, name));

/** Assay's own format, for which all JSON is taken that is of no other. */
export const assayJsonl = format('assay-jsonl', {
  mayBeGeneral(head) {
    const [record] = head.records(1);
    if (record === undefined) return false;
    return !Object.hasOwn(record, 'id') || !hasOwnScores(record);
  },
  from: "Assay's own JSON Lines, or one JSON list of the same records",
  becomes: 'items as they are',
  isGeneral: true,
  recognize: (head) => (head.isJson ? reasonFor(head) : null),
  read: (at, sink, { head, isPart }) =>
    misfitReader(head, at) ??
    jsonRecordsReader(at, head, (record) => readAssayRecord(record, at, sink, isPart)),
});

function reasonFor({ isList, record, firstLine }: FileHead): string {
  if (isList) return 'The file is one JSON list of items.';
  if (record) return 'The first line is a JSON object with the fields of an item.';
  return firstLine.length > longestGuessedLine
    ? 'The file starts like JSON; its first line is too long to look at before the import.'
    : 'The file looks like JSON, but its first line is not a JSON object.';
}
