import { Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ImportPreview } from '../../../shared/contract/index.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NumberInput } from '../../ui/number-field.tsx';
import { ColumnReading } from './column-reading.tsx';
import {
  type ColumnRole,
  type ColumnRoles,
  noRole,
  type RoleId,
  roleFields,
  withRole,
  withSystem,
  wordsIn,
} from './column-roles.ts';
import { sourceRoles } from './source-draft.ts';

const itemRoles: readonly { value: RoleId; label: string }[] = [
  { value: 'none', label: 'Not used' },
  { value: 'id', label: 'Item id' },
  { value: 'question', label: 'Question (last user turn)' },
  { value: 'conversation', label: 'Conversation (JSON turns)' },
  { value: 'before', label: 'Turn before the reply' },
  { value: 'picture', label: 'Picture or recording' },
  { value: 'context', label: 'Passage' },
  { value: 'group', label: 'Group' },
  { value: 'system', label: 'System of the row' },
  { value: 'rater', label: 'Who scored the row' },
  { value: 'judgedBy', label: 'Judge of the row (a machine)' },
  { value: 'criterion', label: 'Criterion of the row' },
  { value: 'speaker', label: 'Who says the turn' },
  { value: 'text', label: 'What the turn says' },
  { value: 'turn', label: 'Place of the turn' },
  { value: 'reference', label: 'Reference answer' },
  { value: 'response', label: 'Response of a system' },
  { value: 'human', label: 'Human score' },
  { value: 'judge', label: "Judge's score" },
  { value: 'auto', label: 'Automatic metric' },
];
const labelRoles: typeof itemRoles = [
  { value: 'none', label: 'Not used' },
  { value: 'label-item', label: 'Item id' },
  { value: 'label-value', label: 'Value' },
  { value: 'label-annotator', label: 'Who labeled' },
  { value: 'label-system', label: 'System' },
  { value: 'label-criterion', label: 'Criterion' },
];
const sourceRoleNames: Partial<Record<RoleId, string>> = {
  id: 'Id of the row',
  question: 'Question',
  judge: 'Score for the draw',
};
const offered = {
  items: itemRoles,
  labels: labelRoles,
  source: itemRoles
    .filter(({ value }) => sourceRoles.includes(value))
    .map(({ value, label }) => ({ value, label: sourceRoleNames[value] ?? label })),
};
const fieldNames = { system: 'System', name: 'Name', criterion: 'Criterion' } as const;

interface MappingEditorProps {
  preview: Pick<ImportPreview, 'columns' | 'rows' | 'readings'>;
  roles: ColumnRoles;
  /** Of what the columns are: items that are imported, labels, or rows that stay where they are. */
  of: keyof typeof offered;
  /** The types that an engine says its columns have. */
  types?: Readonly<Record<string, string>>;
  onChange: (roles: ColumnRoles) => void;
}

/** One line per column: what it is called, what it looks like, what it holds. */
export function MappingEditor({ preview, roles, of, types = {}, onChange }: MappingEditorProps) {
  const isInPlace = of === 'source';
  const inColumns = Object.values(roles).map(({ role }) => role);
  const systems = Object.entries(roles)
    .filter(([, { role }]) => role === 'response')
    .map(([column, { system }]) => system.trim() || column);
  const roleOf = (column: string) => roles[column] ?? noRole;
  const valuesOf = (at: number) => preview.rows.map((row) => row[at] ?? '');
  const change = (column: string) => (part: Parameters<typeof withRole>[2]) =>
    onChange(withRole(roles, column, part));
  return (
    <DataTable
      label="Columns"
      miw={760}
      rows={preview.columns}
      keyOf={(column) => column}
      columns={[
        {
          head: 'Column',
          width: '16%',
          look: () => ({ fw: 600, style: { overflowWrap: 'anywhere' } }),
          cell: (column) => (
            <>
              {column}
              {Object.hasOwn(types, column) && (
                <Text size="xs" c="dimmed" fw={400}>
                  {types[column]}
                </Text>
              )}
            </>
          ),
        },
        {
          head: 'First values',
          width: '22%',
          cell: (_, at) => <FirstValues values={valuesOf(at).slice(0, isInPlace ? 3 : 2)} />,
        },
        {
          head: 'Holds',
          width: 210,
          cell: (column) => (
            <NativeSelect
              aria-label={`What ${column} holds`}
              data={offered[of]}
              value={roleOf(column).role}
              onChange={(event) => change(column)({ role: event.currentTarget.value as RoleId })}
            />
          ),
        },
        {
          head: 'Of',
          cell: (column, at) => (
            <>
              <RoleFields
                column={column}
                role={isInPlace && roleOf(column).role !== 'response' ? noRole : roleOf(column)}
                systems={systems}
                inColumns={inColumns}
                onChange={change(column)}
                onSystem={(name) => onChange(withSystem(roles, column, name))}
              />
              {!isInPlace && (
                <WordWorths
                  column={column}
                  words={wordsIn(valuesOf(at), roleOf(column))}
                  worths={roleOf(column).classes ?? {}}
                  onChange={(classes) => change(column)({ classes })}
                />
              )}
            </>
          ),
        },
        !isInPlace && {
          head: 'Read as',
          width: 230,
          cell: (column) => (
            <ColumnReading
              column={column}
              role={roleOf(column)}
              examples={preview.readings.find((one) => one.column === column)?.examples ?? []}
              onChange={change(column)}
            />
          ),
        },
      ]}
    />
  );
}

function FirstValues({ values }: { values: readonly string[] }) {
  return values.map((value, line) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the first lines of a file are fixed
    <Text key={line} size="sm" c="dimmed" lineClamp={1} dir="auto" style={{ overflowWrap: 'anywhere' }}>
      {value.slice(0, 200) || '(empty)'}
    </Text>
  ));
}

interface WordWorthsProps {
  column: string;
  words: readonly string[];
  worths: Readonly<Record<string, number>>;
  onChange: (worths: Record<string, number>) => void;
}

/** What each word in a column of scores is worth; a word without a worth is refused when the file is read. */
function WordWorths({ column, words, worths, onChange }: WordWorthsProps) {
  if (words.length === 0) return null;
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6, marginTop: 6 }}>
      {words.map((word) => (
        <NumberInput
          key={word}
          w={148}
          label={word}
          aria-label={`What ${word} is worth in ${column}`}
          placeholder="Worth"
          value={worths[word] ?? ''}
          onChange={(value) => {
            const { [word]: _, ...others } = worths;
            onChange(typeof value === 'number' ? { ...others, [word]: value } : others);
          }}
        />
      ))}
    </div>
  );
}

interface RoleFieldsProps {
  column: string;
  role: ColumnRole;
  /** Those that columns hold responses of: a score is of one of them. */
  systems: readonly string[];
  /** What columns say of each row need not be said here. */
  inColumns: readonly RoleId[];
  onChange: (change: Partial<ColumnRole>) => void;
  onSystem: (name: string) => void;
}

/** Whose a score is as the mapping has it: an empty name means the only system. */
const whose = (stored: string, systems: readonly string[]): string =>
  stored.trim() || (systems.length === 1 ? systems[0]! : '');

/** The name of a system, taken when it is written to its end: its scores go with it. */
function SystemName({
  column,
  name,
  onName,
}: {
  column: string;
  name: string;
  onName: (name: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const take = () => {
    if (typed !== null && typed.trim() !== name.trim()) onName(typed);
    setTyped(null);
  };
  return (
    <TextInput
      w={148}
      aria-label={`System of ${column}`}
      placeholder="System"
      value={typed ?? name}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={take}
      onKeyDown={(event) => event.key === 'Enter' && take()}
    />
  );
}

function RoleFields({ column, role, systems, inColumns, onChange, onSystem }: RoleFieldsProps) {
  const fields = (roleFields[role.role] ?? []).filter(
    (field) =>
      !(field === 'system' && inColumns.includes('system')) &&
      !(field === 'criterion' && role.role === 'human' && inColumns.includes('criterion')),
  );
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 6 }}>
      {fields.map((field) =>
        field === 'system' && role.role !== 'response' && systems.length > 0 ? (
          <NativeSelect
            key={field}
            w={148}
            aria-label={`System of ${column}`}
            value={whose(role.system, systems)}
            data={[
              ...(systems.length > 1 || role.system.trim() !== '' ? [{ value: '', label: 'Whose?' }] : []),
              ...systems,
              ...(role.system.trim() === '' || systems.includes(role.system.trim())
                ? []
                : [{ value: role.system.trim(), label: `${role.system.trim()} (no replies)` }]),
            ]}
            onChange={(event) => onChange({ system: event.currentTarget.value })}
          />
        ) : field === 'system' && role.role === 'response' ? (
          <SystemName key={field} column={column} name={role.system} onName={onSystem} />
        ) : (
          <TextInput
            key={field}
            w={148}
            aria-label={`${fieldNames[field]} of ${column}`}
            placeholder={fieldNames[field]}
            value={role[field]}
            onChange={(event) => onChange({ [field]: event.currentTarget.value })}
          />
        ),
      )}
    </div>
  );
}
