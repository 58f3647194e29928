import { readProject } from '../../../db/open-to-read.ts';
import { readPoolLevels } from '../../../db/pool-levels.ts';
import { listStudies } from '../../../db/studies.ts';
import { findStudySource, type StudySource } from '../../../db/study-sources.ts';
import { AppError } from '../../../shared/errors.ts';
import { plural } from '../../../shared/number-text.ts';
import type { HistogramPool } from '../../../stats/index.ts';
import { tableFor } from '../../sources/pool/check-source.ts';
import { readPool } from '../../sources/pool/draw-rows.ts';
import { openFiles } from '../../sources/pool/duckdb.ts';
import { isServer } from '../../sources/pool/server-address.ts';
import { differenceFrom } from '../../sources/pool/take-more.ts';

/** What a source is beside what a study was drawn from. */
export interface VerifiedSource {
  readonly study: string;
  readonly place: string;
  /** `changed` takes nothing from the study, whose histogram and rows are in the project. */
  readonly state: 'same' | 'changed' | 'not-read';
  readonly words: string;
}

interface StoredPool {
  readonly study: string;
  readonly seed: number;
  readonly source: StudySource;
  readonly pool: HistogramPool;
}

/** Reads the source of every study of a project whose pool stays where it is, and compares it with what was read then. */
export async function verifySources(file: string): Promise<VerifiedSource[]> {
  const stored = readProject(file, (db) =>
    listStudies(db).flatMap(({ id, name: study, seed }): StoredPool[] => {
      const source = findStudySource(db, id);
      return source ? [{ study, seed, source, pool: readPoolLevels(db, id)! }] : [];
    }),
  );
  const found: VerifiedSource[] = [];
  for (const one of stored) found.push(await verifySource(one));
  return found;
}

async function verifySource({ study, seed, source: stored, pool }: StoredPool): Promise<VerifiedSource> {
  const facts = { study, place: stored.asked.paths.join(', ') };
  try {
    const difference = await differenceNow(stored, seed, pool);
    const items = pool.counts.reduce((sum, count) => sum + count, 0);
    return difference === null
      ? {
          ...facts,
          state: 'same',
          words: `still what the study was drawn from (${plural(items, 'item')}, fingerprint ${stored.fingerprint})`,
        }
      : { ...facts, state: 'changed', words: `no longer what the study was drawn from: ${difference}` };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { ...facts, state: 'not-read', words: `could not be read again: ${error.message}` };
  }
}

async function differenceNow(stored: StudySource, seed: number, pool: HistogramPool): Promise<string | null> {
  const { asked } = stored;
  if (asked.paths.some(isServer))
    throw new AppError('CONFLICT', 'It is a server, which is asked only by an open project.');
  const source = await openFiles(asked.paths);
  try {
    const query = { question: asked, seed, table: await tableFor(source, asked) };
    return differenceFrom(await readPool({ source, query }), stored, pool);
  } finally {
    source.close();
  }
}
