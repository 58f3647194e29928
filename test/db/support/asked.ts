import type { WritableDb } from '../../../db/types.ts';
import { AppError } from '../../../shared/errors.ts';
import type { DbFunction } from './db-functions.ts';
import { makeProject } from './made-project.ts';

/* Asks the functions of db about the made project, with values for their parameters that its rows have. */

export type Value = string | number | null;
export type Given = Readonly<Record<string, Value>>;

/** An object that a function takes whole: the properties that come from a row, and the others. */
interface Whole {
  readonly names: readonly string[];
  readonly rest?: Readonly<Record<string, unknown>>;
}
const key = ['itemId', 'systemId', 'criterionId', 'instrument'];
const label = { criterionId: 1, systemId: 1, instrument: 'rating', annotatorId: null };
const batch = ['studyId', 'generation', 'annotatorId', 'systemId', 'criterionId', 'instrument'];
const whole: Readonly<Record<string, readonly Whole[]>> = {
  'labels.ts key': [{ names: key }],
  'series.ts of': [{ names: ['studyId', 'generation', 'systemId', 'criterionId', 'instrument'] }],
  'labels.ts of': [{ names: ['studyId', 'annotatorId', 'systemId', 'criterionId', 'instrument'] }],
  'batches.ts key': [
    { names: batch, rest: { practiceRound: null, isAssigned: false } },
    { names: batch, rest: { practiceRound: null, isAssigned: true } },
    { names: batch, rest: { practiceRound: 1, isAssigned: false } },
  ],
  'item-columns.ts source': [
    { names: ['criterionId', 'systemId'], rest: { kind: 'human' } },
    { names: ['signalId', 'systemId'], rest: { kind: 'machine' } },
    { names: ['systemId'], rest: { kind: 'length' } },
    { names: ['criterionId', 'systemId', 'instrument', 'annotatorId'], rest: { kind: 'label' } },
    { names: ['criterionId', 'systemId', 'instrument'], rest: { kind: 'label', annotatorId: null } },
  ],
  'subgroup-levels.ts source': [
    { names: [], rest: { kind: 'surrogate' } },
    { names: [], rest: { kind: 'group' } },
    { names: [], rest: { kind: 'meta', keys: ['topic'] } },
    { names: [], rest: { kind: 'turns' } },
    { names: ['signalId'], rest: { kind: 'signal' } },
  ],
  'page-labels.ts asked': [{ names: ['annotatorId', 'criterionId', 'instrument'], rest: { rankingId: 1 } }],
  'study-plans.ts study': [{ names: ['studyId', 'generation'] }],
  'additions.ts key': [{ names: ['criterionId', 'systemId', 'itemId'] }],
};

/** What is no number of anything. */
const plain: Readonly<Record<string, unknown>> = {
  ...{ limit: 1000, after: 0, offset: 0, from: 0, to: 1000, count: 100, order: 1000, since: 0 },
  'item-columns.ts kind': 'human',
  'pseudo-labels.ts kind': 'kind 1',
  'pseudo-labels.ts version': 'version 1',
  'scale-declarations.ts kind': 'rating',
  'dealing.ts minutes': 5,
  ...{ now: 'at 1', at: 'at 1', createdAt: 'at 1', moment: 'at 1', before: 1000 },
  ...{ otherSeed: null, poolOf: null, flagged: null, until: 'at 1', minutes: 5, mean: 2, votes: [2] },
  ...{ rows: [], itemIds: [], checks: [], runIds: [1], annotatorIds: [1], fields: [], scores: [], items: [] },
  ...{
    simulated: false,
    color: 'red',
    initials: 'A',
    label,
    text: { name: 'n', question: 'q', guidelines: 'g' },
  },
  ...{
    overlap: 2,
    finalRule: 'mean',
    shuffle: true,
    spendingLimit: 4,
    earlier: 1,
    afterItems: 1,
    reason: 'r',
  },
  ...{
    surrogate: 1,
    settings: {},
    paths: [],
    plan: {},
    content: {},
    end: { state: 'finished', score: 1, outcome: null, flagged: false, message: '' },
  },
  ...{ mark: { itemId: 1, flagged: true, note: '', draft: null, laterRank: null, laterAfter: 0 }, goal: {} },
  ...{
    scale: { min: 0, max: 1, direction: 'higher' },
    progress: {},
    message: 'm',
    finishedAt: 'at 1',
    run: { kind: 'judge', id: 1 },
  },
  ...{ repeat: 0, swapped: 0, orders: 2, outcome: undefined, excludedAt: 'at 1', state: 'finished' },
};

export const made = makeProject();
export const columnsOf = new Map(
  (
    made
      .prepare(
        `SELECT m.name AS name, group_concat(x.name) AS columns FROM sqlite_master AS m, pragma_table_xinfo(m.name) AS x
         WHERE m.type = 'table' AND m.name NOT LIKE 'item_search%' AND m.name NOT LIKE 'sqlite_%' GROUP BY m.name`,
      )
      .all() as { name: string; columns: string }[]
  ).map(({ name, columns }) => [name, columns.split(',')]),
);
export const snakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
export const tablesWith = (name: string) =>
  [...columnsOf].filter(([, columns]) => columns.includes(snakeCase(name))).map(([table]) => table);

/** One way to call a function: its parameters, those that are objects with their properties. */
export type Asked = Omit<DbFunction, 'parameters'> & { readonly parameters: readonly (string | Whole)[] };

export function waysToAsk(fn: DbFunction): Asked[] {
  const choices = fn.parameters.map((one): readonly (string | Whole)[] =>
    typeof one === 'string' ? (whole[`${fn.file} ${one}`] ?? [one]) : [{ names: one }],
  );
  return Array.from({ length: Math.max(1, ...choices.map(({ length }) => length)) }, (_, i) => ({
    ...fn,
    parameters: choices.map((choice) => choice[i % choice.length]!),
  }));
}

const namesOf = ({ parameters }: Asked) =>
  parameters.flatMap((one) => (typeof one === 'string' ? [one] : one.names));
/** What it is about. */
export const scopesOf = (fn: Asked) =>
  namesOf(fn).filter(
    (name) =>
      !(name in plain) && !(`${fn.file} ${name}` in plain) && (name === 'id' || tablesWith(name).length > 0),
  );

/** Shares of the rows of a table. */
type Shares = readonly number[];
const valuesKept = new Map<string, readonly Given[]>();

/** Values that stand together in rows of the tables that have as many of these columns as any, so that something is found. */
export const valuesFor = (names: readonly string[]): readonly Given[] => keptValues(names, [0, 0.5]);

/** More of them, from the last row on, which a question that finds any row does not find. */
export const moreValuesFor = (names: readonly string[]): readonly Given[] =>
  keptValues(names, [1, 0, 0.7, 0.5, 0.3]);

function keptValues(names: readonly string[], shares: Shares): readonly Given[] {
  const key = `${shares.length} ${names.join()}`;
  const kept = valuesKept.get(key) ?? readValues(names, shares);
  valuesKept.set(key, kept);
  return kept;
}

function readValues(names: readonly string[], shares: Shares): readonly Given[] {
  if (names.length === 0) return [{}];
  const own = [...columnsOf].map(([table, columns]) => ({
    table,
    list: names.filter((name) => columns.includes(snakeCase(name))),
  }));
  const most = Math.max(...own.map(({ list }) => list.length));
  const tables = own
    .filter(({ list }) => list.length === most)
    .slice(0, names.join() === 'id' ? 1 : 5)
    .map(({ table, list }) => {
      const read = list.map((name) => `${snakeCase(name)} AS "${name}"`).join();
      return made.prepare(`SELECT DISTINCT ${read} FROM ${table}`).all() as Given[];
    });
  return shares
    .flatMap((share) =>
      tables.map((rows) => rows[Math.min(rows.length - 1, Math.floor(rows.length * share))]!),
    )
    .map((row) => ({ ...Object.fromEntries(names.map((name) => [name, 1])), ...row }));
}

const argumentsOf = ({ file, parameters }: Asked, given: Given): unknown[] => {
  const value = (name: string) => (name in given ? given[name] : (plain[`${file} ${name}`] ?? plain[name]));
  return parameters.map((one) =>
    typeof one === 'string'
      ? value(one)
      : { ...Object.fromEntries(one.names.map((name) => [name, value(name)])), ...one.rest },
  );
};

export const sayOf = (db: WritableDb, fn: Asked, given: Given): unknown =>
  saidBy(() => fn.call(db, ...argumentsOf(fn, given)));

/** An answer as a value: the rows of one that is walked, and why there is none. */
export function saidBy(ask: () => unknown): unknown {
  try {
    const said = ask();
    const isIterator = typeof said === 'object' && said !== null && 'next' in said;
    return isIterator ? [...(said as unknown as Iterable<unknown>)] : said;
  } catch (error) {
    return `${error instanceof AppError ? 'refuses' : 'throws'}: ${(error as Error).message}`;
  }
}

export const isNothing = (answer: unknown) =>
  [undefined, null, 0, false].includes(answer as null) ||
  /^(throws|refuses): /.test(String(answer)) ||
  (Array.isArray(answer) && answer.length === 0);
