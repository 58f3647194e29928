import { Group, SegmentedControl } from '@mantine/core';
import type { Scale } from '../../shared/contract/index.ts';
import { RequiredNumber } from './number-field.tsx';

interface ScaleFieldsProps {
  /** What the scale belongs to, for those who do not see the table. */
  name: string;
  scale: Scale;
  onChange: (scale: Scale) => void;
}

/** The ends of a scale and which of them is good. */
export function ScaleFields({ name, scale, onChange }: ScaleFieldsProps) {
  return (
    <Group gap={6} wrap="nowrap">
      <RequiredNumber
        aria-label={`Lowest value of ${name}`}
        size="xs"
        w={72}
        value={scale.min}
        onChange={(min) => onChange({ ...scale, min })}
      />
      <span>to</span>
      <RequiredNumber
        aria-label={`Highest value of ${name}`}
        size="xs"
        w={72}
        value={scale.max}
        onChange={(max) => onChange({ ...scale, max })}
      />
      <SegmentedControl
        size="xs"
        aria-label={`Which end of ${name} is good`}
        value={scale.direction}
        onChange={(direction) => onChange({ ...scale, direction })}
        data={[
          { value: 'higher', label: 'higher is better' },
          { value: 'lower', label: 'lower is better' },
        ]}
      />
    </Group>
  );
}
