import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import type { Span } from '../../shared/contract/index.ts';
import textClasses from '../ui/plain-text.module.css';
import { textChunks } from '../ui/text-chunks.ts';
import { type Stretch, stretchOf, type WordRange, wordsIn } from '../ui/words.ts';
import { moved, trimmed } from './passage-words.ts';
import classes from './question-form.module.css';

interface PassageTextProps {
  passage: string;
  /** A piece was picked. */
  onTake: (span: Span) => void;
  /** It was picked by keyboard, which goes on elsewhere. */
  onTaken: () => void;
  /** Tells screen readers what is selected. */
  announce: (text: string) => void;
}

/** A passage of which a piece can be picked: with the mouse, or word by word with the arrow keys, Shift and Enter. */
export function PassageText({ passage, onTake, onTaken, announce }: PassageTextProps) {
  const rootRef = useRef<HTMLDivElement>(null);
  const cursor = useRef<WordRange | null>(null);
  const words = useRef<Stretch[] | null>(null);
  const chunks = useMemo(() => chunksOf(passage), [passage]);
  useEffect(() => {
    cursor.current = null;
    words.current = null;
  }, []);

  const take = () => {
    const root = rootRef.current;
    const picked = root && trimmed(passage, selectedIn(root));
    if (!picked) return false;
    const span: Span = { ...picked, text: passage.slice(picked.start, picked.end) };
    onTake(span);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      if (take()) onTaken();
      return;
    }
    const root = rootRef.current;
    if (!root) return;
    words.current ??= wordsIn(passage);
    const direction = directionAt(root, words.current[cursor.current?.focus ?? 0]);
    const next = moved(cursor.current, event, words.current.length, direction);
    if (!next) return;
    event.preventDefault();
    cursor.current = next;
    const stretch = stretchOf(words.current, next);
    select(root, stretch);
    announce(passage.slice(stretch.start, stretch.end).slice(0, 200));
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: no element of HTML is a text of which a piece is picked
    <div
      id="label-passage"
      ref={rootRef}
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: words are picked here by keyboard
      tabIndex={0}
      aria-label="Passage to pick from: arrow keys choose a word, Shift extends, Enter takes it"
      className={`${textClasses.text} ${classes.pickable}`}
      onKeyDown={onKeyDown}
      onMouseUp={() => take()}
    >
      {chunks.map(({ text, start }) => (
        <div key={start} data-start={start} dir="auto" className={textClasses.chunk}>
          {text}
        </div>
      ))}
    </div>
  );
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

/** Selects a stretch and brings it into view. */
function select(root: HTMLElement, { start, end }: Stretch): void {
  const from = pointAt(root, start, (chunkStart) => chunkStart <= start);
  const to = pointAt(root, end, (chunkStart) => chunkStart < end);
  if (!from || !to) return;
  window.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset);
  const range = document.createRange();
  range.setStart(to.node, Math.max(0, to.offset - 1));
  range.setEnd(to.node, to.offset);
  scrollTo(root, range);
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
