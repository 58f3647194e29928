import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import type { Span } from '../../../shared/contract/index.ts';
import { KeyHint } from './key-hint.tsx';
import classes from './label.module.css';
import { useKeyBindings, useLabel, usePanel } from './label-context.ts';
import { focusPassage } from './use-label-keys.ts';
import { useSlot } from './use-slot.ts';

/** A question answered by a piece of the passage. */
export function SpanSlot({ index }: { index: number }) {
  const { slot, text, problem } = useSlot(index);
  const write = useLabel((state) => state.write);
  const choose = useLabel((state) => state.choose);
  const hasPassage = useLabel((state) => state.item?.passage != null);
  const setPassage = usePanel((state) => state.setPassage);
  const keys = useKeyBindings();
  const picked = text === '' ? null : (JSON.parse(text) as Span);
  const pick = () => {
    choose(index);
    setPassage(true);
    requestAnimationFrame(focusPassage);
  };
  return (
    <div>
      {picked ? (
        <blockquote className={classes.picked} dir="auto">
          {picked.text}
        </blockquote>
      ) : (
        <Text size="sm" c="dimmed">
          {hasPassage ? 'Nothing picked yet.' : 'This item has no passage.'}
        </Text>
      )}
      <Group gap="xs" mt={6}>
        <Button
          size="compact-sm"
          variant="default"
          disabled={!hasPassage}
          aria-keyshortcuts={keys.select}
          rightSection={<KeyHint name={keys.select} />}
          onClick={pick}
        >
          Pick in the passage<VisuallyHidden>: {slot.title}</VisuallyHidden>
        </Button>
        {picked && (
          <Button size="compact-sm" variant="subtle" onClick={() => write(index, '')}>
            Clear
          </Button>
        )}
      </Group>
      {problem && (
        <Text size="sm" c="red" role="alert">
          {problem}
        </Text>
      )}
    </div>
  );
}
