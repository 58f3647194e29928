import { Alert, Button, Group, TextInput } from '@mantine/core';
import { IconHistory, IconShieldCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { ProjectInfo } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { isDesktop } from '../../api/desktop-port.ts';
import { formatBytes, formatCount, formatInstant } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { queryKeys } from '../../api/query-keys.ts';
import { sessionStore } from '../../api/session-store.ts';
import { EditableTitle } from '../../ui/editable-title.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Panel } from '../../ui/panel.tsx';
import { joinPath, projectFileName } from '../../ui/project-file-name.ts';
import { chooseFile } from '../../ui/shell-commands.ts';

interface ProjectHeaderProps {
  project: ProjectInfo;
  actions?: ReactNode;
}

/** The name of the open project, and what opening its file found. */
export function ProjectHeader({ project, actions }: ProjectHeaderProps) {
  const queries = useQueryClient();
  const rename = async (name: string, version: string | undefined) => {
    queries.setQueryData(queryKeys.project, await api.project.rename({ name, version }));
  };
  return (
    <>
      <PageHeader
        title={
          <EditableTitle
            value={project.name}
            version={project.version}
            label="Project name"
            onSave={rename}
          />
        }
        actions={actions}
      />
      <Notices project={project} />
    </>
  );
}

/** An unclean end, or an older format that was brought up to date. */
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
          It was written by an older Assay. A backup is at {project.backupPath}.
        </Alert>
      )}
    </>
  );
}

/** What the file of the project holds, and what can be done with it as a whole. */
export function ProjectFile({ project }: { project: ProjectInfo }) {
  const queries = useQueryClient();
  const [isCopying, setCopying] = useState(false);
  const close = useMutation({
    mutationFn: () => api.project.close({}),
    onSuccess: () => {
      sessionStore.getState().chooseImport([]);
      queries.setQueryData(queryKeys.project, null);
    },
  });
  const onSaveCopy = () =>
    isDesktop()
      ? void chooseFile('save-copy', projectFileName(`${project.name} copy`) ?? undefined)
      : setCopying(!isCopying);
  return (
    <>
      <Facts
        facts={[
          { name: 'Data sets', value: formatCount(project.datasetCount) },
          { name: 'Items', value: formatCount(project.itemCount) },
          { name: 'Labels', value: formatCount(project.labelCount) },
          { name: 'File size', value: formatBytes(project.sizeBytes) },
          { name: 'Made', value: formatInstant(project.createdAt) },
          { name: 'File', value: project.path },
        ]}
      />
      <Group gap="xs">
        <Button variant="default" aria-expanded={isDesktop() ? undefined : isCopying} onClick={onSaveCopy}>
          Save a copy
        </Button>
        <Button variant="default" loading={close.isPending} onClick={() => close.mutate()}>
          Close project
        </Button>
      </Group>
      {close.error && <ProblemNote problem={toProblem(close.error)} />}
      {isCopying && <SaveCopyPanel projectName={project.name} onClose={() => setCopying(false)} />}
    </>
  );
}

interface SaveCopyPanelProps {
  projectName: string;
  onClose: () => void;
}

/** Writes the whole project to a second file; work goes on in the first. */
function SaveCopyPanel({ projectName, onClose }: SaveCopyPanelProps) {
  const [name, setName] = useState(`${projectName} copy`);
  const save = useMutation({
    mutationFn: (target: { path: string; overwrite: boolean }) => api.project.saveCopy(target),
  });
  const fileName = projectFileName(name);
  const isTaken = save.error !== null && toProblem(save.error).code === 'FILE_EXISTS';
  return (
    <Panel title="Save a copy">
      <TextInput label="Name" value={name} onChange={(event) => setName(event.currentTarget.value)} />
      <FilePicker
        kind="folder"
        onCancel={onClose}
        footer={(dir) => (
          <>
            {save.error && <ProblemNote problem={toProblem(save.error)} />}
            {save.data && (
              <Alert title="Copy saved">
                {save.data.path} ({formatBytes(save.data.sizeBytes)}). You go on working in the original.
              </Alert>
            )}
            <Group gap="sm">
              <Button
                disabled={fileName === null}
                loading={save.isPending}
                onClick={() => fileName && save.mutate({ path: joinPath(dir, fileName), overwrite: false })}
              >
                Save {fileName ?? 'copy'} here
              </Button>
              {isTaken && (
                <Button
                  variant="default"
                  onClick={() => fileName && save.mutate({ path: joinPath(dir, fileName), overwrite: true })}
                >
                  Replace the existing file
                </Button>
              )}
            </Group>
          </>
        )}
      />
    </Panel>
  );
}
