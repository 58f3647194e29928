import { createHash } from 'node:crypto';
import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/**
 * What a link of the chain stands for, and the columns that its hash takes in. Stored hashes rest on these lists and on
 * their order: they never change.
 */
export const chainedColumns = {
  label: [
    ...['id', 'client_key', 'item_id', 'system_id', 'criterion_id', 'instrument', 'annotator_id', 'study_id'],
    ...['kind', 'value', 'answers', 'reason', 'operation', 'refers_to', 'supersedes', 'source'],
    ...['estimate_visible', 'duration_ms', 'created_at'],
  ],
  label_field: ['label_id', 'field', 'value'],
  adjudication: [
    ...['id', 'client_key', 'item_id', 'system_id', 'criterion_id', 'instrument', 'annotator_id', 'study_id'],
    ...['kind', 'value', 'answers', 'reason', 'note', 'created_at'],
  ],
  answer_validation: [
    ...['id', 'client_key', 'run_id', 'position', 'turn', 'annotator_id', 'kind', 'answerability', 'correct'],
    ...['span_kind', 'span_start', 'span_end', 'span_text', 'answer_seen', 'operation', 'refers_to'],
    ...['duration_ms', 'created_at'],
  ],
  audit: ['id', 'at', 'action', 'study_id', 'details'],
} as const;

export type ChainedPart = keyof typeof chainedColumns;
export const chainedParts = Object.keys(chainedColumns) as ChainedPart[];

/** What of a table tells one row from the others: further answers of a label have its id and a name of their own. */
const chainedKey = (part: ChainedPart): string =>
  part === 'label_field' ? 'label_id = ? AND field = ?' : "id = ? AND '' = ?";

interface ChainLink {
  readonly id: number;
  readonly part: ChainedPart;
  readonly rowId: number;
  readonly field: string;
  readonly sha256: string;
}

/**
 * Takes a row that was just written into the chain: its hash is of the link before it and of all its columns as they are
 * stored. Call it in the transaction that wrote the row, which must hold the write lock, so that no two links follow one.
 */
export function chainRow(db: WritableDb, part: ChainedPart, rowId: number, field = ''): void {
  const row = readChained(db, part, rowId, field);
  const sha256 = linkHash(chainHead(db).sha256, part, row!);
  prepared(db, 'INSERT INTO word_chain (part, row_id, field, sha256) VALUES (?, ?, ?, ?)').run(
    part,
    rowId,
    field,
    sha256,
  );
}

/** The newest link; of an empty chain number 0 and no hash. */
export function chainHead(db: ReadableDb): { links: number; sha256: string } {
  const head = prepared(db, 'SELECT id AS links, sha256 FROM word_chain ORDER BY id DESC LIMIT 1').get();
  return (head as { links: number; sha256: string } | undefined) ?? { links: 0, sha256: '' };
}

export function linkHash(before: string, part: ChainedPart, row: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([before, part, ...row]))
    .digest('hex');
}

/** The columns of a chained row as they are stored; undefined when it is gone. */
export function readChained(
  db: ReadableDb,
  part: ChainedPart,
  rowId: number,
  field: string,
): readonly unknown[] | undefined {
  const columns = chainedColumns[part].join(', ');
  return prepared(db, `SELECT ${columns} FROM ${part} WHERE ${chainedKey(part)}`)
    .raw()
    .get(rowId, field) as unknown[] | undefined;
}

/** Links after a number, in order. */
export const chainLinks = (db: ReadableDb, after: number, limit: number): ChainLink[] =>
  prepared(
    db,
    'SELECT id, part, row_id AS rowId, field, sha256 FROM word_chain WHERE id > ? ORDER BY id LIMIT ?',
  ).all(after, limit) as ChainLink[];

/** How many links there ever were: as many as there are now, unless some were taken away. */
export function linksEver(db: ReadableDb): number {
  const seq = db.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'word_chain'").pluck().get();
  return (seq as number | undefined) ?? 0;
}

/** Rows that no link stands for. */
export function unchainedRows(db: ReadableDb, part: ChainedPart): { rowId: number; field: string }[] {
  const [id, field] = part === 'label_field' ? ['one.label_id', 'one.field'] : ['one.id', "''"];
  return db
    .prepare(
      `SELECT ${id} AS rowId, ${field} AS field FROM ${part} AS one WHERE NOT EXISTS (
         SELECT 1 FROM word_chain AS link
         WHERE link.part = '${part}' AND link.row_id = ${id} AND link.field = ${field})
       ORDER BY 1, 2`,
    )
    .all() as { rowId: number; field: string }[];
}
