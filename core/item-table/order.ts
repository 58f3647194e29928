import { setTimeout as sleep } from 'node:timers/promises';
import { type DatasetRow, listSystems } from '../../db/datasets.ts';
import { firstMatching } from '../../db/item-columns.ts';
import { spansOf, stepsOf } from '../../db/item-spans.ts';
import { asksNothing, filterItems, type ItemFilter } from '../../db/item-windows.ts';
import { keepNewest, keptMaps } from '../../db/kept-maps.ts';
import { writesCounted } from '../../db/project.ts';
import type { ReadableDb } from '../../db/types.ts';
import type { Facet, FieldFilter } from '../../shared/contract/data.ts';
import { AppError } from '../../shared/errors.ts';
import { columnOf, type GridColumn, itemsPerStep, pause } from './columns.ts';
import type { GridField } from './fields.ts';

/** Which items of a data set, and in which order. */
export interface GridQuery {
  /** What SQL looks for: words, group, system. */
  readonly base: ItemFilter;
  readonly filters: readonly FieldFilter[];
  readonly sort?: { readonly field: string; readonly descending: boolean } | undefined;
}

export type Preparing = Facet['preparing'];

/** Columns of most data sets are read within this time; of the others it is said how far they are. */
const patienceMs = 150;

type Fields = ReadonlyMap<string, GridField>;

/** The columns of these fields, or how far they are read. */
async function columnsOf(
  db: ReadableDb,
  dataset: DatasetRow,
  fields: Fields,
  ids: readonly string[],
  isPatient: boolean,
): Promise<{ columns: Map<string, GridColumn>; marks: string[] } | { preparing: NonNullable<Preparing> }> {
  const asked = [...new Set(ids)];
  const sources = asked.map((id) => sourceOf(fields, id));
  const loading = sources.map((source) => columnOf(db, dataset, source));
  if (loading.some(({ column }) => column === null)) {
    const all = Promise.all(loading.map(({ finished }) => finished));
    await (isPatient ? all : Promise.race([all, sleep(patienceMs, undefined, { ref: false })]));
  }
  const columns = new Map<string, GridColumn>();
  loading.forEach(({ column }, place) => {
    if (column) columns.set(asked[place]!, column);
  });
  if (columns.size === asked.length) {
    // With the source, for one column holds other labels for each person who looks.
    return { columns, marks: loading.map(({ mark }, place) => JSON.stringify([sources[place], mark])) };
  }
  const done = loading.reduce((sum, one) => sum + (one.column ? dataset.itemCount : one.done), 0);
  return { preparing: { done, total: asked.length * dataset.itemCount } };
}

function sourceOf(fields: Fields, id: string) {
  const source = fields.get(id)?.source;
  if (source) return source;
  throw new AppError('NOT_FOUND', 'The data set has no such column to sort or filter by.', {
    field: id,
    remedy: 'It may have been removed. Clear the filters and the sorting.',
  });
}

/** Orders that were made, by connection: a table is read window by window, and each asks for the same one. */
const ordersOf = keptMaps<string, Promise<Int32Array>>();
const keptOrders = 8;

/**
 * Places of the items of a query in their data set, counting from 0, in its order. Whoever has patience waits until all
 * columns are read that it needs; others are told how far that is.
 *
 * @throws AppError NOT_FOUND when the data set has no such column
 */
export async function orderOf(
  db: ReadableDb,
  dataset: DatasetRow,
  fields: Fields,
  query: GridQuery,
  { isPatient = false } = {},
): Promise<{ order: Int32Array; preparing: null } | { order: null; preparing: NonNullable<Preparing> }> {
  const needed = [...query.filters.map(({ field }) => field), ...(query.sort ? [query.sort.field] : [])];
  const read = await columnsOf(db, dataset, fields, needed, isPatient);
  if ('preparing' in read) return { order: null, preparing: read.preparing };
  const { base, filters, sort } = query;
  const items = () => keptOrder(db, dataset, [base], () => baseItems(db, dataset, base));
  const order = () =>
    keptOrder(db, dataset, [query, read.marks], async () => ordered(await items(), read.columns, query));
  return { order: await (filters.length === 0 && !sort ? items() : order()), preparing: null };
}

/** The order of that name, made when it is first asked for, or when replies have come since. */
function keptOrder(
  db: ReadableDb,
  dataset: DatasetRow,
  name: readonly unknown[],
  make: () => Promise<Int32Array>,
): Promise<Int32Array> {
  const kept = ordersOf(db);
  const replies = [listSystems(db, dataset.id), writesCounted(db, 'response_writes')];
  const key = JSON.stringify([dataset.id, dataset.contentHash, replies, ...name]);
  const order = kept.get(key) ?? make();
  keepNewest(kept, key, order, keptOrders);
  order.catch(() => kept.delete(key));
  return order;
}

/**
 * The items that pass what SQL looks for, in file order. Groups and replies of many are looked at some at a time; words are
 * looked up in one go, for each beginning of a word is gathered from the whole index.
 */
async function baseItems(
  db: ReadableDb,
  dataset: DatasetRow,
  { match, ...base }: ItemFilter,
): Promise<Int32Array> {
  const { itemCount } = dataset;
  const items = new Int32Array(itemCount);
  let found = 0;
  const matching = match === undefined ? null : new Uint8Array(itemCount);
  const add = (place: number) => {
    if (matching?.[place] === 0) return;
    items[found] = place;
    found += 1;
  };
  if (match !== undefined && matching) {
    for (const { from, to, place } of spansOf(dataset)) {
      for (const id of firstMatching(db, match, from, to, itemCount)) matching[place + id - from] = 1;
    }
  }
  if (asksNothing(base)) {
    for (let place = 0; place < itemCount; place += 1) add(place);
    return items.slice(0, found);
  }
  for (const { from, to, place } of stepsOf(dataset, itemsPerStep)) {
    if (place > 0) await pause();
    for (const id of filterItems(db, from, to, base)) add(place + id - from);
  }
  return items.slice(0, found);
}

function ordered(
  items: Int32Array,
  columns: ReadonlyMap<string, GridColumn>,
  { filters, sort }: GridQuery,
): Int32Array {
  let found = items;
  for (const filter of filters) found = passing(found, columns.get(filter.field)!, filter);
  return sort ? sorted(found, columns.get(sort.field)!, sort.descending) : found;
}

/** The items that pass a filter. */
function passing(
  items: Int32Array,
  { codes, values, size }: GridColumn,
  { oneOf, missing, from, to }: FieldFilter,
): Int32Array {
  const wanted = oneOf && new Set<number | string>(oneOf);
  const passes = new Uint8Array(size + 1);
  values.forEach((value, code) => {
    if (wanted && !wanted.has(value)) return;
    const isAsked =
      from === undefined && to === undefined
        ? wanted !== undefined || missing !== true
        : typeof value === 'number' && value >= (from ?? -Infinity) && value <= (to ?? Infinity);
    if (isAsked) passes[code + 1] = 1;
  });
  // Items without a value have the code -1.
  passes[0] = missing === true ? 1 : 0;
  const found = new Int32Array(items.length);
  let count = 0;
  for (let i = 0; i < items.length; i += 1) {
    const place = items[i]!;
    found[count] = place;
    count += passes[codes[place]! + 1]!;
  }
  return found.slice(0, count);
}

/** A stable counting sort by code. Items without a value come last either way. */
function sorted(items: Int32Array, { codes, size }: GridColumn, descending: boolean): Int32Array {
  const [first, step] = descending ? [size - 1, -1] : [0, 1];
  const starts = new Int32Array(size + 2);
  for (let i = 0; i < items.length; i += 1) {
    const code = codes[items[i]!]!;
    starts[(code < 0 ? size : first + step * code) + 1]! += 1;
  }
  for (let bucket = 1; bucket < starts.length; bucket += 1) starts[bucket]! += starts[bucket - 1]!;
  const order = new Int32Array(items.length);
  for (let i = 0; i < items.length; i += 1) {
    const place = items[i]!;
    const code = codes[place]!;
    const bucket = code < 0 ? size : first + step * code;
    order[starts[bucket]!] = place;
    starts[bucket]! += 1;
  }
  return order;
}

/** Values that a facet lists, and the ranges it makes of numbers that have more. */
const mostValues = 40;
const mostNumbers = 15;
const rangeCount = 10;

/**
 * Counts by value of one field among the items of a query. Its own filter on that field is left out, so that other values can
 * be chosen beside those that are.
 *
 * @throws AppError NOT_FOUND when the data set has no such column
 */
export async function facetOf(
  db: ReadableDb,
  dataset: DatasetRow,
  fields: Fields,
  { base, filters }: GridQuery,
  field: string,
): Promise<Facet> {
  const others = filters.filter((filter) => filter.field !== field);
  const nothing: Facet = {
    values: [],
    ranges: [],
    missing: 0,
    others: { values: 0, items: 0 },
    preparing: null,
  };
  const [read, found] = await Promise.all([
    columnsOf(db, dataset, fields, [field], false),
    orderOf(db, dataset, fields, { base, filters: others }),
  ]);
  if ('preparing' in read) return { ...nothing, preparing: read.preparing };
  if (found.order === null) return { ...nothing, preparing: found.preparing };
  const { codes, values } = read.columns.get(field)!;
  const counts = new Int32Array(values.length);
  let missing = 0;
  for (const place of found.order) {
    const code = codes[place]!;
    if (code < 0) missing += 1;
    else if (values.length > 0) counts[code]! += 1;
  }
  return { ...nothing, missing, ...summarized(values, counts) };
}

function summarized(
  values: readonly (number | string)[],
  counts: Int32Array,
): Pick<Facet, 'values' | 'ranges' | 'others'> {
  const none = { values: 0, items: 0 };
  const numbers = values.every((value) => typeof value === 'number') ? (values as readonly number[]) : null;
  if (numbers && numbers.length > mostNumbers) {
    return { values: [], ranges: rangesOf(numbers, counts), others: none };
  }
  const all = values.map((value, place) => ({ value, count: counts[place]! }));
  if (numbers) return { values: all, ranges: [], others: none };
  all.sort((a, b) => b.count - a.count);
  const rest = all.slice(mostValues).filter(({ count }) => count > 0);
  const items = rest.reduce((sum, { count }) => sum + count, 0);
  return { values: all.slice(0, mostValues), ranges: [], others: { values: rest.length, items } };
}

/** Equally wide ranges, each up to the beginning of the next. */
function rangesOf(values: readonly number[], counts: Int32Array): Facet['ranges'] {
  const lowest = values[0]!;
  const highest = values.at(-1)!;
  const width = highest / rangeCount - lowest / rangeCount;
  const edge = (range: number) => (range === rangeCount ? highest : lowest + range * width);
  const ranges = Array.from({ length: rangeCount }, (_, range) => ({
    ...{ from: edge(range), to: edge(range + 1), count: 0 },
  }));
  values.forEach((value, place) => {
    let range = Math.min(rangeCount - 1, Math.max(0, Math.floor((value - lowest) / width)));
    // Rounding may put a value beside the range whose edges hold it.
    if (value < ranges[range]!.from) range -= 1;
    else if (range < rangeCount - 1 && value >= ranges[range + 1]!.from) range += 1;
    ranges[range]!.count += counts[place]!;
  });
  return ranges;
}
