import { readSync } from 'node:fs';
import path from 'node:path';
import { TextDecoder } from 'node:util';
import { isQuestion, response, spacedName } from '../evidence/column-names.ts';
import { readForeignJson } from './json/foreign-json.ts';
import { isJsonObject, type JsonObject } from './json/json-lines.ts';
import { type JsonPart, JsonWalker } from './json/json-walker.ts';
import { isTurns } from './json/record-columns.ts';
import { Problems } from './problems.ts';
import { detectDelimiter, firstFilledLine, rowsOfHead } from './tables/table-rows.ts';

/** A data file opened for reading. */
export interface SourceFile {
  readonly path: string;
  readonly handle: number;
  readonly sizeBytes: number;
  readonly head: FileHead;
  /** What a person should know of how a packed file was read. */
  readonly note?: string | undefined;
  /** The sheets of a workbook, the one that is read first. */
  readonly sheets?: readonly string[] | undefined;
  close(): void;
}

const headBytes = 256 * 1024;
/** Of a file whose first record is so long that it ends nowhere in that. */
const longestHead = 16 * headBytes;
/** A first line is this long that opens an object and goes on below; a longer one was cut off by the look at the file. */
const longestOpening = 10_000;

/** How a list or an object of JSON begins; `[31.01.26, 10:15] Ann: Hi` is a line of a chat. */
const beginsAsJson = /^\uFEFF?\s*(?:\[\s*(?:$|[[{"\]])|\{\s*(?:$|["}]))/;

/** The beginning of a file and what can be seen in it, each made out when a format first asks. */
export class FileHead {
  readonly bytes: Buffer;
  /** The ending of the file's name, in small letters and with its point. */
  readonly ending: string;
  /** What the file is called, without its ending. */
  readonly name: string;
  #text: string | undefined;
  #paths: ReadonlySet<string> | undefined;
  #record: JsonObject | null | undefined;
  #firstLine: string | undefined;
  #delimiter: string | undefined;

  /** @param outer what the file is called in which it is packed */
  constructor(fileName: string, bytes: Buffer, outer = fileName) {
    const ending = path.extname(fileName);
    this.ending = ending.toLowerCase();
    this.name = path.basename(outer, path.extname(outer));
    this.bytes = bytes;
  }

  /** Reads the first whole lines of an open file; what is not UTF-8 in them is for its reader to name. */
  static of(fileName: string, handle: number, sizeBytes: number, outer = fileName): FileHead {
    const bytes = firstBytes(handle, sizeBytes);
    const cut = bytes.length < sizeBytes ? bytes.lastIndexOf(10) : -1;
    return new FileHead(fileName, cut > 0 ? bytes.subarray(0, cut) : bytes, outer);
  }

  get text(): string {
    this.#text ??= new TextDecoder().decode(this.bytes);
    return this.#text;
  }

  /** The first line that has anything in it. */
  get firstLine(): string {
    this.#firstLine ??= firstFilledLine(this.text, '\n');
    return this.#firstLine;
  }

  /** Whether the file reads as JSON or JSON Lines; else it is a table. */
  get isJson(): boolean {
    if (['.csv', '.tsv'].includes(this.ending)) return false;
    return ['.jsonl', '.ndjson', '.json'].includes(this.ending) || beginsAsJson.test(this.firstLine);
  }

  /** Whether the file is one JSON list. */
  get isList(): boolean {
    return this.text.trimStart().startsWith('[');
  }

  /** Whether the file begins with a JSON object that runs over lines. */
  get isSpread(): boolean {
    const start = this.firstLine.trim();
    return (
      start.startsWith('{') &&
      start.length < longestOpening &&
      objectIn(start) === null &&
      !start.endsWith('}')
    );
  }

  /** Paths of the parts of a JSON document, as `JsonWalker` names them, for telling tools apart. */
  get paths(): ReadonlySet<string> {
    if (!this.#paths) {
      const walker = new JsonWalker([], new Problems(), () => {});
      walker.read({ text: this.text, firstLine: 1 });
      this.#paths = walker.paths;
    }
    return this.#paths;
  }

  /** The first JSON object, on a line of its own or over several; null where there is none. */
  get record(): JsonObject | null {
    if (this.#record === undefined) {
      this.#record = this.isList
        ? null
        : this.isSpread
          ? (this.records(1)[0] ?? null)
          : objectIn(this.firstLine);
    }
    return this.#record;
  }

  /** The first JSON objects of the file, one a line or in one list; those that the look at the file cuts off are left out. */
  records(most: number): JsonObject[] {
    if (this.isList) return this.recordsAt('[]', most);
    if (this.isSpread) return this.recordsAt('', most);
    const found: JsonObject[] = [];
    for (const line of this.text.split('\n')) {
      if (found.length >= most) break;
      const record = line.trim() === '' ? null : objectIn(line);
      if (record) found.push(record);
    }
    return found;
  }

  /** The first JSON objects at a path of a document, as `JsonWalker` names it. */
  recordsAt(path: string, most: number): JsonObject[] {
    const found: JsonObject[] = [];
    const take = ({ value }: JsonPart) => {
      if (isJsonObject(value) && found.length < most) found.push(value);
    };
    const walker = new JsonWalker([path], new Problems(), take, { isMany: path === '' });
    walker.read({ text: this.text, firstLine: 1 });
    return found;
  }

  /** Whether the file begins with one JSON object and shows no second one: it may be a document with a list of records inside. */
  get isOneObject(): boolean {
    if (!this.isJson || this.isList) return false;
    return this.isSpread || this.text.trim() === this.firstLine.trim();
  }

  /** The sign between the cells of a table. */
  get delimiter(): string {
    this.#delimiter ??= detectDelimiter(this.text);
    return this.#delimiter;
  }

  /** The names of a table's columns. */
  columns(delimiter = this.delimiter): string[] {
    return rowsOfHead(this.text, 1, delimiter)[0] ?? [];
  }
}

/** The beginning of a file, longer where it is one record on a line that goes on. */
function firstBytes(handle: number, sizeBytes: number): Buffer {
  for (let most = headBytes; ; most *= 4) {
    const buffer = Buffer.alloc(Math.min(most, sizeBytes));
    const bytes = buffer.subarray(0, readSync(handle, buffer, 0, buffer.length, 0));
    const isCut = bytes.length < sizeBytes && bytes[0] === 0x7b && !bytes.includes(10);
    if (!isCut || most >= longestHead) return bytes;
  }
}

function objectIn(line: string): JsonObject | null {
  try {
    const value = readForeignJson(line);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Lists of what an agent did, one step after another. */
const ofSteps = ['trajectory', 'steps', 'trace'];
const elementOf = /^([^.[\]]{1,100}\[\])\.(.{1,300})$/;
const isText = (name: string): boolean => isQuestion(name) || response.test(name);

/**
 * The lists at the top of a JSON document whose elements have a question or a reply, with their fields; none where the document is one
 * record with texts of its own, or it has one such list alone.
 */
export function listsOfTexts(head: FileHead): { list: string; fields: string[] }[] {
  if (!head.isOneObject || listInside(head) !== undefined) return [];
  const own = [...head.paths].filter((path) => !/[.[]/.test(path)).map(spacedName);
  if (own.some(isText)) return [];
  const found = new Map<string, string[]>();
  for (const path of head.paths) {
    const [, list, field = ''] = elementOf.exec(path) ?? [];
    if (list === undefined || /[.[]/.test(field)) continue;
    found.set(list.slice(0, -2), [...(found.get(list.slice(0, -2)) ?? []), field]);
  }
  return [...found]
    .filter(([list, fields]) => !list.includes('.') && fields.some((field) => isText(spacedName(field))))
    .map(([list, fields]) => ({ list, fields }));
}

/**
 * The list of a JSON document that holds the records, as `testCases` of DeepEval or `rows` of Hugging Face: the one whose elements
 * have a question or a reply; undefined where the file is no such document, or several lists are alike.
 *
 * @returns the elements as `JsonWalker` names them: `testCases[]`
 */
export function listInside(head: FileHead): string | undefined {
  if (!head.isOneObject) return undefined;
  const lists = new Set<string>();
  const ofRecords = new Set<string>();
  for (const path of head.paths) {
    const [, list, field = ''] = elementOf.exec(path) ?? [];
    if (list !== undefined) ofRecords.add(list);
    // Deeper lists of an element are parts of it, such as the turns of its conversation.
    if (list !== undefined && !field.includes('[]') && isText(spacedName(field))) lists.add(list);
  }
  const own = [...head.paths].filter((path) => !/[.[]/.test(path)).map(spacedName);
  // A question with its reply beside the lists says that the whole is one record, whose steps they are.
  if (own.some(isQuestion) && own.some((name) => response.test(name))) return undefined;
  // So do the messages of a conversation beside the steps of an agent.
  const isOfSteps = ofSteps.some(
    (name) => head.paths.has(`${name}[].action`) || head.paths.has(`${name}[].observation`),
  );
  if (isOfSteps && ['history', 'messages', 'conversation'].some((name) => head.paths.has(`${name}[].role`)))
    return undefined;
  const [only, another] = lists;
  if (only !== undefined) return another === undefined ? only : undefined;
  const isRecord = own.some(isText);
  const [list, second] = ofRecords;
  if (isRecord || second !== undefined || list === undefined) return undefined;
  const records = head.recordsAt(list, 2);
  // Turns are parts of one conversation: a file of one record is no document.
  return records.length < 2 || isTurns(records) ? undefined : list;
}
