import { Alert, List } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client.ts';
import { queryKeys } from '../api/query-keys.ts';

/** What another program has changed in the project, above its numbers; nothing where nothing was. */
export function AlterationsNote() {
  const check = useQuery({ queryKey: queryKeys.projectCheck, queryFn: () => api.project.check({}) });
  const found = check.data?.alterations ?? [];
  if (found.length === 0) return null;
  return (
    <Alert color="red" role="alert" title="This project was changed by another program" mb="md">
      <List size="sm">
        {found.map(({ words }) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
      The numbers rest on what the file holds now. Reports say the same; the command line gives none out.
    </Alert>
  );
}
