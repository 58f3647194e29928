import type { DatasetRow } from '../../db/datasets.ts';
import {
  type CellRow,
  type ColumnSource,
  itemsByName,
  markOf,
  valuesBetween,
} from '../../db/item-columns.ts';
import { placesById, stepsOf } from '../../db/item-spans.ts';
import { keepNewest, keptMaps } from '../../db/kept-maps.ts';
import { writesOf } from '../../db/since-write.ts';
import type { ReadableDb } from '../../db/types.ts';

/**
 * One value for each item of a data set: `codes[i]` is the place of the value of the item at place i in `values`, which ascend
 * (numbers before texts); -1 where it has none. Names of items are all different, so they have codes and no `values`.
 */
export interface GridColumn {
  readonly codes: Int32Array;
  readonly values: readonly (number | string)[];
  /** How many values there are; more than `values` holds for names of items. */
  readonly size: number;
}

interface Loading {
  readonly mark: string;
  /** The writes up to which the mark is known to hold. */
  writes: string;
  done: number;
  column: GridColumn | null;
  readonly finished: Promise<GridColumn>;
}

/** Items that are read at once: between the steps, some thousandths of a second each, labels come first. */
export const itemsPerStep = 10_000;
/** Columns that are kept; 4 MB each for a million items. */
const keptColumns = 24;
const longestText = 200;

/** Lets everything else go first. */
export const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/** The columns of one connection that were read, the one last used at the end. */
const columnsOf = keptMaps<string, Loading>();

/** A column of a data set; read once, beside everything else, and anew when its values have changed. */
export function columnOf(db: ReadableDb, dataset: DatasetRow, source: ColumnSource): Loading {
  const kept = columnsOf(db);
  const key = JSON.stringify([
    dataset.id,
    dataset.contentHash,
    dataset.firstItemId,
    dataset.itemCount,
    dataset.additions,
    source,
  ]);
  const writes = writesOf(db);
  const known = kept.get(key);
  const mark = known?.writes === writes ? known.mark : markOf(db, source);
  const loading = known?.mark === mark ? known : startLoading(db, dataset, source, mark);
  loading.writes = writes;
  keepNewest(kept, key, loading, keptColumns);
  loading.finished.catch(() => kept.delete(key));
  return loading;
}

function startLoading(db: ReadableDb, dataset: DatasetRow, source: ColumnSource, mark: string): Loading {
  const isNames = source.kind === 'own' && source.name === 'id';
  const loading: { -readonly [K in keyof Loading]: Loading[K] } = {
    ...{ mark, writes: '', done: 0, column: null, finished: Promise.resolve(null as never) },
  };
  const step = (done: number) => {
    loading.done = done;
    return pause();
  };
  const load = isNames ? loadNames(db, dataset, step) : loadValues(db, dataset, source, step);
  loading.finished = load.then((column) => {
    loading.column = column;
    return column;
  });
  return loading;
}

async function loadValues(
  db: ReadableDb,
  dataset: DatasetRow,
  source: ColumnSource,
  step: (done: number) => Promise<void>,
): Promise<GridColumn> {
  const { itemCount } = dataset;
  const codes = new Int32Array(itemCount).fill(-1);
  const places = new Map<number | string, number>();
  for (const { from, to, place: first } of stepsOf(dataset, itemsPerStep)) {
    if (first > 0) await step(first);
    const rows = valuesBetween(db, source, from, to);
    for (const [id, stored] of rows) {
      const value = cellValue(stored);
      if (value === null) continue;
      let place = places.get(value);
      if (place === undefined) {
        place = places.size;
        places.set(value, place);
      }
      codes[first + id - from] = place;
    }
  }
  const found = [...places.keys()];
  const values = await sortInSteps(found, ascending, () => step(itemCount));
  const rank = new Int32Array(found.length);
  values.forEach((value, place) => {
    rank[places.get(value)!] = place;
  });
  for (let i = 0; i < itemCount; i += 1) if (codes[i]! >= 0) codes[i] = rank[codes[i]!]!;
  return { codes, values, size: values.length };
}

/** What a cell counts as: long texts by their beginning, for whole ones of a million items would fill the memory. */
export const cellValue = (stored: CellRow[1]): CellRow[1] =>
  typeof stored === 'string' && stored.length > longestText ? `${stored.slice(0, longestText)}…` : stored;

async function loadNames(
  db: ReadableDb,
  dataset: DatasetRow,
  step: (done: number) => Promise<void>,
): Promise<GridColumn> {
  const codes = new Int32Array(dataset.itemCount).fill(-1);
  const placeOf = placesById(dataset);
  let place = 0;
  for (let after = ''; ; ) {
    const rows = itemsByName(db, dataset.id, after, itemsPerStep);
    for (const [itemId] of rows) {
      codes[placeOf(itemId)] = place;
      place += 1;
    }
    if (rows.length < itemsPerStep) return { codes, values: [], size: place };
    after = rows.at(-1)![1];
    await step(place);
  }
}

function ascending(a: number | string, b: number | string): number {
  if (typeof a === 'number') return typeof b === 'number' ? a - b : -1;
  if (typeof b === 'number') return 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const runLength = 16_384;

/** Sorts a long list without keeping anybody waiting: runs first, then pairs of them are merged. */
async function sortInSteps<T>(
  list: readonly T[],
  compare: (a: T, b: T) => number,
  step: () => Promise<void>,
): Promise<T[]> {
  let runs: T[][] = [];
  for (let from = 0; from < list.length; from += runLength) {
    runs.push(list.slice(from, from + runLength).sort(compare));
    if (list.length > runLength) await step();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let i = 0; i < runs.length; i += 2) {
      merged.push(runs[i + 1] ? await mergeInSteps(runs[i]!, runs[i + 1]!, compare, step) : runs[i]!);
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeInSteps<T>(
  a: readonly T[],
  b: readonly T[],
  compare: (a: T, b: T) => number,
  step: () => Promise<void>,
): Promise<T[]> {
  const merged: T[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const takesA = j >= b.length || (i < a.length && compare(a[i]!, b[j]!) <= 0);
    merged.push(takesA ? a[i++]! : b[j++]!);
    if (merged.length % (8 * runLength) === 0) await step();
  }
  return merged;
}
