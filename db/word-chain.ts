import { hash } from 'node:crypto';
import { at, type Column, integer, oneOf, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { queriesFor, type RowOf, select, selectTuples, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** What the chain began with: the migration that made it goes by this list. */
export const chainedParts = ['label', 'label_field', 'adjudication', 'answer_validation', 'audit'] as const;

/** What a link of the chain stands for. */
export const allChainedParts = [
  ...chainedParts,
  ...(['failure_mode_event', 'failure_look', 'label_door', 'label_guidelines'] as const),
] as const;
export type ChainedPart = (typeof allChainedParts)[number];

/**
 * The columns that the hash of a link takes in. Stored hashes rest on these lists and on their order: they never change.
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
  failure_mode_event: [
    ...['id', 'client_key', 'mode_id', 'kind', 'name', 'definition', 'example', 'counterexample', 'severity'],
    ...['fixed_in', 'retired', 'changes_meaning', 'other_mode_id', 'annotator_id', 'seen', 'created_at'],
  ],
  failure_look: [
    ...['id', 'client_key', 'study_id', 'item_id', 'system_id', 'mode_id', 'annotator_id', 'by_annotator_id'],
    ...['label_id', 'present', 'meaning', 'source', 'created_at'],
  ],
  label_door: ['label_id', 'door_ms'],
  label_guidelines: ['label_id', 'version'],
} as const satisfies Readonly<Record<ChainedPart, readonly string[]>>;

/** What of a table tells one row from the others: further answers of a label have its id and a name of their own. */
const keyColumns = (part: ChainedPart): readonly [id: string, field: string] => [
  chainedColumns[part][0],
  part === 'label_field' ? 'field' : "''",
];
const chainedKey = (part: ChainedPart): string =>
  keyColumns(part)
    .map((column) => `${column} = ?`)
    .join(' AND ');

/** Whether rows of a part belong to a label, by whose id they go. */
export const isOfLabel = (part: ChainedPart): boolean => keyColumns(part)[0] === 'label_id';

const linkColumns = { id: integer, part: oneOf(allChainedParts), rowId: integer, field: text, sha256: text };
type ChainLink = RowOf<typeof linkColumns>;

const newestLink = select(
  { links: at('id', integer), sha256: text },
  'FROM word_chain ORDER BY id DESC LIMIT 1',
);
const linksAfter = select(linkColumns, 'FROM word_chain WHERE id > ? ORDER BY id LIMIT ?');
const answersStored = selectValues(
  integer,
  `SELECT COALESCE(SUM(seq), 0) FROM sqlite_sequence
   WHERE name IN ('label', 'adjudication', 'answer_validation', 'failure_mode_event', 'failure_look')`,
);
const lastLink = selectValues(integer, `SELECT seq FROM sqlite_sequence WHERE name = 'word_chain'`);

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
export const chainHead = (db: ReadableDb): { links: number; sha256: string } =>
  newestLink.get(db) ?? { links: 0, sha256: '' };

export const linkHash = (before: string, part: ChainedPart, row: readonly unknown[]): string =>
  hash('sha256', JSON.stringify([before, part, ...row]), 'hex');

/** Hashed as it is, whatever it is. */
const cell: Column<unknown> = { stored: 'any', nullable: true };
const chainedRow = queriesFor(allChainedParts, (part) =>
  selectTuples(
    chainedColumns[part].map(() => cell),
    `SELECT ${chainedColumns[part].join(', ')} FROM ${part} WHERE ${chainedKey(part)}`,
  ),
);

/** The columns of a chained row as they are stored; undefined when it is gone. */
export const readChained = (
  db: ReadableDb,
  part: ChainedPart,
  rowId: number,
  field: string,
): readonly unknown[] | undefined => chainedRow[part].get(db, rowId, field);

/** Links after a number, in order. */
export const chainLinks = (db: ReadableDb, after: number, limit: number): ChainLink[] =>
  linksAfter.all(db, after, limit);

/** Whether the chain goes through a link; every one goes through the beginning, number 0. */
export function hasLink(db: ReadableDb, { links, sha256 }: { links: number; sha256: string }): boolean {
  if (links === 0) return true;
  const [link] = chainLinks(db, links - 1, 1);
  return link?.id === links && link.sha256 === sha256;
}

/** How many answers were ever stored, and taken back: what people said, without what was written down of acts. */
export const answersEver = (db: ReadableDb): number => answersStored.one(db);

/** How many links there ever were: as many as there are now, unless some were taken away. */
export const linksEver = (db: ReadableDb): number => lastLink.get(db) ?? 0;

const rowsWithoutLink = queriesFor(allChainedParts, (part) => {
  const [own, name] = keyColumns(part);
  const [id, field] = [`one.${own}`, name === "''" ? name : `one.${name}`];
  return select(
    { rowId: at(id, integer), field: at(field, text) },
    `FROM ${part} AS one WHERE NOT EXISTS (
       SELECT 1 FROM word_chain AS link
       WHERE link.part = '${part}' AND link.row_id = ${id} AND link.field = ${field})
     ORDER BY 1, 2`,
  );
});

/** Rows that no link stands for. */
export const unchainedRows = (db: ReadableDb, part: ChainedPart): { rowId: number; field: string }[] =>
  rowsWithoutLink[part].all(db);
