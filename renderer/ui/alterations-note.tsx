import { Alert, List, Stack } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { ProblemNote, toProblem } from '../api/problem.tsx';
import { queryKeys } from '../api/query-keys.ts';
import { ConfirmButton } from './confirm-button.tsx';

/** What another program has changed in the project, or is missing from it, above its numbers; nothing where nothing was. */
export function AlterationsNote() {
  const check = useQuery({ queryKey: queryKeys.projectCheck, queryFn: () => api.project.check({}) });
  const { alterations: found = [], isMissing = false } = check.data ?? {};
  if (found.length === 0) return null;
  const title =
    isMissing && found.length === 1
      ? 'Something that was in this project is missing'
      : 'This project was changed by another program';
  return (
    <Alert color="red" role="alert" title={title} mb="md">
      <List size="sm">
        {found.map(({ words }) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
      The numbers rest on what the file holds now. Reports say so. The command line gives no numbers.
      {isMissing && <AcceptMissing />}
    </Alert>
  );
}

/** Goes on without what is missing, once a person has said so. */
function AcceptMissing() {
  const queries = useQueryClient();
  const accept = useMutation({
    mutationFn: () => api.project.acceptMissing({}),
    onSuccess: () => queries.invalidateQueries({ queryKey: queryKeys.projectCheck }),
  });
  return (
    <Stack gap="xs" mt="sm" align="flex-start">
      <ConfirmButton
        question="Is the newest copy of the file lost? Then continue without it. The audit trail will say so."
        confirm="Accept the loss"
        isBusy={accept.isPending}
        onConfirm={() => accept.mutate()}
      >
        Continue without what is missing
      </ConfirmButton>
      {accept.error && <ProblemNote problem={toProblem(accept.error)} />}
    </Stack>
  );
}
