import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import type { Span } from '../../shared/contract/index.ts';
import textClasses from '../ui/plain-text.module.css';
import { textChunks } from '../ui/text-chunks.ts';
import { type Stretch, stretchOf, type WordRange, wordsIn } from '../ui/words.ts';
import { moved, trimmed } from './passage-words.ts';
import { useTouchPick } from './picked-words.ts';
import classes from './question-form.module.css';

interface PassageTextProps {
  /** Of the element; of the passage unless another text is picked from. */
  id?: string;
  /** What screen readers say of it. */
  label?: string;
  passage: string;
  /** A piece was picked. */
  onTake: (span: Span) => void;
  /** It was picked by keyboard, which goes on elsewhere. */
  onTaken: () => void;
  /** Tells screen readers what is selected. */
  announce: (text: string) => void;
}

/**
 * A passage of which a piece can be picked: with the mouse, word by word with the arrow keys, Shift and Enter, or with a finger by taps
 * on its first and its last word.
 */
export function PassageText({
  id = 'label-passage',
  label = 'Passage to pick from: arrow keys choose a word, Shift extends, Enter takes it',
  passage,
  onTake,
  onTaken,
  announce,
}: PassageTextProps) {
  const rootRef = useRef<HTMLDivElement>(null);
  const chunks = useMemo(() => chunksOf(passage), [passage]);
  const selected = () => rootRef.current && trimmed(passage, selectedIn(rootRef.current));
  const touch = useTouchPick(passage, (x, y) => offsetAt(rootRef.current, x, y), selected);
  const { picked } = touch;
  usePickedMark(rootRef, picked);

  const take = (stretch = selected()) => {
    if (!stretch) return false;
    onTake({ ...stretch, text: passage.slice(stretch.start, stretch.end) });
    return true;
  };
  const takeTouched = () => {
    take(picked);
    touch.clear();
    window.getSelection()?.removeAllRanges();
    rootRef.current?.focus({ preventScroll: true });
    document.querySelector('aside')?.scrollIntoView({ block: 'nearest' });
  };
  const say = ({ start, end }: Stretch) => announce(passage.slice(start, end).slice(0, 200));
  const chooseByKey = useWordKeys(passage, rootRef);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    touch.leaveToKeys();
    if (event.key === 'Enter') {
      event.preventDefault();
      if (take()) onTaken();
      return;
    }
    const stretch = chooseByKey(event);
    if (!stretch) return;
    event.preventDefault();
    say(stretch);
  };
  const onClick = ({ clientX, clientY }: MouseEvent) => {
    if (!touch.isTouch()) return;
    const stretch = touch.tapAt(clientX, clientY);
    if (stretch) say(stretch);
  };
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: no element of HTML is a text of which a piece is picked */}
      <div
        id={id}
        ref={rootRef}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: words are picked here by keyboard
        tabIndex={0}
        aria-label={label}
        className={`${textClasses.text} ${classes.pickable}`}
        onKeyDown={onKeyDown}
        onPointerDown={({ pointerType }) => touch.pointerDown(pointerType)}
        onMouseUp={() => {
          if (!touch.isTouch()) take();
        }}
        onClick={onClick}
      >
        {chunks.map(({ text, start }) => (
          <div key={start} data-start={start} dir="auto" className={textClasses.chunk}>
            {text}
          </div>
        ))}
      </div>
      <TouchBar
        words={picked && passage.slice(picked.start, picked.end)}
        isOpen={touch.isOpen}
        onTake={takeTouched}
        onClear={() => {
          touch.clear();
          window.getSelection()?.removeAllRanges();
        }}
      />
    </>
  );
}

/** Selects words of the passage by arrow keys. @returns a function of a key, which gives what it selected */
function useWordKeys(passage: string, rootRef: RefObject<HTMLDivElement | null>) {
  const cursor = useRef<WordRange | null>(null);
  const words = useRef<Stretch[] | null>(null);
  return (event: KeyboardEvent): Stretch | null => {
    const root = rootRef.current;
    if (!root) return null;
    words.current ??= wordsIn(passage);
    const direction = directionAt(root, words.current[cursor.current?.focus ?? 0]);
    const next = moved(cursor.current, event, words.current.length, direction);
    if (!next) return null;
    cursor.current = next;
    const stretch = stretchOf(words.current, next);
    select(root, stretch);
    return stretch;
  };
}

interface TouchBarProps {
  /** What fingers have picked so far; null for nothing. */
  words: string | null;
  isOpen: boolean;
  onTake: () => void;
  onClear: () => void;
}

/** What fingers have picked, and the button that takes it: no event of a touch would say that it is all. */
function TouchBar({ words, isOpen, onTake, onClear }: TouchBarProps) {
  if (words === null) return <p className={classes.touchHint}>Tap the first word, then the last one.</p>;
  return (
    <section className={classes.touchBar} aria-label="Words picked">
      <blockquote className={classes.touched} dir="auto">
        {words}
      </blockquote>
      {isOpen && <p className={classes.remark}>Tap the last word, or take this one.</p>}
      <div className={classes.buttons}>
        <button type="button" className={classes.touchButton} data-main onClick={onTake}>
          {isOpen ? 'Take this word' : 'Take these words'}
        </button>
        <button type="button" className={classes.touchButton} onClick={onClear}>
          Clear
        </button>
      </div>
    </section>
  );
}

const pickedMark = 'assay-picked';

/** Marks in the text what fingers have picked, where the browser can without other elements; the bar says it anyway. */
function usePickedMark(root: RefObject<HTMLElement | null>, picked: Stretch | null): void {
  useEffect(() => {
    const marks = typeof CSS === 'undefined' ? undefined : CSS.highlights;
    const range = picked && root.current && marks && rangeOf(root.current, picked);
    if (!range) return;
    marks.set(pickedMark, new Highlight(range));
    return () => void marks.delete(pickedMark);
  }, [root, picked]);
}

function chunksOf(passage: string): { text: string; start: number }[] {
  let start = 0;
  return textChunks(passage).map((chunk) => {
    const at = start;
    start += chunk.length;
    return { text: chunk.endsWith('\n') ? chunk.slice(0, -1) : chunk, start: at };
  });
}

/** What is selected inside the passage, in its own counting. */
function selectedIn(root: HTMLElement): Stretch {
  const selection = window.getSelection();
  const range = selection && selection.rangeCount > 0 ? selection.getRangeAt(0) : null;
  if (
    !range ||
    range.collapsed ||
    !root.contains(range.startContainer) ||
    !root.contains(range.endContainer)
  ) {
    return { start: 0, end: 0 };
  }
  return {
    start: offsetOf(range.startContainer, range.startOffset),
    end: offsetOf(range.endContainer, range.endOffset),
  };
}

function offsetOf(node: Node, offset: number): number {
  const chunk = (node instanceof Element ? node : node.parentElement)?.closest<HTMLElement>('[data-start]');
  const start = Number(chunk?.dataset.start ?? 0);
  return node instanceof Element
    ? offset === 0
      ? start
      : start + (node.textContent ?? '').length
    : start + offset;
}

/** How the chunk runs in which a word stands: each has the direction of its own first letters. */
function directionAt(root: HTMLElement, word: Stretch | undefined): 'ltr' | 'rtl' {
  const chunk = word && pointAt(root, word.start, (start) => start <= word.start)?.node.parentElement;
  return chunk && getComputedStyle(chunk).direction === 'rtl' ? 'rtl' : 'ltr';
}

/** A stretch as the document has it; null where the passage ends before. */
function rangeOf(root: HTMLElement, { start, end }: Stretch): Range | null {
  const from = pointAt(root, start, (chunkStart) => chunkStart <= start);
  const to = pointAt(root, end, (chunkStart) => chunkStart < end);
  if (!from || !to) return null;
  const range = document.createRange();
  range.setStart(from.node, from.offset);
  range.setEnd(to.node, to.offset);
  return range;
}

/** Selects a stretch and brings it into view. */
function select(root: HTMLElement, stretch: Stretch): void {
  const range = rangeOf(root, stretch);
  if (!range) return;
  const { startContainer, startOffset, endContainer, endOffset } = range;
  window.getSelection()?.setBaseAndExtent(startContainer, startOffset, endContainer, endOffset);
  range.setStart(endContainer, Math.max(0, endOffset - 1));
  scrollTo(root, range);
}

/** Where in the passage a point of the screen lies; null outside of its text. */
function offsetAt(root: HTMLElement | null, x: number, y: number): number | null {
  const at = document.caretPositionFromPoint?.(x, y);
  // Safari has the older call alone.
  const older = at ? null : document.caretRangeFromPoint?.(x, y);
  const node = at?.offsetNode ?? older?.startContainer;
  const offset = at?.offset ?? older?.startOffset;
  return root && node && offset !== undefined && root.contains(node) ? offsetOf(node, offset) : null;
}

/** Where an offset lies in the last chunk that the condition allows: a word begins in its own, and ends there too. */
function pointAt(
  root: HTMLElement,
  offset: number,
  isAllowed: (chunkStart: number) => boolean,
): { node: Node; offset: number } | null {
  const chunks = [...root.querySelectorAll<HTMLElement>('[data-start]')];
  const chunk = chunks.findLast((one) => isAllowed(Number(one.dataset.start)));
  const node = chunk?.firstChild;
  return chunk && node ? { node, offset: offset - Number(chunk.dataset.start) } : null;
}

function scrollTo(root: HTMLElement, range: Range): void {
  const pane = root.closest('section');
  if (!pane) return;
  const at = range.getBoundingClientRect();
  const frame = pane.getBoundingClientRect();
  if (at.top < frame.top + 40) pane.scrollBy({ top: at.top - frame.top - 60 });
  else if (at.bottom > frame.bottom - 20) pane.scrollBy({ top: at.bottom - frame.bottom + 60 });
}
