import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ProjectInfo } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { formatBytes, formatCount, formatInstant } from '../../app/format.ts';
import { EditableTitle } from '../../ui/editable-title.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { NextStep } from './next-step-panel.tsx';
import { Notices } from './notices.tsx';

interface CurrentProjectProps {
  project: ProjectInfo;
  onSaveCopy: () => void;
}

export function CurrentProject({ project, onSaveCopy }: CurrentProjectProps) {
  const queries = useQueryClient();
  const close = useMutation({
    mutationFn: () => api.project.close({}),
    onSuccess: () => void queries.setQueryData(queryKeys.project, null),
  });
  const rename = async (name: string) => {
    queries.setQueryData(queryKeys.project, await api.project.rename({ name }));
  };
  return (
    <>
      <PageHeader
        title={<EditableTitle value={project.name} label="Project name" onSave={rename} />}
        description={project.path}
        actions={
          <Group gap="xs">
            <Button variant="default" onClick={onSaveCopy}>
              Save a copy
            </Button>
            <Button variant="default" loading={close.isPending} onClick={() => close.mutate()}>
              Close project
            </Button>
          </Group>
        }
      />
      {close.error && <ProblemNote problem={toProblem(close.error)} />}
      <Notices project={project} />
      <Facts
        facts={[
          { name: 'Data sets', value: formatCount(project.datasetCount) },
          { name: 'Items', value: formatCount(project.itemCount) },
          { name: 'Studies', value: formatCount(project.studyCount) },
          { name: 'Labels', value: formatCount(project.labelCount) },
          { name: 'File size', value: formatBytes(project.sizeBytes) },
          { name: 'Made', value: formatInstant(project.createdAt) },
        ]}
      />
      <NextStep project={project} />
    </>
  );
}
