import { ActionIcon, Alert, Button, Group, Stack, Table, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { SystemName } from '../../../shared/contract/data.ts';
import type { FilesTogether, ImportPreview, StartFromFile } from '../../../shared/contract/index.ts';
import { areApart, fileKey, matchWords, noneInCommon } from '../../../shared/file-match-words.ts';
import { formatCount, plural } from '../../api/format.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { longest } from '../../ui/number-field.tsx';
import { Panel } from '../../ui/panel.tsx';

/** A file of several, with what was chosen of it by hand. */
export type ChosenFile = NonNullable<StartFromFile['others']>[number] & {
  /** What it is shown by. */
  readonly name: string;
};

export interface FilesPanelProps {
  preview: Pick<ImportPreview, 'items' | 'itemCount' | 'systems'> & { together: FilesTogether };
  files: readonly ChosenFile[];
  onFiles: (files: readonly ChosenFile[]) => void;
  /** Opens the columns of one file. */
  onColumns: (file: ChosenFile) => void;
}

/** How many files, or sheets of a workbook, in words. */
export const filesWords = (files: readonly Pick<ChosenFile, 'sheet'>[]): string =>
  plural(files.length, files.every(({ sheet }) => sheet !== undefined) ? 'sheet' : 'file');

/** Several files: whose replies each holds, how its items were matched, and which items which systems answered. */
export function FilesPanel({ preview, files, onFiles, onColumns }: FilesPanelProps) {
  const { together } = preview;
  const change = (file: ChosenFile, system: string) =>
    onFiles(files.map((one) => (one === file ? named(one, system) : one)));
  const foundOf = (file: ChosenFile) => together.files.find((one) => fileKey(one) === fileKey(file));
  const haveOneEach = together.files.every(({ systems, sameAs }) => systems.length === 1 || sameAs !== null);
  return (
    <Panel title={`${filesWords(files)}${haveOneEach ? ', one system each' : ''}`}>
      <DataTable
        label="Files"
        miw={640}
        rows={files}
        keyOf={fileKey}
        columns={[
          { head: 'File', look: () => ({ style: { overflowWrap: 'anywhere' } }), cell: ({ name }) => name },
          {
            head: 'Replies of',
            width: 220,
            cell: (file) => (
              <FileSystem file={file} found={foundOf(file)} onSystem={(system) => change(file, system)} />
            ),
          },
          { head: 'Items', cell: (file) => itemsWords(foundOf(file)) },
          {
            head: 'Change',
            width: 170,
            cell: (file) => (
              <Group gap="xs" justify="flex-end" wrap="nowrap">
                <Button
                  variant="subtle"
                  size="compact-sm"
                  aria-label={`Columns of ${file.name}`}
                  onClick={() => onColumns(file)}
                >
                  Columns…
                </Button>
                {files.length > 1 && (
                  <ActionIcon
                    variant="subtle"
                    aria-label={`Leave ${file.name} out`}
                    onClick={() => onFiles(files.filter((one) => one !== file))}
                  >
                    <IconX size={16} aria-hidden />
                  </ActionIcon>
                )}
              </Group>
            ),
          },
        ]}
      />
      {areApart(together.files) && <Alert color="orange">{noneInCommon}</Alert>}
      <ItemsBySystems {...preview} />
    </Panel>
  );
}

/** A file with another name of its system; with none it is called as its file again. */
function named({ system: _, ...file }: ChosenFile, system: string): ChosenFile {
  return system.trim() === '' ? file : { ...file, system: system.trim() };
}

type FoundFile = FilesTogether['files'][number] | undefined;

const itemsWords = (found: FoundFile): string =>
  found ? `${matchWords(found)}.${found.scores > 0 ? ` ${plural(found.scores, 'score')}.` : ''}` : '';

const withoutReplies = (found: FoundFile): string => {
  if (found?.sameAs) return 'Nothing new';
  return found && found.scores > 0 ? 'No replies: scores alone' : 'No replies';
};

interface FileSystemProps {
  file: ChosenFile;
  found: FoundFile;
  onSystem: (system: string) => void;
}

/** Whose replies a file holds, to be named where they are of one system. */
function FileSystem({ file, found, onSystem }: FileSystemProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const systems = found?.systems ?? [];
  const shown = file.system ?? systems[0] ?? '';
  const take = () => {
    if (typed !== null && typed.trim() !== shown) onSystem(typed);
    setTyped(null);
  };
  if (systems.length > 1) return systems.join(', ');
  if (systems.length === 0 && file.system === undefined) {
    return (
      <Text size="sm" c="dimmed">
        {withoutReplies(found)}
      </Text>
    );
  }
  return (
    <TextInput
      aria-label={`System of ${file.name}`}
      {...longest(SystemName)}
      value={typed ?? shown}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

const rowsShown = 12;
const columnsShown = 12;

/** How many items which systems answered, then the first items one by one. */
function ItemsBySystems({ items, systems, together }: FilesPanelProps['preview']) {
  const columns = systems.slice(0, columnsShown);
  const patterns = together.patterns.filter((one) => one.systems.length > 0);
  const partly = items.filter((one) => one.systems.length < systems.length);
  const shown = [...partly, ...items.filter((one) => !partly.includes(one))].slice(0, rowsShown);
  if (systems.length === 0) return null;
  const more = systems.length - columns.length;
  return (
    <Stack gap="xs">
      <Text fw={600}>Items by systems</Text>
      <Table.ScrollContainer
        minWidth={480}
        maxHeight={360}
        scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      >
        <Table fz="sm" verticalSpacing={4} aria-label="Items by systems">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Items</Table.Th>
              {columns.map((name) => (
                <Table.Th key={name}>{name}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {patterns.map(({ systems: answered, items: count }) => (
              <Table.Tr key={answered.join('\n')}>
                <Table.Th scope="row" className="tabular">
                  {plural(count, 'item')}
                </Table.Th>
                <Answered columns={columns} answered={answered} />
              </Table.Tr>
            ))}
            {shown.map((item) => (
              <Table.Tr key={item.id}>
                <Table.Td maw={320}>
                  <Text size="sm" c="dimmed" lineClamp={1} dir="auto">
                    {item.question || item.id}
                  </Text>
                </Table.Td>
                <Answered columns={columns} answered={item.systems} />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {more > 0 && (
        <Text size="sm" c="dimmed">
          {formatCount(more)} more systems are not shown here. All of them come in.
        </Text>
      )}
    </Stack>
  );
}

function Answered({ columns, answered }: { columns: readonly string[]; answered: readonly string[] }) {
  return columns.map((name) => (
    <Table.Td key={name} {...(!answered.includes(name) && { c: 'dimmed' })}>
      {answered.includes(name) ? 'yes' : 'no'}
    </Table.Td>
  ));
}
