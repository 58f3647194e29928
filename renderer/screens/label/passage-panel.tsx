import { Button, Group, Text } from '@mantine/core';
import { PassageText } from '../../label-form/passage-text.tsx';
import { takesSpan } from '../../label-form/questions.ts';
import { PlainText } from '../../ui/plain-text.tsx';
import classes from './label.module.css';
import { useLabel, usePanel } from './label-context.ts';
import { focusAnswer, focusReading } from './use-label-keys.ts';

interface PassagePanelProps {
  passage: string;
  isPinned: boolean;
  onPin: (pinned: boolean) => void;
}

/** The passage that the conversation is about, beside it or above it, with its own scroll. */
export function PassagePanel({ passage, isPinned, onPin }: PassagePanelProps) {
  const setPassage = usePanel((state) => state.setPassage);
  const isPickable = useLabel((state) => state.filled.questions.some(takesSpan));
  const isWritten = useLabel((state) => state.batch?.form.kind === 'answer');
  const takeSpan = useLabel((state) => state.takeSpan);
  const announce = useLabel((state) => state.announce);
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
        {isPickable ? (
          <PassageText
            key={passage}
            passage={passage}
            onTake={takeSpan}
            onTaken={() => (isWritten ? focusAnswer() : focusReading())}
            announce={announce}
          />
        ) : (
          <PlainText text={passage} />
        )}
      </div>
    </section>
  );
}
