import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyStateProps {
  title: string;
  /** What this place is for and what comes next, in a sentence or two. */
  children: ReactNode;
  /** The one button that leads on. */
  action?: ReactNode;
  icon?: ReactNode;
  /** 2 below the heading of a screen. */
  order?: 1 | 2;
}

export function EmptyState({ title, children, action, icon, order = 1 }: EmptyStateProps) {
  return (
    <Stack gap="sm" align="flex-start" maw={560} py="xl">
      {icon}
      <Title order={order} size="h2">
        {title}
      </Title>
      <Text c="dimmed">{children}</Text>
      {action}
    </Stack>
  );
}
