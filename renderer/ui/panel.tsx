import { Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { OpenedPart } from './opened-part.tsx';

interface PanelProps {
  title?: ReactNode;
  children: ReactNode;
}

/** A bordered part of a page, with its own heading. */
export function Panel({ title, children }: PanelProps) {
  return (
    <Paper withBorder radius="md" p="md" component="section">
      <Stack gap="sm">
        {title !== undefined && <Title order={2}>{title}</Title>}
        {children}
      </Stack>
    </Paper>
  );
}

/** The same where a person opened it by a button elsewhere: the focus goes into it, and back when it is closed. */
export function OpenedPanel({ isPresent = false, ...props }: PanelProps & { isPresent?: boolean }) {
  return (
    <OpenedPart isPresent={isPresent}>
      <Panel {...props} />
    </OpenedPart>
  );
}
