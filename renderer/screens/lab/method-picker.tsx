import { Button, Checkbox, Group } from '@mantine/core';
import type { LabMethod } from '../../../shared/contract/index.ts';
import classes from './lab.module.css';

interface MethodPickerProps {
  methods: readonly LabMethod[];
  chosen: string[];
  onChange: (ids: string[]) => void;
}

/** Which methods to try. */
export function MethodPicker({ methods, chosen, onChange }: MethodPickerProps) {
  return (
    <>
      <Group gap="xs">
        <Button
          variant="default"
          size="compact-sm"
          onClick={() => onChange(methods.filter(({ isUsual }) => isUsual).map(({ id }) => id))}
        >
          Presets and the paper’s
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => onChange(methods.map(({ id }) => id))}>
          All
        </Button>
        <Button variant="default" size="compact-sm" onClick={() => onChange([])}>
          None
        </Button>
      </Group>
      <Checkbox.Group aria-label="Methods" value={chosen} onChange={onChange}>
        <div className={classes.methods}>
          {methods.map(({ id, name, oneLine }) => (
            <Checkbox key={id} size="sm" value={id} label={name} description={oneLine} />
          ))}
        </div>
      </Checkbox.Group>
    </>
  );
}
