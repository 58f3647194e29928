/** Items with consecutive ids, both ends included. `place` is that of the first in its data set, counting from 0. */
export interface ItemSpan {
  readonly from: number;
  readonly to: number;
  readonly place: number;
}

/** What is known of where the items of a data set are: those of its first file, and those that later files brought. */
export interface ItemPlaces {
  readonly firstItemId: number;
  /** Of all files together. */
  readonly itemCount: number;
  readonly additions: readonly (readonly [firstItemId: number, itemCount: number])[];
}

/** The runs of consecutive ids of a data set, in file order: one for each file that brought items. */
export function spansOf({ firstItemId, itemCount, additions }: ItemPlaces): ItemSpan[] {
  const added = additions.reduce((sum, [, count]) => sum + count, 0);
  const spans: ItemSpan[] = [];
  let place = 0;
  for (const [first, count] of [[firstItemId, itemCount - added] as const, ...additions]) {
    if (count > 0) spans.push({ from: first, to: first + count - 1, place });
    place += count;
  }
  return spans;
}

/** The same in pieces of at most `size` items, for work in steps. */
export function* stepsOf(places: ItemPlaces, size: number): Generator<ItemSpan> {
  for (const span of spansOf(places)) {
    for (let from = span.from; from <= span.to; from += size) {
      yield { from, to: Math.min(from + size - 1, span.to), place: span.place + from - span.from };
    }
  }
}

/** The runs that hold the items from place `offset` on, at most `limit` of them. */
export function windowOf(places: ItemPlaces, offset: number, limit: number): ItemSpan[] {
  const end = offset + limit;
  return spansOf(places).flatMap(({ from, to, place }) => {
    const [first, last] = [Math.max(offset, place), Math.min(end, place + to - from + 1) - 1];
    return last < first ? [] : [{ from: from + first - place, to: from + last - place, place: first }];
  });
}

/** Tells the id of the item at a place, counting from 0; undefined past the last. */
export function idsByPlace(places: ItemPlaces): (place: number) => number | undefined {
  const spans = spansOf(places);
  return (asked) => {
    const span = spans.find(({ from, to, place }) => asked >= place && asked - place <= to - from);
    return span && span.from + asked - span.place;
  };
}

/** Tells the place of an item, counting from 0; -1 of an item of another data set. */
export function placesById(places: ItemPlaces): (itemId: number) => number {
  const spans = spansOf(places);
  return (itemId) => {
    for (const { from, to, place } of spans) if (itemId >= from && itemId <= to) return place + itemId - from;
    return -1;
  };
}
