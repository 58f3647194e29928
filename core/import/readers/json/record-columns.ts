import { areExchanges, arePairs, isTurn } from '../../formats/chats/message-content.ts';
import { cellText, type TableValue } from '../tables/table-value.ts';
import { isJsonObject, type JsonObject } from './json-lines.ts';

/** Parts of a record below this depth stay together in one column. */
const deepest = 6;
/** Objects of a list that get columns of their own; a longer list is one column. */
const longestList = 4;
const mostColumns = 400;

/** The name of a field as part of a column's name; a name that has signs of its own is quoted. */
const part = (name: string): string => (/^[^.[\]"]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`);

/** Whether a list is the turns of a conversation, which belong together. */
export const isTurns = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) && value.length > 0 && value.every((turn) => isJsonObject(turn) && isTurn(turn));

/** Whether a list is a conversation in any of the ways that files write one. */
export const isConversation = (value: unknown): boolean =>
  isTurns(value) || (Array.isArray(value) && (areExchanges(value) || arePairs(value)));

const passageText = ['text', 'content', 'page_content', 'passage', 'body', 'chunk'];

/** Whether a list is of passages, each with its text and where it is from. */
export const arePassages = (value: unknown): value is JsonObject[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((one) => isJsonObject(one) && passageTextOf(one) !== undefined);

/** The text of a passage, below its title where it has one. */
export function passageTextOf(passage: JsonObject): string | undefined {
  const text = passageText.map((name) => passage[name]).find((one) => typeof one === 'string');
  if (text === undefined) return undefined;
  const { title } = passage;
  return typeof title === 'string' && title !== '' ? `${title}\n${text as string}` : (text as string);
}

const ofPassages = /^\W?(?:\w{1,40}_)?(?:contexts?|passages?|documents?|docs|evidences?|knowledge)$/i;

/** Whether each element of a list gets columns of its own: a few objects that are no turns. */
const isSplit = (list: readonly unknown[], path: string): boolean =>
  list.length > 0 &&
  list.length <= longestList &&
  list.every(isJsonObject) &&
  !isConversation(list) &&
  !(ofPassages.test(path.slice(path.lastIndexOf('.') + 1)) && arePassages(list));

/** Replies of a record in one list; of longer ones the list stays one value. */
const mostCandidates = 8;

/** Fields of replies that hold a list of as many texts in every record: one a system that nobody named, or one alone. */
function candidateLists(records: readonly JsonObject[]): ReadonlyMap<string, number> {
  const lengths = new Map<string, number>();
  for (const name of Object.keys(records[0] ?? {})) {
    const first = records[0]![name];
    const length = Array.isArray(first) ? first.length : 0;
    if (length === 0 || length > mostCandidates || !isReplyList.test(name)) continue;
    const areAlike = records.every(({ [name]: list }) => {
      return Array.isArray(list) && list.length === length && list.every((text) => typeof text === 'string');
    });
    if (areAlike) lengths.set(name, length);
  }
  return lengths;
}

/** What people call the system that replies. */
export const systemWords = 'model|system|llm|chat_?bot|bot|assistant|ai|agent';

/** Names of lists of replies. */
export const isReplyList = new RegExp(
  `^(?:(?:all|raw|final|generated|predicted|candidate|${systemWords})s?_?)?(?:responses?|outputs?|predictions?|completions?|generations?|replies|reply|candidates?|samples)$`,
  'i',
);

/**
 * The columns of JSON records: a column for each value, named by its path (`id`, `answer.text`, `scores[0].value`), in the order
 * in which they are first met. Lists of texts, of numbers and of turns are one value.
 *
 * @returns at most 400 columns
 */
export function recordColumns(records: readonly JsonObject[]): string[] {
  const columns = new Set<string>();
  const candidates = candidateLists(records);
  const walk = (value: unknown, path: string, depth: number): void => {
    if (columns.size >= mostColumns) return;
    const isLeaf = depth >= deepest || value === null || typeof value !== 'object';
    if (!isLeaf && isJsonObject(value) && Object.keys(value).length > 0) {
      for (const name of Object.keys(value)) walk(value[name], path + part(name), depth + 1);
    } else if (!isLeaf && Array.isArray(value) && isSplit(value, path)) {
      for (const [index, one] of value.entries()) walk(one, `${path}[${index}]`, depth + 1);
    } else if (depth === 1 && Array.isArray(value) && candidates.has(nameOf(path))) {
      for (let at = 0; at < value.length; at += 1) columns.add(`${path.replace(/^\./, '')}[${at}]`);
    } else columns.add(path.replace(/^\./, ''));
  };
  for (const record of records) walk(record, '', 0);
  return [...columns];
}

const nameOf = (path: string): string => String(pathOf(path.replace(/^\./, ''))[0]);

/** The fields and places on the way to a column's value: `scores[0].value` is `scores`, 0, `value`. */
export function pathOf(column: string): readonly (string | number)[] {
  const steps: (string | number)[] = [];
  let at = 0;
  while (at < column.length) {
    if (column[at] === '.') at += 1;
    if (column[at] === '[') {
      const end = endOfBracket(column, at + 1);
      const inside = column.slice(at + 1, end);
      steps.push(/^\d{1,9}$/.test(inside) ? Number(inside) : unquoted(inside));
      at = end + 1;
      continue;
    }
    const stops = [column.indexOf('.', at), column.indexOf('[', at)].filter((place) => place >= 0);
    const end = Math.min(column.length, ...stops);
    steps.push(column.slice(at, end));
    at = Math.max(end, at + 1);
  }
  return steps;
}

/** Where the bracket closes that was opened before `from`; a bracket inside a quoted name closes nothing. */
function endOfBracket(column: string, from: number): number {
  if (column[from] !== '"') {
    const end = column.indexOf(']', from);
    return end < 0 ? column.length : end;
  }
  for (let at = from + 1; at < column.length; at += 1) {
    if (column[at] === '\\') at += 1;
    else if (column[at] === '"') return Math.min(column.length, at + 1);
  }
  return column.length;
}

function unquoted(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text;
  }
}

/** The value at a path; undefined where the record has none. */
export function valueAt(record: JsonObject, path: readonly (string | number)[]): unknown {
  let value: unknown = record;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as JsonObject)[step];
  }
  return value;
}

/** A record with another value at a path where it has one. */
export function withValueAt(
  record: unknown,
  [step, ...rest]: readonly (string | number)[],
  value: unknown,
): unknown {
  if (step === undefined) return value;
  const copy = (Array.isArray(record) ? [...record] : { ...(record as JsonObject) }) as JsonObject;
  copy[step] = withValueAt(copy[step], rest, value);
  return copy;
}

/** A record's values as the cells of a row, in the order of the columns. */
export const recordCells = (record: JsonObject, columns: readonly string[]): string[] =>
  columns.map((column) => cellText(valueAt(record, pathOf(column)) as TableValue));
