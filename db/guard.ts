import type { Statement } from 'better-sqlite3';
import { watchBoundWrites } from './binding.ts';
import { giveNextState, roundOfWal } from './file-state.ts';
import { type Misplaced, misplacedError } from './misplaced.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** How a connection learns whether the file is still in its place. */
interface Guarded {
  readonly file: string;
  readonly session: string;
  look(): Misplaced | null;
}

type Transaction = ReturnType<WritableDb['transaction']>;

/** What was written is stored already, so a writer in the way is no failure: the next write tries again. */
function triesToGiveState(db: ReadableDb, session: string): boolean {
  try {
    giveNextState(db, session);
    return true;
  } catch (error) {
    if (!String((error as { code?: string }).code).startsWith('SQLITE_BUSY')) throw error;
    return false;
  }
}

const changesRows = /^\s*(INSERT|REPLACE|UPDATE|DELETE|WITH)\b/i;

/** Does what writes rows of these tables, unless the file is no longer in its place. */
type Write = <T>(work: () => T, tables?: readonly string[]) => T;

function guardedStatement(statement: Statement, write: Write, tables: readonly string[]): Statement {
  for (const verb of statement.reader ? (['get', 'all'] as const) : (['run'] as const)) {
    const plainVerb = statement[verb].bind(statement) as (...values: unknown[]) => unknown;
    Object.defineProperty(statement, verb, {
      value: (...values: unknown[]) => write(() => plainVerb(...values), tables),
    });
  }
  // Rows that a loop takes one by one are written when it begins, which nothing would notice.
  Object.defineProperty(statement, 'iterate', {
    value: () => {
      throw new Error('what is written is not read row by row: call get or all');
    },
  });
  return statement;
}

function guardedTransaction(inner: () => Transaction, write: Write): Transaction {
  const guard =
    (kind: 'default' | 'deferred' | 'immediate' | 'exclusive') =>
    (...values: unknown[]) =>
      write(() => inner()[kind](...values));
  const all = { deferred: guard('deferred'), immediate: guard('immediate'), exclusive: guard('exclusive') };
  return Object.assign(guard('default'), all) as unknown as Transaction;
}

/**
 * Lets a connection write only while the file at the path is the one it has open: it looks before a transaction begins
 * and again after it is stored, before anybody is told so. The first write of each round of the `-wal` gives the file its
 * next state. Statements outside a transaction are transactions of their
 * own. What decides numbers is bound to the audit trail before a transaction ends (`binding.ts`). Every connection to a project goes
 * through here, so no write can forget either.
 */
export function guardWrites(plain: ReadableDb, place: Guarded): WritableDb {
  const prepare = plain.prepare.bind(plain);
  const exec = plain.exec.bind(plain);
  const transaction = plain.transaction.bind(plain);

  const bound = watchBoundWrites(plain);
  const own = {
    prepare,
    exec,
    get inTransaction() {
      return plain.inTransaction;
    },
  } as unknown as ReadableDb;

  const assertInPlace = () => {
    const why = place.look();
    if (why) throw misplacedError(why, place.file);
  };
  const begin = () => {
    assertInPlace();
    bound.begin();
  };
  /** Has the tables watched, also where triggers that were made meanwhile are undone with what fails. */
  const watching: Write = (work, tables = []) => {
    try {
      bound.watch(tables);
      return work();
    } catch (error) {
      bound.undone();
      throw error;
    }
  };
  let round = '';
  const afterWriting = () => {
    assertInPlace();
    if (roundOfWal(place.file) === round) return;
    if (triesToGiveState(own, place.session)) round = roundOfWal(place.file);
  };
  const write: Write = (work, tables) => {
    if (plain.inTransaction) return watching(work, tables);
    begin();
    const result = watching(work, tables);
    afterWriting();
    return result;
  };
  const bindingAfter =
    <V extends unknown[], T>(work: (...values: V) => T) =>
    (...values: V): T => {
      const result = work(...values);
      bound.bind();
      return result;
    };
  /** A statement outside a transaction gets one, for what it changes to be bound in. */
  const writeAlone: Write = (work, tables) =>
    write(plain.inTransaction ? work : () => transaction(bindingAfter(work)).immediate(), tables);

  const guarded = {
    prepare: (sql: string) => {
      const statement = prepare(sql);
      if (statement.readonly) return statement;
      const way = changesRows.test(sql) ? writeAlone : write;
      return guardedStatement(statement, way, bound.changedBy(sql));
    },
    transaction: (fn: (...values: unknown[]) => unknown) => {
      const whole = transaction(bindingAfter(fn));
      const part = transaction(fn);
      return guardedTransaction(() => (plain.inTransaction ? part : whole), write);
    },
    /** Long transactions begin and end by text: COMMIT is looked at like any other end of writing. */
    exec: (sql: string) => {
      if (!plain.inTransaction) begin();
      if (plain.inTransaction && /^\s*COMMIT/i.test(sql)) bound.bind();
      watching(() => exec(sql), bound.changedBy(sql));
      const isUndone = /^\s*ROLLBACK/i.test(sql);
      if (isUndone) bound.undone();
      if (plain.inTransaction || isUndone) return plain;
      transaction(bound.bind)();
      afterWriting();
      return plain;
    },
  };
  return Object.assign(plain, guarded) as unknown as WritableDb;
}
