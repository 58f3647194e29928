import { Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import type { ValidationView } from '../../../shared/contract/index.ts';
import { ReadText } from '../../ui/markdown.tsx';
import classes from './validation.module.css';
import { ownVerdictWords } from './verdict-words.ts';

/** The conversation so far, for questions that follow on it. */
export function EarlierTurns({ history }: { history: ValidationView['history'] }) {
  const box = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the newest turn comes into view when there is one more
  useEffect(() => {
    if (box.current) box.current.scrollTop = box.current.scrollHeight;
  }, [history.length]);
  if (history.length === 0) return null;
  return (
    <section
      ref={box}
      className={classes.earlier}
      aria-labelledby="earlier-turns"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
      tabIndex={0}
    >
      <Title order={2} size="h4" id="earlier-turns" className={classes.earlierTitle}>
        Earlier in the conversation
      </Title>
      <ol className={classes.turns}>
        {history.map(({ question, answer, verdict }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: turns are never moved
          <li key={i} dir="auto">
            <Text size="sm" fw={600}>
              {question}
            </Text>
            <ReadText text={answer || '(nothing)'} />
            {verdict && (
              <Text size="xs" c="dimmed">
                {ownVerdictWords(verdict)}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
