import type { ProtocolTurn } from '../shared/contract/index.ts';
import { prepared } from './prepared.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** Persona (its place among the run's personas) and run, where a protocol has them. */
interface ConversationVariant {
  readonly persona?: number;
  readonly run?: number;
}

export interface ProtocolConversationRow {
  position: number;
  itemId: number;
  externalId: string;
  /** One for each question, in order. */
  itemIds: number[];
  group: string | null;
  variant: ConversationVariant;
  state: 'open' | 'finished' | 'failed';
  score: number | null;
  outcome: unknown;
  flagged: number;
  message: string;
  turns: number;
}

type Raw = Omit<ProtocolConversationRow, 'itemIds' | 'variant' | 'outcome'> & {
  itemIds: string;
  variant: string;
  outcome: string | null;
};

const columns = `position, item_id AS itemId, item.external_id AS externalId, item_ids AS itemIds,
  protocol_conversation.group_key AS "group", variant, state, score, outcome, flagged, message,
  (SELECT COUNT(*) FROM protocol_turn AS turn WHERE turn.run_id = protocol_conversation.run_id
     AND turn.position = protocol_conversation.position) AS turns`;
const source = 'protocol_conversation JOIN item ON item.id = protocol_conversation.item_id';

const toRow = (raw: Raw): ProtocolConversationRow => ({
  ...raw,
  itemIds: JSON.parse(raw.itemIds) as number[],
  variant: JSON.parse(raw.variant) as ConversationVariant,
  outcome: raw.outcome === null ? null : (JSON.parse(raw.outcome) as unknown),
});

export interface NewProtocolConversation {
  readonly itemIds: readonly number[];
  readonly group: string | null;
  readonly variant: ConversationVariant;
}

/** Puts conversations behind those that are there; gives the position of the first. */
export function insertProtocolConversations(
  db: WritableDb,
  runId: number,
  conversations: readonly NewProtocolConversation[],
): number {
  const first = countProtocolConversations(db, runId).all;
  const put = db.prepare(
    `INSERT INTO protocol_conversation (run_id, position, item_id, item_ids, group_key, variant, state)
     VALUES (?, ?, ?, ?, ?, ?, 'open')`,
  );
  conversations.forEach(({ itemIds, group, variant }, i) => {
    put.run(runId, first + i, itemIds[0], JSON.stringify(itemIds), group, JSON.stringify(variant));
  });
  return first;
}

export function countProtocolConversations(
  db: ReadableDb,
  runId: number,
): { all: number; finished: number; failed: number } {
  return db
    .prepare(
      `SELECT COUNT(*) AS "all", COALESCE(SUM(state = 'finished'), 0) AS finished,
         COALESCE(SUM(state = 'failed'), 0) AS failed FROM protocol_conversation WHERE run_id = ?`,
    )
    .get(runId) as { all: number; finished: number; failed: number };
}

export function listProtocolConversations(db: ReadableDb, runId: number): ProtocolConversationRow[] {
  const rows = db
    .prepare(`SELECT ${columns} FROM ${source} WHERE run_id = ? ORDER BY position`)
    .all(runId) as Raw[];
  return rows.map(toRow);
}

export function findProtocolConversation(
  db: ReadableDb,
  runId: number,
  position: number,
): ProtocolConversationRow | undefined {
  const raw = db
    .prepare(`SELECT ${columns} FROM ${source} WHERE run_id = ? AND position = ?`)
    .get(runId, position) as Raw | undefined;
  return raw && toRow(raw);
}

/** A window of a run's conversations; only those in which something was noticed where that is asked. */
export function pageProtocolConversations(
  db: ReadableDb,
  runId: number,
  { flagged, offset, limit }: { flagged: boolean; offset: number; limit: number },
): { total: number; rows: ProtocolConversationRow[] } {
  const filter = `run_id = ? ${flagged ? 'AND flagged > 0' : ''}`;
  const total = db
    .prepare(`SELECT COUNT(*) FROM protocol_conversation WHERE ${filter}`)
    .pluck()
    .get(runId) as number;
  const rows = db
    .prepare(`SELECT ${columns} FROM ${source} WHERE ${filter} ORDER BY position LIMIT ? OFFSET ?`)
    .all(runId, limit, offset) as Raw[];
  return { total, rows: rows.map(toRow) };
}

export interface ConversationEnd {
  readonly state: ProtocolConversationRow['state'];
  readonly score: number | null;
  readonly outcome: unknown;
  readonly flagged: number;
  readonly message: string;
}

/** How a conversation stands now. */
export function saveProtocolConversation(
  db: WritableDb,
  runId: number,
  position: number,
  end: ConversationEnd,
): void {
  prepared(
    db,
    `UPDATE protocol_conversation SET state = ?, score = ?, outcome = ?, flagged = ?, message = ?
     WHERE run_id = ? AND position = ?`,
  ).run(
    end.state,
    end.score,
    end.outcome === null ? null : JSON.stringify(end.outcome),
    end.flagged,
    end.message,
    runId,
    position,
  );
}

/** Forgets the turns of a conversation that starts over. */
export function clearProtocolTurns(db: WritableDb, runId: number, position: number): void {
  prepared(db, 'DELETE FROM protocol_turn WHERE run_id = ? AND position = ?').run(runId, position);
}

/** Keeps a turn; one of the same number is replaced. */
export function putProtocolTurn(
  db: WritableDb,
  runId: number,
  position: number,
  turn: number,
  content: ProtocolTurn,
): void {
  prepared(
    db,
    'INSERT OR REPLACE INTO protocol_turn (run_id, position, turn, content) VALUES (?, ?, ?, ?)',
  ).run(runId, position, turn, JSON.stringify(content));
}

export function listProtocolTurns(db: ReadableDb, runId: number, position: number): ProtocolTurn[] {
  const rows = db
    .prepare('SELECT content FROM protocol_turn WHERE run_id = ? AND position = ? ORDER BY turn')
    .pluck()
    .all(runId, position) as string[];
  return rows.map((content) => JSON.parse(content) as ProtocolTurn);
}

/** All turns of a run, with the position of their conversation, in order. */
export function* iterateProtocolTurns(
  db: ReadableDb,
  runId: number,
): Generator<{ position: number; turn: ProtocolTurn }> {
  const rows = db
    .prepare('SELECT position, content FROM protocol_turn WHERE run_id = ? ORDER BY position, turn')
    .iterate(runId) as IterableIterator<{ position: number; content: string }>;
  for (const { position, content } of rows) yield { position, turn: JSON.parse(content) as ProtocolTurn };
}
