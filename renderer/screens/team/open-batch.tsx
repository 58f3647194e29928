import { Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';

/** The lead opens the batch without the agreement; why is written down and stands in the report. */
export function OpenBatch({ studyId }: { studyId: number }) {
  const [isAsking, setAsking] = useState(false);
  const [reason, setReason] = useState('');
  const open = useMutation({ mutationFn: () => api.practice.override({ studyId, reason }) });
  if (!isAsking) {
    return (
      <div>
        <Button variant="default" onClick={() => setAsking(true)}>
          Open labeling without it…
        </Button>
      </div>
    );
  }
  return (
    <Stack gap="xs" maw={560}>
      <Textarea
        label="Why open labeling before practice reached its target?"
        description="The report states it."
        autosize
        minRows={2}
        maxLength={2000}
        autoFocus
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      <Group gap="sm">
        <Button disabled={reason.trim() === ''} loading={open.isPending} onClick={() => open.mutate()}>
          Open labeling
        </Button>
        <Button variant="subtle" onClick={() => setAsking(false)}>
          Cancel
        </Button>
      </Group>
      {open.error && <ProblemNote problem={toProblem(open.error)} />}
    </Stack>
  );
}
