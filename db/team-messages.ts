import { at, flag, integer, orNull, text } from './columns.ts';
import { type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const messageColumns = {
  id: integer,
  studyId: integer,
  /** Null: to all. */
  annotatorId: orNull(integer),
  itemId: orNull(integer),
  byLead: flag,
  text,
  writtenAt: text,
};
/** What a lead and an annotator wrote to each other. */
type MessageRow = RowOf<typeof messageColumns>;

const newest = 500;
const ofStudy = select(
  messageColumns,
  `FROM (SELECT * FROM team_message WHERE study_id = ? ORDER BY id DESC LIMIT ${newest}) ORDER BY id`,
);
const ofAnnotator = select(
  messageColumns,
  `FROM (SELECT * FROM team_message WHERE study_id = ? AND (annotator_id = ? OR annotator_id IS NULL)
     ORDER BY id DESC LIMIT ${newest}) ORDER BY id`,
);
const readUpTo = selectValues(
  integer,
  'SELECT message_id FROM team_message_reading WHERE study_id = ? AND annotator_id = ?',
);
const readings = select(
  { annotatorId: integer, messageId: integer },
  'FROM team_message_reading WHERE study_id = ? ORDER BY annotator_id',
);
const known = selectValues(integer, 'SELECT COUNT(*) FROM team_message WHERE client_key = ?');
const unread = selectValues(
  integer,
  `SELECT COUNT(*) FROM team_message WHERE study_id = @studyId AND by_lead = 1
     AND (annotator_id = @annotatorId OR annotator_id IS NULL) AND id > @after`,
);
const newestTo = select(
  { id: at('COALESCE(MAX(id), 0)', integer) },
  'FROM team_message WHERE study_id = ? AND by_lead = 1 AND (annotator_id = ? OR annotator_id IS NULL)',
);

/** The newest messages of a study, oldest first: at most five hundred. */
export const listMessages = (db: ReadableDb, studyId: number): MessageRow[] => ofStudy.all(db, studyId);

/** Those that one annotator may see. */
export const listOwnMessages = (db: ReadableDb, studyId: number, annotatorId: number): MessageRow[] =>
  ofAnnotator.all(db, studyId, annotatorId);

/** Up to which message an annotator has read; 0 before the first. */
export const messagesReadUpTo = (db: ReadableDb, studyId: number, annotatorId: number): number =>
  readUpTo.get(db, studyId, annotatorId) ?? 0;

/** Up to which message each annotator has read. */
export const listMessageReadings = (db: ReadableDb, studyId: number) => readings.all(db, studyId);

/** How many messages of the lead an annotator has not read. */
export const countUnread = (db: ReadableDb, studyId: number, annotatorId: number): number =>
  unread.one(db, { studyId, annotatorId, after: messagesReadUpTo(db, studyId, annotatorId) });

/** The newest message of the lead to an annotator; 0 where there is none. */
export const newestMessageTo = (db: ReadableDb, studyId: number, annotatorId: number): number =>
  newestTo.one(db, studyId, annotatorId).id;

type NewMessage = Omit<MessageRow, 'id'> & { clientKey: string };

/** Keeps a message; one whose key is known is not kept twice. @returns whether it was new */
export function insertMessage(db: WritableDb, message: NewMessage): boolean {
  if (known.one(db, message.clientKey) > 0) return false;
  const { studyId, annotatorId, itemId, byLead, text: said, clientKey, writtenAt } = message;
  db.prepare(
    `INSERT INTO team_message (study_id, annotator_id, item_id, by_lead, text, client_key, written_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  ).run(studyId, annotatorId, itemId, byLead ? 1 : 0, said, clientKey, writtenAt);
  return true;
}

/** Keeps up to which message somebody has read; never less far than before. */
export function putMessageReading(
  db: WritableDb,
  { studyId, annotatorId, messageId }: { studyId: number; annotatorId: number; messageId: number },
  at: string,
): void {
  db.prepare(
    `INSERT INTO team_message_reading (study_id, annotator_id, message_id, read_at) VALUES (?, ?, ?, ?)
     ON CONFLICT (study_id, annotator_id) DO UPDATE SET message_id = excluded.message_id, read_at = excluded.read_at
       WHERE excluded.message_id > message_id`,
  ).run(studyId, annotatorId, messageId, at);
}
