import { Group, NumberInput } from '@mantine/core';
import type { AdjudicationFilter } from '../../../shared/contract/index.ts';
import { NativeSelect } from '../../ui/native-select.tsx';

interface AdjudicationFilterFieldsProps {
  filter: AdjudicationFilter;
  onChange: (filter: AdjudicationFilter) => void;
}

const kinds: { value: AdjudicationFilter['kind']; label: string }[] = [
  { value: 'any', label: 'Every difference' },
  { value: 'rule', label: 'What the study’s rule leaves open' },
  { value: 'distance', label: 'Differences of at least …' },
];

/** Which disagreements the queue shows. */
export function AdjudicationFilterFields({ filter, onChange }: AdjudicationFilterFieldsProps) {
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        label="Show"
        value={filter.kind}
        data={kinds}
        onChange={(event) => {
          const kind = kinds.find(({ value }) => value === event.currentTarget.value)?.value ?? 'any';
          onChange(kind === 'distance' ? { kind, least: 1 } : { kind });
        }}
      />
      {filter.kind === 'distance' && (
        <NumberInput
          label="Points apart"
          w={140}
          min={0.01}
          step={1}
          value={filter.least}
          onChange={(value) => {
            const least = Number(value);
            if (least > 0) onChange({ kind: 'distance', least });
          }}
        />
      )}
    </Group>
  );
}
