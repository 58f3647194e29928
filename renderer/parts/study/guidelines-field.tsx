import { Group, Paper, SegmentedControl, Stack, Text, Textarea } from '@mantine/core';
import { useId, useState } from 'react';
import { GuidelinesText } from '../../../shared/contract/base.ts';
import { MarkdownText } from '../../ui/markdown.tsx';
import { longest } from '../../ui/number-field.tsx';

interface GuidelinesFieldProps {
  value: string;
  onChange: (value: string) => void;
}

/** Guidelines in Markdown, with a look at how they will read. */
export function GuidelinesField({ value, onChange }: GuidelinesFieldProps) {
  const [view, setView] = useState('write');
  const id = useId();
  return (
    <Stack gap={4}>
      <Group justify="space-between" align="flex-end">
        <Text component="label" htmlFor={id} size="sm" fw={500}>
          Guidelines
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Guidelines: write or read"
          value={view}
          onChange={setView}
          data={[
            { value: 'write', label: 'Write' },
            { value: 'read', label: 'Preview' },
          ]}
        />
      </Group>
      {view === 'write' ? (
        <Textarea
          id={id}
          description="Markdown. A quote that begins with [!good] or [!bad] is shown as an example."
          placeholder={
            'What makes the lowest value, what the highest; what to do in doubt\n\n> [!good]\n> Names the source.'
          }
          autosize
          minRows={4}
          maxRows={16}
          {...longest(GuidelinesText)}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      ) : (
        <Paper withBorder p="sm" mah={360} style={{ overflow: 'auto' }} tabIndex={0}>
          {value.trim() ? (
            <MarkdownText text={value} hasExamples />
          ) : (
            <Text size="sm" c="dimmed">
              Nothing written yet.
            </Text>
          )}
        </Paper>
      )}
    </Stack>
  );
}
