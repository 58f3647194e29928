import { Text, TextInput } from '@mantine/core';
import { type ColumnType, columnTypes } from '../../../shared/column-types.ts';
import type { ImportPreview } from '../../../shared/contract/index.ts';
import { NativeSelect } from '../../ui/native-select.tsx';
import { type ColumnRole, typesFor } from './column-roles.ts';

interface ColumnReadingProps {
  column: string;
  role: ColumnRole;
  examples: ImportPreview['readings'][number]['examples'];
  onChange: (change: Partial<ColumnRole>) => void;
}

/** How the values of a column are written, and what becomes of the first that are not read as they stand. */
export function ColumnReading({ column, role, examples, onChange }: ColumnReadingProps) {
  const types = typesFor(role.role);
  const [usual] = types;
  if (!usual) return null;
  return (
    <>
      <NativeSelect
        aria-label={`How ${column} is written`}
        data={types.map((value) => ({ value, label: columnTypes[value] }))}
        value={role.type && types.includes(role.type) ? role.type : usual}
        onChange={(event) => onChange({ type: event.currentTarget.value as ColumnType })}
      />
      {role.role !== 'none' && role.role !== 'label-value' && (
        <TextInput
          mt={6}
          aria-label={`Texts in ${column} that are not values`}
          placeholder="No value, e.g. -1, 99"
          value={role.missing ?? ''}
          onChange={(event) => onChange({ missing: event.currentTarget.value })}
        />
      )}
      {examples.map(({ text, value }) => (
        <Text key={text} size="sm" c={value === null ? 'orange.9' : 'dimmed'} dir="auto">
          “{text}” {value === null ? 'cannot be read so' : value === '' ? 'is not a value' : `is ${value}`}
        </Text>
      ))}
    </>
  );
}
