import { createHash } from 'node:crypto';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { NamedTable } from '../../db/deciding.ts';
import { boundTables } from '../../db/deciding.ts';
import { createProject, openProject } from '../../db/open.ts';
import type { ReadableDb } from '../../db/types.ts';
import { ratedStudy, submit, temporaryFolder } from '../core/support/test-engine.ts';

/** Of which study or data set rows of a table are, where a sum has only those of one. */
function whoseOf({ drawnItem, datasetOf, study }: NamedTable, id: number): string {
  if (drawnItem !== undefined) return `WHERE ${drawnItem} IN (SELECT item_id FROM draw)`;
  if (datasetOf !== undefined) return `WHERE ${datasetOf} IN (SELECT id FROM item WHERE dataset_id = ${id})`;
  return study === null ? '' : `WHERE ${study} = ${id}`;
}

/** A sum as it is defined: hashes of JSON, cut to 128 bits, added up modulo 2^128. */
function sumsOf(db: ReadableDb, table: NamedTable, id: number) {
  const { name, stored, key, columns, isLarge, byColumn } = table;
  const which = whoseOf(table, id);
  const rows = db
    .prepare(`SELECT ${[...key, ...columns].join(', ')} FROM ${stored} ${which}`)
    .raw()
    .all() as unknown[][];
  const names = columns.length > 0 && (!isLarge || byColumn) ? columns : [key.at(-1)!];
  const sums = names.map((column, i) => {
    const total = rows.reduce((sum, row) => {
      const cells = row.slice(key.length);
      const value = cells.length === names.length ? cells[i] : cells;
      const plain = [...row.slice(0, key.length), value].map((cell) =>
        Buffer.isBuffer(cell) ? { sha256: createHash('sha256').update(cell).digest('hex') } : cell,
      );
      const text = JSON.stringify([name, column, ...plain]);
      return sum + BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 32)}`);
    }, 0n);
    return [column, (total % (1n << 128n)).toString(16).padStart(32, '0')];
  });
  return { rows: rows.length, sums: Object.fromEntries(sums) as Record<string, string> };
}

test('what is kept of every bound table is the sum that its rows define', async () => {
  const { engine, study } = await ratedStudy(24);
  const { batch, items } = await engine.client.label.open({ studyId: study.id });
  for (const { ref } of items.slice(0, 5)) await submit(engine, batch, ref, { kind: 'score', value: 4 });
  await engine.client.study.edit({ studyId: study.id, plan: { kind: 'labels', labels: 20 } });
  await engine.client.study.edit({ studyId: study.id, name: 'Zahl "ä" \\ 1e3' });
  const { db } = engine.context.session.project!;
  const kept = db
    .prepare('SELECT table_name AS name, study_id AS id, row_count AS rows, sums FROM binding ORDER BY 1')
    .all() as { name: string; id: number; rows: number; sums: string }[];
  expect(kept.length).toBeGreaterThan(8);
  for (const { name, id, rows, sums } of kept) {
    const table = boundTables.find((one) => one.name === name)!;
    expect({ name, rows, sums: JSON.parse(sums) }).toEqual({ name, ...sumsOf(db, table, id) });
  }
});

test('a connection that only reads has no triggers, and one whose first write is undone makes them again', () => {
  const now = '2026-01-02T03:04:05.678Z';
  const file = path.join(temporaryFolder(), 'p.assay');
  createProject(file, 'p', now).close();
  const { db, close } = openProject(file, now);
  const triggers = () => db.prepare('SELECT COUNT(*) FROM sqlite_temp_schema').pluck().get();
  const name = (said: string) => db.prepare('INSERT INTO annotator (name) VALUES (?)').run(said);
  const bound = () =>
    db.prepare(`SELECT row_count FROM binding WHERE table_name = 'annotator'`).pluck().get();
  db.prepare('SELECT COUNT(*) FROM label').get();
  expect(triggers()).toBe(0);
  const undone = db.transaction(() => {
    name('Ada');
    throw new Error('no');
  });
  expect(undone).toThrow('no');
  expect(triggers()).toBe(2);
  expect(bound()).toBeUndefined();
  db.transaction(() => {
    expect(undone).toThrow('no');
    name('Bo');
  })();
  expect(bound()).toBe(1);
  expect(triggers()).toBe(5);
  close();
});
