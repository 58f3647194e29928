import { useElementSize, useMergedRef } from '@mantine/hooks';
import { useRef, useState } from 'react';

/** How tall a part of a page may be in every browser. */
const tallest = 16_000_000;
const overscan = 8;

/**
 * Rows of one height in a part that scrolls, of which only those in sight are there. Of more rows than a page can be tall, a
 * move of the bar moves them by more than its own way; keys still reach each.
 *
 * @param headHeight pixels of what stays at the top of the part
 */
export function useRows(count: number, rowHeight: number, headHeight: number) {
  const scrollRef = useRef<HTMLDivElement>(null);
  const { ref: sizeRef, height } = useElementSize<HTMLDivElement>();
  const [scrollTop, setScrollTop] = useState(0);
  const view = Math.max(rowHeight, height - headHeight);
  const whole = count * rowHeight;
  const tall = Math.min(whole, tallest);
  const scale = tall > view ? (whole - view) / (tall - view) : 1;
  const offset = Math.min(scrollTop, Math.max(0, tall - view)) * scale;
  const first = Math.max(0, Math.floor(offset / rowHeight) - overscan);
  const last = Math.min(count - 1, Math.ceil((offset + view) / rowHeight) + overscan);
  const bringIntoSight = (place: number) => {
    const top = place * rowHeight;
    const bar = scrollRef.current;
    if (!bar) return;
    if (top < offset) bar.scrollTop = top / scale;
    else if (top + rowHeight > offset + view) bar.scrollTop = (top + rowHeight - view) / scale;
  };
  return {
    ref: useMergedRef(scrollRef, sizeRef),
    onScroll: () => setScrollTop(scrollRef.current?.scrollTop ?? 0),
    height: tall,
    first,
    last,
    /** Rows that fit. */
    perPage: Math.max(1, Math.floor(view / rowHeight) - 1),
    /** Where a row stands in the part, in pixels. */
    topOf: (place: number) => scrollTop + place * rowHeight - offset,
    bringIntoSight,
  };
}
