import { setTimeout as sleep } from 'node:timers/promises';
import { findDataset } from '../../../db/datasets.ts';
import { indexItems, lastIndexed, markSearchReady, readyToIndex } from '../../../db/item-search.ts';
import type { JobWork } from '../../platform/jobs/job-work.ts';

/** Items that go into the index at once: for so long, some hundredths of a second, a label may have to wait. */
const itemsPerStep = 500;
/** Between the steps, so that it comes first then. */
const pauseMs = 5;

/** Fills the search index of a data set, going on where an earlier job stopped. */
export const indexWork: JobWork<{ datasetId: number }, { items: number }> = async (scope, { datasetId }) => {
  const { db } = scope;
  const dataset = findDataset(db, datasetId);
  if (!dataset || dataset.searchReady) return { items: 0 };
  const { firstItemId, itemCount } = dataset;
  const end = firstItemId + itemCount;
  const start = lastIndexed(db, firstItemId, end - 1) + 1;
  readyToIndex(db);
  for (let from = start; from < end; from += itemsPerStep) {
    indexItems(db, from, Math.min(from + itemsPerStep, end) - 1);
    const done = Math.min(from + itemsPerStep, end) - firstItemId;
    scope.progress(done, itemCount, 'items', '', start - firstItemId);
    await scope.checkpoint();
    await sleep(pauseMs);
  }
  markSearchReady(db, datasetId);
  return { items: end - start };
};
