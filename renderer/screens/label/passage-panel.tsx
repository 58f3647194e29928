import { Button, Group, Text } from '@mantine/core';
import { PlainText } from '../../ui/plain-text.tsx';
import { takesSpan } from './form-slots.ts';
import classes from './label.module.css';
import { useLabel, usePanel } from './label-context.ts';
import { PassageText } from './passage-text.tsx';

interface PassagePanelProps {
  passage: string;
  isPinned: boolean;
  onPin: (pinned: boolean) => void;
}

/** The passage that the conversation is about, beside it or above it, with its own scroll. */
export function PassagePanel({ passage, isPinned, onPin }: PassagePanelProps) {
  const setPassage = usePanel((state) => state.setPassage);
  const isPickable = useLabel((state) => state.slots.some(takesSpan));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={classes.passage} aria-label="Passage" tabIndex={0}>
      <Group justify="space-between" className={classes.panelHead}>
        <Text fw={600} size="sm">
          Passage
        </Text>
        <Group gap={4}>
          <Button variant="subtle" size="compact-xs" aria-pressed={isPinned} onClick={() => onPin(!isPinned)}>
            {isPinned ? 'Unpin' : 'Pin for every item'}
          </Button>
          <Button variant="subtle" size="compact-xs" onClick={() => setPassage(false)}>
            Hide
          </Button>
        </Group>
      </Group>
      <div className={classes.column}>
        {isPickable ? <PassageText key={passage} passage={passage} /> : <PlainText text={passage} />}
      </div>
    </section>
  );
}
