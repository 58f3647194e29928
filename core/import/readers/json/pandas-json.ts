import { countOf } from '../../../../shared/number-text.ts';
import { names, response, spacedName } from '../../evidence/column-names.ts';
import { isNoPerson } from '../../evidence/scores/who-scored.ts';
import { Problems } from '../problems.ts';
import { mostColumns as widest, widthWords } from '../table-width.ts';
import { readForeignJson } from './foreign-json.ts';
import { isJsonObject, type JsonObject } from './json-lines.ts';
import { JsonWalker } from './json-walker.ts';
import { namedRecords } from './named-records.ts';
import { type NamedValue, namedValues } from './named-values.ts';
import { isTurns } from './record-columns.ts';

/** How tables begin that pandas writes with `orient="split"` (evaluation tables of MLflow are such), "table", "index" and
 * "columns"; one with a list for each column ("list", and what Hugging Face's `to_dict` gives) begins with any name. */
const beginnings = [
  /^\s{0,99}\{\s{0,99}"(?:columns|index)"\s{0,99}:\s{0,99}\[/,
  /^\s{0,99}\{\s{0,99}"schema"\s{0,99}:\s{0,99}\{\s{0,99}"fields"/,
  /^\s{0,99}\{\s{0,99}"(?:0"\s{0,99}:\s{0,99}\{|[^"\\]{1,200}"\s{0,99}:\s{0,99}\{\s{0,99}"0"\s{0,99}:)/,
];

/** What a text in memory is known by. */
const ratingsLooked = 256 * 1024;

/** Whether a file begins as a table that pandas wrote otherwise than as records, or as records by their ids. */
export const isSplitTable = (head: string): boolean => {
  const values = namedValues(head);
  if (values !== undefined) return areRatings(values);
  return isTable(head) || hasKeyedReplies(head);
};

const isTable = (head: string): boolean =>
  isOfLists(head) ||
  isKeyed(head) ||
  listsInside(head) !== undefined ||
  beginnings.some(
    (one, at) => one.test(head) && (at > 0 || /"(?:columns|data)"\s{0,99}:\s{0,99}\[/.test(head)),
  );

/** Whether values are numbers under the names of a person and an item: `{"ann": {"item 7": 4}}`. */
const areRatings = ({ names: [person, item], value }: NamedValue): boolean =>
  item !== undefined && !isNoPerson(person!) && Number.isFinite(Number(value));

/** Ratings by person and item, each as a label; null where some are no numbers, or an outer name is no person's. */
function ratingsIn(document: JsonObject): JsonObject[] | null {
  const found: JsonObject[] = [];
  for (const [annotator, items] of Object.entries(document)) {
    if (!isJsonObject(items) || isNoPerson(annotator)) return null;
    for (const [id, value] of Object.entries(items)) {
      if (value === null) continue;
      if (typeof value !== 'number') return null;
      found.push({ id, annotator, value });
    }
  }
  return found.length === 0 ? null : found;
}

/** Fields that say nothing of a record being one. */
const leastFields = 2;

/**
 * Whether a file begins as one object that holds records by their ids, `{"q1": {"question": ...}, "q2": {...}}`: the first two or more
 * have the same fields, among them a question or a reply where they are but two.
 */
function isKeyed(head: string): boolean {
  const entries = firstEntries(head, keysLooked);
  const records = entries.map(([, value]) => value);
  const [first, ...others] = records;
  if (!records.every(isJsonObject) || first === undefined || others.length === 0) return false;
  const fields = Object.keys(first as JsonObject);
  const isText = fields.some((name) => isQuestion(name) || isReply(name));
  const areAlike = others.every((one) => fields.every((name) => Object.hasOwn(one as JsonObject, name)));
  return fields.length >= leastFields && areAlike && (isText || records.length > 2);
}

const entryStart = /\s{0,99}("(?:[^"\\]|\\.){1,400}")\s{0,99}:\s{0,99}/y;

/** The first names of an object with their values, as far as the look at the file holds them whole. */
function firstEntries(head: string, most: number): [string, unknown][] {
  const found: [string, unknown][] = [];
  let at = /^[\s\uFEFF]{0,99}\{/.exec(head)?.[0].length ?? 0;
  while (at > 0 && found.length < most) {
    entryStart.lastIndex = at;
    const name = entryStart.exec(head)?.[1];
    const start = entryStart.lastIndex;
    if (name === undefined || !'{["'.includes(head[start] ?? '')) return found;
    const end = endOfValue(head, start);
    if (end < 0) return found;
    try {
      found.push([String(JSON.parse(name)), readForeignJson(head.slice(start, end))]);
    } catch {
      return found;
    }
    at = head.indexOf(',', end) + 1;
    if (at > 0 && head.slice(end, at - 1).trim() !== '') return found;
  }
  return found;
}

/** Where an object, list or text ends that begins at a place; -1 where the text is cut off before. */
function endOfValue(text: string, start: number): number {
  let depth = 0;
  let isInText = false;
  for (let at = start; at < text.length; at += 1) {
    const letter = text[at]!;
    if (isInText) {
      if (letter === '\\') at += 1;
      else if (letter === '"') isInText = false;
    } else if (letter === '"') isInText = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') depth -= 1;
    if (depth === 0 && !isInText) return at + 1;
  }
  return -1;
}

const keysLooked = 4;

/** Whether a file begins as one object in which every value is a list, one of them at least of plain values. */
export function isOfLists(head: string): boolean {
  if (!/^\s{0,99}\{\s{0,99}"[^"\\]{1,200}"\s{0,99}:\s{0,99}\[/.test(head)) return false;
  const walker = new JsonWalker([], new Problems(), () => {});
  walker.read({ text: head, firstLine: 1 });
  const paths = [...walker.paths];
  const lists = paths.filter((one) => one !== '' && !one.includes('[]'));
  const isPlain = (name: string) =>
    !paths.some((one) => one.startsWith(`${name}[].`) || one.startsWith(`${name}[][]`));
  return !walker.stopped && lists.every((name) => walker.paths.has(`${name}[]`)) && lists.some(isPlain);
}

const columnOf = /^([^.[\]]{1,100})\.([^.[\]]{1,200})\[\]$/;
const isQuestion = (name: string): boolean =>
  (names.question as readonly string[]).includes(spacedName(name));
const isReply = (name: string): boolean => response.test(spacedName(name));

/**
 * The object of a document that holds a list for each column, as `data` of `{"data": {"prompt": [...], "response": [...]}}`: the only
 * one with nothing but lists of plain values, a question and a reply among them.
 */
function listsInside(head: string): string | undefined {
  if (
    !/^\s{0,99}\{/.test(head) ||
    !/"\s{0,99}:\s{0,99}\{\s{0,99}"[^"\\]{1,200}"\s{0,99}:\s{0,99}\[/.test(head)
  )
    return undefined;
  const walker = new JsonWalker([], new Problems(), () => {});
  walker.read({ text: head, firstLine: 1 });
  if (walker.stopped) return undefined;
  const paths = [...walker.paths];
  const lists = paths.map((path) => columnOf.exec(path)).filter((found) => found !== null);
  const holders = [...new Set(lists.map(([, holder]) => holder!))].filter((holder) => {
    const inside = paths.filter((path) => path.startsWith(`${holder}.`));
    const columns = lists.filter(([, one]) => one === holder).map(([, , column]) => column!);
    const arePlain = inside.every((path) =>
      columns.some((name) => [`${holder}.${name}`, `${holder}.${name}[]`].includes(path)),
    );
    return arePlain && columns.some(isQuestion) && columns.some(isReply);
  });
  // A record may have parts that are lists; it has its question beside them.
  const isRecord = paths.some((path) => !/[.[]/.test(path) && (isQuestion(path) || isReply(path)));
  return holders.length === 1 && !isRecord ? holders[0] : undefined;
}

const keyedTexts =
  /"([^"\\]{1,60})"\s{0,99}:\s{0,99}\{\s{0,99}"(?:[^"\\]{0,60}\d[^"\\]{0,60})"\s{0,99}:\s{0,99}"/g;

/** Whether a run beside its totals has replies by the ids of what was asked: `{"accuracy": 75.2, "outputs": {"4": "...", "5": "..."}}`. */
function hasKeyedReplies(head: string): boolean {
  const start = /^[\s\uFEFF]{0,99}(?=\{)/.exec(head)?.[0].length;
  if (start === undefined || ![...head.matchAll(keyedTexts)].some(([, name]) => isReply(name!))) return false;
  const end = endOfValue(head, start);
  return end < 0 || head.slice(end).trim() === '';
}

const fewestKeyed = 3;

/** Fields of a run that have a value for each id, among them one with replies, as rows by that id; null where there are none. */
function rowsByKey(table: JsonObject): { rows: JsonObject[]; names: string[] } | null {
  const areReplies = ([name, values]: [string, unknown]) =>
    isReply(name) &&
    isJsonObject(values) &&
    Object.keys(values).length >= fewestKeyed &&
    Object.entries(values).every(([key, text]) => /\d/.test(key) && typeof text === 'string');
  const [said, another] = Object.entries(table).filter(areReplies);
  if (said === undefined || another !== undefined) return null;
  const keys = Object.keys(said[1] as JsonObject);
  const columns = Object.entries(table).filter(
    (entry): entry is [string, JsonObject] =>
      isJsonObject(entry[1]) &&
      Object.keys(entry[1]).length === keys.length &&
      keys.every((key) => Object.hasOwn(entry[1] as JsonObject, key)),
  );
  const rows = keys.map((key) =>
    withKey(key, Object.fromEntries(columns.map(([name, values]) => [name, values[key]]))),
  );
  return { rows, names: columns.map(([name]) => name) };
}

/**
 * The rows of such a table as JSON records, one a line as they are asked for, and what to say of them; null where its lists are the parts of one record, as
 * the turns of a conversation are.
 *
 * @throws Error when it is no JSON, or a row has not the cells of the columns
 */
export function recordsOfSplit(text: string): { lines: Generator<Buffer>; note: string } | null {
  const problems = new Problems();
  const document = readForeignJson(text, problems) as JsonObject;
  const named = namedRecords(document);
  if (named) return { lines: linesOf(named.records), note: named.note };
  if (namedValues(text.slice(0, ratingsLooked)) !== undefined) {
    const ratings = ratingsIn(document);
    const note =
      'Read as labels by person and item: the outer names are annotators, the inner ones item ids.';
    return ratings && { lines: linesOf(ratings), note };
  }
  const keyed = rowsByKey(document);
  if (keyed) {
    const others = Object.keys(document).filter((name) => !keyed.names.includes(name));
    return {
      lines: linesOf(keyed.rows),
      note: `Read as values by id: ${keyed.names.join(', ')}.${leftBeside('them', others)}`,
    };
  }
  const inside = listsInside(text);
  if (inside === undefined && !isTable(text.slice(0, ratingsLooked))) return null;
  const found = recordsIn((inside === undefined ? document : document[inside]) as JsonObject);
  if (found === null) return null;
  const [orient, records] = found;
  const width = Object.keys((records[0] ?? {}) as object).length;
  if (width > widest) throw new Error(widthWords(width));
  const missing = [...problems.notices].map(([what, count]) => ` ${countOf(count, what)}.`).join('');
  return {
    lines: linesOf(records),
    note: `${orient === 'index' && inside === undefined && !Object.hasOwn(document, '0') ? 'Read as records by their keys, which are their ids.' : `Read as a table of columns and rows, as pandas writes it with orient="${orient}".`}${besides(document, inside)}${missing}`,
  };
}

/** A long name of a column stands in every row, so rows are written one after another. */
function* linesOf(records: readonly unknown[]): Generator<Buffer> {
  for (const record of records) yield Buffer.from(`${JSON.stringify(record)}\n`);
}

/** Names what stands beside the object that has the columns. */
function besides(document: JsonObject, inside: string | undefined): string {
  return inside === undefined
    ? ''
    : leftBeside(
        `"${inside}"`,
        Object.keys(document).filter((name) => name !== inside),
      );
}

const leftBeside = (what: string, others: readonly string[]): string =>
  others.length === 0
    ? ''
    : ` Left behind beside ${what}: ${others.slice(0, 8).join(', ')}${others.length > 8 ? ' and more' : ''}.`;

function recordsIn(table: JsonObject): [string, unknown[]] | null {
  const { schema, columns, index, data } = table;
  if (isJsonObject(schema) && Array.isArray(data)) return ['table', data];
  if (Array.isArray(data) && (columns ?? index) !== undefined) return ['split', rowsOfSplit(table)];
  const values = Object.values(table);
  if (values.every(Array.isArray)) {
    const rows = rowsOfLists(table as Record<string, unknown[]>);
    return rows && ['list', rows];
  }
  if (!values.every(isJsonObject)) throw new Error('it has no lists "columns" and "data"');
  const first = values[0]!;
  const isOfColumns =
    !Object.hasOwn(table, '0') &&
    !Object.values(first).some((value) => typeof value === 'object' && value !== null);
  if (
    isOfColumns &&
    values.every((one) => Object.keys(one).join('\n') === Object.keys(first).join('\n')) &&
    Object.hasOwn(first, '0')
  )
    return ['columns', rowsOfColumns(table as Record<string, JsonObject>)];
  return [
    'index',
    Object.entries(table as Record<string, JsonObject>).map(([key, one]) => withKey(key, one)),
  ];
}

/** Each column is an object with a value for each row, by the row's name. */
function rowsOfColumns(table: Readonly<Record<string, JsonObject>>): JsonObject[] {
  const columns = Object.entries(table);
  const rows = Object.keys(columns[0]![1]);
  for (const [name, values] of columns) {
    const differs =
      Object.keys(values).length !== rows.length || rows.some((row) => !Object.hasOwn(values, row));
    if (differs) throw new Error(`the column ${JSON.stringify(name)} has other rows than the first`);
  }
  return rows.map((row) =>
    withKey(row, Object.fromEntries(columns.map(([name, values]) => [name, values[row]]))),
  );
}

/** A record with the key that it stands under as its id, where it has none of its own. */
const withKey = (key: string, record: JsonObject): JsonObject =>
  Object.hasOwn(record, 'id') ? record : { id: key, ...record };

/** Columns that one of a question or a reply may stand among. */
const mostColumns = 40;

/** Lists by names of which none is that of a column, and of which some are longer than others. */
export class ListsByName extends Error {}

/** Each column is a list with a value for each row; null where the lists belong to one record. */
function rowsOfLists(table: Readonly<Record<string, readonly unknown[]>>): JsonObject[] | null {
  const columns = Object.entries(table);
  const [[first, { length }]] = columns as [[string, unknown[]], ...unknown[]];
  const plain = columns.filter(([, values]) => !values.some(isJsonObject));
  const uneven = columns.find(([, values]) => values.length !== length);
  if (uneven && plain.length === columns.length) {
    const [name, values] = uneven;
    const [column, other] = [JSON.stringify(name), JSON.stringify(first)];
    // Among the words of a dictionary there are some that columns are called by.
    const called = columns.filter(([one]) => isQuestion(one) || isReply(one)).length;
    if (called * mostColumns < columns.length || called === 0) {
      throw new ListsByName(
        `The file holds lists by names that say no column: ${other} has ${length} values, ${column} has ${values.length}.`,
      );
    }
    throw new Error(`the column ${column} has ${values.length} values, but ${other} has ${length}`);
  }
  if (uneven || length < 2 || plain.length < 2 || columns.some(([, values]) => isTurns(values))) return null;
  return Array.from({ length }, (_, row) =>
    Object.fromEntries(columns.map(([name, values]) => [name, values[row]])),
  );
}

function rowsOfSplit({ columns, data }: JsonObject): JsonObject[] {
  if (!Array.isArray(columns) || !Array.isArray(data))
    throw new Error('it has no lists "columns" and "data"');
  if (columns.length > widest) throw new Error(widthWords(columns.length));
  const titles = columns.map(String);
  const seen = new Set<string>();
  const twice = titles.find((name) => seen.size === seen.add(name).size);
  if (twice !== undefined) throw new Error(`the column ${JSON.stringify(twice)} occurs twice`);
  return data.map((row: unknown, at) => {
    if (Array.isArray(row) && row.length === titles.length) {
      return Object.fromEntries(titles.map((name, i) => [name, row[i]]));
    }
    throw new Error(`data[${at}] has not one cell for each of the ${titles.length} columns`);
  });
}
