import { Button, FileButton, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { ColumnMapping, ImportFormat } from '../../../shared/contract/index.ts';
import { fileKey } from '../../../shared/file-match-words.ts';
import { mappedColumns } from '../../../shared/mapping.ts';
import { unnamedSystem } from '../../../shared/study-choices.ts';
import { api } from '../../api/client.ts';
import { isDesktop } from '../../api/desktop-port.ts';
import { formatBytes } from '../../api/format.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { screenWords } from '../../api/screen-words.ts';
import { type ImportFile, sessionStore } from '../../api/session-store.ts';
import { FilePicker } from '../../ui/file-picker.tsx';
import { incomingStore } from '../../ui/incoming.ts';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { Page } from '../../ui/page.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { chooseFile } from '../../ui/shell-commands.ts';
import { useImportTarget } from './add-to-dataset.tsx';
import { type ColumnRoles, mappingOf, rolesOf, withSystem } from './column-roles.ts';
import { type ChosenFile, type FilesPanelProps, filesWords } from './files-panel.tsx';
import { ImportPreviewView, type Opening } from './import-preview.tsx';
import { ImportProgress } from './import-progress.tsx';
import { MappingEditor } from './mapping-editor.tsx';

export function ImportScreen() {
  const files = useStore(sessionStore, (state) => state.importFiles);
  const choose = useStore(sessionStore, (state) => state.chooseImport);
  const target = useImportTarget();
  if (files.length > 0) {
    const key = files.map(({ path }) => path).join('\n');
    return <ImportFiles key={key} picked={files} onOther={() => choose([])} />;
  }
  return (
    <Page>
      <PageHeader
        title={target ? `Add a file to ${target.name}` : 'Import data'}
        description="Conversations with replies, as a table or as JSON, of many tools; or labels by item id. Several files with replies to the same prompts become one system each. You see what is understood before anything is stored."
      />
      {target && (
        <Text size="sm">
          Items are known by their ids, else by their prompts. New ones are added; those that are there get
          replies of further systems, scores and votes.{' '}
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => sessionStore.getState().chooseImportTo(null)}
          >
            Import as a new data set instead
          </Button>
        </Text>
      )}
      <Group gap="sm">
        {isDesktop() ? (
          <Button onClick={() => void chooseFile('import')}>Choose a file…</Button>
        ) : (
          <FileButton multiple onChange={(picked) => void incomingStore.getState().take(picked)}>
            {(props) => <Button {...props}>Choose a file…</Button>}
          </FileButton>
        )}
        <Text size="sm" c="dimmed">
          or drop files, or a folder, anywhere on this window
        </Text>
      </Group>
      {!isDesktop() && (
        <Stack component="section" gap="xs" aria-labelledby="folders-heading">
          <Title order={2} size="h4" id="folders-heading">
            Or pick from the folders of this machine
          </Title>
          <FilePicker kind="data" onPick={(file) => choose([file])} onPickAll={choose} />
        </Stack>
      )}
    </Page>
  );
}

/** The name of the system where names of files alone would not tell them apart. */
function chosenFiles(files: readonly ImportFile[]): ChosenFile[] {
  const isShared = ({ name }: ImportFile) =>
    files.some((other) => other.name !== name && lastPart(other.name) === lastPart(name));
  return files.map((file) => ({ ...file, ...(isShared(file) && { system: withoutEnding(file.name) }) }));
}

const lastPart = (name: string) => name.split('/').at(-1);
const withoutEnding = (name: string) => name.replace(/(?<=[^/])\.[^./]+$/, '');

/** What was said of how a file is to be read; whoever opens it another way begins anew with its columns. */
function useCorrections() {
  const [opening, setOpening] = useState<Opening>({});
  const [format, setFormat] = useState<ImportFormat | null>(null);
  const [roles, setRoles] = useState<ColumnRoles | null>(null);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const [added, setAdded] = useState<Partial<ColumnMapping>>({});
  const isMapped = roles !== null || leftOut.length > 0 || Object.keys(added).length > 0;
  const mapping = {
    ...mappingOf(roles ?? {}),
    ...(leftOut.length > 0 && { leaveOut: [...leftOut] }),
    ...added,
  };
  const beginAnew = (columns: Partial<ColumnMapping> = {}) => {
    setRoles(null);
    setLeftOut([]);
    setAdded(columns);
  };
  return {
    reading: { ...opening, ...(format && { format }), ...(isMapped && { mapping }) },
    roles,
    setRoles,
    open(next: Opening) {
      setOpening({ ...opening, ...next });
      beginAnew();
    },
    setFormat(next: ImportFormat | null) {
      setFormat(next);
      beginAnew();
    },
    setHeader: (header: NonNullable<ColumnMapping['header']>) => beginAnew({ header }),
    leaveOut: (...names: readonly string[]) => setLeftOut([...leftOut, ...names]),
    add: (addition: Partial<ColumnMapping>) => setAdded({ ...added, ...addition }),
  };
}

interface ImportFilesProps {
  picked: readonly ImportFile[];
  onOther: () => void;
}

/** Files on their way in: preview and corrections, then the import itself. */
function ImportFiles({ picked, onOther }: ImportFilesProps) {
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => chosenFiles(picked));
  const corrected = useCorrections();
  const [columnsOf, setColumnsOf] = useState<ChosenFile | null>(null);
  const [jobId, setJobId] = useState<number | null>(null);
  // A finished import is not offered again when this page is opened anew.
  useEffect(() => {
    if (jobId === null) return;
    return () => {
      sessionStore.getState().chooseImport([]);
      sessionStore.getState().chooseImportTo(null);
    };
  }, [jobId]);
  const target = useImportTarget();
  const [first, ...others] = files.map(({ name: _, ...file }) => file);
  const isSeveral = others.length > 0;
  const reading = isSeveral ? { ...first!, others } : { ...first!, ...corrected.reading };
  const preview = useQuery({
    queryKey: ['import-preview', reading, target?.id],
    queryFn: ({ signal }) =>
      api.import.preview({ ...reading, pictures: true, ...(target && { appendTo: target.id }) }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = preview;
  const title = isSeveral ? `Import ${filesWords(files)}` : `Import ${files[0]!.name}`;
  return (
    <Page>
      <PageHeader
        title={title}
        description={data && `${formatBytes(data.sizeBytes)} · ${screenWords(data.formatReason)}`}
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
          {preview.isPending && (
            <LoadingNote label={isSeveral ? 'Reading the files' : 'Reading the beginning of the file'} />
          )}
          {preview.error && <ProblemNote problem={toProblem(preview.error)} />}
          {preview.error && isSeveral && <LeaveOneOut files={files} onFiles={setFiles} />}
          {data && (
            <ImportPreviewView
              preview={data}
              isStale={preview.isPlaceholderData}
              roles={corrected.roles}
              reading={reading}
              files={files}
              onFiles={setFiles}
              onColumns={setColumnsOf}
              onFilesRead={(paths, way) =>
                setFiles(files.map((file) => (paths.includes(fileKey(file)) ? readAs(file, way) : file)))
              }
              onOpening={corrected.open}
              onSheets={(sheets) =>
                setFiles(sheets.map((sheet) => ({ path: first!.path, name: sheet, sheet })))
              }
              onHeader={corrected.setHeader}
              onFormat={corrected.setFormat}
              onRoles={corrected.setRoles}
              onLeaveOut={corrected.leaveOut}
              onRead={(addition) => {
                if (isSeveral) setFiles(files.map((file) => withMapping(file, addition)));
                else corrected.add(addition);
              }}
              onStarted={setJobId}
            />
          )}
        </>
      )}
      {columnsOf && (
        <FileColumns
          file={columnsOf}
          appendTo={target?.id}
          onClose={() => setColumnsOf(null)}
          onTake={(taken, isOfAll) => {
            const isTaken = (one: ChosenFile) => isOfAll || fileKey(one) === fileKey(columnsOf);
            setFiles(files.map((one) => (isTaken(one) ? { ...one, mapping: taken } : one)));
            setColumnsOf(null);
          }}
        />
      )}
    </Page>
  );
}

/** A file with what was said of how all files are read. */
const withMapping = (file: ChosenFile, addition: Partial<ColumnMapping>): ChosenFile => ({
  ...file,
  mapping: { ...mappingOf({}), ...file.mapping, ...addition },
});

/** A file read in another way: by a whole mapping, or by what that adds to the one before. */
function readAs(file: ChosenFile, way: ColumnMapping): ChosenFile {
  const before = { ...mappingOf({}), ...file.mapping };
  const { references: _r, responses: _a, human: _h, signals: _s, ...added } = way;
  return {
    ...file,
    mapping: {
      ...before,
      ...(mappedColumns(way).length > 0 ? way : added),
      ...(way.types && { types: { ...before.types, ...way.types } }),
      ...(way.leaveOut && { leaveOut: [...(before.leaveOut ?? []), ...way.leaveOut] }),
    },
  };
}

/** Files that cannot be read together, each to be left out. */
function LeaveOneOut({ files, onFiles }: Pick<FilesPanelProps, 'files' | 'onFiles'>) {
  return (
    <Group gap="xs">
      {files.map((file) => (
        <Button
          key={fileKey(file)}
          variant="default"
          size="compact-sm"
          onClick={() => onFiles(files.filter((one) => one !== file))}
        >
          Leave {file.name} out
        </Button>
      ))}
    </Group>
  );
}

/** The mapping of a file whose one system nobody named: it is then called as the file, not as the column. */
function mappingOfFile(roles: ColumnRoles): ColumnMapping {
  const [reply, another] = Object.entries(roles).filter(([, { role }]) => role === 'response');
  const isUnnamed = reply !== undefined && another === undefined && reply[1].system.trim() === '';
  return mappingOf(isUnnamed ? withSystem(roles, reply[0], unnamedSystem) : roles);
}

interface FileColumnsProps {
  file: ChosenFile;
  appendTo: number | undefined;
  onClose: () => void;
  /** Takes what the columns hold, for this file or for all of them. */
  onTake: (mapping: ColumnMapping, isOfAll: boolean) => void;
}

/** What the columns of one of several files hold. */
function FileColumns({ file, appendTo, onClose, onTake }: FileColumnsProps) {
  const [chosen, setRoles] = useState<ColumnRoles | null>(null);
  const { path, sheet, format } = file;
  const mapping = chosen ? mappingOfFile(chosen) : file.mapping;
  const preview = useQuery({
    queryKey: ['import-preview', fileKey(file), format, mapping, appendTo],
    queryFn: ({ signal }) =>
      api.import.preview(
        {
          path,
          ...(sheet !== undefined && { sheet }),
          ...(format && { format }),
          ...(mapping && { mapping }),
          ...(appendTo && { appendTo }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const { data } = preview;
  const roles = chosen ?? (data?.mapping ? rolesOf(data.mapping, data.columns) : null);
  return (
    <Modal opened onClose={onClose} title={`What the columns of ${file.name} hold`} size="xl">
      <Stack gap="md">
        {preview.isPending && <LoadingNote label="Reading the beginning of the file" />}
        {preview.error && <ProblemNote problem={toProblem(preview.error)} />}
        {data && !roles && <Text size="sm">This format has no columns to choose.</Text>}
        {data && roles && <MappingEditor preview={data} roles={roles} of="items" onChange={setRoles} />}
        {roles && (
          <Group gap="sm">
            <Button onClick={() => onTake(mappingOfFile(roles), false)}>Use for this file</Button>
            <Button variant="default" onClick={() => onTake(mappingOfFile(roles), true)}>
              Use for all files
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
