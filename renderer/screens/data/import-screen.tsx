import { Button, FileButton, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ImportFormat } from '../../../shared/contract/index.ts';
import { api } from '../../api/client.ts';
import { isDesktop } from '../../api/desktop-door.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { formatBytes } from '../../app/format.ts';
import { incomingStore } from '../../app/incoming.ts';
import { sessionStore } from '../../app/session-store.ts';
import { chooseFile } from '../../app/shell-commands.ts';
import { FilePicker } from '../../ui/file-picker.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { useImportTarget } from './add-to-dataset.tsx';
import { type ColumnRoles, mappingOf } from './column-roles.ts';
import { ImportPreviewView } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';

export function ImportScreen() {
  const file = useStore(sessionStore, (state) => state.importFile);
  const choose = useStore(sessionStore, (state) => state.chooseImport);
  const target = useImportTarget();
  if (file) return <ImportFile key={file.path} file={file} onOther={() => choose(null)} />;
  return (
    <Page>
      <PageHeader
        title={target ? `Add a file to ${target.name}` : 'Import data'}
        description="Conversations with replies, as a table or as JSON, of many tools; or labels by item id. You see what is understood before anything is stored."
      />
      {target && (
        <Text size="sm">
          Items are known by their ids: new ones are added, and those that are there get replies of further
          systems, scores and votes. Texts that differ are refused.{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => sessionStore.getState().chooseImportTo(null)}
          >
            Import as a new data set instead
          </Button>
        </Text>
      )}
      {!isDesktop() && <FilePicker kind="data" onPick={choose} />}
      <Group gap="sm">
        {isDesktop() ? (
          <Button onClick={() => void chooseFile('import')}>Choose a file…</Button>
        ) : (
          <FileButton onChange={(picked) => picked && void incomingStore.getState().take(picked)}>
            {(props) => (
              <Button variant="default" {...props}>
                Choose through the browser…
              </Button>
            )}
          </FileButton>
        )}
        <Text size="sm" c="dimmed">
          or drop a file anywhere on this window
        </Text>
      </Group>
    </Page>
  );
}

interface ImportFileProps {
  file: { path: string; name: string };
  onOther: () => void;
}

/** One file on its way in: preview and corrections, then the import itself. */
function ImportFile({ file, onOther }: ImportFileProps) {
  const [format, setFormat] = useState<ImportFormat | null>(null);
  const [roles, setRoles] = useState<ColumnRoles | null>(null);
  const [leaveOut, setLeaveOut] = useState<readonly string[]>([]);
  const [jobId, setJobId] = useState<number | null>(null);
  // A finished import is not offered again when this page is opened anew.
  useEffect(() => {
    if (jobId === null) return;
    return () => {
      sessionStore.getState().chooseImport(null);
      sessionStore.getState().chooseImportTo(null);
    };
  }, [jobId]);
  const mapping =
    roles || leaveOut.length > 0
      ? {
          ...mappingOf(roles ?? {}),
          ...(leaveOut.length > 0 && { leaveOut: [...leaveOut] }),
        }
      : null;
  const target = useImportTarget();
  const preview = useQuery({
    queryKey: ['import-preview', file.path, format, mapping, target?.id],
    queryFn: ({ signal }) =>
      api.import.preview(
        {
          path: file.path,
          ...(format && { format }),
          ...(mapping && { mapping }),
          ...(target && { appendTo: target.id }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = preview;
  return (
    <Page>
      <PageHeader
        title={`Import ${file.name}`}
        description={data && `${formatBytes(data.sizeBytes)} · ${data.formatReason}`}
        actions={
          jobId === null && (
            <Button variant="default" onClick={onOther}>
              Choose another file
            </Button>
          )
        }
      />
      {jobId !== null ? (
        <ImportProgress jobId={jobId} onBack={() => setJobId(null)} onOther={onOther} />
      ) : (
        <>
          {preview.isPending && <LoadingNote label="Reading the beginning of the file" />}
          {preview.error && <ProblemNote problem={toProblem(preview.error)} />}
          {data && (
            <ImportPreviewView
              preview={data}
              isStale={preview.isPlaceholderData}
              roles={roles}
              reading={{ ...(format && { format }), ...(mapping && { mapping }) }}
              onFormat={(next) => {
                setFormat(next);
                setRoles(null);
                setLeaveOut([]);
              }}
              onRoles={setRoles}
              onLeaveOut={(name) => setLeaveOut([...leaveOut, name])}
              onStarted={setJobId}
            />
          )}
        </>
      )}
    </Page>
  );
}
