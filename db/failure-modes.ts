import { SeenDrawsSchema } from '../shared/contract/failure-mode.ts';
import { flag, integer, json, oneOf, orNull, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { type RowOf, select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';
import { chainRow } from './word-chain.ts';

/** What can happen to a failure mode: see the columns of `failure_mode_event`. */
const eventKinds = ['made', 'changed', 'merged', 'joined', 'split', 'part', 'retired', 'restored'] as const;

export const modeEventColumns = {
  id: integer,
  modeId: integer,
  kind: oneOf(eventKinds),
  name: text,
  definition: text,
  example: text,
  counterexample: text,
  severity: orNull(oneOf(['low', 'medium', 'high'])),
  fixedIn: orNull(text),
  retired: flag,
  changesMeaning: flag,
  otherModeId: orNull(integer),
  annotatorId: integer,
  seen: json(SeenDrawsSchema),
  createdAt: text,
};
/** What happened to a failure mode, and how it is from then on. */
export type ModeEvent = RowOf<typeof modeEventColumns>;
/** A new one; of a mode that is made `modeId` is left out. */
export type NewModeEvent = Omit<ModeEvent, 'id' | 'modeId'> & { modeId?: number; clientKey: string };

const allEvents = select(modeEventColumns, 'FROM failure_mode_event ORDER BY id');
// A batch that was opened as a project goes on from the number that its list had, whichever modes are still open.
const newestId = selectValues(
  integer,
  `SELECT COALESCE(MAX(seq), 0) FROM sqlite_sequence WHERE name = 'failure_mode_event'`,
);
const ofClientKey = select(modeEventColumns, 'FROM failure_mode_event WHERE client_key = ?');

/** Everything that happened to failure modes, oldest first. */
export const listModeEvents = (db: ReadableDb): ModeEvent[] => allEvents.all(db);

/** Number of the newest of them; 0 before the first. */
export const newestModeEvent = (db: ReadableDb): number => newestId.one(db);

/** What was written under a client key. */
export const findModeEvent = (db: ReadableDb, clientKey: string): ModeEvent | undefined =>
  ofClientKey.get(db, clientKey);

/** Appends what happened. Call it in the transaction that read how the mode was. @returns its number */
export function insertModeEvent(db: WritableDb, event: NewModeEvent): number {
  const id = newestModeEvent(db) + 1;
  prepared(
    db,
    `INSERT INTO failure_mode_event (id, client_key, mode_id, kind, name, definition, example, counterexample, severity,
       fixed_in, retired, changes_meaning, other_mode_id, annotator_id, seen, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ).run(
    id,
    event.clientKey,
    event.modeId ?? id,
    event.kind,
    event.name,
    event.definition,
    event.example,
    event.counterexample,
    event.severity,
    event.fixedIn,
    event.retired ? 1 : 0,
    event.changesMeaning ? 1 : 0,
    event.otherModeId,
    event.annotatorId,
    JSON.stringify(event.seen),
    event.createdAt,
  );
  chainRow(db, 'failure_mode_event', id);
  return id;
}

/** A mode as a batch that was handed out names it. */
interface HandedMode {
  readonly id: number;
  readonly name: string;
  readonly definition: string;
  readonly example: string;
  readonly counterexample: string;
}

/** Makes the modes of a batch that was handed out under the numbers that they have there; what is made here comes after its list. */
export function insertHandedModes(
  db: WritableDb,
  modes: readonly HandedMode[],
  { list, annotatorId, createdAt }: { list: number; annotatorId: number; createdAt: string },
): void {
  const insert = db.prepare(
    `INSERT INTO failure_mode_event (id, client_key, mode_id, kind, name, definition, example, counterexample, severity,
       fixed_in, retired, changes_meaning, other_mode_id, annotator_id, seen, created_at)
     VALUES (@id, @clientKey, @id, 'made', @name, @definition, @example, @counterexample, NULL, NULL, 0, 1, NULL,
       @annotatorId, '[]', @createdAt)`,
  );
  for (const { id, name, definition, example, counterexample } of modes) {
    const words = { name, definition, example, counterexample };
    insert.run({ id, clientKey: `handed-${id}`, ...words, annotatorId, createdAt });
    chainRow(db, 'failure_mode_event', id);
  }
  db.prepare(`DELETE FROM sqlite_sequence WHERE name = 'failure_mode_event'`).run();
  db.prepare(`INSERT INTO sqlite_sequence (name, seq) VALUES ('failure_mode_event', ?)`).run(list);
}

const openedColumns = { studyId: integer, generation: integer, draws: integer };
const openedDraws = select(openedColumns, 'FROM failure_opened WHERE study_id = ?');

/** How many draws of a study were on a screen or in a batch that was handed out, as far as it was kept: 0 in a later draw. */
export function openedOf(db: ReadableDb, { id, generation }: { id: number; generation: number }): number {
  const row = openedDraws.get(db, id);
  return row?.generation === generation ? row.draws : 0;
}

/** Keeps how many draws of a study somebody has seen; never fewer than before. */
export function putOpened(
  db: WritableDb,
  { id, generation }: { id: number; generation: number },
  draws: number,
): void {
  prepared(
    db,
    `INSERT INTO failure_opened (study_id, generation, draws) VALUES (?, ?, ?)
     ON CONFLICT (study_id) DO UPDATE SET generation = excluded.generation, draws = excluded.draws
       WHERE excluded.generation > generation OR (excluded.generation = generation AND excluded.draws > draws)`,
  ).run(id, generation, draws);
}

const place = `draw.study_id = @studyId AND draw.generation = @generation`;
const furthestWorked = selectValues(
  integer,
  `SELECT COALESCE(MAX(draw_order) + 1, 0) FROM draw WHERE ${place} AND (
     EXISTS (SELECT 1 FROM label WHERE label.item_id = draw.item_id AND label.study_id = @studyId
       AND label.practice_round IS NULL)
     OR EXISTS (SELECT 1 FROM item_mark AS mark WHERE mark.study_id = @studyId AND mark.item_id = draw.item_id)
     OR EXISTS (SELECT 1 FROM lease WHERE lease.study_id = @studyId AND lease.item_id = draw.item_id))`,
);

/** How many draws of a study go up to the last that anybody answered, skipped, put off, marked, wrote about, or was lent. */
export const furthestDraw = (
  db: ReadableDb,
  { id, generation }: { id: number; generation: number },
): number => furthestWorked.one(db, { studyId: id, generation });

const furthestOfOthers = selectValues(
  integer,
  `SELECT COALESCE(MAX(own.draw_order) + 1, 0) FROM draw AS other
     JOIN item AS theirs ON theirs.id = other.item_id
     JOIN item AS mine ON mine.external_id = theirs.external_id
       AND mine.dataset_id = (SELECT dataset_id FROM study WHERE study.id = @studyId)
     JOIN draw AS own ON own.study_id = @studyId AND own.generation = @generation AND own.item_id = mine.id
   WHERE other.study_id = @otherId AND other.generation = @otherGeneration AND other.draw_order < @draws`,
);

/** Up to which draw of a study the first draws of another one stand in it: items of one name, in whichever data set. */
export const furthestShared = (
  db: ReadableDb,
  of: { studyId: number; generation: number; otherId: number; otherGeneration: number; draws: number },
): number => furthestOfOthers.one(db, of);
