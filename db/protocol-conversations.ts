import type { ProtocolTurn, ReplyCounts } from '../shared/contract/index.ts';
import { ReplyCountsSchema } from '../shared/contract/protocol-replies.ts';
import { at, integer, json, oneOf, orNull, real, type Shape, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { of, queriesFor, type RowOf, select, selectValues } from './query.ts';
import { isObject, numbersShape, shapeOf, turnOfProtocolShape } from './shapes.ts';
import type { ReadableDb, WritableDb } from './types.ts';

/** Persona (its place among the run's personas) and run, where a protocol has them. */
interface ConversationVariant {
  readonly persona?: number;
  readonly run?: number;
}

const isNumberIfAny = (value: unknown) => value === undefined || typeof value === 'number';
const variantShape = shapeOf(
  (value): value is ConversationVariant =>
    isObject(value) && isNumberIfAny(value.persona) && isNumberIfAny(value.run),
);

/** What the scores of a run are made of: each protocol lists its own. */
const outcomeLists = ['answers', 'cells', 'judged', 'marks', 'replies'] as const;
const outcomeShape: Shape<unknown> = shapeOf(
  (value): value is object => isObject(value) && outcomeLists.some((name) => Array.isArray(value[name])),
);

export const conversationOwnColumns = {
  position: integer,
  itemId: integer,
  /** One for each question, in order. */
  itemIds: json(numbersShape),
  group: orNull(at('group_key', text)),
  variant: json(variantShape),
  state: oneOf(['open', 'finished', 'failed']),
  score: orNull(real),
  outcome: orNull(json(outcomeShape)),
  flagged: integer,
  message: text,
  /** What the replies of its models are, by part; empty in conversations of earlier versions. */
  replies: json(ReplyCountsSchema.array()),
};
const conversationColumns = {
  ...of('protocol_conversation', conversationOwnColumns),
  externalId: at('item.external_id', text),
  turns: at(
    `(SELECT COUNT(*) FROM protocol_turn AS turn WHERE turn.run_id = protocol_conversation.run_id
      AND turn.position = protocol_conversation.position)`,
    integer,
  ),
};
export type ProtocolConversationRow = RowOf<typeof conversationColumns>;

const ofRun =
  'FROM protocol_conversation JOIN item ON item.id = protocol_conversation.item_id WHERE run_id = ?';
const conversationsOfRun = select(conversationColumns, `${ofRun} ORDER BY position`);
const conversationAt = select(conversationColumns, `${ofRun} AND position = ?`);
const filters = { all: '', flagged: 'AND flagged > 0' } as const;
const windowsOfRun = queriesFor(['all', 'flagged'], (filter) =>
  select(conversationColumns, `${ofRun} ${filters[filter]} ORDER BY position LIMIT ? OFFSET ?`),
);
const totalsOfRun = queriesFor(['all', 'flagged'], (filter) =>
  selectValues(integer, `SELECT COUNT(*) FROM protocol_conversation WHERE run_id = ? ${filters[filter]}`),
);
const repliesByConversation = selectValues(
  conversationOwnColumns.replies,
  'SELECT replies FROM protocol_conversation WHERE run_id = ? ORDER BY position',
);
const countsOfRun = select(
  {
    all: at('COUNT(*)', integer),
    finished: at(`COALESCE(SUM(state = 'finished'), 0)`, integer),
    failed: at(`COALESCE(SUM(state = 'failed'), 0)`, integer),
  },
  'FROM protocol_conversation WHERE run_id = ?',
);

export const turnColumns = { content: json(turnOfProtocolShape) };
const turnsOfConversation = selectValues(
  turnColumns.content,
  'SELECT content FROM protocol_turn WHERE run_id = ? AND position = ? ORDER BY turn',
);
const turnsOfRun = select(
  { position: integer, turn: at('content', turnColumns.content) },
  'FROM protocol_turn WHERE run_id = ? ORDER BY position, protocol_turn.turn',
);

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

export const countProtocolConversations = (
  db: ReadableDb,
  runId: number,
): { all: number; finished: number; failed: number } => countsOfRun.one(db, runId);

/** What the replies of a run's models are, conversation by conversation, those that failed included. */
export const repliesOfRun = (db: ReadableDb, runId: number): ReplyCounts[][] =>
  repliesByConversation.all(db, runId);

export const listProtocolConversations = (db: ReadableDb, runId: number): ProtocolConversationRow[] =>
  conversationsOfRun.all(db, runId);

export const findProtocolConversation = (
  db: ReadableDb,
  runId: number,
  position: number,
): ProtocolConversationRow | undefined => conversationAt.get(db, runId, position);

/** A window of a run's conversations; only those in which something was noticed where that is asked. */
export function pageProtocolConversations(
  db: ReadableDb,
  runId: number,
  { flagged, offset, limit }: { flagged: boolean; offset: number; limit: number },
): { total: number; rows: ProtocolConversationRow[] } {
  const filter = flagged ? 'flagged' : 'all';
  return {
    total: totalsOfRun[filter].one(db, runId),
    rows: windowsOfRun[filter].all(db, runId, limit, offset),
  };
}

export interface ConversationEnd {
  readonly state: ProtocolConversationRow['state'];
  readonly score: number | null;
  readonly outcome: unknown;
  readonly flagged: number;
  readonly message: string;
  /** Left out where no model was asked in it, which leaves those that are stored. */
  readonly replies?: readonly ReplyCounts[];
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
    `UPDATE protocol_conversation SET state = ?, score = ?, outcome = ?, flagged = ?, message = ?,
       replies = COALESCE(?, replies)
     WHERE run_id = ? AND position = ?`,
  ).run(
    end.state,
    end.score,
    end.outcome === null ? null : JSON.stringify(end.outcome),
    end.flagged,
    end.message,
    end.replies === undefined ? null : JSON.stringify(end.replies),
    runId,
    position,
  );
}

/** How a run's conversation counts the replies of its models from now on. */
export function saveConversationReplies(
  db: WritableDb,
  runId: number,
  position: number,
  replies: readonly ReplyCounts[],
): void {
  prepared(db, 'UPDATE protocol_conversation SET replies = ? WHERE run_id = ? AND position = ?').run(
    JSON.stringify(replies),
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

export const listProtocolTurns = (db: ReadableDb, runId: number, position: number): ProtocolTurn[] =>
  turnsOfConversation.all(db, runId, position);

/** All turns of a run, with the position of their conversation, in order. */
export const iterateProtocolTurns = (
  db: ReadableDb,
  runId: number,
): IterableIterator<{ position: number; turn: ProtocolTurn }> => turnsOfRun.iterate(db, runId);
