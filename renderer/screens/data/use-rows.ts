import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { heightOf, movedTo, offsetOf, type Room, type Scrolled, topOf } from './row-offset.ts';

const overscan = 8;
/** Rows that are placed by one block. */
const blockSize = 1000;
const blockOf = (place: number) => Math.floor(place / blockSize) * blockSize;
/** Without a move for so long, scrolling has ended. */
const restMs = 200;

/**
 * Rows of one height in a part that scrolls, of which only those in sight are there. Of more rows than a page can be tall, a
 * wheel and keys still reach each: the bar is put right when they rest. Libraries of virtual rows such as TanStack Virtual make
 * one part as tall as all rows, which browsers cut at about 17 million pixels.
 *
 * @param headHeight pixels of what stays at the top of the part
 */
export function useRows(count: number, rowHeight: number, headHeight: number) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, height } = useElementSize<HTMLDivElement>();
  const view = Math.max(rowHeight, height - headHeight);
  const room: Room = { whole: count * rowHeight, view };
  const [moved, setMoved] = useState<Scrolled & { whole: number }>({ top: 0, offset: 0, whole: 0 });
  // Of other rows than those that were scrolled, what the bar stands for is shown.
  const at: Scrolled =
    moved.whole === room.whole ? moved : { top: moved.top, offset: offsetOf(room, moved.top) };
  const offset = Math.max(0, Math.min(room.whole - view, at.offset));
  const put = (scrolled: Scrolled) => setMoved({ ...scrolled, whole: room.whole });
  /** Shows the rows from a pixel on, with the bar where it then stands, in one frame. */
  const show = (to: number) => {
    const top = Math.round(topOf(room, to));
    flushSync(() => put({ top, offset: to }));
    if (scrollRef.current) scrollRef.current.scrollTop = top;
  };
  const isAstray = Math.abs(topOf(room, offset) - at.top) > 1;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it waits anew after each move
  useEffect(() => {
    if (!isAstray) return;
    const timer = setTimeout(() => show(offset), restMs);
    return () => clearTimeout(timer);
  }, [isAstray, at.top, offset, room.whole, view]);

  const bringIntoSight = (place: number) => {
    const top = place * rowHeight;
    const to = top < offset ? top : Math.max(offset, top + rowHeight - view);
    if (to !== offset) show(to);
  };
  return {
    ref: useMergedRef(scrollRef, sizeRef),
    onScroll: () => {
      const top = scrollRef.current?.scrollTop ?? 0;
      if (top !== at.top) put(movedTo(room, { top: at.top, offset }, top));
    },
    height: heightOf(room),
    first: Math.max(0, Math.floor(offset / rowHeight) - overscan),
    last: Math.min(count - 1, Math.ceil((offset + view) / rowHeight) + overscan),
    /** Rows that fit. */
    perPage: Math.max(1, Math.floor(view / rowHeight) - 1),
    /** Where the block stands that has the first row in sight, in pixels of the part. */
    blockTop: at.top - offset + blockOf(offset / rowHeight) * rowHeight,
    /** Where a row stands in that block: the same from one frame to the next, so that rows move with their block. */
    topInBlock: (place: number) => (place - blockOf(offset / rowHeight)) * rowHeight,
    bringIntoSight,
  };
}
