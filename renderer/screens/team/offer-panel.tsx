import { Checkbox, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useValidationQueues } from '../validation/validation-queries.ts';
import { teamKey } from './team-queries.ts';

/** Which runs annotators validate by the same links; nothing where none is open to validation. */
export function OfferPanel({ studyId }: { studyId: number }) {
  const queries = useQueryClient();
  const queryKey = [...teamKey(studyId), 'offers'];
  const runs = useValidationQueues();
  const offers = useQuery({ queryKey, queryFn: () => api.invitation.offers({ studyId }) });
  const offer = useMutation({
    mutationFn: (runIds: string[]) => api.invitation.offer({ studyId, runIds: runIds.map(Number) }),
    onSuccess: (after) => queries.setQueryData(queryKey, after),
  });
  if (!runs.data || runs.data.length === 0 || !offers.data) return null;
  return (
    <Panel title="Validation by the same links">
      <Text size="sm" c="dimmed">
        Annotators of this study validate answers of these runs, too, each as many as want a validator.
      </Text>
      <Checkbox.Group
        label="Offered runs"
        value={offers.data.map(String)}
        onChange={(ids) => offer.mutate(ids)}
      >
        <Stack gap={6} pt={6}>
          {runs.data.map(({ runId, evaluation, dataset }) => (
            <Checkbox key={runId} value={`${runId}`} label={`${evaluation}, ${dataset} (run ${runId})`} />
          ))}
        </Stack>
      </Checkbox.Group>
      {offer.error && <ProblemNote problem={toProblem(offer.error)} />}
    </Panel>
  );
}
