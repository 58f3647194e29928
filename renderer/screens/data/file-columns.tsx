import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ColumnMapping } from '../../../shared/contract/index.ts';
import { unnamedSystem } from '../../../shared/study-choices.ts';
import { api } from '../../api/client.ts';
import { ProblemNote, toProblem } from '../../api/problem.tsx';
import { LoadingNote } from '../../ui/loading-note.tsx';
import { type ColumnRoles, mappingOf, rolesOf, withSystem } from './column-roles.ts';
import type { ChosenFile } from './files-panel.tsx';
import { MappingEditor } from './mapping-editor.tsx';

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
export function FileColumns({ file, appendTo, onClose, onTake }: FileColumnsProps) {
  const [chosen, setRoles] = useState<ColumnRoles | null>(null);
  const { path, format } = file;
  const mapping = chosen ? mappingOfFile(chosen) : file.mapping;
  const preview = useQuery({
    queryKey: ['import-preview', path, format, mapping, appendTo],
    queryFn: ({ signal }) =>
      api.import.preview(
        { path, ...(format && { format }), ...(mapping && { mapping }), ...(appendTo && { appendTo }) },
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
