import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Job } from '../../shared/contract/index.ts';
import { api } from '../api/client.ts';
import { jobPercent, jobWords } from '../api/job-store.ts';

/** A running job: what it does, how far it is, how long it will take, and the way to stop it. */
export function JobProgress({ job }: { job: Job }) {
  const [isCanceling, setCanceling] = useState(false);
  const percent = jobPercent(job);
  const cancel = () => {
    setCanceling(true);
    api.job.cancel({ jobId: job.id }).catch(() => setCanceling(false));
  };
  return (
    <Stack gap={6}>
      <Text size="sm" fw={600} lineClamp={2}>
        {job.title}
      </Text>
      <Progress value={percent ?? 100} animated={percent === null} aria-label={job.title} />
      <Text size="xs" c="dimmed" className="tabular">
        {[jobWords(job), job.message].filter(Boolean).join(' · ') || 'Starting…'}
      </Text>
      <Group>
        <Button size="compact-xs" variant="default" onClick={cancel} loading={isCanceling}>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
