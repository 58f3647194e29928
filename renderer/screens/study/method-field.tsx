import { Button, Collapse, Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import type { Preset } from '../../../shared/contract/index.ts';
import { defaultMethod, type MethodChoice, otherMethods } from './method-names.ts';

interface MethodFieldProps {
  preset: Preset;
  /** Methods that are not offered here. */
  without?: readonly Preset[];
  onChange: (preset: Preset) => void;
}

export function MethodField({ preset, without = [], onChange }: MethodFieldProps) {
  const [isOpen, setOpen] = useState(preset !== defaultMethod.preset);
  return (
    <Radio.Group label="Method" value={preset} onChange={(value) => onChange(value as Preset)}>
      <Stack gap="sm" mt={6}>
        <Choice method={defaultMethod} />
        <Collapse expanded={isOpen}>
          <Stack gap="sm">
            {otherMethods
              .filter((method) => !without.includes(method.preset))
              .map((method) => (
                <Choice key={method.preset} method={method} />
              ))}
          </Stack>
        </Collapse>
        {!isOpen && (
          <div>
            <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
              More methods
            </Button>
          </div>
        )}
      </Stack>
    </Radio.Group>
  );
}

const Choice = ({ method }: { method: MethodChoice }) => (
  <Radio value={method.preset} label={method.name} description={method.why} />
);
