import { isDeepStrictEqual } from 'node:util';
import {
  type Asked,
  columnsOf,
  type Given,
  isNothing,
  made,
  sayOf,
  scopesOf,
  snakeCase,
  tablesWith,
  type Value,
  valuesFor,
} from './asked.ts';

/** Tables and columns that tell what belongs to `name`: those that have its column, and the one that it numbers. */
const placesOf = (name: string): [table: string, column: string][] => {
  if (name === 'id') return [...columnsOf.keys()].map((table) => [table, 'NULL'] as [string, string]);
  const own = name.endsWith('Id') ? snakeCase(name.slice(0, -2)) : '';
  const owner: [string, string][] = columnsOf.has(own) ? [[own, 'id']] : [];
  return [...tablesWith(name).map((table): [string, string] => [table, snakeCase(name)]), ...owner];
};

interface Answer {
  readonly said: unknown;
  readonly hasWritten: boolean;
}
const changes = made.prepare('SELECT total_changes()').pluck();

/** Does something and undoes it. */
function undone<T>(work: () => T): T {
  made.exec('SAVEPOINT undone');
  try {
    return work();
  } finally {
    made.exec('ROLLBACK TO undone; RELEASE undone');
  }
}

const ask = (fn: Asked, given: Given): Answer =>
  undone(() => {
    const before = changes.get();
    const said = sayOf(made, fn, given);
    return { said, hasWritten: changes.get() !== before };
  });

/** Whether it changes a row of another than it is given. */
const writesBeyond = (fn: Asked, given: Given, scope: string): boolean => {
  const places: [string, string][] =
    scope === 'id' ? tablesWith('id').map((table) => [table, 'id']) : placesOf(scope);
  const rows = () =>
    places.map(([table, column]) =>
      made.prepare(`SELECT * FROM ${table} WHERE ${column} IS NOT ?`).all(given[scope]),
    );
  const before = rows();
  return undone(() => {
    sayOf(made, fn, given);
    return !isDeepStrictEqual(rows(), before);
  });
};

const ofNobody = (value: Value): Value => (typeof value === 'string' ? `${value} of nobody` : 7777);

/** An answer that is to be the same where nothing is but what belongs to one of these. */
interface Claim {
  readonly fn: Asked;
  readonly given: Given;
  readonly said: unknown;
  readonly fault: string;
}

/** What functions read or write that they were not asked about, and which have no answer. */
export function scopeFaults(functions: readonly Asked[]): Set<string> {
  const faults = new Set<string>();
  const name = ({ file, name: own }: Asked) => `${file} ${own}`;
  const claims = new Map<string, { scope: string; value: Value; of: Claim[] }>();
  const claim = (scope: string, of: Omit<Claim, 'said'>, said = ask(of.fn, of.given).said): void => {
    const value = of.given[scope]!;
    const same = claims.get(`${scope} ${value}`) ?? { scope, value, of: [] };
    claims.set(`${scope} ${value}`, same);
    same.of.push({ ...of, said });
  };
  for (const fn of functions) {
    let isAnswered = false;
    for (const given of valuesFor(scopesOf(fn))) {
      const { said, hasWritten } = ask(fn, given);
      if (hasWritten || !isNothing(said)) isAnswered = true;
      for (const scope of scopesOf(fn)) {
        if (hasWritten) {
          if (writesBeyond(fn, given, scope)) faults.add(`${name(fn)} writes beyond ${scope}`);
          continue;
        }
        if (scope !== 'id') claim(scope, { fn, given, fault: `${name(fn)} reads beyond ${scope}` }, said);
        const nobody = { ...given, [scope]: ofNobody(given[scope]!) };
        claim(scope, { fn, given: nobody, fault: `${name(fn)} finds another ${scope}` });
      }
    }
    if (!isAnswered) faults.add(`${name(fn)} has no answer`);
  }
  for (const { scope, value, of } of claims.values()) {
    undone(() => {
      for (const [table, column] of placesOf(scope))
        made.prepare(`DELETE FROM ${table} WHERE ${column} IS NOT ?`).run(value);
      for (const { fn, given, said, fault } of of)
        if (!isDeepStrictEqual(ask(fn, given).said, said)) faults.add(fault);
    });
  }
  return faults;
}
