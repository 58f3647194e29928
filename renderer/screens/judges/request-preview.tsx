import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { DryRequest } from '../../../shared/contract/index.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import classes from './judges.module.css';

/** The first requests as they would be sent, byte for byte but for the key. */
export function RequestPreview({ ask }: { ask: () => Promise<DryRequest[]> }) {
  const preview = useMutation({ mutationFn: ask });
  return (
    <Stack gap="xs" align="flex-start">
      <Button
        variant="default"
        size="compact-sm"
        loading={preview.isPending}
        onClick={() => preview.mutate()}
      >
        Show the first requests
      </Button>
      {preview.error && <ProblemNote problem={toProblem(preview.error)} />}
      {preview.data?.map(({ hash, url, body, stored }) => (
        <div key={hash} style={{ width: '100%' }}>
          <Text size="sm" c="dimmed">
            POST {url}
            {stored && ' (reply already stored: not sent again)'}
          </Text>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: text that scrolls must be reachable by keyboard */}
          <pre className={classes.message} tabIndex={0}>
            {JSON.stringify(body, null, 2)}
          </pre>
        </div>
      ))}
    </Stack>
  );
}
