import { Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ValidationView } from '../../../shared/contract/index.ts';
import { ReadText } from '../../ui/markdown.tsx';
import type { Stretch, WordRange } from '../../ui/words.ts';
import { SpanPicker } from './span-picker.tsx';
import classes from './validation.module.css';

interface PassagePaneProps {
  view: ValidationView;
  words: readonly Stretch[];
  range: WordRange;
  onRange: (range: WordRange) => void;
  onTake: () => void;
}

/** The passage, in which the right answer is selected where the given one is incorrect. */
export function PassagePane({ view, words, range, onRange, onTake }: PassagePaneProps) {
  const { phase, title, passage } = view;
  const pane = useRef<HTMLElement>(null);
  useEffect(() => {
    if (phase === 'passage') pane.current?.focus({ preventScroll: true });
  }, [phase]);
  const isPicking = phase === 'span' && words.length > 0;
  return (
    <section
      ref={pane}
      className={classes.passage}
      aria-label="Passage"
      // While words are picked the list of words takes the focus; else the region that scrolls must be reachable.
      tabIndex={isPicking ? undefined : 0}
    >
      <div className={classes.column}>
        <Text size="xs" c="dimmed">
          Passage
        </Text>
        {title !== '' && (
          <Title order={2} mb="xs" dir="auto">
            {title}
          </Title>
        )}
        {isPicking ? (
          <SpanPicker passage={passage} words={words} range={range} onChange={onRange} onTake={onTake} />
        ) : (
          <ReadText text={passage} />
        )}
      </div>
    </section>
  );
}
