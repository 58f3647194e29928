import { isDeepStrictEqual } from 'node:util';
import { noteAddition } from '../../db/additions.ts';
import { writeAudit } from '../../db/audit.ts';
import { findDataset } from '../../db/datasets.ts';
import { insertDatasetSystem, nextItemId, prepareImport } from '../../db/import-rows.ts';
import { indexItems, markSearchReady } from '../../db/item-search.ts';
import { readPoolLevels } from '../../db/pool-levels.ts';
import { getStudy, type StudyRow } from '../../db/studies.ts';
import {
  countSourceRows,
  findStudySource,
  insertSourceRows,
  listSourceRows,
  type StudySource,
} from '../../db/study-sources.ts';
import type { WritableDb } from '../../db/types.ts';
import type { Study } from '../../shared/contract/index.ts';
import { AppError } from '../../shared/errors.ts';
import { formatCount } from '../../shared/number-text.ts';
import type { HistogramPool } from '../../stats/index.ts';
import { describeStudy } from '../design/describe-study.ts';
import { type CoreContext, openProjectOf } from '../platform/context.ts';
import { designs } from '../studies/design.ts';
import { tableFor } from './check-source.ts';
import { firstRows, type ReadPool, readPoolFor, rowsHash, type TakenRow } from './draw-rows.ts';
import { openPlace } from './open-source.ts';
import { tellingProgress } from './report-progress.ts';

/**
 * Takes more rows of a study's order along, after a look whether the source is still what the study was drawn from. The rows that
 * are here stay as they are. Stored in one transaction or not at all.
 *
 * @param ahead rows of the order that are to be here, in all
 * @throws AppError CONFLICT where the source has other rows by now; NOT_FOUND; as `openPlace`, `readPool` and `firstRows`
 */
export async function takeMore(
  context: CoreContext,
  { studyId, ahead }: { studyId: number; ahead: number },
  signal?: AbortSignal,
): Promise<Study> {
  const { db } = openProjectOf(context);
  const study = getStudy(db, studyId);
  const stored = findStudySource(db, studyId);
  if (!stored) throw notInPlace();
  const known = listSourceRows(db, studyId);
  if (ahead <= known.length) return describeStudy(context, studyId);
  const source = await openPlace(context, stored.asked, { signal });
  try {
    const table = await tableFor(source, stored.asked);
    const query = { question: stored.asked, seed: study.seed, table };
    const weight = designs[study.preset].weight!;
    const { read, rows } = await tellingProgress(context, source, async (tell) => {
      const asking = { source, query, tell };
      const found = await readPoolFor(asking, { wanted: ahead, weight });
      assertSame(found, stored, readPoolLevels(db, studyId)!);
      return { read: found, rows: await firstRows(asking, found, ahead, weight) };
    });
    const begins = known.every(({ externalId, level }, i) =>
      isDeepStrictEqual([rows[i]?.id, rows[i]?.level], [externalId, level]),
    );
    if (!begins) throw changedSince('rows that are here are no longer in it');
    const at = context.now();
    db.transaction(() => {
      assertHere(db, studyId, known.length);
      store(db, study, { rows, from: known.length, at });
      const details = { from: known.length, to: rows.length, fingerprint: read.fingerprint };
      writeAudit(db, { at, action: 'source.take', studyId, details });
    }).immediate();
    context.events.publish({ type: 'data.changed' });
    context.events.publish({ type: 'study.changed', studyId });
    return describeStudy(context, studyId);
  } finally {
    source.close();
  }
}

/** @throws AppError CONFLICT */
function assertSame(
  read: Pick<ReadPool, 'fingerprint' | 'pool'>,
  stored: Pick<StudySource, 'fingerprint'>,
  before: HistogramPool,
): void {
  const difference = differenceFrom(read, stored, before);
  if (difference !== null) throw changedSince(difference);
}

/** What is other than when a pool was read first; null where nothing is. */
export function differenceFrom(
  read: Pick<ReadPool, 'fingerprint' | 'pool'>,
  stored: Pick<StudySource, 'fingerprint'>,
  before: HistogramPool,
): string | null {
  const items = ({ counts }: HistogramPool) => counts.reduce((sum, count) => sum + count, 0);
  const more = items(read.pool) - items(before);
  if (more !== 0)
    return `it has ${formatCount(Math.abs(more))} ${Math.abs(more) === 1 ? 'row' : 'rows'} ${more > 0 ? 'more' : 'fewer'}`;
  const isSame =
    isDeepStrictEqual(read.pool.levels, before.levels) && isDeepStrictEqual(read.pool.counts, before.counts);
  if (!isSame) return 'it has as many rows, but other scores';
  // The first fingerprints were of two parts and another sum.
  const isAlike = stored.fingerprint.includes('-') || read.fingerprint === stored.fingerprint;
  return isAlike ? null : 'it has as many rows, but other ids';
}

const changedSince = (what: string) =>
  new AppError('CONFLICT', `The source is not what the study was drawn from: ${what}.`, {
    remedy:
      'Bring back the files as they were, or draw a new study. With the same seed its order begins much alike.',
  });

const notInPlace = () =>
  new AppError('CONFLICT', 'The pool of this study was imported: all its items are here.', {
    remedy: 'Make the sample larger instead.',
  });

/** @throws AppError CONFLICT where rows were taken meanwhile by somebody else */
function assertHere(db: WritableDb, studyId: number, known: number): void {
  if (countSourceRows(db, studyId) === known) return;
  throw new AppError('CONFLICT', 'Other rows of this study were copied meanwhile.', {
    remedy: 'Look how many are here, and take more where they do not reach.',
  });
}

interface More {
  /** All that are to be here, in draw order. */
  readonly rows: readonly TakenRow[];
  /** How many of them were here before. */
  readonly from: number;
  readonly at: string;
}

/** The new rows follow as a further file would: their ids are consecutive, wherever those of the first rows are. */
function store(db: WritableDb, study: StudyRow, { rows, from, at }: More): void {
  const { id: studyId, datasetId, systemId } = study;
  const dataset = findDataset(db, datasetId)!;
  const firstItemId = nextItemId(db);
  const put = prepareImport(db);
  const added = rows.slice(from).map((row, i) => ({ ...row, itemId: firstItemId + i }));
  for (const { itemId, id, question, response } of added) {
    const turns = JSON.stringify(question === null ? [] : [{ role: 'user', content: question }]);
    put.item(itemId, datasetId, id, null, turns, null, null, null);
    if (response !== null) put.response(itemId, systemId, 0, response);
  }
  put.flush();
  const answered = rows.filter(({ response }) => response !== null).length;
  insertDatasetSystem(db, datasetId, systemId, answered);
  const { sourceFile, format } = dataset;
  const brought = { firstItemId, itemCount: added.length, contentHash: rowsHash(added), addedAt: at };
  noteAddition(db, datasetId, { sourceFile, format, ...brought }, { withContext: 0, withReferences: 0 });
  insertSourceRows(db, studyId, added, from);
  if (!dataset.searchReady) return;
  indexItems(db, firstItemId, firstItemId + added.length - 1);
  markSearchReady(db, datasetId);
}
