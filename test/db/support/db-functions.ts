import { readdirSync } from 'node:fs';
import path from 'node:path';

/** A function of `db/` that asks or changes a project: what it is given after the connection, by the names of its parameters. */
export interface DbFunction {
  readonly file: string;
  readonly name: string;
  readonly parameters: readonly Parameter[];
  readonly call: (db: unknown, ...given: unknown[]) => unknown;
}
/** A plain value, or an object whose properties are named. */
export type Parameter = string | readonly string[];

const folder = path.join(import.meta.dirname, '../../../db');

/** Every exported function whose first parameter is the connection. */
export async function dbFunctions(): Promise<DbFunction[]> {
  const found: DbFunction[] = [];
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.ts'))) {
    found.push(...dbFunctionsOf(file, (await import(path.join(folder, file))) as object));
  }
  return found;
}

export const dbFunctionsOf = (file: string, module: object): DbFunction[] =>
  Object.entries(module).flatMap(([name, call]: [string, unknown]) => {
    const own = typeof call === 'function' ? parametersOf(String(call)) : undefined;
    return own?.[0] === 'db'
      ? [{ file, name, parameters: own.slice(1), call: call as DbFunction['call'] }]
      : [];
  });

function parametersOf(source: string): Parameter[] | undefined {
  if (source.startsWith('class')) return undefined;
  const from = source.indexOf('(');
  return from < 0 ? undefined : splitList(source.slice(from + 1, closing(source, from))).map(parameterOf);
}

function parameterOf(text: string): Parameter {
  const plain = text.trim();
  if (!plain.startsWith('{')) return plain.split(/\s*=/)[0]!.trim();
  return splitList(plain.slice(1, closing(plain, 0))).map((one) => one.trim().split(/\s*[:=]/)[0]!);
}

/** Where the bracket that opens at `from` closes. */
function closing(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if ('([{'.includes(text[at]!)) depth++;
    else if (')]}'.includes(text[at]!) && --depth === 0) return at;
  }
  return text.length;
}

/** Cut at the commas that stand in no bracket. */
function splitList(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if ('([{'.includes(letter)) depth++;
    else if (')]}'.includes(letter)) depth--;
    if (letter === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.filter((part) => part.trim() !== '');
}
