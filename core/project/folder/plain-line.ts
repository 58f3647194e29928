import type { PlainTable, PlainValue } from '../../../db/plain-rows.ts';
import { parseJson } from '../../platform/files/parse-json.ts';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys of values that JSON has no word for. */
const bytesKey = '$bytes';
const numberKey = '$number';

/**
 * A row as one line of JSON, so that `rowOf` makes the very same row of it: lists and objects that are stored as JSON stand there as
 * such, bytes as Base64.
 */
export function lineOf({ columns }: PlainTable, row: readonly PlainValue[]): string {
  return JSON.stringify(Object.fromEntries(columns.map((column, i) => [column, shown(row[i] ?? null)])));
}

function shown(value: PlainValue): unknown {
  if (value instanceof Uint8Array) return { [bytesKey]: Buffer.from(value).toString('base64') };
  if (typeof value === 'number') {
    return Number.isFinite(value) && !Object.is(value, -0)
      ? value
      : { [numberKey]: Object.is(value, -0) ? '-0' : String(value) };
  }
  return typeof value === 'string' ? asJson(value) : value;
}

/** The JSON that a text is, where writing it again gives the same text. */
function asJson(text: string): unknown {
  if (!/^[[{]/.test(text)) return text;
  try {
    // In brackets, for the line that it stands in is one level deeper.
    const [parsed] = parseJson(`[${text}]`) as unknown[];
    return JSON.stringify(parsed) === text && special(parsed) === undefined ? parsed : text;
  } catch {
    return text;
  }
}

function special(value: unknown): PlainValue | undefined {
  if (!isObject(value)) return undefined;
  const [key, ...more] = Object.keys(value);
  const held = key === undefined ? undefined : value[key];
  if (more.length > 0 || typeof held !== 'string') return undefined;
  if (key === bytesKey) return Buffer.from(held, 'base64');
  return key === numberKey ? Number(held) : undefined;
}

/** The row of a line; a text where the line is no row of the table, which says why. */
export function rowOf({ columns }: PlainTable, line: string): PlainValue[] | string {
  let record: unknown;
  try {
    record = parseJson(line);
  } catch {
    return 'The line is not JSON.';
  }
  if (!isObject(record)) return 'The line is not a JSON object.';
  const fields = record;
  const strange = Object.keys(record).find((key) => !columns.includes(key));
  const lacking = columns.find((column) => !Object.hasOwn(fields, column));
  if (strange !== undefined) return `The table has no column ${JSON.stringify(strange)}.`;
  if (lacking !== undefined) return `The column ${JSON.stringify(lacking)} is missing.`;
  return columns.map((column) => plain(fields[column]));
}

function plain(value: unknown): PlainValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value;
  return special(value) ?? JSON.stringify(value);
}
