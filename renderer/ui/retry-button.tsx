import { Button, Group } from '@mantine/core';
import type { Problem } from '../api/problem.tsx';

/** Asks again after a problem; what is not there comes by no asking. */
export function RetryButton({ problem, onRetry }: { problem: Problem; onRetry: () => void }) {
  if (problem.code === 'NOT_FOUND') return null;
  return (
    <Group>
      <Button onClick={onRetry}>Try again</Button>
    </Group>
  );
}
