import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  type Asked,
  columnsOf,
  type Given,
  isNothing,
  made,
  moreValuesFor,
  saidBy,
  sayOf,
  scopesOf,
  waysToAsk,
} from './support/asked.ts';
import { type DbFunction, dbFunctions } from './support/db-functions.ts';
import { furtherQuestions } from './support/further-questions.ts';
import { written, writtenRow } from './support/written.ts';

/*
 * What every function of db says about the made project, and which rows it changes, in lines that a person can read.
 * After a change that is meant: node test/db/every-function.ts, and look through what became different.
 */

export const documentFile = path.join(import.meta.dirname, 'every-function.txt');

const isAsked = ({ file, name }: DbFunction) => !notAsked.has(file) && !notAsked.has(`${file} ${name}`);
/** What keeps what it was asked before, is by chance, or is about the file or the schema and not about rows. */
const notAsked = new Set([
  ...['assignment-changes.ts', 'since-write.ts', 'long-transaction.ts', 'commit.ts', 'copy.ts'],
  ...['schema.ts', 'find-damage.ts', 'file-state.ts', 'item-columns.ts markOf'],
  ...['plain-rows.ts plainTables', 'project.ts readProjectFacts'],
]);

/** Ends of ranges and pages within the rows there are, so that the first and the last of them tell. */
const narrow: Given = {
  ...{ limit: 2, after: 1, offset: 1, from: 2, to: 2, count: 1, order: 2, before: 2 },
  ...{ since: 'created_at 5', until: 'until 2', now: 'expires_at 1' },
};
const namedAfter: Readonly<Record<string, string>> = { 'item-columns.ts itemsByName': 'external_id 2' };

const tables = new Map(
  [...columnsOf.keys()].sort().map((table) => {
    const columns = made.pragma(`table_info(${table})`) as { name: string; pk: number }[];
    const names = columns.map(({ name }) => name);
    const all = made.prepare(`SELECT ${names.join()} FROM ${table}`).raw();
    return [table, { names, keys: columns.map(({ pk }) => pk > 0), all }];
  }),
);
type Cells = readonly string[];
type Rows = ReadonlyMap<string, ReadonlyMap<string, Cells>>;

/** Every row of every table, by what names it there. */
const everyRow = (): Rows =>
  new Map(
    [...tables].map(([table, { keys, all }]) => {
      const cells = (all.all() as unknown[][]).map((row) => row.map(written));
      const keyOf = (row: Cells) => (keys.includes(true) ? row.filter((_, i) => keys[i]) : row).join(' | ');
      return [table, new Map(cells.map((row) => [keyOf(row), row]))];
    }),
  );

function changesIn(table: string, was: ReadonlyMap<string, Cells>, is: ReadonlyMap<string, Cells>): string[] {
  const gone = [...was].filter(([key]) => !is.has(key)).map(([key]) => `- ${table} ${key}`);
  const rest = [...is].flatMap(([key, row]) => {
    const before = was.get(key);
    if (!before) return [`+ ${table} ${writtenRow(row)}`];
    const { names } = tables.get(table)!;
    const other = row.flatMap((cell, i) =>
      cell === before[i] ? [] : [`${names[i]} ${before[i]} => ${cell}`],
    );
    return other.length === 0 ? [] : [`  ${table} ${key}: ${other.join(', ')}`];
  });
  return [...gone, ...rest];
}

const changesFrom = (before: Rows, after: Rows): string[] =>
  [...tables.keys()].flatMap((table) => changesIn(table, before.get(table)!, after.get(table)!));

const countChanges = made.prepare('SELECT total_changes()').pluck();

interface Said {
  readonly isEmpty: boolean;
  readonly text: string;
}

/** Asks, says what it answered and changed, and undoes that. A question that cannot be asked so says nothing. */
function tried(ask: () => unknown, rows: Rows, sql?: string): Said | undefined {
  made.exec('SAVEPOINT tried');
  try {
    if (sql) made.exec(sql);
    const before = sql ? everyRow() : rows;
    const had = countChanges.get();
    const said = ask();
    if (String(said).startsWith('throws: ')) return undefined;
    const changes = countChanges.get() === had ? [] : changesFrom(before, everyRow());
    const text = [written(said), ...changes.map((line) => `      ${line}`)].join('\n');
    return { isEmpty: isNothing(said) && changes.length === 0, text };
  } finally {
    made.exec('ROLLBACK TO tried; RELEASE tried');
  }
}

/** Other values of what a function is given than of the last way; ends of ranges narrow and wide. */
function waysFor(fn: Asked): Given[] {
  const scopes = scopesOf(fn);
  const named = fn.parameters.flatMap((one) => (typeof one === 'string' ? [one] : one.names));
  const own = namedAfter[`${fn.file} ${fn.name}`];
  const ends = Object.entries({ ...narrow, ...(own ? { after: own } : {}) }).filter(
    ([name]) => named.includes(name) && !scopes.includes(name),
  );
  const isOther = (given: Given, i: number, all: readonly Given[]) =>
    all.findIndex((one) => scopes.every((name) => one[name] === given[name])) === i;
  return moreValuesFor(scopes)
    .filter(isOther)
    .flatMap((given) => (ends.length > 0 ? [given, { ...given, ...Object.fromEntries(ends) }] : [given]))
    .map((given) => Object.fromEntries(Object.entries(given).filter(([name]) => named.includes(name))));
}

/** A number or name that nothing has. */
const ofNobody = (value: Given[string]) => (typeof value === 'number' ? 7777 : 'nobody');

/** What it says where one of what it is given is nothing's; what it writes there stands among the further questions. */
function nobodysLines(fn: Asked, before: Rows): string[] {
  const scopes = scopesOf(fn);
  const [some] = waysFor(fn);
  if (!some) return [];
  const given = scopes.map((name) => ({ ...some, [name]: ofNobody(some[name]!) }));
  const said = given.map((one) => tried(() => sayOf(made, fn, one), before)?.text ?? 'no answer');
  return [...new Set(said)].filter((text) => !text.includes('\n')).map((text) => `  of nobody -> ${text}\n`);
}

/** A few answers that differ, one of those that are none, and that of what is not there. */
function linesOf(fn: Asked, before: Rows): string[] {
  const lines = new Map<string, string>();
  let isEmptySaid = false;
  for (const given of waysFor(fn)) {
    if (lines.size === (isEmptySaid ? 5 : 4)) break;
    const said = tried(() => sayOf(made, fn, given), before);
    if (!said || lines.has(said.text) || (said.isEmpty && isEmptySaid)) continue;
    isEmptySaid ||= said.isEmpty;
    lines.set(said.text, `  ${written(given)} -> ${said.text}\n`);
  }
  return lines.size === 0 ? [] : [...lines.values(), ...nobodysLines(fn, before)];
}

/** How its lines are cut is no matter. */
const textOf = (question: object | string) =>
  String(question).replace('(db) =>', '').replaceAll(/\s+/g, ' ').trim();

function furtherLines(before: Rows): string[] {
  return furtherQuestions.map((question) => {
    const said = tried(() => saidBy(() => question(made)), before, question.after);
    const text = textOf(question);
    if (!said) throw new Error(`cannot be asked: ${text}`);
    return `${text}\n${question.after ? `  after ${textOf(question.after)}\n` : ''}  -> ${said.text}\n`;
  });
}

export async function everyAnswer(): Promise<string> {
  const before = everyRow();
  const functions = (await dbFunctions()).filter(isAsked).flatMap(waysToAsk);
  return functions
    .map((fn) => [fn, linesOf(fn, before)] as const)
    .filter(([, lines]) => lines.length > 0)
    .map(([{ file, name }, lines]) => `${file} ${name}\n${lines.join('')}`)
    .concat(furtherLines(before))
    .join('');
}

if (process.argv[1] === import.meta.filename) writeFileSync(documentFile, await everyAnswer());
