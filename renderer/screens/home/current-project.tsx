import { Alert, Button, Group, Text } from '@mantine/core';
import { IconHistory, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'wouter';
import type { ProjectInfo } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { useStudies } from '../../api/queries.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { formatBytes, formatCount, formatInstant } from '../../app/format.ts';
import { EditableTitle } from '../../ui/editable-title.tsx';
import { Facts } from '../../ui/facts.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { nextStep } from './next-step.ts';

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

/** What opening the file found: an unclean end, or an older format that was brought up to date. */
function Notices({ project }: { project: ProjectInfo }) {
  return (
    <>
      {project.recoveryNotice && (
        <Alert icon={<IconShieldCheck aria-hidden size={20} />} title="The last session ended unexpectedly">
          {project.recoveryNotice}
        </Alert>
      )}
      {project.backupPath && (
        <Alert icon={<IconHistory aria-hidden size={20} />} title="The project was brought up to date">
          It was written by an older Assay. A copy from before lies at {project.backupPath}.
        </Alert>
      )}
    </>
  );
}

/** The one thing to do next in this project. */
function NextStep({ project }: { project: ProjectInfo }) {
  const { data: studies } = useStudies();
  const step = nextStep(project, studies ?? []);
  return (
    <Panel title="Next step">
      <Text maw="72ch">{step.words}</Text>
      <div>
        <Button component={Link} href={step.href}>
          {step.button}
        </Button>
      </div>
    </Panel>
  );
}
