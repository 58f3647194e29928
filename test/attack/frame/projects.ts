import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createEngine, type Engine } from '../../../core/engine.ts';
import type { WritableDb } from '../../../db/types.ts';
import { waitForJob } from '../../../host/terminal/wait-for-job.ts';
import type { Study } from '../../../shared/contract/index.ts';
import { ratedRecords, ratedScales } from '../../core/support/rated-records.ts';
import { must } from './attack.ts';

/** An engine with a folder of its own for preferences. */
export const engineIn = (folder: string): Engine =>
  createEngine({ dataDir: path.join(folder, 'data'), version: 'attack' });

export const jsonLines = (records: readonly unknown[]): string =>
  records.map((record) => `${JSON.stringify(record)}\n`).join('');

/** A project as the bytes of its file, made once, of which every try gets a copy. */
export interface BaseProject {
  readonly bytes: Buffer;
  readonly studyId: number;
  readonly datasetId: number;
}

interface Wish {
  items?: number;
  draws?: number;
  /** Labels that are there already, given by Person 0, 1 and 2 in turn. */
  labels?: number;
  /** What else is to be in it. */
  more?: (engine: Engine, study: Study) => Promise<void>;
}

const made = new Map<string, Promise<BaseProject>>();

/** A project with rated items, a study, and some labels. One that is wished for again is the same one. */
export function ratedProject(folder: string, wish: Wish = {}): Promise<BaseProject> {
  if (wish.more) return makeProject(folder, wish);
  const key = JSON.stringify([wish.items, wish.draws, wish.labels]);
  const project = made.get(key) ?? makeProject(folder, wish);
  made.set(key, project);
  return project;
}

async function makeProject(folder: string, wish: Wish): Promise<BaseProject> {
  const { items = 80, draws = 20, labels = 0, more } = wish;
  mkdirSync(folder, { recursive: true });
  const engine = engineIn(folder);
  try {
    const { client } = engine;
    const { path: file } = await client.project.create({ path: path.join(folder, 'base.assay') });
    const source = path.join(folder, 'base-items.jsonl');
    writeFileSync(source, jsonLines(ratedRecords(items)));
    const { jobId } = await client.import.start({ path: source, datasetName: 'base', scales: ratedScales });
    await waitForJob(engine, jobId);
    const [dataset] = await client.dataset.list({});
    const study = await client.study.create({
      datasetId: dataset!.id,
      system: 'secretive',
      measure: { kind: 'criterion', criterion: 'quality' },
      surrogate: { kind: 'judge', judge: 'strict', criterion: 'quality' },
      seed: 11,
      size: draws,
    });
    for (let n = 0; n < labels; n++) await label(engine, study.id, { person: `Person ${n % 3}`, n });
    await more?.(engine, study);
    await engine.close();
    return { bytes: readFileSync(file), studyId: study.id, datasetId: dataset!.id };
  } finally {
    await engine.close();
  }
}

/** Writes a copy of a project, and gives its path. */
export function copyOf({ bytes }: Pick<BaseProject, 'bytes'>, folder: string, name = 'p.assay'): string {
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** One label through the calls of the label screen: the n-th item of the batch gets the value 1 + n mod 5. */
export async function label(
  { client }: Engine,
  studyId: number,
  { person, n, prefix = 'base' }: { person: string; n: number; prefix?: string },
): Promise<StoredLabel> {
  await client.annotator.choose({ name: person });
  const { batch, items } = await client.label.open({ studyId });
  const clientKey = `${prefix}-label-${n}`;
  const value = 1 + (n % 5);
  await client.label.submit({
    batch,
    ref: items[n % items.length]!.ref,
    answer: { kind: 'score', value },
    durationMs: n,
    estimateVisible: false,
    clientKey,
  });
  return { key: clientKey, person, value };
}

/** A label as somebody was told that it is stored. */
export interface StoredLabel {
  readonly key: string;
  readonly person: string;
  readonly value: number | null;
}

const labelQuery = `SELECT label.client_key AS key, annotator.name AS person, label.value AS value
  FROM label JOIN annotator ON annotator.id = label.annotator_id ORDER BY label.id`;

export const labelsIn = (db: WritableDb): StoredLabel[] => db.prepare(labelQuery).all() as StoredLabel[];

/** Every label that was acknowledged is there, under its own name and with its own value. */
export function mustHold(db: WritableDb, acknowledged: readonly StoredLabel[]): void {
  const stored = new Map(labelsIn(db).map((one) => [one.key, one]));
  for (const { key, person, value } of acknowledged) {
    const found = stored.get(key);
    must(found, `the label ${key} was acknowledged and is lost`);
    must(
      found.person === person && found.value === value,
      `${key}: acknowledged ${value} by ${person}, stored ${found.value} by ${found.person}`,
    );
  }
}

/** The file is sound: SQLite finds nothing wrong in it, and every reference has what it refers to. */
export function mustBeSound(db: WritableDb): void {
  const integrity = db.pragma('integrity_check', { simple: true });
  must(integrity === 'ok', `integrity_check says: ${integrity}`);
  const dangling = db.pragma('foreign_key_check') as unknown[];
  must(dangling.length === 0, `${dangling.length} rows refer to rows that are not there`);
}

/** Opens a project as the product does, looks at it, and closes it again. */
export async function inProject<T>(
  folder: string,
  file: string,
  look: (engine: Engine, db: WritableDb) => T | Promise<T>,
): Promise<T> {
  const engine = engineIn(folder);
  try {
    await engine.client.project.open({ path: file });
    return await look(engine, engine.context.session.project!.db);
  } finally {
    await engine.close();
  }
}

/** Tables that say how things went or how they are found, not what is in the project. */
const passing = /^(job|sqlite_sequence|item_search_(data|idx|config|docsize|content))$/;

/** How many rows each table holds, in words that can be compared. */
export function rowCounts(db: WritableDb): string {
  const names = db
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name",
    )
    .pluck()
    .all() as string[];
  return names
    .filter((name) => !passing.test(name))
    .map((name) => `${name} ${db.prepare(`SELECT COUNT(*) FROM "${name}"`).pluck().get()}`)
    .join(', ');
}
