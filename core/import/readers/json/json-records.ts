import { documentReader, eachPart } from '../../formats/document-format.ts';
import type { FileHead } from '../file-head.ts';
import { refuseNothing } from '../problems.ts';
import { type FilePlace, kindOf } from '../record-fields.ts';
import type { BlockReader } from '../text-blocks.ts';
import { JsonLines, type JsonObject } from './json-lines.ts';
import { type JsonPart, JsonWalker } from './json-walker.ts';

/** What to do about a record that is no object. */
const oneObject = 'Give one object a record: {"id": "...", "question": "...", "response": "..."}.';

/** Takes one record; `place` names it within its file, for a record that has no id. */
type ReadRecord = (record: JsonObject, place: string) => void;

/**
 * Reads records that are one JSON object a line, one JSON list where the file begins with a bracket, or JSON objects one after another
 * where the first does not end on its line.
 *
 * @param inside the list of a document in which the records are, as `JsonWalker` names its elements
 */
export function jsonRecordsReader(
  at: FilePlace,
  head: FileHead,
  read: ReadRecord,
  inside?: string,
): BlockReader {
  if (inside !== undefined) return listReader(at, read, inside);
  if (head.isList) return listReader(at, read);
  return head.isSpread ? spreadReader(at, read) : linesReader(at, read);
}

/** Reads JSON objects that run over lines, however they are parted. */
function spreadReader(at: FilePlace, read: ReadRecord): BlockReader {
  let number = 0;
  const visit = ({ value, line }: JsonPart) => {
    at.line = line;
    number += 1;
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      read(value as JsonObject, `record-${number}`);
    } else at.problems.add(line, '', `An object is wanted here, not ${kindOf(value)}.`, oneObject);
  };
  const walker = new JsonWalker([''], at.problems, visit, { isMany: true });
  return {
    cutsAnywhere: true,
    read: (block) => walker.read(block),
    end() {
      walker.end();
      refuseNothing(number, at.problems);
    },
  };
}

/** Reads one JSON object a line. */
export function linesReader(at: FilePlace, read: ReadRecord, { mayBeEmpty = false } = {}): BlockReader {
  const { problems } = at;
  const lines = new JsonLines(problems, (record, line) => {
    at.line = line;
    read(record, `line-${line}`);
  });
  return {
    read: (block) => lines.read(block),
    end: () => (mayBeEmpty ? undefined : refuseNothing(lines.records, problems)),
  };
}

/** Records of a list are named by their place in it, for many may stand on one line. */
function listReader(at: FilePlace, read: ReadRecord, part = '[]'): BlockReader {
  let number = 0;
  const reader = eachPart(at, ({ value, at: path, line }) => {
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      number += 1;
      read(value as JsonObject, `record-${number}`);
      return;
    }
    const message = `${path} must be an object, but it is ${kindOf(value)}.`;
    at.problems.add(line, path, message, oneObject);
  });
  return documentReader([part], reader, at.problems);
}
