import { at, integer, text } from './columns.ts';
import { prepared } from './prepared.ts';
import { select, selectValues } from './query.ts';
import type { ReadableDb, WritableDb } from './types.ts';

const nameOfSystem = selectValues(text, 'SELECT name FROM system WHERE id = ?');
const datasetsWithSystem = select(
  { id: at('dataset.id', integer), name: at('dataset.name', text) },
  `FROM dataset_system JOIN dataset ON dataset.id = dataset_system.dataset_id
   WHERE system_id = ? ORDER BY dataset.id`,
);
const studiesThatName = selectValues(
  integer,
  `SELECT study.id FROM study JOIN system ON system.id IN (study.system_id, study.against_id)
     OR (json_extract(study.surrogate, '$.kind') = 'system' AND json_extract(study.surrogate, '$.system') = system.name)
   WHERE system.name = ? GROUP BY study.id ORDER BY study.id`,
);
const pairsJudged = select(
  {
    datasetId: at('run.dataset_id', integer),
    other: at('other.name', text),
  },
  `FROM llm_run AS run JOIN system AS own ON own.id IN (run.system_id, run.against_id)
   JOIN system AS other ON other.id IN (run.system_id, run.against_id) AND other.id <> own.id
   WHERE own.name = ? GROUP BY run.dataset_id, other.id ORDER BY run.dataset_id, other.id`,
);

export const systemName = (db: ReadableDb, systemId: number): string => nameOfSystem.one(db, systemId);

/** The data sets that a system is part of. */
export const datasetsOfSystem = (db: ReadableDb, systemId: number): { id: number; name: string }[] =>
  datasetsWithSystem.all(db, systemId);

/** The studies that are of a system, compare with it, or take its replies as their surrogate. */
export const studiesNaming = (db: ReadableDb, system: string): number[] => studiesThatName.all(db, system);

/** The systems that judges compared with one, by data set. */
export const judgedAgainst = (db: ReadableDb, system: string): { datasetId: number; other: string }[] =>
  pairsJudged.all(db, system);

/** Gives a system another name; its number, and all that rests on it, stays. */
export function renameSystem(db: WritableDb, systemId: number, name: string): void {
  prepared(db, 'UPDATE system SET name = ? WHERE id = ?').run(name, systemId);
}

/** Removes a system that no data set has any more. */
export function removeSystem(db: WritableDb, systemId: number): void {
  prepared(db, 'DELETE FROM system WHERE id = ?').run(systemId);
}

/** How frozen signals and surrogates that are named by a system begin. */
const namedBySystem = ['Agreement with ', 'What people said of ', 'Responses of '];

/**
 * Puts another name of a system wherever a row says it by its name: surrogates, frozen signals, recorded runs and first phases. The
 * ids of frozen signals keep the name of then, as their hash has it.
 */
export function replaceSystemName(db: WritableDb, was: string, now: string): void {
  prepared(
    db,
    `UPDATE study SET surrogate = json_set(surrogate, '$.system', ?)
     WHERE json_extract(surrogate, '$.kind') = 'system' AND json_extract(surrogate, '$.system') = ?`,
  ).run(now, was);
  const recorded = `json_extract(model, '$.kind') = 'recorded' AND json_extract(model, '$.system') = ?`;
  prepared(db, `UPDATE protocol_run SET system_name = ? WHERE system_name = ? AND ${recorded}`).run(
    ...[now, was, was],
  );
  prepared(db, `UPDATE protocol_run SET model = json_set(model, '$.system', ?) WHERE ${recorded}`).run(
    now,
    was,
  );
  prepared(
    db,
    `UPDATE first_phase SET origin = json_set(origin, '$.system', ?)
     WHERE json_extract(origin, '$.dataset') IS NOT NULL AND json_extract(origin, '$.system') = ?`,
  ).run(now, was);
  const column = prepared(
    db,
    `UPDATE study_column SET name = ? || substr(name, length(?) + 1)
     WHERE name = ? OR substr(name, 1, length(?) + 2) = ? || ' (' OR substr(name, 1, length(?) + 4) = ? || ' by '`,
  );
  for (const start of namedBySystem) {
    const name = `${start}${was}`;
    column.run(`${start}${now}`, name, name, name, name, name, name);
  }
}

/**
 * Puts another end on the criteria of judges' scores of pairs in a data set, and wherever those are named.
 *
 * @param was how they end, which says both systems
 */
export function replacePairCriteria(db: WritableDb, datasetId: number, was: string, now: string): void {
  const renamed = (column: string) => `substr(${column}, 1, length(${column}) - length(?)) || ?`;
  const ends = (column: string) => `substr(${column}, -length(?)) = ?`;
  const values = [was, now, datasetId, was, was];
  prepared(
    db,
    `UPDATE signal SET criterion = ${renamed('criterion')} WHERE dataset_id = ? AND kind = 'judge' AND ${ends('criterion')}`,
  ).run(...values);
  prepared(
    db,
    `UPDATE same_criterion SET judged = ${renamed('judged')} WHERE dataset_id = ? AND ${ends('judged')}`,
  ).run(...values);
  const inStudy = `json_extract(surrogate, '$.criterion')`;
  prepared(
    db,
    `UPDATE study SET surrogate = json_set(surrogate, '$.criterion', ${renamed(inStudy)})
     WHERE dataset_id = ? AND json_extract(surrogate, '$.kind') = 'judge' AND ${ends(inStudy)}`,
  ).run(...values);
}
