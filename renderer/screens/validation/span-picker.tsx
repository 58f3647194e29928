import {
  type KeyboardEvent,
  type MouseEvent,
  memo,
  type PointerEvent,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react';
import { movedTo, type Stretch, type TappedWords, tapped, type WordRange } from '../../ui/words.ts';
import classes from './validation.module.css';
import { caretAfter, wordOnNextLine } from './validation-keys.ts';

interface SpanPickerProps {
  passage: string;
  words: readonly Stretch[];
  range: WordRange;
  onChange: (range: WordRange) => void;
  onTake: () => void;
}

/**
 * The passage with a caret that goes from word to word: arrows move it, with Shift they extend the selection, Enter
 * takes it. A mouse drags over the words; a finger taps the first and the last.
 */
export function SpanPicker({ passage, words, range, onChange, onTake }: SpanPickerProps) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { focus } = range;
  useEffect(() => box.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    document.getElementById(`${id}-${focus}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, focus]);
  const move = (to: number, extend: boolean) => onChange(movedTo(range, to, extend, words.length));
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const to = caretAfter(event, caretIn(event.currentTarget, focus, words.length));
    if (to !== null) move(to, event.shiftKey);
    else if (event.key === 'Enter') onTake();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const onPointer = (event: PointerEvent<HTMLDivElement>) => {
    const word = event.target instanceof HTMLElement ? event.target.dataset.word : undefined;
    // A finger scrolls: it picks by taps.
    if (word === undefined || event.buttons !== 1 || event.pointerType === 'touch') return;
    move(Number(word), event.type === 'pointermove' || event.shiftKey);
  };
  const tap = useRef<TappedWords | null>(null);
  const onClick = (event: MouseEvent<HTMLDivElement>) => {
    const { pointerType } = event.nativeEvent as globalThis.PointerEvent;
    const word = event.target instanceof HTMLElement ? event.target.dataset.word : undefined;
    if (word === undefined || pointerType !== 'touch') return;
    tap.current = tapped(tap.current, Number(word));
    onChange(tap.current.range);
  };
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      dir="auto"
      className={classes.picker}
      aria-label="Passage: select the right answer"
      aria-multiselectable
      aria-activedescendant={`${id}-${focus}`}
      onKeyDown={onKeyDown}
      onPointerDown={onPointer}
      onPointerMove={onPointer}
      onClick={onClick}
    >
      <PassageParts id={id} passage={passage} words={words} range={range} />
    </div>
  );
}

/** The caret, and how the words around it are laid out. */
const caretIn = (box: HTMLElement, focus: number, words: number) => ({
  focus,
  words,
  direction: getComputedStyle(box).direction === 'rtl' ? ('rtl' as const) : ('ltr' as const),
  onNextLine: (step: 1 | -1) => {
    const boxes = [...box.querySelectorAll('[data-word]')].map((word) => word.getBoundingClientRect());
    return wordOnNextLine(boxes, focus, step);
  },
});

function PassageParts({
  id,
  passage,
  words,
  range,
}: Pick<SpanPickerProps, 'passage' | 'words' | 'range'> & { id: string }) {
  const first = Math.min(range.anchor, range.focus);
  const last = Math.max(range.anchor, range.focus);
  const gaps = useMemo(
    () => words.map(({ end }, i) => passage.slice(end, words[i + 1]?.start ?? passage.length)),
    [passage, words],
  );
  return (
    <>
      {passage.slice(0, words[0]?.start ?? passage.length)}
      {words.map(({ start, end }, i) => (
        <PassageWord
          key={start}
          id={`${id}-${i}`}
          place={i}
          text={passage.slice(start, end)}
          gap={gaps[i]!}
          isSelected={i >= first && i <= last}
          isGapSelected={i >= first && i < last}
          isCaret={i === range.focus}
        />
      ))}
    </>
  );
}

interface WordProps {
  id: string;
  place: number;
  text: string;
  gap: string;
  isSelected: boolean;
  isGapSelected: boolean;
  isCaret: boolean;
}

/** One word, and what stands between it and the next. */
const PassageWord = memo(function PassageWord({
  id,
  place,
  text,
  gap,
  isSelected,
  isGapSelected,
  isCaret,
}: WordProps) {
  return (
    <>
      <span
        id={id}
        role="option"
        aria-selected={isSelected}
        tabIndex={-1}
        data-word={place}
        data-caret={isCaret || undefined}
      >
        {text}
      </span>
      {isGapSelected ? <mark className={classes.gap}>{gap}</mark> : gap}
    </>
  );
});
