/* Values in words that a person can read and that a change shows in. */

const isPlain = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !ArrayBuffer.isView(value) && !Array.isArray(value);

/** A text that could be taken for something else stands in quotes. */
const isClear = (text: string) => !/^$|^\s|\s$|[|;\n]|^(null|true|false|-?[\d.]+)$/.test(text);

/** Without the quotes and names that say nothing; rows of a list under the names of their columns. */
export function written(value: unknown): string {
  if (typeof value === 'string') return isClear(value) ? value : JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (ArrayBuffer.isView(value)) return `<${[...(value as Uint8Array)].join(' ')}>`;
  if (value instanceof Set) return `set ${written([...value])}`;
  if (value instanceof Map) return `map ${written([...value])}`;
  if (Array.isArray(value)) return writtenList(value);
  if (!isPlain(value)) return value === undefined ? 'nothing' : String(value);
  return `{${Object.entries(value)
    .map(([name, part]) => `${name}: ${written(part)}`)
    .join(', ')}}`;
}

function writtenList(list: readonly unknown[]): string {
  const names = isPlain(list[0]) ? Object.keys(list[0]).join(' ') : '';
  const isTable =
    list.length > 1 && list.every((row) => isPlain(row) && Object.keys(row).join(' ') === names);
  if (!isTable || names === '') return `[${list.map(written).join(', ')}]`;
  return `[${names}: ${list.map((row) => writtenRow(Object.values(row as object).map(written))).join('; ')}]`;
}

export const writtenRow = (cells: readonly string[]): string => cells.join(' | ');
