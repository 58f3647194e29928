import { isDeepStrictEqual } from 'node:util';
import { writeAudit } from '../../../db/audit.ts';
import { findDataset } from '../../../db/datasets.ts';
import { finishDataset, insertDatasetSystem, nextItemId, prepareImport } from '../../../db/import-rows.ts';
import { indexItems } from '../../../db/item-search.ts';
import { readPoolLevels } from '../../../db/pool-levels.ts';
import { getStudy, type StudyRow } from '../../../db/studies.ts';
import {
  findStudySource,
  insertSourceRows,
  listSourceRows,
  type StudySource,
} from '../../../db/study-sources.ts';
import type { WritableDb } from '../../../db/types.ts';
import type { Study } from '../../../shared/contract/index.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatCount } from '../../../shared/number-text.ts';
import type { HistogramPool } from '../../../stats/index.ts';
import { describeStudy } from '../../model/setup/describe-study.ts';
import { designs } from '../../model/study/design.ts';
import { type CoreContext, openProjectOf } from '../../platform/context.ts';
import { tableFor } from './check-source.ts';
import { firstRows, type ReadPool, readPool, rowsHash, type TakenRow } from './draw-rows.ts';
import { openPlace } from './open-source.ts';

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
  assertLast(db, study);
  const source = await openPlace(context, stored.asked);
  try {
    const table = await tableFor(source, stored.asked);
    const query = { question: stored.asked, seed: study.seed, table };
    const weight = designs[study.preset].weight!;
    const read = await readPool({ source, query, signal }, { wanted: ahead, weight });
    assertSame(read, stored, readPoolLevels(db, studyId)!);
    const rows = await firstRows({ source, query, signal }, read, ahead, weight);
    const begins = known.every(({ externalId, level }, i) =>
      isDeepStrictEqual([rows[i]?.id, rows[i]?.level], [externalId, level]),
    );
    if (!begins) throw changedSince('rows that are here are no longer in it');
    const at = context.now();
    db.transaction(() => {
      assertLast(db, study);
      store(db, study, rows, known.length);
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
export function assertSame(
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
    mend: 'Bring back the files as they were, or draw a new study; with the same seed its order begins much alike.',
  });

const notInPlace = () =>
  new AppError('CONFLICT', 'The pool of this study was imported: all its items are here.', {
    mend: 'Make the sample larger instead.',
  });

/** The items of a data set have consecutive ids. @throws AppError CONFLICT where others came after them */
function assertLast(db: WritableDb, { datasetId }: StudyRow): void {
  const { firstItemId, itemCount, name } = findDataset(db, datasetId)!;
  if (nextItemId(db) === firstItemId + itemCount) return;
  throw new AppError('CONFLICT', `Other data came into the project after the rows of ${name}.`, {
    mend: 'Make a new study of the source with the same seed and more rows ahead: its order begins alike.',
  });
}

function store(db: WritableDb, study: StudyRow, rows: readonly TakenRow[], from: number): void {
  const { id: studyId, datasetId, systemId } = study;
  const dataset = findDataset(db, datasetId)!;
  const put = prepareImport(db);
  const added = rows.slice(from).map((row, i) => ({ ...row, itemId: dataset.firstItemId + from + i }));
  for (const { itemId, id, question, response } of added) {
    const turns = JSON.stringify(question === null ? [] : [{ role: 'user', content: question }]);
    put.item(itemId, datasetId, id, null, turns, null, null, null);
    if (response !== null) put.response(itemId, systemId, 0, response);
  }
  put.flush();
  const answered = rows.filter(({ response }) => response !== null).length;
  insertDatasetSystem(db, datasetId, systemId, answered);
  const { itemsWithContext, itemsWithReferences, groupCount } = dataset;
  const counts = { itemCount: rows.length, itemsWithContext, itemsWithReferences, groupCount };
  finishDataset(db, datasetId, { contentHash: rowsHash(rows), ...counts });
  insertSourceRows(db, studyId, added, from);
  if (dataset.searchReady) indexItems(db, added[0]!.itemId, added.at(-1)!.itemId);
}
