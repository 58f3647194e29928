import { readAssayRecord } from '../assay-record.ts';
import { readChatRecord } from '../chat-record.ts';
import { kindOf, type Place } from '../field-text.ts';
import type { ItemSink } from '../item-sink.ts';
import type { JsonObject } from '../json-lines.ts';
import { type DocumentFormat, eachPart } from './document-format.ts';

type ReadRecord = (record: JsonObject, at: Place, sink: ItemSink) => void;

/** One JSON list of the records that JSON Lines have one a line. */
function listOf(read: ReadRecord): DocumentFormat {
  return {
    parts: ['[]'],
    recognize: () => null,
    readItems: (at, sink) =>
      eachPart(at, ({ value, at: path, line }) => {
        if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
          read(value as JsonObject, at, sink);
          return;
        }
        const message = `${path} must be an object, but it is ${kindOf(value)}.`;
        at.problems.add(line, path, message, 'Give one object a record.');
      }),
  };
}

export const assayList = listOf(readAssayRecord);

/** A chat without an id is named by its place in the list, for many may stand on one line. */
export const chatList: DocumentFormat = {
  ...listOf(readChatRecord),
  readItems(at, sink) {
    let number = 0;
    const read: ReadRecord = (record, ...more) => {
      number += 1;
      readChatRecord({ ...record, id: record.id ?? record.custom_id ?? `record-${number}` }, ...more);
    };
    return listOf(read).readItems(at, sink);
  },
};
