import { writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { signalHasher } from '../../../core/estimate/surrogate/score-pool.ts';
import { designs, drawItems } from '../../../core/studies/design.ts';
import { writeAudit } from '../../../db/audit.ts';
import { totalsThen } from '../../../db/binding.ts';
import { poolRows, readPool } from '../../../db/draws.ts';
import { labelCircumstances } from '../../../db/migrations/0970-label-circumstances.ts';
import { migrations } from '../../../db/migrations-list.ts';
import { applicationId } from '../../../db/open.ts';
import type { WritableDb } from '../../../db/types.ts';
import { type ChainedPart, chainRow } from '../../../db/word-chain.ts';
import type { Preset } from '../../../shared/contract/index.ts';

/** Versions of the project file before the present one. */
export const olderVersions = migrations.slice(0, -1).map(({ version }) => version);

/**
 * Writes what a project of today holds into a new file of an older version, as far as that version had a place for it.
 *
 * @param rehashed signals are hashed as that version did, so that the project is taken for its own
 */
export function writeOlder(file: string, version: number, today: string, { rehashed = false } = {}): void {
  writeFileSync(file, emptyAt(version));
  const db = new Database(file) as WritableDb;
  try {
    db.pragma('journal_mode = WAL');
    db.pragma('foreign_keys = OFF');
    db.prepare('ATTACH ? AS today').run(today);
    db.transaction(() => {
      const forgets = rehashed && version < labelCircumstances.version;
      for (const table of tablesOf(db, 'main')) if (!forgets || table !== 'word_chain') copyTable(db, table);
      if (rehashed && version < withHashDraws) drawByPlace(db);
      if (rehashed && version < withColumns) forgetColumns(db);
      if (forgets) forgetBindings(db);
      if (forgets && version >= withBindings) bindAsThen(db);
    }).immediate();
    db.exec('DETACH today');
  } finally {
    db.close();
  }
}

/** Empty projects as the versions made them, in memory: each is the one before it and one migration more. */
const empty = new Map<number, Buffer>();

function emptyAt(version: number): Buffer {
  const found = empty.get(version);
  if (found) return found;
  const wanted = migrations.filter((migration) => migration.version <= version);
  const from = wanted.findLast((migration) => empty.has(migration.version))?.version;
  const db = new Database(from === undefined ? ':memory:' : empty.get(from)!) as WritableDb;
  try {
    if (from === undefined) db.pragma(`application_id = ${applicationId}`);
    for (const one of wanted.filter((migration) => migration.version > (from ?? 0))) {
      db.transaction(() => one.up(db)).immediate();
      db.pragma(`user_version = ${one.version}`);
    }
    const image = db.serialize();
    empty.set(version, image);
    return image;
  } finally {
    db.close();
  }
}

/** The version since which studies freeze columns, of which the hash of their signals tells. */
const withColumns = 190;

/** The version since which what decides numbers is bound to the audit trail. */
const withBindings = 410;

/** The version since which studies draw by the hash of seed and id. */
const withHashDraws = 250;

/** Takes a trigger off; gives what makes it again. */
function takeOff(db: WritableDb, trigger: string): string {
  const sql = db.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(trigger) as string;
  db.exec(`DROP TRIGGER ${trigger}`);
  return sql;
}

/** Draws as earlier versions did, by the places in the pool; every draw keeps its number and reference. */
function drawByPlace(db: WritableDb): void {
  const studies = db
    .prepare(
      `SELECT study.id, preset, generation, (SELECT seed FROM draw_run
         WHERE study_id = study.id AND draw_run.generation = study.generation) AS seed FROM study`,
    )
    .all() as { id: number; preset: Preset; generation: number; seed: number }[];
  const trigger = takeOff(db, 'draw_is_never_updated');
  const put = db.prepare(
    `UPDATE draw SET item_id = ?, pool_position = ?, surrogate_value = ?, probability = ?
     WHERE study_id = ? AND generation = ? AND draw_order = ?`,
  );
  for (const { id, preset, generation, seed } of studies) {
    const { itemIds, surrogateValues } = readPool(db, id);
    const size = db
      .prepare('SELECT COUNT(*) FROM draw WHERE study_id = ? AND generation = ?')
      .pluck()
      .get(id, generation) as number;
    const probabilities = designs[preset].probabilities(surrogateValues);
    const pool = { itemIds, externalIds: [], surrogateValues, probabilities };
    const draws = drawItems({ preset, seed, drawRule: 1, ...pool, from: 0, size, refs: new Map() });
    for (const { order, itemId, poolPosition, surrogateValue, probability } of draws)
      put.run(itemId, poolPosition, surrogateValue, probability, id, generation, order);
  }
  db.exec(trigger);
}

/** Hashes the signals of studies as versions without columns did, in the study, in its audit and in the chain after it. */
function forgetColumns(db: WritableDb): void {
  const trigger = takeOff(db, 'audit_is_never_updated');
  for (const id of db.prepare('SELECT id FROM study').pluck().all() as number[]) {
    const hasher = signalHasher();
    for (const { externalId, surrogateValue } of poolRows(db, id, -1, -1))
      hasher.add(externalId, surrogateValue);
    const hash = hasher.digest();
    db.prepare('UPDATE study SET signal_hash = ? WHERE id = ?').run(hash, id);
    db.prepare(
      `UPDATE audit SET details = json_set(details, '$.signalHash', ?) WHERE study_id = ? AND action = 'study.create'`,
    ).run(hash, id);
  }
  db.exec(trigger);
}

/** Leaves out what binds, and chains the rest anew. */
function forgetBindings(db: WritableDb): void {
  const trigger = takeOff(db, 'audit_is_never_deleted');
  db.exec(`DELETE FROM audit WHERE action = 'project.bound'`);
  db.exec(trigger);
  if (!tablesOf(db, 'main').includes('word_chain')) return;
  const links = db
    .prepare(
      `SELECT part, row_id, field FROM today.word_chain
       WHERE part <> 'audit' OR row_id IN (SELECT id FROM audit) ORDER BY id`,
    )
    .raw()
    .all() as Link[];
  for (const [part, row, field] of links) chainRow(db, part, row, field);
}

/** Binds in one entry what that version bound, by the columns that it had. */
function bindAsThen(db: WritableDb): void {
  db.exec('DELETE FROM binding');
  const put = db.prepare('INSERT INTO binding VALUES (?, ?, ?, ?)');
  const totals = totalsThen(db);
  for (const { table, studyId, rows, sums } of totals) put.run(table, studyId, rows, JSON.stringify(sums));
  writeAudit(db, { at: '2026-01-01', action: 'project.bound', studyId: null, details: { totals } });
}

type Link = [part: ChainedPart, row: number, field: string];

function copyTable(db: WritableDb, table: string): void {
  const there = new Set(columnsOf(db, 'today', table));
  const shared = columnsOf(db, 'main', table).filter((column) => there.has(column));
  if (shared.length === 0) return;
  const columns = shared.map((column) => `"${column}"`).join(', ');
  db.exec(`INSERT OR REPLACE INTO main."${table}" (${columns}) SELECT ${columns} FROM today."${table}"`);
}

const tablesOf = (db: WritableDb, schema: string) =>
  db
    .prepare(
      `SELECT name FROM "${schema}".sqlite_schema WHERE type = 'table'
         AND name NOT LIKE 'sqlite%' AND name NOT LIKE 'item\\_search%' ESCAPE '\\'`,
    )
    .pluck()
    .all() as string[];

const columnsOf = (db: WritableDb, schema: string, table: string) =>
  (db.pragma(`${schema}.table_info("${table}")`) as { name: string }[]).map(({ name }) => name);
