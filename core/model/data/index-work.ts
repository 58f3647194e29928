import { setTimeout as sleep } from 'node:timers/promises';
import { findDataset } from '../../../db/datasets.ts';
import { indexItems, lastIndexed, markSearchReady, readyToIndex } from '../../../db/item-search.ts';
import { spansOf } from '../../../db/item-spans.ts';
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
  const { itemCount } = dataset;
  const left = spansOf(dataset).map((span) => ({ ...span, from: lastIndexed(db, span.from, span.to) + 1 }));
  const items = left.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  const before = itemCount - items;
  let done = before;
  readyToIndex(db);
  for (const span of left) {
    for (let from = span.from; from <= span.to; from += itemsPerStep) {
      const to = Math.min(from + itemsPerStep - 1, span.to);
      indexItems(db, from, to);
      done += to - from + 1;
      scope.progress(done, itemCount, 'items', '', before);
      await scope.checkpoint();
      await sleep(pauseMs);
    }
  }
  markSearchReady(db, datasetId);
  return { items };
};
