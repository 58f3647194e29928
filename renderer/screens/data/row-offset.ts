/** How tall a part of a page may be in every browser, in pixels. */
const tallest = 16_000_000;
/** Pixels at both ends where the bar moves the rows by its own way, so that its ends are the ends of the rows. */
const exactEnds = 1_000_000;

/** Rows of one height in a part that scrolls, in pixels: all of them, and what is seen of them at once. */
export interface Room {
  readonly whole: number;
  readonly view: number;
}

/** Where the bar stands, and the first pixel of the rows that is seen. Of rows that fit into a page both are the same. */
export interface Scrolled {
  readonly top: number;
  readonly offset: number;
}

/** How tall the part is. */
export const heightOf = ({ whole }: Room): number => Math.min(whole, tallest);

/** What is beyond the sight, of the rows and of the part. */
const beyond = (room: Room) => ({
  rows: Math.max(0, room.whole - room.view),
  bar: Math.max(0, heightOf(room) - room.view),
});

/** The pixel of the rows that the bar at `top` stands for. */
export const offsetOf = (room: Room, top: number): number =>
  between(top, beyond(room).bar, beyond(room).rows);

/** Where the bar stands for a pixel of the rows. */
export const topOf = (room: Room, offset: number): number =>
  between(offset, beyond(room).rows, beyond(room).bar);

/** A place from 0 to `from` on the way from 0 to `to`: the same at both ends, in proportion between. */
function between(place: number, from: number, to: number): number {
  const at = Math.max(0, Math.min(from, place));
  if (from === to || at <= exactEnds) return at;
  if (at >= from - exactEnds) return to - (from - at);
  return exactEnds + ((at - exactEnds) * (to - 2 * exactEnds)) / (from - 2 * exactEnds);
}

/**
 * After the bar was moved to `top`. A move that is shorter than one that a hand can make with the bar is one of a wheel, a key or
 * a finger: it moves the rows by its own way, so that none is passed unseen. A longer one moves them in proportion.
 */
export function movedTo(room: Room, before: Scrolled, top: number): Scrolled {
  const way = top - before.top;
  const { rows, bar } = beyond(room);
  const isExact = Math.abs(way) < heightOf(room) / room.view / 2;
  // At an end of the bar no further move could be made.
  if (!isExact || rows === bar) return { top, offset: offsetOf(room, top) };
  return { top, offset: Math.max(0, Math.min(rows, before.offset + way)) };
}

/** Rows asked for in one call. */
export const WINDOW = 100;

/** The windows that hold the rows from `first` to `last`. The first window is always among them: it knows the total. */
export function windowsOf(first: number, last: number): number[] {
  const windows = [0];
  for (let window = Math.max(1, Math.floor(first / WINDOW)); window <= Math.floor(last / WINDOW); window++) {
    windows.push(window);
  }
  return windows;
}
