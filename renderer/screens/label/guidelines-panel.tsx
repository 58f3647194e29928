import { Button, Group, Text } from '@mantine/core';
import { MarkdownText } from '../../ui/markdown.tsx';
import classes from './label.module.css';
import { useLabel, usePanel } from './label-context.ts';

export function GuidelinesPanel() {
  const guidelines = useLabel((state) => state.batch?.guidelines ?? '');
  const setGuidelines = usePanel((state) => state.setGuidelines);
  return (
    <section className={classes.guidelines} aria-label="Guidelines">
      <Group justify="space-between" className={classes.panelHead}>
        <Text fw={600} size="sm">
          Guidelines
        </Text>
        <Button variant="subtle" size="compact-xs" onClick={() => setGuidelines(false)}>
          Hide
        </Button>
      </Group>
      {guidelines.trim() ? (
        <div className={classes.column}>
          <MarkdownText text={guidelines} />
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          This study has no guidelines yet. They are written on the Study screen.
        </Text>
      )}
    </section>
  );
}
