import { Group, Stack, Text, Textarea } from '@mantine/core';
import type { Scale, SourceCheck } from '../../../shared/contract/index.ts';
import { Panel } from '../../ui/panel.tsx';
import { ScaleFields } from '../../ui/scale-fields.tsx';
import type { ColumnRoles } from './column-roles.ts';
import { MappingEditor } from './mapping-editor.tsx';
import { onlyOneEach } from './source-draft.ts';

interface SourceColumnsProps {
  check: SourceCheck;
  roles: ColumnRoles;
  scale: Scale;
  where: string;
  onRoles: (roles: ColumnRoles) => void;
  onScale: (scale: Scale) => void;
  onWhere: (where: string) => void;
}

/** What each column holds, with its type and first rows; the range of the score, and which rows are meant. */
export function SourceColumns(props: SourceColumnsProps) {
  const { check, roles, scale, where, onRoles, onScale, onWhere } = props;
  const columns = check.columns.map(({ name }) => name);
  const score = columns.find((column) => roles[column]?.role === 'judge');
  return (
    <Panel title="What the columns hold">
      <MappingEditor
        of="source"
        preview={{
          columns,
          rows: check.firstRows.map((row) => row.map((cell) => cell ?? '')),
          readings: [],
        }}
        types={Object.fromEntries(check.columns.map(({ name, type }) => [name, type]))}
        roles={roles}
        onChange={(next) => onRoles(onlyOneEach(roles, next))}
      />
      {score === undefined ? (
        <Text size="sm" c="dimmed">
          Without a score all rows are drawn alike, and the interval is wider.
        </Text>
      ) : (
        <Group gap="sm">
          <Text size="sm">
            Range of <b>{score}</b>
          </Text>
          <ScaleFields name={score} scale={scale} onChange={onScale} />
        </Group>
      )}
      <Stack gap="xs">
        <Textarea
          label="Only rows where"
          description="A condition in the SQL of the engine; left empty, all rows. The report shows it."
          placeholder="day >= '2026-10-01'"
          autosize
          minRows={1}
          maxRows={6}
          maxLength={10_000}
          spellCheck={false}
          value={where}
          onChange={(event) => onWhere(event.currentTarget.value)}
        />
      </Stack>
    </Panel>
  );
}
