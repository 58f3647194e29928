import { rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { indexWork } from '../../core/model/data/index-work.ts';
import { listItems } from '../../core/model/data/list-items.ts';
import { findDataset } from '../../db/datasets.ts';
import { indexItems } from '../../db/item-search.ts';
import { connect } from '../../db/open.ts';
import { importFile, openTestProject, testScope } from '../import/scope.ts';
import { type BenchResult, writeConversations } from './support.ts';

/** Items a step of the index had when it was made by the first search. */
const smallStep = 200;

interface Cost {
  seconds: number;
  processorSeconds: number;
}

async function costOf(work: () => unknown): Promise<Cost> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { seconds: (performance.now() - start) / 1000, processorSeconds: (user + system) / 1e6 };
}

/** What the search index of a data set costs beside its import, made in large steps and in small ones, and a search. */
export async function benchSearch(count: number): Promise<BenchResult> {
  const test = openTestProject();
  const file = path.join(test.folder, 'items.jsonl');
  writeConversations(file, count);
  const imported = await costOf(() => importFile(test, file));
  rmSync(file);
  const { firstItemId } = findDataset(test.db, 1)!;
  const sizeNow = () => {
    test.db.pragma('wal_checkpoint(TRUNCATE)');
    return statSync(test.project.path).size / 1e6;
  };
  const before = sizeNow();
  const db = connect(test.project.path);
  const part = Math.min(count / 2, 20_000);
  const small = await costOf(() => {
    for (let from = 0; from < part; from += smallStep) {
      indexItems(db, firstItemId + from, firstItemId + Math.min(from + smallStep, part) - 1);
    }
  });
  // Goes on behind the items that are in.
  const indexed = await costOf(() => indexWork({ ...testScope(test), db }, { datasetId: 1 }));
  db.close();
  const after = sizeNow();
  const query = { datasetId: 1, search: 'number 77', offset: 0, limit: 50 };
  const searched = await costOf(() => listItems(test.db, query));
  test.close();
  return {
    name: `search in ${count.toLocaleString('en-US')} items`,
    figures: {
      importSeconds: imported.seconds,
      importProcessorSeconds: imported.processorSeconds,
      indexSecondsPer100000: (indexed.seconds * 100_000) / (count - part),
      indexProcessorSecondsPer100000: (indexed.processorSeconds * 100_000) / (count - part),
      inSmallStepsSecondsPer100000: (small.seconds * 100_000) / part,
      firstSearchMilliseconds: searched.seconds * 1000,
      indexMegabytes: after - before,
      projectMegabytes: after,
    },
  };
}
